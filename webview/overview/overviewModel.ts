// The overview as the page knows it: what is in sight, the lanes there, times, and the range that
// the user marks. No DOM in here.
import type { Axis, OverviewAnswer, TimesAnswer } from '../../src/editor/overviewMessages';
import { t } from '../l10n';
import { Moves, type Ask, RequestCancelled } from '../requests';
import { readTime } from './axisText';
import { Newest } from './newest';
import type { FrameRange } from './rangeFilter';
import { Viewport } from './viewport';
import type { Reports } from '../../src/editor/pageMessages';

/** What the overview needs of the page. */
interface OverviewHost {
  readonly ask: Ask;
  /** Something to draw has changed. */
  changed(): void;
  /** What is in sight has changed. */
  moved(): void;
  select(frame: number): void;
  /** Has the table show these frames alone. */
  filterTo(range: FrameRange): void;
}

/** Lanes as they were answered, with the stretch that they are of. */
export interface ShownLanes extends OverviewAnswer {
  readonly axis: Axis;
  readonly from: number;
  readonly to: number;
  readonly parts: number;
}

export class OverviewModel {
  readonly viewport = new Viewport();
  readonly times: TimesModel;
  lanes: ShownLanes | undefined;
  /** What is wrong with a time that was typed. */
  problem: string | undefined;
  /** The frames that the user marked. */
  range: FrameRange | undefined;
  /** Where marking began, and where it has come to. */
  rangeStart: number | undefined;
  rangeEnd: number | undefined;
  /** The lane to which the keyboard keeps; none for all frames. */
  lane: number | undefined;
  /** Frames to mark below the lanes, ascending. */
  bookmarks: readonly number[] = [];
  selected: number | undefined;
  /** The frame that was selected before. */
  before: number | undefined;
  debugged: number | undefined;
  private frameCount = 0;
  private matched: number | undefined;
  /** Parts that the screen shows; none while the overview is closed. */
  private parts = 0;
  private readonly moves = new Moves();
  private readonly asking = new Newest(() => this.ask());
  private readonly askingTimes = new Newest(() => this.askForTimes());

  constructor(private readonly host: OverviewHost) {
    this.times = new TimesModel(host.ask, () => {
      host.changed();
    });
  }

  /** Takes how wide the lanes are, in pixels of the screen. */
  setWidth(pixels: number): void {
    const parts = Math.min(Math.max(0, Math.floor(pixels)), maxParts);
    if (parts === this.parts) return;
    this.parts = parts;
    this.asking.want();
  }

  /** The frames are others now, or there are more of them. */
  grow(frameCount: number): void {
    const isLess = frameCount < this.frameCount;
    this.frameCount = frameCount;
    if (isLess) this.forgetTimes();
    if (this.viewport.axis === 'frame') this.viewport.setLength(frameCount);
    this.asking.want();
  }

  /** Takes how many frames the filter lets through. */
  follow(matched: number | undefined): void {
    if (matched === this.matched) return;
    this.matched = matched;
    this.asking.want();
  }

  /** Takes where the page and the debugger stand. */
  stand(selected: number | undefined, debugged: number | undefined): void {
    const isMoved = selected !== this.selected;
    if (!isMoved && debugged === this.debugged) return;
    if (isMoved) this.before = this.selected;
    this.selected = selected;
    this.debugged = debugged;
    this.askingTimes.want();
    const place = selected === undefined ? undefined : this.placeOf(selected);
    if (isMoved && place !== undefined && !this.viewport.isWhole) {
      this.viewport.reveal(place);
      this.move();
    }
  }

  /** Marks frames below the lanes. */
  setBookmarks(frames: readonly number[]): void {
    this.bookmarks = frames;
    this.askingTimes.want();
    this.host.changed();
  }

  /** Shows frame numbers, or time; reads the times first. */
  async setAxis(axis: Axis): Promise<void> {
    this.problem = undefined;
    if (axis === 'time' && !(await this.times.read(this.frameCount))) return;
    const { from, to } = this.times.all ?? { from: 0, to: 0 };
    if (axis === 'time') this.viewport.setAxis(axis, to - from, from);
    else this.viewport.setAxis(axis, this.frameCount);
    this.askingTimes.want();
    this.move();
  }

  /** What is in sight has changed. */
  move(): void {
    this.asking.want();
    this.host.moved();
    this.host.changed();
  }

  /** Where a frame is on the axis; undefined where its time is not known here. */
  placeOf(frame: number): number | undefined {
    return this.viewport.axis === 'frame' ? frame + 0.5 : this.times.of(frame)?.place;
  }

  /** The places between which times are known; undefined on the axis of frames. */
  get timedPlaces(): readonly [number, number] | undefined {
    const { all } = this.times;
    return this.viewport.axis === 'time' && all ? [0, all.length] : undefined;
  }

  /** The frame at a place that is in sight. */
  frameAt(place: number): number {
    const last = Math.max(0, this.frameCount - 1);
    if (this.viewport.axis === 'frame') return limited(Math.floor(place), last);
    const { lanes } = this;
    if (lanes?.axis !== 'time') return 0;
    const part = Math.floor(((place - lanes.from) / (lanes.to - lanes.from)) * lanes.parts);
    return limited(lanes.starts[limited(part, lanes.parts)] ?? 0, last);
  }

  /** Marks the frames between two places. */
  mark(one: number, other: number): void {
    this.markFrames(this.frameAt(one), this.frameAt(other));
  }

  /** Marks frames from one to another, which may lie before it. */
  markFrames(start: number, end: number): void {
    this.setRange({ first: Math.min(start, end), last: Math.max(start, end) });
    this.rangeStart = start;
    this.rangeEnd = end;
  }

  setRange(range: FrameRange | undefined): void {
    this.range = range;
    this.rangeStart = this.rangeEnd = undefined;
    this.askingTimes.want();
    this.host.changed();
  }

  /** Has the table show the marked frames alone. */
  showOnlyRange(): void {
    if (this.range) this.host.filterTo(this.range);
  }

  zoomToRange(): void {
    const { range } = this;
    if (!range) return;
    const isTime = this.viewport.axis === 'time';
    const [from, to] = [this.placeOf(range.first), this.placeOf(range.last)];
    if (from === undefined || to === undefined) return;
    this.viewport.show(isTime ? from : range.first, isTime ? to : range.last + 1);
    this.setRange(undefined);
    this.move();
  }

  goTo(frame: number): void {
    this.host.select(frame);
  }

  /** Has the keyboard keep to a lane, or to none. */
  keepTo(lane: number | undefined): void {
    this.lane = lane;
    this.host.changed();
  }

  /** Goes to the frame of a lane, or of any, that lies nearest to a place. */
  async goToNearest(at: number, lane: number | undefined): Promise<void> {
    const { axis } = this.viewport;
    const asked = { axis, at, ...(lane !== undefined && { lane }) };
    const found = await this.host.ask('nearestFrame', asked).catch(() => undefined);
    if (found?.frame !== undefined) this.host.select(found.frame);
  }

  /** Goes to the next frame, forward or backward, of the lane that the keyboard keeps to. */
  async step(direction: 1 | -1): Promise<void> {
    const { lane } = this;
    if (lane === undefined) this.host.select((this.selected ?? 0) + direction);
    else await this.moves.make(() => this.stepInLane(lane, direction));
  }

  private async stepInLane(lane: number, direction: 1 | -1): Promise<void> {
    const from = (this.selected ?? 0) + direction;
    if (from < 0) return;
    const asked = { lane, from, direction };
    const found = await this.host.ask('nextOfLane', asked).catch(() => undefined);
    if (found?.frame !== undefined) this.host.select(found.frame);
  }

  /** Goes to the time that the user typed, reading the times first. */
  async goToTime(typed: string): Promise<void> {
    const wanted = readTime(typed);
    this.problem = wanted ? undefined : t('A time is written as 1.2 s, +12.5 ms or -300 us.');
    this.host.changed();
    if (!wanted || !(await this.times.read(this.frameCount))) return;
    const from = this.selected ?? 0;
    await this.times.fetch([from]);
    const start = wanted.isRelative ? (this.times.of(from)?.place ?? 0) : 0;
    const at = start + wanted.time;
    const asked = { axis: 'time', at, timed: true } as const;
    const found = await this.host.ask('nearestFrame', asked).catch(() => undefined);
    if (found?.frame !== undefined) this.host.select(found.frame);
  }

  /** The trace is read anew, and so are its times. */
  private forgetTimes(): void {
    this.times.forget();
    this.range = undefined;
    this.viewport.setAxis('frame', this.frameCount);
  }

  /** Asks for the lanes that are in sight; again while frames are not counted yet. */
  private async ask(): Promise<void> {
    if (this.frameCount === 0 || this.parts === 0) return;
    const { axis, from, to } = this.viewport;
    const [start, end] = axis === 'frame' ? [Math.floor(from), Math.ceil(to)] : [from, to];
    const parts = axis === 'frame' ? Math.min(this.parts, Math.max(1, end - start)) : this.parts;
    const asked = { axis, from: start, to: end, parts };
    const answer = await this.host.ask('overview', asked).catch(() => undefined);
    // The host reads a trace anew whose byte order its program settles: the times go with the
    // frames.
    if (!answer && axis === 'time') this.forgetTimes();
    if (!answer || axis !== this.viewport.axis) return;
    this.lanes = { ...answer, ...asked };
    if (answer.counted < this.frameCount) this.asking.want();
    this.host.changed();
  }

  /** Asks when the frames that are marked were collected. */
  private async askForTimes(): Promise<void> {
    const { selected, before, debugged, range, bookmarks } = this;
    const marked = [selected, before, debugged, range?.first, range?.last, ...bookmarks];
    await this.times.fetch(marked.filter((frame) => frame !== undefined));
    this.host.changed();
  }
}

/** Parts that the host answers at most. */
const maxParts = 8192;

function limited(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

/** When a frame was collected, microseconds since the first time. */
interface FrameTime {
  /** NaN where the frame did not collect it. */
  readonly time: number;
  /** Where it is drawn. */
  readonly place: number;
}

/** The most frames whose times are remembered, and asked for at once. */
const maxTimes = 5000;

const noTimes = t(
  'No frame collected $trace_timestamp. With `collect $trace_timestamp` among the actions of a tracepoint, the next run has times.',
);

class TimesModel {
  /** What all times come to; absent until they are read. */
  all: TimesAnswer | undefined;
  /** How far reading has come; absent while it is not under way. */
  progress: Reports['times'] | undefined;
  /** Why there are none. */
  problem: string | undefined;
  private readonly known = new Map<number, FrameTime>();
  private reading = new AbortController();

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  /** When a frame was collected; undefined where that was not fetched. */
  of(frame: number): FrameTime | undefined {
    return this.known.get(frame);
  }

  /** The frames are others now. */
  forget(): void {
    this.stop();
    this.all = undefined;
    this.known.clear();
  }

  stop(): void {
    this.reading.abort();
    this.progress = undefined;
    this.changed();
  }

  /** Has the host read every frame's time, once; false where there are none, or it was stopped. */
  async read(frameCount: number): Promise<boolean> {
    if (this.all) return true;
    this.reading.abort();
    const run = new AbortController();
    this.reading = run;
    const report = (progress: Reports['times']) => {
      if (!run.signal.aborted) this.progress = progress;
      this.changed();
    };
    this.problem = undefined;
    report({ done: 0, total: Math.max(1, frameCount) });
    try {
      const times = await this.ask('times', {}, { signal: run.signal, report });
      if (times.timed > 0) this.all = times;
      else this.problem = noTimes;
    } catch (error) {
      if (error instanceof RequestCancelled) return false;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.progress = undefined;
    this.changed();
    return this.all !== undefined;
  }

  /** Asks for the times of frames, where they are read and not known here. */
  async fetch(frames: readonly number[]): Promise<void> {
    const wanted = [...new Set(frames)].filter((frame) => !this.known.has(frame));
    if (!this.all || wanted.length === 0) return;
    if (this.known.size > maxTimes) this.known.clear();
    const asked = { frames: wanted.slice(0, maxTimes) };
    const answer = await this.ask('timesOf', asked).catch(() => undefined);
    for (const [i, frame] of asked.frames.entries()) {
      const [time, place] = [answer?.times[i], answer?.places[i]];
      if (time !== undefined && place !== undefined) this.known.set(frame, { time, place });
    }
  }
}
