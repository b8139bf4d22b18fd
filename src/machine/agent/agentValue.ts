// Values of an expression that a target will compute: where each is, and the number that it is (ISO C, "Conversions").
import type { Type } from '../../symbols/type';
import { Failure } from '../expressions/problem';
import type { Rules } from '../expressions/rules';
import { isBoolean, isFloatType, scalarType, type ScalarType } from '../expressions/scalar';
import { elementType, isSigned, sizeOf, strip } from '../values/types';
import type { BitRange } from '../values/value';
import { bitsOf, type AgentPlace, type PlaceReader } from './agentPlace';
import { constant, extended, truthOf, type Code } from './code';

/** A value. */
export interface AgentValue {
  readonly type: Type;
  readonly place: AgentPlace;
  /** Of a bit field: its bits, counted from the start of the place, which has `whole` bytes. */
  readonly bits?: BitRange & { readonly whole: number };
  /** Bytes, where the target alone knows how many there are. */
  readonly length?: Code;
  /** It was computed: its place is a word as its type has it, the sign extended. */
  readonly computed?: true;
}

/** A number on the target's stack, as its type has it. */
export interface AgentNumber {
  readonly type: ScalarType;
  readonly code: Code;
}

/** Why most of what a target cannot do cannot be done. */
const noFloats = 'A target cannot compute with floating-point numbers; it can collect them.';
const notANumber = 'Argument to arithmetic operation not a number or boolean.';

/** A number as a value. */
export function computed({ type, code }: AgentNumber): AgentValue {
  return { type, place: { kind: 'number', code }, computed: true };
}

/** A number that is known. */
export function known(type: ScalarType, value: bigint): AgentValue {
  return computed({ type, code: constant(value) });
}

/** The number that a value is; an array or function is its address. */
export function numberIn(value: AgentValue, rules: Rules, reader: PlaceReader): AgentNumber {
  const bare = strip(value.type);
  if (bare.kind === 'array' && !bare.vector) return addressOf(value, elementType(bare), rules);
  if (bare.kind === 'function') return addressOf(value, bare, rules);
  const type = scalarType(bare);
  if (!type) throw new Failure(notANumber);
  if (isFloatType(type)) throw new Failure(noFloats);
  if (value.computed && value.place.kind === 'number') return { type, code: value.place.code };
  if (type.size > 8) {
    throw new Failure(
      'A target cannot compute with numbers of more than 8 bytes; it can collect them.',
    );
  }
  return { type, code: read(value, type, reader) };
}

function read({ place, bits }: AgentValue, type: ScalarType, reader: PlaceReader): Code {
  const { bit, size, whole } = bits ?? { bit: 0, size: 8 * type.size, whole: type.size };
  const code = bitsOf(place, whole, bit, size, reader);
  return isSigned(type) ? extended(code, size, true) : code;
}

/** A pointer to where a value is. */
export function addressOf(
  { place, bits, computed: isComputed }: AgentValue,
  target: Type,
  rules: Rules,
): AgentNumber {
  if (place.kind === 'nowhere') throw new Failure(place.why);
  if (place.kind !== 'memory' || bits || isComputed) {
    throw new Failure('Attempt to take address of value not located in memory.');
  }
  return { type: rules.types.pointerTo(target), code: place.address };
}

/** A number as another type has it, as C converts it. */
export function converted({ type, code }: AgentNumber, to: ScalarType): AgentNumber {
  if (isFloatType(to)) throw new Failure(noFloats);
  if (to.size > 8) throw new Failure('A target cannot compute with numbers of more than 8 bytes.');
  if (isBoolean(to)) return { type: to, code: isBoolean(type) ? code : truthOf(code) };
  return { type: to, code: holds(to, type) ? code : cut(code, to) };
}

/** Whether every number of one type is one of another. */
function holds(type: ScalarType, other: ScalarType): boolean {
  if (type.size === 8) return true;
  if (isSigned(type) === isSigned(other)) return type.size >= other.size;
  return isSigned(type) && type.size > other.size;
}

/** A word cut to a type, its sign extended. */
export function cut(code: Code, type: ScalarType): Code {
  return extended(code, 8 * type.size, isSigned(type));
}

/** Bytes from one element that a pointer points to, to the next; gdb lets `void *` count bytes. */
export function strideOf(target: Type): bigint {
  const bare = strip(target);
  if (bare.kind === 'array' && sizeOf(bare) === undefined) {
    throw new Failure('The size of the element is not known.');
  }
  if ('incomplete' in bare && bare.incomplete) {
    throw new Failure(
      `Cannot perform pointer math on incomplete type "${bare.name ?? ''}", try casting to a known type, or void *.`,
    );
  }
  return BigInt(sizeOf(target) ?? 1) || 1n;
}
