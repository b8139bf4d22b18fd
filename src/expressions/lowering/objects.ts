// From a value to what it is made of or leads to: members, bases, elements, what pointers point
// to, what arrays and functions turn into (ISO C, "Lvalues, arrays, and function designators").
import { t } from '@vscode/l10n';
import { DW_ATE } from '../../symbols/dwarf/constants';
import { ignoresCase } from '../../symbols/dwarf/languages';
import { splitName } from '../../symbols/dwarf/qualifiedName';
import type { DwarfExpression } from '../../symbols/location';
import type { BaseClass, ClassType, Member, StaticMember, Type } from '../../symbols/type';
import { basePaths, memberPath, staticMember } from '../../values/navigate';
import {
  asClass,
  elementType,
  isReference,
  lengthOf,
  sizeOf,
  strip,
  targetOf,
  completeType,
} from '../../values/types';
import { Failure, notInteger } from '../problem';
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
/** Arrays and classes within one another; more of them are damage. */
const maxNesting = 100;

export const notANumber = 'Argument to arithmetic operation not a number or boolean.';
const notInMemory = 'Attempt to take address of value not located in memory.';
const nonPointer = 'Attempt to take contents of a non-pointer value.';
const notATuple =
  'Anonymous field access is only allowed on tuples, tuple structs, and tuple-like enum variants';

/** Whether a value is a pointer, or turns into one. */
export function isAddress({ type }: { readonly type: Type }): boolean {
  const bare = strip(type);
  if (bare.kind === 'array') return !bare.vector;
  return bare.kind === 'pointer' || bare.kind === 'function';
}

/** The number that a value is; fails with `otherwise` for other values. */
export async function lowerScalar<Word, Place>(
  value: Lowered<Word, Place>,
  otherwise: string,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  if (!isObject(value)) return value;
  const type = scalarType(value.type);
  if (!type) throw new Failure(otherwise);
  return { type, word: await backEnd.read(value, type), declared: value.type };
}

/** The number that a value is; an array or function is its address. */
export async function lowerNumber<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
  otherwise = notANumber,
): Promise<LoweredNumber<Word>> {
  if (!isObject(value)) return value;
  const bare = strip(value.type);
  if (bare.kind === 'function') return pointerTo(value, value.type, 'decay', backEnd);
  if (bare.kind === 'array' && !bare.vector) {
    return pointerTo(value, elementType(bare), 'decay', backEnd);
  }
  return lowerScalar(value, otherwise, backEnd);
}

async function pointerTo<Word, Place>(
  object: LoweredObject<Word, Place>,
  target: Type,
  use: 'decay' | 'take',
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const type = backEnd.semantics.types.pointerTo(target);
  const word = await backEnd.address(object, type, use);
  if (word === undefined) throw new Failure(notInMemory);
  return { type, word };
}

/** `&value`. Of a reference it is the address that it holds. */
export async function lowerAddress<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const bare = strip(value.type);
  if (isReference(bare)) {
    const type = backEnd.semantics.types.pointerTo(bare.target);
    return isObject(value) ? { ...value, type } : { type, word: value.word };
  }
  if (!isObject(value)) throw new Failure(notInMemory);
  return pointerTo(value, value.type, 'take', backEnd);
}

/** The address that a pointer, array, function or integer is. */
export async function lowerAsAddress<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Word> {
  const number = await lowerNumber(value, backEnd, nonPointer);
  if (number.type.kind === 'base' && number.type.encoding === DW_ATE.float) {
    throw new Failure(nonPointer);
  }
  return backEnd.convert(number, backEnd.semantics.types.unsignedLong);
}

/** The number that an index is. gdb does not evaluate it where only types are wanted. */
export async function lowerIndex<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const { types, typesOnly } = backEnd.semantics;
  if (!scalarType(value.type)) throw new Failure(notInteger);
  if (typesOnly) return { type: types.int, word: backEnd.constant(1n, types.int) };
  const number = await lowerScalar(value, notInteger, backEnd);
  const isFloat = number.type.kind === 'base' && number.type.encoding === DW_ATE.float;
  if (!isFloat) return number;
  return { type: types.longLong, word: backEnd.convert(number, types.longLong) };
}

/** What a pointer or reference leads to. */
export async function lowerPointee<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const bare = strip(value.type);
  if (bare.kind !== 'pointer' && !isReference(bare)) throw new Failure(nonPointer);
  const pointee = await backEnd.pointee(value, bare.target);
  if (pointee) return pointee;
  const { word } = await lowerNumber(value, backEnd);
  if (strip(bare.target).kind === 'void') {
    throw new Failure('Attempt to dereference a generic pointer.');
  }
  return backEnd.at(word, await complete(bare.target, backEnd));
}

/** What a reference refers to; any other value itself. */
export async function lowerReferent<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  return isReference(strip(value.type)) ? lowerPointee(value, backEnd) : value;
}

/** `*operand`. gdb takes a number for the address of an `int`, but follows no reference to one. */
export async function lowerContents<Word, Place>(
  operand: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const value = await lowerReferent(operand, backEnd);
  const bare = strip(value.type);
  if (isReference(strip(operand.type))) {
    if (backEnd.semantics.typesOnly) return value;
    if (bare.kind === 'base') throw new Failure(nonPointer);
  }
  if (bare.kind === 'function') return value;
  if (bare.kind === 'memberPointer') {
    throw new Failure('Attempt to dereference pointer to member without an object');
  }
  const other = await backEnd.more?.operator('*', [value]);
  if (other) return other;
  if (bare.kind === 'base' && !notAddresses.has(bare.encoding)) {
    return backEnd.at(await lowerAsAddress(value, backEnd), backEnd.semantics.types.int);
  }
  // Ada's pointer to an array is the array's descriptor.
  if (bare.kind === 'array' && backEnd.semantics.language === 'ada') return value;
  if (isObject(value) && bare.kind === 'array' && !bare.vector) {
    const { unsignedLong } = backEnd.semantics.types;
    const start = await backEnd.address(value, unsignedLong, 'inside');
    if (start !== undefined) return firstElement(value, backEnd);
    return lowerPointee(await lowerNumber(value, backEnd), backEnd);
  }
  if (bare.kind === 'pointer' && backEnd.semantics.typesOnly) {
    const isFound = await isDynamicType(bare.target, backEnd, new Set());
    if (isFound) await backEnd.more?.requireKnown(value);
  }
  return lowerPointee(value, backEnd);
}

/**
 * Whether the stopped program decides what a type is: how long an array in it is, or which variant
 * of an enum it has. gdb then looks for the object although only its type is wanted (gdb 13,
 * is_dynamic_type). `seen`: classes, by their offsets.
 */
async function isDynamicType<Word, Place>(
  type: Type,
  backEnd: BackEnd<Word, Place>,
  seen: Set<number>,
  depth = 0,
): Promise<boolean> {
  const bare = strip(await complete(type, backEnd));
  if (depth > maxNesting) return false;
  if (bare.kind === 'array') {
    const isUnsized = bare.dimensions.some((dimension) => lengthOf(dimension) === undefined);
    return isUnsized || isDynamicType(bare.element, backEnd, seen, depth + 1);
  }
  const held = asClass(bare);
  if (!held || seen.has(held.offset)) return false;
  seen.add(held.offset);
  const { bases, members, variants } = await held.members();
  if (variants) return true;
  for (const part of [...bases, ...members]) {
    if (await isDynamicType(part.type, backEnd, seen, depth + 1)) return true;
  }
  return false;
}

/** What gdb takes for no address: truth, complex and floating-point values. */
const notAddresses: ReadonlySet<number> = new Set([
  DW_ATE.boolean,
  DW_ATE.complex_float,
  DW_ATE.float,
  DW_ATE.imaginary_float,
  DW_ATE.decimal_float,
]);

/** The first element of an array. */
export async function firstElement<Word, Place>(
  array: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const bare = strip(array.type);
  const lower = bare.kind === 'array' ? (bare.dimensions[0]?.lower ?? 0n) : 0n;
  const { int: type } = backEnd.semantics.types;
  const index = { type, word: backEnd.constant(lower, type) };
  if (bare.kind !== 'array' || !isObject(array)) throw new Failure(nonPointer);
  return elementOf(array, elementType(bare), index, lower, backEnd);
}

/** `operand[index]`. */
export async function lowerElement<Word, Place>(
  operand: Lowered<Word, Place>,
  index: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const { semantics, more } = backEnd;
  const referent = await lowerReferent(operand, backEnd);
  const isSlice = semantics.language === 'rust' && more;
  const value = isSlice ? await more.sequence(referent) : referent;
  const bare = strip(value.type);
  if (bare.kind === 'array' && isObject(value)) {
    return elementOf(value, elementType(bare), index, bare.dimensions[0]?.lower ?? 0n, backEnd);
  }
  if (bare.kind === 'pointer') {
    if (semantics.typesOnly || strip(bare.target).kind === 'void') {
      return lowerPointee(value, backEnd);
    }
    const type = await complete(bare.target, backEnd);
    const stride = await strideOf(type, backEnd);
    const base = await lowerNumber(value, backEnd);
    return backEnd.at(backEnd.moved(base, index.word, stride, false), type);
  }
  const other = await more?.operator('[]', [value]);
  if (other) return other;
  if (asClass(bare)) throw new Failure('Structure has no component named operator[].');
  if (!more) {
    throw new Failure('cannot subscript something that is neither an array nor a pointer');
  }
  throw new Failure(`cannot subscript something of type \`${await more.typeName(value.type)}'`);
}

async function elementOf<Word, Place>(
  array: LoweredObject<Word, Place>,
  type: Type,
  index: LoweredNumber<Word>,
  lower: bigint,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const pointerType = backEnd.semantics.types.pointerTo(type);
  const start = backEnd.more ? undefined : await backEnd.address(array, pointerType, 'inside');
  const stride = BigInt(sizeOf(await complete(type, backEnd)) ?? 0) || 1n;
  if (start === undefined) return backEnd.element(array, index, stride);
  const pointer = { type: pointerType, word: start };
  const back = backEnd.constant(-lower, backEnd.semantics.types.long);
  const word = lower === 0n ? start : backEnd.moved(pointer, back, stride, false);
  return backEnd.at(backEnd.moved({ ...pointer, word }, index.word, stride, false), type);
}

/**
 * Bytes from one element that a pointer points to, to the next; gdb lets `void *` and pointers to
 * functions count bytes.
 * @throws {Failure} for elements without a size
 */
export async function strideOf<Word, Place>(
  target: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<bigint> {
  const bare = strip(await complete(target, backEnd));
  if (bare.kind === 'void' || bare.kind === 'function') return 1n;
  const size = sizeOf(bare);
  if (size) return BigInt(size);
  const { name } = asClass(bare) ?? {};
  const types = name === undefined ? 'types' : `type "${name}"`;
  throw new Failure(
    `Cannot perform pointer math on incomplete ${types}, try casting to a known type, or void *.`,
  );
}

function complete<Word, Place>(type: Type, { context }: BackEnd<Word, Place>): Promise<Type> {
  return completeType(type, context.modules);
}

/** `operand.name` or, if `arrow`, `operand->name`, which gdb takes for one another. */
export async function lowerMember<Word, Place>(
  operand: Lowered<Word, Place>,
  name: string,
  arrow: boolean,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const { more } = backEnd;
  const isAnonymous = backEnd.semantics.language === 'rust' && /^\d/.test(name);
  if (isAnonymous && strip(operand.type).kind !== 'struct') throw new Failure(notATuple);
  const object = await lowerObject(operand, arrow, backEnd);
  const spelled = await memberSpelling(object.type, name, backEnd);
  const found = await memberOf(object, spelled, backEnd);
  if (found) return more ? more.found(found) : found;
  const method = await more?.method(object, name);
  if (method) return method;
  const type = asClass(object.type);
  // gdb does not read the methods of a type that is only declared.
  const { methods = [] } = type && !type.incomplete ? await type.members() : {};
  const what = methods.length > 0 ? 'member or method' : 'member';
  throw new Failure(`There is no ${what} named ${name}.`);
}

/** The name of a member as the type has it, in a language that does not distinguish capitals. */
async function memberSpelling<Word, Place>(
  type: Type,
  name: string,
  { semantics }: BackEnd<Word, Place>,
): Promise<string> {
  if (!ignoresCase(semantics.language)) return name;
  const { members = [] } = (await asClass(type)?.members()) ?? {};
  const wanted = name.toLowerCase();
  const found = members.find((member) => member.name?.toLowerCase() === wanted);
  return found?.name ?? name;
}

/** The object that a value is or leads to. */
export async function lowerObject<Word, Place>(
  operand: Lowered<Word, Place>,
  arrow: boolean,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  let object = operand;
  for (let i = 0; i < maxPointers; i++) {
    const bare = strip(object.type);
    if (bare.kind === 'array' && !bare.vector) {
      object = await firstElement(object, backEnd);
      continue;
    }
    const target = bare.kind === 'pointer' || isReference(bare) ? targetOf(bare) : undefined;
    if (!target || ['void', 'function'].includes(strip(target).kind)) break;
    await backEnd.more?.requireKnown(object);
    object = await lowerPointee(object, backEnd);
  }
  if (isObject(object) && asClass(object.type)) {
    return { ...object, type: await complete(object.type, backEnd) };
  }
  const wanted = arrow ? 'structure pointer' : 'structure';
  throw new Failure(`Attempt to extract a component of a value that is not a ${wanted}.`);
}

async function memberOf<Word, Place>(
  object: LoweredObject<Word, Place>,
  name: string,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place> | undefined> {
  if (backEnd.semantics.language === 'rust') {
    const holder = backEnd.more ? await backEnd.more.holder(object, name) : object;
    const field = /^\d/.test(name) ? `__${name}` : name;
    return (
      (await lowerMemberNamed(holder, field, backEnd)) ?? lowerMemberNamed(holder, name, backEnd)
    );
  }
  const path = splitName(name);
  const last = path.pop() ?? name;
  const base = path.length === 0 ? object : await baseNamed(object, path.join('::'), backEnd);
  return base && lowerMemberNamed(base, last, backEnd);
}

/** A member of an object, of its anonymous members or of its bases; undefined where it has none. */
async function lowerMemberNamed<Word, Place>(
  object: LoweredObject<Word, Place>,
  name: string,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place> | undefined> {
  const path = await memberPath(object.type, name, backEnd.context.modules);
  if (!path) return undefined;
  let part = object;
  for (const step of path) {
    if (step.kind === 'member') part = await backEnd.member(part, step.member);
    else if (step.kind === 'base') part = await backEnd.base(part, step.base);
    else part = await lowerStaticMember(step.owner, step.member, backEnd);
  }
  return part;
}

/** A static member: what the class says of its value, or the variable that it is. */
export async function lowerStaticMember<Word, Place>(
  owner: ClassType,
  member: StaticMember,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const value = await staticMember(owner, member, backEnd.context);
  // Even its type: gdb reads the variable first.
  if (value.place.kind === 'problem') throw new Failure(value.place.problem);
  return backEnd.fixed(value);
}

/**
 * A base class of an object by its name; undefined if no base has that name, fails if several have
 * it.
 */
async function baseNamed<Word, Place>(
  object: LoweredObject<Word, Place>,
  name: string,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place> | undefined> {
  const isWanted = (type: ClassType): boolean =>
    type.name === name || type.name?.endsWith(`::${name}`) === true;
  let first: readonly BaseClass[] | undefined;
  for await (const path of basePaths(object.type, isWanted, backEnd.context.modules)) {
    first ??= path;
    if (placeOfBase(path) === placeOfBase(first)) continue;
    const whole = asClass(object.type)?.name ?? '';
    const base = first.at(-1)?.type.name ?? name;
    throw new Failure(`base class '${base}' is ambiguous in type '${whole}'`);
  }
  return first && lowerBase(object, first, backEnd);
}

/** Which part of an object a path leads to: a virtual base is there once, whatever leads to it. */
function placeOfBase(path: readonly BaseClass[]): string {
  let [from, offset] = ['', 0n];
  for (const base of path) {
    if (typeof base.offset === 'bigint') offset += base.offset;
    else [from, offset] = [base.type.name ?? '', 0n];
  }
  return `${from}+${offset}`;
}

/** The part of an object that a path of bases leads to. */
export async function lowerBase<Word, Place>(
  object: LoweredObject<Word, Place>,
  path: readonly BaseClass[],
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  let part = object;
  for (const base of path) part = await backEnd.base(part, base);
  return part;
}

/** The bases from a class to another one; undefined if that is not among them. */
export async function pathToBase<Word, Place>(
  from: Type,
  to: ClassType,
  { context }: BackEnd<Word, Place>,
): Promise<readonly BaseClass[] | undefined> {
  const isSame = (type: ClassType): boolean =>
    type === to || (type.name !== undefined && type.name === to.name);
  const first = await basePaths(from, isSame, context.modules).next();
  return first.done === true ? undefined : first.value;
}

// Parts of objects for back ends that know places before there are bytes.

/** What knows the place that is some bytes into another. */
export interface PlacingBackEnd<Word, Place> extends BackEnd<Word, Place> {
  /** The place `offset` bytes into something of `size` bytes. */
  inside(place: Place, size: number, offset: number): Place;
  /**
   * The address that an expression computes from that of an object, which is on its stack: a
   * virtual base, say.
   */
  fromObject(expression: DwarfExpression, object: Word): Promise<Word>;
}

/** A data member of an object, or a base class. */
export async function placedInside<Word, Place>(
  object: LoweredObject<Word, Place>,
  part: Member | BaseClass,
  backEnd: PlacingBackEnd<Word, Place>,
): Promise<LoweredObject<Word, Place>> {
  const { place } = object;
  const size = sizeOf(object.type) ?? 0;
  if ('bits' in part) {
    const { bit, size: length } = part.bits;
    return { type: part.type, place, bits: { bit: Number(bit), size: length, whole: size } };
  }
  const type = await complete(part.type, backEnd);
  const { offset } = part;
  if (typeof offset === 'bigint') {
    return { type, place: backEnd.inside(place, size, Number(offset)) };
  }
  const address = await backEnd.address(object, backEnd.semantics.types.unsignedLong, 'inside');
  if (address === undefined) throw new Failure(t('The object has no address.'));
  return backEnd.at(await backEnd.fromObject(offset, address), type);
}
