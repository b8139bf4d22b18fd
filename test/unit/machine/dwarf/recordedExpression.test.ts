import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../../src/bytes/cursor';
import {
  type DwarfContext,
  evaluateNumber,
  evaluateLocation,
} from '../../../../src/machine/dwarf/recordedExpression';
import type { ExpressionUnit, LocationDescription } from '../../../../src/symbols/location';
import { double, encoding, frameOf, int, memoryOf } from '../../values/makers';

const unit: ExpressionUnit = {
  offset: 0x100,
  address: (index) => Promise.resolve(index === 3 ? 0x404000n : undefined),
  baseType: (offset) =>
    Promise.resolve(offset === 0x20 ? double : offset === 0x30 ? int : undefined),
  callee: (offset) =>
    Promise.resolve<LocationDescription | undefined>(
      offset === 0x105 ? { kind: 'expression', expression: of([0x35, 0x22]) } : undefined,
    ),
  pointee: () => Promise.resolve(undefined),
  entryOffset: (offset) => 0x1000 + offset,
};

/** An expression of operations and their operands. */
function of(bytes: readonly number[], order: ByteOrder = 'little') {
  return { bytes: Uint8Array.from(bytes), encoding: encoding(order), unit };
}

const context: DwarfContext = {
  order: 'little',
  memory: memoryOf({ 0x1000: [0x78, 0x56, 0x34, 0x12, 0, 0, 0, 0] }),
  register: (number) =>
    number === 6
      ? { kind: 'value', bytes: Uint8Array.of(0, 0x10, 0, 0, 0, 0, 0, 0) }
      : number === 7
        ? { kind: 'notSaved' }
        : { kind: 'unavailable' },
  slide: 0x500000n,
  cfa: 0x7ff0n,
};

const number = (...bytes: number[]) => evaluateNumber(of(bytes), context);
const place = (...bytes: number[]) => evaluateLocation(of(bytes), context);

describe('numbers', () => {
  it.each<[string, readonly number[], bigint]>([
    ['const1s', [0x09, 0xff], 0xffff_ffff_ffff_ffffn],
    ['constu', [0x10, 0x80, 0x01], 128n],
    ['consts, neg', [0x11, 0x7f, 0x1f], 1n],
    ['plus', [0x33, 0x34, 0x22], 7n],
    ['minus wraps', [0x30, 0x31, 0x1c], 0xffff_ffff_ffff_ffffn],
    ['div has a sign', [0x09, 0xf8, 0x32, 0x1b], 0xffff_ffff_ffff_fffcn],
    ['mod has none', [0x09, 0xff, 0x3a, 0x1d], 5n],
    ['shr', [0x09, 0xff, 0x08, 60, 0x25], 15n],
    ['shra', [0x09, 0xf0, 0x34, 0x26], 0xffff_ffff_ffff_ffffn],
    ['lt with sign', [0x09, 0xff, 0x30, 0x2d], 1n],
    ['abs', [0x09, 0xfb, 0x19], 5n],
    ['pick, rot, swap', [0x31, 0x32, 0x33, 0x17, 0x16, 0x15, 2, 0x22], 4n],
    ['bra over a branch', [0x31, 0x28, 1, 0, 0x30, 0x35], 5n],
    ['breg', [0x76, 0x08], 0x1008n],
    ['breg, deref_size', [0x76, 0x00, 0x94, 2], 0x5678n],
    ['call_frame_cfa', [0x9c], 0x7ff0n],
    ['addr with the slide', [0x03, 0, 0x40, 0x40, 0, 0, 0, 0, 0], 0x904000n],
    ['addrx with the slide', [0xa1, 3], 0x904000n],
    ['constx without', [0xa2, 3], 0x404000n],
    ['call2', [0x32, 0x98, 5, 0], 7n],
    ['a register', [0x56], 0x1000n],
  ])('%s', async (_name, bytes, result) => {
    expect(await number(...bytes)).toBe(result);
  });

  it('computes with the types that operations name', async () => {
    const half = [0xa4, 0x20, 8, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f];
    expect(await number(...half, ...half, 0x22, 0xa8, 0x30, 0x9f)).toBe(1n);
    const inBits = await number(...half, 0xa9, 0x00);
    expect(inBits).toBe(0x3fe0000000000000n);
    expect(await number(...half, 0x31, 0x22)).toMatchObject({ kind: 'problem' });
  });

  it('takes what is on the stack before', async () => {
    expect(await evaluateNumber(of([0x23, 8]), context, [0x2000n])).toBe(0x2008n);
  });
});

describe('places', () => {
  it('registers, memory, numbers, bytes', async () => {
    expect(await place(0x55)).toEqual({ kind: 'register', register: 5 });
    expect(await place(0x90, 0x45)).toEqual({ kind: 'register', register: 0x45 });
    expect(await place(0x76, 0x70)).toEqual({ kind: 'memory', address: 0xff0n });
    expect(await place(0x31, 0x9f)).toEqual({
      kind: 'number',
      bytes: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
    });
    expect(await place(0x9e, 2, 7, 8)).toEqual({ kind: 'literal', bytes: Uint8Array.of(7, 8) });
    expect(await evaluateLocation(of([]), context)).toEqual({ kind: 'optimizedOut' });
  });

  it('pieces, one of which is nowhere', async () => {
    expect(await place(0x55, 0x93, 4, 0x93, 4, 0x31, 0x9f, 0x9d, 3, 5)).toEqual({
      kind: 'pieces',
      pieces: [
        { location: { kind: 'register', register: 5 }, size: 32 },
        { location: { kind: 'optimizedOut' }, size: 32 },
        {
          location: { kind: 'number', bytes: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0) },
          size: 3,
          offset: 5,
        },
      ],
    });
  });

  it('a pointer to what has no address', async () => {
    expect(await place(0xa0, 0x10, 2, 0, 0, 4)).toEqual({
      kind: 'implicitPointer',
      target: { unit, offset: 0x210 },
      offset: 4n,
    });
  });
});

describe('what is not there', () => {
  it('is unavailable', async () => {
    expect(await place(0x70, 0)).toEqual({ kind: 'unavailable' });
    expect(await place(0x0a, 0, 0x20, 0x06)).toEqual({ kind: 'unavailable' });
    const without = { ...context, cfa: undefined };
    expect(await evaluateLocation(of([0x9c]), without)).toEqual({ kind: 'unavailable' });
  });

  it('is optimized out where the callee did not save it', async () => {
    expect(await number(0x57)).toEqual({ kind: 'optimizedOut' });
    expect(await place(0x77, 0)).toEqual({
      kind: 'problem',
      problem: 'value has been optimized out',
    });
  });

  it('an entry value without a caller is unavailable, without a stack frame optimized out', async () => {
    expect(await place(0xa3, 1, 0x55, 0x9f)).toEqual({ kind: 'optimizedOut' });
    const framed = { ...context, frame: frameOf() };
    expect(await evaluateLocation(of([0xa3, 1, 0x55, 0x9f]), framed)).toEqual({
      kind: 'unavailable',
    });
  });

  it('thread-local storage says so', async () => {
    const words = { kind: 'problem', problem: expect.stringMatching(/^TLS/) as string };
    expect(await place(0x30, 0x9b)).toEqual(words);
    expect(await place(0x30, 0xe0)).toEqual(words);
  });
});

describe('damage', () => {
  it.each<[string, readonly number[]]>([
    ['a loop', [0x2f, 0xfd, 0xff]],
    ['a stack that runs dry', [0x22]],
    ['a stack that is filled', [0x31, 0x12, 0x2f, 0xfc, 0xff]],
    ['a jump out of the expression', [0x2f, 0x00, 0x10]],
    ['an operand that is cut', [0x0c, 1, 2]],
    ['an unknown operation', [0x02]],
    ['a division by zero', [0x31, 0x30, 0x1b]],
    ['a type that is not there', [0x31, 0xa8, 0x44]],
    ['an address that is not there', [0xa1, 9]],
  ])('%s is a problem', async (_name, bytes) => {
    expect(await place(...bytes)).toMatchObject({ kind: 'problem' });
  });

  it('a procedure that calls itself ends', async () => {
    const self: ExpressionUnit = {
      ...unit,
      callee: () => Promise.resolve({ kind: 'expression', expression: recursive }),
    };
    const recursive = { ...of([0x98, 0, 0]), unit: self };
    expect(await evaluateLocation(recursive, context)).toMatchObject({ kind: 'problem' });
  });

  it('any bytes end', async () => {
    let seed = 1;
    const next = () => (seed = (seed * 48271) % 0x7fffffff) & 0xff;
    for (let i = 0; i < 500; i++) {
      const bytes = Array.from({ length: 12 }, next);
      expect(await place(...bytes)).toHaveProperty('kind');
    }
  });
});
