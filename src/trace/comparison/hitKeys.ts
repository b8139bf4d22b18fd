// The key of each hit, where hits are aligned by an expression (`call->number`) instead of their
// number.
import type { FrameRun } from '../search/frameRun';
import { answersOver } from '../search/frameValues';
import type { Trace } from '../trace';
import { none, type AlignedSide, type HitKeys } from './alignment';
import type { PartValue } from './distribution';
import { PartReader } from './partReader';
import { PortableAddresses } from './portableAddresses';

/** The value of an expression at every hit. */
export async function hitKeys(
  expression: string,
  trace: Trace,
  side: AlignedSide,
  signal: AbortSignal | undefined,
): Promise<HitKeys> {
  const addresses = new PortableAddresses(trace.modules.current);
  const reader = await PartReader.open({ expression, kind: 'word' }, trace, addresses, false);
  const byFrame = new Array<PartValue>(trace.recording.index.count);
  let missing = 0;
  const ask = (frame: number, run: FrameRun | undefined) => {
    const value = reader.valueFrom(frame, run, signal);
    if (value instanceof Promise) return value.then((known) => ({ frame, known }));
    return { frame, known: value };
  };
  for await (const { answers } of answersOver(reader, hitFrames(trace, side), ask, signal)) {
    for (const { frame, known } of answers) {
      byFrame[frame] = known;
      if (known === undefined) missing++;
    }
  }
  return { byFrame, missing };
}

/** The frames of hits, in the order of the file. */
function* hitFrames({ recording }: Trace, { pairOf }: AlignedSide): Generator<number> {
  for (const [frame, pair] of pairOf.entries()) {
    if (pair !== none && !recording.stepping.isStep(frame)) yield frame;
  }
}
