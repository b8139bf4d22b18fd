// The rows that the page holds.
import { rowsAtOnce as pageSize } from '../src/editor/messages';
import type { FrameRow } from '../src/editor/tableMessages';
import { PageCache } from './pageCache';

interface Rows {
  readonly rows: readonly FrameRow[];
  /** How many rows were asked for: fewer than `pageSize` at the end of a growing index. */
  readonly asked: number;
}

/** Asks the host for `count` rows from `first`. */
type AskForRows = (first: number, count: number) => Promise<readonly FrameRow[]>;

/** Rows, fetched as they are wanted. */
export class RowCache {
  private count = 0;
  private readonly pages: PageCache<Rows>;

  /** `changed`: rows came. */
  constructor(ask: AskForRows, changed: () => void) {
    const rowsInPage = (page: number) => Math.min(pageSize, this.count - page * pageSize);
    this.pages = new PageCache({
      pageSize,
      size: () => this.count,
      ask: async (page) => {
        const asked = rowsInPage(page);
        return { rows: await ask(page * pageSize, asked), asked };
      },
      hasGrown: (page, { asked }) => asked < rowsInPage(page),
      changed,
    });
  }

  /** How many rows there are in all. */
  get rowCount(): number {
    return this.count;
  }

  set rowCount(count: number) {
    this.count = count;
    this.pages.askForWanted();
  }

  /** The row, where it is here. */
  get(row: number): FrameRow | undefined {
    return this.pages.pageOf(row)?.rows[row % pageSize];
  }

  /** Says which rows are in sight, `end` exclusive; those that are not here are asked for. */
  want(first: number, end: number): void {
    this.pages.want(first, end);
  }

  /** Takes the first rows, which came unasked. */
  begin(rows: readonly FrameRow[]): void {
    this.pages.take(0, { rows, asked: rows.length });
  }

  /** Fetches everything anew as it is wanted; until then the old rows stay. */
  refresh(rowCount: number): void {
    this.count = rowCount;
    this.pages.refresh();
  }

  /** Forgets every row: those at these places are others now. */
  reset(rowCount: number): void {
    this.count = rowCount;
    this.pages.reset();
  }
}
