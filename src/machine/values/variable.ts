// Variables of a stack frame, and what else has a location.
import type { Location } from '../../symbols/location';
import type { Variable } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import { contextOf, evaluatePlace, type ExpressionContext } from '../dwarfExpression';
import { expressionAt, outlastsCall } from '../locationAt';
import type { Place } from '../place';
import { resolvedValue } from './dynamicType';
import { bytesOfNumber } from './literal';
import type { Value, Surroundings } from './value';

/** A variable as it is in the stack frame of the surroundings; a global one needs none. */
export async function readVariable(variable: Variable, surroundings: Surroundings): Promise<Value> {
  return readLocation(variable.type, variable.location, surroundings);
}

/** Something of a type at a location. */
export async function readLocation(
  declared: Type,
  location: Location,
  surroundings: Surroundings,
): Promise<Value> {
  const within = withLostRegisters(location, surroundings);
  const place = await placeOf(location, declared, within);
  return resolvedValue(declared, place, within);
}

/** Surroundings in which a location that outlasts a call finds the registers that nobody saved. */
function withLostRegisters(location: Location, surroundings: Surroundings): Surroundings {
  const { frame } = surroundings;
  if (!frame || !outlastsCall(location, frame)) return surroundings;
  return { ...surroundings, frame: { ...frame, register: (number) => frame.left(number) } };
}

async function placeOf(location: Location, type: Type, surroundings: Surroundings): Promise<Place> {
  if (location.kind === 'none') return { kind: 'optimizedOut' };
  if (location.kind === 'constant') {
    const { value } = location;
    const bytes =
      typeof value === 'bigint'
        ? bytesOfNumber(value, type, surroundings, surroundings.addressSize)
        : value;
    return { kind: 'literal', bytes };
  }
  const expression = expressionAt(location, surroundings.frame);
  if (!expression) return { kind: 'optimizedOut' };
  return evaluatePlace(expression, contextIn(surroundings));
}

/** What expressions may ask: of the stack frame, or where there is none, of memory alone. */
export function contextIn(surroundings: Surroundings): ExpressionContext {
  const { frame, memory, order, placements } = surroundings;
  if (frame) return contextOf(frame, { memory, order });
  return {
    order,
    memory,
    register: () => ({ kind: 'unavailable' }),
    slide: placements[0]?.slide ?? 0n,
  };
}
