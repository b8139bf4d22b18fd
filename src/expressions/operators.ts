// The operators of an expression on values of any type: numbers, pointers, vectors (gdb's rules,
// which are C's and wider).
import { concat } from '../bytes/concat';
import { literal, numberOf, type Value } from '../values/value';
import { arrayLength, elementAt } from '../values/navigate';
import { isInteger, strip } from '../values/types';
import {
  arithmetic,
  compare,
  compareIntegers,
  complement,
  negate,
  promote,
  type ArithmeticOperator,
  type ComparisonOperator,
} from './arithmetic';
import { complexArithmetic, complexComparison, complexNegated, isComplex } from './complexNumbers';
import {
  decimalArithmetic,
  decimalComparison,
  decimalNegated,
  decimalTruth,
  isDecimal,
} from './decimalNumbers';
import { addressIn, decay, distance, isAddress, moved } from './pointers';
import { Failure } from './problem';
import type { LanguageSemantics } from './languageSemantics';
import { completeContents, isBoolean, isTrue, scalarOf, scalarType, valueOf } from './scalar';
import { ofObjects } from './classMembers';

const notANumber = 'Argument to arithmetic operation not a number or boolean.';
const badEquality = 'Invalid type combination in equality test.';
const badOrdering = 'Invalid type combination in ordering comparison.';

/** `left operator right`, references followed already. */
export async function arithmeticOf(
  operator: ArithmeticOperator,
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<Value> {
  const ofClass = await ofObjects(operator, [left, right], semantics);
  if (ofClass) return ofClass;
  if (isComplex(left) || isComplex(right))
    return complexArithmetic(operator, left, right, semantics);
  if (isDecimal(left) || isDecimal(right))
    return decimalArithmetic(operator, left, right, semantics);
  const pointer =
    operator === '+' || operator === '-'
      ? await withPointers(operator, left, right, semantics)
      : undefined;
  if (pointer) return pointer;
  if (isVector(left) || isVector(right)) return ofVectors(operator, left, right, semantics);
  const a = await number(left, notANumber, semantics);
  const b = await number(right, notANumber, semantics);
  return valueOf(arithmetic(operator, a, b, semantics), left.context);
}

async function withPointers(
  operator: '+' | '-',
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<Value | undefined> {
  if (isAddress(left) && isAddress(right)) {
    return operator === '-' ? distance(left, right, semantics) : undefined;
  }
  const forward = operator === '+';
  if (isAddress(left) && isInteger(right.type)) {
    const count = await integer(right, semantics);
    return moved(left, forward ? count : -count, semantics);
  }
  if (forward && isInteger(left.type) && isAddress(right)) {
    return moved(right, await integer(left, semantics), semantics);
  }
  return undefined;
}

async function integer(value: Value, semantics: LanguageSemantics): Promise<bigint> {
  const scalar = await scalarOf(value, notANumber, semantics);
  return scalar.kind === 'integer' ? scalar.value : 0n;
}

/** A number that is no pointer. */
async function number(value: Value, otherwise: string, semantics: LanguageSemantics) {
  if (strip(value.type).kind === 'pointer') throw new Failure(otherwise);
  return scalarOf(value, otherwise, semantics);
}

/** Whether `left operator right`, references followed already. */
export async function comparison(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<boolean> {
  if (await ofObjects(operator, [left, right], semantics)) return true;
  if (isComplex(left) || isComplex(right))
    return complexComparison(operator, left, right, semantics);
  if (isDecimal(left) || isDecimal(right))
    return decimalComparison(operator, left, right, semantics);
  const isEquality = operator === '==' || operator === '!=';
  const otherwise = isEquality ? badEquality : badOrdering;
  if (isAddress(left) || isAddress(right)) {
    const [a, b] = [
      await comparable(left, otherwise, semantics),
      await comparable(right, otherwise, semantics),
    ];
    return compareIntegers(operator, a, b);
  }
  if (scalarType(left.type) && scalarType(right.type)) {
    const a = await scalarOf(left, otherwise, semantics);
    return compare(operator, a, await scalarOf(right, otherwise, semantics), semantics);
  }
  throw new Failure(otherwise);
}

async function comparable(
  value: Value,
  otherwise: string,
  semantics: LanguageSemantics,
): Promise<bigint> {
  const decayed = decay(value, semantics);
  if (strip(decayed.type).kind !== 'pointer' && !isInteger(decayed.type))
    throw new Failure(otherwise);
  return addressIn(decayed, semantics);
}

/** `-x` and `+x`. */
export async function signed(
  operator: '-' | '+',
  value: Value,
  semantics: LanguageSemantics,
): Promise<Value> {
  const ofClass = await ofObjects(operator, [value], semantics);
  if (ofClass) return ofClass;
  if (isComplex(value)) return operator === '-' ? complexNegated('-', value, semantics) : value;
  if (isDecimal(value)) return operator === '-' ? decimalNegated(value, semantics) : value;
  const word = operator === '-' ? 'negate' : 'positive';
  const otherwise = `Argument to ${word} operation not a number.`;
  if (isVector(value)) return eachLane(value, (lane) => signed(operator, lane, semantics));
  const scalar = await number(value, otherwise, semantics);
  const { context } = value;
  if (operator === '-') return valueOf(negate(scalar, semantics), context);
  return valueOf(scalar.kind === 'integer' ? promote(scalar, semantics) : scalar, context);
}

/** `~x`, and Rust's `!x` of a number. */
export async function complemented(value: Value, semantics: LanguageSemantics): Promise<Value> {
  const ofClass = await ofObjects('~', [value], semantics);
  if (ofClass) return ofClass;
  if (isComplex(value)) return complexNegated('~', value, semantics);
  const otherwise = 'Argument to complement operation not an integer, boolean.';
  if (isVector(value)) return eachLane(value, (lane) => complemented(lane, semantics));
  const scalar = await number(value, otherwise, semantics);
  if (scalar.kind === 'float') throw new Failure(otherwise);
  return valueOf(complement(scalar, semantics), value.context);
}

/** Whether a value counts as true: in gdb, whether any of its bits is set. */
export async function truthOf(value: Value, semantics: LanguageSemantics): Promise<boolean> {
  if (semantics.typesOnly === 'static') return true;
  if (isDecimal(value)) return decimalTruth(value, semantics);
  const decayed = decay(value, semantics);
  if (scalarType(decayed.type)) return isTrue(await scalarOf(decayed, notANumber, semantics));
  return (await completeContents(decayed)).bytes.some((byte) => byte !== 0);
}

/** A truth value: an `int` in C. */
export function truth(value: boolean, like: Value, { types, language }: LanguageSemantics): Value {
  const type = language === 'c' ? types.int : types.bool;
  return numberOf(type, value ? 1n : 0n, like.context);
}

/** Whether Rust's `!` turns truth around, not bits. */
export function isTruth({ type }: Value): boolean {
  return isBoolean(strip(type));
}

function isVector({ type }: Value): boolean {
  const bare = strip(type);
  return bare.kind === 'array' && bare.vector;
}

async function ofVectors(
  operator: ArithmeticOperator,
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<Value> {
  const shape = isVector(left) ? left : right;
  const lanes = (value: Value) => (i: number) => (isVector(value) ? elementAt(value, i) : value);
  if (isVector(left) && isVector(right) && arrayLength(left.type) !== arrayLength(right.type)) {
    throw new Failure('Cannot perform operation on vectors with different types');
  }
  const [a, b] = [lanes(left), lanes(right)];
  return eachLane(shape, async (lane, i) =>
    arithmeticOf(operator, a(i) ?? lane, b(i) ?? lane, semantics),
  );
}

/** A vector of what `compute` makes of each lane, in the lanes' own type. */
async function eachLane(
  vector: Value,
  compute: (lane: Value, i: number) => Promise<Value>,
): Promise<Value> {
  const { order } = vector.context;
  const lanes: Uint8Array[] = [];
  for (let i = 0; i < (arrayLength(vector.type) ?? 0); i++) {
    const lane = elementAt(vector, i);
    if (!lane) break;
    const { bytes } = await completeContents(await compute(lane, i));
    const size = (await lane.contents()).bytes.length;
    lanes.push(order === 'little' ? bytes.subarray(0, size) : bytes.subarray(bytes.length - size));
  }
  return literal(vector.type, concat(lanes), vector.context);
}
