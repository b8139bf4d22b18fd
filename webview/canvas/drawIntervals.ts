// Draws intervals as bars, a row for each depth. Where several are at once, as those of different
// keys are, a bar is the stronger the more there are; where a new one begins it has an edge.
import { type Box, type Brush, type Colours, partEdges, type Scale } from './drawing';
import type { ShownBars } from './intervalTrack';

/** Pixels above the first row and below the last one, and between rows and bars. */
const margin = 4;
const gap = 1;
/** The least width of a part in which the edge of a bar is seen. */
const leastEdge = 3;
const alphas = { usual: 0.45, highContrast: 0.7 };
/** What twice as many intervals add to a bar's strength. */
const strengthStep = 0.12;

export function drawIntervals(
  brush: Brush,
  { depths, covering, beginning, range }: ShownBars,
  { top, height }: Box,
  scale: Scale,
  colours: Colours,
): void {
  const edges = partEdges(range, scale);
  const room = (height - 2 * margin) / depths;
  const alpha = colours.isHighContrast ? alphas.highContrast : alphas.usual;
  const hasEdges = (edges[1] ?? 0) - (edges[0] ?? 0) >= leastEdge;
  brush.fillStyle = colours.text;
  for (let depth = 0; depth < depths; depth++) {
    const at = (part: number) => part * depths + depth;
    for (let part = 0, end = 0; part < range.parts; part = end) {
      const count = covering[at(part)] ?? 0;
      const isSame = () =>
        covering[at(end)] === count && !(hasEdges && (beginning[at(end)] ?? 0) > 0);
      for (end = part + 1; end < range.parts && isSame();) end++;
      const [left, right] = [edges[part] ?? 0, edges[end] ?? 0];
      if (count === 0 || right < 0 || left > scale.width) continue;
      brush.globalAlpha = Math.min(1, alpha + strengthStep * Math.log2(count));
      const width = Math.max(1, right - left - (hasEdges ? gap : 0));
      brush.fillRect(left, top + margin + depth * room, width, Math.max(1, room - gap));
    }
  }
  brush.globalAlpha = 1;
}
