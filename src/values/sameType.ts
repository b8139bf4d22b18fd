// Whether two types are one, as gdb compares them: what they are called decides, without typedefs and qualifiers
// (types_equal in gdb 13).
import { canonicalName } from '../symbols/canonicalName';
import type { ArrayType, FunctionType, Type } from '../symbols/type';
import { typeName } from './typeName';
import { isClass, isQualified, lengthOf, strip, withoutQualifiers } from './types';

/** Types nest no deeper in any program. */
const deepest = 64;

/** The name that a type has itself, qualified or not; undefined where it is made of other types. */
export function nameOf(type: Type): string | undefined {
  const bare = withoutQualifiers(type);
  if (bare.kind === 'void') return bare.name ?? 'void';
  const name = 'name' in bare ? bare.name : undefined;
  return name === undefined ? undefined : canonicalName(name);
}

/** Whether two types are the same without typedefs; qualifiers do not matter. */
export async function isSameType(one: Type, other: Type, depth = 0): Promise<boolean> {
  const [a, b] = [strip(one), strip(other)];
  if (a === b) return true;
  if (kindOf(a) !== kindOf(b) || depth > deepest) return false;
  if (isPointing(a) && isPointing(b)) return isSameType(a.target, b.target, depth + 1);
  const name = nameOf(a);
  if (name !== undefined && name === nameOf(b)) return true;
  if (a.kind === 'function' && b.kind === 'function') return isSameFunction(a, b, depth + 1);
  if (a.kind === 'array' && b.kind === 'array') return isSameArray(a, b, depth + 1);
  if (isClass(a) && isClass(b)) return name === undefined && a.offset === b.offset;
  return isTold(a) && (await typeName(innermost(one))) === (await typeName(innermost(other)));
}

/** Structs and classes are one kind of thing. */
function kindOf({ kind }: Type): Type['kind'] {
  return kind === 'class' ? 'struct' : kind;
}

function isPointing(type: Type): type is Type & { kind: 'pointer' | 'reference' } {
  return type.kind === 'pointer' || type.kind === 'reference';
}

/** Whether gdb has one object for all such types that are written alike, and compares no parts of them. */
function isTold({ kind }: Type): boolean {
  return kind === 'rvalueReference' || kind === 'memberPointer';
}

/** The type that typedefs and qualifiers stand around, in which those of its parts are left. */
function innermost(type: Type): Type {
  let bare = type;
  for (let i = 0; i < deepest && (bare.kind === 'typedef' || isQualified(bare)); i++) {
    bare = bare.target;
  }
  return bare;
}

async function isSameFunction(a: FunctionType, b: FunctionType, depth: number): Promise<boolean> {
  const [ofA, ofB] = [await a.parameters(), await b.parameters()];
  if (ofA.length !== ofB.length || !(await isSameType(a.result, b.result, depth))) return false;
  for (const [i, parameter] of ofA.entries()) {
    const other = ofB[i];
    if (!other || !(await isSameType(parameter, other, depth))) return false;
  }
  return true;
}

async function isSameArray(a: ArrayType, b: ArrayType, depth: number): Promise<boolean> {
  const lengths = (array: ArrayType) => array.dimensions.map(lengthOf).join();
  return lengths(a) === lengths(b) && isSameType(a.element, b.element, depth);
}
