import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../src/bytes/cursor';
import { readFrame, type Frame } from '../../../src/format/frame';
import { bytes, header, indexed, maker, sourceOf } from './traceBytes';
import { writeTraceFile } from './wholeTraceFile';

type Part = string | Uint8Array;

/** Writes the frames of these numbers, after reading the file whole. */
async function rewrite(
  order: ByteOrder,
  registerBlockSize: number,
  numbers: number[],
  ...parts: Part[]
) {
  const source = sourceOf(...parts);
  const frameLayout = { order, registerBlockSize };
  const { index, description } = await indexed(source, frameLayout);
  async function* frames(): AsyncGenerator<Frame> {
    for (const number of numbers) yield readFrame(source, index, number, frameLayout);
  }
  const written: Uint8Array[] = [];
  for await (const chunk of writeTraceFile(description, frameLayout, frames(), numbers.length)) {
    written.push(chunk);
  }
  return Buffer.from(bytes(...written));
}

describe.each<ByteOrder>(['little', 'big'])('writer, %s-endian', (order) => {
  const make = maker(order);
  const frames = [
    make.frame(3, make.registers(0x20), make.staticData('hi')),
    make.frame(-1),
    make.frame(4, make.memory(1n, [1, 2]), bytes('?')),
    make.frame(3, make.variable(1, 5n)),
  ];
  const status = (count: string) =>
    `status 0;tstop::0;tframes:${count};tcreated:4;notes:;username:`;
  const lines = (count: string) => [
    'R 20',
    'tdesc <é/>',
    status(count),
    'vendor line',
    'tp T3:10:E:0:0',
    'tp T4:10:E:0:0',
  ];
  const end = new Uint8Array(4);
  const whole = [header(...lines('4')), ...frames, end];

  it('writes a whole file as it was', async () => {
    const written = await rewrite(order, 0x20, [0, 1, 2, 3], ...whole);
    expect(written).toEqual(Buffer.from(bytes(...whole)));
  });

  it('writes chosen frames, and counts them', async () => {
    const written = await rewrite(order, 0x20, [3, 1], ...whole);
    const [, minusOne, , last] = frames;
    if (!minusOne || !last) throw new Error('no frames');
    expect(written).toEqual(Buffer.from(bytes(header(...lines('2')), last, minusOne, end)));
  });

  it('writes a file without frames', async () => {
    const written = await rewrite(order, 0x20, [], ...whole);
    expect(written).toEqual(Buffer.from(bytes(header(...lines('0')), end)));
  });

  it('ends lines as gdb reads them', async () => {
    const text = ['\x7fTRACE0', ...lines('4'), '', ''].join('\r\n');
    const written = await rewrite(order, 0x20, [0], text, ...frames, end);
    const [first] = frames;
    if (!first) throw new Error('no frame');
    expect(written).toEqual(Buffer.from(bytes(header(...lines('1')), first, end)));
  });

  it('keeps bytes that are no UTF-8', async () => {
    const start = bytes('\x7fTRACE0\nR 20\nvendor ', [0xff, 0xc3, 0xa9], '\n\n');
    const written = await rewrite(order, 0x20, [], start, end);
    expect(written).toEqual(Buffer.from(bytes(start, end)));
  });

  it('writes an R line that gdb reads as the size in use', async () => {
    const frame = make.frame(3, make.registers(292));
    const decimal = await rewrite(order, 292, [0], header('R 292', 'status 0'), frame, end);
    expect(decimal).toEqual(Buffer.from(bytes(header('R 124', 'status 0'), frame, end)));
    const absent = await rewrite(order, 292, [0], header('status 0'), frame, end);
    expect(absent).toEqual(Buffer.from(bytes(header('status 0', 'R 124'), frame, end)));
    const none = await rewrite(order, 0, [], header('status 0'), end);
    expect(none).toEqual(Buffer.from(bytes(header('status 0'), end)));
  });
});

describe('writer', () => {
  it('rejects another number of frames than was announced', async () => {
    const source = sourceOf(header('R 1', 'status 0'), new Uint8Array(4));
    const frameLayout = { order: 'little', registerBlockSize: 1 } as const;
    const { description } = await indexed(source, frameLayout);
    async function* none(): AsyncGenerator<Frame> {
      // No frame comes.
    }
    const write = async () => {
      const chunks = [];
      for await (const chunk of writeTraceFile(description, frameLayout, none(), 1))
        chunks.push(chunk);
    };
    await expect(write()).rejects.toThrow(RangeError);
  });
});
