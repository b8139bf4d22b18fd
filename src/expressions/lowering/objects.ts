// From a value to what it is made of or leads to, before there are bytes: members, bases,
// elements, what pointers point to (values/navigate.ts does it with values).
import { splitName } from '../../symbols/dwarf/qualifiedName';
import type { BaseClass, ClassType, Member, StaticMember, Type } from '../../symbols/type';
import { completeType } from '../../values/completeType';
import { staticMember } from '../../values/navigate';
import { asClass, elementType, isReference, sizeOf, strip } from '../../values/types';
import { Failure } from '../problem';
import { scalarType } from '../scalar';
import {
  isObject,
  type BackEnd,
  type Lowered,
  type LoweredNumber,
  type LoweredObject,
} from './lowered';

/** Pointers to pointers to … that are followed to an object; more of them are damage. */
const maxPointers = 32;
/** More classes than this are in no object: they go in a circle. */
const maxClasses = 1000;

/** The number that a value is; an array or function is its address. */
export function lowerNumber<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  if (!isObject(value)) return value;
  const bare = strip(value.type);
  if (bare.kind === 'array' && !bare.vector) return lowerAddress(value, elementType(bare), backEnd);
  if (bare.kind === 'function') return lowerAddress(value, bare, backEnd);
  const type = scalarType(bare);
  if (!type) throw new Failure('Argument to arithmetic operation not a number or boolean.');
  return { type, word: backEnd.read(value, type) };
}

/** A pointer to where a value is. */
export function lowerAddress<Word, Place>(
  value: Lowered<Word, Place>,
  target: Type,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  const type = backEnd.semantics.types.pointerTo(target);
  const word = isObject(value) && !value.bits ? backEnd.address(value.place, type) : undefined;
  if (word === undefined) {
    throw new Failure('Attempt to take address of value not located in memory.');
  }
  return { type, word };
}

/** What a pointer or reference leads to. */
export async function lowerPointee<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const bare = strip(value.type);
  if (bare.kind !== 'pointer' && !isReference(bare)) {
    throw new Failure('Attempt to take contents of a non-pointer value.');
  }
  if (strip(bare.target).kind === 'void') {
    throw new Failure('Attempt to dereference a generic pointer.');
  }
  const pointee = isObject(value) ? await backEnd.pointee(value.place, bare.target) : undefined;
  if (pointee) return pointee;
  return backEnd.at(lowerNumber(value, backEnd).word, await complete(bare.target, backEnd));
}

/** What a reference refers to; any other value itself. */
export async function lowerReferent<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  return isReference(strip(value.type)) ? lowerPointee(value, backEnd) : value;
}

/** `*value`. gdb takes a number for the address of an `int`. */
export async function lowerContents<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const bare = strip(value.type);
  if (bare.kind === 'function') return value;
  if (bare.kind === 'array' && !bare.vector) return firstElement(value, backEnd);
  if (bare.kind === 'base') {
    const { int, unsignedLong } = backEnd.semantics.types;
    return backEnd.at(backEnd.convert(lowerNumber(value, backEnd), unsignedLong), int);
  }
  return lowerPointee(value, backEnd);
}

/** The first element of an array. */
export function firstElement<Word, Place>(
  array: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const bare = strip(array.type);
  const lower = bare.kind === 'array' ? (bare.dimensions[0]?.lower ?? 0n) : 0n;
  const { int: type } = backEnd.semantics.types;
  return lowerElement(array, { type, word: backEnd.constant(lower, type) }, backEnd);
}

/** `value[index]`. */
export async function lowerElement<Word, Place>(
  value: Lowered<Word, Place>,
  index: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const bare = strip(value.type);
  if (bare.kind === 'pointer') {
    const type = await complete(bare.target, backEnd);
    const base = lowerNumber(value, backEnd);
    return backEnd.at(backEnd.moved(base, index.word, strideOf(type), false), type);
  }
  if (bare.kind !== 'array' || !isObject(value)) {
    if (asClass(bare)) throw new Failure('Structure has no component named operator[].');
    throw new Failure('cannot subscript something that is neither an array nor a pointer');
  }
  const type = elementType(bare);
  const stride = strideOf(type);
  const pointerType = backEnd.semantics.types.pointerTo(type);
  const start = backEnd.address(value.place, pointerType);
  if (start === undefined) return { type, place: backEnd.elementInside(value, index, stride) };
  const lower = bare.dimensions[0]?.lower ?? 0n;
  const pointer = { type: pointerType, word: start };
  const back = backEnd.constant(-lower, backEnd.semantics.types.long);
  const word = lower === 0n ? start : backEnd.moved(pointer, back, stride, false);
  return backEnd.at(backEnd.moved({ ...pointer, word }, index.word, stride, false), type);
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

function complete<Word, Place>(type: Type, { context }: BackEnd<Word, Place>): Promise<Type> {
  return completeType(type, context.modules);
}

/** `operand.name` and `operand->name`, which gdb takes for one another. */
export async function lowerMember<Word, Place>(
  operand: Lowered<Word, Place>,
  name: string,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const object = await objectIn(operand, backEnd);
  if (!isObject(object) || !asClass(object.type)) {
    throw new Failure('Attempt to extract a component of a value that is not a structure.');
  }
  const path = splitName(name);
  const last = path.pop() ?? name;
  const isNumber = backEnd.semantics.language === 'rust' && /^\d/.test(last);
  const base = path.length === 0 ? object : await baseNamed(object, path.join('::'), backEnd);
  for (const each of isNumber ? [`__${last}`, last] : [last]) {
    const found = base && (await memberNamed(base, each, backEnd));
    if (found) return found;
  }
  throw new Failure(`There is no member named ${name}.`);
}

/** The object that a value is or leads to. */
async function objectIn<Word, Place>(
  operand: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  let object = operand;
  for (let i = 0; i < maxPointers; i++) {
    const bare = strip(object.type);
    if (bare.kind === 'array' && !bare.vector) object = await firstElement(object, backEnd);
    else if (bare.kind === 'pointer' || isReference(bare))
      object = await lowerPointee(object, backEnd);
    else break;
  }
  return isObject(object) ? { ...object, type: await complete(object.type, backEnd) } : object;
}

async function memberNamed<Word, Place>(
  object: LoweredObject<Word, Place>,
  name: string,
  backEnd: BackEnd<Word, Place>,
  budget = { classes: maxClasses },
): Promise<LoweredObject<Word, Place> | undefined> {
  const type = asClass(object.type);
  if (!type || --budget.classes < 0) return undefined;
  const { members, statics, bases } = await type.members();
  for (const member of members) {
    if (member.name === name) return partOf(object, member, backEnd);
    if (member.name !== undefined && member.name !== '') continue;
    const inner = await memberNamed(await partOf(object, member, backEnd), name, backEnd, budget);
    if (inner) return inner;
  }
  const shared = statics.find((each) => each.name === name);
  if (shared) return lowerStaticMember(type, shared, backEnd);
  for (const base of bases) {
    const inner = await memberNamed(await lowerBase(object, base, backEnd), name, backEnd, budget);
    if (inner) return inner;
  }
  return undefined;
}

async function partOf<Word, Place>(
  object: LoweredObject<Word, Place>,
  { type, bits, offset }: Member,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  if (bits) {
    const whole = sizeOf(object.type) ?? 0;
    return { type, place: object.place, bits: { bit: Number(bits.bit), size: bits.size, whole } };
  }
  return placedInside(object, offset, await complete(type, backEnd), backEnd);
}

/** The part of an object that a base class is. */
export async function lowerBase<Word, Place>(
  object: LoweredObject<Word, Place>,
  base: BaseClass,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  return placedInside(object, base.offset, await complete(base.type, backEnd), backEnd);
}

async function placedInside<Word, Place>(
  { type: whole, place }: LoweredObject<Word, Place>,
  offset: Member['offset'],
  type: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  if (typeof offset === 'bigint') {
    return { type, place: backEnd.inside(place, sizeOf(whole) ?? 0, Number(offset)) };
  }
  const address = backEnd.address(place, backEnd.semantics.types.unsignedLong);
  if (address === undefined) throw new Failure('The object has no address.');
  return backEnd.at(await backEnd.fromObject(offset, address), type);
}

/** A base class of an object by its name; undefined where it has none of that name. */
async function baseNamed<Word, Place>(
  object: LoweredObject<Word, Place>,
  name: string,
  backEnd: BackEnd<Word, Place>,
  budget = { classes: maxClasses },
): Promise<LoweredObject<Word, Place> | undefined> {
  const type = asClass(object.type);
  if (!type || --budget.classes < 0) return undefined;
  if (type.name === name || type.name?.endsWith(`::${name}`)) return object;
  for (const base of (await type.members()).bases) {
    const found = await baseNamed(await lowerBase(object, base, backEnd), name, backEnd, budget);
    if (found) return found;
  }
  return undefined;
}

/** A static member: what the class says of its value, or the variable that it is. */
export async function lowerStaticMember<Word, Place>(
  owner: ClassType,
  member: StaticMember,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const { type, place } = await staticMember(owner, member, backEnd.context);
  return backEnd.fixed(place, type);
}
