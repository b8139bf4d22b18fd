// Real files, cut at every byte: the frames before the cut are all there, in their places, and what the
// cut left is said.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import type { Description } from '../../src/format/description';
import { readDescription } from '../../src/format/descriptionReader';
import { FrameIndex, indexFrames } from '../../src/format/frameIndex';
import { detectFraming, type Framing } from '../../src/format/framing';

const corpus = path.join(import.meta.dirname, '../corpus');

async function readIndex(bytes: Uint8Array, description: Description, framing: Framing) {
  const index = new FrameIndex();
  const { framesOffset, tracepoints } = description;
  const source = new MemorySource(bytes);
  const { diagnostics } = await indexFrames(index, source, framesOffset, framing, undefined, {
    tracepoints: tracepoints.map((tracepoint) => tracepoint.number),
  });
  return { index, diagnostics };
}

describe.each([
  ['x86_64/app-memory-only', 20],
  ['s390x/t3-memonly', 36],
])('%s', { timeout: 120_000 }, (name, frames) => {
  const bytes = new Uint8Array(readFileSync(path.join(corpus, `${name}.tf`)));

  it('keeps every complete frame, wherever the file is cut among its frames', async () => {
    const source = new MemorySource(bytes);
    const read = await readDescription(source);
    if ('problem' in read) throw new Error(read.problem);
    const { description } = read;
    const { framing } = await detectFraming(source, description, {});
    const whole = (await readIndex(bytes, description, framing)).index;
    const ends = Array.from(
      { length: whole.count },
      (_, frame) => whole.offset(frame) + 6 + whole.size(frame),
    );
    expect(ends).toHaveLength(frames);
    let cuts = 0;
    for (let length = description.framesOffset; length < bytes.length; length++) {
      const { index, diagnostics } = await readIndex(
        bytes.subarray(0, length),
        description,
        framing,
      );
      const complete = ends.filter((end) => end <= length).length;
      const begun = length - (ends[complete - 1] ?? description.framesOffset);
      const state = [index.count, index.complete, diagnostics.map(({ code }) => code)];
      expect([length, ...state]).toEqual([length, complete, true, expected(begun, complete)]);
      if (complete > 0) expect(index.offset(complete - 1)).toBe(whole.offset(complete - 1));
      cuts++;
    }
    expect(cuts).toBe(bytes.length - description.framesOffset);

    /** `begun`: bytes after the last complete frame. */
    function expected(begun: number, complete: number): string[] {
      if (complete === frames) return begun < 2 ? ['missing-end-marker'] : [];
      return begun < 2 ? ['missing-end-marker'] : ['frame-cut-off'];
    }
  });

  it('reads whatever is left of its description', async () => {
    const end = 2 + Buffer.from(bytes).indexOf('\n\n');
    for (let length = 0; length < end; length++) {
      const source = new MemorySource(bytes.subarray(0, length));
      const read = await readDescription(source);
      if ('problem' in read) {
        expect(length).toBeLessThan(7);
        continue;
      }
      const codes = read.diagnostics.map(({ code }) => code);
      expect(codes).toContain('description-cut-off');
      expect(read.description.framesOffset).toBe(length);
      const lines = Buffer.from(bytes.subarray(8, length)).toString().split('\n');
      expect(read.description.lines.map(({ text }) => text)).toEqual(
        lines.filter((line) => line !== ''),
      );
    }
  });
});
