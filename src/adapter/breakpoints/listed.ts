// Typed breakpoints in the client's list. DAP lets an adapter add a line breakpoint to it and
// remove one; conditions, hit counts and functions reach the client only as text. What is listed
// comes back with the client's next request for that source.
import { BreakpointEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Client } from '../client';
import type { LocalLine, TypedStop } from './requestedStop';

/** What the client was told of one. */
interface Listed extends LocalLine {
  readonly message: string | undefined;
}

/** The typed breakpoints that a client lists. */
export class ListedBreakpoints {
  /** By their ids; paths and lines as the client writes them. */
  private readonly listed = new Map<number, Listed>();

  constructor(private readonly client: Client) {}

  /**
   * Tells the client what the typed breakpoints are now: `answers` to them, as the client takes
   * them. A line that it lists itself (`hasOwn`) stays as it is.
   */
  update(
    typed: ReadonlyMap<number, TypedStop>,
    answers: readonly (DebugProtocol.Breakpoint & { readonly id: number })[],
    hasOwn: (at: LocalLine) => boolean,
  ): void {
    for (const id of [...this.listed.keys()]) {
      if (typed.has(id)) continue;
      this.listed.delete(id);
      this.client.send(new BreakpointEvent('removed', { id, verified: false }));
    }
    for (const answer of answers) {
      const { at } = typed.get(answer.id) ?? {};
      if (!at) continue;
      const { places } = this.client;
      const [path, line] = [places.path(at.path), places.line(at.line)];
      const before = this.listed.get(answer.id);
      if (!before && (hasOwn(at) || this.idAt({ path, line }) !== undefined)) continue;
      if (before && before.message === answer.message) continue;
      this.listed.set(answer.id, { path, line, message: answer.message });
      const breakpoint = { ...answer, source: { path }, line };
      this.client.send(new BreakpointEvent(before ? 'changed' : 'new', breakpoint));
    }
  }

  /** The one at a line, as the client writes it. */
  idAt({ path, line }: LocalLine): number | undefined {
    return [...this.listed].find(([, at]) => at.path === path && at.line === line)?.[0];
  }

  /** Those of a source. */
  idsIn(path: string): number[] {
    return [...this.listed].filter(([, at]) => at.path === path).map(([id]) => id);
  }

  /** The client took some out of its list itself. */
  forget(ids: readonly number[]): void {
    for (const id of ids) this.listed.delete(id);
  }
}

/** What else a typed breakpoint asks for, for a client that cannot show it otherwise. */
export function termsInWords({ stop: { terms } }: TypedStop): string | undefined {
  const { condition, hitCondition } = terms;
  const words = [
    ...(condition === undefined ? [] : [`if ${condition}`]),
    ...(hitCondition === undefined ? [] : [`hits ${hitCondition}`]),
  ];
  return words.length === 0 ? undefined : `Debug console: ${words.join(', ')}`;
}
