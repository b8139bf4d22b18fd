// Values that are nowhere in the program: results of computations.
import type { Type } from '../../symbols/type';
import { toBytes } from '../numberBytes';
import { sizeOf } from './types';
import { Value, type Surroundings } from './value';

/** A value of bytes in the target's order. */
export function literal(type: Type, bytes: Uint8Array, surroundings: Surroundings): Value {
  return new Value(type, { kind: 'literal', bytes }, surroundings);
}

/** A value of a number, cut to the type's size. */
export function numberOf(type: Type, number: bigint, surroundings: Surroundings): Value {
  return literal(type, toBytes(number, sizeOf(type) ?? 0, surroundings.order), surroundings);
}
