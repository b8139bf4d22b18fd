import { describe, expect, it } from 'vitest';
import { outlastsCall } from '../../../src/machine/location';
import type { StackFrame } from '../../../src/machine/stackFrame';
import type { AddressRange } from '../../../src/symbols/addressMap';
import type { LocationDescription } from '../../../src/symbols/location';
import { frameOf } from '../values/makers';

describe('a location outlasts a call', () => {
  const expression = { bytes: new Uint8Array([0x55]) } as never;
  const list = (...entries: AddressRange[]): LocationDescription => ({
    kind: 'list',
    entries: entries.map((each) => ({ ...each, expression })),
  });
  const before = { start: 0x1000n, end: 0x1010n };
  const across = { start: 0x1000n, end: 0x1011n };
  const behind = { start: 0x1010n, end: 0x1020n };

  function caller(change: Partial<StackFrame> = {}): StackFrame {
    return { ...frameOf(), pc: 0x1010n, lookupPc: 0x100fn, ...change };
  }

  it('where one of its ranges has the call and what is behind it', () => {
    expect(outlastsCall(list(across), caller())).toBe(true);
    expect(outlastsCall(list(before, behind), caller())).toBe(false);
  });

  it('as an expression where all blocks around go on behind the call', () => {
    const within = (...all: AddressRange[]): StackFrame => {
      const blocks = all.map((each) => ({ ranges: [each] }));
      return caller({ scope: { blocks } as never });
    };
    const location: LocationDescription = { kind: 'expression', expression };
    expect(outlastsCall(location, within(across, across))).toBe(true);
    expect(outlastsCall(location, within(before, across))).toBe(false);
  });

  it('not in the innermost stack frame, and not at a tail call', () => {
    expect(outlastsCall(list(across), caller({ lookupPc: 0x1010n }))).toBe(false);
    expect(outlastsCall(list(across), caller({ kind: 'tailCall' }))).toBe(false);
  });
});
