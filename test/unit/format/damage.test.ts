// Broken files: what is a frame beyond doubt is shown, and nothing is lost without a word.
import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../src/bytes/cursor';
import { FrameFlags } from '../../../src/format/blocks';
import { readFrame } from '../../../src/format/frame';
import { bytes, codes, header, indexed, maker, repeated, sourceOf } from './traceBytes';

const head = header('R 20', 'status 0', 'tp T3:10:E:0:0', 'tp T4:20:E:0:0');

describe.each<ByteOrder>(['little', 'big'])('damage among %s-endian frames', (order) => {
  const make = maker(order);
  const frameLayout = { order, registerBlockSize: 0x20 };
  const good = make.frame(3, make.registers(0x20), make.variable(1, 7n));
  const other = make.frame(4, make.memory(0x1000n, [1, 2, 3, 4]));
  const empty = make.frame(4);
  const end = new Uint8Array(4);

  async function read(...parts: Uint8Array[]) {
    return readWith(head, ...parts);
  }

  async function readWith(...parts: Uint8Array[]) {
    const source = sourceOf(...parts);
    const { index, diagnostics } = await indexed(source, frameLayout);
    const numbers = Array.from({ length: index.count }, (_, frame) => frame);
    return {
      source,
      index,
      diagnostics,
      codes: codes(diagnostics),
      offsets: numbers.map((frame) => index.offset(frame) - head.length),
      sizes: numbers.map((frame) => index.size(frame)),
      damaged: numbers.filter((frame) => index.flags(frame) & FrameFlags.damage),
    };
  }

  it.each([2, 4, 6, 8, 100])('takes %d zero bytes as an end', async (length) => {
    const { index, codes } = await read(good, new Uint8Array(length));
    expect(index.count).toBe(1);
    expect(codes).toEqual([]);
  });

  it('says where the end marker is missing', async () => {
    const { index, diagnostics, source } = await read(good, other);
    expect(index.count).toBe(2);
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'missing-end-marker', offset: source.size },
    ]);
    expect((await read(good, bytes([0]))).codes).toEqual(['missing-end-marker']);
    expect((await read()).codes).toEqual(['missing-end-marker']);
  });

  it('counts the bytes after the end marker', async () => {
    const { index, diagnostics } = await read(good, end, good, other, end);
    expect(index.count).toBe(1);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'bytes-after-end' }]);
    const zeros = order === 'little' ? 0 : 1;
    expect(diagnostics[0]?.offset).toBe(head.length + good.length + end.length + zeros);
    expect(diagnostics[0]?.found).toBe(`${good.length + other.length + 4 - zeros} bytes`);
  });

  it('counts a frame that the end of the file cuts off as none', async () => {
    for (let length = 1; length < good.length; length++) {
      const { index, diagnostics } = await read(other, good.subarray(0, length));
      expect(index.count).toBe(1);
      const code = length === 1 ? 'missing-end-marker' : 'frame-cut-off';
      const offset = head.length + other.length;
      if (length > 1 || order === 'little') {
        expect(codes(diagnostics)).toEqual([length === 1 ? diagnostics[0]?.code : code]);
      }
      expect(diagnostics).toMatchObject([{ offset }]);
      if (length >= 6) expect(diagnostics[0]?.found).toBe(`${length - 6} bytes`);
    }
  });

  it('keeps a frame with an unknown block, and those after it', async () => {
    const unknown = make.frame(3, make.variable(1, 1n), bytes('Q12345'));
    const { index, damaged, diagnostics } = await read(good, unknown, other, good, end);
    expect(index.count).toBe(4);
    expect(damaged).toEqual([1]);
    expect(index.flags(1)).toBe(FrameFlags.variables | FrameFlags.damage);
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        code: 'unknown-block',
        frame: 1,
        offset: head.length + good.length + 6 + 13,
        expected: 'R, M, V or S',
        found: "0x51 'Q'",
      },
    ]);
  });

  it('keeps all frames of a file in which each has an unknown block', async () => {
    const unknown = make.frame(3, make.variable(1, 1n), bytes('Q12345'));
    for (const count of [1, 2, 5, 20, 3000]) {
      for (const tail of [end, new Uint8Array(0), unknown.subarray(0, 20)]) {
        const { index, damaged } = await read(repeated(unknown, count), tail);
        if (count > 1 || tail.length < 10) expect(index.count).toBe(count);
        expect(damaged).toHaveLength(index.count);
      }
    }
    const { diagnostics } = await read(repeated(unknown, 3000), end);
    expect(diagnostics).toHaveLength(1001);
    expect(diagnostics.at(-1)?.message).toBe('2000 more findings are not listed.');
  });

  it('bounds a block by its frame', async () => {
    const overrun = make.frame(3, make.memory(0x10n, new Uint8Array(50)).subarray(0, 30));
    const { index, damaged, diagnostics, source } = await read(good, overrun, other, good, end);
    expect(index.count).toBe(4);
    expect(damaged).toEqual([1]);
    expect(diagnostics).toMatchObject([
      { code: 'block-overrun', frame: 1, expected: '61 bytes', found: '30 bytes' },
    ]);
    const frame = await readFrame(source, index, 1, frameLayout);
    expect(frame.diagnostics).toMatchObject([{ offset: diagnostics[0]?.offset, frame: 1 }]);
  });

  it('finds the next frame where one claims too large a size', async () => {
    const { length } = good;
    for (const size of [length - 5, length, length + 20, 2 * length, 0x7fff_ffff]) {
      const wrong = make.framed(3, size, good.subarray(6));
      const { offsets, damaged, codes } = await read(good, wrong, good, other, good, end);
      expect(offsets).toEqual([0, length, 2 * length, 3 * length, 3 * length + other.length]);
      expect(damaged).toEqual([1]);
      expect(codes).toContain('frame-size-wrong');
    }
  });

  it('finds the next frame where one claims too small a size', async () => {
    const wrong = make.framed(3, 30, good.subarray(6));
    const { offsets, sizes, damaged, diagnostics } = await read(good, wrong, other, good, end);
    const { length } = good;
    expect(offsets).toEqual([0, length, 2 * length, 2 * length + other.length]);
    expect(sizes[1]).toBe(30);
    expect(damaged).toEqual([1]);
    expect(codes(diagnostics)).toEqual(['block-overrun', 'bytes-passed-over']);
    expect(diagnostics[1]).toMatchObject({
      offset: head.length + length + 36,
      found: `${length - 36} bytes of something else`,
    });
  });

  it('passes over bytes that were put between frames, and says how many', async () => {
    const noise = new Uint8Array(777).fill(0xee);
    const { offsets, damaged, diagnostics } = await read(good, noise, other, good, end);
    const next = good.length + noise.length;
    expect(offsets).toEqual([0, next, next + other.length]);
    expect(damaged).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: 'bytes-passed-over', offset: head.length + good.length },
    ]);
    expect(diagnostics[0]?.message).toContain('777 bytes before frame 1');
  });

  it('continues after bytes were removed', async () => {
    const counted = header('R 20', 'status 0;tframes:6', 'tp T3:10:E:0:0', 'tp T4:20:E:0:0');
    const { length } = good;
    for (let lost = 1; lost < length; lost++) {
      const cut = good.subarray(0, length - lost);
      const { index, codes } = await readWith(counted, good, cut, good, other, good, other, end);
      expect(index.count).toBeGreaterThanOrEqual(5);
      expect(codes.length).toBeGreaterThan(0);
    }
  });

  it('doubts an end marker where the status counts more frames', async () => {
    const counted = header('R 20', 'status 0;tframes:3', 'tp T3:10:E:0:0', 'tp T4:20:E:0:0');
    const hole = new Uint8Array(512);
    const found = await readWith(counted, good, hole, other, good, end);
    expect(found.index.count).toBe(3);
    expect(found.codes).toEqual(['bytes-passed-over']);
    const none = await readWith(counted, good, hole, bytes('?'));
    expect(none.index.count).toBe(1);
    expect(none.codes).toEqual(['bytes-after-end', 'fewer-frames']);
    expect(none.diagnostics[1]).toMatchObject({ expected: '3 frames', found: '1 frames' });
    const complete = await readWith(counted, good, good, good, hole, other, good, end);
    expect(complete.index.count).toBe(3);
    expect(complete.codes).toEqual(['bytes-after-end']);
  });

  it('invents no frame in bytes that are none', async () => {
    const noise = bytes(
      ...Array.from({ length: 500 }, (_, at) => make.framed(3, ((at % 7) + 1) * 40, bytes('zz'))),
    );
    const { index, damaged, codes, diagnostics } = await read(good, noise);
    expect(index.count).toBe(2);
    expect(damaged).toEqual([1]);
    expect(codes).toContain('bytes-not-recognised');
    expect(diagnostics.at(-1)?.severity).toBe('error');
  });

  it('takes no run of empty frames for frames', async () => {
    const damaged = make.frame(3, bytes('?'.repeat(30)));
    const { index, codes } = await read(good, damaged, repeated(empty, 100), bytes('?'));
    expect(index.count).toBe(2);
    expect(codes).toEqual(['unknown-block', 'bytes-not-recognised']);
  });

  it('takes no empty frames before an end marker for frames', async () => {
    const damaged = make.frame(3, bytes('?'.repeat(30)));
    const { index, codes } = await read(good, damaged, bytes('#'), repeated(empty, 3), end);
    expect(index.count).toBe(2);
    expect(codes).toEqual(['unknown-block', 'bytes-not-recognised']);
  });

  it('says both that the last frame but one is damaged and that the last is cut off', async () => {
    const damaged = make.frame(3, bytes('?'.repeat(30)));
    const { index, codes } = await read(good, damaged, good.subarray(0, 20));
    expect(index.count).toBe(2);
    expect(codes).toEqual(['unknown-block', 'frame-cut-off']);
  });

  it('reads stale bytes after an end marker as none, after a damaged frame too', async () => {
    const damaged = make.frame(3, bytes('?'.repeat(30)));
    for (const stale of [50, 6_000_000]) {
      const { index, codes } = await read(good, damaged, end, new Uint8Array(stale).fill(0x3f));
      expect(index.count).toBe(2);
      expect(codes).toEqual(['unknown-block', 'bytes-after-end']);
    }
  });

  it('numbers frames without a gap, and finds each after many displacements', async () => {
    const noise = bytes('#'.repeat(11));
    const part = bytes(good, other, good, other, noise);
    const count = 400;
    const { index, offsets, source } = await read(repeated(part, count), good, other, end);
    expect(index.count).toBe(4 * count + 2);
    const starts = [0, good.length, good.length + other.length];
    starts.push(2 * good.length + other.length);
    for (let frame = 0; frame < 4 * count; frame++) {
      const expected = Math.floor(frame / 4) * part.length + (starts[frame % 4] ?? 0);
      if (offsets[frame] !== expected) expect([frame, offsets[frame]]).toEqual([frame, expected]);
    }
    const last = await readFrame(source, index, index.count - 1, frameLayout);
    expect(last.blocks).toMatchObject([{ kind: 'M', address: 0x1000n }]);
  });

  it('gives up a search that a hostile file makes endless', async () => {
    const damaged = make.frame(3, bytes('?'.repeat(30)));
    const { index, diagnostics } = await read(damaged, repeated(empty, 400_000), bytes('?'));
    expect(index.count).toBe(1);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'bytes-not-recognised' });
    expect(diagnostics.at(-1)?.message).toContain('given up');
  });
});
