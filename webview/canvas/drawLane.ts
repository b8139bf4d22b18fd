// Draws a lane of a tracepoint: hits as marks, steps thinner and dimmer; where a mark would be less
// than a pixel, how many there are as a height, so that a big trace shows where it is dense.
import {
  type Box,
  type Brush,
  colourOf,
  type Colours,
  pixelOf,
  type Scale,
  untimedAlpha,
} from './drawing';
import type { ShownLanes } from './canvasModel';

/** Pixels of the widest mark of a single frame, and its share of the frame's room. */
const widestMark = 6;
const markShare = 0.6;
const stepShare = 0.3;
const stepAlpha = { usual: 0.5, highContrast: 0.75 };
/** The lowest that a bar is, so that one hit among thousands is seen. */
const leastBar = 4;
/** Pixels above and below the highest bar. */
const margin = 4;

/** Draws one lane; `edges` are those of the lanes' parts: see {@link laneEdges}. */
export function drawLane(
  brush: Brush,
  lanes: ShownLanes,
  lane: number,
  box: Box,
  edges: Float64Array,
  { width }: Scale,
  colours: Colours,
): void {
  const isOther = lane >= lanes.tracepoints.length;
  brush.fillStyle = isOther ? colours.unknown : colourOf(colours, lane);
  const alpha = colours.isHighContrast ? stepAlpha.highContrast : stepAlpha.usual;
  drawMarks(brush, lanes, lanes.steps, lane, box, edges, width, { share: stepShare, alpha });
  drawMarks(brush, lanes, lanes.hits, lane, box, edges, width, { share: markShare, alpha: 1 });
}

/** Where the parts begin in pixels, and where the last one ends. */
export function laneEdges(lanes: ShownLanes, scale: Scale): Float64Array {
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
  { top, height: room }: Box,
  edges: Float64Array,
  most: number,
  { share, alpha }: { readonly share: number; readonly alpha: number },
): void {
  const width = lanes.tracepoints.length + 1;
  const base = top + room - margin;
  const heightOf = barHeights(counts, lane, width, Math.max(leastBar, room - 2 * margin));
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
    const wide = Math.max(1, isSingle ? Math.min(widestMark, (end - start) * share) : end - start);
    const at = isSingle && lanes.axis === 'frame' ? (start + end - wide) / 2 : start;
    const high = heightOf(count);
    const hasTime = lanes.timed?.[part] !== 0;
    if (high !== height || hasTime !== isTimed || at > right + 0.01) {
      flush();
      left = at;
      height = high;
      isTimed = hasTime;
    }
    right = Math.max(right, at + wide);
  }
  flush();
  brush.globalAlpha = 1;
}

/** A bar's height in whole pixels; the fullest part of the lane has the highest one. */
function barHeights(
  counts: Uint32Array,
  lane: number,
  width: number,
  highest: number,
): (count: number) => number {
  let most = 1;
  for (let at = lane; at < counts.length; at += width) most = Math.max(most, counts[at] ?? 0);
  const range = Math.log2(most + 1);
  return (count) => Math.round(Math.max(leastBar, (Math.log2(count + 1) / range) * highest));
}
