// Expressions that go in circles through each other, compute with numbers that cannot be, or
// describe more than there is.
import { describe, expect, it } from 'vitest';
import {
  type DwarfContext,
  evaluateNumber,
  evaluateLocation,
} from '../../../src/machine/dwarf/recordedExpression';
import type { Location } from '../../../src/machine/location';
import { Value } from '../../../src/values/value';
import { valueText } from '../../../src/values/text/text';
import type {
  DwarfExpression,
  ExpressionUnit,
  LocationDescription,
} from '../../../src/symbols/location';
import {
  base,
  encoding,
  frameOf,
  int,
  memoryOf,
  struct,
  member,
  valueContext,
} from '../values/makers';

/** What the unit was asked for. */
interface Asked {
  times: number;
}

/** An expression in a unit where every entry has that same expression as its location. */
function selfReferring(bytes: readonly number[], asked: Asked = { times: 0 }): DwarfExpression {
  const itself = (): Promise<LocationDescription> => {
    asked.times++;
    return Promise.resolve({ kind: 'expression', expression });
  };
  const unit: ExpressionUnit = {
    offset: 0,
    address: () => Promise.resolve(undefined),
    baseType: (offset) => Promise.resolve(base('huge', 2 ** offset, 0x05)),
    callee: itself,
    pointee: itself,
    entryOffset: (offset) => offset,
  };
  const expression = { bytes: Uint8Array.from(bytes), encoding: encoding(), unit };
  return expression;
}

const context: DwarfContext = {
  order: 'little',
  memory: memoryOf({ 0x1000: new Uint8Array(64) }),
  register: () => ({ kind: 'value', bytes: Uint8Array.of(0, 0x10, 0, 0, 0, 0, 0, 0) }),
  slide: 0n,
  cfa: 0x1000n,
};

const call = [0x98, 0, 0];
const variableValue = [0xfd, 0, 0, 0, 0];

describe('expressions in circles', () => {
  it.each<[string, readonly number[]]>([
    ['a skip to itself', [0x2f, 0xfd, 0xff]],
    ['a branch back', [0x31, 0x28, 0xfc, 0xff]],
    ['a call of itself', call],
    ['ten calls of itself', Array.from({ length: 10 }, () => call).flat()],
    ['variables that are each other', variableValue],
    ['ten variables that are each other', Array.from({ length: 10 }, () => variableValue).flat()],
    ['calls and variables in turn', [...call, ...variableValue, ...call]],
  ])('%s is a problem', async (_name, bytes) => {
    const asked = { times: 0 };
    const place = await evaluateLocation(selfReferring(bytes, asked), context);
    expect(place).toMatchObject({ kind: 'problem' });
    expect(asked.times).toBeLessThan(100);
  });

  it('procedures that each call the next one twice do not run for ever', async () => {
    let asked = 0;
    const level = (depth: number): DwarfExpression => {
      const own = selfReferring(depth === 0 ? [0x30] : [...call, ...call]);
      const next = (): Promise<LocationDescription> => {
        asked++;
        return Promise.resolve({ kind: 'expression', expression: level(depth - 1) });
      };
      return own.unit ? { ...own, unit: { ...own.unit, callee: next, pointee: next } } : own;
    };
    const place = await evaluateLocation(level(30), context);
    expect(place).toEqual({ kind: 'problem', problem: 'an expression does not end' });
    expect(asked).toBeLessThan(20_000);
  });

  it('entry values in entry values', async () => {
    let bytes = [0x55];
    for (let i = 0; i < 100; i++) {
      bytes = [0xa3, (bytes.length & 0x7f) | 0x80, bytes.length >> 7, ...bytes];
    }
    const framed = { ...context, frame: frameOf() };
    expect(await evaluateLocation(selfReferring(bytes), framed)).toMatchObject({ kind: 'problem' });
  });

  it('a frame base that is relative to itself', async () => {
    const frameBase: LocationDescription = {
      kind: 'expression',
      expression: selfReferring([0x91, 0]),
    };
    const scope = {
      language: 0x0c,
      offset: 0,
      declaration: 0,
      ranges: [],
      entry: 0n,
      frameBase,
      parameters: [],
      blocks: [],
    };
    const framed = { ...context, frame: { ...frameOf(), scope } };
    expect(await evaluateNumber(selfReferring([0x91, 8]), framed)).toMatchObject({
      kind: 'problem',
    });
  });

  it('a thousand entry values are too many to ask callers for', async () => {
    let asked = 0;
    const frame = {
      ...frameOf(),
      caller: () => {
        asked++;
        return Promise.resolve(frameOf());
      },
    };
    const bytes = Array.from({ length: 1000 }, () => [0xf3, 1, 0x55, 0x13]).flat();
    const place = await evaluateLocation(selfReferring(bytes), { ...context, frame });
    expect(['problem', 'optimizedOut']).toContain(place.kind);
    expect(asked).toBeLessThan(500);
  });
});

describe('numbers that cannot be', () => {
  it.each<[string, readonly number[]]>([
    ['a conversion to 2^60 bytes', [0x31, 0xa8, 60]],
    ['a reinterpretation as 2^60 bytes', [0x31, 0xa9, 60]],
    ['a constant of 2^60 bytes', [0xa4, 60, 1, 1]],
    ['a register as 2^60 bytes', [0xa5, 0, 60]],
    ['memory as 2^60 bytes', [0x31, 0xa6, 8, 60]],
    ['255 bytes of memory', [0x70, 0, 0x94, 255]],
    ['an entry far down the stack', [0x31, 0x15, 255]],
  ])('%s', async (_name, bytes) => {
    expect(await evaluateLocation(selfReferring(bytes), context)).toMatchObject({
      kind: 'problem',
    });
  });

  it('a shift by all there is', async () => {
    const all = [0x0e, ...new Array<number>(8).fill(0xff)];
    for (const operation of [0x24, 0x25]) {
      const bytes = [0x31, ...all, operation];
      expect(await evaluateNumber(selfReferring(bytes), context)).toBe(0n);
    }
  });
});

describe('places that cannot be', () => {
  const huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
  const two = struct('two', 8, [member('a', int, 0), member('b', int, 4)]);
  const shown = (place: Location): Promise<string> =>
    valueText(new Value(two, place, valueContext({ memory: context.memory })));

  it('a piece of 2^63 bytes ends with what it is a piece of', async () => {
    const place = await evaluateLocation(selfReferring([0x70, 0, 0x93, ...huge]), context);
    expect(await shown(place)).toBe('{a = 0, b = 0}');
  });

  it('a piece that begins 2^63 bits into its place', async () => {
    for (const rest of [[0x50], [0x70, 0], [0x31, 0x9f], [0x9e, 1, 7]]) {
      const bytes = [...rest, 0x9d, 64, ...huge];
      const place = await evaluateLocation(selfReferring(bytes), context);
      expect(place.kind).toBe('pieces');
      expect(await shown(place)).toMatch(/^(\{a = .*\}|<.*>)$/);
    }
  });

  it('nine thousand pieces', async () => {
    const bytes = Array.from({ length: 9000 }, () => [0x93, 1]).flat();
    const place = await evaluateLocation(selfReferring(bytes), context);
    expect(await shown(place)).toBe('<optimized out>');
  });

  it('implicit pointers that point to each other', async () => {
    const pointer = selfReferring([0xa0, 1, 0, 0, 0, 0]);
    const place = await evaluateLocation(pointer, context);
    expect(place.kind).toBe('implicitPointer');
    const loop = struct('loop', 8, [member('next', { kind: 'pointer', target: two, size: 8 }, 0)]);
    const value = new Value(loop, place, valueContext({ memory: context.memory }));
    expect(await valueText(value)).toBe('{next = <synthetic pointer>}');
  });
});
