// The tab "Intervals": what is asked, what was found, and which of it is listed. Asked for when the
// tab is in front. No DOM in here.
import type { IntervalColumn } from '../../src/ask/time/arrangeIntervals';
import type { IntervalSummary } from '../../src/ask/time/findIntervals';
import type { IntervalRow, UnpairedFrame } from '../../src/ask/time/foundIntervals';
import type { SuggestedInterval } from '../../src/ask/time/suggestIntervals';
import { rowsAtOnce } from '../../src/ask/table/tableMessages';
import { Asked } from '../asked';
import { PageCache } from '../pageCache';
import { ignoringFailure, type Ask } from '../requests';
import { initialIntervals, type IntervalQuestion, type IntervalsState } from './intervalsState';

/** Unpaired frames that are shown at first, and that are added then. */
const unpairedAtOnce = 100;

/** What the tab needs of the page. */
interface IntervalsHost {
  readonly ask: Ask;
  changed(): void;
  /** Selects a frame. */
  select(frame: number): void;
  state(): IntervalsState;
  remember(state: IntervalsState): void;
  /** Shows these intervals over the frames too; undefined where there are none now. */
  showBars(found: IntervalSummary | undefined): void;
  /** Whether the tab is in front. */
  isShown(): boolean;
}

/** Durations from the first to the second, in the unit of the intervals. */
export type DurationRange = readonly [from: number, to: number];

export class IntervalsModel {
  readonly asked: Asked<IntervalSummary>;
  suggestions: readonly SuggestedInterval[] | undefined;
  /** Intervals that are listed. */
  count = 0;
  /** The row that the keyboard is at. */
  selected: number | undefined;
  durations: DurationRange | undefined;
  /** Part of the keys that are listed. */
  keyPart = '';
  unpaired: readonly UnpairedFrame[] = [];
  private readonly pages: PageCache<readonly IntervalRow[]>;
  private arranging = new AbortController();
  /** The frames or their values are others than when it was asked. */
  private isStale = true;

  constructor(private readonly host: IntervalsHost) {
    this.asked = new Asked(() => {
      host.changed();
    });
    this.pages = new PageCache({
      pageSize: rowsAtOnce,
      size: () => this.count,
      ask: async (page) => {
        const asked = { first: page * rowsAtOnce, count: rowsAtOnce };
        return this.found ? host.ask('intervalRows', { view: this.found.view, ...asked }) : [];
      },
      hasGrown: () => false,
      changed: () => {
        host.changed();
      },
    });
  }

  get state(): IntervalsState {
    return this.host.state();
  }

  get found(): IntervalSummary | undefined {
    return this.asked.answer;
  }

  row(row: number): IntervalRow | undefined {
    return this.pages.pageOf(row)?.[row % rowsAtOnce];
  }

  want(first: number, end: number): void {
    this.pages.want(first, end);
  }

  /** Finds other intervals; an empty begin: none, and what is suggested is shown. */
  show(question: IntervalQuestion): void {
    this.host.remember({ ...initialIntervals, ...question });
    this.durations = undefined;
    this.keyPart = '';
    this.refresh();
  }

  /** The frames or their values are others now. */
  refresh(): void {
    this.isStale = true;
    this.suggestions = undefined;
    this.host.showBars(undefined);
    this.update();
  }

  /** Asks for what is wanted, if the user can see it. */
  update(): void {
    if (!this.isStale || !this.host.isShown()) return;
    this.isStale = false;
    void this.find();
  }

  /** Stops searching. */
  stop(): void {
    this.clear();
    this.host.showBars(undefined);
  }

  /** Sorts by a column; by the same column again, in the opposite order. */
  sortBy(by: IntervalColumn): void {
    const { state } = this;
    const descending = state.by === by ? !state.descending : by === 'duration' || by === 'depth';
    this.host.remember({ ...state, by, descending });
    void this.arrange();
  }

  /** Lists those of some durations alone, or all. */
  setDurations(durations: DurationRange | undefined): void {
    this.durations = durations;
    void this.arrange();
  }

  setKeyPart(part: string): void {
    this.keyPart = part;
    void this.arrange();
  }

  /** Goes to the longest interval of all. */
  async showLongest(): Promise<void> {
    this.durations = undefined;
    this.keyPart = '';
    this.host.remember({ ...this.state, by: 'duration', descending: true });
    await this.arrange();
    await this.selectRow(0);
  }

  /** Selects a row, and the frame at which its interval begins. */
  async selectRow(row: number): Promise<void> {
    this.selected = row;
    this.host.changed();
    const interval = await this.fetched(row);
    if (interval && this.selected === row) this.host.select(interval.begin);
  }

  /** Goes to the frame at which the interval of the selected row ends. */
  openEnd(): void {
    const interval = this.selected === undefined ? undefined : this.row(this.selected);
    if (interval) this.host.select(interval.end);
  }

  /** Lists more of the unpaired frames. */
  async showMoreUnpaired(): Promise<void> {
    const { found, host } = this;
    if (!found) return;
    const asked = { view: found.view, first: this.unpaired.length, count: unpairedAtOnce };
    await ignoringFailure(async () => {
      const more = await host.ask('unpairedFrames', asked);
      if (found !== this.found) return;
      this.unpaired = [...this.unpaired, ...more];
      host.changed();
    });
  }

  private async fetched(row: number): Promise<IntervalRow | undefined> {
    const page = Math.floor(row / rowsAtOnce);
    if (!this.pages.has(page)) await this.pages.load(page);
    return this.row(row);
  }

  private async find(): Promise<void> {
    const { begin, end, key } = this.state;
    const { host } = this;
    this.setCount(0);
    this.unpaired = [];
    host.showBars(undefined);
    this.clear();
    if (begin === '') {
      await ignoringFailure(async () => {
        this.suggestions = await host.ask('suggestIntervals', {});
        host.changed();
      });
      return;
    }
    const found = await this.asked.ask((signal, report) =>
      host.ask('findIntervals', { begin, end, key }, { signal, report }),
    );
    if (!found) return;
    host.showBars(found);
    await this.arrange();
    await this.showMoreUnpaired();
  }

  private async arrange(): Promise<void> {
    this.arranging.abort();
    this.arranging = new AbortController();
    const { signal } = this.arranging;
    const { keyPart: key, durations } = this;
    const { by, descending } = this.state;
    this.host.changed();
    const { found } = this;
    if (!found) return;
    await ignoringFailure(async () => {
      const order = { view: found.view, by, descending, key };
      const wanted = durations
        ? { ...order, durations: [...durations] as [number, number] }
        : order;
      const { rows } = await this.host.ask('arrangeIntervals', wanted, { signal });
      if (!signal.aborted) this.setCount(rows);
    });
  }

  /** Forgets what was found, and has the host forget it too. */
  private clear(): void {
    const { found } = this;
    this.asked.clear();
    if (found) void ignoringFailure(() => this.host.ask('closeView', { view: found.view }));
  }

  private setCount(count: number): void {
    this.count = count;
    this.selected = undefined;
    this.pages.reset();
    this.host.changed();
  }
}
