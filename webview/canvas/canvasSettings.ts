// What the user made of the tracks, as it is remembered with the page: what does not fit is left
// out. What version 0.1.0 kept as plots becomes tracks.
import type { Axis } from '../../src/ask/tracks/axis';

export const shapes = ['steps', 'line', 'scatter'] as const;
export type Shape = (typeof shapes)[number];

export interface ExpressionSetting {
  readonly text: string;
  readonly shape: Shape;
}

export interface CanvasSettings {
  readonly axis: Axis;
  readonly expressions: readonly ExpressionSetting[];
  /** Ids of tracks from the top; those that are not named follow in their usual order. */
  readonly order: readonly string[];
  /** Pixels, by id; others are as high as usual. */
  readonly heights: Readonly<Record<string, number>>;
  /** Pixels that all tracks together may be high; absent until the user chose. */
  readonly room?: number | undefined;
}

/** The most expressions at once; the host answers no more. */
export const maxExpressions = 12;
/** The most tracks whose place is remembered. */
const maxOrder = 200;
/** Pixels that a track may be high. */
const heightLimits = { least: 14, most: 240 };

export const initialCanvas: CanvasSettings = {
  axis: 'frame',
  expressions: [],
  order: [],
  heights: {},
};

/** Reads what was remembered; `plots` is what version 0.1.0 kept in its place. */
export function readCanvas(saved: unknown, plots: unknown): CanvasSettings {
  if (typeof saved !== 'object' || saved === null) {
    return { ...initialCanvas, expressions: readExpressions(plots, 'line') };
  }
  const { axis, expressions, order, heights, room } = saved as Record<string, unknown>;
  return {
    axis: axis === 'time' ? 'time' : 'frame',
    expressions: readExpressions(expressions, 'steps'),
    order: Array.isArray(order)
      ? order.filter((id) => typeof id === 'string').slice(0, maxOrder)
      : [],
    heights: readHeights(heights),
    ...(typeof room === 'number' && { room: limitRoom(room) }),
  };
}

/** Reads remembered expressions. */
export function readTexts(saved: unknown): readonly string[] {
  if (!Array.isArray(saved)) return [];
  return saved.filter((each) => typeof each === 'string').slice(0, maxExpressions);
}

/** The height within its limits. */
export function limitHeight(height: number): number {
  return Math.round(Math.min(Math.max(height, heightLimits.least), heightLimits.most));
}

/** Pixels that all tracks together may be high. */
export const roomLimits = { least: 40, most: 2000 };

/** The height of all tracks within its limits. */
export function limitRoom(room: number): number {
  const { least, most } = roomLimits;
  return Number.isNaN(room) ? least : Math.round(Math.min(Math.max(room, least), most));
}

function readExpressions(saved: unknown, usual: Shape): readonly ExpressionSetting[] {
  if (!Array.isArray(saved)) return [];
  const read = saved.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    const { text, shape } = each as Record<string, unknown>;
    if (typeof text !== 'string' || text === '') return [];
    return [{ text, shape: shapes.find((one) => one === shape) ?? usual }];
  });
  return read.slice(0, maxExpressions);
}

function readHeights(saved: unknown): Record<string, number> {
  if (typeof saved !== 'object' || saved === null) return {};
  const entries = Object.entries(saved).filter((entry): entry is [string, number] =>
    Number.isFinite(entry[1]),
  );
  return Object.fromEntries(
    entries.slice(0, maxOrder).map(([id, height]) => [id, limitHeight(height)]),
  );
}
