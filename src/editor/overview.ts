// Answers the page's overview: lanes of frames over frame numbers or over time.
import { t } from '@vscode/l10n';
import { FrameTimes, frameParts, listedInParts, timeParts } from '../trace/overview/frameTimes';
import { HitCounts } from '../trace/overview/hitCounts';
import type { FrameList } from '../trace/list/frameList';
import type { Trace } from '../trace/trace';
import { RequestProblem } from './conversation';
import type { AxisRange } from './overviewMessages';
import type { Answers, Reports, RequestArguments } from './pageMessages';

/** Milliseconds that counting may take before an answer; the page asks again for the rest. */
const countingMs = 150;
/** Milliseconds between two reports. */
const reportEvery = 150;

interface Run<Report> {
  readonly cancelled: AbortSignal;
  report(report: Report): void;
}

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

  /** Lanes of a stretch of the axis, of the frames that are counted. */
  async window(
    asked: RequestArguments<'overview'>,
    { cancelled }: Run<never>,
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
    await counts.count(Infinity, run.cancelled);
    const report = throttled((done) => {
      run.report({ done, total: trace.recording.index.count });
    });
    const times = this.frameTimes ?? (await FrameTimes.read(trace, run.cancelled, report));
    if (!times || this.counts !== counts) throw new RequestProblem(t('The trace is read anew.'));
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
    // Of frames that lie at the same time, the first one is that which collected it.
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

  /** The frames that begin the parts of a stretch. */
  starts({ axis, ...stretch }: AxisRange): Uint32Array {
    const { counts } = this;
    return axis === 'time'
      ? timeParts(stretch, this.timesRead)
      : frameParts(stretch, counts.counted);
  }

  /** Where frames lie in time; undefined where that was not read. */
  get timesIfRead(): FrameTimes | undefined {
    // Looks first whether the frames are still the same.
    const isCurrent = this.counts.index === this.trace.recording.index;
    return isCurrent ? this.frameTimes : undefined;
  }

  /** The same; fails where that was not read. */
  get timesRead(): FrameTimes {
    const times = this.timesIfRead;
    if (!times) throw new RequestProblem(t('The times of the frames are not read yet.'));
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

/** Passes on at most so many calls a second. */
export function throttled(report: (done: number) => void): (done: number) => void {
  let reported = performance.now();
  return (done) => {
    const now = performance.now();
    if (now - reported < reportEvery) return;
    reported = now;
    report(done);
  };
}
