// Values as numbers.
import { unsigned } from '../bytes/cursor';
import { isSigned } from './types';
import type { Value } from './value';

/**
 * The number of an integer, character, truth value or enumeration, the address that a pointer or reference holds;
 * undefined where not all of it is known.
 */
export async function asInteger(value: Value): Promise<bigint | undefined> {
  const contents = await value.contents();
  if (!contents.complete || contents.bytes.length === 0) return undefined;
  const number = unsigned(contents.bytes, value.surroundings.order);
  return isSigned(value.type) ? BigInt.asIntN(8 * contents.bytes.length, number) : number;
}
