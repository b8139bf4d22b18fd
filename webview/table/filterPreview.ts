// How many frames a filter would let through, counted while it is typed: each key ends the count
// before, and a rest begins the next. No DOM in here.
import type { MatchCount } from '../../src/ask/table/countMatches';
import type { Ask } from '../requests';

/** Milliseconds without a key until frames are counted. */
const restMs = 200;

export class FilterPreview {
  /** Frames counted so far; absent where nothing is typed that could be counted. */
  matched: number | undefined;
  /** Every frame was looked at. */
  isComplete = false;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private counting = new AbortController();

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  /** The user types a filter other than the table's. */
  typed(text: string): void {
    this.clear();
    const filter = text.trim();
    if (filter !== '') this.resting = setTimeout(() => void this.count(filter), restMs);
  }

  /** What is typed is the table's filter, or nothing. */
  clear(): void {
    clearTimeout(this.resting);
    this.counting.abort();
    this.matched = undefined;
    this.isComplete = false;
  }

  private async count(filter: string): Promise<void> {
    const run = new AbortController();
    this.counting = run;
    const report = ({ matched }: MatchCount): void => {
      if (run.signal.aborted) return;
      this.matched = matched;
      this.changed();
    };
    try {
      const { signal } = run;
      const { matched } = await this.ask('countMatches', { filter }, { signal, report });
      this.isComplete = true;
      report({ matched });
    } catch {
      // What is wrong with it is said under the box (expressionCheck.ts).
    }
  }
}
