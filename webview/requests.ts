// How the page's parts ask the host, and in which order.
import type { TraceQuestions } from '../src/ask/traceQuestions';
import type { AskOf } from '../src/wire/contract';

/** How the page's parts ask the host. */
export type Ask = AskOf<TraceQuestions>;

/**
 * Moves of the user, one after the other: each begins where the one before it led, however long the
 * host took to say where.
 */
export class Moves {
  private last: Promise<void> | undefined;

  /** Makes a move at once where none is under way. */
  make(move: () => Promise<void>): Promise<void> {
    const made = this.last?.then(move) ?? move();
    const ended = made
      .catch(() => undefined)
      .then(() => {
        if (this.last === ended) this.last = undefined;
      });
    this.last = ended;
    return made;
  }
}

/**
 * Waits for work that a later one may overtake. What fails the host tells the user itself; what is
 * shown stays.
 */
export async function ignoringFailure(work: () => Promise<unknown>): Promise<void> {
  await work().catch(() => undefined);
}
