// From a value to what it is made of or leads to: members, bases, elements, what pointers point to.
import { splitName } from '../../symbols/dwarf/qualifiedName';
import type { BaseClass, ClassType, Member, StaticMember, Type } from '../../symbols/type';
import { Failure } from '../expressions/problem';
import type { Rules } from '../expressions/rules';
import { completeType } from '../values/completeType';
import { staticMember } from '../values/navigate';
import { asClass, elementType, isReference, sizeOf, strip } from '../values/types';
import { insideOf, nowhere } from './agentPlace';
import { scaled } from './agentOperators';
import { numberIn, strideOf, type AgentNumber, type AgentValue } from './agentValue';
import { constantOf, extended, constant } from './code';
import { addressFromObject, placeOfLocation } from './locationCode';
import type { AgentScene } from './scene';

/** Pointers to pointers to … that are followed to an object; more of them are damage. */
const mostPointers = 32;
/** More classes than this are in no object: they go in a circle. */
const mostClasses = 1000;

/** What a pointer or reference leads to. */
export async function follow(
  value: AgentValue,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentValue> {
  const bare = strip(value.type);
  if (bare.kind !== 'pointer' && !isReference(bare)) {
    throw new Failure('Attempt to take contents of a non-pointer value.');
  }
  if (strip(bare.target).kind === 'void')
    throw new Failure('Attempt to dereference a generic pointer.');
  if (value.place.kind === 'implicitPointer') {
    const { target, offset } = value.place;
    const location = await target.unit.pointee(target.offset);
    const place = location ? await placeOfLocation(location, bare.target, scene) : nowhere;
    const whole = Number(offset) + (sizeOf(bare.target) ?? 0);
    return {
      type: bare.target,
      place: offset === 0n ? place : insideOf(place, whole, Number(offset)),
    };
  }
  const { code } = numberIn(value, rules, scene);
  return { type: await complete(bare.target, scene), place: { kind: 'memory', address: code } };
}

/** What a reference refers to; any other value itself. */
export async function unreferenced(
  value: AgentValue,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentValue> {
  return isReference(strip(value.type)) ? follow(value, rules, scene) : value;
}

/** `*value`. */
export async function contentsOf(
  value: AgentValue,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentValue> {
  const bare = strip(value.type);
  if (bare.kind === 'function') return value;
  if (bare.kind === 'array') return elementOf(value, known0, rules, scene);
  if (bare.kind === 'base') {
    const { code } = numberIn(value, rules, scene);
    return { type: rules.types.int, place: { kind: 'memory', address: code } };
  }
  return follow(value, rules, scene);
}

const known0 = {
  type: { kind: 'base', name: 'int', size: 4, encoding: 5 },
  code: constant(0n),
} as const;

/** `value[index]`. */
export async function elementOf(
  value: AgentValue,
  index: AgentNumber,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentValue> {
  const bare = strip(value.type);
  if (bare.kind === 'pointer') {
    const { code } = numberIn(value, rules, scene);
    const type = await complete(bare.target, scene);
    const address = scaled(code, index.code, strideOf(type));
    return { type, place: { kind: 'memory', address: cutAddress(address, index, scene) } };
  }
  if (bare.kind !== 'array') {
    if (asClass(bare)) throw new Failure('Structure has no component named operator[].');
    throw new Failure('cannot subscript something that is neither an array nor a pointer');
  }
  const type = elementType(bare);
  const stride = strideOf(type);
  const lower = bare.dimensions[0]?.lower ?? 0n;
  const { place } = value;
  if (place.kind === 'memory') {
    const start = scaled(place.address, constant(-lower), stride);
    const address = scaled(start, index.code, stride);
    return { type, place: { kind: 'memory', address: cutAddress(address, index, scene) } };
  }
  const fixed = constantOf(index.code);
  if (fixed === undefined) {
    throw new Failure('A target cannot choose an element of what is not in memory.');
  }
  return { type, place: insideOf(place, sizeOf(bare) ?? 0, Number((fixed - lower) * stride)) };
}

/** Addresses wrap at their width. */
function cutAddress(address: AgentNumber['code'], index: AgentNumber, { context }: AgentScene) {
  const { addressSize } = context.surroundings;
  return constantOf(index.code) === undefined ? extended(address, 8 * addressSize, false) : address;
}

function complete(type: Type, { context }: AgentScene): Promise<Type> {
  return completeType(type, context.surroundings.placements);
}

/** `operand.name` and `operand->name`, which gdb takes for one another. */
export async function memberOf(
  operand: AgentValue,
  name: string,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentValue> {
  const object = await objectIn(operand, rules, scene);
  const type = asClass(object.type);
  if (!type)
    throw new Failure('Attempt to extract a component of a value that is not a structure.');
  const path = splitName(name);
  const last = path.pop() ?? name;
  const names = rules.language === 'rust' && /^\d/.test(last) ? [`__${last}`, last] : [last];
  const base = path.length === 0 ? object : await baseNamed(object, path.join('::'), scene);
  for (const each of names) {
    const found = base && (await memberNamed(base, each, scene, { classes: mostClasses }));
    if (found) return found;
  }
  throw new Failure(`There is no member named ${name}.`);
}

/** The object that a value is or leads to. */
async function objectIn(operand: AgentValue, rules: Rules, scene: AgentScene): Promise<AgentValue> {
  let object = operand;
  for (let i = 0; i < mostPointers; i++) {
    const bare = strip(object.type);
    if (bare.kind === 'array' && !bare.vector)
      object = await elementOf(object, known0, rules, scene);
    else if (bare.kind === 'pointer' || isReference(bare))
      object = await follow(object, rules, scene);
    else break;
  }
  return { ...object, type: await complete(object.type, scene) };
}

async function memberNamed(
  object: AgentValue,
  name: string,
  scene: AgentScene,
  budget: { classes: number },
): Promise<AgentValue | undefined> {
  const type = asClass(object.type);
  if (!type || --budget.classes < 0) return undefined;
  const { members, statics, bases } = await type.members();
  for (const member of members) {
    if (member.name === name) return partOf(object, member, scene);
    if (member.name !== undefined && member.name !== '') continue;
    const inner = await memberNamed(await partOf(object, member, scene), name, scene, budget);
    if (inner) return inner;
  }
  const shared = statics.find((each) => each.name === name);
  if (shared) return staticOf(type, shared, scene);
  for (const base of bases) {
    const inner = await memberNamed(await baseOf(object, base, scene), name, scene, budget);
    if (inner) return inner;
  }
  return undefined;
}

async function partOf(object: AgentValue, member: Member, scene: AgentScene): Promise<AgentValue> {
  const whole = sizeOf(object.type) ?? 0;
  const { type, bits, offset } = member;
  if (bits) {
    return { type, place: object.place, bits: { bit: Number(bits.bit), size: bits.size, whole } };
  }
  return { type: await complete(type, scene), place: await placeInside(object, offset, scene) };
}

/** The part of an object that a base class is. */
export async function baseOf(
  object: AgentValue,
  base: BaseClass,
  scene: AgentScene,
): Promise<AgentValue> {
  const type = await complete(base.type, scene);
  return { type, place: await placeInside(object, base.offset, scene) };
}

async function placeInside(
  { type, place }: AgentValue,
  offset: Member['offset'],
  scene: AgentScene,
) {
  if (typeof offset === 'bigint') return insideOf(place, sizeOf(type) ?? 0, Number(offset));
  if (place.kind !== 'memory') throw new Failure('The object has no address.');
  const address = await addressFromObject(offset, place.address, scene);
  return { kind: 'memory', address } as const;
}

/** A base class of an object by its name; undefined where it has none of that name. */
async function baseNamed(
  object: AgentValue,
  name: string,
  scene: AgentScene,
  budget = { classes: mostClasses },
): Promise<AgentValue | undefined> {
  const type = asClass(object.type);
  if (!type || --budget.classes < 0) return undefined;
  if (type.name === name || type.name?.endsWith(`::${name}`)) return object;
  for (const base of (await type.members()).bases) {
    const found = await baseNamed(await baseOf(object, base, scene), name, scene, budget);
    if (found) return found;
  }
  return undefined;
}

/** A static member: what the class says of its value, or the variable that it is. */
export async function staticOf(
  owner: ClassType,
  member: StaticMember,
  { context }: AgentScene,
): Promise<AgentValue> {
  const { type, place } = await staticMember(owner, member, context.surroundings);
  if (place.kind === 'memory')
    return { type, place: { kind: 'memory', address: constant(place.address) } };
  return { type, place: place.kind === 'literal' ? place : nowhere };
}
