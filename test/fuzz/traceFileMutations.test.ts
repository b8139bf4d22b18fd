// Real files with bytes altered, taken out, put in and doubled, the same ones at every run: nothing
// throws or hangs, no frame lies outside the file or over another, and nothing is lost without a word.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { Holds } from '../../src/format/blocks';
import { counterBase } from '../../src/format/counters';
import { readDescription } from '../../src/format/descriptionReader';
import { readFrame } from '../../src/format/frame';
import { FrameIndex, indexFrames } from '../../src/format/frameIndex';
import { detectFraming } from '../../src/format/framing';

const corpus = path.join(import.meta.dirname, '../corpus');
const rounds = 150;

/** A small generator of numbers below a limit (xorshift32), so that every run is the same. */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

function mutate(bytes: Uint8Array, random: (limit: number) => number): Uint8Array {
  const at = 8 + random(bytes.length - 8);
  const length = 1 + random(random(2) === 0 ? 8 : 2000);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(Math.min(at + length, bytes.length));
  const noise = Uint8Array.from({ length }, () => random(256));
  switch (random(6)) {
    case 0:
      return Uint8Array.from([...before, ...noise, ...after]);
    case 1:
      return Uint8Array.from([...before, ...after]);
    case 2:
      return Uint8Array.from([...before, ...noise, ...bytes.subarray(at)]);
    case 3:
      return Uint8Array.from([...before, ...new Uint8Array(length), ...after]);
    case 4:
      return Uint8Array.from([...before, ...bytes.subarray(Math.max(8, at - length))]);
    default: {
      const flipped = bytes.slice();
      for (let flips = 0; flips < 5; flips++) flipped[8 + random(bytes.length - 8)] = random(256);
      return flipped;
    }
  }
}

/** Reads everything there is to read but the frames' blocks. */
async function readAll(bytes: Uint8Array) {
  const source = new MemorySource(bytes);
  const read = await readDescription(source);
  if ('problem' in read) throw new Error(read.problem);
  const { description } = read;
  const { framing } = await detectFraming(source, description, { registerTotal: 816 });
  const index = new FrameIndex();
  const framesInBuffer = description.status?.framesInBuffer ?? 0;
  const tracepoints = description.tracepoints.map((tracepoint) => tracepoint.number);
  const options = { tracepoints, framesInBuffer };
  const { diagnostics } = await indexFrames(
    index,
    source,
    description.framesOffset,
    framing,
    { offset: 128, size: 8 },
    options,
  );
  counterBase(description, (tracepoint) => index.bytesOf(tracepoint));
  return { source, description, framing, index, diagnostics };
}

describe.each([
  ['x86_64/app-memory-only', 1],
  ['x86_64/app-O2', 2],
  ['aarch64/t3-memonly', 3],
  ['s390x/t10-circ', 4],
  ['s390x/t3-memonly', 5],
])('%s', { timeout: 120_000 }, (name, seed) => {
  const original = new Uint8Array(readFileSync(path.join(corpus, `${name}.tf`)));

  it('is read however it is altered', async () => {
    const random = generator(seed);
    let damaged = 0;
    for (let round = 0; round < rounds; round++) {
      let bytes = mutate(original, random);
      if (random(3) === 0) bytes = mutate(bytes, random);
      const { source, description, framing, index, diagnostics } = await readAll(bytes);
      expect(index.complete).toBe(true);
      let offset = description.framesOffset;
      let gaps = 0;
      for (let number = 0; number < index.count; number++) {
        const begins = index.offset(number);
        expect(begins).toBeGreaterThanOrEqual(offset);
        gaps += begins - offset;
        offset = begins + 6 + index.size(number);
        expect(offset).toBeLessThanOrEqual(bytes.length);
        const frame = await readFrame(source, index, number, framing);
        const isDamaged = (index.holds(number) & Holds.damage) !== 0;
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
    }
    expect(damaged).toBeGreaterThan(0);
  });
});
