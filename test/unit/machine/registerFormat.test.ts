// What no trace of a real program shows; test/oracle/registerFormats has the rest, against gdb.
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../src/bytes/hex';
import type { StackFrame } from '../../../src/machine/stackFrame';
import { convertedRegister, startInRegister } from '../../../src/machine/registers';

/** A stack frame with these bytes in registers, by DWARF numbers and names. */
function frameWith(held: Readonly<Record<string, string>>): StackFrame {
  const saved = (key: string) => {
    const digits = held[key];
    return digits === undefined
      ? ({ kind: 'unavailable' } as const)
      : ({ kind: 'value', bytes: fromHex(digits) } as const);
  };
  return {
    register: (number: number) => saved(String(number)),
    registerNamed: saved,
  } as unknown as StackFrame;
}

describe('a register', () => {
  const double = { name: 'double', size: 8 };

  // mips_register_to_value of gdb, which forgets of it where DWARF has a piece of 8 bytes.
  it('and the one after it are a double of big-endian MIPS, where they have 32 bits', () => {
    const mips = (held: Readonly<Record<string, string>>) =>
      convertedRegister(double, 44, { frame: frameWith(held), order: 'big', machine: 8 });
    expect(toHex(mips({ 44: '00000001', 45: '3ff80000' }) ?? new Uint8Array(0))).toBe(
      '3ff8000000000001',
    );
    expect(mips({ 44: '3ff8000000000001', 45: '0000000000000000' })).toBeUndefined();
    expect(mips({ 44: '00000001' })).toBeUndefined();
  });

  it('of PowerPC with a number of 128 bits is the vector register of that number', () => {
    const quad = 'c0'.padEnd(32, '0');
    const frame = frameWith({ vs3: quad, 35: '3ff8000000000000' });
    const context = { frame, order: 'big', machine: 21 } as const;
    const bytes = convertedRegister({ name: '_Float128', size: 16 }, 35, context);
    expect(toHex(bytes ?? new Uint8Array(0))).toBe(quad);
    // Two doubles, of which the second is in the next register.
    expect(convertedRegister({ name: 'long double', size: 16 }, 35, context)).toBeUndefined();
    expect(convertedRegister(double, 35, context)).toBeUndefined();
  });

  it('of z/Architecture has the narrower number on the left, where it is no general one', () => {
    const s390 = { order: 'big', machine: 22 } as const;
    expect([16, 31, 68, 83].map((each) => startInRegister(each, 4, 8, s390))).toEqual([0, 0, 0, 0]);
    expect([2, 15, 32].map((each) => startInRegister(each, 4, 8, s390))).toEqual([4, 4, 4]);
    expect(startInRegister(2, 4, 8, { order: 'little', machine: 243 })).toBe(0);
  });
});
