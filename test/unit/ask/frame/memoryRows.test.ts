import { beforeAll, describe, expect, it } from 'vitest';
import { memoryAt, memoryRanges } from '../../../../src/ask/frame/memoryRows';
import type { FrameState } from '../../../../src/machine/frameState';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';

let trace: Trace;
/** Collected `energy`, 8 bytes at 0x404040, and `averages`, 48 bytes at 0x4041a0. */
let machine: FrameState;

beforeAll(async () => {
  trace = await traceWithProgram('extra/x86_64/meter.circular.tf', 'extra/x86_64/meter');
  machine = await trace.machine(0);
});

describe('rows of memory', () => {
  it('begin at multiples of 16, each byte with its origin', async () => {
    expect(await memoryAt(trace.modules.current, machine, 0x404044n, 4)).toEqual({
      length: 4,
      symbol: 'energy+4',
      rows: [
        {
          address: '0x404040',
          bytes: [...'fa ff ff ff 05 00 00 00'.split(' '), ...new Array<string>(8).fill('??')],
          origins: [
            ...new Array<string>(8).fill('collected'),
            ...new Array<string>(8).fill('unavailable'),
          ],
          text: '........        ',
        },
      ],
    });
  });

  it('are as many as the bytes asked for touch, at most 64', async () => {
    const rowsOf = async (address: bigint, length: number) =>
      (await memoryAt(trace.modules.current, machine, address, length)).rows.length;
    expect(await rowsOf(0x404040n, 16)).toBe(1);
    expect(await rowsOf(0x404041n, 16)).toBe(2);
    expect(await rowsOf(0x404040n, 0)).toBe(0);
    expect(await rowsOf(0x404040n, 2 ** 40)).toBe(64);
  });

  it('show the program’s bytes and letters', async () => {
    const { rows } = await memoryAt(trace.modules.current, machine, 0x401181n, 1);
    expect(rows[0]?.origins).toEqual(new Array<string>(16).fill('transparent'));
    expect(rows[0]?.text).toBe('.H.}..u..E.H..IH');
  });

  it('reach the end of the address space', async () => {
    const { rows } = await memoryAt(trace.modules.current, machine, 0xffff_ffff_ffff_fff8n, 16);
    expect(rows.map(({ address }) => address)).toEqual(['0xfffffffffffffff0', '0x0']);
  });
});

describe('ranges of memory', () => {
  it('are what the frame collected, then the code at its PC', async () => {
    const ranges = await memoryRanges(trace.modules.current, machine);
    expect(ranges.map(({ symbol, length, label }) => [symbol, length, label])).toEqual([
      ['energy', 8, undefined],
      ['averages', 48, undefined],
      ['sum+16', 32, 'code at pc'],
    ]);
  });
});
