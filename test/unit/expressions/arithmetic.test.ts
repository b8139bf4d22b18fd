import { describe, expect, it } from 'vitest';
import {
  arithmetic,
  compare,
  complement,
  negate,
  type ArithmeticOperator,
} from '../../../src/expressions/arithmetic';
import { BaseTypes, type LanguageSemantics } from '../../../src/expressions/languageSemantics';
import { numberLiteral } from '../../../src/expressions/literals';
import { convert, type Scalar } from '../../../src/expressions/scalar';

function rulesOf(
  addressSize: number,
  language: LanguageSemantics['language'] = 'c',
): LanguageSemantics {
  const target = { addressSize, machine: addressSize === 8 ? 62 : 3 };
  const types = new BaseTypes(target, language);
  return { types, language, machine: target.machine, typesOnly: false };
}

const lp64 = rulesOf(8);
const ilp32 = rulesOf(4);

function of(name: string, value: bigint, { types, machine }: LanguageSemantics): Scalar {
  const wide = [types.int128, types.unsignedInt128].find((each) => each.name === name);
  const type = wide ?? types.named(name);
  if (!type) throw new Error(`no type ${name}`);
  return convert({ kind: 'integer', type: types.longLong, value }, type, machine);
}

function text({ type, ...scalar }: Scalar): string {
  const value = scalar.kind === 'integer' ? scalar.value : JSON.stringify(scalar.value.kind);
  return `${'name' in type ? (type.name ?? '') : ''} ${value}`;
}

// gdb names the result by its size alone: of two types of one size it is the first.
describe('the type of a sum', () => {
  it.each([
    ['char', 'char', 'int', 'int'],
    ['unsigned char', 'short', 'int', 'int'],
    ['unsigned short', 'unsigned short', 'int', 'int'],
    ['int', 'unsigned int', 'unsigned int', 'unsigned int'],
    ['unsigned int', 'long', 'long', 'unsigned int'],
    ['long', 'unsigned long', 'unsigned long', 'unsigned int'],
    ['int', 'long long', 'long', 'long long'],
    ['unsigned int', 'long long', 'long', 'long long'],
    ['_Bool', 'int', 'int', 'int'],
    ['_Bool', 'char', 'int', 'int'],
    ['__int128', 'unsigned long', '__int128', '__int128'],
    ['unsigned __int128', '__int128', 'unsigned __int128', 'unsigned __int128'],
    ['int', 'float', 'float', 'float'],
    ['float', 'double', 'double', 'double'],
    ['long double', 'float', 'long double', 'long double'],
    ['unsigned long', 'double', 'double', 'double'],
  ])('%s + %s', (left, right, in64, in32) => {
    const sum = (semantics: LanguageSemantics) =>
      arithmetic('+', of(left, 1n, semantics), of(right, 1n, semantics), semantics).type;
    const swapped = (semantics: LanguageSemantics) =>
      arithmetic('+', of(right, 1n, semantics), of(left, 1n, semantics), semantics).type;
    expect(sum(lp64)).toMatchObject({ name: in64 });
    expect(swapped(lp64)).toMatchObject({ name: in64 });
    expect(sum(ilp32)).toMatchObject({ name: in32 });
  });
});

describe('integers', () => {
  it.each<[string, bigint, ArithmeticOperator, string, bigint, string]>([
    ['int', 0x7fffffffn, '+', 'int', 1n, 'int -2147483648'],
    ['unsigned int', 0n, '-', 'int', 1n, 'unsigned int 4294967295'],
    ['int', -7n, '/', 'int', 2n, 'int -3'],
    ['int', -7n, '%', 'int', 2n, 'int -1'],
    ['unsigned int', 7n, '/', 'int', -2n, 'unsigned int 0'],
    ['signed char', -1n, '>>', 'int', 1n, 'int -1'],
    ['unsigned int', 0xffffffffn, '>>', 'int', 4n, 'unsigned int 268435455'],
    ['int', 1n, '<<', 'long', 31n, 'int -2147483648'],
    ['int', 1n, '<<', 'int', 32n, 'int 0'],
    ['int', -1n, '>>', 'int', 32n, 'int -1'],
    ['int', 1n, '<<', 'int', -1n, 'int 0'],
    ['unsigned long', 1n << 63n, '*', 'int', 2n, 'unsigned long 0'],
    ['int', 6n, '&', 'int', 3n, 'int 2'],
    ['int', 6n, '|', 'int', 3n, 'int 7'],
    ['int', 6n, '^', 'int', 3n, 'int 5'],
    ['__int128', 1n << 62n, '*', 'int', 8n, `__int128 ${1n << 65n}`],
  ])('%s %s %s %s %s', (leftType, left, operator, rightType, right, wanted) => {
    const result = arithmetic(operator, of(leftType, left, lp64), of(rightType, right, lp64), lp64);
    expect(text(result)).toBe(wanted);
  });

  it('are not divided by zero', () => {
    for (const operator of ['/', '%'] as const) {
      expect(() => arithmetic(operator, of('int', 1n, lp64), of('int', 0n, lp64), lp64)).toThrow(
        'Division by zero',
      );
    }
  });

  it('are compared as C converts them', () => {
    expect(compare('<', of('int', -1n, lp64), of('unsigned int', 1n, lp64), lp64)).toBe(false);
    expect(compare('<', of('long', -1n, lp64), of('unsigned int', 1n, lp64), lp64)).toBe(true);
    expect(compare('==', of('char', -1n, lp64), of('unsigned char', 255n, lp64), lp64)).toBe(false);
  });

  it('stay of an enumeration that is as large as an int', () => {
    const bits = { size: 4, signed: false, scoped: false, incomplete: false } as const;
    const type = { kind: 'enum', name: 'E', enumerators: [], ...bits } as const;
    const one = { kind: 'integer', type, value: 1n } as const;
    expect(text(negate(one, lp64))).toBe('E 4294967295');
    expect(text(negate({ ...one, type: { ...type, size: 2 } }, lp64))).toBe('int -1');
  });

  it('are promoted by a sign', () => {
    expect(text(negate(of('unsigned char', 1n, lp64), lp64))).toBe('int -1');
    expect(text(negate(of('unsigned int', 1n, lp64), lp64))).toBe('unsigned int 4294967295');
    const value = { kind: 'finite', negative: false, significand: 0n, exponent: 0 } as const;
    const { type } = of('float', 0n, lp64) as Scalar & { kind: 'float' };
    expect(negate({ kind: 'float', type, value }, lp64)).toMatchObject({ value });
    const byte = of('unsigned char', 0n, lp64);
    expect(byte.kind === 'integer' && text(complement(byte, lp64))).toBe('int -1');
  });

  it('are long in Rust, where gdb does not know its conversions', () => {
    const rust = rulesOf(8, 'rust');
    const sum = arithmetic('+', of('u8', 255n, rust), of('u8', 1n, rust), rust);
    expect(text(sum)).toBe('long 256');
    expect(text(arithmetic('+', of('usize', 1n, rust), of('i32', 1n, rust), rust))).toBe(
      'unsigned long 2',
    );
    const byte = of('u8', 0n, rust);
    expect(byte.kind === 'integer' && text(complement(byte, rust))).toBe('u8 255');
  });

  it('are neither added nor shifted where both are truth values', () => {
    const yes = of('bool', 1n, lp64);
    expect(() => arithmetic('+', yes, yes, lp64)).toThrow('Invalid operation on booleans.');
    expect(text(arithmetic('&', yes, of('bool', 0n, lp64), lp64))).toBe('bool 0');
  });
});

it.each(['u8', 'i32', 'usize', 'f64'])('%s is a type in Rust alone', (name) => {
  expect(rulesOf(8, 'rust').types.named(name)).toMatchObject({ name });
  expect(lp64.types.named(name)).toBeUndefined();
});

describe('the type of a literal', () => {
  it.each([
    ['1', 'int', 'int'],
    ['2147483648', 'long', 'long long'],
    ['0x80000000', 'unsigned int', 'unsigned int'],
    ['0xffffffffffffffff', 'unsigned long', 'unsigned long long'],
    ['1u', 'unsigned int', 'unsigned int'],
    ['4294967296u', 'unsigned long', 'unsigned long long'],
    ['1l', 'long', 'long'],
    ['1ull', 'unsigned long long', 'unsigned long long'],
    ['1.5', 'double', 'double'],
    ['1.5f', 'float', 'float'],
    ['0x1p3L', 'long double', 'long double'],
  ])('%s', (literal, in64, in32) => {
    expect(numberLiteral(literal, 'c', lp64.types).type.name).toBe(in64);
    expect(numberLiteral(literal, 'c', ilp32.types).type.name).toBe(in32);
  });

  it.each([
    ['1', 'i32'],
    ['3000000000', 'i64'],
    ['5u8', 'u8'],
    ['1_000', 'i32'],
    ['1.5', 'f64'],
    ['1f32', 'f32'],
    ['0xffu64', 'u64'],
  ])('%s in Rust', (literal, name) => {
    expect(numberLiteral(literal, 'rust', rulesOf(8, 'rust').types).type.name).toBe(name);
  });

  it.each(['08', '0b12', '0x', '1z', '123abc', '1.5.x', '1.5q'])('%s is none', (literal) => {
    expect(() => numberLiteral(literal, 'c', lp64.types)).toThrow(`Invalid number "${literal}".`);
  });

  it('too large is told', () => {
    expect(() => numberLiteral('18446744073709551616', 'c', lp64.types)).toThrow(
      'Numeric constant too large.',
    );
  });
});
