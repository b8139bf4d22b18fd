// What a command of the debug console is. The words are gdb's (gdb manual, "Commands").
import type { VariableNode } from '../variableTree';
import type { ConsoleState } from './consoleState';

/** What a command answers: text, or a value that can be opened. */
export type Answer = string | VariableNode;

/** What completion offers for the arguments of a command. */
export type ArgumentKind =
  | 'nothing'
  | 'expression'
  | 'linespec'
  | 'command'
  | { readonly words: readonly string[] }
  | Subcommands;

/** Commands under a command: `info registers`. */
interface Subcommands {
  readonly subcommands: readonly Command[];
}

/** A command. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line for `help`. */
  readonly help: string;
  readonly takes: ArgumentKind;
  /** What an empty line after it runs instead of the same line again: the command without arguments, as `x` and `list`. */
  readonly goesOn?: boolean;
  /** Runs with what stands behind the name, trimmed; `/x` at its beginning where that was given. */
  run(args: string, state: ConsoleState): Answer | Promise<Answer>;
}

/** Lines as the answer of a command. */
export function text(lines: readonly string[]): string {
  return lines.join('\n');
}
