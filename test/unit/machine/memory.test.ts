import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/format/frame';
import { FrameMemory, Origin, type TransparentRange } from '../../../src/machine/memory';
import { RangeList } from '../../../src/symbols/rangeList';

/** A frame with M blocks at these addresses, in this order in the file. */
function frame(blocks: readonly (readonly [bigint, readonly number[]])[]): Frame {
  let offset = 0;
  return {
    number: 0,
    tracepoint: 1,
    offset: 0,
    order: 'little',
    diagnostics: [],
    bytes: Uint8Array.from(blocks.flatMap(([, bytes]) => bytes)),
    blocks: blocks.map(([address, { length }]) => {
      offset += length;
      return { kind: 'M', address, length, offset: offset - length };
    }),
  };
}

/** A range whose byte at each address is the address's low byte, as far as its file goes. */
function range(start: bigint, end: bigint, inFile = end): TransparentRange {
  return {
    start,
    end,
    read: (address, length) => {
      const bytes = Uint8Array.from({ length }, (_, i) => Number(address + BigInt(i)) & 0xff);
      const origins = bytes.map((_, i) =>
        address + BigInt(i) < inFile ? Origin.transparent : Origin.unavailable,
      );
      return Promise.resolve({ address, bytes, origins });
    },
  };
}

async function read(memory: FrameMemory, address: bigint, length: number): Promise<string> {
  const { bytes, origins } = await memory.read(address, length);
  const letters = ['-', 'c', 't'];
  return Array.from(bytes, (byte, i) => `${letters[origins[i] ?? 0] ?? ''}${byte}`).join(' ');
}

describe('the rule for a byte of memory', () => {
  it('takes what was collected, then what is transparent, then nothing', async () => {
    const memory = new FrameMemory(
      frame([[0x104n, [7, 8]]]),
      new RangeList([range(0x102n, 0x108n)]),
    );
    expect(await read(memory, 0x100n, 10)).toBe('-0 -0 t2 t3 c7 c8 t6 t7 -0 -0');
  });

  it('takes nothing of a block that goes past the end of memory, as in gdb', async () => {
    const last = 0xffff_ffff_ffff_fffen;
    const past = new FrameMemory(frame([[last, [1, 2, 3]]]), new RangeList([]));
    expect(await read(past, last, 2)).toBe('-0 -0');
    const whole = new FrameMemory(frame([[last, [1, 2]]]), new RangeList([]));
    expect(await read(whole, last, 2)).toBe('c1 c2');
  });

  it('takes the first of the blocks that hold an address', async () => {
    const blocks = [
      [0x100n, [1, 2, 3]],
      [0x101n, [9, 9, 9]],
    ] as const;
    expect(await read(new FrameMemory(frame(blocks), new RangeList([])), 0x100n, 5)).toBe(
      'c1 c2 c3 c9 -0',
    );
  });

  it('does not read past a range’s end, nor past its bytes in the file', async () => {
    const memory = new FrameMemory(frame([]), new RangeList([range(0x100n, 0x104n, 0x102n)]));
    expect(await read(memory, 0xffn, 7)).toBe('-0 t0 t1 -0 -0 -0 -0');
  });

  it('keeps ranges apart that do not touch, and joins those that do', () => {
    const blocks = [
      [0x110n, [1]],
      [0x100n, [1, 2]],
      [0x102n, [3, 4]],
      [0x101n, [5]],
      [0x120n, []],
    ] as const;
    expect(new FrameMemory(frame(blocks), new RangeList([])).ranges).toEqual([
      { address: 0x100n, length: 4 },
      { address: 0x110n, length: 1 },
    ]);
  });

  it('reads at the top of the address space', async () => {
    const top = 0xffff_ffff_ffff_fffen;
    const memory = new FrameMemory(frame([[top, [1, 2]]]), new RangeList([]));
    expect(await read(memory, top - 1n, 5)).toBe('-0 c1 c2 -0 -0');
  });

  it('finds the range that holds an address', () => {
    const blocks = [
      [0x110n, [1]],
      [0x100n, [1, 2]],
    ] as const;
    const memory = new FrameMemory(frame(blocks), new RangeList([]));
    const found = [0xffn, 0x100n, 0x101n, 0x102n, 0x110n, 0x111n].map((at) => memory.rangeAt(at));
    expect(found.map((range) => range?.address)).toEqual([
      undefined,
      0x100n,
      0x100n,
      undefined,
      0x110n,
      undefined,
    ]);
  });

  it('answers byte by byte what the first block that holds an address says', async () => {
    const random = generator(20261123);
    for (let round = 0; round < 300; round++) {
      const blocks = Array.from(
        { length: random(12) },
        (): readonly [bigint, readonly number[]] => [
          BigInt(0x100 + random(40)),
          Array.from({ length: random(10) }, () => random(256)),
        ],
      );
      const memory = new FrameMemory(frame(blocks), new RangeList([]));
      const from = 0x0f8 + random(16);
      const bytes = Array.from({ length: random(60) }, (_, i) => {
        const at = BigInt(from + i);
        const first = blocks.find(
          ([start, data]) => at >= start && at < start + BigInt(data.length),
        );
        return first ? `c${first[1][Number(at - first[0])]}` : '-0';
      });
      expect(await read(memory, BigInt(from), bytes.length)).toBe(bytes.join(' '));
    }
  });

  it('is found while others run, where a frame has many blocks in any order', async () => {
    const count = 50_000;
    const blocks = Array.from(
      { length: count },
      (_, i) => [BigInt((i * 7919) % count) * 2n, [i & 0xff]] as const,
    );
    const memory = new FrameMemory(frame(blocks), new RangeList([]));
    let turns = 0;
    const turn = () => {
      turns++;
      waiting = setImmediate(turn);
    };
    let waiting = setImmediate(turn);
    await memory.prepare();
    clearImmediate(waiting);
    expect(turns).toBeGreaterThan(1);
    const ranges = Array.from({ length: count }, (_, i) => ({
      address: 2n * BigInt(i),
      length: 1,
    }));
    expect(memory.ranges).toEqual(ranges);
    for (const [address, [byte]] of blocks.slice(0, 500)) {
      expect(await read(memory, address, 2)).toBe(`c${byte} -0`);
    }
  });
});

/** Numbers below a limit, the same ones in each run. */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}
