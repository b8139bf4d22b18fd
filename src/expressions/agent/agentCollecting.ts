// What recording an expression takes: the value itself where it lies, and everything that leads to it (gdb manual,
// "Tracepoint Actions").
import { DW_ATE } from '../../symbols/dwarf/constants';
import type { Variable } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import { isObject } from '../lowering/lowered';
import { Lowering } from '../lowering/lowering';
import { lowerPointee, lowerNumber, lowerStaticMember } from '../lowering/objects';
import { Failure } from '../problem';
import type { Expression } from '../syntax';
import { partsOf, type BoundExpression } from '../bindings';
import { asClass, isReference, sizeOf, strip, targetOf } from '../../values/types';
import type { AgentBackEnd, AgentValue } from './agentBackEnd';
import { lengthCode } from './agentLengths';
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

/** How something is recorded. */
export interface Recorded {
  readonly backEnd: AgentBackEnd;
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
    const lowering = new Lowering(bound, recorded.backEnd);
    return await collectionOfValue(await lowering.value(expression), recorded);
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
  return collectionOfValue(await recorded.backEnd.variable(variable), recorded);
}

async function collectionOfValue(value: AgentValue, recorded: Recorded): Promise<Collection> {
  const { backEnd, strings } = recorded;
  if (strings !== undefined && leadsToCharacters(value.type)) {
    const pointer = isReference(strip(value.type)) ? await lowerPointee(value, backEnd) : value;
    const { word } = lowerNumber(pointer, backEnd);
    return together([await itself(value, backEnd), stringAt(word, strings)]);
  }
  if (!isReference(strip(value.type))) return itself(value, backEnd);
  const referred = await lowerPointee(value, backEnd);
  return together([await itself(value, backEnd), await itself(referred, backEnd)]);
}

/** The bytes of the value, and the static members of an object. */
async function itself(value: AgentValue, backEnd: AgentBackEnd): Promise<Collection> {
  if (!isObject(value)) return collectionOfCode(value.word);
  const { type, place, bits, length } = value;
  if (bits) return collectionOfCode(lowerNumber(value, backEnd).word);
  if (place.kind === 'memory' && strip(type).kind === 'function')
    return collectionOfCode(place.address);
  const bytes = length ?? (await lengthCode(type, backEnd));
  const object =
    place.kind === 'memory'
      ? memoryOfLength(place.address, bytes)
      : collectionOf(place, Number(constantOf(bytes) ?? 0n), backEnd.scene);
  return together([object, await statics(type, backEnd)]);
}

/** What an object shares with all others of its class, and of its bases. */
async function statics(
  type: Type,
  backEnd: AgentBackEnd,
  seen = new Set<number>(),
): Promise<Collection> {
  const owner = asClass(type);
  // Damaged classes may be bases of themselves.
  if (!owner || seen.has(owner.offset)) return nothing;
  seen.add(owner.offset);
  const { statics: shared, bases } = await owner.members();
  const collections: Collection[] = [];
  for (const member of shared) {
    const { place, type: own } = await lowerStaticMember(owner, member, backEnd);
    if (place.kind === 'memory')
      collections.push(collectionOf(place, sizeOf(own) ?? 0, backEnd.scene));
  }
  for (const base of bases) collections.push(await statics(base.type, backEnd, seen));
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
