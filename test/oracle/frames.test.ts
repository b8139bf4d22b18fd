// The frame index and the blocks against what gdb said of every frame.
import { describe, expect, it } from 'vitest';
import { FrameFlags } from '../../src/format/blocks';
import { readFrame } from '../../src/format/frame';
import { corpusTraces, pcFieldOf, readCorpusTrace, tracesInFolders } from './corpusTrace';

const compared = { tracepoints: 0, pcs: 0, withoutPc: 0, blocks: 0 };

/**
 * The frame that cannot be read, where a circular buffer had wrapped; gdb reads none after it
 * either.
 */
const firstUnread: Readonly<Record<string, number>> = {
  'aarch64/t10-circ': 6,
  'extra/x86_64/meter.circular': 16,
};

/** gdb refused its tracepoints, and says their numbers as the file does. */
const refused = 'extra/x86_64/meter.string';

describe.each(corpusTraces)('%s', (name, frames) => {
  it('has the frames that gdb finds, of the tracepoints that it names', async () => {
    const { index, oracle } = await readCorpusTrace(name);
    expect(index.complete).toBe(true);
    expect(index.count).toBe(frames);
    for (const [frame, lines] of oracle.frames) {
      const found = lines.flatMap(
        (line) => /^Found trace frame (\d+), tracepoint (\d+)$/.exec(line)?.slice(1) ?? [],
      );
      if (found.length === 0 && firstUnread[name] === frame) break;
      const [number, tracepoint] = found.map(Number);
      expect(number).toBe(frame);
      expect(index.tracepoint(frame)).toBe(
        name === refused ? tracepoint : oracle.tracepoints.get(tracepoint ?? -1),
      );
      compared.tracepoints++;
    }
  });

  it('has the PC that gdb prints where registers were collected, and none where not', async () => {
    const { index, oracle } = await readCorpusTrace(name);
    const register = new RegExp(`^${pcFieldOf(name).register}\\s+(0x[0-9a-f]+)`);
    for (const [frame, lines] of oracle.frames) {
      if (frame === firstUnread[name]) break;
      const printed = lines.flatMap((line) => register.exec(line)?.[1] ?? [])[0];
      const collected = !lines.some((line) => /^(rax|eax|x0|r0) +<unavailable>/.test(line));
      if (collected) {
        expect(index.pc(frame)).toBe(BigInt(printed ?? -1));
        compared.pcs++;
      } else {
        expect(index.pc(frame)).toBeUndefined();
        compared.withoutPc++;
      }
    }
  });

  it('has blocks that fill every frame, and the file, exactly', async () => {
    const { source, index, detected, description } = await readCorpusTrace(name);
    let offset = description.framesOffset;
    for (let number = 0; number < index.count; number++) {
      expect(index.offset(number)).toBe(offset);
      offset += 6 + index.size(number);
      if (number === firstUnread[name]) continue;
      const frame = await readFrame(source, index, number, detected.frameLayout);
      expect(frame.diagnostics).toEqual([]);
      expect(index.flags(number) & FrameFlags.damage).toBe(0);
      const { length: end } = frame.bytes;
      const last = frame.blocks.at(-1);
      expect(last ? last.offset + last.length : 0).toBe(end);
      compared.blocks += frame.blocks.length;
    }
    if (!/circ/.test(name)) expect(offset + 4).toBe(source.size);
  });

  it('has no diagnostic but of what is wrong with it', async () => {
    const { detected, diagnostics } = await readCorpusTrace(name);
    expect(detected.orderFrom).toBe(frames === 0 ? 'default' : 'frames');
    expect(detected.frameLayout.order).toBe(name.startsWith('s390x') ? 'big' : 'little');
    const damage: Readonly<Record<string, readonly string[]>> = {
      'aarch64/t10-circ': ['unknown-block', 'bytes-after-end'],
      's390x/t10-circ': ['frame-cut-off', 'fewer-frames'],
      'extra/x86_64/meter.circular': ['unknown-block', 'bytes-after-end'],
      'extra/x86_64/meter.unstarted': ['byte-order-assumed'],
    };
    expect(diagnostics.map(({ code }) => code)).toEqual(damage[name] ?? []);
  });
});

describe('traces of wrapped circular buffers', () => {
  it('says what is where in aarch64/t10-circ', async () => {
    const { index, diagnostics } = await readCorpusTrace('aarch64/t10-circ');
    expect(index.flags(6)).toBe(FrameFlags.damage);
    expect(diagnostics).toMatchObject([
      { frame: 6, offset: 14749, expected: 'R, M, V or S', found: '0x00' },
      { offset: 30766, found: '541 bytes' },
    ]);
  });

  it('says of s390x/t10-circ how much of its last frame is there', async () => {
    const { diagnostics } = await readCorpusTrace('s390x/t10-circ');
    expect(diagnostics).toMatchObject([
      { offset: 15179, expected: '760 bytes', found: '526 bytes' },
      { expected: '25 frames', found: '7 frames' },
    ]);
  });
});

it('every trace of the corpus is compared', () => {
  expect(corpusTraces.map(([name]) => name).sort()).toEqual(tracesInFolders());
});

describe('the comparisons', () => {
  it('were all made', () => {
    expect(compared).toEqual({ tracepoints: 758, pcs: 598, withoutPc: 160, blocks: 3845 });
  });
});
