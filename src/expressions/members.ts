// Members of values: `.` and `->`, which gdb takes for one another, members of Rust tuples,
// pointers to members.
import { unsigned } from '../bytes/cursor';
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { ArrayType, Variant, VariantPart, Type, MemberPointerType } from '../symbols/type';
import { at, element, elementAt, memberNamed, memberOf, membersOf } from '../values/navigate';
import { isUnavailable } from '../machine/location';
import { asClass, elementType, isReference, strip } from '../values/types';
import { typeName, withConstantThis } from '../values/typeName';
import { Value, literal, numberOf, inside, readMemory, type ValueContext } from '../values/value';
import { baseNamed, partOf } from './cast';
import { methodOfObject, methodsNamed, ofObjects } from './classMembers';
import { follow, unread, unreferenced, addressIn, addressOf } from './pointers';
import { Failure, required, notAvailable } from './problem';
import type { LanguageSemantics } from './languageSemantics';
import { completeContents, requireContents, scalarOf } from './scalar';
import { methodPointerBytes, readMethodPointer } from '../values/methodPointer';
import type { ResolvedSymbol } from './resolvedSymbol';

/** Pointers to pointers to … that are followed to an object; more of them are damage. */
const maxPointers = 32;

/** `operand.name` or, if `arrow`, `operand->name`. */
export async function memberOfObject(
  operand: Value,
  name: string,
  arrow: boolean,
  semantics: LanguageSemantics,
): Promise<Value> {
  const object = await objectIn(operand, arrow, semantics);
  const found = await member(object, name, semantics);
  if (found) return withoutReading(required(found), semantics);
  const type = asClass(object.type);
  const method = type && (await methodOfObject(type, name, object.context));
  if (method) return at(method.type, method.address, object.context);
  const methods = (await membersOf(object))?.methods ?? [];
  const what = methods.length > 0 ? 'member or method' : 'member';
  throw new Failure(`There is no ${what} named ${name}.`);
}

/** Where types alone count, what is inside an object in memory need not be known. */
async function withoutReading(value: Value, { typesOnly }: LanguageSemantics): Promise<Value> {
  const isUnread = typesOnly === 'whatis' && value.address !== undefined;
  return isUnread ? unread(value.type, value.context) : value;
}

async function member(object: Value, name: string, semantics: LanguageSemantics) {
  if (semantics.language === 'rust') {
    const variant = await activeVariant(object);
    const isNumber = /^\d/.test(name);
    const field = isNumber ? `__${name}` : name;
    if (variant !== object && !isNumber) await requireNames(variant, name);
    return (await memberNamed(variant, field)) ?? (await memberNamed(variant, name));
  }
  const path = splitName(name);
  const last = path.pop() ?? name;
  const base = path.length === 0 ? object : await baseNamed(object, path.join('::'));
  return base && memberNamed(base, last);
}

/** The fields of a variant that is a tuple have numbers alone. */
async function requireNames(variant: Value, name: string): Promise<void> {
  const { members = [] } = (await membersOf(variant)) ?? {};
  if (members.length === 0 || members.some((each, i) => each.name !== `__${i}`)) return;
  throw new Failure(
    `Attempting to access named field ${name} of tuple variant ${await nameOf(variant)}, which has only anonymous fields`,
  );
}

/** The struct of the variant that a Rust enum holds; any other value itself. */
async function activeVariant(object: Value): Promise<Value> {
  const { variants } = (await membersOf(object)) ?? {};
  if (!variants) return object;
  const held = await heldVariant(object, variants);
  const [only] = held?.members ?? [];
  return only ? required(await memberOf(object, only)) : object;
}

async function heldVariant(
  object: Value,
  { discriminant, variants }: VariantPart,
): Promise<Variant | undefined> {
  if (!discriminant) return variants[0];
  const contents = await completeContents(required(await memberOf(object, discriminant)));
  const tag = unsigned(contents.bytes, object.context.order);
  return (
    variants.find(({ values }) => values.some(({ low, high }) => tag >= low && tag <= high)) ??
    variants.find(({ values }) => values.length === 0)
  );
}

/** The object that a value is or leads to. */
async function objectIn(
  operand: Value,
  arrow: boolean,
  semantics: LanguageSemantics,
): Promise<Value> {
  let object = operand;
  for (let i = 0; i < maxPointers; i++) {
    const bare = strip(object.type);
    if (bare.kind === 'array' && !bare.vector) object = firstOf(object);
    else if (bare.kind !== 'pointer' && !isReference(bare)) break;
    else if (strip(bare.target).kind === 'void' || strip(bare.target).kind === 'function') break;
    else {
      if (semantics.typesOnly === 'whatis') await requireContents(object);
      object = await follow(object, semantics);
    }
  }
  if (asClass(object.type)) return object;
  const wanted = arrow ? 'structure pointer' : 'structure';
  throw new Failure(`Attempt to extract a component of a value that is not a ${wanted}.`);
}

function firstOf(array: Value): Value {
  return elementAt(array, 0) ?? array;
}

/** `operand[index]`. */
export async function subscript(
  operand: Value,
  index: bigint,
  semantics: LanguageSemantics,
): Promise<Value> {
  const value = await sequenceIn(operand, semantics);
  const bare = strip(value.type);
  if (bare.kind === 'array') {
    return withoutReading(await elementOf(value, bare, index), semantics);
  }
  if (bare.kind === 'pointer') {
    if (semantics.typesOnly) return follow(value, semantics);
    if (strip(bare.target).kind === 'void') return follow(value, semantics);
    await completeContents(value);
    return required(await element(value, index));
  }
  const ofClass = await ofObjects('[]', [value], semantics);
  if (ofClass) return ofClass;
  throw new Failure(`cannot subscript something of type \`${await nameOf(value)}'`);
}

async function elementOf(array: Value, type: ArrayType, index: bigint): Promise<Value> {
  const { place, context } = array;
  if (isUnavailable(place)) return new Value(elementType(type), place, context);
  return required(await element(array, index));
}

function nameOf({ type, context }: Value): Promise<string> {
  return typeName(type, context.language);
}

/** What `[]` applies to: a Rust slice's elements, else the value. */
async function sequenceIn(operand: Value, semantics: LanguageSemantics): Promise<Value> {
  const value = await unreferenced(operand, semantics);
  if (semantics.language !== 'rust') return value;
  const data = asClass(value.type) && (await memberNamed(value, 'data_ptr'));
  if (data) return required(data);
  const bare = strip(value.type);
  const pointsToArray = bare.kind === 'pointer' && strip(bare.target).kind === 'array';
  return pointsToArray ? follow(value, semantics) : value;
}

/** The elements of a Rust array or slice from `from` up to `to`, or to its end. */
export async function slice(
  operand: Value,
  from: bigint,
  to: bigint | undefined,
  semantics: LanguageSemantics,
): Promise<Value> {
  const first = await subscript(operand, from, semantics);
  const end = to ?? (await lengthIn(operand, semantics));
  if (end < from) throw new Failure('Slice with negative length');
  const dimensions = [{ lower: 0n, count: end - from }];
  const type = { kind: 'array', element: first.type, dimensions, vector: false } as const;
  return new Value(type, first.place, first.context);
}

async function lengthIn(operand: Value, semantics: LanguageSemantics): Promise<bigint> {
  const value = await unreferenced(operand, semantics);
  const bare = strip(value.type);
  const count = bare.kind === 'array' ? bare.dimensions[0]?.count : undefined;
  if (typeof count === 'bigint') return count;
  const length = asClass(value.type) && (await memberNamed(value, 'length'));
  if (!length) throw new Failure('The length of the slice is not known.');
  const scalar = await scalarOf(
    required(length),
    'The length of the slice is not known.',
    semantics,
  );
  return scalar.kind === 'integer' ? scalar.value : 0n;
}

// Calls of the program's functions, which a trace cannot run: what they would give.

const noFunction = 'Expression of type other than "Function returning ..." used as function';

/** The type of what a function gives. */
export function resultOfFunction({ type }: Value, { typesOnly }: LanguageSemantics): Type {
  const bare = strip(type);
  if (bare.kind === 'function') return bare.result;
  if (typesOnly) throw new Failure(noFunction);
  return bare;
}

/**
 * The type of what `operand.name(…)` gives, of the first member function of that name that takes
 * `count` arguments; undefined where the object has none of that name.
 */
export async function resultOfMethod(
  operand: Value,
  name: string,
  arrow: boolean,
  count: number,
  semantics: LanguageSemantics,
): Promise<Type | undefined> {
  const object = await objectIn(operand, arrow, semantics);
  const type = asClass(object.type);
  if (!type) return undefined;
  let first: Type | undefined;
  for await (const { methods } of methodsNamed(type, name)) {
    for (const method of methods) {
      const { result, parameters } = await method.signature();
      first ??= result;
      if (parameters.filter(({ artificial }) => !artificial).length === count) return result;
    }
  }
  if (first || semantics.language !== 'c++' || (await memberNamed(object, name))) return first;
  throw new Failure(`Couldn't find method ${type.name ?? ''}::${name}`);
}

// Pointers to members: `&C::x`, `object.*pointer`, `pointer->*member` (ISO C++,
// "Pointer-to-member operators").

/** `&C::x`, of a data member: its offset. */
export function pointerToData(
  { owner, member, offset }: ResolvedSymbol & { readonly kind: 'dataMember' },
  context: ValueContext,
): Value {
  const { addressSize: size } = context;
  const type = { kind: 'memberPointer', target: member.type, of: owner, size } as const;
  return numberOf(type, offset, context);
}

/**
 * `&C::f`. Of a virtual function gdb takes its number in the table, where compilers take the
 * offset in bytes.
 */
export function pointerToMethod(
  { method, type: target, owner, definition }: ResolvedSymbol & { readonly kind: 'method' },
  context: ValueContext,
): Value {
  const size = 2 * context.addressSize;
  const type = { kind: 'memberPointer', target, of: owner, size } as const;
  const pointer = definition?.address ?? method.virtual?.slot ?? 0n;
  const bytes = methodPointerBytes({ virtual: !definition, pointer }, context);
  return literal(type, bytes, context);
}

/** `operand.*pointer` and `operand->*pointer`. */
export async function memberPointedTo(
  operand: Value,
  pointer: Value,
  arrow: boolean,
  semantics: LanguageSemantics,
): Promise<Value> {
  const type = strip(pointer.type);
  if (type.kind !== 'memberPointer') {
    throw new Failure('non-pointer-to-member value used in pointer-to-member construct');
  }
  if (semantics.typesOnly) return unread(withConstantThis(type.target), operand.context);
  const object = await objectOf(type, await objectIn(operand, arrow, semantics));
  if (strip(type.target).kind === 'function') return methodOf(object, pointer, type, semantics);
  const { bytes } = await completeContents(pointer);
  const { order } = pointer.context;
  const offset = Number(BigInt.asIntN(8 * bytes.length, unsigned(bytes, order)));
  const place = inside(object.place, offset + 1, offset);
  return new Value(type.target, place, object.context);
}

/** The part of an object that is of the class whose member is meant. */
async function objectOf({ of }: MemberPointerType, object: Value): Promise<Value> {
  const owner = asClass(of);
  return (owner && (await partOf(object, owner))) ?? object;
}

/** The function that is called for an object: the table of virtual functions may say which. */
async function methodOf(
  object: Value,
  pointer: Value,
  { target }: MemberPointerType,
  semantics: LanguageSemantics,
): Promise<Value> {
  const { context } = object;
  const held = readMethodPointer((await completeContents(pointer)).bytes, context);
  const type = withConstantThis(target);
  if (!held.virtual) return at(type, held.pointer, context);
  const self = await addressIn(addressOf(object, semantics), semantics);
  const table = await addressAt(self + held.adjustment, context);
  return at(type, await addressAt(table + held.pointer, context), context);
}

async function addressAt(address: bigint, context: ValueContext): Promise<bigint> {
  const { bytes, complete } = await readMemory(address, context.addressSize, context);
  if (!complete) throw new Failure(notAvailable);
  return unsigned(bytes, context.order);
}
