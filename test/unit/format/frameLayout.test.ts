import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../src/bytes/cursor';
import { detectFrameLayout, type FrameLayoutHints } from '../../../src/format/frameLayout';
import { bytes, codes, described, header, maker, sourceOf } from './traceBytes';

const end = new Uint8Array(4);

async function detect(
  lines: readonly string[],
  frames: readonly Uint8Array[],
  hints: FrameLayoutHints = {},
) {
  const source = sourceOf(header(...lines), ...frames, end);
  const { description } = await described(source);
  const detected = await detectFrameLayout(source, description, hints);
  return { ...detected, codes: codes(detected.diagnostics) };
}

describe.each<ByteOrder>(['little', 'big'])('frameLayout of %s-endian frames', (order) => {
  const other: ByteOrder = order === 'little' ? 'big' : 'little';
  const make = maker(order);
  const filled = make.frame(3, make.registers(0x20), make.memory(0x1000n, [1, 2, 3]));
  const empty = make.frame(3);
  const lines = ['R 20', 'tp T3:10:E:0:0'];

  it('is told by the frames', async () => {
    const { frameLayout, orderFrom, codes } = await detect(lines, [empty, filled, filled]);
    expect(frameLayout).toEqual({ order, registerBlockSize: 0x20 });
    expect(orderFrom).toBe('frames');
    expect(codes).toEqual([]);
  });

  it('is told by the frames without any tracepoint in the description', async () => {
    const { frameLayout, orderFrom } = await detect(['R 20'], [empty, filled]);
    expect([frameLayout.order, orderFrom]).toEqual([order, 'frames']);
  });

  it('is told by the tracepoint numbers where all frames are empty', async () => {
    const { frameLayout, orderFrom } = await detect(lines, [empty, empty]);
    expect([frameLayout.order, orderFrom]).toEqual([order, 'frames']);
  });

  it('is told by the frames although the first is damaged', async () => {
    const damaged = make.frame(3, bytes('?'.repeat(40)));
    const { frameLayout, orderFrom } = await detect(lines, [damaged, filled, filled]);
    expect([frameLayout.order, orderFrom]).toEqual([order, 'frames']);
  });

  it('is told by large frames, of which the file holds no more than one', async () => {
    const data = new Uint8Array(60_000);
    const blocks = Array.from({ length: 80 }, () => make.memory(0n, data));
    const { frameLayout } = await detect(lines, [make.frame(3, ...blocks)]);
    expect(frameLayout.order).toBe(order);
  });

  it('is taken from the architecture, then from the program, where the frames do not tell', async () => {
    const neither: readonly Uint8Array[] = [];
    const hints = { architectureOrder: order, programOrder: other };
    const fromArchitecture = await detect(lines, neither, hints);
    expect(fromArchitecture).toMatchObject({ frameLayout: { order }, orderFrom: 'architecture' });
    expect(fromArchitecture.codes).toEqual(['byte-order-contradicts-program']);
    const fromProgram = await detect(lines, neither, { programOrder: order });
    expect(fromProgram).toMatchObject({ frameLayout: { order }, orderFrom: 'program' });
    expect(fromProgram.codes).toEqual([]);
  });

  it('contradicts hints aloud', async () => {
    const hints = { architectureOrder: other, programOrder: other };
    const { frameLayout, diagnostics } = await detect(lines, [filled], hints);
    expect(frameLayout.order).toBe(order);
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'byte-order-contradicts-architecture',
        expected: `${other}-endian`,
        found: `${order}-endian`,
      },
      { severity: 'warning', code: 'byte-order-contradicts-program' },
    ]);
  });

  it('reads R as decimal where only that fits the frames', async () => {
    const frame = make.frame(3, make.registers(292), make.variable(1, 1n));
    const { frameLayout, diagnostics } = await detect(['R 292', 'tp T3:10:E:0:0'], [frame, frame]);
    expect(frameLayout).toEqual({ order, registerBlockSize: 292 });
    expect(diagnostics).toMatchObject([
      { code: 'register-block-size-decimal', offset: 8, found: 'R 292', expected: 'R 124' },
    ]);
  });

  it('takes the size of the described registers where only that fits', async () => {
    const frame = make.frame(3, make.registers(24));
    const wrong = await detect(['R 20'], [frame], { registerTotal: 24 });
    expect(wrong.frameLayout.registerBlockSize).toBe(24);
    expect(wrong.codes).toEqual(['register-block-size-from-target']);
    const absent = await detect(['status 0'], [frame], { registerTotal: 24 });
    expect(absent.frameLayout).toEqual({ order, registerBlockSize: 24 });
    expect(absent.codes).toEqual(['register-block-size-from-target']);
  });

  it('says where frames and described registers differ in size', async () => {
    const { frameLayout, codes } = await detect(lines, [filled], { registerTotal: 0x28 });
    expect(frameLayout.registerBlockSize).toBe(0x20);
    expect(codes).toEqual(['register-block-size-contradicts-description']);
  });

  it('keeps the size in R where no frame has registers', async () => {
    const frame = make.frame(3, make.variable(1, 1n));
    const { frameLayout, codes } = await detect(['R 292'], [frame], { registerTotal: 16 });
    expect(frameLayout.registerBlockSize).toBe(0x292);
    expect(codes).toEqual([]);
  });
});

describe('frameLayout of nothing', () => {
  it('assumes little-endian, and says so', async () => {
    const { frameLayout, orderFrom, diagnostics } = await detect(['R 20'], []);
    expect(frameLayout).toEqual({ order: 'little', registerBlockSize: 0x20 });
    expect(orderFrom).toBe('default');
    expect(diagnostics).toMatchObject([{ severity: 'info', code: 'byte-order-assumed' }]);
  });

  it('has no register block size where nothing gives one', async () => {
    expect((await detect(['status 0'], [])).frameLayout.registerBlockSize).toBe(0);
    expect((await detect(['R 0'], [])).frameLayout.registerBlockSize).toBe(0);
  });
});
