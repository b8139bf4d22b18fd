// Addresses: what arrays and functions turn into, what `&` gives and `*` follows, and arithmetic
// with pointers (ISO C, "Lvalues, arrays, and function designators", "Additive operators").
import type { Type } from '../symbols/type';
import { completeType } from '../values/completeType';
import { numberOf, Value, type ValueContext } from '../values/value';
import { at, dereference, element } from '../values/navigate';
import {
  elementType,
  isAlias,
  isClass,
  isQualified,
  isReference,
  sizeOf,
  strip,
} from '../values/types';
import { Origin } from '../machine/memory';
import { Failure, notAvailable, optimizedOut, required } from './problem';
import type { LanguageSemantics } from './languageSemantics';
import { scalarOf } from './scalar';
import { ofObjects } from './classMembers';

/** gdb's words for what needs memory to put a value into. */
const needsTarget = 'evaluation of this expression requires the target program to be active';
const notInMemory = 'Attempt to take address of value not located in memory.';
const withoutObject = 'Attempt to dereference pointer to member without an object';
const nonPointer = 'Attempt to take contents of a non-pointer value.';

/** Whether a value is a pointer, or turns into one. */
export function isAddress({ type }: Value): boolean {
  const bare = strip(type);
  if (bare.kind === 'array') return !bare.vector;
  return bare.kind === 'pointer' || bare.kind === 'function';
}

/**
 * An array as a pointer to its first element, a function as a pointer to it, any other value
 * itself.
 */
export function decay(value: Value, semantics: LanguageSemantics): Value {
  const bare = strip(value.type);
  if (bare.kind === 'function')
    return pointerAt(placed(value, semantics), value.type, value, semantics);
  if (bare.kind !== 'array' || bare.vector) return value;
  return pointerAt(placed(value, semantics), elementType(bare), value, semantics);
}

function placed({ address, place }: Value, { typesOnly }: LanguageSemantics): bigint {
  if (address !== undefined) return address;
  if (typesOnly) return 0n;
  throw new Failure(place.kind === 'literal' ? needsTarget : whyNowhere(place));
}

function whyNowhere(place: Value['place']): string {
  if (place.kind === 'unavailable') return notAvailable;
  if (place.kind === 'optimizedOut') return optimizedOut;
  return place.kind === 'problem' ? place.problem : notInMemory;
}

function pointerAt(
  address: bigint,
  target: Type,
  { context }: Value,
  semantics: LanguageSemantics,
): Value {
  return numberOf(semantics.types.pointerTo(target), address, context);
}

/** The number that a pointer, array, function or integer has as an address. */
export async function addressIn(value: Value, semantics: LanguageSemantics): Promise<bigint> {
  const scalar = await scalarOf(decay(value, semantics), nonPointer, semantics);
  if (scalar.kind === 'float') throw new Failure(nonPointer);
  return BigInt.asUintN(8 * value.context.addressSize, scalar.value);
}

/** `&value`. Of a reference it is the address that it holds. */
export function addressOf(value: Value, semantics: LanguageSemantics): Value {
  const bare = strip(value.type);
  const { context } = value;
  const address = value.address ?? addressOfBits(value);
  if (isReference(bare)) {
    return new Value(semantics.types.pointerTo(bare.target), value.place, context);
  }
  const { kind } = value.place;
  if (kind === 'literal' && bare.kind === 'array' && !semantics.typesOnly)
    throw new Failure(needsTarget);
  const isUnread =
    semantics.typesOnly && kind !== 'part' && (kind !== 'literal' || bare.kind === 'array');
  if (address === undefined && !isUnread) throw new Failure(notInMemory);
  return pointerAt(address ?? 0n, value.type, value, semantics);
}

/**
 * gdb gives a bit field the address of the first whole number of its type that holds it, or else
 * of its first byte.
 */
function addressOfBits({ place, bits, type }: Value): bigint | undefined {
  if (!bits || place.kind !== 'memory') return undefined;
  const whole = 8 * (sizeOf(type) ?? 1);
  const inWhole = bits.bit % whole;
  const start = bits.bit - (inWhole + bits.size <= whole ? inWhole : bits.bit % 8);
  return place.address + BigInt(start / 8);
}

/** `*operand`. gdb takes a number for an address, but follows no reference to one. */
export async function contentsOf(operand: Value, semantics: LanguageSemantics): Promise<Value> {
  const value = await unreferenced(operand, semantics);
  const { context } = value;
  const bare = strip(value.type);
  if (isReference(strip(operand.type))) {
    if (semantics.typesOnly) return value;
    if (bare.kind === 'base') throw new Failure(nonPointer);
  }
  if (bare.kind === 'function') return value;
  if (bare.kind === 'memberPointer') throw new Failure(withoutObject);
  const ofClass = await ofObjects('*', [value], semantics);
  if (ofClass) return ofClass;
  if (bare.kind === 'base' && isWhole(value)) {
    return at(semantics.types.int, await addressIn(value, semantics), context);
  }
  if (bare.kind === 'array' && !bare.vector)
    return value.address === undefined
      ? follow(decay(value, semantics), semantics)
      : firstOf(value);
  return follow(value, semantics);
}

function isWhole({ type }: Value): boolean {
  const bare = strip(type);
  return bare.kind === 'base' && !notAddresses.has(bare.encoding);
}

/** DW_ATE_… of what gdb takes for no address: truth, complex and floating-point values. */
const notAddresses: ReadonlySet<number> = new Set([0x02, 0x03, 0x04, 0x09, 0x0f]);

async function firstOf(array: Value): Promise<Value> {
  const bare = strip(array.type);
  const lower = bare.kind === 'array' ? (bare.dimensions[0]?.lower ?? 0n) : 0n;
  return required(await element(array, lower));
}

/** What a pointer or reference leads to. */
export async function follow(value: Value, semantics: LanguageSemantics): Promise<Value> {
  const bare = strip(value.type);
  if (bare.kind !== 'pointer' && !isReference(bare)) throw new Failure(nonPointer);
  if (semantics.typesOnly) return unread(bare.target, value.context);
  if (strip(bare.target).kind === 'void') {
    await addressIn(value, semantics);
    throw new Failure('Attempt to dereference a generic pointer.');
  }
  return required(await dereference(value));
}

/** A value of which the type alone counts: zeros, in memory. */
export function unread(type: Type, context: ValueContext): Promise<Value> {
  return at(type, 0n, { ...context, memory: zeros });
}

const zeros: ValueContext['memory'] = {
  read: (address, length) => {
    const origins = new Uint8Array(length).fill(Origin.collected);
    return Promise.resolve({ address, bytes: new Uint8Array(length), origins });
  },
};

/** What a reference refers to; any other value itself. */
export async function unreferenced(value: Value, semantics: LanguageSemantics): Promise<Value> {
  return isReference(strip(value.type)) ? follow(value, semantics) : value;
}

/** `pointer + count`. */
export async function moved(
  pointer: Value,
  count: bigint,
  semantics: LanguageSemantics,
): Promise<Value> {
  const decayed = decay(pointer, semantics);
  const address = await addressIn(decayed, semantics);
  return numberOf(
    pointerType(decayed.type),
    address + count * (await stride(decayed)),
    pointer.context,
  );
}

/**
 * The type of a pointer that was moved: what typedefs of it stand for, with the qualifiers of
 * all, as in gdb.
 */
function pointerType(type: Type): Type {
  if (!isAlias(type)) return type;
  const target = pointerType(type.target);
  return isQualified(type) ? { ...type, target } : target;
}

/** `left - right` of two pointers: how many elements are between. */
export async function distance(
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<Value> {
  const [from, to] = [decay(right, semantics), decay(left, semantics)];
  const size = await stride(to);
  if ((await stride(from)) !== size) {
    throw new Failure(
      "First argument of `-' is a pointer and second argument is neither\nan integer nor a pointer of the same type.",
    );
  }
  const bytes = (await addressIn(to, semantics)) - (await addressIn(from, semantics));
  return numberOf(semantics.types.long, bytes / size, left.context);
}

/** Bytes from an element to the next; gdb lets `void *` and pointers to functions count bytes. */
async function stride({ type, context }: Value): Promise<bigint> {
  const bare = strip(type);
  const counted = bare.kind === 'pointer' ? bare.target : bare;
  const target = strip(await completeType(counted, context.modules));
  if (isClass(target) && target.incomplete) {
    throw new Failure(
      `Cannot perform pointer math on incomplete type "${target.name ?? ''}", try casting to a known type, or void *.`,
    );
  }
  return BigInt(sizeOf(target) ?? 1) || 1n;
}
