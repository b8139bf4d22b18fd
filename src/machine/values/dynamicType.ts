// Types as they are in a stopped program: arrays of variable length (DWARF 5, section 5.13) have their length, and what
// one unit only declares is complete.
import type { CountFrom, Dimension, Type } from '../../symbols/type';
import { contextOf, evaluateNumber } from '../dwarfExpression';
import type { Placement } from '../stackFrame';
import { completeType } from './completeType';
import { asInteger } from './numbers';
import { isAlias } from './types';
import type { Surroundings } from './value';
import { readVariable } from './variable';

/** Deeper than any type of an array of arrays. */
const deepest = 32;

/** The type with every length of its arrays computed, and complete; a length that cannot be computed is left out. */
export async function resolveType(
  type: Type,
  surroundings: Surroundings,
  objectAddress?: bigint,
): Promise<Type> {
  const complete = await completeType(type, surroundings.placements);
  return isDynamic(complete) ? resolve(complete, surroundings, objectAddress) : complete;
}

function isDynamic(type: Type): boolean {
  let at = type;
  for (let depth = 0; depth < deepest; depth++) {
    if (isAlias(at)) {
      at = at.target;
    } else {
      if (at.kind !== 'array') return false;
      if (at.dimensions.some(({ count }) => typeof count === 'object')) return true;
      at = at.element;
    }
  }
  return false;
}

async function resolve(
  type: Type,
  surroundings: Surroundings,
  objectAddress: bigint | undefined,
  depth = 0,
): Promise<Type> {
  if (depth > deepest) return type;
  if (isAlias(type)) {
    const target = await resolve(type.target, surroundings, objectAddress, depth + 1);
    return { ...type, target };
  }
  if (type.kind !== 'array') return type;
  const dimensions: Dimension[] = [];
  for (const dimension of type.dimensions) {
    dimensions.push(await fixed(dimension, surroundings, objectAddress));
  }
  const element = await resolve(type.element, surroundings, objectAddress, depth + 1);
  return { ...type, element, dimensions };
}

async function fixed(
  { lower, count }: Dimension,
  surroundings: Surroundings,
  objectAddress: bigint | undefined,
): Promise<Dimension> {
  if (typeof count !== 'object') return count === undefined ? { lower } : { lower, count };
  const computed = await bound(count, surroundings, objectAddress);
  return computed === undefined ? { lower } : { lower, count: computed + count.add };
}

async function bound(
  { from }: CountFrom,
  surroundings: Surroundings,
  objectAddress: bigint | undefined,
): Promise<bigint | undefined> {
  const { frame, addressSize } = surroundings;
  if (from.kind === 'variable') return variableBound(from.offset, surroundings);
  if (!frame) return undefined;
  const context = contextOf(frame, surroundings);
  const value = await evaluateNumber(
    from.expression,
    objectAddress === undefined ? context : { ...context, objectAddress },
  );
  return typeof value === 'bigint' ? BigInt.asIntN(8 * addressSize, value) : undefined;
}

async function variableBound(
  offset: number,
  surroundings: Surroundings,
): Promise<bigint | undefined> {
  const { scope, placement } = surroundings.frame ?? {};
  const visible = [
    ...(scope?.parameters ?? []),
    ...(scope?.blocks.flatMap(({ variables }) => variables) ?? []),
  ];
  const variable =
    visible.find((each) => each.offset === offset) ?? (await placedVariable(offset, placement));
  // A bound that is itself an array of variable length would never end.
  if (!variable || isDynamic(variable.type)) return undefined;
  return asInteger(await readVariable(variable, surroundings));
}

async function placedVariable(offset: number, placement: Placement | undefined) {
  return placement?.program.variableAt(offset);
}
