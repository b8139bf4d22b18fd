import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../src/bytes/cursor';
import type { ByteSource } from '../../../src/bytes/source';
import { FrameFlags } from '../../../src/format/blocks';
import { readFrame } from '../../../src/format/frame';
import { FrameIndex, segmentFrames } from '../../../src/format/frameIndex';
import { indexFrames } from '../../../src/format/indexingPass';
import { tasksDuring } from '../tasks';
import { bytes, codes, header, indexed, maker, repeated, sourceOf } from './traceBytes';

const end = new Uint8Array(4);
const head = header('R 20', 'status 0', 'tp T3:10:E:0:0', 'tp T4:20:E:0:0');

describe.each<ByteOrder>(['little', 'big'])('index of %s-endian frames', (order) => {
  const make = maker(order);
  const frameLayout = { order, registerBlockSize: 0x20 };
  const pcField = { offset: 8, size: 8 };
  const pc = 0x1234_5678_9abc_def0n;

  it('says of every frame where it is and what it holds', async () => {
    const frames = [
      make.frame(3, make.registers(0x20, { offset: 8, value: pc }), make.memory(1n, [1])),
      make.frame(4),
      make.frame(-1, make.variable(1, 2n), make.staticData('x')),
      make.frame(0x7fff, make.memory(1n, []), make.registers(0x20), make.variable(1, 1n)),
    ];
    const source = sourceOf(head, ...frames, end);
    const { index, diagnostics } = await indexed(source, frameLayout, pcField);
    expect(diagnostics).toEqual([]);
    expect(index.complete).toBe(true);
    expect(index.count).toBe(4);
    let offset = head.length;
    for (const [number, frame] of frames.entries()) {
      expect(index.offset(number)).toBe(offset);
      expect(index.size(number)).toBe(frame.length - 6);
      offset += frame.length;
    }
    const numbers = [0, 1, 2, 3];
    expect(numbers.map((frame) => index.tracepoint(frame))).toEqual([3, 4, -1, 0x7fff]);
    expect(numbers.map((frame) => index.flags(frame))).toEqual([
      FrameFlags.registers | FrameFlags.memory | FrameFlags.pc,
      0,
      FrameFlags.variables | FrameFlags.staticData,
      FrameFlags.registers | FrameFlags.memory | FrameFlags.variables | FrameFlags.pc,
    ]);
    expect(index.pc(0)).toBe(pc);
    expect(index.pcIs(0, 0x1234_5678, 0x9abc_def0)).toBe(true);
    expect(index.pcIs(0, 0x1234_5678, 0x9abc_def1)).toBe(false);
    expect(index.pc(1)).toBeUndefined();
    expect(index.pcIs(1, 0, 0)).toBe(false);
  });

  it('reads the PC from the first register block only, of 4 bytes too, and masks it', async () => {
    const frame = make.frame(
      3,
      make.variable(1, 1n),
      make.registers(0x20, { offset: 0, value: 0x8040_01ea_8040_01ebn }),
      make.registers(0x20),
    );
    const source = sourceOf(head, frame, end);
    const first = order === 'little' ? 0x0040_01ebn : 0x0040_01ean;
    const field = { offset: 0, size: 4, mask: 0x7fff_ffffn };
    expect((await indexed(source, frameLayout, field)).index.pc(0)).toBe(first);
    const masked = { offset: 0, size: 8, mask: 0xffff_ffff_0000_0000n };
    expect((await indexed(source, frameLayout, masked)).index.pc(0)).toBe(0x8040_01ea_0000_0000n);
  });

  it('knows no PC where the field does not lie within the block', async () => {
    const source = sourceOf(head, make.frame(3, make.registers(0x20)), end);
    for (const field of [{ offset: 0x19, size: 8 }, { offset: 0, size: 3 }, undefined]) {
      const { index } = await indexed(source, frameLayout, field);
      expect(index.pc(0)).toBeUndefined();
      expect(index.flags(0)).toBe(FrameFlags.registers);
    }
  });

  it('sums up the frames of a tracepoint', async () => {
    const frame = make.frame(3, make.variable(1, 1n));
    const source = sourceOf(head, frame, make.frame(4), frame, make.frame(-2), end);
    const { index } = await indexed(source, frameLayout);
    expect([index.framesOf(3), index.bytesOf(3)]).toEqual([2, 26]);
    expect([index.framesOf(4), index.bytesOf(4)]).toEqual([1, 0]);
    expect([index.framesOf(-2), index.framesOf(0xfffe), index.framesOf(9)]).toEqual([1, 1, 0]);
  });

  it('reads frames that straddle windows, and some that are larger than one', async () => {
    const registers = make.registers(0x20, { offset: 8, value: pc });
    const sized = (length: number) => make.memory(0x10n, new Uint8Array(length).fill(length));
    const usual = make.frame(3, registers, sized(4000), sized(60_001), make.variable(1, 1n));
    const large = Array.from({ length: 90 }, (_, at) => sized(65_000 + at));
    const largest = make.frame(4, ...large, registers, ...large);
    const frames = [
      ...Array.from({ length: 150 }, () => usual),
      largest,
      usual,
      largest,
      largest,
      make.frame(3),
    ];
    const source = sourceOf(head, ...frames, end);
    const { index, diagnostics } = await indexed(source, frameLayout, pcField);
    expect(diagnostics).toEqual([]);
    expect(index.count).toBe(frames.length);
    for (let frame = 0; frame < frames.length - 1; frame++) expect(index.pc(frame)).toBe(pc);
    expect(index.offset(frames.length - 1) + 6 + end.length).toBe(source.size);
    const read = await readFrame(source, index, 150, frameLayout);
    expect(read.blocks).toHaveLength(181);
    expect(read.diagnostics).toEqual([]);
  });
});

const make = maker('little');
const frameLayout = { order: 'little', registerBlockSize: 0x20 } as const;

describe('index of many frames', () => {
  const count = 3 * segmentFrames + 100;
  const one = make.frame(3, make.variable(1, 1n));
  const two = make.frame(4);

  it('finds each, across segments', async () => {
    const frames = Array.from({ length: count }, (_, frame) => (frame % 3 === 0 ? one : two));
    const source = sourceOf(head, bytes(...frames), end);
    const { index } = await indexed(source, frameLayout);
    expect(index.count).toBe(count);
    let offset = head.length;
    let wrong = 0;
    for (const [number, frame] of frames.entries()) {
      if (index.offset(number) !== offset || index.size(number) !== frame.length - 6) wrong++;
      offset += frame.length;
    }
    expect(wrong).toBe(0);
    expect(index.framesOf(3)).toBe(Math.ceil(count / 3));
    expect(index.segmentOf(count - 1).tracepoints[(count - 1) % segmentFrames]).toBe(
      index.tracepoint(count - 1),
    );
  });

  it('knows no frame beyond the last', async () => {
    const { index } = await indexed(sourceOf(head, one, end), frameLayout);
    for (const frame of [1, -1, segmentFrames]) {
      expect(() => index.tracepoint(frame)).toThrow(RangeError);
    }
  });

  it('takes at most 16 bytes a frame', () => {
    const index = new FrameIndex();
    index.add(0, 1, 0, 0, 0, 0);
    const columns = Object.values(index.segmentOf(0)) as ArrayBufferView[];
    const length = columns.reduce((sum, column) => sum + column.byteLength, 0);
    expect(columns).toHaveLength(6);
    expect(length / segmentFrames).toBeLessThanOrEqual(16);
  });

  it('is readable while it grows, reports progress, and stops when told to', async () => {
    const source = sourceOf(head, repeated(one, 200_000), end);
    const index = new FrameIndex();
    const abort = new AbortController();
    const seen: [count: number, done: number, total: number][] = [];
    await indexFrames(index, source, head.length, frameLayout, undefined, {
      signal: abort.signal,
      onProgress: (done, total) => {
        seen.push([index.count, done, total]);
        if (index.count > 0) {
          expect(index.tracepoint(index.count - 1)).toBe(3);
          abort.abort();
        }
      },
    });
    expect(index.complete).toBe(false);
    expect(index.count).toBeGreaterThan(0);
    expect(index.count).toBeLessThan(200_000);
    const [last] = seen.slice(-1);
    expect(last).toEqual([index.count, index.count * one.length, source.size - head.length]);
  });

  it('lets other tasks run', async () => {
    const source = sourceOf(head, repeated(one, 200_000), end);
    const index = () => indexFrames(new FrameIndex(), source, head.length, frameLayout, undefined);
    expect(await tasksDuring(index, 5)).toBeGreaterThan(0);
  });

  it('ends where a file has become shorter', async () => {
    const source = sourceOf(head, one, one, one, end);
    const shorter: ByteSource = {
      size: source.size,
      read: async (offset, length) =>
        (await source.read(offset, length)).subarray(
          0,
          Math.max(0, head.length + 2 * one.length + 9 - offset),
        ),
    };
    const { index, diagnostics } = await indexed(shorter, frameLayout);
    expect(index.count).toBe(2);
    expect(codes(diagnostics)).toEqual(['frame-cut-off']);
    expect(index.complete).toBe(true);
  });
});

describe('a frame', () => {
  it('is read with its blocks, offsets in the file', async () => {
    const frame = make.frame(3, make.variable(1, 1n), bytes('?'));
    const source = sourceOf(head, make.frame(4), frame, end);
    const { index } = await indexed(source, frameLayout);
    const read = await readFrame(source, index, 1, frameLayout);
    expect(read).toMatchObject({
      number: 1,
      tracepoint: 3,
      offset: head.length + 6,
      order: 'little',
      bytes: frame.subarray(6),
    });
    expect(read.blocks.map(({ kind }) => kind)).toEqual(['V', 'unknown']);
    expect(read.diagnostics).toMatchObject([
      { code: 'unknown-block', frame: 1, offset: head.length + 6 + 6 + 13 },
    ]);
  });

  it('says where the file has become shorter since', async () => {
    const source = sourceOf(head, make.frame(3, make.variable(1, 1n)), end);
    const { index } = await indexed(source, frameLayout);
    const read = await readFrame(sourceOf(head, [3, 0, 13, 0, 0, 0, 0x56]), index, 0, frameLayout);
    expect(codes(read.diagnostics)).toEqual(['block-overrun', 'file-changed']);
    expect(read.diagnostics[1]).toMatchObject({ expected: '13 bytes', found: '1 bytes', frame: 0 });
  });
});
