// Real files with bytes altered, taken out, put in and doubled, the same ones at every run: nothing
// throws or hangs, no frame lies outside the file or over another, and nothing is lost without a
// word.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { FrameFlags } from '../../src/format/blocks';
import { counterBase } from '../../src/format/counters';
import { readDescription } from '../../src/format/descriptionReader';
import { readFrame } from '../../src/format/frame';
import { FrameIndex } from '../../src/format/frameIndex';
import { detectFrameLayout } from '../../src/format/frameLayout';
import { indexFrames } from '../../src/format/indexingPass';
import { inRounds, mutate, timeLimit } from './rounds';

const corpus = path.join(import.meta.dirname, '../corpus');
const rounds = 150;
/** Bytes of the magic: without them the file is no trace. */
const magic = 8;

/** Reads everything there is to read but the frames' blocks. */
async function readAll(bytes: Uint8Array) {
  const source = new MemorySource(bytes);
  const read = await readDescription(source);
  if ('problem' in read) throw new Error(read.problem);
  const { description } = read;
  const { frameLayout } = await detectFrameLayout(source, description, { registerTotal: 816 });
  const index = new FrameIndex();
  const framesInBuffer = description.status?.framesInBuffer ?? 0;
  const tracepoints = description.tracepoints.map((tracepoint) => tracepoint.number);
  const options = { tracepoints, framesInBuffer };
  const { diagnostics } = await indexFrames(
    index,
    source,
    description.framesOffset,
    frameLayout,
    { offset: 128, size: 8 },
    options,
  );
  await counterBase(description, (tracepoint) => index.bytesOf(tracepoint));
  return { source, description, frameLayout, index, diagnostics };
}

/** What was found, to be compared with what is found when the file is read again. */
async function summaryOf(bytes: Uint8Array): Promise<unknown> {
  const { description, frameLayout, index, diagnostics } = await readAll(bytes);
  const frames = Array.from({ length: index.count }, (_, frame) => [
    index.tracepoint(frame),
    index.offset(frame),
    index.flags(frame),
  ]);
  return { description, frameLayout, frames, diagnostics };
}

/** Bytes that two files begin with alike. */
function alikeUpTo(one: Uint8Array, other: Uint8Array): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

describe.each([
  ['x86_64/app-memory-only', 1],
  ['x86_64/app-O2', 2],
  ['aarch64/t3-memonly', 3],
  ['s390x/t10-circ', 4],
  ['s390x/t3-memonly', 5],
])('%s', { timeout: timeLimit }, (name, seed) => {
  const original = new Uint8Array(readFileSync(path.join(corpus, `${name}.tf`)));

  it('is read however it is altered', async () => {
    const whole = await readAll(original);
    const wholeFrames = await Promise.all(
      Array.from({ length: whole.index.count }, (_, frame) =>
        readFrame(whole.source, whole.index, frame, whole.frameLayout),
      ),
    );
    let damaged = 0;
    let kept = 0;
    await inRounds(rounds, seed, async (random) => {
      let bytes = mutate(original, random, magic, 2000);
      if (random(3) === 0) bytes = mutate(bytes, random, magic, 2000);
      const { source, description, frameLayout, index, diagnostics } = await readAll(bytes);
      expect(index.complete).toBe(true);
      const alike = alikeUpTo(original, bytes);
      const good = wholeFrames.filter(
        (frame) =>
          alike >= whole.description.framesOffset && frame.offset + 6 + frame.bytes.length <= alike,
      );
      expect(index.count).toBeGreaterThanOrEqual(good.length);
      let offset = description.framesOffset;
      let gaps = 0;
      for (let number = 0; number < index.count; number++) {
        const begins = index.offset(number);
        expect(begins).toBeGreaterThanOrEqual(offset);
        gaps += begins - offset;
        offset = begins + 6 + index.size(number);
        expect(offset).toBeLessThanOrEqual(bytes.length);
        const frame = await readFrame(source, index, number, frameLayout);
        const before = good[number];
        if (before) expect(frame).toEqual(before);
        if (before) kept++;
        const isDamaged = (index.flags(number) & FrameFlags.damage) !== 0;
        if (frame.diagnostics.length > 0) expect(isDamaged).toBe(true);
        if (isDamaged) damaged++;
      }
      const passed = diagnostics
        .filter(({ code }) => code === 'bytes-passed-over')
        .reduce((sum, { found }) => sum + Number.parseInt(found ?? '', 10), 0);
      expect(passed).toBe(gaps);
      const rest = bytes.subarray(offset);
      if (rest.length === 0 || rest.some((byte) => byte !== 0)) {
        expect(diagnostics.length).toBeGreaterThan(0);
      }
      const inFile = diagnostics.every(({ offset: at = 0 }) => at >= 0 && at <= bytes.length);
      expect(inFile).toBe(true);
      expect(await summaryOf(bytes)).toEqual(await summaryOf(bytes));
    });
    expect(damaged).toBeGreaterThan(0);
    expect(kept).toBeGreaterThan(rounds / 2);
  });
});
