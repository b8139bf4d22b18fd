// A question to the host that takes its time: how far it has come, its answer, or why there is
// none. A newer one takes its place. No DOM in here.
import { RequestError } from '../src/wire/page';

/** How far the host has come. */
interface AskedProgress {
  readonly done: number;
  readonly total: number;
}

/** Asks the host; `report` may be called until then. */
type AskHost<Answer> = (
  signal: AbortSignal,
  report: (progress: AskedProgress) => void,
) => Promise<Answer>;

export class Asked<Answer> {
  answer: Answer | undefined;
  progress: AskedProgress | undefined;
  problem: string | undefined;
  private asking = new AbortController();

  constructor(private readonly changed: () => void) {}

  /** Asks, in place of what was asked before; gives the answer, if nothing took its place. */
  async ask(host: AskHost<Answer>): Promise<Answer | undefined> {
    this.clear();
    const { signal } = this.asking;
    const report = (progress: AskedProgress): void => {
      if (signal.aborted) return;
      this.progress = progress;
      this.changed();
    };
    report({ done: 0, total: 1 });
    try {
      const answer = await host(signal, report);
      if (signal.aborted) return undefined;
      this.answer = answer;
    } catch (error) {
      if (signal.aborted || !(error instanceof RequestError)) return undefined;
      this.problem = error.message;
    }
    this.progress = undefined;
    this.changed();
    return this.answer;
  }

  /** Forgets what was asked and answered. */
  clear(): void {
    this.asking.abort();
    this.asking = new AbortController();
    this.answer = this.progress = this.problem = undefined;
    this.changed();
  }
}
