// Answers the page's overview: lanes of frames over frame numbers or over time.
import { t } from '@vscode/l10n';
import { FrameTimes, frameParts, listedInParts, timeParts } from '../../trace/overview/frameTimes';
import { HitCounts } from '../../trace/overview/hitCounts';
import type { FrameList } from '../../trace/list/frameList';
import type { Trace } from '../../trace/trace';
import { RequestFailed } from '../../bytes/requestFailed';
import { type Run, passOf } from '../run';
import { type AxisRange, maxPlots, type PlotParts } from './overviewMessages';
import type { Answers, Reports, RequestArguments } from '../traceRequests';
import { LruCache } from '../../bytes/cache';
import { ValueSeries } from '../../trace/overview/valueSeries';
import type { FrameValue } from '../../trace/search/frameValues';
import { frameRow } from '../table/frameRow';

/** Milliseconds that counting may take before an answer; the page asks again for the rest. */
const countingMs = 150;

/** What the overview of one page is made of. */
export class Overview {
  private known: HitCounts | undefined;
  private frameTimes: FrameTimes | undefined;

  constructor(
    readonly trace: Trace,
    /** The frames that the table's filter lets through, ascending; none without a filter. */
    private readonly matches: () => FrameList | undefined,
  ) {}

  /** Hits and steps by lane, of the trace's index as it is. */
  get counts(): HitCounts {
    const { trace } = this;
    if (this.known?.index !== trace.recording.index) {
      this.known = new HitCounts(
        trace.recording.index,
        trace.recording.stepping,
        trace.recording.description.tracepoints,
      );
      this.frameTimes = undefined;
    }
    return this.known;
  }

  /** Lanes of a range of the axis, of the frames that are counted. */
  async window(
    asked: RequestArguments<'overview'>,
    { signal: cancelled }: Run<never>,
  ): Promise<Answers['overview']> {
    const { counts } = this;
    await counts.count(countingMs, cancelled);
    const starts = this.starts(asked);
    const matches = this.matches();
    const times = asked.axis === 'time' ? this.timesRead : undefined;
    return {
      ...{ counted: counts.counted, tracepoints: counts.tracepoints, starts },
      totals: Uint32Array.from({ length: 2 * counts.lanes }, (_, kind) => counts.total(kind)),
      ...counts.inParts(starts),
      ...(matches && { matches: listedInParts(matches, starts) }),
      ...(times && { timed: times.timedInParts(starts) }),
    };
  }

  /** Reads the time of every frame, once. */
  async times(run: Run<Reports['times']>): Promise<Answers['times']> {
    const { trace, counts } = this;
    await counts.count(Infinity, run.signal);
    const report = passOf(run).onProgress;
    const read = () =>
      FrameTimes.read(trace, run.signal, (done) => {
        report(done, trace.recording.index.count);
      });
    const times = this.frameTimes ?? (await read());
    if (!times || this.counts !== counts) throw new RequestFailed(t('The trace is read anew.'));
    this.frameTimes = times;
    const rates = await times.rates(counts.lanes, (frame) => counts.kind(frame));
    const { timed, late, length, from, to } = times;
    return { timed, late, length, from, to, rates };
  }

  /** When frames were collected. */
  timesOf({ frames }: RequestArguments<'timesOf'>): Answers['timesOf'] {
    const times = this.timesRead;
    return {
      times: Float64Array.from(frames, (frame) => (times.isOwn(frame) ? times.place(frame) : NaN)),
      places: Float64Array.from(frames, (frame) => times.place(frame)),
    };
  }

  /** The frame, of one lane or of any, nearest to a place. */
  nearestFrame({
    axis,
    at,
    lane,
    timed,
  }: RequestArguments<'nearestFrame'>): Answers['nearestFrame'] {
    const { counts } = this;
    if (timed === true) return frameOf(this.timesRead.nearestOwn(at));
    const last = counts.counted - 1;
    if (last < 0) return {};
    const times = axis === 'time' ? this.timesRead : undefined;
    const place = (frame: number) => times?.place(frame) ?? frame + 0.5;
    const from = Math.min(Math.max(times?.firstFrom(at) ?? Math.floor(at), 0), last);
    const before = Math.max(0, from - 1);
    // Of frames that are at the same time, the first one is that which collected it.
    const first = (frame: number) => times?.firstFrom(place(frame)) ?? frame;
    const found =
      lane === undefined
        ? [first(from), first(before)]
        : [counts.nearest(lane, from, 1), counts.nearest(lane, before, -1)];
    const distance = (frame: number) => Math.abs(place(frame) - at);
    const [frame] = found
      .filter((each) => each !== undefined)
      .sort((one, other) => distance(one) - distance(other));
    return frameOf(frame);
  }

  /** The next frame of a lane, from a frame on. */
  nextOfLane({ lane, from, direction }: RequestArguments<'nextOfLane'>): Answers['nextOfLane'] {
    return frameOf(this.counts.nearest(lane, from, direction));
  }

  /** The frames that begin the parts of a range. */
  starts({ axis, ...range }: AxisRange): Uint32Array {
    const { counts } = this;
    return axis === 'time' ? timeParts(range, this.timesRead) : frameParts(range, counts.counted);
  }

  /** Where frames are in time; undefined where that was not read. */
  get timesIfRead(): FrameTimes | undefined {
    // Looks first whether the frames are still the same.
    const isCurrent = this.counts.index === this.trace.recording.index;
    return isCurrent ? this.frameTimes : undefined;
  }

  /** The same; fails where that was not read. */
  get timesRead(): FrameTimes {
    const times = this.timesIfRead;
    if (!times) throw new RequestFailed(t('The times of the frames are not read yet.'));
    return times;
  }

  /** How many frames of each lane, and of the filter, there are from one frame to another. */
  range(first: number, last: number): { lanes: Uint32Array; matches?: number } {
    const { counts } = this;
    const starts = Uint32Array.of(first, last + 1);
    const { hits, steps } = counts.inParts(starts);
    const matches = this.matches();
    return {
      lanes: hits.map((count, lane) => count + (steps[lane] ?? 0)),
      ...(matches && { matches: listedInParts(matches, starts)[0] ?? 0 }),
    };
  }
}

function frameOf(frame: number | undefined): { readonly frame?: number } {
  return frame === undefined ? {} : { frame };
}

// Answers the page's tracks of expressions and its sparklines: numbers in every frame, cut to what
// is in sight.

/** Bytes of cached numbers; the least recently used go first. */
const maxCachedBytes = 400e6;

/** The numbers that one page plots. */
export class Plots {
  private all = this.noSeries();

  constructor(
    private readonly overview: Overview,
    private readonly value: (text: string) => Promise<FrameValue>,
  ) {}

  /** After a new index or program: other frames, or other values. */
  reset(): void {
    this.all = this.noSeries();
  }

  /** Reads an expression's numbers. Its problem is the page's to show. */
  async values(
    { text }: RequestArguments<'plotValues'>,
    run: Run<Reports['plotValues']>,
  ): Promise<Answers['plotValues']> {
    const series = await this.series(text);
    const { counts } = this.overview;
    const report = passOf(run).onProgress;
    await series.readAll(run.signal, (done) => {
      report(done, counts.index.count);
    });
    const { facts } = series;
    if (facts.hasManyTexts) {
      throw new RequestFailed(t('It is no number, and has too many different values.'));
    }
    return facts;
  }

  /** The numbers by part of a range of the axis. */
  async parts(
    { range, texts }: RequestArguments<'plot'>,
    { signal: cancelled }: { readonly signal: AbortSignal },
  ): Promise<Answers['plot']> {
    const { overview } = this;
    const starts = overview.starts(range);
    const times = range.axis === 'time' ? overview.timesRead : undefined;
    const plots: (PlotParts | undefined)[] = [];
    for (const text of texts) {
      const series = await this.used(text);
      const parts = await series?.parts(starts, cancelled);
      plots.push(series && parts && { ...parts, facts: series.facts });
    }
    return { plots, ...(times && { timed: times.timedInParts(starts) }) };
  }

  /** One frame over the tracks, with what the plotted expressions are in it. */
  async frame({ frame, texts }: RequestArguments<'trackFrame'>): Promise<Answers['trackFrame']> {
    const { trace, timesIfRead } = this.overview;
    if (!(await trace.recording.reach(frame))) return undefined;
    const { tracepoint, stepping, functionName, place } = await frameRow(trace, frame);
    return {
      ...{ frame, tracepoint, stepping },
      ...(functionName !== undefined && { functionName }),
      ...(place && { place }),
      ...(timesIfRead?.isOwn(frame) && { time: timesIfRead.place(frame) }),
      values: (await this.usedAll(texts)).map((series) => {
        const value = series?.at(frame) ?? NaN;
        return series?.stateAt(frame) ?? (Number.isNaN(value) ? null : String(value));
      }),
    };
  }

  /** What consecutive frames come to. */
  async range({
    first,
    last,
    texts,
  }: RequestArguments<'trackRange'>): Promise<Answers['trackRange']> {
    return {
      ...this.overview.range(first, last),
      values: (await this.usedAll(texts)).map((series) => {
        const sum = series?.range(first, last);
        return sum && sum.count > 0 ? sum : null;
      }),
    };
  }

  private series(text: string): Promise<ValueSeries> {
    return this.all.get(
      text,
      async () => new ValueSeries(await this.value(text), this.overview.counts),
    );
  }

  /** A series that was read, which becomes the newest by that. */
  private async used(text: string): Promise<ValueSeries | undefined> {
    return this.all.known(text) && this.series(text);
  }

  private usedAll(texts: readonly string[]): Promise<(ValueSeries | undefined)[]> {
    return Promise.all(texts.map((text) => this.used(text)));
  }

  private noSeries(): LruCache<string, ValueSeries> {
    const weigh = () => {
      return Math.max(8 * this.overview.counts.index.count, maxCachedBytes / (2 * maxPlots));
    };
    return new LruCache(maxCachedBytes, weigh);
  }
}
