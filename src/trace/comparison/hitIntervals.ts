// The time between one hit of a tracepoint and the next, where it collected the time.
import { clockOf } from '../overview/frameTimes';
import { valuesOver } from '../search/frameValues';
import { SortedLengths, type IntervalLengths } from '../intervals/sortedLengths';
import type { Trace } from '../trace';
import type { TracepointHits } from './alignment';

/**
 * Between the hits of a tracepoint, in microseconds; undefined where fewer than two collected their
 * time. A clock that goes back makes no interval.
 */
export async function intervalsBetween(
  trace: Trace,
  hits: TracepointHits,
  signal: AbortSignal | undefined,
): Promise<IntervalLengths | undefined> {
  const value = await clockOf(trace);
  if (!value || hits.count < 2) return undefined;
  const lengths = new Float64Array(hits.count);
  let hit = 0;
  let before = NaN;
  for await (const { numbers } of valuesOver(value, firstFramesOf(hits), { signal })) {
    for (const time of numbers) {
      lengths[hit++] = time - before;
      before = time;
    }
  }
  return (await SortedLengths.of(lengths.subarray(0, hit), signal))?.statistics;
}

function* firstFramesOf(hits: TracepointHits): Generator<number> {
  for (let hit = 1; hit <= hits.count; hit++) yield hits.frameOf(hit);
}
