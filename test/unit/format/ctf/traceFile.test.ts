import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../../src/bytes/cursor';
import type { CtfTraceFile } from '../../../../src/format/ctf/traceFile';
import { readFrame } from '../../../../src/format/frame';
import { bytes, codes, described, header, indexed, maker, repeated } from '../traceBytes';
import { ctfMaker, metadataText, openCtf } from './ctfBytes';

const registers = (order: ByteOrder, pc: bigint) =>
  maker(order).registers(16, { offset: 8, value: pc }).subarray(1);

/** A run of three frames, as CTF and as the trace file that it stands for. */
function sample(order: ByteOrder, target: ByteOrder = order) {
  const ctf = ctfMaker(order);
  const tf = maker(target);
  const pc = 0x401159n;
  const definitions = ctf.packet(0, [
    ctf.frame,
    ctf.status(3, 7, 3, 4, 100, 5000, 1, 1),
    ctf.variableDefinition(2, -2n, 0, 'hits'),
    ctf.tracepoint(7, pc, {
      usage: 0x123,
      step: 2,
      pass: 3,
      hits: 0x11,
      condition: '2227',
      at: 'app.c:3',
      actions: ['R03', 'M-1,404028,8'],
      steppingActions: ['R03'],
      conditionText: 'n > 1',
      commands: ['collect $regs', 'while-stepping 2', 'collect $regs', 'end'],
    }),
    ctf.tracepoint(8, 0x401200n, { enabled: 0, type: 28 }),
  ]);
  const packets = [
    ctf.packet(7, [
      ctf.frame,
      ctf.registers(registers(target, pc)),
      ctf.memory(0x404028n, [1, 2, 3]),
    ]),
    ctf.packet(-1, [ctf.frame]),
    ctf.packet(7, [
      ctf.frame,
      ctf.memory(0xffff_ffff_ffff_fff0n, [9]),
      ctf.variable(2, -5n),
      ctf.memory(1n, []),
    ]),
  ];
  const description = header(
    'R 10',
    'status 0;tfull:7;tframes:3;tcreated:4;tfree:64;tsize:1388;disconn:1;circular:1',
    'tsv 2:fffffffffffffffe:0:68697473',
    'tp T7:401159:E:2:3:X2,2227',
    'tp A7:401159:R03',
    'tp A7:401159:M-1,404028,8',
    'tp S7:401159:R03',
    'tp Z7:401159:at:0:7:6170702e633a33',
    'tp Z7:401159:cond:0:5:6e203e2031',
    'tp Z7:401159:cmd:0:d:636f6c6c656374202472656773',
    'tp Z7:401159:cmd:0:10:7768696c652d7374657070696e672032',
    'tp Z7:401159:cmd:0:d:636f6c6c656374202472656773',
    'tp Z7:401159:cmd:0:3:656e64',
    'tp V7:401159:11:123',
    'tp T8:401200:D:0:0:F0',
    'tp V8:401200:0:0',
  );
  const frames = [
    tf.frame(7, bytes('R', registers(target, pc)), tf.memory(0x404028n, [1, 2, 3])),
    tf.frame(-1),
    tf.frame(7, tf.memory(0xffff_ffff_ffff_fff0n, [9]), tf.variable(2, -5n), tf.memory(1n, [])),
  ];
  return { definitions, packets, traceFile: bytes(description, ...frames, [0, 0, 0, 0]), frames };
}

const whole = (file: CtfTraceFile) => file.read(0, file.size);

/** The frames that an index finds, as bytes. */
async function framesOf(file: CtfTraceFile, order: ByteOrder): Promise<Uint8Array[]> {
  const frameLayout = { order, registerBlockSize: 16 };
  const { index } = await indexed(file, frameLayout);
  const frames: Uint8Array[] = [];
  for (let i = 0; i < index.count; i++) {
    frames.push((await readFrame(file, index, i, frameLayout)).bytes);
  }
  return frames;
}

describe.each(['little', 'big'] as const)('gdb’s CTF of a %s-endian machine', (order) => {
  it('is read as the trace file that tsave would have written', async () => {
    const { definitions, packets, traceFile } = sample(order);
    const file = await openCtf(metadataText(order, 16), definitions, ...packets);
    expect(file.diagnostics).toEqual([]);
    expect(Buffer.from(await whole(file))).toEqual(Buffer.from(traceFile));
  });

  it('keeps the byte order of the target, which the registers tell', async () => {
    const target = order === 'little' ? 'big' : 'little';
    const { definitions, packets, traceFile } = sample(order, target);
    const file = await openCtf(metadataText(order, 16), definitions, ...packets);
    expect(Buffer.from(await whole(file))).toEqual(Buffer.from(traceFile));
    expect(file.inOrder(order)).toBe(file);
  });

  it('takes a program’s word for it where no registers tell it', async () => {
    const target = order === 'little' ? 'big' : 'little';
    const { definitions, packets } = sample(order);
    const [, , memory = new Uint8Array()] = packets;
    const file = await openCtf(metadataText(order, 16), definitions, memory);
    const asked = file.inOrder(target);
    const end = sample(order, target).frames[2] ?? new Uint8Array();
    const read = await whole(asked);
    expect(asked.size).toBe(file.size);
    expect(Buffer.from(read.subarray(-end.length - 4, -4))).toEqual(Buffer.from(end));
  });

  it('is read in the order of its packets where the metadata says another', async () => {
    const { definitions, packets, traceFile } = sample(order);
    const other = order === 'little' ? 'big' : 'little';
    const file = await openCtf(metadataText(other, 16), definitions, ...packets);
    expect(codes(file.diagnostics)).toEqual(['ctf-byte-order']);
    expect(Buffer.from(await whole(file))).toEqual(Buffer.from(traceFile));
  });

  it('gives any range of it', async () => {
    const { definitions, packets, traceFile } = sample(order);
    const file = await openCtf(metadataText(order, 16), definitions, ...packets);
    let ranges = 0;
    for (let from = 0; from <= traceFile.length; from += 3) {
      for (const length of [0, 1, 7, 60, traceFile.length]) {
        const expected = traceFile.subarray(from, from + length);
        expect(Buffer.from(await file.read(from, length))).toEqual(Buffer.from(expected));
        ranges++;
      }
    }
    expect(ranges).toBe(5 * Math.ceil((traceFile.length + 1) / 3));
  });

  it('cut at any byte, keeps the frames before the cut and says that it is cut', async () => {
    const { definitions, packets } = sample(order);
    const datastream = bytes(definitions, ...packets);
    const ends = [definitions.length];
    for (const packet of packets) ends.push((ends.at(-1) ?? 0) + packet.length);
    const all = await framesOf(await openCtf(metadataText(order, 16), datastream), order);
    for (let cut = 0; cut <= datastream.length; cut++) {
      const file = await openCtf(metadataText(order, 16), datastream.subarray(0, cut));
      // The last four bytes of a packet are padding.
      const kept = ends.slice(1).filter((end) => end - 4 <= cut).length;
      const frames = await framesOf(file, order);
      expect(frames.map((each) => [...each])).toEqual(all.slice(0, kept).map((each) => [...each]));
      const isWhole = ends.some((end) => cut >= end - 4 && cut <= end);
      expect(file.diagnostics.length > 0).toBe(!isWhole);
    }
    expect(all).toHaveLength(3);
  });
});

describe('damage in a datastream', () => {
  const ctf = ctfMaker('little');
  const { definitions, packets } = sample('little');
  const [first = new Uint8Array(), second = new Uint8Array(), third = new Uint8Array()] = packets;
  const open = (...parts: Uint8Array[]) =>
    openCtf(metadataText('little', 16), definitions, ...parts);
  const sizes = async (file: CtfTraceFile) =>
    (await framesOf(file, 'little')).map(({ length }) => length);

  it('between packets is passed over', async () => {
    const file = await open(first, bytes([1, 2, 3, 0xc1, 0x1f]), second, third);
    expect(await sizes(file)).toEqual([17 + 14, 0, 12 + 13 + 11]);
    expect(file.diagnostics).toMatchObject([
      {
        code: 'ctf-bytes-passed-over',
        message: expect.stringMatching(
          /^5 bytes from byte \d+ of the datastream .* Frame 1 /,
        ) as string,
      },
    ]);
  });

  it('within a packet costs what follows in its frame', async () => {
    const unknown = ctf.packet(7, [
      ctf.frame,
      ctf.variable(2, 1n),
      ctf.event(99, 1, 2, 3, 4),
      ctf.variable(2, 2n),
    ]);
    const file = await open(first, unknown, third);
    expect(await sizes(file)).toEqual([31, 13, 36]);
    expect(file.diagnostics).toMatchObject([{ code: 'ctf-event-unreadable', frame: 1 }]);
  });

  it('in the size of a packet costs no other packet', async () => {
    for (const claimed of [0, 13, 20, 1000, 0x1fff_ffff]) {
      const file = await open(
        first,
        ctf.packet(7, [ctf.frame, ctf.variable(2, 1n)], claimed),
        third,
      );
      const read = await sizes(file);
      expect(read[0]).toBe(31);
      expect(read.at(-1)).toBe(36);
      expect(file.diagnostics.length).toBeGreaterThan(0);
    }
  });

  it('of definitions leaves the frames', async () => {
    const hostile = ctf.packet(0, [
      ctf.frame,
      ctf.status(-5, -1, -1, -1, -1, -1, 0, 0),
      ctf.event(6, ...new Array<number>(60).fill(0xff)),
    ]);
    const file = await openCtf(metadataText('little', 16), hostile, first);
    expect(await sizes(file)).toEqual([31]);
    expect(codes(file.diagnostics)).toEqual(['ctf-event-unreadable']);
    const { description } = await described(file);
    expect(description.status).toMatchObject({ stopReason: 'unknown', stopTracepoint: -1 });
    expect(description.status?.framesInBuffer).toBeUndefined();
  });

  it('cannot put lines into the description', async () => {
    const definition = ctf.tracepoint(1, 1n, {
      actions: ['R0\ntp T9:1:E:0:0'],
      condition: '27\n\n',
    });
    const file = await openCtf(metadataText('little', 16), ctf.packet(0, [definition]), first);
    const { description } = await described(file);
    expect(description.tracepoints.map(({ number }) => number)).toEqual([1]);
    expect(await sizes(file)).toEqual([31]);
  });

  it('that defines without end is read up to a limit, which is said', async () => {
    const commands = new Array<string>(7).fill('x'.repeat(8000));
    const endless = repeated(ctf.packet(0, [ctf.tracepoint(1, 1n, { commands })]), 60);
    const file = await openCtf(metadataText('little', 16), endless, first);
    expect(codes(file.diagnostics)).toEqual(['ctf-definitions-too-long']);
    expect(file.size).toBeLessThan(5_000_000);
    expect(await sizes(file)).toEqual([31]);
  });

  it('of all of it leaves an empty trace', async () => {
    for (const junk of [
      new Uint8Array(0),
      new Uint8Array(5000).fill(0xc1),
      bytes('no datastream'),
    ]) {
      const file = await openCtf(metadataText('little', 16), junk);
      expect(await sizes(file)).toEqual([]);
      expect(codes(file.diagnostics)).toEqual(['ctf-no-packet']);
    }
  });
});

describe('a datastream with bytes altered', () => {
  it('is read nevertheless, and becomes a valid trace file', async () => {
    const { definitions, packets } = sample('little');
    const datastream = bytes(definitions, ...packets, ...packets);
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % below;
    };
    let frames = 0;
    for (let run = 0; run < 400; run++) {
      const altered = datastream.slice();
      for (let i = random(4); i >= 0; i--) altered[random(altered.length)] = random(256);
      const file = await openCtf(metadataText('little', 16), altered);
      const { index } = await indexed(file, { order: 'little', registerBlockSize: 16 });
      const last = index.count - 1;
      if (last >= 0) expect(index.offset(last) + 6 + index.size(last)).toBe(file.size - 4);
      frames += index.count;
    }
    expect(frames).toBeGreaterThan(400 * 4);
    expect(frames).toBeLessThan(400 * 6);
  });
});

describe('a long frame', () => {
  const ctf = ctfMaker('little');
  const tf = maker('little');
  const block = (i: number) => new Uint8Array(60_000).fill(i);
  const count = 100;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const long = ctf.packet(7, [ctf.frame, ...numbers.map((i) => ctf.memory(BigInt(i), block(i)))]);
  const short = ctf.packet(7, [ctf.frame, ctf.variable(1, 1n)]);
  const expected = bytes(
    header('R 10'),
    tf.frame(7, tf.variable(1, 1n)),
    tf.frame(7, ...numbers.map((i) => tf.memory(BigInt(i), block(i)))),
    tf.frame(7, tf.variable(1, 1n)),
    tf.frame(7, tf.variable(1, 1n)),
    [0, 0, 0, 0],
  );

  it('is read in pieces, and so are its neighbours', async () => {
    const file = await openCtf(metadataText('little', 16), short, long, short, short);
    expect(long.length).toBeGreaterThan(5_000_000);
    expect(file.diagnostics).toEqual([]);
    expect(Buffer.compare(await whole(file), expected)).toBe(0);
    let compared = 0;
    for (let from = 0; from < expected.length; from += 91_003) {
      const read = await file.read(from, 40_000);
      expect(Buffer.compare(read, expected.subarray(from, from + 40_000))).toBe(0);
      compared++;
    }
    expect(compared).toBe(66);
  });

  it('is cut where an event in it cannot be read', async () => {
    const damaged = ctf.packet(7, [
      ctf.frame,
      ...numbers.map((i) => ctf.memory(BigInt(i), block(i))),
      ctf.event(77),
      ctf.variable(1, 1n),
    ]);
    const file = await openCtf(metadataText('little', 16), short, damaged, short, short);
    expect(codes(file.diagnostics)).toEqual(['ctf-event-unreadable']);
    expect(Buffer.compare(await whole(file), expected)).toBe(0);
  });
});
