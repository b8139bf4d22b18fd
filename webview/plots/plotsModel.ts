// Plots as the page knows them: which expressions, how far they are read, and the points in sight.
// No DOM in here.
import type { AxisRange, PlotFacts, PlotPoints } from '../../src/editor/overviewMessages';
import type { Reports } from '../../src/editor/pageMessages';
import { t } from '../l10n';
import { Newest } from '../overview/newest';
import type { FrameRange } from '../overview/rangeFilter';
import type { Viewport } from '../overview/viewport';
import { RequestError, type Ask } from '../requests';
import { maxShownPlots, type PlotSetting, type Shape } from './plotSettings';

/** One expression over the frames. */
export interface Plot extends PlotSetting {
  /** How far reading its numbers has come; absent when they are read. */
  readonly progress?: Reports['plotValues'];
  readonly facts?: PlotFacts;
  /** Why it is not plotted. */
  readonly problem?: string;
}

/** What is wrong with an expression that was to be plotted. */
interface PlotProblem {
  readonly text: string;
  readonly problem: string;
  /** In the expression, counted from 1. */
  readonly column?: number;
}

/** What the plots need of the page. */
interface PlotsHost {
  readonly ask: Ask;
  changed(): void;
  select(frame: number): void;
  filterTo(range: FrameRange): void;
  /** Keeps what the user plots. */
  remember(plots: readonly PlotSetting[]): void;
}

const noPoints: Aligned = { frames: [], places: [], values: [] };

export class PlotsModel {
  plots: readonly Plot[];
  problem: PlotProblem | undefined;
  /** The points in sight, plot for plot. */
  points: Aligned = noPoints;
  /** Counts the changes of {@link points}. */
  version = 0;
  /** The row of the points that pointer or keyboard is at. */
  cursor: number | undefined;
  /** Parts that the screen shows; none while the plots are closed. */
  private parts = 0;
  /** Expressions whose numbers are to be read when they are shown. */
  private readonly stale = new Set<string>();
  private readonly runs = new Map<string, AbortController>();
  private readonly asking = new Newest(() => this.ask());

  constructor(
    private readonly host: PlotsHost,
    private readonly viewport: Viewport,
    saved: readonly PlotSetting[],
  ) {
    this.plots = saved;
  }

  /** Pixels of the screen that the plots are wide. */
  setWidth(pixels: number): void {
    const parts = Math.min(Math.max(0, Math.floor(pixels)), maxParts);
    if (parts === this.parts) return;
    this.parts = parts;
    this.readStale();
    this.asking.want();
  }

  /** The frames or their values are others now. */
  refresh(): void {
    for (const { text } of this.plots) this.stale.add(text);
    this.readStale();
  }

  /** What is in sight has changed. */
  moved(): void {
    this.asking.want();
  }

  /** Plots an expression; what is wrong with it is said, and it is not plotted. */
  async add(text: string): Promise<void> {
    const wanted = text.trim();
    this.problem = undefined;
    if (wanted === '' || this.plots.some((plot) => plot.text === wanted)) return;
    if (this.plots.length >= maxShownPlots) {
      this.complain({
        text: wanted,
        problem: t('There are {0} plots; remove one first.', maxShownPlots),
      });
      return;
    }
    this.plots = [...this.plots, { text: wanted, shape: 'line' }];
    await this.read(wanted, true);
    this.keep();
  }

  remove(text: string): void {
    this.runs.get(text)?.abort();
    this.runs.delete(text);
    this.stale.delete(text);
    this.plots = this.plots.filter((plot) => plot.text !== text);
    this.keep();
    this.asking.want();
  }

  setShape(text: string, shape: Shape): void {
    this.change(text, { shape });
    this.version++;
    this.keep();
  }

  /** Moves the cursor to the point nearest to a place; away from all where there is none. */
  point(at: number | undefined): void {
    this.cursor = at === undefined ? undefined : nearestRow(this.points.places, at);
    this.host.changed();
  }

  /** Moves the cursor by points, from where the selected frame is. */
  step(by: number, selected: number | undefined): void {
    const { frames, places } = this.points;
    const at = selected === undefined ? -1 : frames.findIndex((frame) => frame >= selected);
    const from = this.cursor ?? Math.max(0, at);
    const row = Math.min(Math.max(0, from + by), places.length - 1);
    this.cursor = places.length === 0 ? undefined : row;
    this.host.changed();
  }

  /** The frame that the cursor is at. */
  get frame(): number | undefined {
    return this.cursor === undefined ? undefined : this.points.frames[this.cursor];
  }

  /** Goes to the frame that the cursor is at. */
  goThere(): void {
    if (this.frame !== undefined) this.host.select(this.frame);
  }

  /** Has the table show the frames of the points between two places. */
  brush(from: number, to: number): void {
    const inside = this.points.frames.filter((_, row) => {
      const place = this.points.places[row] ?? NaN;
      return place >= from && place <= to;
    });
    const [first, last] = [inside[0], inside.at(-1)];
    if (first !== undefined && last !== undefined) this.host.filterTo({ first, last });
  }

  /** A plot's number where the cursor is. */
  valueAt(index: number): number | undefined {
    if (this.cursor === undefined) return undefined;
    return this.points.values[index]?.[this.cursor] ?? undefined;
  }

  /** What is not on the screen is not read. */
  private readStale(): void {
    if (this.parts === 0) return;
    for (const text of this.stale) void this.read(text);
  }

  /**
   * Reads an expression's numbers in all frames; of one that is `new` and has a mistake nothing
   * stays.
   */
  private async read(text: string, isNew = false): Promise<void> {
    this.stale.delete(text);
    this.runs.get(text)?.abort();
    const run = new AbortController();
    this.runs.set(text, run);
    const report = (progress: Reports['plotValues']) => {
      if (run.signal.aborted) return;
      this.change(text, { progress });
      this.asking.want();
    };
    report({ done: 0, total: 1 });
    try {
      const facts = await this.host.ask('plotValues', { text }, { signal: run.signal, report });
      this.finish(text, { facts });
    } catch (error) {
      if (run.signal.aborted || !(error instanceof RequestError)) return;
      const { message: problem, column } = error;
      this.finish(text, { problem });
      if (!isNew) return;
      this.remove(text);
      this.complain({ text, problem, ...(column !== undefined && { column }) });
    }
    this.asking.want();
  }

  private complain(problem: PlotProblem): void {
    this.problem = problem;
    this.host.changed();
  }

  private finish(text: string, end: Partial<Plot>): void {
    this.plots = this.plots.map((plot) =>
      plot.text === text ? { text, shape: plot.shape, ...end } : plot,
    );
    this.host.changed();
  }

  private change(text: string, change: Partial<Plot>): void {
    this.plots = this.plots.map((plot) => (plot.text === text ? { ...plot, ...change } : plot));
    this.host.changed();
  }

  private keep(): void {
    this.host.remember(this.plots.map(({ text, shape }) => ({ text, shape })));
    this.host.changed();
  }

  private async ask(): Promise<void> {
    if (this.parts === 0) return;
    const { axis, from, to } = this.viewport;
    const stretch: AxisRange = { axis, from, to, parts: this.parts };
    const texts = this.plots.map(({ text }) => text);
    const none: (PlotPoints | undefined)[] = [];
    const answer =
      texts.length === 0
        ? none
        : await this.host.ask('plot', { stretch: onFrames(stretch), texts }).catch(() => undefined);
    if (!answer) return;
    const byText = new Map(texts.map((text, i) => [text, answer[i]]));
    const { frame } = this;
    this.points = aligned(this.plots.map(({ text }) => byText.get(text)));
    const row = frame === undefined ? -1 : this.points.frames.indexOf(frame);
    this.cursor = row < 0 ? undefined : row;
    this.version++;
    this.host.changed();
  }
}

/** Parts that the host answers at most. */
const maxParts = 8192;

/** On the axis of frames no part is less than a frame. */
function onFrames({ axis, from, to, parts }: AxisRange): AxisRange {
  if (axis === 'time') return { axis, from, to, parts };
  const [start, end] = [Math.floor(from), Math.ceil(to)];
  return { axis, from: start, to: end, parts: Math.min(parts, Math.max(1, end - start)) };
}

/**
 * Columns of equal length, left to right, as uPlot takes them: a row for each frame that any plot
 * has.
 */
interface Aligned {
  readonly frames: readonly number[];
  /** Where the frames are on the axis. */
  readonly places: readonly number[];
  /** For each plot; null is a gap, undefined nothing at all. */
  readonly values: readonly (readonly (number | null | undefined)[])[];
}

/** Puts the points of all plots on one axis. */
export function aligned(plots: readonly (PlotPoints | undefined)[]): Aligned {
  const placeOf = new Map<number, number>();
  for (const plot of plots) {
    for (const [i, frame] of plot?.frames.entries() ?? []) {
      placeOf.set(frame, plot?.times?.[i] ?? frame + 0.5);
    }
  }
  const frames = [...placeOf.keys()].sort((one, other) => one - other);
  const rowOf = new Map(frames.map((frame, row) => [frame, row]));
  return {
    frames,
    places: frames.map((frame) => placeOf.get(frame) ?? 0),
    values: plots.map((plot) => {
      const column = new Array<number | null | undefined>(frames.length).fill(undefined);
      for (const [i, frame] of plot?.frames.entries() ?? []) {
        const value = plot?.values[i] ?? NaN;
        column[rowOf.get(frame) ?? 0] = Number.isFinite(value) ? value : null;
      }
      return column;
    }),
  };
}

/** The row of the nearest place; undefined where there are none. */
export function nearestRow(places: readonly number[], at: number): number | undefined {
  if (places.length === 0) return undefined;
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const before = low > 0 && at - (places[low - 1] ?? 0) < (places[low] ?? 0) - at;
  return before ? low - 1 : low;
}
