// What all drawings of tracks share: places as pixels, and colours. They draw on a 2D context in
// CSS pixels what they are given, and know nothing of the page.
import type { AxisRange } from '../../src/ask/tracks/axis';

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

/** Where a track is. */
export interface Box {
  readonly top: number;
  readonly height: number;
}

/** Colours as a canvas takes them. */
export interface Colours {
  readonly text: string;
  readonly line: string;
  readonly surface: string;
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

/** What is between two times, without one of its own. */
export const untimedAlpha = 0.4;

/** Where a place is, in pixels from the left. */
export function pixelOf({ width, from, to }: Scale, place: number): number {
  return ((place - from) / (to - from)) * width;
}

/** Where each part of a range begins in pixels, and where the last one ends. */
export function partEdges({ from, to, parts }: AxisRange, scale: Scale): Float64Array {
  const edges = new Float64Array(parts + 1);
  const first = pixelOf(scale, from);
  const step = (pixelOf(scale, to) - first) / parts;
  for (let part = 0; part <= parts; part++) edges[part] = first + part * step;
  return edges;
}

/** The colour of the expression or state of a number, over and over. */
export function colourOf({ tracepoints, text }: Colours, index: number): string {
  return tracepoints[index % tracepoints.length] ?? text;
}

/** Pixels between the lines that mark a region. */
const hatchRoom = 6;

/** Marks where frames are that were collected before the first time or after the last one. */
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
