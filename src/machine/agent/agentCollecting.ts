// What recording an expression takes: the value itself where it lies, and everything that leads to it (gdb manual,
// "Tracepoint Actions").
import { DW_ATE } from '../../symbols/dwarf/constants';
import type { Variable } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import type { BoundExpression } from '../expressions/compile';
import { Failure } from '../expressions/problem';
import type { Rules } from '../expressions/rules';
import type { Expression } from '../expressions/syntax';
import { partsOf } from '../expressions/bindings';
import { asClass, isReference, sizeOf, strip, targetOf } from '../values/types';
import { ExpressionCode } from './agentExpressionCode';
import { lengthOf } from './agentLengths';
import { valueOfVariable } from './agentNames';
import { follow, staticOf } from './agentObjects';
import { numberIn, type AgentValue } from './agentValue';
import { constantOf } from './code';
import {
  collectionOf,
  collectionOfCode,
  memoryOfLength,
  nothing,
  stringAt,
  together,
  type Collection,
} from './collecting';
import type { AgentScene } from './scene';

/** How something is recorded. */
export interface Recorded {
  readonly rules: Rules;
  readonly scene: AgentScene;
  /** Bytes of the longest string that character pointers lead to; absent where they are pointers alone. */
  readonly strings: number | undefined;
}

/** An expression; of one that a target cannot compute, what it is computed from. */
export async function collectionOfExpression(
  bound: BoundExpression,
  expression: Expression,
  recorded: Recorded,
): Promise<Collection> {
  try {
    const value = await new ExpressionCode(bound, recorded.scene).value(expression);
    return await collectionOfValue(value, recorded);
  } catch (error) {
    if (!(error instanceof Failure) || !isComputation(expression)) throw error;
    const parts: Collection[] = [];
    for (const part of partsOf(expression)) {
      parts.push(await collectionOfExpression(bound, part, recorded));
    }
    return together(parts);
  }
}

/** The operators that are nothing but their operands, computed with. */
function isComputation(expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'unary') return expression.operator !== '*' && expression.operator !== '&';
  return (
    kind === 'conditional' || kind === 'cast' || (kind === 'binary' && expression.operator !== '@')
  );
}

/** A variable of the function. */
export async function collectionOfVariable(
  variable: Variable,
  recorded: Recorded,
): Promise<Collection> {
  return collectionOfValue(await valueOfVariable(variable, recorded.scene), recorded);
}

async function collectionOfValue(value: AgentValue, recorded: Recorded): Promise<Collection> {
  const { rules, scene, strings } = recorded;
  if (strings !== undefined && leadsToCharacters(value.type)) {
    const pointer = isReference(strip(value.type)) ? await follow(value, rules, scene) : value;
    const { code } = numberIn(pointer, rules, scene);
    return together([await itself(value, recorded), stringAt(code, strings)]);
  }
  if (!isReference(strip(value.type))) return itself(value, recorded);
  const referred = await follow(value, rules, scene);
  return together([await itself(value, recorded), await itself(referred, recorded)]);
}

/** The bytes of the value, and the static members of an object. */
async function itself(value: AgentValue, recorded: Recorded): Promise<Collection> {
  const { rules, scene } = recorded;
  const { type, place, bits, computed, length } = value;
  if (bits) return collectionOfCode(numberIn(value, rules, scene).code);
  if (computed && place.kind === 'number') return collectionOfCode(place.code);
  if (place.kind === 'memory' && strip(type).kind === 'function')
    return collectionOfCode(place.address);
  const bytes = length ?? (await lengthOf(type, rules, scene));
  const object =
    place.kind === 'memory'
      ? memoryOfLength(place.address, bytes)
      : collectionOf(place, Number(constantOf(bytes) ?? 0n), scene);
  return together([object, await statics(type, scene)]);
}

/** What an object shares with all others of its class, and of its bases. */
async function statics(
  type: Type,
  scene: AgentScene,
  seen = new Set<number>(),
): Promise<Collection> {
  const owner = asClass(type);
  // Damaged classes may be bases of themselves.
  if (!owner || seen.has(owner.offset)) return nothing;
  seen.add(owner.offset);
  const { statics: shared, bases } = await owner.members();
  const collections: Collection[] = [];
  for (const member of shared) {
    const { place, type: own } = await staticOf(owner, member, scene);
    if (place.kind === 'memory') collections.push(collectionOf(place, sizeOf(own) ?? 0, scene));
  }
  for (const base of bases) collections.push(await statics(base.type, scene, seen));
  return together(collections);
}

/** A pointer to characters of one byte. */
function leadsToCharacters(type: Type): boolean {
  const bare = strip(type);
  if (isReference(bare)) return leadsToCharacters(bare.target);
  const target = targetOf(bare);
  const character = target && strip(target);
  return (
    character?.kind === 'base' && character.size === 1 && character.encoding !== DW_ATE.boolean
  );
}
