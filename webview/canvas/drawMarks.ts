// Draws what is over the tracks: the selected frame, the selected range, where the debugger
// is and the pointer; the filter's matches and bookmarks; and the axis.
import type { Axis } from '../../src/ask/tracks/axis';
import { tickText, ticks } from './axisText';
import { type Box, type Colours, pixelOf, type Scale } from './drawing';
import type { ShownLanes } from './canvasModel';

/** Pixels between two ticks at least. */
const tickRoom = 90;

/** Where marks are on the axis; what is absent is not shown. */
export interface MarkPositions {
  readonly selected: number | undefined;
  readonly debugged: number | undefined;
  readonly range: readonly [number, number] | undefined;
  readonly pointer: number | undefined;
  readonly bookmarks: readonly number[];
}

/** Over the tracks: the selected range and frame, the debugger's frame and the pointer. */
export function drawPosition(
  context: CanvasRenderingContext2D,
  { selected, debugged, range, pointer }: MarkPositions,
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
  if (pointer !== undefined) {
    context.fillStyle = colours.text;
    context.globalAlpha = 0.6;
    context.fillRect(Math.round(pixelOf(scale, pointer)), 0, 1, height);
    context.globalAlpha = 1;
  }
  if (selected === undefined) return;
  const room = Math.min(Math.max(3, frameWidth), 12);
  context.strokeStyle = colours.focus;
  context.lineWidth = colours.isHighContrast ? 2 : 1.5;
  context.strokeRect(pixelOf(scale, selected) - room / 2, 1, room, height - 2);
}

/** The axis: round numbers where they are. */
export function drawAxis(
  context: CanvasRenderingContext2D,
  axis: Axis,
  scale: Scale,
  height: number,
  colours: Colours,
): void {
  context.fillStyle = colours.text;
  context.font = colours.font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.globalAlpha = colours.isHighContrast ? 1 : 0.75;
  const most = Math.max(1, Math.floor(scale.width / tickRoom));
  for (const tick of ticks(axis, scale.from, scale.to, most)) {
    const text = tickText(axis, tick);
    const half = context.measureText(text).width / 2;
    const at = pixelOf(scale, axis === 'frame' ? tick + 0.5 : tick);
    // The first number keeps its place at the edge.
    const shown = Math.max(at, half);
    if (at < -half || shown + half > scale.width) continue;
    context.fillText(text, shown, height / 2);
  }
  context.globalAlpha = 1;
}

/** The frames that the filter lets through; where there are many, how many as a strength. */
export function drawMatches(
  context: CanvasRenderingContext2D,
  { axis, starts, from, to, parts, matches = new Uint32Array() }: ShownLanes,
  { top, height }: Box,
  scale: Scale,
  colours: Colours,
): void {
  context.fillStyle = colours.match;
  const step = (to - from) / parts;
  for (const [part, count] of matches.entries()) {
    if (count === 0) continue;
    const [first = 0, next = 0] = [starts[part], starts[part + 1]];
    const start = axis === 'frame' ? first : from + part * step;
    const end = axis === 'frame' ? next : start + step;
    const left = pixelOf(scale, start);
    context.globalAlpha = 0.35 + (0.65 * count) / Math.max(1, next - first);
    context.fillRect(left, top + 4, Math.max(1, pixelOf(scale, end) - left), height - 8);
  }
  context.globalAlpha = 1;
}

/** Bookmarked frames. */
export function drawBookmarks(
  context: CanvasRenderingContext2D,
  { bookmarks }: MarkPositions,
  { top, height }: Box,
  scale: Scale,
  colours: Colours,
): void {
  context.fillStyle = colours.bookmark;
  for (const place of bookmarks) {
    triangle(context, pixelOf(scale, place), top + height / 2 - 4, 5, 8);
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
