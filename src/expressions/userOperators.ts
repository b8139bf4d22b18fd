// Operators on objects: gdb looks for the function that the program defines for them, and calls it; a trace cannot.
import type { Type } from '../symbols/type';
import { at } from '../values/navigate';
import { asClass } from '../values/types';
import type { Value } from '../values/value';
import { methodsNamed } from './classMembers';
import { visibleFunction } from './functionNames';
import { ownFirst, ownScope } from './meaning';
import { Failure, cannotCall } from './problem';
import type { Rules } from './rules';

/**
 * What an operator gives of operands of which one is an object: its type alone is known, else this fails in gdb's words.
 * Undefined where none is an object.
 */
export async function ofObjects(
  operator: string,
  operands: readonly Value[],
  { language, typesOnly }: Rules,
): Promise<Value | undefined> {
  const object = operands.find(isObject);
  if (!object) return undefined;
  if (language !== 'c++') {
    throw new Failure(`Structure has no component named operator${operator}.`);
  }
  const result = await resultOfOperator(`operator${operator}`, operands);
  if (!result) throw new Failure(`No symbol "operator${operator}" in current context.`);
  if (!typesOnly) throw new Failure(cannotCall);
  return at(result, 0n, object.surroundings);
}

/** gdb takes no union for an object here. */
function isObject({ type }: Value): boolean {
  const found = asClass(type);
  return found !== undefined && found.kind !== 'union';
}

async function resultOfOperator(
  name: string,
  operands: readonly Value[],
): Promise<Type | undefined> {
  const [first] = operands;
  const owner = first && asClass(first.type);
  for await (const { methods } of owner ? methodsNamed(owner, name) : []) {
    return (await methods[0]?.signature())?.result;
  }
  for (const { surroundings } of operands) {
    for (const placement of ownFirst(surroundings)) {
      const scope = ownScope(placement, surroundings);
      const found = await visibleFunction(name, scope, placement);
      if (found) return found.type.result;
    }
  }
  return undefined;
}
