// One value over the hits of a tracepoint in both traces, on one axis: aligned hits in the order of
// the left trace, then those that only the right one has. Cut to as many parts as a plot shows.
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { KeyNumbers } from '../intervals/frameKeys';
import type { FrameRun } from '../search/frameRun';
import { answersOver } from '../search/frameValues';
import type { Trace } from '../trace';
import { alignFrames, none, type Alignment } from './alignment';
import { partsAt, type ComparedPart } from './comparedParts';
import type { Both, ComparedValue, ComparisonOptions, FramePlaces } from './comparedTraces';
import type { PartValue } from './distribution';
import { hitKeys } from './hitKeys';
import { PartReader } from './partReader';
import { textOfPart } from './partStatistics';
import { PortableAddresses } from './portableAddresses';
import { matchTracepoints } from './tracepointPairs';

/** Parts of the axis. */
const maxParts = 400;
/** Texts that are told apart; more have no place on an axis. */
const maxStates = 200;

/** Which value: as a comparison lists it. */
export type SeriesValue = Pick<ComparedValue, 'expression' | 'tracepoint' | 'atSteps'>;

/** Consecutive hits, or steps. */
export interface SeriesPart {
  /** The first of them, from 0, and how many there are. */
  readonly first: number;
  readonly count: number;
  /** The least and the greatest number, or state; absent where none was collected. */
  readonly left?: readonly [least: number, most: number];
  readonly right?: readonly [least: number, most: number];
  /** Hits of both traces whose values differ. */
  readonly differing: number;
  /** The first frames that differ, or the first of all, and their values. */
  readonly frames: FramePlaces;
  readonly leftText?: string;
  readonly rightText?: string;
}

export interface PairedSeries extends SeriesValue {
  readonly count: number;
  readonly parts: readonly SeriesPart[];
  /** Where values are no numbers: their texts, which the parts number. */
  readonly states?: readonly string[];
}

/** Undefined where it was cancelled, or there is no such value, or too many texts. */
export async function pairedSeries(
  traces: Both<Trace>,
  value: SeriesValue,
  options: ComparisonOptions,
  signal?: AbortSignal,
): Promise<PairedSeries | undefined> {
  const { left, right } = traces;
  const { pairs } = await matchTracepoints(left, right, options.matching);
  const pair = pairs.find((each) => each.left.number === value.tracepoint);
  if (!pair) return undefined;
  const { key } = options;
  const keysOf =
    key === undefined
      ? undefined
      : (trace: Trace, side: Alignment['left']) => hitKeys(key, trace, side, signal);
  const alignment = await alignFrames(left, right, [pair], signal, keysOf);
  const rows = await alignedRows(traces, alignment, value.atSteps);
  const [example] = rows.left;
  if (signal?.aborted || example === undefined || example === none) return undefined;
  const { parts } = await partsAt(left, pair.left, example, options);
  const part = parts.find(({ expression }) => expression === value.expression);
  if (!part) return undefined;
  const values = {
    left: await valuesIn(left, part, rows.left, options, signal),
    right: await valuesIn(right, part, rows.right, options, signal),
  };
  return signal?.aborted ? undefined : inParts(value, part, rows, values);
}

/** Frames row for row, {@link none} where a trace has none. */
interface AlignedRows {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

async function alignedRows(
  traces: Both<Trace>,
  alignment: Alignment,
  atSteps: boolean,
): Promise<AlignedRows> {
  const slice = new TimeSlice();
  const [ours, theirs] = [alignment.left.hits[0]?.frames, alignment.right.hits[0]?.frames];
  const most = (ours?.length ?? 0) + (theirs?.length ?? 0);
  const rows = { left: new Int32Array(most).fill(none), right: new Int32Array(most).fill(none) };
  let count = 0;
  const add = async (side: 'left' | 'right', frames: Uint32Array) => {
    const { partners } = alignment[side];
    for (const [at, frame] of frames.entries()) {
      if (at % rowsPerBreath === 0) await slice.yieldIfDue();
      const partner = partners[frame] ?? none;
      const isKnown = side === 'right' && partner !== none;
      if (isKnown || traces[side].recording.stepping.isStep(frame) !== atSteps) continue;
      rows[side][count] = frame;
      if (side === 'left') rows.right[count] = partner;
      count++;
    }
  };
  await add('left', ours ?? new Uint32Array());
  await add('right', theirs ?? new Uint32Array());
  return { left: rows.left.subarray(0, count), right: rows.right.subarray(0, count) };
}

/** The values of the rows that a trace has. */
async function valuesIn(
  trace: Trace,
  part: ComparedPart,
  rows: Int32Array,
  { addresses }: ComparisonOptions,
  signal: AbortSignal | undefined,
): Promise<PartValue[]> {
  const portable = new PortableAddresses(trace.modules.current);
  const reader = await PartReader.open(part, trace, portable, addresses);
  const values = new Array<PartValue>(rows.length);
  let row = 0;
  const ask = (frame: number, run: FrameRun | undefined) => reader.valueFrom(frame, run, signal);
  const known = rows.filter((frame) => frame !== none);
  for await (const { answers } of answersOver(reader, known, ask, signal)) {
    for (const answer of answers) {
      while (rows[row] === none) row++;
      values[row++] = answer;
    }
  }
  return values;
}

async function inParts(
  value: SeriesValue,
  part: ComparedPart,
  rows: AlignedRows,
  values: { readonly left: readonly PartValue[]; readonly right: readonly PartValue[] },
): Promise<PairedSeries | undefined> {
  const slice = new TimeSlice();
  const numbers = new KeyNumbers();
  const isNumber = part.kind === 'number' && !part.names;
  const heightOf = (each: PartValue) => (isNumber ? Number(each) : numbers.of(each));
  const count = rows.left.length;
  const partCount = Math.min(count, maxParts);
  const parts: SeriesPart[] = [];
  for (let place = 0; place < partCount; place++) {
    const first = Math.floor((place * count) / partCount);
    const end = Math.floor(((place + 1) * count) / partCount);
    let [differing, shown] = [0, first];
    const ranges: { left?: [number, number]; right?: [number, number] } = {};
    for (let row = first; row < end; row++) {
      if (row % rowsPerBreath === 0) await slice.yieldIfDue();
      for (const side of ['left', 'right'] as const) {
        const each = values[side][row];
        if (each === undefined) continue;
        const height = heightOf(each);
        const [least, most] = ranges[side] ?? [height, height];
        ranges[side] = [Math.min(least, height), Math.max(most, height)];
      }
      const isBoth = rows.left[row] !== none && rows.right[row] !== none;
      if (isBoth && !Object.is(values.left[row], values.right[row]) && differing++ === 0) {
        shown = row;
      }
    }
    if (numbers.all.length > maxStates) return undefined;
    const [frame, partner] = [rows.left[shown] ?? none, rows.right[shown] ?? none];
    const leftText = textOfPart(part, values.left[shown]);
    const rightText = textOfPart(part, values.right[shown]);
    parts.push({
      ...{ first, count: end - first, ...ranges, differing },
      frames: {
        ...(frame !== none && { left: frame }),
        ...(partner !== none && { right: partner }),
      },
      ...(leftText !== undefined && { leftText }),
      ...(rightText !== undefined && { rightText }),
    });
  }
  const states = numbers.all.map((each) => textOfPart(part, each) ?? '');
  return { ...value, count, parts, ...(!isNumber && { states }) };
}
