// The time between one hit of a tracepoint and the next, where it collected the time.
import { clock } from '../overview/frameTimes';
import { FrameValue, valuesOver } from '../search/frameValues';
import { sortRows } from '../list/sort';
import type { Trace } from '../trace';
import type { TracepointHits } from './alignment';

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
  const value = await FrameValue.compile(trace, clock);
  if ('problem' in value || hits.count < 2) return undefined;
  const high = new Uint32Array(hits.count);
  const low = new Uint32Array(hits.count);
  let count = 0;
  let sum = 0;
  let before = NaN;
  for await (const { numbers } of valuesOver(value, firstFramesOf(hits), { signal })) {
    for (const time of numbers) {
      if (time >= before) {
        const length = time - before;
        high[count] = length / 2 ** 32;
        low[count++] = length;
        sum += length;
      }
      before = time;
    }
  }
  if (count === 0) return undefined;
  const columns = { high: high.subarray(0, count), low: low.subarray(0, count) };
  const frames = Uint32Array.from({ length: count }, (_, i) => i);
  if (!(await sortRows({ ...columns, frames }, signal))) return undefined;
  const at = (share: number) => {
    const place = Math.floor(share * (count - 1));
    return (columns.high[place] ?? 0) * 2 ** 32 + (columns.low[place] ?? 0);
  };
  const ends = { min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
  return { count, ...ends, mean: sum / count };
}

function* firstFramesOf(hits: TracepointHits): Generator<number> {
  for (let hit = 1; hit <= hits.count; hit++) yield hits.frameOf(hit);
}
