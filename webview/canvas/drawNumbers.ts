// Draws an expression's numbers over the axis, on a scale of its own that knows all frames: as
// steps, a line or points. Where a part has many numbers, the range that they take up is a band,
// and their mean the line. Where a number was to come and did not, the line ends.
import { type Box, type Colours, partEdges, type Scale, untimedAlpha } from './drawing';
import type { Shape } from './canvasSettings';
import type { ShownNumbers } from './expressionTracks';

/** Pixels above the greatest and below the least number. */
const margin = 5;
const bandAlpha = 0.3;
const pointSize = 3;

/** A line in pieces. */
interface Line {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** What numbers are drawn with. */
export interface NumberBrush<Path> {
  fillStyle: string | object;
  strokeStyle: string | object;
  globalAlpha: number;
  lineWidth: number;
  fillRect(left: number, top: number, width: number, height: number): void;
  stroke(path: Path): void;
}

export function drawNumbers<Path extends Line>(
  brush: NumberBrush<Path>,
  numbers: ShownNumbers,
  box: Box,
  scale: Scale,
  shape: Shape,
  colour: string,
  colours: Colours,
  newPath: () => Path,
): void {
  const edges = partEdges(numbers.range, scale);
  const heightOf = heights(numbers, box);
  brush.fillStyle = brush.strokeStyle = colour;
  brush.globalAlpha = bandAlpha;
  drawBands(brush, numbers, edges, heightOf, shape);
  brush.globalAlpha = 1;
  if (shape === 'scatter') {
    drawPoints(brush, numbers, edges, heightOf);
    return;
  }
  const [timed, untimed] = [newPath(), newPath()];
  if (shape === 'steps') addSteps(timed, untimed, numbers, edges, heightOf);
  else addLine(timed, untimed, numbers, edges, heightOf);
  brush.lineWidth = colours.isHighContrast ? 2 : 1.5;
  brush.stroke(timed);
  brush.globalAlpha = untimedAlpha;
  brush.stroke(untimed);
  brush.globalAlpha = 1;
}

/** How high a number is: between the least and the greatest of all frames. */
function heights({ facts }: ShownNumbers, { top, height }: Box): (value: number) => number {
  const [low, high] = [facts.least?.value ?? 0, facts.most?.value ?? 0];
  const room = Math.max(1, height - 2 * margin);
  // Halved first: the range of the greatest numbers is no number.
  const range = high / 2 - low / 2;
  const bottom = top + margin + room;
  return (value) => {
    const share = range > 0 ? (value / 2 - low / 2) / range : 0.5;
    // Next to an infinite number all others are in the middle.
    const shown = Number.isNaN(share) ? 0.5 : Math.min(Math.max(0, share), 1);
    return bottom - (range === Infinity && Number.isFinite(value) ? 0.5 : shown) * room;
  };
}

function drawBands(
  brush: Pick<NumberBrush<never>, 'globalAlpha' | 'fillRect'>,
  { least, most }: ShownNumbers,
  edges: Float64Array,
  heightOf: (value: number) => number,
  shape: Shape,
): void {
  if (shape === 'scatter') return;
  for (let part = 0; part < least.length; part++) {
    const [low = NaN, high = NaN] = [least[part], most[part]];
    if (!(high > low)) continue;
    const [left = 0, right = 0] = [edges[part], edges[part + 1]];
    const top = heightOf(high);
    brush.fillRect(left, top, Math.max(1, right - left), Math.max(1, heightOf(low) - top));
  }
}

function addSteps(
  timed: Line,
  untimed: Line,
  numbers: ShownNumbers,
  edges: Float64Array,
  heightOf: (value: number) => number,
): void {
  const { mean, gaps } = numbers;
  let before: number | undefined;
  let reached = 0;
  for (let part = 0; part < mean.length; part++) {
    const value = mean[part] ?? NaN;
    if (Number.isNaN(value)) {
      if (gaps[part] === 1) before = undefined;
      continue;
    }
    const line = numbers.timed?.[part] === 0 ? untimed : timed;
    const [left = 0, right = 0] = [edges[part], edges[part + 1]];
    const y = heightOf(value);
    if (before !== undefined && left > reached + 0.01) {
      line.moveTo(reached, before);
      line.lineTo(left, before);
    }
    line.moveTo(left, before ?? y);
    line.lineTo(left, y);
    line.lineTo(right, y);
    before = y;
    reached = right;
  }
}

function addLine(
  timed: Line,
  untimed: Line,
  { mean, gaps, timed: timedFrames }: ShownNumbers,
  edges: Float64Array,
  heightOf: (value: number) => number,
): void {
  let before: readonly [number, number] | undefined;
  for (let part = 0; part < mean.length; part++) {
    const value = mean[part] ?? NaN;
    if (Number.isNaN(value)) {
      if (gaps[part] === 1) before = undefined;
      continue;
    }
    const line = timedFrames?.[part] === 0 ? untimed : timed;
    const at = ((edges[part] ?? 0) + (edges[part + 1] ?? 0)) / 2;
    const y = heightOf(value);
    // A number alone is a dash.
    line.moveTo(...(before ?? ([at - 1, y] as const)));
    line.lineTo(at, y);
    before = [at, y];
  }
}

function drawPoints(
  brush: Pick<NumberBrush<never>, 'globalAlpha' | 'fillRect'>,
  { least, most, timed }: ShownNumbers,
  edges: Float64Array,
  heightOf: (value: number) => number,
): void {
  for (let part = 0; part < least.length; part++) {
    const [low = NaN, high = NaN] = [least[part], most[part]];
    if (Number.isNaN(low)) continue;
    const at = ((edges[part] ?? 0) + (edges[part + 1] ?? 0) - pointSize) / 2;
    brush.globalAlpha = timed?.[part] === 0 ? untimedAlpha : 1;
    for (const value of low === high ? [low] : [low, high]) {
      brush.fillRect(at, heightOf(value) - pointSize / 2, pointSize, pointSize);
    }
  }
  brush.globalAlpha = 1;
}
