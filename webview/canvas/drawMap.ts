// Draws the map of the whole axis, where a part of it is in sight: each lane is a thin row of its
// hits, and what is out of sight is behind a veil.
import type { ShownLanes } from './canvasModel';
import { laneEdges } from './drawLane';
import { type Brush, colourOf, type Colours, type Scale } from './drawing';
import { laneOrder } from './tracks';

/** Pixels that the axis and the map together are high, and the map where there is one. */
export const axisHeight = 20;
export const mapHeight = 8;
/** More rows would have less than a pixel each. */
const maxRows = mapHeight;
const veilAlpha = 0.7;

/** What a map is drawn with. */
interface MapBrush extends Brush {
  strokeStyle: string | object;
  lineWidth: number;
  strokeRect(left: number, top: number, width: number, height: number): void;
}

/** Draws `lanes`, those of the whole axis, and the range that is in sight in it. */
export function drawMap(
  brush: MapBrush,
  lanes: ShownLanes,
  whole: Scale,
  [from, to]: readonly [number, number],
  colours: Colours,
): void {
  const edges = laneEdges(lanes, whole);
  const order = laneOrder(lanes).slice(0, maxRows);
  const height = mapHeight / order.length;
  for (const [row, lane] of order.entries()) {
    brush.fillStyle = lane < lanes.tracepoints.length ? colourOf(colours, lane) : colours.unknown;
    drawRow(brush, lanes, lane, edges, row * height, height);
  }
  const place = (at: number) => ((at - whole.from) / (whole.to - whole.from)) * whole.width;
  const [left, right] = [place(from), Math.max(place(from) + 3, place(to))];
  brush.fillStyle = colours.surface;
  brush.globalAlpha = veilAlpha;
  brush.fillRect(0, 0, left, mapHeight);
  brush.fillRect(right, 0, whole.width - right, mapHeight);
  brush.globalAlpha = 1;
  brush.strokeStyle = colours.focus;
  brush.lineWidth = colours.isHighContrast ? 2 : 1;
  brush.strokeRect(left + 0.5, 0.5, right - left - 1, mapHeight - 1);
}

/** Parts next to each other are one mark. */
function drawRow(
  brush: Brush,
  { hits, steps, tracepoints }: ShownLanes,
  lane: number,
  edges: Float64Array,
  top: number,
  height: number,
): void {
  const width = tracepoints.length + 1;
  let start: number | undefined;
  for (let part = 0; part < edges.length; part++) {
    const at = part * width + lane;
    const isHit = part + 1 < edges.length && (hits[at] ?? 0) + (steps[at] ?? 0) > 0;
    if (isHit) start ??= edges[part];
    else if (start !== undefined) {
      brush.fillRect(start, top, Math.max(1, (edges[part] ?? 0) - start), height);
      start = undefined;
    }
  }
}
