// The key of each hit, where hits are aligned by an expression (`call->number`) instead of their
// number.
import type { FrameRun } from '../search/frameRun';
import { answersOver } from '../search/frameValues';
import type { Trace } from '../trace';
import { type HitKeys, type TracepointHits } from './alignment';
import { PartReader } from './partReader';
import { PortableAddresses } from './portableAddresses';

/** The value of an expression at every hit. */
export async function hitKeys(
  expression: string,
  trace: Trace,
  hits: readonly TracepointHits[],
  signal: AbortSignal | undefined,
): Promise<HitKeys> {
  const addresses = new PortableAddresses(trace.modules.current);
  const reader = await PartReader.open({ expression, kind: 'address' }, trace, addresses, false);
  const frames = Uint32Array.from(hits.flatMap((each) => firstFrames(each))).sort();
  const keys = new Map<number, string>();
  const ask = (frame: number, run: FrameRun | undefined) => reader.valueFrom(frame, run, signal);
  for await (const { first, answers } of answersOver(reader, frames, ask, signal)) {
    for (const [i, value] of answers.entries()) {
      if (value !== undefined) keys.set(frames[first + i] ?? 0, String(value));
    }
  }
  return keys;
}

function firstFrames(hits: TracepointHits): number[] {
  return Array.from({ length: hits.count }, (_, i) => hits.frameOf(i + 1));
}
