// What values ask of their types.
import { t } from '@vscode/l10n';
import type { BaseType } from '../symbols/baseType';
import type {
  ArrayType,
  ClassType,
  Dimension,
  PointerType,
  QualifiedType,
  Type,
  Typedef,
  EnumType,
} from '../symbols/type';
import { DW_ATE } from '../symbols/dwarf/constants';
import type { TypeTag } from '../symbols/dwarf/typeNames';
import type { LoadedModule } from '../machine/stackFrame';

/** Longer chains of typedefs and qualifiers are damage: they may go in a circle. */
const maxAliases = 200;

/** The type without typedefs and qualifiers. */
export function strip(type: Type): Type {
  let bare = type;
  for (let i = 0; i < maxAliases && isAlias(bare); i++) bare = bare.target;
  return isAlias(bare) ? { kind: 'unreadable', why: t('its name stands for itself') } : bare;
}

/** Another name for a type, or the type with a qualifier. */
export function isAlias(type: Type): type is Typedef | QualifiedType {
  return type.kind === 'typedef' || isQualified(type);
}

/** The type that qualifiers surround. */
export function withoutQualifiers(type: Type): Type {
  let bare = type;
  for (let i = 0; i < maxAliases && isQualified(bare); i++) bare = bare.target;
  return bare;
}

/** The type with the qualifiers that it and its typedefs have, as gdb's check_typedef gives it. */
export function withoutTypedefs(type: Type): Type {
  const qualifiers: QualifiedType['kind'][] = [];
  let bare = type;
  for (let i = 0; i < maxAliases && isAlias(bare); i++) {
    if (isQualified(bare) && !qualifiers.includes(bare.kind)) qualifiers.push(bare.kind);
    bare = bare.target;
  }
  return qualifiers.reduceRight((target, kind) => ({ kind, target }), bare);
}

/** A type with a qualifier. */
export function isQualified(type: Type): type is QualifiedType {
  const { kind } = type;
  return kind === 'const' || kind === 'volatile' || kind === 'restrict' || kind === 'atomic';
}

/** Size of a value in bytes; undefined where it is not known, as for an array of unknown length. */
export function sizeOf(type: Type): number | undefined {
  const bare = strip(type);
  switch (bare.kind) {
    case 'base':
    case 'pointer':
    case 'reference':
    case 'rvalueReference':
    case 'enum':
    case 'memberPointer':
      return bare.size;
    case 'struct':
    case 'class':
    case 'union':
      return bare.size;
    case 'array':
      return sizeOfArray(bare);
    case 'void':
      return bare.size ?? 1;
    case 'function':
      return 1;
    case 'namespace':
      return 0;
    case 'unreadable':
    case 'typedef':
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic':
      return undefined;
  }
}

/** The type of a function of the debugger itself; its value is its name, of `size` bytes. */
export function internalFunction(size: number): Type {
  return { kind: 'void', name: internalFunctionName, size };
}

/** Whether a type is one of the debugger's own functions. */
export function isInternalFunction(type: Type): boolean {
  return type.kind === 'void' && type.name === internalFunctionName;
}

const internalFunctionName = '<internal function>';

function sizeOfArray({ size, dimensions, element }: ArrayType): number | undefined {
  if (size !== undefined) return size;
  const each = sizeOf(element);
  if (each === undefined) return undefined;
  const all = dimensions.reduce((bytes, dimension) => bytes * (lengthOf(dimension) ?? 0), each);
  return Number.isSafeInteger(all) ? all : undefined;
}

/** Number of elements; undefined where it is unknown or still to be computed. */
export function lengthOf({ count }: Dimension): number | undefined {
  if (typeof count !== 'bigint') return undefined;
  return count > 0n ? Number(count) : 0;
}

/** The type of what an array has one of for each index of its outermost dimension. */
export function elementType({ element, dimensions, vector }: ArrayType): Type {
  const inner = dimensions.slice(1);
  return inner.length === 0 ? element : { kind: 'array', element, dimensions: inner, vector };
}

/** Whether a type, or what a typedef of it represents, is const, volatile or the like. */
export function hasQualifier(type: Type): boolean {
  let at = type;
  for (let i = 0; i < maxAliases && isAlias(at); i++) {
    if (isQualified(at)) return true;
    at = at.target;
  }
  return false;
}

/** A struct, class or union, without typedefs and qualifiers. */
export function asClass(type: Type): ClassType | undefined {
  const bare = strip(type);
  return isClass(bare) ? bare : undefined;
}

export function isClass(type: Type): type is ClassType {
  return type.kind === 'struct' || type.kind === 'class' || type.kind === 'union';
}

/** A reference, without typedefs and qualifiers. */
export function isReference(
  type: Type,
): type is PointerType & { readonly kind: 'reference' | 'rvalueReference' } {
  return type.kind === 'reference' || type.kind === 'rvalueReference';
}

/**
 * Whether a value is one number, as opposed to an array or a class; a reference is what it refers
 * to.
 */
export function isScalar(type: Type): boolean {
  let bare = strip(type);
  for (let i = 0; isReference(bare) && i < maxAliases; i++) bare = strip(bare.target);
  return bare.kind !== 'array' && !isClass(bare);
}

/** Whether numbers of a type can be below zero. */
export function isSigned(type: Type): boolean {
  const bare = strip(type);
  if (bare.kind === 'enum') return bare.signed;
  return bare.kind === 'base' && signedEncodings.has(bare.encoding);
}

const signedEncodings: ReadonlySet<number> = new Set([
  DW_ATE.signed,
  DW_ATE.signed_char,
  DW_ATE.signed_fixed,
]);

/** Whether a base type is a floating-point number. */
export function isFloat(type: Type): type is BaseType {
  return type.kind === 'base' && type.encoding === DW_ATE.float;
}

/** Whether a value is a whole number: integers, characters, truth values, enumerations. */
export function isInteger(type: Type): boolean {
  const bare = strip(type);
  return bare.kind === 'enum' || (bare.kind === 'base' && !notWhole.has(bare.encoding));
}

const notWhole: ReadonlySet<number> = new Set([
  DW_ATE.float,
  DW_ATE.complex_float,
  DW_ATE.imaginary_float,
  DW_ATE.decimal_float,
]);

/** The type of the real part of a complex number; undefined for another type. */
export function complexPart(type: Type): BaseType | undefined {
  if (type.kind !== 'base' || type.encoding !== DW_ATE.complex_float) return undefined;
  const name = type.name.replace(/^complex /, '');
  return type.part ?? { kind: 'base', name, size: type.size / 2, encoding: DW_ATE.float };
}

/** The pointed-to type of a pointer or reference. */
export function targetOf(type: Type): Type | undefined {
  const bare = strip(type);
  return bare.kind === 'pointer' || isReference(bare) ? bare.target : undefined;
}

/** Whether it is a pointer to a member function. */
export function isMethodPointer(type: Type): boolean {
  const bare = strip(type);
  return bare.kind === 'memberPointer' && strip(bare.target).kind === 'function';
}

// At which addresses values of a type are, by the rule of C's compilers: what a type is made of
// decides.

/** Classes in classes; deeper ones are damage. */
const maxClassDepth = 20;
/** Bytes; no number is aligned to more. */
const maxAlignment = 16;

/** Bytes of which the address of a value is a multiple, unless its declaration says otherwise. */
export async function alignmentOf(type: Type, depth = 0): Promise<number> {
  const bare = strip(type);
  if (bare.kind === 'array') return alignmentOf(bare.element, depth);
  if (!isClass(bare)) return Math.max(1, Math.min(sizeOf(bare) ?? 1, maxAlignment));
  if (depth > maxClassDepth) return 1;
  const { members, bases } = await bare.members();
  let alignment = 1;
  for (const each of [...bases, ...members]) {
    alignment = Math.max(alignment, await alignmentOf(each.type, depth + 1));
  }
  return alignment;
}

// What a type is made of where its own unit only declares it (`struct queue;`): what another unit
// of its program says, or another program.

/** Deeper than any chain of typedefs and arrays. */
const maxDepth = 100;

/**
 * The type with its class or enumeration complete, if any of the programs defines it. Pointers stay
 * as they are.
 */
export async function completeType(
  type: Type,
  modules: readonly LoadedModule[],
  depth = 0,
): Promise<Type> {
  if (depth > maxDepth) return type;
  if (isAlias(type)) {
    const target = await completeType(type.target, modules, depth + 1);
    return target === type.target ? type : { ...type, target };
  }
  if (type.kind === 'array') {
    const element = await completeType(type.element, modules, depth + 1);
    return element === type.element ? type : { ...type, element };
  }
  return isDeclared(type) ? ((await definitionOf(type, modules)) ?? type) : type;
}

/** The type of a name that one of the programs defines; a mere declaration does not count. */
export async function definedType(
  name: string,
  modules: readonly LoadedModule[],
): Promise<Type | undefined> {
  for (const { program } of modules) {
    const found = await program.typeNamed(name);
    if (found) return isDeclared(found) ? definitionOf(found, modules) : found;
  }
  return undefined;
}

/** Whether its unit says only that a type exists. */
function isDeclared(type: Type): type is ClassType | EnumType {
  return (isClass(type) || type.kind === 'enum') && type.incomplete;
}

async function definitionOf(
  type: ClassType | EnumType,
  modules: readonly LoadedModule[],
): Promise<Type | undefined> {
  const own = await type.definition?.();
  if (own || type.name === undefined) return own;
  const tag: TypeTag = type.kind === 'class' ? 'struct' : type.kind;
  for (const { program } of modules) {
    const found = await program.typeNamed(type.name, tag);
    if (found && 'incomplete' in found && !found.incomplete) return found;
  }
  return undefined;
}
