// Casts (ISO C, "Cast operators"; ISO C++, "Explicit type conversion"): numbers are converted,
// pointers to classes follow their bases, and what is in memory is looked at as another type.
import type { ClassType, PointerType, Type } from '../symbols/type';
import { literal, numberOf, Value } from '../values/value';
import { at, baseOf } from '../values/navigate';
import {
  asClass,
  complexPart,
  isFloat,
  isMethodPointer,
  isReference,
  sizeOf,
  strip,
  targetOf,
} from '../values/types';
import { isComplex, toComplex } from './complexNumbers';
import { fromDecimal, isDecimal, isDecimalType, toDecimal } from './decimalNumbers';
import { addressIn, addressOf, decay } from './pointers';
import { Failure } from './problem';
import type { LanguageSemantics } from './languageSemantics';
import { completeContents, convert, scalarOf, scalarType, valueOf } from './scalar';

const invalidCast = 'Invalid cast.';

/** The value as another type. */
export async function cast(value: Value, type: Type, semantics: LanguageSemantics): Promise<Value> {
  const bare = strip(type);
  if (bare.kind === 'void') return literal(type, new Uint8Array(1), value.context);
  if (bare.kind === 'pointer') return toPointer(decay(value, semantics), type, bare, semantics);
  if (isReference(bare)) {
    return toPointer(addressOf(value, semantics), type, bare, semantics);
  }
  if (complexPart(bare)) return toComplex(value, type, semantics);
  if (isDecimalType(bare)) {
    const converted = await toDecimal(value, bare, semantics);
    return new Value(type, converted.place, value.context);
  }
  const wanted = scalarType(bare);
  if (wanted && isSameScalar(wanted, strip(value.type))) {
    return new Value(type, value.place, value.context, value.bits);
  }
  if (!wanted || isComplex(value)) return reinterpreted(value, type, bare, semantics);
  if (isDecimal(value)) {
    const converted = await fromDecimal(value, wanted, semantics);
    return new Value(type, converted.place, value.context);
  }
  const source = isDataPointer(value)
    ? new Value(semantics.types.long, value.place, value.context)
    : decay(value, semantics);
  if (isFloat(bare) && strip(source.type).kind === 'pointer') throw new Failure(invalidCast);
  const scalar = await scalarOf(source, invalidCast, semantics);
  return new Value(
    type,
    valueOf(convert(scalar, wanted, semantics.machine), value.context).place,
    value.context,
  );
}

/** A pointer to a data member, which is a number of bytes. */
function isDataPointer({ type }: Value): boolean {
  return strip(type).kind === 'memberPointer' && !isMethodPointer(type);
}

/** gdb leaves a value that has the type already as it is, known or not. */
function isSameScalar(wanted: Type, own: Type): boolean {
  if (wanted.kind !== 'base' || own.kind !== 'base') return false;
  return wanted.name === own.name && wanted.size === own.size && wanted.encoding === own.encoding;
}

async function toPointer(
  value: Value,
  type: Type,
  { target }: PointerType,
  semantics: LanguageSemantics,
): Promise<Value> {
  const scalar = await scalarOf(value, invalidCast, semantics);
  if (scalar.kind === 'float') throw new Failure(invalidCast);
  const from = targetOf(value.type);
  const shift =
    from && scalar.value !== 0n ? await shiftBetween(value, from, target, semantics) : 0n;
  return numberOf(type, scalar.value + shift, value.context);
}

/** Bytes from an object of one class to the part or whole of it that is of the other. */
async function shiftBetween(
  pointer: Value,
  from: Type,
  to: Type,
  semantics: LanguageSemantics,
): Promise<bigint> {
  const [source, target] = [asClass(from), asClass(to)];
  if (!source || !target || semantics.typesOnly) return 0n;
  const address = await addressIn(pointer, semantics);
  const part = await partOf(await at(from, address, pointer.context), target);
  if (part?.address !== undefined) return part.address - address;
  const whole = await partOf(await at(to, address, pointer.context), source);
  return whole?.address === undefined ? 0n : address - whole.address;
}

/** The object or the base of it whose class is the one wanted; undefined if none exists. */
async function partWhere(
  object: Value,
  isWanted: (type: ClassType) => boolean,
  seen = new Set<number>(),
): Promise<Value | undefined> {
  const type = asClass(object.type);
  // Damaged classes may be bases of themselves.
  if (!type || seen.has(type.offset)) return undefined;
  seen.add(type.offset);
  if (isWanted(type)) return object;
  for (const base of (await type.members()).bases) {
    const part = await baseOf(object, base);
    const found = 'problem' in part ? undefined : await partWhere(part, isWanted, seen);
    if (found) return found;
  }
  return undefined;
}

/** The object or the base of it of a class; undefined where it has none. */
export function partOf(object: Value, wanted: ClassType): Promise<Value | undefined> {
  return partWhere(object, (type) => isSame(type, wanted));
}

function isSame(one: ClassType, other: ClassType): boolean {
  return one === other || (one.name !== undefined && one.name === other.name);
}

/** A class or array: a base of the object, the same memory, or a number's bytes. */
async function reinterpreted(
  value: Value,
  type: Type,
  bare: Type,
  semantics: LanguageSemantics,
): Promise<Value> {
  const wanted = asClass(bare);
  const part = wanted && (await partOf(value, wanted));
  if (part) return new Value(type, part.place, part.context);
  const { address, context } = value;
  if (address !== undefined) return at(type, address, context);
  if (bare.kind === 'array' && sizeOf(bare) === sizeOf(value.type)) {
    const bytes = semantics.typesOnly
      ? new Uint8Array(sizeOf(bare) ?? 0)
      : (await completeContents(value)).bytes;
    return literal(type, bytes, context);
  }
  throw new Failure(invalidCast);
}

/**
 * A base class of an object by its name; undefined where it has none of that name, fails where it
 * has several.
 */
export async function baseNamed(object: Value, name: string): Promise<Value | undefined> {
  const isWanted = (type: ClassType): boolean =>
    type.name === name || type.name?.endsWith(`::${name}`) === true;
  const parts: Value[] = [];
  await collectParts(object, isWanted, parts, maxParts);
  const [first, ...others] = parts;
  if (first && others.some(({ address }) => address !== first.address)) {
    const whole = asClass(object.type)?.name ?? '';
    const base = asClass(first.type)?.name ?? name;
    throw new Failure(`base class '${base}' is ambiguous in type '${whole}'`);
  }
  return first;
}

/** More bases than this are damage: they may be bases of themselves. */
const maxParts = 1000;

async function collectParts(
  object: Value,
  isWanted: (type: ClassType) => boolean,
  found: Value[],
  left: number,
): Promise<number> {
  const type = asClass(object.type);
  if (!type || left <= 0) return 0;
  if (isWanted(type)) found.push(object);
  let budget = left - 1;
  for (const base of (await type.members()).bases) {
    const part = await baseOf(object, base);
    if (!('problem' in part)) budget = await collectParts(part, isWanted, found, budget);
  }
  return budget;
}
