// What a type is made of where its own unit only declares it (`struct queue;`): what another unit
// of its program says, or another program.
import type { TypeTag } from '../symbols/dwarf/typeNames';
import type { ClassType, EnumType, Type } from '../symbols/type';
import type { LoadedModule } from '../machine/stackFrame';
import { isAlias, isClass } from './types';

/** Deeper than any chain of typedefs and arrays. */
const maxDepth = 100;

/**
 * The type with its class or enumeration complete, as far as any of the programs knows it.
 * Pointers stay as they are.
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

/**
 * The type of a name, which any of the programs defines: one that all of them only declare is
 * none.
 */
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
