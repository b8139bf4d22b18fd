// The client of a debug session, as the session's parts see it: what it is told, and how it counts
// and writes places.
import type { DebugProtocol } from '@vscode/debugprotocol';

/** Prints a line in the debug console. */
export type Log = (text: string, category: 'console' | 'stderr' | 'important') => void;

/** Lines, columns and paths as the client counts and writes them. */
export interface ClientPlaces {
  line(line: number): number;
  column(column: number): number;
  path(path: string): string;
  /** The other way: a line of the client's, counted from 1. */
  lineHere(line: number): number;
}

/** What a client said in `initialize` that it can do. */
export interface ClientAbilities {
  readonly invalidated: boolean;
  readonly progress: boolean;
  /** Whether `start` of a completion counts from 0, and not as columns do (DAP, CompletionItem). */
  readonly countsCompletionsFromZero: boolean;
  /** Whether it lists breakpoints that it hears of, and sends them back with its own. */
  readonly listsNewBreakpoints: boolean;
}

/** Where events go. */
export interface Client {
  readonly places: ClientPlaces;
  readonly abilities: ClientAbilities;
  send(event: DebugProtocol.Event): void;
  readonly log: Log;
}
