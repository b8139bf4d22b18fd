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

/** After so many milliseconds an answer is no longer waited for. */
const patienceMs = 3000;

interface Wish {
  readonly frame: number;
  readonly byUser: boolean;
}

/**
 * Asks for the details of the frame wanted last, at most one at a time. A held arrow key selects
 * faster than a host answers: only the selection that is left when the answer comes is asked for
 * next.
 */
export class DetailsRequest {
  private underWay: { readonly frame: number; readonly since: number } | undefined;
  private next: Wish | undefined;

  /** `now` is a clock in milliseconds. */
  constructor(
    private readonly ask: (frame: number, byUser: boolean) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Wants the details of `frame`, instead of any wanted before. What the user selected and was not
   * asked for yet stays the user's, as when the trace grows meanwhile.
   */
  want(frame: number, byUser: boolean): void {
    const isUsers = this.next?.frame === frame && this.next.byUser;
    const wish = { frame, byUser: byUser || isUsers };
    if (this.isWaiting) this.next = wish;
    else this.send(wish);
  }

  /** Takes note that details of `frame` came. */
  answered(frame: number): void {
    if (frame !== this.underWay?.frame) return;
    this.underWay = undefined;
    const { next } = this;
    if (next !== undefined) this.send(next);
  }

  /** Forgets what is under way, whose answer would be out of date; what is wanted is asked next. */
  reset(): void {
    this.underWay = undefined;
  }

  private get isWaiting(): boolean {
    return this.underWay !== undefined && this.now() - this.underWay.since < patienceMs;
  }

  private send(wish: Wish): void {
    this.underWay = { frame: wish.frame, since: this.now() };
    this.next = undefined;
    this.ask(wish.frame, wish.byUser);
  }
}
