// The frames that stopped at a place.
import { expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { sourceOfPlace } from '../../../../src/ask/trace/source';
import { openSample, repeatedSample } from '../../trace/search/sample';

it('are counted where a search finds them in several batches', async () => {
  // The first batch is of 256 frames.
  const trace = await openSample(repeatedSample(3));
  await trace.recording.indexed;
  const { index } = trace.recording;
  const pc = index.pc(1) ?? 0n;
  const there = Array.from({ length: index.count }, (_, i) => i).filter((i) => index.pc(i) === pc);
  const input = { place: `*0x${pc.toString(16)}`, lines: 0 };
  expect(await sourceOfPlace.answer({ trace } as never, input, runWith())).toMatchObject({
    ...{ frames: there.length, first: there[0], last: there.at(-1) },
  });
  expect(there.at(-1)).toBeGreaterThan(512);
  trace.dispose();
});
