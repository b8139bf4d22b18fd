// Pages of something long of which the host has all: those in sight are fetched as they are wanted,
// and the least recently shown are forgotten.
import { rowsAtOnce as pageSize } from '../src/ask/table/tableMessages';
import type { FrameRow } from '../src/ask/table/frameRow';

const pagesKept = 64;
/** Requests under way at once; what scrolled by meanwhile is then never asked for. */
const requestsAtOnce = 3;

/** What is fetched page by page. Items and pages count from 0. */
interface Paged<Content> {
  /** Items in a page. */
  readonly pageSize: number;
  /** How many items there are in all. */
  size(): number;
  /** Asks the host for a page; rejects where it cannot be had. */
  ask(page: number): Promise<Content>;
  /** Whether there is more of a page now than when it was fetched. */
  hasGrown(page: number, content: Content): boolean;
  /** A page came. */
  changed(): void;
}

interface Page<Content> {
  readonly content: Content;
  /** True once the host may know better. */
  stale: boolean;
}

interface Request {
  /** True once the answer may be older than what the host has. */
  stale: boolean;
}

export class PageCache<Content> {
  private readonly pages = new Map<number, Page<Content>>();
  /** Requests by their page; what comes of those in an earlier map is ignored. */
  private underWay = new Map<number, Request>();
  private wanted = { first: 0, end: 0 };

  constructor(private readonly paged: Paged<Content>) {}

  /** The page that holds an item, where it is here. */
  pageOf(item: number): Content | undefined {
    return this.pages.get(Math.floor(item / this.paged.pageSize))?.content;
  }

  has(page: number): boolean {
    return this.pages.has(page);
  }

  /** Takes a page that came unasked. */
  take(page: number, content: Content): void {
    this.show(page, { content, stale: false });
  }

  /**
   * Says which items are in sight, `end` exclusive; their pages that are not here are asked for.
   */
  want(first: number, end: number): void {
    this.wanted = { first, end };
    this.askForWanted();
  }

  /** Fetches everything again when it is wanted; until then what is here stays. */
  refresh(): void {
    this.refreshWhere(() => true);
  }

  /**
   * The same for some pages, and for those that come. These are shown meanwhile: a trace may change
   * more often than a busy host answers.
   */
  refreshWhere(isStale: (content: Content) => boolean): void {
    for (const page of this.pages.values()) if (isStale(page.content)) page.stale = true;
    for (const request of this.underWay.values()) request.stale = true;
    this.askForWanted();
  }

  /** Fetches everything again, as something else is asked now; until then what is here stays. */
  askAnew(): void {
    this.underWay = new Map();
    this.refresh();
  }

  /** Forgets every page: what is at these places is something else now. */
  reset(): void {
    this.pages.clear();
    this.askAnew();
  }

  /** Asks for what is in sight and not here, as it is after a change of the size. */
  askForWanted(): void {
    for (const page of this.pagesToHave()) {
      this.touch(page);
      if (this.underWay.size < requestsAtOnce && this.isMissing(page)) void this.load(page);
    }
  }

  /**
   * A page whose request fails stays missing, and is asked for when it is wanted again; at once
   * where the host may know better by now.
   */
  async load(page: number): Promise<void> {
    const { underWay } = this;
    const request: Request = { stale: false };
    underWay.set(page, request);
    const content = await this.paged.ask(page).catch(() => undefined);
    underWay.delete(page);
    if (underWay !== this.underWay) return;
    const { stale } = request;
    if (content !== undefined) this.show(page, { content, stale });
    if (content !== undefined || stale) this.askForWanted();
  }

  /** The pages in sight, then those that would come in sight next. */
  private pagesToHave(): number[] {
    const { pageSize } = this.paged;
    const size = this.paged.size();
    const first = Math.floor(this.wanted.first / pageSize);
    const end = Math.ceil(Math.min(this.wanted.end, size) / pageSize);
    if (first >= end) return [];
    const inSight = Array.from({ length: end - first }, (_, i) => first + i);
    return [...inSight, end, first - 1].filter((page) => page >= 0 && page * pageSize < size);
  }

  private isMissing(page: number): boolean {
    if (this.underWay.has(page)) return false;
    const here = this.pages.get(page);
    return here === undefined || here.stale || this.paged.hasGrown(page, here.content);
  }

  /** A Map keeps the order of insertion: the page used last goes to the end. */
  private touch(page: number): void {
    const here = this.pages.get(page);
    if (here !== undefined) this.keep(page, here);
  }

  private show(page: number, content: Page<Content>): void {
    this.keep(page, content);
    this.paged.changed();
  }

  private keep(page: number, content: Page<Content>): void {
    this.pages.delete(page);
    this.pages.set(page, content);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= pagesKept) break;
      this.pages.delete(oldest);
    }
  }
}

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

  /** Fetches everything again when it is wanted; until then the old rows stay. */
  refresh(rowCount: number): void {
    this.count = rowCount;
    this.pages.refresh();
  }

  /** Fetches everything again, as other columns are asked for; until then the old rows stay. */
  askAnew(): void {
    this.pages.askAnew();
  }

  /** Forgets every row: those at these places are others now. */
  reset(rowCount: number): void {
    this.count = rowCount;
    this.pages.reset();
  }
}
