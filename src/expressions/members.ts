// Members of values: `.` and `->`, which gdb takes for one another, members of Rust tuples, pointers to members.
import { unsigned } from '../bytes/cursor';
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { ArrayType, Variant, VariantPart } from '../symbols/type';
import { at, element, elementAt, memberNamed, memberOf, membersOf } from '../values/navigate';
import { isNowhere } from '../machine/place';
import { asClass, elementType, isReference, strip } from '../values/types';
import { typeName } from '../values/typeName';
import { Value } from '../values/value';
import { baseNamed } from './cast';
import { methodOfObject } from './classMembers';
import { follow, unread, unreferenced } from './pointers';
import { Failure, required } from './problem';
import type { Rules } from './rules';
import { completeContents, requireContents, scalarOf } from './scalar';
import { ofObjects } from './userOperators';

/** Pointers to pointers to … that are followed to an object; more of them are damage. */
const mostPointers = 32;

/** `operand.name` or, if `arrow`, `operand->name`. */
export async function memberOfObject(
  operand: Value,
  name: string,
  arrow: boolean,
  rules: Rules,
): Promise<Value> {
  const object = await objectIn(operand, arrow, rules);
  const found = await member(object, name, rules);
  if (found) return withoutReading(required(found), rules);
  const type = asClass(object.type);
  const method = type && (await methodOfObject(type, name, object.surroundings));
  if (method) return at(method.type, method.address, object.surroundings);
  const methods = (await membersOf(object))?.methods ?? [];
  const what = methods.length > 0 ? 'member or method' : 'member';
  throw new Failure(`There is no ${what} named ${name}.`);
}

/** Where types alone count, what is inside an object in memory need not be known. */
async function withoutReading(value: Value, { typesOnly }: Rules): Promise<Value> {
  const isUnread = typesOnly === 'whatis' && value.address !== undefined;
  return isUnread ? unread(value.type, value.surroundings) : value;
}

async function member(object: Value, name: string, rules: Rules) {
  if (rules.language === 'rust') {
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
  const tag = unsigned(contents.bytes, object.surroundings.order);
  return (
    variants.find(({ values }) => values.some(({ low, high }) => tag >= low && tag <= high)) ??
    variants.find(({ values }) => values.length === 0)
  );
}

/** The object that a value is or leads to. */
export async function objectIn(operand: Value, arrow: boolean, rules: Rules): Promise<Value> {
  let object = operand;
  for (let i = 0; i < mostPointers; i++) {
    const bare = strip(object.type);
    if (bare.kind === 'array' && !bare.vector) object = firstOf(object);
    else if (bare.kind !== 'pointer' && !isReference(bare)) break;
    else if (strip(bare.target).kind === 'void' || strip(bare.target).kind === 'function') break;
    else {
      if (rules.typesOnly === 'whatis') await requireContents(object);
      object = await follow(object, rules);
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
export async function subscript(operand: Value, index: bigint, rules: Rules): Promise<Value> {
  const value = await sequenceIn(operand, rules);
  const bare = strip(value.type);
  if (bare.kind === 'array') {
    return withoutReading(await elementOf(value, bare, index), rules);
  }
  if (bare.kind === 'pointer') {
    if (rules.typesOnly) return follow(value, rules);
    if (strip(bare.target).kind === 'void') return follow(value, rules);
    await completeContents(value);
    return required(await element(value, index));
  }
  const ofClass = await ofObjects('[]', [value], rules);
  if (ofClass) return ofClass;
  throw new Failure(`cannot subscript something of type \`${await nameOf(value)}'`);
}

async function elementOf(array: Value, type: ArrayType, index: bigint): Promise<Value> {
  const { place, surroundings } = array;
  if (isNowhere(place)) return new Value(elementType(type), place, surroundings);
  return required(await element(array, index));
}

function nameOf({ type, surroundings }: Value): Promise<string> {
  return typeName(type, surroundings.language);
}

/** What `[]` applies to: a Rust slice's elements, else the value. */
async function sequenceIn(operand: Value, rules: Rules): Promise<Value> {
  const value = await unreferenced(operand, rules);
  if (rules.language !== 'rust') return value;
  const data = asClass(value.type) && (await memberNamed(value, 'data_ptr'));
  if (data) return required(data);
  const bare = strip(value.type);
  const pointsToArray = bare.kind === 'pointer' && strip(bare.target).kind === 'array';
  return pointsToArray ? follow(value, rules) : value;
}

/** The elements of a Rust array or slice from `from` up to `to`, or to its end. */
export async function slice(
  operand: Value,
  from: bigint,
  to: bigint | undefined,
  rules: Rules,
): Promise<Value> {
  const first = await subscript(operand, from, rules);
  const end = to ?? (await lengthIn(operand, rules));
  if (end < from) throw new Failure('Slice with negative length');
  const dimensions = [{ lower: 0n, count: end - from }];
  const type = { kind: 'array', element: first.type, dimensions, vector: false } as const;
  return new Value(type, first.place, first.surroundings);
}

async function lengthIn(operand: Value, rules: Rules): Promise<bigint> {
  const value = await unreferenced(operand, rules);
  const bare = strip(value.type);
  const count = bare.kind === 'array' ? bare.dimensions[0]?.count : undefined;
  if (typeof count === 'bigint') return count;
  const length = asClass(value.type) && (await memberNamed(value, 'length'));
  if (!length) throw new Failure('The length of the slice is not known.');
  const scalar = await scalarOf(required(length), 'The length of the slice is not known.', rules);
  return scalar.kind === 'integer' ? scalar.value : 0n;
}
