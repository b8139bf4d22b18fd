// At most one request for a frame's details is under way. A held arrow key selects faster than a
// host answers: only the selection that stands when the answer comes is asked for next.

/** After so many milliseconds an answer is no longer waited for. */
const patienceMs = 3000;

interface Wish {
  readonly frame: number;
  readonly byUser: boolean;
}

/** Asks for the details of the frame wanted last. */
export class DetailsRequest {
  private underWay: { readonly frame: number; readonly since: number } | undefined;
  private next: Wish | undefined;

  /** `now` is a clock in milliseconds. */
  constructor(
    private readonly ask: (frame: number, byUser: boolean) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** Wants the details of `frame`, instead of any wanted before. */
  want(frame: number, byUser: boolean): void {
    if (this.isWaiting) this.next = { frame, byUser };
    else this.send({ frame, byUser });
  }

  /** Takes note that details of `frame` came. */
  answered(frame: number): void {
    if (frame !== this.underWay?.frame) return;
    this.underWay = undefined;
    const { next } = this;
    if (next !== undefined) this.send(next);
  }

  /** Forgets what is under way: its answer would be out of date. */
  reset(): void {
    this.underWay = undefined;
    this.next = undefined;
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
