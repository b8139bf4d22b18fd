// Draws what stands over and under the lanes: the selected frame, the marked range, where the
// debugger stands, matches, bookmarks, and the axis.
import type { Axis } from '../../src/editor/overviewMessages';
import { tickText, ticks } from './axisText';
import { pixelOf, type Scale, type Colours } from './drawLanes';
import type { ShownLanes } from './overviewModel';

/** Pixels that the rows below the lanes are high. */
export const axisHeight = 20;
export const rowHeight = 9;
/** Pixels between two ticks at least. */
const tickRoom = 90;

/** Where marks stand on the axis; what is absent is not shown. */
export interface MarkPositions {
  readonly selected: number | undefined;
  readonly debugged: number | undefined;
  readonly range: readonly [number, number] | undefined;
  readonly bookmarks: readonly number[];
}

/** Over the lanes: the marked range, the selected frame and the debugger's. */
export function drawPosition(
  context: CanvasRenderingContext2D,
  { selected, debugged, range }: MarkPositions,
  axis: Axis,
  scale: Scale,
  height: number,
  colours: Colours,
): void {
  const frameWidth = axis === 'frame' ? scale.width / (scale.to - scale.from) : 0;
  if (range) {
    const [from, to] = range.map((place) => pixelOf(scale, place));
    drawRange(context, from ?? 0, to ?? 0, height, colours);
  }
  if (debugged !== undefined) {
    const at = pixelOf(scale, debugged);
    context.fillStyle = colours.debugged;
    triangle(context, at, 6, 5, 6);
    context.fillRect(at - 0.5, 0, 1, height);
  }
  if (selected === undefined) return;
  const room = Math.min(Math.max(3, frameWidth), 12);
  context.strokeStyle = colours.focus;
  context.lineWidth = colours.isHighContrast ? 2 : 1.5;
  context.strokeRect(pixelOf(scale, selected) - room / 2, 1, room, height - 2);
}

/** Below the lanes: matches, bookmarks and the axis. */
export function drawAxis(
  context: CanvasRenderingContext2D,
  lanes: ShownLanes | undefined,
  { bookmarks }: MarkPositions,
  axis: Axis,
  scale: Scale,
  colours: Colours,
): void {
  let top = 0;
  if (lanes?.matches) {
    context.fillStyle = colours.match;
    drawMatches(context, lanes, lanes.matches, scale, top);
    top += rowHeight;
  }
  if (bookmarks.length > 0) {
    context.fillStyle = colours.bookmark;
    for (const place of bookmarks) triangle(context, pixelOf(scale, place), top + 1, 4, 6);
    top += rowHeight;
  }
  context.fillStyle = colours.text;
  context.font = colours.font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const most = Math.max(1, Math.floor(scale.width / tickRoom));
  for (const tick of ticks(axis, scale.from, scale.to, most)) {
    const text = tickText(axis, tick);
    const half = context.measureText(text).width / 2;
    const at = pixelOf(scale, axis === 'frame' ? tick + 0.5 : tick);
    if (at - half < 0 || at + half > scale.width) continue;
    context.globalAlpha = colours.isHighContrast ? 1 : 0.75;
    context.fillText(text, at, top + axisHeight / 2);
    context.globalAlpha = 1;
  }
}

function drawMatches(
  context: CanvasRenderingContext2D,
  { axis, starts, from, to, parts }: ShownLanes,
  matches: Uint32Array,
  scale: Scale,
  top: number,
): void {
  for (const [part, count] of matches.entries()) {
    if (count === 0) continue;
    const step = (to - from) / parts;
    const start = axis === 'frame' ? (starts[part] ?? 0) : from + part * step;
    const end = axis === 'frame' ? (starts[part + 1] ?? 0) : start + step;
    const left = pixelOf(scale, start);
    context.fillRect(left, top + 2, Math.max(1, pixelOf(scale, end) - left), rowHeight - 4);
  }
}

function drawRange(
  context: CanvasRenderingContext2D,
  left: number,
  right: number,
  height: number,
  colours: Colours,
): void {
  const width = Math.max(1, right - left);
  context.fillStyle = colours.focus;
  context.globalAlpha = 0.2;
  context.fillRect(left, 0, width, height);
  context.globalAlpha = 1;
  context.strokeStyle = colours.focus;
  context.lineWidth = 1;
  context.strokeRect(left, 0.5, width, height - 1);
}

/** A triangle with its point up or, where `height` is turned, down. */
function triangle(
  context: CanvasRenderingContext2D,
  at: number,
  top: number,
  half: number,
  height: number,
): void {
  context.beginPath();
  context.moveTo(at, top);
  context.lineTo(at + half, top + height);
  context.lineTo(at - half, top + height);
  context.fill();
}
