import { describe, expect, it } from 'vitest';
import {
  add,
  compareFloats,
  decodeFloat,
  divide,
  decodeFloatType,
  encodeFloat,
  encodeFloatType,
  floatFromText,
  integerFromFloat,
  multiply,
  type BinaryFloat,
  floatFormats,
} from '../../../../src/machine/float/binaryFloat';
import { floatText, floatTypeText } from '../../../../src/machine/float/floatText';

function double(value: number): BinaryFloat {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return decodeFloat(bytes, 'little', floatFormats.double);
}

function number(value: BinaryFloat): number {
  const bytes = encodeFloat(value, 'little', floatFormats.double);
  return new DataView(bytes.buffer).getFloat64(0, true);
}

const samples = [
  0,
  -0,
  1,
  -1,
  0.1,
  1 / 3,
  1e308,
  -1e308,
  5e-324,
  2 ** -1022,
  1e-310,
  9007199254740993,
  123456.789,
  Infinity,
  -Infinity,
  NaN,
  2 ** 52 + 0.5,
  1.7976931348623157e308,
];

describe('numbers of 8 bytes', () => {
  it('are added, multiplied, divided and compared as the processor does', () => {
    let compared = 0;
    for (const a of samples) {
      for (const b of samples) {
        expect(number(add(double(a), double(b)))).toBe(a + b);
        expect(number(multiply(double(a), double(b)))).toBe(a * b);
        expect(number(divide(double(a), double(b)))).toBe(a / b);
        const order = compareFloats(double(a), double(b));
        expect([order < 0, order === 0, order > 0]).toEqual([a < b, a === b, a > b]);
        compared++;
      }
    }
    expect(compared).toBe(samples.length ** 2);
  });

  it('are read as JavaScript reads them', () => {
    const texts = [
      '0.1',
      '1e23',
      '5e-324',
      '1.7976931348623159e308',
      '123456789012345678',
      '.5',
      '5.',
      '1e-400',
      '1e400',
    ];
    for (const text of texts) expect(number(floatFromText(text))).toBe(Number(text));
    expect(number(floatFromText('0x1.8p1'))).toBe(3);
    expect(number(floatFromText('1e999999999999'))).toBe(Infinity);
  });
});

describe('other formats', () => {
  it.each([
    ['half', '1e5', 'inf'],
    ['half', '6e-8', '5.9605e-08'],
    ['bfloat16', '0.1', '0.1001'],
    ['single', '16777217', '16777216'],
    ['single', '3.4028236e38', 'inf'],
    ['i387', '0.1', '0.100000000000000000001'],
    ['quad', '0.1', '0.100000000000000000000000000000000005'],
  ] as const)('%s holds %s as %s', (name, text, wanted) => {
    const format = floatFormats[name];
    const bytes = encodeFloat(floatFromText(text), 'big', format);
    expect(floatText(bytes, 'big', format)).toBe(wanted);
  });

  it('round to even once', () => {
    const third = divide(floatFromText('1'), floatFromText('3'));
    const bytes = encodeFloatType(third, { name: 'long double', size: 16 }, 'little', 62);
    expect(bytes).toHaveLength(16);
    expect(floatText(bytes.subarray(0, 10), 'little', floatFormats.i387)).toBe(
      '0.333333333333333333342',
    );
  });

  it('become whole numbers towards zero', () => {
    expect(integerFromFloat(double(-1.9))).toBe(-1n);
    expect(integerFromFloat(double(2 ** 62))).toBe(2n ** 62n);
    expect(integerFromFloat(double(-(2 ** 63)))).toBe(-(2n ** 63n));
    for (const beyond of [2 ** 63, 1e300, Infinity, NaN]) {
      expect(integerFromFloat(double(beyond))).toBe(2n ** 63n - 1n);
    }
    expect(integerFromFloat(double(-1e20))).toBe(-(2n ** 63n));
    expect(integerFromFloat(double(-Infinity))).toBe(-(2n ** 63n));
  });
});

/** ELF e_machine. */
const machines = { i386: 3, arm: 40, ppc: 20, 'x86-64': 62, s390x: 22 } as const;

describe('types of the program', () => {
  const types = [2, 4, 8, 10, 12, 16].flatMap((size) =>
    Object.entries(machines).map(([name, machine]) => ({ size, name, machine })),
  );

  it.each(types)('of $size bytes on $name are computed with as they are printed', (each) => {
    const { size, machine } = each;
    const type = { name: size === 2 ? '_Float16' : 'long double', size };
    for (const order of ['little', 'big'] as const) {
      for (const text of ['1.5', '0.25', '1024']) {
        const bytes = encodeFloatType(floatFromText(text), type, order, machine);
        expect(floatTypeText(bytes, type, order, machine)).toBe(text);
        const read = decodeFloatType(bytes, type, order, machine);
        expect(compareFloats(read, floatFromText(text))).toBe(0);
      }
    }
  });

  it("FPA's words stand most significant first", () => {
    // 1.5 as gdb's arm_fpa_ext has it: the sign and exponent in the first word.
    const bytes = Uint8Array.of(0xff, 0x3f, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0);
    const type = { name: 'arm_fpa_ext', size: 12 };
    expect(floatTypeText(bytes, type, 'little', machines.arm)).toBe('1.5');
    expect(integerFromFloat(decodeFloatType(bytes, type, 'little', machines.arm))).toBe(1n);
    expect(encodeFloatType(floatFromText('1.5'), type, 'little', machines.arm)).toEqual(bytes);
  });
});
