// What DWARF expressions are evaluated for agrees: code for a target and functions for searches
// give what the evaluator of recorded frames finds with the same registers and memory.
import { describe, expect, it } from 'vitest';
import { type ByteOrder, toBytes } from '../../../../src/bytes/cursor';
import {
  bitsOf,
  type AgentPlace,
  AgentRegisters,
} from '../../../../src/expressions/agent/agentPlace';
import { numberFrom, placeOfLocation } from '../../../../src/expressions/agent/locationCode';
import type { CompileSite } from '../../../../src/expressions/agent/compileSite';
import {
  evaluateNumber,
  type DwarfContext,
} from '../../../../src/machine/dwarf/recordedExpression';
import {
  compiledPlace,
  type CompiledPlace,
  type CompiledStackFrame,
} from '../../../../src/expressions/closures/places';
import {
  needsIo,
  NotCompilable,
  type SearchFrame,
} from '../../../../src/expressions/closures/searchFrame';
import { operationsOf } from '../../../../src/symbols/dwarf/operations';
import { Failure } from '../../../../src/expressions/problem';
import { Origin } from '../../../../src/machine/memory';
import { registerLayout } from '../../../../src/machine/registerLayout';
import { bitsAt } from '../../../../src/values/contents';
import type { DwarfExpression, ExpressionUnit } from '../../../../src/symbols/location';
import { double, frameOf, int, long, unsignedInt } from '../../values/makers';
import { run } from '../../expressions/agent/agentRuns';

/** Little-endian with wide and narrow registers, and big-endian. */
const targets = [
  { name: 'x86-64', machine: 62, bits: 64, order: 'little' },
  { name: 'i386', machine: 3, bits: 32, order: 'little' },
  { name: 's390x', machine: 22, bits: 64, order: 'big' },
] as const;

const memory = Uint8Array.from({ length: 512 }, (_, at) => (at * 37 + 11) & 0xff);

const unitOf = (addressSize: number): ExpressionUnit => ({
  offset: 0x100,
  address: (index) => Promise.resolve(index === 3 ? 0x40n : undefined),
  baseType: (offset) =>
    Promise.resolve({ 0x20: double, 0x30: int, 0x40: unsignedInt, 0x50: long }[offset]),
  callee: (offset) =>
    Promise.resolve(
      offset === 0x105
        ? { kind: 'expression', expression: expressionOf([0x35, 0x22], 'little', addressSize) }
        : undefined,
    ),
  pointee: () => Promise.resolve(undefined),
  entryOffset: (offset) => offset,
});

function expressionOf(
  bytes: readonly number[],
  order: ByteOrder,
  addressSize: number,
): DwarfExpression {
  return {
    bytes: Uint8Array.from(bytes),
    encoding: { order, version: 5, addressSize, offsetSize: 4 },
    unit: unitOf(addressSize),
  };
}

function settingOf({ machine, bits, order }: (typeof targets)[number]) {
  const { layout } = registerLayout(undefined, { machine, bits }, 0);
  if (!layout) throw new Error('no registers');
  const size = bits / 8;
  const values = new Map<number, bigint>();
  const registers = new AgentRegisters(layout);
  for (let number = 0; number < 8; number++) {
    values.set(registers.numbered(number).number, BigInt(16 + 8 * number));
  }
  const context: DwarfContext = {
    order,
    memory: {
      read: (address, length) => {
        const found = memory.slice(Number(address), Number(address) + length);
        const origins = new Uint8Array(length).fill(Origin.collected);
        return Promise.resolve({ address, bytes: found, origins });
      },
    },
    register: (number) => ({ kind: 'value', bytes: toBytes(BigInt(16 + 8 * number), size, order) }),
    slide: 0n,
    cfa: 0x60n,
  };
  const row = {
    start: 0n,
    end: 100n,
    registers: new Map(),
    returnAddress: 16,
    isSignal: false,
    returnAddressSigned: false,
    cfa: { kind: 'register', register: 4, offset: 0x30n },
  } as const;
  const target = { addressSize: size, order, machine };
  const site = { registers, order, frame: frameOf(), row, context: target };
  const given = {
    registers: Array.from({ length: 200 }, (_, number) => values.get(number) ?? 0n),
    memory,
    order,
  };
  const compiled: CompiledStackFrame = {
    frame: frameAt(order),
    stackFrame: frameOf(),
    row,
    register: (number) => () => BigInt(16 + 8 * number),
  };
  return { context, site: site as unknown as CompileSite, given, compiled, size };
}

/** A frame that has collected the memory. */
function frameAt(order: ByteOrder): SearchFrame {
  const frame = {
    view: new DataView(memory.buffer),
    at: 0,
    number: 0,
    tracepoint: 1,
    order,
    reachRegisters: () => false,
    reachMemory: (address: bigint, size: number) => {
      frame.at = Number(address);
      return address + BigInt(size) <= BigInt(memory.length);
    },
    isCollected: () => true,
    variable: () => undefined,
    hasChanged: () => false,
  };
  return frame;
}

/** Names of what is computed, and its operations. */
const numbers: readonly (readonly [name: string, ...bytes: number[]])[] = [
  ['const1s', 0x09, 0xff],
  ['constu', 0x10, 0x80, 0x01],
  ['consts, neg', 0x11, 0x7f, 0x1f],
  ['plus', 0x33, 0x34, 0x22],
  ['minus wraps', 0x30, 0x31, 0x1c],
  ['div has a sign', 0x09, 0xf8, 0x32, 0x1b],
  ['mod has none', 0x09, 0xff, 0x3a, 0x1d],
  ['mul', 0x09, 0xfd, 0x35, 0x1e],
  ['and, or, xor', 0x3c, 0x3a, 0x1a, 0x31, 0x21, 0x37, 0x27],
  ['not', 0x35, 0x20],
  ['shl', 0x09, 0xff, 0x34, 0x24],
  ['shr', 0x09, 0xff, 0x08, 28, 0x25],
  ['shra', 0x09, 0xf0, 0x34, 0x26],
  ...[0x29, 0x2a, 0x2b, 0x2c, 0x2d, 0x2e].flatMap((compare) => [
    [`compare ${compare} with sign`, 0x09, 0xff, 0x30, compare] as const,
    [`compare ${compare} same`, 0x33, 0x33, compare] as const,
  ]),
  ['abs', 0x09, 0xfb, 0x19],
  ['abs of what is positive', 0x35, 0x19],
  ['dup, over, drop', 0x31, 0x32, 0x12, 0x14, 0x13, 0x22, 0x22],
  ['pick, rot, swap', 0x31, 0x32, 0x33, 0x17, 0x16, 0x15, 2, 0x22],
  ['rot', 0x31, 0x32, 0x34, 0x17, 0x1c, 0x1c],
  ['breg', 0x72, 0x08],
  ['bregx', 0x92, 3, 0x78],
  ['breg, plus_uconst, deref', 0x72, 0x00, 0x23, 8, 0x06],
  ['deref_size 1', 0x72, 0x00, 0x94, 1],
  ['deref_size 2', 0x72, 0x00, 0x94, 2],
  // What is not known before the target runs it: -8 and 3 of registers.
  ...Object.entries({
    and: 0x1a,
    div: 0x1b,
    minus: 0x1c,
    mod: 0x1d,
    mul: 0x1e,
    or: 0x21,
    plus: 0x22,
    shl: 0x24,
    shr: 0x25,
    shra: 0x26,
    xor: 0x27,
    eq: 0x29,
    ge: 0x2a,
    gt: 0x2b,
    le: 0x2c,
    lt: 0x2d,
    ne: 0x2e,
  }).flatMap(([name, code]) => [
    [`${name} of registers`, 0x70, 0x68, 0x71, 0x6b, code] as const,
    [`${name} of swapped registers`, 0x71, 0x6b, 0x70, 0x68, 0x16, code] as const,
  ]),
  ...[0x19, 0x1f, 0x20].flatMap((code) => [
    [`unary ${code} of a negative register`, 0x70, 0x68, code] as const,
    [`unary ${code} of a register`, 0x70, 0x00, code] as const,
  ]),
  ['dup of a register', 0x70, 0x68, 0x12, 0x1e],
  ['call_frame_cfa', 0x9c],
  ['addrx', 0xa1, 3],
  ['constx', 0xa2, 3],
  ['a register', 0x52],
  ['regval_type int', 0xa5, 2, 0x30],
  ['deref_type int, convert to long', 0x72, 0, 0xa6, 4, 0x30, 0xa8, 0x50],
  ['convert to unsigned', 0x09, 0xff, 0xa8, 0x40],
];

describe.each(targets)('numbers of $name', (target) => {
  const { context, site, given, size } = settingOf(target);

  const two = target.order === 'little' ? [2, 0] : [0, 2];
  const jumps: typeof numbers = [
    ['bra not taken', 0x35, 0x30, 0x28, ...two, 0x23, 9],
    ['bra over an operation', 0x35, 0x31, 0x28, ...two, 0x23, 9],
    ['bra of a register, taken', 0x35, 0x70, 0, 0x28, ...two, 0x23, 9],
    ['bra of a register, not taken', 0x35, 0x70, 0x70, 0x28, ...two, 0x23, 9],
    ['skip', 0x31, 0x2f, ...two, 0x23, 9],
    ['call2', 0x32, 0x98, ...(target.order === 'little' ? [5, 0] : [0, 5])],
  ];

  it.each([...numbers, ...jumps].map(([name, ...bytes]) => ({ name, bytes })))(
    '$name',
    async ({ bytes }) => {
      const expression = expressionOf(bytes, target.order, size);
      const wanted = await evaluateNumber(expression, context);
      const { value, stopped } = await run(await numberFrom(expression, site), given);
      expect(stopped).toBeUndefined();
      const bits = wideResults.has(bytes.at(-1) ?? 0) ? 64 : 8 * size;
      expect(BigInt.asUintN(bits, value ?? -1n)).toBe(wanted);
    },
  );
});

/** A conversion to `long` has 64 bits on every target. */
const wideResults: ReadonlySet<number> = new Set([0x50]);

describe.each(targets)('functions of a frame on $name', (target) => {
  const { context, compiled, size } = settingOf(target);

  it.each(numbers.map(([name, ...bytes]) => ({ name, bytes })))('$name', async ({ bytes }) => {
    const expression = expressionOf(bytes, target.order, size);
    const wanted = await evaluateNumber(expression, context);
    const place = await compiledPlace(expression, compiled).catch((error: unknown) => error);
    if (hasCopies(expression)) {
      expect(place).toBeInstanceOf(NotCompilable);
      return;
    }
    const read = place as CompiledPlace;
    const value = read.kind === 'memory' ? read.address() : compiled.register(read.register)();
    expect(value).toBe(wanted);
  });

  it('what is unavailable is so in the frame alone', async () => {
    const reads = expressionOf(
      [0x0a, ...(target.order === 'little' ? [0, 9] : [9, 0]), 0x06],
      target.order,
      size,
    );
    const place = await compiledPlace(reads, compiled);
    expect(place.kind === 'memory' && place.address()).toBeUndefined();
  });

  it('a division by zero is left to the evaluation that says so', async () => {
    const now = expressionOf([0x31, 0x30, 0x1b], target.order, size);
    await expect(compiledPlace(now, compiled)).rejects.toBeInstanceOf(NotCompilable);
    const later = expressionOf([0x31, 0x70, 0x70, 0x1b], target.order, size);
    const place = await compiledPlace(later, compiled);
    expect(() => place.kind === 'memory' && place.address()).toThrow(needsIo);
  });
});

/** Whether an expression copies what is not known before there is a frame. */
function hasCopies(expression: DwarfExpression): boolean {
  const operations = operationsOf(expression);
  return (
    operations.some(({ kind }) => kind === 'pick') &&
    operations.some(({ kind }) => kind === 'registerValue')
  );
}

describe('what a target cannot find', () => {
  const { site } = settingOf(targets[0]);
  it.each([
    [
      'goes in a circle',
      [0x2f, 0xfd, 0xff],
      'Its location cannot be computed: an expression does not end.',
    ],
    [
      'ends early',
      [0x0c, 1],
      'Its location cannot be computed: an expression ends in the middle of an operation.',
    ],
    [
      'takes too much',
      [0x22],
      'Its location cannot be computed: an expression takes more from its stack than there is.',
    ],
    [
      'jumps out',
      [0x31, 0x2f, 9, 0],
      'Its location cannot be computed: an expression jumps out of itself.',
    ],
    [
      'is thread-local',
      [0x31, 0xe0],
      'It is thread-local: a target does not say where thread-local variables are.',
    ],
    [
      'is known to the caller',
      [0xa3, 1, 0x55, 0x9f],
      'value has been optimized out: only the caller still knows it, and a target does not look into callers',
    ],
    [
      'is a float',
      [0x72, 0, 0xa6, 8, 0x20, 0x31, 0x22],
      'The target cannot compute with floating-point numbers.',
    ],
    [
      'is not known',
      [0xe9],
      'Its location cannot be computed: operation 0xe9 of an expression is not known.',
    ],
  ])('because it %s', async (_, bytes, message) => {
    const expression = expressionOf(bytes, 'little', 8);
    const found = numberFrom(expression, site);
    await expect(found).rejects.toEqual(new Failure(message));
  });
});

describe.each(targets)('bits on $name', (target) => {
  const { site, given, size } = settingOf(target);
  const { order } = target;
  const reader = { registers: site.registers, order };

  it('of memory are those of a bit field', async () => {
    const place: AgentPlace = {
      kind: 'memory',
      address: [{ kind: 'register', number: site.registers.numbered(0).number }],
    };
    const differing: unknown[] = [];
    for (let bit = 0; bit < 40; bit += 3) {
      for (const length of [1, 5, 8, 13, 16, 24, 31, 33, 57, 64]) {
        for (const whole of [2, 12, 16]) {
          const code = bitsOf(place, whole, bit, length, reader);
          const { value } = await run(code, given);
          const wanted = bitsAt(memory.slice(16), bit, length, order);
          if (value !== wanted) differing.push({ bit, length, whole, value, wanted });
        }
      }
    }
    expect(differing).toEqual([]);
  });

  it('of a value in pieces are joined', async () => {
    // Four bytes of register 2, then four of memory at register 3.
    const bytes = [0x52, 0x93, 4, 0x73, 0, 0x93, 4];
    const expression = expressionOf(bytes, order, size);
    const place = await placeOfLocation({ kind: 'expression', expression }, long, site);
    const { value } = await run(bitsOf(place, 8, 0, 64, reader), given);
    const whole = new Uint8Array(8);
    whole.set(toBytes(32n, 4, order));
    whole.set(memory.slice(40, 44), 4);
    expect(value).toBe(bitsAt(whole, 0, 64, order));
  });

  it('of a computed number and of bytes are its own', async () => {
    const stackValue = expressionOf([0x72, 5, 0x9f], order, size);
    const number = await placeOfLocation({ kind: 'expression', expression: stackValue }, int, site);
    expect((await run(bitsOf(number, 4, 0, 32, reader), given)).value).toBe(37n);
    const implicit = expressionOf([0x9e, 4, 1, 2, 3, 4], order, size);
    const bytes = await placeOfLocation({ kind: 'expression', expression: implicit }, int, site);
    const wanted = bitsAt(Uint8Array.of(1, 2, 3, 4), 0, 32, order);
    expect((await run(bitsOf(bytes, 4, 0, 32, reader), given)).value).toBe(wanted);
  });
});
