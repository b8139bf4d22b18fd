// C's operators on numbers: integer promotions, usual arithmetic conversions and results (ISO C,
// "Conversions"; where gdb differs from C, as in `float`, which it does not widen, as gdb).
import type { BaseType } from '../symbols/baseType';
import { isSigned } from '../values/types';
import type { BaseTypes, LanguageSemantics } from './languageSemantics';
import {
  add,
  compareFloats,
  divide,
  floatPower,
  floatFromInteger,
  multiply,
  negateFloat,
  type BinaryFloat,
} from '../machine/float/binaryFloat';
import { Failure } from './problem';
import { convert, isBoolean, wrap, type Scalar, type ScalarType } from './scalar';
import type { BinaryOperator } from './syntax';

/** The operators whose result has the type of the converted operands. */
export type ArithmeticOperator = Extract<
  BinaryOperator,
  '+' | '-' | '**' | '*' | '/' | '%' | 'mod' | '<<' | '>>' | '&' | '|' | '^'
>;

/** The operators whose result is true or false. */
export type ComparisonOperator = Extract<BinaryOperator, '==' | '!=' | '<' | '>' | '<=' | '>='>;

const comparisons: ReadonlySet<string> = new Set<ComparisonOperator>([
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
]);

export function isComparison(operator: BinaryOperator): operator is ComparisonOperator {
  return comparisons.has(operator);
}

export const notForBooleans = 'Invalid operation on booleans.';

type Integer = Scalar & { kind: 'integer' };
type Float = Scalar & { kind: 'float' };

/** `left operator right`, neither of them a pointer. */
export function arithmetic(
  operator: ArithmeticOperator,
  left: Scalar,
  right: Scalar,
  semantics: LanguageSemantics,
): Scalar {
  if (left.kind === 'float' || right.kind === 'float') {
    return floatArithmetic(operator, ...commonFloats(left, right, semantics), semantics);
  }
  if (isBoolean(left.type) && isBoolean(right.type)) return booleans(operator, left, right);
  const isShift = operator === '<<' || operator === '>>';
  if (isShift && isBoolean(right.type)) throw new Failure(notForBooleans);
  if (isShift && semantics.language !== 'rust') {
    return shift(operator, left, right, promote(left, semantics).type);
  }
  if (isShift) return shift(operator, left, right, commonType(left.type, right.type, semantics));
  return integers(operator, left, right, commonType(left.type, right.type, semantics));
}

/** Whether `left operator right` holds, neither of them a pointer. */
export function compare(
  operator: ComparisonOperator,
  left: Scalar,
  right: Scalar,
  semantics: LanguageSemantics,
): boolean {
  if (left.kind === 'float' || right.kind === 'float') {
    const [a, b] = commonFloats(left, right, semantics);
    return holds(operator, compareFloats(a.value, b.value));
  }
  const type = commonType(left.type, right.type, semantics);
  return compareIntegers(operator, wrap(left.value, type), wrap(right.value, type));
}

/** Whether `left operator right` holds of two numbers or addresses. */
export function compareIntegers(
  operator: ComparisonOperator,
  left: bigint,
  right: bigint,
): boolean {
  return holds(operator, left < right ? -1 : left > right ? 1 : 0);
}

/** `order` as {@link compareFloats} gives it: nothing but `!=` holds of NaN. */
function holds(operator: ComparisonOperator, order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
  }
}

/** `-x`. */
export function negate(operand: Scalar, semantics: LanguageSemantics): Scalar {
  // gdb subtracts from 0 (gdb 13, value_neg): the result is never -0, and a NaN stays.
  if (operand.kind === 'float') {
    const isNaN = operand.value.kind === 'nan';
    const difference = add(floatFromInteger(0n), negateFloat(operand.value));
    return isNaN ? operand : { ...operand, value: difference };
  }
  const { type, value } = promote(operand, semantics);
  return { kind: 'integer', type, value: wrap(-value, type) };
}

/** `~x`. */
export function complement(operand: Integer, semantics: LanguageSemantics): Scalar {
  // gdb leaves the operand of Rust's `!` as it is.
  const isKept = semantics.language === 'rust' && operand.type.kind === 'base';
  const { type, value } = isKept ? operand : promote(operand, semantics);
  return { kind: 'integer', type, value: wrap(~value, type) };
}

/** An operand as `+x` gives it: nothing smaller than `int`. A large enumeration stays one. */
export function promote(operand: Integer, semantics: LanguageSemantics): Integer {
  const { int } = semantics.types;
  const isKept = operand.type.kind === 'enum' && operand.type.size >= int.size;
  const type = isKept ? operand.type : promotedType(operand.type, semantics);
  return { kind: 'integer', type, value: wrap(operand.value, type) };
}

/** The type of an operand of `x + y`: nothing smaller than an `int`, and no enumeration. */
function promotedType(type: ScalarType, { types }: LanguageSemantics): BaseType {
  if (type.kind === 'base' && type.size >= types.int.size) return type;
  return type.size < types.int.size ? types.int : withSize(type.size, isSigned(type), types);
}

/**
 * The type that both operands of an operator are converted to; neither is a pointer or
 * floating-point.
 */
export function commonType(
  left: ScalarType,
  right: ScalarType,
  semantics: LanguageSemantics,
): BaseType {
  const a = promotedType(left, semantics);
  const b = promotedType(right, semantics);
  const size = Math.max(a.size, b.size);
  const isUnsigned = [a, b].some((type) => type.size === size && !isSigned(type));
  // gdb computes in C's `long` for languages whose conversions it does not follow (binop_promote).
  const { long } = semantics.types;
  const least = semantics.language === 'rust' ? long.size : 0;
  return withSize(Math.max(size, least), !isUnsigned, semantics.types);
}

/** gdb knows types by their sizes: of two with one size it takes the first. */
function withSize(size: number, signed: boolean, types: BaseTypes): BaseType {
  const { int, unsignedInt, long, unsignedLong, longLong, unsignedLongLong } = types;
  if (size <= int.size) return signed ? int : unsignedInt;
  if (size <= long.size) return signed ? long : unsignedLong;
  if (size <= longLong.size) return signed ? longLong : unsignedLongLong;
  return signed ? types.int128 : types.unsignedInt128;
}

function booleans(operator: ArithmeticOperator, left: Integer, right: Integer): Scalar {
  const [a, b] = [left.value, right.value];
  const results: Partial<Record<ArithmeticOperator, bigint>> = {
    '&': a & b,
    '|': a | b,
    '^': a ^ b,
  };
  const value = results[operator];
  if (value === undefined) throw new Failure(notForBooleans);
  return { kind: 'integer', type: left.type, value };
}

function integers(
  operator: Exclude<ArithmeticOperator, '<<' | '>>'>,
  left: Integer,
  right: Integer,
  type: BaseType,
): Scalar {
  const result = integerResult(operator, wrap(left.value, type), wrap(right.value, type));
  return { kind: 'integer', type, value: wrap(result, type) };
}

function integerResult(
  operator: Exclude<ArithmeticOperator, '<<' | '>>'>,
  a: bigint,
  b: bigint,
): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / divisor(b);
    case '%':
      return a % divisor(b);
    case 'mod': {
      const rest = a % divisor(b);
      return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
    }
    case '**':
      return power(a, b);
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
  }
}

/** A count that is negative or beyond the width shifts everything out. */
function shift(operator: '<<' | '>>', left: Integer, right: Integer, type: ScalarType): Scalar {
  const value = wrap(left.value, type);
  const count = right.value;
  const isInWidth = count >= 0n && count < BigInt(8 * type.size);
  const emptied = operator === '>>' && value < 0n && count > 0n ? -1n : 0n;
  const shifted = isInWidth ? (operator === '<<' ? value << count : value >> count) : emptied;
  return { kind: 'integer', type, value: wrap(shifted, type) };
}

/** The lowest 128 bits of a power, which no type exceeds; of a negative exponent its whole part. */
function power(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) {
    const isOdd = exponent % 2n !== 0n;
    return base === 1n || base === -1n ? (isOdd ? base : 1n) : 1n / divisor(base);
  }
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = BigInt.asIntN(128, result * square);
    square = BigInt.asIntN(128, square * square);
  }
  return result;
}

function divisor(value: bigint): bigint {
  if (value === 0n) throw new Failure('Division by zero');
  return value;
}

/** The wider floating-point type of the two; an integer takes the other's. */
function commonFloats(left: Scalar, right: Scalar, { machine }: LanguageSemantics): [Float, Float] {
  const [a, b] = [left, right].map((each) => (each.kind === 'float' ? each.type : undefined));
  const type = a && b ? (b.size > a.size ? b : a) : (a ?? b);
  if (!type) throw new Failure('Argument to arithmetic operation not a number or boolean.');
  return [convert(left, type, machine), convert(right, type, machine)] as [Float, Float];
}

function floatArithmetic(
  operator: ArithmeticOperator,
  left: Float,
  right: Float,
  { machine }: LanguageSemantics,
): Scalar {
  const exact = floatResult(operator, left.value, right.value);
  return convert({ ...left, value: exact }, left.type, machine);
}

function floatResult(operator: ArithmeticOperator, a: BinaryFloat, b: BinaryFloat): BinaryFloat {
  switch (operator) {
    case '+':
      return add(a, b);
    case '-':
      return add(a, negateFloat(b));
    case '*':
      return multiply(a, b);
    case '/':
      return divide(a, b);
    case '**':
      return floatPower(a, b);
    case '%':
    case 'mod':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
      throw new Failure('Integer-only operation on floating point number.');
  }
}
