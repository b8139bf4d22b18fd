// The rows that the page holds. The host has all of them; the grid asks for those it shows, a page
// of rows at a time, and the least recently shown pages are forgotten.
import type { FrameRow } from '../src/editor/messages';

/** Rows of one request. */
export const pageSize = 128;
const pagesKept = 64;
/** Requests under way at once; what scrolled by meanwhile is then never asked for. */
const requestsAtOnce = 3;

interface Page {
  readonly rows: readonly FrameRow[];
  /** How many rows were asked for: fewer than `pageSize` at the end of a growing index. */
  readonly asked: number;
  /** True once the host may know better. */
  stale: boolean;
}

/** Asks the host for `count` rows from `first`. */
export type AskForRows = (first: number, count: number) => Promise<readonly FrameRow[]>;

/** Pages of rows, fetched as they are wanted. */
export class RowCache {
  private count = 0;
  private readonly pages = new Map<number, Page>();
  /** Pages asked for; a new set with each {@link refresh}, so that older answers are told apart. */
  private underWay = new Set<number>();
  private wanted = { first: 0, end: 0 };

  constructor(
    private readonly ask: AskForRows,
    /** Rows came. */
    private readonly changed: () => void,
  ) {}

  /** How many rows there are in all. */
  get rowCount(): number {
    return this.count;
  }

  set rowCount(count: number) {
    this.count = count;
    this.askForWanted();
  }

  /** The row, where it is here. */
  get(row: number): FrameRow | undefined {
    return this.pages.get(Math.floor(row / pageSize))?.rows[row % pageSize];
  }

  /** Says which rows are in sight, `end` exclusive; those that are not here are asked for. */
  want(first: number, end: number): void {
    this.wanted = { first, end };
    this.askForWanted();
  }

  /** Fetches everything anew as it is wanted; until then the old rows stay. */
  refresh(rowCount: number): void {
    this.count = rowCount;
    this.underWay = new Set();
    for (const page of this.pages.values()) page.stale = true;
    this.askForWanted();
  }

  /** Forgets every row: those at these places are others now. */
  reset(rowCount: number): void {
    this.pages.clear();
    this.refresh(rowCount);
  }

  private askForWanted(): void {
    for (const page of this.pagesToHave()) {
      this.touch(page);
      if (this.isMissing(page)) void this.fetch(page);
    }
  }

  /** The pages in sight, then those that would come in sight next. */
  private pagesToHave(): number[] {
    const first = Math.floor(this.wanted.first / pageSize);
    const end = Math.ceil(Math.min(this.wanted.end, this.count) / pageSize);
    if (first >= end) return [];
    const inSight = Array.from({ length: end - first }, (_, i) => first + i);
    return [...inSight, end, first - 1].filter((page) => page >= 0 && page * pageSize < this.count);
  }

  /** A page whose request fails stays missing, and is asked for when it is wanted again. */
  private async fetch(page: number): Promise<void> {
    const { underWay } = this;
    if (underWay.size >= requestsAtOnce) return;
    const asked = this.rowsInPage(page);
    underWay.add(page);
    const rows = await this.ask(page * pageSize, asked).catch(() => undefined);
    underWay.delete(page);
    if (rows === undefined || underWay !== this.underWay) return;
    this.keep(page, { rows, asked, stale: false });
    this.askForWanted();
    this.changed();
  }

  private isMissing(page: number): boolean {
    if (this.underWay.has(page)) return false;
    const here = this.pages.get(page);
    return here === undefined || here.stale || here.asked < this.rowsInPage(page);
  }

  private rowsInPage(page: number): number {
    return Math.min(pageSize, this.count - page * pageSize);
  }

  /** A Map keeps the order of insertion: the page used last goes to the end. */
  private touch(page: number): void {
    const here = this.pages.get(page);
    if (here !== undefined) this.keep(page, here);
  }

  private keep(page: number, content: Page): void {
    this.pages.delete(page);
    this.pages.set(page, content);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= pagesKept) break;
      this.pages.delete(oldest);
    }
  }
}
