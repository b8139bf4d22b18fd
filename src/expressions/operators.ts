// The operators of an expression on values of any type: numbers, pointers, vectors (gdb's rules, which are C's and wider).
import { concat } from '../bytes/concat';
import { literal, numberOf } from '../values/literal';
import { arrayLength, elementAt } from '../values/navigate';

import { isInteger, strip } from '../values/types';
import type { Value } from '../values/value';
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
import type { Rules } from './rules';
import { completeContents, isBoolean, isTrue, scalarOf, scalarType, valueOf } from './scalar';
import { ofObjects } from './userOperators';

const notANumber = 'Argument to arithmetic operation not a number or boolean.';
const badEquality = 'Invalid type combination in equality test.';
const badOrdering = 'Invalid type combination in ordering comparison.';

/** `left operator right`, references followed already. */
export async function arithmeticOf(
  operator: ArithmeticOperator,
  left: Value,
  right: Value,
  rules: Rules,
): Promise<Value> {
  const ofClass = await ofObjects(operator, [left, right], rules);
  if (ofClass) return ofClass;
  if (isComplex(left) || isComplex(right)) return complexArithmetic(operator, left, right, rules);
  if (isDecimal(left) || isDecimal(right)) return decimalArithmetic(operator, left, right, rules);
  const pointer =
    operator === '+' || operator === '-'
      ? await withPointers(operator, left, right, rules)
      : undefined;
  if (pointer) return pointer;
  if (isVector(left) || isVector(right)) return ofVectors(operator, left, right, rules);
  const a = await number(left, notANumber, rules);
  const b = await number(right, notANumber, rules);
  return valueOf(arithmetic(operator, a, b, rules), left.surroundings);
}

async function withPointers(
  operator: '+' | '-',
  left: Value,
  right: Value,
  rules: Rules,
): Promise<Value | undefined> {
  if (isAddress(left) && isAddress(right)) {
    return operator === '-' ? distance(left, right, rules) : undefined;
  }
  const forward = operator === '+';
  if (isAddress(left) && isInteger(right.type)) {
    const count = await integer(right, rules);
    return moved(left, forward ? count : -count, rules);
  }
  if (forward && isInteger(left.type) && isAddress(right)) {
    return moved(right, await integer(left, rules), rules);
  }
  return undefined;
}

async function integer(value: Value, rules: Rules): Promise<bigint> {
  const scalar = await scalarOf(value, notANumber, rules);
  return scalar.kind === 'integer' ? scalar.value : 0n;
}

/** A number that is no pointer. */
async function number(value: Value, otherwise: string, rules: Rules) {
  if (strip(value.type).kind === 'pointer') throw new Failure(otherwise);
  return scalarOf(value, otherwise, rules);
}

/** Whether `left operator right`, references followed already. */
export async function comparison(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  rules: Rules,
): Promise<boolean> {
  if (await ofObjects(operator, [left, right], rules)) return true;
  if (isComplex(left) || isComplex(right)) return complexComparison(operator, left, right, rules);
  if (isDecimal(left) || isDecimal(right)) return decimalComparison(operator, left, right, rules);
  const isEquality = operator === '==' || operator === '!=';
  const otherwise = isEquality ? badEquality : badOrdering;
  if (isAddress(left) || isAddress(right)) {
    const [a, b] = [
      await comparable(left, otherwise, rules),
      await comparable(right, otherwise, rules),
    ];
    return compareIntegers(operator, a, b);
  }
  if (scalarType(left.type) && scalarType(right.type)) {
    const a = await scalarOf(left, otherwise, rules);
    return compare(operator, a, await scalarOf(right, otherwise, rules), rules);
  }
  throw new Failure(otherwise);
}

async function comparable(value: Value, otherwise: string, rules: Rules): Promise<bigint> {
  const decayed = decay(value, rules);
  if (strip(decayed.type).kind !== 'pointer' && !isInteger(decayed.type))
    throw new Failure(otherwise);
  return addressIn(decayed, rules);
}

/** `-x` and `+x`. */
export async function signed(operator: '-' | '+', value: Value, rules: Rules): Promise<Value> {
  const ofClass = await ofObjects(operator, [value], rules);
  if (ofClass) return ofClass;
  if (isComplex(value)) return operator === '-' ? complexNegated('-', value, rules) : value;
  if (isDecimal(value)) return operator === '-' ? decimalNegated(value, rules) : value;
  const word = operator === '-' ? 'negate' : 'positive';
  const otherwise = `Argument to ${word} operation not a number.`;
  if (isVector(value)) return eachLane(value, (lane) => signed(operator, lane, rules));
  const scalar = await number(value, otherwise, rules);
  const { surroundings } = value;
  if (operator === '-') return valueOf(negate(scalar, rules), surroundings);
  return valueOf(scalar.kind === 'integer' ? promote(scalar, rules) : scalar, surroundings);
}

/** `~x`, and Rust's `!x` of a number. */
export async function complemented(value: Value, rules: Rules): Promise<Value> {
  const ofClass = await ofObjects('~', [value], rules);
  if (ofClass) return ofClass;
  if (isComplex(value)) return complexNegated('~', value, rules);
  const otherwise = 'Argument to complement operation not an integer, boolean.';
  if (isVector(value)) return eachLane(value, (lane) => complemented(lane, rules));
  const scalar = await number(value, otherwise, rules);
  if (scalar.kind === 'float') throw new Failure(otherwise);
  return valueOf(complement(scalar, rules), value.surroundings);
}

/** Whether a value counts as true: in gdb, whether any of its bits is set. */
export async function truthOf(value: Value, rules: Rules): Promise<boolean> {
  if (rules.typesOnly === 'static') return true;
  if (isDecimal(value)) return decimalTruth(value, rules);
  const decayed = decay(value, rules);
  if (scalarType(decayed.type)) return isTrue(await scalarOf(decayed, notANumber, rules));
  return (await completeContents(decayed)).bytes.some((byte) => byte !== 0);
}

/** A truth value: an `int` in C. */
export function truth(value: boolean, like: Value, { types, language }: Rules): Value {
  const type = language === 'c' ? types.int : types.bool;
  return numberOf(type, value ? 1n : 0n, like.surroundings);
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
  rules: Rules,
): Promise<Value> {
  const shape = isVector(left) ? left : right;
  const lanes = (value: Value) => (i: number) => (isVector(value) ? elementAt(value, i) : value);
  if (isVector(left) && isVector(right) && arrayLength(left.type) !== arrayLength(right.type)) {
    throw new Failure('Cannot perform operation on vectors with different types');
  }
  const [a, b] = [lanes(left), lanes(right)];
  return eachLane(shape, async (lane, i) =>
    arithmeticOf(operator, a(i) ?? lane, b(i) ?? lane, rules),
  );
}

/** A vector of what `compute` makes of each lane, in the lanes' own type. */
async function eachLane(
  vector: Value,
  compute: (lane: Value, i: number) => Promise<Value>,
): Promise<Value> {
  const { order } = vector.surroundings;
  const lanes: Uint8Array[] = [];
  for (let i = 0; i < (arrayLength(vector.type) ?? 0); i++) {
    const lane = elementAt(vector, i);
    if (!lane) break;
    const { bytes } = await completeContents(await compute(lane, i));
    const size = (await lane.contents()).bytes.length;
    lanes.push(order === 'little' ? bytes.subarray(0, size) : bytes.subarray(bytes.length - size));
  }
  return literal(vector.type, concat(lanes), vector.surroundings);
}
