// The tracks over one axis as the page knows them: what is in sight, the lanes there, the
// expressions, times, the frame under the pointer, and the range that the user selects. No DOM in
// here.
import type { Axis, AxisRange } from '../../src/ask/tracks/axis';
import type { OverviewAnswer } from '../../src/ask/tracks/overview';
import type { TrackFrame } from '../../src/ask/tracks/trackFrame';
import type { TrackRange } from '../../src/ask/tracks/trackRange';
import { t } from '../l10n';
import { Moves, type Ask } from '../requests';
import { readTime } from './axisText';
import { limitHeight, limitRoom, type CanvasSettings } from './canvasSettings';
import { ExpressionTracks, partsInSight } from './expressionTracks';
import { barPlaceIn, IntervalTrack, type BarPlace } from './intervalTrack';
import { Newest } from './newest';
import type { FrameRange } from './rangeFilter';
import { TimesModel } from './times';
import { layOut, moved, tracksOf, type PlacedTrack, type Track, type TrackPoint } from './tracks';
import { clamp, Viewport } from './viewport';

/** What the tracks need of the page. */
interface CanvasHost {
  readonly ask: Ask;
  /** Something to draw has changed. */
  changed(): void;
  /** Keeps what the user made of the tracks. */
  remember(settings: CanvasSettings): void;
  /** Goes to the next frame, forward or backward, that the filter lets through. */
  goToMatch(direction: 1 | -1): Promise<void>;
  select(frame: number): void;
  /** Has the table show these frames alone. */
  filterTo(range: FrameRange): void;
}

/** An answer, with the expressions that its values are of. */
type Of<Answer> = Answer & { readonly texts: readonly string[] };

/** Lanes as they were answered, with the range that they are of. */
export interface ShownLanes extends OverviewAnswer {
  readonly axis: Axis;
  readonly from: number;
  readonly to: number;
  readonly parts: number;
}

export class CanvasModel {
  readonly viewport = new Viewport();
  readonly expressions: ExpressionTracks;
  readonly intervals: IntervalTrack;
  readonly times: TimesModel;
  lanes: ShownLanes | undefined;
  /** The lanes of the whole axis, for the map of it; absent until they come. */
  wholeLanes: ShownLanes | undefined;
  /** Pixels that the page has for all tracks; more are scrolled to. */
  space = Infinity;
  /** What is wrong with a time that was typed. */
  problem: string | undefined;
  /** The frames that the user marked. */
  range: FrameRange | undefined;
  /** Where marking began, and where it has come to. */
  rangeStart: number | undefined;
  rangeEnd: number | undefined;
  /** The id of the track to which the keyboard keeps; none for all frames. */
  kept: string | undefined;
  /** What is said of the selected frame. */
  here: Of<TrackFrame> | undefined;
  /** What is said of the frame under the pointer. */
  pointed: Of<TrackFrame> | undefined;
  /** Where on the axis the pointer is. */
  pointer: number | undefined;
  /** A summary of the selected range. */
  rangeFacts: Of<TrackRange> | undefined;
  /** Bookmarked frames, ascending. */
  bookmarks: readonly number[] = [];
  selected: number | undefined;
  /** The frame that was selected before. */
  before: number | undefined;
  debugged: number | undefined;
  /** The host's view of the table whose filter is shown. */
  private filtered: { readonly table?: number } = {};
  private frameCount = 0;
  private matched: number | undefined;
  /** Parts that the screen shows; none while the overview is closed. */
  private parts = 0;
  private readonly moves = new Moves();
  private readonly asking = new Newest(() => this.ask());
  private readonly askingTimes = new Newest(() => this.askForTimes());

  private readonly askingHere = new Newest(() => this.askForHere());
  private readonly askingPointed = new Newest(() => this.askForPointed());
  private readonly askingRange = new Newest(() => this.askForRange());
  /** The axis of time is to be shown as soon as there are frames. */
  private wantsTime: boolean;

  constructor(
    private readonly host: CanvasHost,
    private settings: CanvasSettings,
  ) {
    this.wantsTime = settings.axis === 'time';
    this.times = new TimesModel(host.ask, () => {
      host.changed();
    });
    const expressionHost = {
      ask: host.ask,
      changed: () => {
        host.changed();
        this.askingHere.want();
      },
      remember: (expressions: CanvasSettings['expressions']) => {
        this.keep({ expressions });
      },
    };
    this.intervals = new IntervalTrack(host, this.viewport);
    this.expressions = new ExpressionTracks(expressionHost, this.viewport, settings.expressions);
  }

  /** The tracks from the top, and where they are; with `room`, lower where that is too little. */
  tracksIn(room: number): PlacedTrack[] {
    const { lanes, bookmarks, expressions, settings } = this;
    const sources = {
      lanes,
      intervalDepths: this.intervals.shown?.depths ?? 0,
      hasMatches: lanes?.matches !== undefined,
      hasBookmarks: bookmarks.length > 0,
    };
    return layOut(
      tracksOf(sources, { ...settings, expressions: expressions.all }),
      settings.heights,
      expressions.isState,
      room,
    );
  }

  /** The tracks from the top, and where they are on the page. */
  get tracks(): PlacedTrack[] {
    return this.tracksIn(this.space);
  }

  /** The track to which the keyboard keeps. */
  get keptTrack(): Track | undefined {
    return this.tracks.find(({ track }) => track.id === this.kept)?.track;
  }

  /** Moves a track so many places down, or up where negative. */
  moveTrack(id: string, by: number): void {
    const ids = this.tracks.map(({ track }) => track.id);
    this.keep({ order: moved(ids, id, by) });
  }

  setHeight(id: string, height: number): void {
    this.keep({ heights: { ...this.settings.heights, [id]: limitHeight(height) } });
  }

  /** How high all tracks together may be; undefined for as much as the page gives them. */
  get room(): number | undefined {
    return this.settings.room;
  }

  setRoom(room: number | undefined): void {
    this.keep({ room: room === undefined ? undefined : limitRoom(room) });
  }

  /** Takes where on the axis the pointer is, and in which track; undefined: elsewhere. */
  point(at: number | undefined, over?: TrackPoint): void {
    this.pointer = at;
    this.intervals.point(at === undefined ? undefined : this.barPlace(at, over));
    if (at === undefined) this.pointed = undefined;
    this.askingPointed.want();
    this.host.changed();
  }

  /** The frames or their values are others now. */
  refresh(): void {
    this.expressions.refresh();
    this.askingHere.want();
    this.askingRange.want();
  }

  /** Takes how wide the lanes are, in pixels of the screen. */
  setWidth(pixels: number): void {
    const parts = Math.min(Math.max(0, Math.floor(pixels)), maxParts);
    if (parts === this.parts) return;
    this.parts = parts;
    this.expressions.setParts(parts);
    this.intervals.setParts(parts);
    this.asking.want();
  }

  /** The frames are others now, or there are more of them. */
  grow(frameCount: number): void {
    const isLess = frameCount < this.frameCount;
    this.frameCount = frameCount;
    if (isLess) this.forgetTimes();
    if (this.viewport.axis === 'frame') this.viewport.setLength(frameCount);
    this.asking.want();
    if (!this.wantsTime || frameCount === 0) return;
    this.wantsTime = false;
    void this.setAxis('time');
  }

  /** Takes the host's view of the table whose filter is shown. */
  setTable(table: number): void {
    if (table === this.filtered.table) return;
    this.filtered = { table };
    this.asking.want();
  }

  /** Takes how many frames the filter lets through. */
  follow(matched: number | undefined): void {
    if (matched === this.matched) return;
    this.matched = matched;
    this.asking.want();
  }

  /** Takes where the page and the debugger are. */
  stand(selected: number | undefined, debugged: number | undefined): void {
    const isMoved = selected !== this.selected;
    if (!isMoved && debugged === this.debugged) return;
    if (isMoved) this.before = this.selected;
    this.selected = selected;
    this.debugged = debugged;
    this.askingTimes.want();
    this.askingHere.want();
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
    this.keep({ axis });
    this.askingTimes.want();
    this.askingHere.want();
    this.move();
  }

  /** What is in sight has changed. */
  move(): void {
    this.asking.want();
    this.expressions.moved();
    this.intervals.moved();
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
    if (this.viewport.axis === 'frame') return clamp(Math.floor(place), last);
    const { lanes } = this;
    if (lanes?.axis !== 'time') return 0;
    const part = Math.floor(((place - lanes.from) / (lanes.to - lanes.from)) * lanes.parts);
    return clamp(lanes.starts[clamp(part, lanes.parts)] ?? 0, last);
  }

  /** Marks the frames between two places. */
  mark(one: number, other: number): void {
    this.markFrames(this.frameAt(one), this.frameAt(other));
  }

  /** Marks frames from one to another, which may be before it. */
  markFrames(start: number, end: number): void {
    this.setRange({ first: Math.min(start, end), last: Math.max(start, end) });
    this.rangeStart = start;
    this.rangeEnd = end;
  }

  setRange(range: FrameRange | undefined): void {
    this.range = range;
    this.rangeStart = this.rangeEnd = undefined;
    this.rangeFacts = undefined;
    this.askingTimes.want();
    this.askingRange.want();
    this.host.changed();
  }

  /** Has the table show the selected frames alone. */
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

  /** Has the keyboard keep to a track, or to none. */
  keepTo(id: string | undefined): void {
    this.kept = id;
    this.host.changed();
  }

  /** Goes to the frame of a track, or of any, that is nearest to a place. */
  async goToNearest(at: number, track: Track | undefined, over?: TrackPoint): Promise<void> {
    const bar = this.barPlace(at, over);
    const begin = bar && (await this.intervals.beginAt(bar));
    if (begin !== undefined) {
      this.host.select(begin);
      return;
    }
    const { axis } = this.viewport;
    const lane = track?.kind === 'lane' ? track.lane : undefined;
    const asked = { axis, at, ...(lane !== undefined && { lane }) };
    const found = await this.host.ask('nearestFrame', asked).catch(() => undefined);
    if (found?.frame !== undefined) this.host.select(found.frame);
  }

  /** Goes to the next frame, forward or backward, of the track that the keyboard keeps to. */
  async step(direction: 1 | -1): Promise<void> {
    const { keptTrack: track } = this;
    if (track?.kind === 'lane') {
      await this.moves.make(() => this.stepInLane(track.lane, direction));
    } else if (track?.kind === 'matches') {
      await this.host.goToMatch(direction);
    } else if (track?.kind === 'expression') {
      await this.moves.make(() => this.stepInChanges(track.text, direction));
    } else if (track?.kind === 'intervals') {
      await this.moves.make(() => this.stepInIntervals(direction));
    } else if (track?.kind === 'bookmarks') {
      this.stepInBookmarks(direction);
    } else {
      this.host.select((this.selected ?? 0) + direction);
    }
  }

  /** Which bars are at a place of the axis; undefined where the track there has none. */
  private barPlace(at: number, over: TrackPoint | undefined): BarPlace | undefined {
    const { lanes } = this;
    if (over?.track.kind !== 'intervals' || lanes?.axis !== this.viewport.axis) return undefined;
    return barPlaceIn(lanes, at, over.share, over.track.depths);
  }

  private async stepInIntervals(direction: 1 | -1): Promise<void> {
    const from = (this.selected ?? 0) + direction;
    const next = from < 0 ? undefined : await this.intervals.nextBegin(from, direction);
    if (next !== undefined) this.host.select(next);
  }

  private stepInBookmarks(direction: 1 | -1): void {
    const { bookmarks, selected = -1 } = this;
    const next =
      direction > 0
        ? bookmarks.find((frame) => frame > selected)
        : bookmarks.filter((frame) => frame < selected).at(-1);
    if (next !== undefined) this.host.select(next);
  }

  private async stepInChanges(text: string, direction: 1 | -1): Promise<void> {
    const asked = { text, frame: this.selected ?? 0, direction };
    const found = await this.host.ask('nextChange', asked).catch(() => undefined);
    if (found?.frame !== undefined) this.host.select(found.frame);
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

  /** The trace is read again, and so are its times. */
  private forgetTimes(): void {
    this.times.forget();
    this.range = undefined;
    this.viewport.setAxis('frame', this.frameCount);
  }

  /**
   * Asks for the lanes that are in sight, and for all where those are fewer; again while frames are
   * not counted yet.
   */
  private async ask(): Promise<void> {
    if (this.frameCount === 0 || this.parts === 0) return;
    const { viewport, parts } = this;
    const { isWhole } = viewport;
    const shown = await this.askForLanes(partsInSight(viewport, parts));
    if (!shown) return;
    this.lanes = shown;
    if (shown.counted < this.frameCount) this.asking.want();
    if (isWhole) this.wholeLanes = shown;
    this.host.changed();
    const { axis, first, length } = viewport;
    const known = this.wholeLanes?.axis === axis ? this.wholeLanes.counted : 0;
    if (isWhole || known === this.frameCount) return;
    const whole = { axis, from: first, to: first + length };
    this.wholeLanes = await this.askForLanes(partsInSight(whole, parts));
    this.host.changed();
  }

  private async askForLanes(asked: AxisRange): Promise<ShownLanes | undefined> {
    const { axis } = asked;
    const answer = await this.host
      .ask('overview', { range: asked, ...this.filtered })
      .catch(() => undefined);
    // The host reads a trace again whose byte order its program settles: the times go with the
    // frames.
    if (!answer && axis === 'time') this.forgetTimes();
    return answer && axis === this.viewport.axis ? { ...answer, ...asked } : undefined;
  }

  /** Asks what is said of the selected frame. */
  private async askForHere(): Promise<void> {
    const { selected: frame } = this;
    if (frame === undefined) return;
    this.here = await this.askFor(frame);
    this.host.changed();
  }

  /** Asks what is said of the frame under the pointer. */
  private async askForPointed(): Promise<void> {
    const { pointer: at } = this;
    if (at === undefined) return;
    const nearest = { axis: this.viewport.axis, at };
    const found = await this.host.ask('nearestFrame', nearest).catch(() => undefined);
    if (found?.frame === undefined) return;
    const pointed = await this.askFor(found.frame);
    if (this.pointer === undefined) return;
    this.pointed = pointed;
    this.host.changed();
  }

  /** Asks for the summary of the selected range. */
  private async askForRange(): Promise<void> {
    const { range } = this;
    if (!range) return;
    const { texts } = this.expressions;
    const asked = { ...range, texts, ...this.filtered };
    const facts = await this.host.ask('trackRange', asked).catch(() => undefined);
    if (range !== this.range) return;
    this.rangeFacts = facts && { ...facts, texts };
    this.host.changed();
  }

  private async askFor(frame: number): Promise<Of<TrackFrame> | undefined> {
    const { texts } = this.expressions;
    const said = await this.host.ask('trackFrame', { frame, texts }).catch(() => undefined);
    return said && { ...said, texts };
  }

  private keep(change: Partial<CanvasSettings>): void {
    this.settings = { ...this.settings, ...change };
    this.host.remember(this.settings);
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
