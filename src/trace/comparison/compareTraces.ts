// Compares two traces: matches their tracepoints, aligns their frames, and holds what they
// collected against each other.
import { t } from '@vscode/l10n';
import { clock } from '../overview/frameTimes';
import type { Trace } from '../trace';
import { alignFrames, none, type AlignedSide, type Alignment } from './alignment';
import type {
  ComparedIntervals,
  ComparedTracepoint,
  ComparedTraces,
  ComparedValue,
  ComparisonOptions,
  ComparisonRun,
  FramePlaces,
  UnalignedFrames,
} from './comparedTraces';
import { isSameArchitecture, traceNotes, valueNotes } from './comparisonNotes';
import { firstDivergence } from './firstDivergence';
import { intervalsBetween } from './hitIntervals';
import { hitKeys } from './hitKeys';
import {
  matchTracepoints,
  tracepointPlace,
  type MatchedTracepoints,
  type PlacedTracepoint,
  type TracepointPair,
} from './tracepointPairs';
import { ValueComparison, type ComparedList } from './valueComparison';

/** Frames that only one trace has, of which the first are listed. */
const maxListed = 1000;

/**
 * Compares two traces once their frames are in their indexes; undefined where it was cancelled.
 * What cannot be compared is said in notes.
 */
export async function compareTraces(
  left: Trace,
  right: Trace,
  options: ComparisonOptions,
  run: ComparisonRun = {},
): Promise<ComparedTraces | undefined> {
  const { signal } = run;
  await Promise.all([left.recording.indexed, right.recording.indexed]);
  const matched = await matchTracepoints(left, right, options.matching);
  const { key } = options;
  let unkeyed = 0;
  const alignment = await alignFrames(
    left,
    right,
    matched.pairs,
    signal,
    key === undefined
      ? undefined
      : async (trace, side) => {
          const keys = await hitKeys(key, trace, side, signal);
          unkeyed += keys.missing;
          return keys;
        },
  );
  const isSame = isSameArchitecture(left, right);
  const compared = await ValueComparison.run(
    { left, right },
    alignment,
    matched.pairs,
    { ...options, registers: options.registers && isSame, memory: options.memory && isSame },
    run,
  );
  const intervals = await comparedIntervals(left, right, matched.pairs, alignment, signal);
  if (signal?.aborted) return undefined;
  const divergence = await firstDivergence({ left, right }, alignment, matched, compared);
  return {
    left: { name: left.recording.name, frames: left.recording.index.count },
    right: { name: right.recording.name, frames: right.recording.index.count },
    summary: divergence?.sentence ?? noDivergence(alignment, compared),
    ...(divergence && { divergence }),
    notes: [
      ...traceNotes(left, right),
      ...valueNotes(matched, compared.compared, options, unkeyed),
    ],
    tracepoints: comparedTracepoints(matched, alignment, compared, left, right),
    values: comparedValues(compared.compared),
    intervals,
    onlyLeft: unaligned(left, alignment.left),
    onlyRight: unaligned(right, alignment.right),
    excluded: options.exclude,
  };
}

function noDivergence({ left }: Alignment, { aligned, compared }: ValueComparison): string {
  const frames = aligned.reduce((sum, count) => sum + count, 0);
  if (frames === 0) return t('No frames could be aligned.');
  const values = compared.reduce((sum, { statistics }) => sum + statistics.length, 0);
  if (values === 0) return t('{0} frames are aligned; no values could be compared.', frames);
  const hits = left.hits.reduce((sum, { count }) => sum + count, 0);
  return t('No differences: {0} hits and {1} values are equal.', hits, values);
}

function comparedTracepoints(
  { pairs, leftOnly, rightOnly }: MatchedTracepoints,
  alignment: Alignment,
  { aligned, equal, firstOf }: ValueComparison,
  left: Trace,
  right: Trace,
): ComparedTracepoint[] {
  const described = (tracepoint: PlacedTracepoint) => ({
    place: tracepointPlace(tracepoint),
    ...(tracepoint.functionName !== undefined && { functionName: tracepoint.functionName }),
  });
  const both = pairs.map((pair, i) => ({
    ...{ left: pair.left.number, right: pair.right.number, ...described(pair.left) },
    leftHits: alignment.left.hits[i]?.count ?? 0,
    rightHits: alignment.right.hits[i]?.count ?? 0,
    aligned: aligned[i] ?? 0,
    equal: equal[i] ?? 0,
    first: firstOf[i] ?? firstFrames(alignment, i),
  }));
  const nothing = { leftHits: 0, rightHits: 0, aligned: 0, equal: 0 };
  const framesIn = (trace: Trace, { number }: PlacedTracepoint) =>
    trace.recording.index.framesOf(number);
  return [
    ...both,
    ...leftOnly.map((each) => ({
      ...{ left: each.number, ...described(each), ...nothing, leftHits: framesIn(left, each) },
    })),
    ...rightOnly.map((each) => ({
      ...{ right: each.number, ...described(each), ...nothing, rightHits: framesIn(right, each) },
    })),
  ];
}

/** The first frame that each trace has of a pair of tracepoints. */
function firstFrames({ left, right }: Alignment, pair: number): FramePlaces {
  const [ours] = left.hits[pair]?.frames ?? [];
  const [theirs] = right.hits[pair]?.frames ?? [];
  return {
    ...(ours !== undefined && { left: ours }),
    ...(theirs !== undefined && { right: theirs }),
  };
}

function comparedValues(lists: readonly ComparedList[]): ComparedValue[] {
  const values = lists.flatMap(({ pair, atSteps, statistics }) =>
    statistics.map((each): ComparedValue => {
      const { part, compared, differing, first, firstValues, noise } = each;
      const leftText = each.textOf(firstValues[0]);
      const rightText = each.textOf(firstValues[1]);
      return {
        ...{ expression: part.expression, tracepoint: pair.left.number, atSteps },
        ...{ place: tracepointPlace(pair.left), compared, differing, histogram: each.histogram },
        ...(first && { first }),
        ...(leftText !== undefined && { leftText }),
        ...(rightText !== undefined && { rightText }),
        ...(noise !== undefined && { noise }),
      };
    }),
  );
  // What differs in frames that belong together says more than values that one side alone has.
  const rank = ({ noise, histogram, differing, compared }: ComparedValue) =>
    (noise === undefined ? 4 : 0) +
    (differing > 0 ? 2 : 0) +
    histogram.distance +
    differing / Math.max(compared, 1) / 1000;
  return values.sort((a, b) => rank(b) - rank(a));
}

async function comparedIntervals(
  left: Trace,
  right: Trace,
  pairs: readonly TracepointPair[],
  alignment: Alignment,
  signal: AbortSignal | undefined,
): Promise<ComparedIntervals[]> {
  const found: ComparedIntervals[] = [];
  for (const [i, pair] of pairs.entries()) {
    const [ours, theirs] = [alignment.left.hits[i], alignment.right.hits[i]];
    const collects = [pair.left, pair.right].every(({ definition }) =>
      definition?.commands.some((command) => command.includes(clock)),
    );
    if (!collects || !ours || !theirs) continue;
    const lengths = {
      left: await intervalsBetween(left, ours, signal),
      right: await intervalsBetween(right, theirs, signal),
    };
    if (!lengths.left || !lengths.right) continue;
    found.push({
      ...{ tracepoint: pair.left.number, place: tracepointPlace(pair.left) },
      ...{ left: lengths.left, right: lengths.right },
    });
  }
  const ratio = (each: ComparedIntervals) =>
    Math.abs(Math.log((each.left.median + 1) / (each.right.median + 1)));
  return found.sort((a, b) => ratio(b) - ratio(a));
}

function unaligned({ recording }: Trace, { partners }: AlignedSide): UnalignedFrames {
  const frames: { frame: number; tracepoint: number }[] = [];
  let total = 0;
  for (let frame = 0; frame < partners.length; frame++) {
    if (partners[frame] !== none) continue;
    if (total++ >= maxListed) continue;
    frames.push({ frame, tracepoint: recording.index.tracepoint(frame) });
  }
  return { total, frames };
}
