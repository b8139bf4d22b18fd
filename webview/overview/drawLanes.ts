// Draws the lanes of the overview: hits as marks, steps thinner and dimmer; where a mark would be
// less than a pixel, how many there are as a height. It draws what it is given on a 2D context in
// CSS pixels, and knows nothing of the page.
import type { ShownLanes } from './overviewModel';

/** How places of the axis are pixels. */
export interface Scale {
  readonly width: number;
  /** The place at the left, and the one at the right. */
  readonly from: number;
  readonly to: number;
}

/** What is drawn with: of a canvas' 2D context, what marks need. */
export interface Brush {
  fillStyle: string | object;
  globalAlpha: number;
  fillRect(left: number, top: number, width: number, height: number): void;
}

/** Pixels that a lane is high. */
export const laneHeight = 22;
const markHeight = 12;
/** Pixels of the widest mark of a single frame, and its share of the frame's room. */
const widestMark = 6;
const markShare = 0.6;
const stepShare = 0.3;
const stepAlpha = { usual: 0.5, highContrast: 0.75 };
/** Marks of frames that lie between two times, without one of their own. */
const untimedAlpha = 0.4;
/** The lowest that a bar is, so that one hit among thousands is seen. */
const leastBar = 4;

/** Where a place is, in pixels from the left. */
export function pixelOf({ width, from, to }: Scale, place: number): number {
  return ((place - from) / (to - from)) * width;
}

/**
 * Draws the lanes whose rows lie between two heights; `order` says which lanes there are, from the
 * top.
 */
export function drawLanes(
  brush: Brush,
  lanes: ShownLanes,
  order: readonly number[],
  scale: Scale,
  colours: Colours,
  visible: { readonly top: number; readonly bottom: number },
): void {
  const edges = edgesOf(lanes, scale);
  for (const [row, lane] of order.entries()) {
    const top = row * laneHeight;
    if (top + laneHeight < visible.top || top > visible.bottom) continue;
    brush.fillStyle = laneColour(colours, lane, lanes);
    const base = top + (laneHeight + markHeight) / 2;
    const alpha = colours.isHighContrast ? stepAlpha.highContrast : stepAlpha.usual;
    drawMarks(brush, lanes, lanes.steps, lane, edges, base, stepShare, scale.width, alpha);
    drawMarks(brush, lanes, lanes.hits, lane, edges, base, markShare, scale.width, 1);
  }
}

/** The colour of a lane; that of the others has none of its own. */
function laneColour(colours: Colours, lane: number, { tracepoints }: ShownLanes): string {
  if (lane >= tracepoints.length) return colours.unknown;
  return colours.tracepoints[lane % colours.tracepoints.length] ?? colours.unknown;
}

/** Where the parts begin in pixels, and where the last one ends. */
function edgesOf(lanes: ShownLanes, scale: Scale): Float64Array {
  const { axis, starts, from, to, parts } = lanes;
  return Float64Array.from(starts, (start, part) =>
    pixelOf(scale, axis === 'frame' ? start : from + (part * (to - from)) / parts),
  );
}

function drawMarks(
  brush: Brush,
  lanes: ShownLanes,
  counts: Uint32Array,
  lane: number,
  edges: Float64Array,
  base: number,
  share: number,
  most: number,
  alpha: number,
): void {
  const width = lanes.tracepoints.length + 1;
  const heightOf = barHeights(counts, lane, width);
  let [left, right, height, isTimed] = [-Infinity, -Infinity, 0, true];
  // Marks that touch and are as high as each other are drawn as one.
  const flush = () => {
    brush.globalAlpha = isTimed ? alpha : alpha * untimedAlpha;
    if (right > left) brush.fillRect(left, base - height, right - left, height);
    right = left;
  };
  for (let part = 0; part + 1 < edges.length; part++) {
    const count = counts[part * width + lane] ?? 0;
    if (count === 0) continue;
    const [start, end] = [edges[part] ?? 0, edges[part + 1] ?? 0];
    if (end <= 0 || start > most) continue;
    const isSingle = (lanes.starts[part + 1] ?? 0) - (lanes.starts[part] ?? 0) === 1;
    const room = Math.max(1, isSingle ? Math.min(widestMark, (end - start) * share) : end - start);
    const at = isSingle && lanes.axis === 'frame' ? (start + end - room) / 2 : start;
    const high = heightOf(count);
    const hasTime = lanes.timed?.[part] !== 0;
    if (high !== height || hasTime !== isTimed || at > right + 0.01) {
      flush();
      left = at;
      height = high;
      isTimed = hasTime;
    }
    right = Math.max(right, at + room);
  }
  flush();
  brush.globalAlpha = 1;
}

/** Pixels between the lines that mark a region. */
const hatchRoom = 6;

/** Marks where frames lie that were collected before the first time or after the last one. */
export function drawUntimedRegions(
  brush: Brush,
  [first, last]: readonly [number, number],
  scale: Scale,
  height: number,
  colours: Colours,
): void {
  const regions = [
    [0, Math.min(scale.width, pixelOf(scale, first))],
    [Math.max(0, pixelOf(scale, last)), scale.width],
  ] as const;
  brush.fillStyle = colours.text;
  for (const [left, right] of regions) {
    if (right - left < 1) continue;
    brush.globalAlpha = 0.06;
    brush.fillRect(left, 0, right - left, height);
    brush.globalAlpha = 0.15;
    for (let at = left; at < right; at += hatchRoom) brush.fillRect(at, 0, 1, height);
  }
  brush.globalAlpha = 1;
}

/** A bar's height in whole pixels; the fullest part of the lane has the highest one. */
function barHeights(counts: Uint32Array, lane: number, width: number): (count: number) => number {
  let most = 1;
  for (let at = lane; at < counts.length; at += width) most = Math.max(most, counts[at] ?? 0);
  const range = Math.log2(most + 1);
  return (count) => Math.round(Math.max(leastBar, (Math.log2(count + 1) / range) * markHeight));
}

/** Colours as a canvas takes them. */
export interface Colours {
  readonly text: string;
  readonly line: string;
  readonly focus: string;
  readonly debugged: string;
  readonly match: string;
  readonly bookmark: string;
  /** By place in the description, over and over. */
  readonly tracepoints: readonly string[];
  readonly unknown: string;
  readonly isHighContrast: boolean;
  readonly font: string;
}
