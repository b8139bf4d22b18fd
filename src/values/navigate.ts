// From a value to the values that it is made of or points to.
import { t } from '@vscode/l10n';
import type { LocationDescription } from '../symbols/location';
import type {
  BaseClass,
  ClassMembers,
  ClassType,
  Member,
  PointerType,
  StaticMember,
  Type,
  Variant,
  VariantPart,
} from '../symbols/type';
import { locationProblem, type Location } from '../machine/location';
import { bytesOfNumber, literal, inside, Value, type ValueContext, asInteger } from './value';
import { asClass, elementType, isReference, lengthOf, sizeOf, strip, completeType } from './types';
import { offsetFrom, readLocation, resolvedValue } from './variable';

/** Why something cannot be had, to be shown; in gdb's words where it has some. */
export interface ValueProblem {
  readonly problem: string;
}

/** gdb's words for a number that is needed and not known. */
export const notAvailableProblem: ValueProblem = { problem: 'value is not available' };
export const optimizedOutProblem: ValueProblem = { problem: 'value has been optimized out' };

/** What a pointer points to, or a reference refers to. */
export async function dereference(value: Value): Promise<Value | ValueProblem> {
  const bare = strip(value.type);
  if (bare.kind !== 'pointer' && !isReference(bare)) {
    return { problem: 'Attempt to take contents of a non-pointer value.' };
  }
  if (strip(bare.target).kind === 'void') {
    return { problem: 'Attempt to take contents of a non-pointer value.' };
  }
  const contents = await value.contents();
  if (contents.has('syntheticPointer')) return synthetic(value.place, bare, value.context);
  const address = await asInteger(value);
  if (address !== undefined) return at(bare.target, address, value.context);
  return contents.has('optimizedOut') ? optimizedOutProblem : notAvailableProblem;
}

/** What a reference refers to; any other value itself. */
export async function referent(value: Value): Promise<Value | ValueProblem> {
  return isReference(strip(value.type)) ? dereference(value) : value;
}

/** A value of a type at a run-time address. */
export async function at(type: Type, address: bigint, context: ValueContext): Promise<Value> {
  const masked = BigInt.asUintN(8 * context.addressSize, address);
  return resolvedValue(type, { kind: 'memory', address: masked }, context);
}

/**
 * What a pointer without an address points to: the variable that the compiler names in its place.
 */
async function synthetic(
  place: Location,
  { target }: PointerType,
  context: ValueContext,
): Promise<Value | ValueProblem> {
  const pointer = implicitPointer(place);
  const location: LocationDescription | undefined = await pointer?.target.unit.pointee(
    pointer.target.offset,
  );
  if (!pointer || !location) return optimizedOutProblem;
  const pointee = await readLocation(target, location, context);
  const offset = Number(pointer.offset);
  if (offset === 0) return pointee;
  const whole = offset + (sizeOf(pointee.type) ?? 0);
  return new Value(pointee.type, inside(pointee.place, whole, offset), context);
}

function implicitPointer(place: Location): (Location & { kind: 'implicitPointer' }) | undefined {
  if (place.kind === 'implicitPointer') return place;
  if (place.kind === 'part') return implicitPointer(partOf(place));
  const piece = place.kind === 'pieces' ? place.pieces[0]?.location : undefined;
  return piece?.kind === 'implicitPointer' ? piece : undefined;
}

/** The piece that a part begins in. */
function partOf({ of, offset }: Location & { kind: 'part' }): Location {
  if (of.kind !== 'pieces') return of;
  let bit = 0;
  for (const piece of of.pieces) {
    if (bit === 8 * offset) return piece.location;
    bit += piece.size;
  }
  return { kind: 'optimizedOut' };
}

/** The elements of an array; undefined where their number is unknown. */
export function arrayLength(type: Type): number | undefined {
  const bare = strip(type);
  const [outermost] = bare.kind === 'array' ? bare.dimensions : [];
  return outermost && lengthOf(outermost);
}

/**
 * An element of an array, counted from 0 whatever index the first one has; undefined where the
 * value is not an array.
 */
export function elementAt(value: Value, place: number): Value | undefined {
  const bare = strip(value.type);
  if (bare.kind !== 'array') return undefined;
  const type = elementType(bare);
  const size = sizeOf(type) ?? 0;
  const whole = sizeOf(value.type) ?? 0;
  return new Value(type, inside(value.place, whole, place * size), value.context);
}

/** `value[index]` as C has it: of an array or through a pointer. */
export async function element(value: Value, index: bigint): Promise<Value | ValueProblem> {
  const bare = strip(value.type);
  if (bare.kind === 'array') {
    const first = bare.dimensions[0]?.lower ?? 0n;
    const found = elementAt(value, Number(index - first));
    if (value.place.kind === 'memory' || inBounds(value, index - first)) {
      return found ?? notAvailableProblem;
    }
    return { problem: 'no such vector element' };
  }
  if (bare.kind !== 'pointer') return { problem: 'not an array or string' };
  const address = await asInteger(value);
  const target = await completeType(bare.target, value.context.modules);
  const size = sizeOf(target);
  if (address === undefined) return notAvailableProblem;
  if (size === undefined) return { problem: t('the size of the element is not known') };
  return at(target, address + index * BigInt(size), value.context);
}

function inBounds(value: Value, place: bigint): boolean {
  const length = arrayLength(value.type);
  return place >= 0n && length !== undefined && place < BigInt(length);
}

/** `count` values like this one, one after the other in memory: gdb's `value@count`. */
export function repeated(value: Value, count: bigint): Value | ValueProblem {
  if (value.address === undefined) {
    return { problem: "Only values in memory can be extended with '@'." };
  }
  if (count < 1n) return { problem: 'Invalid number ' + count.toString() + ' of repetitions.' };
  const type: Type = {
    kind: 'array',
    element: value.type,
    dimensions: [{ lower: 0n, count }],
    vector: false,
  };
  return new Value(type, value.place, value.context);
}

/** What the class of a value is made of; undefined for a value of another type. */
export async function membersOf(value: Value): Promise<ClassMembers | undefined> {
  return asClass(value.type)?.members();
}

/** A data member of an object. */
export async function memberOf(object: Value, member: Member): Promise<Value | ValueProblem> {
  const { context } = object;
  const whole = sizeOf(object.type) ?? 0;
  if (member.bits) {
    return new Value(member.type, object.place, context, {
      bit: Number(member.bits.bit),
      size: member.bits.size,
    });
  }
  const offset = await offsetIn(object, member.offset);
  if (typeof offset !== 'number') return offset;
  // Of what takes no room nothing can be missing, whatever became of the object.
  const place: Location =
    sizeOf(member.type) === 0 && object.place.kind !== 'memory'
      ? { kind: 'literal', bytes: new Uint8Array(0) }
      : inside(object.place, whole, offset);
  return resolvedValue(member.type, place, context);
}

/** The part of an object that a base class is. */
export async function baseOf(object: Value, base: BaseClass): Promise<Value | ValueProblem> {
  const offset = await offsetIn(object, base.offset);
  if (typeof offset !== 'number') return offset;
  const place = inside(object.place, sizeOf(object.type) ?? 0, offset);
  const type = await completeType(base.type, object.context.modules);
  return new Value(type, place, object.context);
}

/**
 * Bytes from an object's start; those of a virtual base are in the object's table of virtual
 * functions.
 */
async function offsetIn(object: Value, offset: Member['offset']): Promise<number | ValueProblem> {
  if (typeof offset === 'bigint') return Number(offset);
  const start = object.address;
  if (start === undefined) {
    const { missing } = await object.contents();
    return missing === 'unavailable'
      ? notAvailableProblem
      : { problem: t('the object has no address') };
  }
  const found = await offsetFrom(start, offset, object.context);
  if (typeof found === 'bigint') return Number(found);
  return found.kind === 'problem' ? { problem: found.problem } : notAvailableProblem;
}

/**
 * A static member: the constant that the class gives, or the variable of the program that is it.
 */
export async function staticMember(
  owner: ClassType,
  member: StaticMember,
  context: ValueContext,
): Promise<Value> {
  const { constant, type } = member;
  if (constant !== undefined) {
    const bytes = typeof constant === 'bigint' ? bytesOfNumber(constant, type, context) : constant;
    return literal(type, bytes, context);
  }
  for (const module of context.modules) {
    const definition = await module.program.staticMember(owner.name ?? '', member);
    if (!definition) continue;
    const alone = { ...context, frame: undefined, modules: [module] };
    const { place } = await readLocation(type, definition.location, alone);
    return new Value(type, place, context);
  }
  for (const { program } of context.modules) {
    const lost = await program.symbolOfLost(owner.name ?? '', member);
    if (lost === undefined) continue;
    return new Value(type, locationProblem(`Missing ELF symbol "${lost}".`), context);
  }
  return new Value(type, { kind: 'optimizedOut' }, context);
}

/** More classes than this are in no object: they go in a circle. */
const maxClasses = 1000;

/** One step from an object towards a member. */
export type MemberStep =
  | { readonly kind: 'member'; readonly member: Member }
  | { readonly kind: 'base'; readonly base: BaseClass }
  | { readonly kind: 'static'; readonly owner: ClassType; readonly member: StaticMember };

/**
 * The way to a member of a class by its name: its own, of an anonymous member, or of a base
 * class; statics included.
 */
export async function memberPath(
  type: Type,
  name: string,
  modules: ValueContext['modules'],
  budget = { classes: maxClasses },
): Promise<readonly MemberStep[] | undefined> {
  const owner = asClass(await completeType(type, modules));
  if (!owner || --budget.classes < 0) return undefined;
  const { members, statics, bases } = await owner.members();
  for (const member of members) {
    const step = { kind: 'member', member } as const;
    if (member.name === name) return [step];
    if (member.name !== undefined && member.name !== '') continue;
    const inner = await memberPath(member.type, name, modules, budget);
    if (inner) return [step, ...inner];
  }
  const shared = statics.find((each) => each.name === name);
  if (shared) return [{ kind: 'static', owner, member: shared }];
  for (const base of bases) {
    const inner = await memberPath(base.type, name, modules, budget);
    if (inner) return [{ kind: 'base', base }, ...inner];
  }
  return undefined;
}

/** The ways from a class to those of its bases, itself included, that are wanted. */
export async function* basePaths(
  type: Type,
  isWanted: (type: ClassType) => boolean,
  modules: ValueContext['modules'],
  budget = { classes: maxClasses },
): AsyncGenerator<readonly BaseClass[]> {
  const owner = asClass(await completeType(type, modules));
  if (!owner || --budget.classes < 0) return;
  if (isWanted(owner)) yield [];
  for (const base of (await owner.members()).bases) {
    for await (const path of basePaths(base.type, isWanted, modules, budget)) {
      yield [base, ...path];
    }
  }
}

/** A member of an object by its name; undefined where it has none. */
export async function memberNamed(
  object: Value,
  name: string,
): Promise<Value | ValueProblem | undefined> {
  const path = await memberPath(object.type, name, object.context.modules);
  if (!path) return undefined;
  let part: Value | ValueProblem = object;
  for (const step of path) {
    if ('problem' in part) return part;
    if (step.kind === 'member') part = await memberOf(part, step.member);
    else if (step.kind === 'base') part = await baseOf(part, step.base);
    else part = await staticMember(step.owner, step.member, object.context);
  }
  return part;
}

// Which of its variants a Rust enum holds (DWARF 5, section 5.7.10).

/** The variant's own value; undefined for an enum of no variants. */
export async function activeVariant(
  value: Value,
  part: VariantPart,
): Promise<Value | ValueProblem | undefined> {
  const chosen = await chosenVariant(value, part);
  if (!chosen || 'problem' in chosen) return chosen;
  const [member] = chosen.members;
  return member && memberOf(value, member);
}

async function chosenVariant(
  value: Value,
  { discriminant, variants }: VariantPart,
): Promise<Variant | ValueProblem | undefined> {
  if (!discriminant) return variants[0];
  const tag = await memberOf(value, discriminant);
  if ('problem' in tag) return tag;
  const number = await asInteger(tag);
  if (number === undefined) {
    const isLost = (await tag.contents()).has('unavailable');
    return isLost ? notAvailableProblem : optimizedOutProblem;
  }
  const bits = 8 * (sizeOf(tag.type) ?? 8);
  const plain = (each: bigint) => BigInt.asUintN(bits, each);
  const holds = ({ values }: Variant) =>
    values.some(({ low, high }) => plain(number) >= plain(low) && plain(number) <= plain(high));
  return variants.find(holds) ?? variants.find(({ values }) => values.length === 0);
}
