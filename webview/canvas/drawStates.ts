// Draws an expression of few values as bands: each value a colour, its name in the band. Frames
// that never have it are bridged by a thinner band, so that a state is one piece to the eye; where
// it was to come and did not there is nothing. Frames without a time are faint.
import {
  type Box,
  type Brush,
  colourOf,
  type Colours,
  partEdges,
  type Scale,
  untimedAlpha,
} from './drawing';
import type { ShownNumbers } from './expressionTracks';

const margin = 3;
const fillAlpha = { usual: 0.35, highContrast: 0.5 };
/** The share of a band's height that its bridges have. */
const bridgeShare = 0.3;
/** Pixels before and after a name. */
const namePadding = 4;

/** What bands and their names are drawn with. */
export interface StateBrush extends Brush {
  font: string;
  measureText(text: string): { readonly width: number };
  fillText(text: string, x: number, y: number): void;
}

/** Parts in one state, or in several where it is undefined. */
interface StateRun {
  readonly state: number | undefined;
  /** The first part, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Whether a frame of it has a time. */
  readonly isTimed: boolean;
}

type Numbers = Pick<ShownNumbers, 'least' | 'most' | 'timed'>;

export function drawStates(
  brush: StateBrush,
  numbers: ShownNumbers,
  box: Box,
  scale: Scale,
  colours: Colours,
): void {
  const edges = partEdges(numbers.range, scale);
  const states = numbers.facts.states ?? [];
  const indexOf = new Map(states.map(({ value }, i) => [value, i]));
  const alpha = colours.isHighContrast ? fillAlpha.highContrast : fillAlpha.usual;
  const colourFor = (state: number | undefined) =>
    state === undefined ? colours.unknown : colourOf(colours, indexOf.get(state) ?? 0);
  const band = (left: number, right: number, share: number) => {
    const height = Math.max(1, (box.height - 2 * margin) * share);
    const top = box.top + (box.height - height) / 2;
    brush.fillRect(left, top, Math.max(1, right - left), height);
  };
  for (const piece of bridgedRuns(numbers)) {
    const [left, right] = [edges[piece.start] ?? 0, edges[piece.end] ?? 0];
    if (right < 0 || left > scale.width) continue;
    const setAlpha = ({ isTimed }: StateRun) => {
      brush.globalAlpha = isTimed ? alpha : alpha * untimedAlpha;
    };
    brush.fillStyle = colourFor(piece.state);
    setAlpha(piece);
    band(left, right, bridgeShare);
    for (const run of stateRuns(numbers, piece.start, piece.end)) {
      setAlpha(run);
      band(edges[run.start] ?? 0, edges[run.end] ?? 0, 1);
    }
    brush.globalAlpha = 1;
    nameState(
      brush,
      states[indexOf.get(piece.state ?? NaN) ?? -1]?.name,
      left,
      right,
      box,
      scale,
      colours,
    );
  }
}

function nameState(
  brush: StateBrush,
  name: string | undefined,
  left: number,
  right: number,
  { top, height }: Box,
  { width }: Scale,
  colours: Colours,
): void {
  if (name === undefined) return;
  const [start, end] = [Math.max(0, left), Math.min(width, right)];
  brush.font = colours.font;
  if (brush.measureText(name).width + 2 * namePadding > end - start) return;
  brush.fillStyle = colours.text;
  brush.fillText(name, start + namePadding, top + height / 2);
}

/** Runs of parts that have a number, each of one state or of several, with a time or without. */
export function stateRuns({ least, most, timed }: Numbers, first: number, end: number): StateRun[] {
  const runs: StateRun[] = [];
  for (let part = first; part < end; part++) {
    const low = least[part] ?? NaN;
    if (Number.isNaN(low)) continue;
    const state = low === most[part] ? low : undefined;
    const isTimed = timed?.[part] !== 0;
    const last = runs.at(-1);
    if (last?.end === part && last.state === state && last.isTimed === isTimed) {
      runs[runs.length - 1] = { ...last, end: part + 1 };
    } else {
      runs.push({ state, start: part, end: part + 1, isTimed });
    }
  }
  return runs;
}

/** Runs of one state over parts that were to have no number; a gap ends them. */
export function bridgedRuns(numbers: Numbers & Pick<ShownNumbers, 'gaps'>): StateRun[] {
  const runs: StateRun[] = [];
  for (const run of stateRuns(numbers, 0, numbers.least.length)) {
    const last = runs.at(-1);
    const gap = last ? numbers.gaps.indexOf(1, last.end) : -1;
    const isWhole = gap < 0 || gap >= run.start;
    if (last && last.state === run.state && isWhole) {
      runs[runs.length - 1] = { ...last, end: run.end, isTimed: last.isTimed || run.isTimed };
    } else {
      runs.push(run);
    }
  }
  return runs;
}
