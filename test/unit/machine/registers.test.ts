import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/bytes/hex';
import { type ByteOrder, unsigned } from '../../../src/bytes/cursor';
import type { Tracepoint } from '../../../src/format/description';
import { inferPc } from '../../../src/machine/frameState';
import { registerLayout } from '../../../src/machine/registerLayout';
import { Registers } from '../../../src/machine/registers';

interface Made {
  readonly size?: number;
  readonly order?: ByteOrder;
  readonly inferredPc?: bigint;
}

/** Registers of a block that is zero but for some bytes. */
function registers(
  machine: number,
  bits: 32 | 64,
  block: Readonly<Record<number, string>> | undefined,
  { size = 0, order = 'little', inferredPc }: Made = {},
): (name: string) => bigint | undefined {
  const { layout } = registerLayout(undefined, { machine, bits }, size);
  if (!layout) throw new Error('no layout');
  const bytes = block && new Uint8Array(size);
  for (const [at, hex] of Object.entries(block ?? {})) bytes?.set(fromHex(hex), Number(at));
  const read = new Registers(layout, order, bytes, inferredPc);
  return (name) => {
    const value = read.read(name)?.bytes;
    return value && unsigned(value, order);
  };
}

describe('a register', () => {
  it('is read by gdb’s names for it and for its parts', () => {
    const read = registers(
      62,
      64,
      { 0: '8877665544332211', 128: '5911400000000000' },
      { size: 560 },
    );
    expect(read('rax')).toBe(0x1122334455667788n);
    expect(read('eax')).toBe(0x55667788n);
    expect(read('ax')).toBe(0x7788n);
    expect(read('al')).toBe(0x88n);
    expect(read('ah')).toBe(0x77n);
    expect(read('rip')).toBe(0x401159n);
    expect(read('pc')).toBe(0x401159n);
    expect(read('nothing')).toBeUndefined();
  });

  it('is joined from two, as gdb joins $ymm15 from xmm15 and its upper half', () => {
    const upper = 560 + 15 * 16;
    const read = registers(62, 64, { 516: '01', [upper]: '02' }, { size: 816 });
    expect(read('ymm15')).toBe((2n << 128n) | 1n);
    expect(read('ymm14')).toBe(0n);
  });

  it('is unavailable where the block ends before it, or one of its parts', () => {
    const { layout } = registerLayout(undefined, { machine: 62, bits: 64 }, 816);
    if (!layout) throw new Error('no layout');
    const read = new Registers(layout, 'little', new Uint8Array(566), undefined);
    expect(read.read('gs_base')?.bytes).toHaveLength(8);
    expect(read.read('ymm0h')?.register.name).toBe('ymm0h');
    expect(read.read('ymm0h')?.bytes).toBeUndefined();
    expect(read.read('xmm0')?.bytes).toHaveLength(16);
    expect(read.read('ymm0')?.bytes).toBeUndefined();
  });

  it('is read in the target’s byte order', () => {
    const read = registers(22, 32, { 0: '00003000', 4: '804001ea' }, { size: 272, order: 'big' });
    expect(read('pswa')).toBe(0x804001ean);
    expect(read('pc')).toBe(0x4001ean);
    expect(read('cc')).toBe(3n);
    expect(read('sp')).toBe(0n);
  });

  it('goes by other names', () => {
    const riscv = registers(243, 64, { 16: '10', 64: '20', 80: '30' }, { size: 264 });
    expect(riscv('x2')).toBe(0x10n);
    expect(riscv('s0')).toBe(0x20n);
    expect(riscv('fp')).toBe(0x20n);
    expect(riscv('x10')).toBe(0x30n);
    const arm = registers(40, 32, { 36: '11', 52: '22', 56: '33' }, { size: 168 });
    expect([arm('sb'), arm('v6'), arm('r13'), arm('r14')]).toEqual([0x11n, 0x11n, 0x22n, 0x33n]);
    const aarch64 = registers(183, 64, { 232: '44', 240: '55' }, { size: 788 });
    expect([aarch64('fp'), aarch64('lr'), aarch64('w30')]).toEqual([0x44n, 0x55n, 0x55n]);
  });

  it('is an MMX register by its place in the x87 file', () => {
    const st = (i: number) => 64 + 10 * i;
    const mmx = (top: number) =>
      registers(
        3,
        32,
        { 148: `00${(top << 3).toString(16).padStart(2, '0')}`, [st(1)]: '01', [st(7)]: '07' },
        { size: 312 },
      );
    expect([mmx(0)('mm1'), mmx(0)('mm7')]).toEqual([1n, 7n]);
    // With the top of the stack at 7, st0 is register 7, st1 register 0 and st7 register 6.
    expect([mmx(7)('mm0'), mmx(7)('mm6')]).toEqual([1n, 7n]);
  });

  it('is an Advanced SIMD register made of two', () => {
    const d = (i: number) => 68 + 8 * i;
    const read = registers(40, 32, { [d(2)]: '01', [d(3)]: '02', [d(3) + 4]: '03' }, { size: 328 });
    expect(read('q1')).toBe((3n << 96n) | (2n << 64n) | 1n);
    expect([read('s4'), read('s6'), read('s7')]).toEqual([1n, 2n, 3n]);
    expect(registers(40, 32, {}, { size: 200 })('q0')).toBeUndefined();
  });

  it('has a name for everything that can be read', () => {
    const { layout } = registerLayout(undefined, { machine: 183, bits: 64 }, 788);
    const read = layout && new Registers(layout, 'little', undefined, undefined);
    const names = [...(read?.names() ?? [])];
    expect(names).toContain('lr');
    expect(names).toContain('pc');
    expect(names.filter((name) => read?.read(name) === undefined)).toEqual([]);
    expect(names.filter((name) => read?.read(name)?.bytes !== undefined)).toEqual([]);
  });
});

describe('the PC of a frame without registers', () => {
  const location = {
    address: 0x401159n,
    enabled: true,
    kind: 'trace',
    actions: [],
    steppingActions: [],
    fileIndex: 0,
  } as const;
  const tracepoint: Tracepoint = {
    number: 3,
    locations: [location],
    enabled: true,
    step: 0,
    pass: 0,
    commands: [],
    otherSource: [],
    fileIndex: 0,
  };

  it('is the address of its tracepoint, if that is its only one and it does not step', () => {
    expect(inferPc(tracepoint)).toEqual({ pc: 0x401159n });
    expect(inferPc(undefined)).toHaveProperty('why');
    expect(inferPc({ ...tracepoint, locations: [] })).toHaveProperty('why');
    expect(inferPc({ ...tracepoint, locations: [location, location] })).toEqual({
      why: 'no registers were collected, and tracepoint 3 has multiple locations',
    });
    expect(inferPc({ ...tracepoint, step: 1 })).toEqual({
      why: 'no registers were collected, and tracepoint 3 does while-stepping',
    });
  });

  it('is all that is known', () => {
    const read = registers(62, 64, undefined, { size: 560, inferredPc: 0x401159n });
    expect([read('rip'), read('pc'), read('rsp'), read('eflags')]).toEqual([
      0x401159n,
      0x401159n,
      undefined,
      undefined,
    ]);
  });

  it('is in the register that holds it, as gdb has it', () => {
    const read = registers(22, 64, undefined, { size: 744, order: 'big', inferredPc: 0x1000b80n });
    expect([read('pc'), read('pswa')]).toEqual([0x1000b80n, 0x1000b80n]);
    const in31Bits = { size: 272, order: 'big', inferredPc: 0x4001ean } as const;
    const narrow = registers(22, 32, undefined, in31Bits);
    expect([narrow('pc'), narrow('pswa')]).toEqual([0x4001ean, 0x804001ean]);
  });

  // gdb makes up a mask, with an addressing mode and a condition code that nobody recorded.
  it('does not become a PSW mask', () => {
    const read = registers(22, 64, undefined, { size: 744, order: 'big', inferredPc: 0x1000b80n });
    expect([read('pswm'), read('cc')]).toEqual([undefined, undefined]);
  });

  it('is not inferred where a block says otherwise', () => {
    const { layout } = registerLayout(undefined, { machine: 62, bits: 64 }, 560);
    if (!layout) throw new Error('no layout');
    const short = new Registers(layout, 'little', new Uint8Array(8), 0x401159n);
    expect([short.pc, short.pcInferred]).toEqual([undefined, false]);
    const none = new Registers(layout, 'little', undefined, 0x401159n);
    expect([none.pc, none.pcInferred]).toEqual([0x401159n, true]);
  });
});
