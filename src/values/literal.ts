// Values that are nowhere in the program: results of computations.
import type { Type } from '../symbols/type';
import { toBytes } from '../machine/numberBytes';
import { sizeOf } from './types';
import { Value, maxValueSize, type Surroundings } from './value';

/** A value of bytes in the target's order. */
export function literal(type: Type, bytes: Uint8Array, surroundings: Surroundings): Value {
  return new Value(type, { kind: 'literal', bytes }, surroundings);
}

/** A value of a number, cut to the type's size. */
export function numberOf(type: Type, number: bigint, surroundings: Surroundings): Value {
  return literal(type, bytesOfNumber(number, type, surroundings), surroundings);
}

/** The bytes of a number in a value of a type; of no size where `otherwise` is not given and the type has none. */
export function bytesOfNumber(
  number: bigint,
  type: Type,
  { order }: Pick<Surroundings, 'order'>,
  otherwise = 0,
): Uint8Array {
  return toBytes(number, Math.min(sizeOf(type) ?? otherwise, maxValueSize), order);
}
