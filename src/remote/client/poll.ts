// Asks again and again, politely: a target that takes long to answer is asked less often.

/** Milliseconds between the end of an answer and the next question. */
const shortest = 500;
const longest = 10_000;
/** The share of the time that a target spends on answers: one part in so many. */
const share = 20;

/** A question that is asked until it is stopped. */
export class Poll {
  private timer: NodeJS.Timeout | undefined;
  private isOn = false;

  /** `ask` never rejects. */
  constructor(private readonly ask: () => Promise<void>) {}

  start(): void {
    if (this.isOn) return;
    this.isOn = true;
    this.wait(shortest);
  }

  stop(): void {
    this.isOn = false;
    clearTimeout(this.timer);
  }

  private wait(time: number): void {
    this.timer = setTimeout(() => void this.once(), time);
  }

  private async once(): Promise<void> {
    const begin = performance.now();
    await this.ask();
    const taken = performance.now() - begin;
    if (this.isOn) this.wait(Math.min(longest, Math.max(shortest, share * taken)));
  }
}
