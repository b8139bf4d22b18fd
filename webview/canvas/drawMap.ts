// Draws the map of the whole axis, where a part of it is in sight: each lane is a thin row of its
// hits. It is drawn once; what is in sight is an element over it.
import type { ShownLanes } from './canvasModel';
import { laneEdges } from './drawLane';
import { type Brush, colourOf, type Colours, type Scale } from './drawing';
import { laneOrder } from './tracks';

/** Pixels that the axis and the map together are high, and the map where there is one. */
export const axisHeight = 20;
export const mapHeight = 8;
/** More rows would have less than a pixel each. */
const maxRows = mapHeight;

/** Draws `lanes`, those of the whole axis. */
export function drawMap(brush: Brush, lanes: ShownLanes, whole: Scale, colours: Colours): void {
  const edges = laneEdges(lanes, whole);
  const order = laneOrder(lanes).slice(0, maxRows);
  const height = mapHeight / order.length;
  for (const [row, lane] of order.entries()) {
    brush.fillStyle = lane < lanes.tracepoints.length ? colourOf(colours, lane) : colours.unknown;
    drawRow(brush, lanes, lane, edges, row * height, height);
  }
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
