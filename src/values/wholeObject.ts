// The whole object that a part of an object of C++ belongs to, by its table of virtual functions
// (Itanium C++ ABI, section 2.5): what gdb calls the derived type of an object.
import type { ClassType, Type } from '../symbols/type';
import { at, dereference } from './navigate';
import { symbolOf } from './symbolText';
import { asClass, isReference, strip, completeType, definedType } from './types';
import { numberOf, storedPointer, type Value, type ValueContext } from './value';

/** More classes than this are in no object: they go in a circle. */
const maxClasses = 1000;

/** Whether objects of a class have a table of virtual functions. */
export async function hasVtable(
  type: Type,
  modules: ValueContext['modules'],
  budget = { classes: maxClasses },
): Promise<boolean> {
  const owner = asClass(await completeType(type, modules));
  if (!owner || owner.kind === 'union' || --budget.classes < 0) return false;
  const { bases, methods } = await owner.members();
  if (methods.some((each) => each.virtual) || bases.some((each) => each.virtual)) return true;
  for (const base of bases) {
    if (await hasVtable(base.type, modules, budget)) return true;
  }
  return false;
}

/**
 * The address of the first entry of an object's vtable; undefined where it has none or it is not
 * known.
 */
export async function vtableOf(object: Value): Promise<bigint | undefined> {
  const { address, context, type } = object;
  if (address === undefined || !(await hasVtable(type, context.modules))) return undefined;
  return storedPointer(address, context);
}

/**
 * The whole object of an object, or a pointer or reference to it for one of those; undefined where
 * none is known.
 */
export async function wholeObject(value: Value): Promise<Value | undefined> {
  const bare = strip(value.type);
  if (bare.kind !== 'pointer' && !isReference(bare)) return asClass(bare) && wholeOf(value);
  if (!asClass(bare.target)) return undefined;
  const part = await dereference(value);
  const whole = 'problem' in part ? undefined : await wholeOf(part);
  if (whole?.address === undefined) return undefined;
  const target = qualifiedAs(bare.target, whole.type);
  return numberOf({ ...bare, target }, whole.address, value.context);
}

async function wholeOf(object: Value): Promise<Value | undefined> {
  const { address, context } = object;
  const vtable = await vtableOf(object);
  if (address === undefined || vtable === undefined) return undefined;
  const header = vtable - 2n * BigInt(context.addressSize);
  const symbol = await symbolOf(header, context);
  const name = /^vtable for (.*?)(?:\+\d+)?$/s.exec(symbol ?? '')?.[1];
  const toTop = await storedPointer(header, context);
  const type = name === undefined ? undefined : await definedType(name, context.modules);
  const whole: ClassType | undefined = type && asClass(type);
  if (!whole || toTop === undefined) return undefined;
  return at(qualifiedAs(object.type, whole), address + toTop, context);
}

/** A type with the qualifiers of another. */
function qualifiedAs(of: Type, type: Type): Type {
  if (of.kind === 'const' || of.kind === 'volatile') {
    return { ...of, target: qualifiedAs(of.target, type) };
  }
  return type;
}
