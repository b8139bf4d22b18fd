// Numbers out of values and back: what C computes with.
import { unsigned, type ByteOrder } from '../bytes/cursor';
import type { BaseType } from '../symbols/baseType';
import type { EnumType, PointerType, Type } from '../symbols/type';
import { DW_ATE } from '../symbols/dwarf/constants';
import type { Contents } from '../values/contents';
import { literal, numberOf, type ValueContext, type Value } from '../values/value';
import { isFloat, isInteger, isReference, isSigned, strip } from '../values/types';
import {
  decodeFloatType,
  encodeFloat,
  encodeFloatType,
  floatFromInteger,
  integerFromFloat,
  type BinaryFloat,
  floatFormats,
} from '../machine/float/binaryFloat';
import { Failure, notAvailable, optimizedOut } from './problem';
import type { LanguageSemantics } from './languageSemantics';

/** The types that one number has. */
export type ScalarType = BaseType | EnumType | PointerType;

/**
 * A number with its type. An integer is within its type's range; a pointer is an unsigned
 * address.
 */
export type Scalar =
  | { readonly kind: 'integer'; readonly type: ScalarType; readonly value: bigint }
  | { readonly kind: 'float'; readonly type: BaseType; readonly value: BinaryFloat };

/** The type of one number, without typedefs and qualifiers; undefined for others. */
export function scalarType(type: Type): ScalarType | undefined {
  const bare = strip(type);
  if (bare.kind === 'enum' || bare.kind === 'pointer' || isReference(bare)) return bare;
  // What a fixed-point number stands for is not what its bytes hold.
  if (bare.kind !== 'base' || bare.scale) return undefined;
  return isInteger(bare) || isFloat(bare) ? bare : undefined;
}

/**
 * The number that a value is; fails where it is not known, and with `otherwise` for other values.
 */
export async function scalarOf(
  value: Value,
  otherwise: string,
  semantics: LanguageSemantics,
): Promise<Scalar> {
  const type = scalarType(value.type);
  if (!type) throw new Failure(otherwise);
  if (!semantics.typesOnly) return scalarFrom(type, await completeContents(value), value.context);
  if (semantics.typesOnly !== 'static') await requireContents(value);
  return convert({ kind: 'integer', type, value: 1n }, type, semantics.machine);
}

/**
 * Fails where gdb, although only the type of an expression is wanted, reads a value in it and
 * cannot. gdb has a value in every register of a caller: where no call saved it, what the innermost
 * stack frame left there. It also has one for a pointer without an address.
 */
export async function requireContents(value: Value): Promise<void> {
  const contents = await value.contents();
  const isLost = value.place.kind === 'register' && contents.isEntirely('optimizedOut');
  if (!isLost && !contents.isEntirely('syntheticPointer')) await completeContents(value);
}

/** The bytes of a value, none missing. */
export async function completeContents(value: Value): Promise<Contents> {
  if (value.place.kind === 'problem') throw new Failure(value.place.problem);
  const contents = await value.contents();
  if (contents.has('unavailable')) throw new Failure(notAvailable);
  if (!contents.complete) throw new Failure(optimizedOut);
  return contents;
}

function scalarFrom(
  type: ScalarType,
  { bytes }: Contents,
  { order, machine }: ValueContext,
): Scalar {
  if (isFloatType(type)) {
    return floatScalar(type, bytes, order, machine);
  }
  return { kind: 'integer', type, value: wrap(unsigned(bytes, order), type) };
}

/** The number that the bytes of a floating-point type hold. */
export function floatScalar(
  type: BaseType,
  bytes: Uint8Array,
  order: ByteOrder,
  machine: number | undefined,
): Scalar {
  return { kind: 'float', type, value: decodeFloatType(bytes, type, order, machine) };
}

/** The number that the low bits of another one make in a type. */
export function wrap(value: bigint, type: ScalarType): bigint {
  const bits = 8 * type.size;
  return isSigned(type) ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

/** The nearest number that JavaScript has. */
export function toNumber(scalar: Scalar): number {
  if (scalar.kind === 'integer') return Number(scalar.value);
  const { double } = floatFormats;
  const bytes = encodeFloat(scalar.value, 'little', double);
  return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
}

/** Whether a type has two values, true and false. */
export function isBoolean(type: Type): boolean {
  return type.kind === 'base' && type.encoding === DW_ATE.boolean;
}

/** A number as another type has it, as C converts it: cut off, rounded, or true and false. */
export function convert(scalar: Scalar, type: ScalarType, machine: number | undefined): Scalar {
  if (isFloatType(type)) {
    const exact = scalar.kind === 'float' ? scalar.value : floatFromInteger(scalar.value);
    const bytes = encodeFloatType(exact, type, 'little', machine);
    return { kind: 'float', type, value: decodeFloatType(bytes, type, 'little', machine) };
  }
  if (isBoolean(type)) return { kind: 'integer', type, value: isTrue(scalar) ? 1n : 0n };
  const whole = scalar.kind === 'float' ? integerFromFloat(scalar.value) : scalar.value;
  return { kind: 'integer', type, value: wrap(whole, type) };
}

/** Whether a number counts as true. */
export function isTrue(scalar: Scalar): boolean {
  if (scalar.kind === 'integer') return scalar.value !== 0n;
  return scalar.value.kind !== 'finite' || scalar.value.significand !== 0n;
}

/** A value that is nowhere in memory. */
export function valueOf(scalar: Scalar, context: ValueContext): Value {
  if (scalar.kind === 'integer') return numberOf(scalar.type, scalar.value, context);
  return floatValue(scalar.type, scalar.value, context);
}

/** A floating-point number, rounded to its type. */
export function floatValue(type: BaseType, value: BinaryFloat, context: ValueContext): Value {
  const { order, machine } = context;
  return literal(type, encodeFloatType(value, type, order, machine), context);
}

/** Whether a type of one number is a floating-point one. */
export function isFloatType(type: ScalarType): type is BaseType {
  return isFloat(type);
}
