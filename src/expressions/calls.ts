// Calls of the program's functions, which a trace cannot run: what they would give.
import type { Type } from '../symbols/type';
import { memberNamed } from '../values/navigate';
import { asClass, strip } from '../values/types';
import type { Value } from '../values/value';
import { methodsNamed } from './classMembers';
import { objectIn } from './members';
import { Failure } from './problem';
import type { Rules } from './rules';

const noFunction = 'Expression of type other than "Function returning ..." used as function';

/** The type of what a function gives. */
export function resultOfFunction({ type }: Value, { typesOnly }: Rules): Type {
  const bare = strip(type);
  if (bare.kind === 'function') return bare.result;
  if (typesOnly) throw new Failure(noFunction);
  return bare;
}

/**
 * The type of what `operand.name(…)` gives, of the first member function of that name that takes `count` arguments;
 * undefined where the object has none of that name.
 */
export async function resultOfMethod(
  operand: Value,
  name: string,
  arrow: boolean,
  count: number,
  rules: Rules,
): Promise<Type | undefined> {
  const object = await objectIn(operand, arrow, rules);
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
  if (first || rules.language !== 'c++' || (await memberNamed(object, name))) return first;
  throw new Failure(`Couldn't find method ${type.name ?? ''}::${name}`);
}
