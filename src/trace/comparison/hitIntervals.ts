// The time between one hit of a tracepoint and the next, where it collected the time.
import { FrameValue, valuesOver } from '../search/frameValues';
import type { Trace } from '../trace';
import type { TracepointHits } from './alignment';
import { timestamp } from './comparedParts';

/** Lengths of intervals, in microseconds. */
export interface IntervalLengths {
  readonly count: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  readonly mean: number;
}

/**
 * Between the hits of a tracepoint; undefined where fewer than two collected their time. A clock
 * that goes back makes no interval.
 */
export async function intervalsBetween(
  trace: Trace,
  hits: TracepointHits,
  signal: AbortSignal | undefined,
): Promise<IntervalLengths | undefined> {
  const value = await FrameValue.compile(trace, timestamp);
  if ('problem' in value || hits.count < 2) return undefined;
  const lengths = new Float64Array(hits.count);
  let count = 0;
  let before = NaN;
  for await (const { numbers } of valuesOver(value, firstFramesOf(hits), { signal })) {
    for (const time of numbers) {
      if (time >= before) lengths[count++] = time - before;
      before = time;
    }
  }
  return count === 0 ? undefined : lengthsOf(lengths.subarray(0, count).sort());
}

function* firstFramesOf(hits: TracepointHits): Generator<number> {
  for (let hit = 1; hit <= hits.count; hit++) yield hits.frameOf(hit);
}

function lengthsOf(sorted: Float64Array): IntervalLengths {
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const sum = sorted.reduce((total, each) => total + each, 0);
  return {
    count: sorted.length,
    min: at(0),
    median: at(0.5),
    p95: at(0.95),
    max: at(1),
    mean: sum / sorted.length,
  };
}
