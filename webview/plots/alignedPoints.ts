// The points of several plots over the same frames, as uPlot takes them: one x for each frame that any of them has.
import type { PlotPoints } from '../../src/editor/overviewMessages';

/** Columns of equal length, left to right. */
export interface Aligned {
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
