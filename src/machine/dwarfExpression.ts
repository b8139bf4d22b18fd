// DWARF expressions (DWARF 5, sections 2.5 and 2.6; the extensions of GNU), evaluated on what a frame collected.
import { unsigned } from '../bytes/cursor';
import type { DwarfExpression } from '../symbols/location';
import { registerNumber, type ExpressionContext } from './dwarf/context';
import { evaluate } from './dwarf/evaluate';
import { problem, type Nowhere, type Place } from './place';

export { contextOf, type ExpressionContext } from './dwarf/context';

/**
 * Where the thing is that an expression describes. `initial` is on the stack before, the top last. A plain number that
 * is left on the stack is an address in memory; {@link evaluateNumber} is for expressions that compute one.
 */
export async function evaluatePlace(
  expression: DwarfExpression,
  context: ExpressionContext,
  initial: readonly bigint[] = [],
): Promise<Place> {
  if (expression.bytes.length === 0) return { kind: 'optimizedOut' };
  return evaluate(expression, context, initial);
}

/**
 * The number that an expression leaves on the stack, or that the register holds that it names: call frame information,
 * array bounds, frame bases, offsets of members.
 */
export async function evaluateNumber(
  expression: DwarfExpression,
  context: ExpressionContext,
  initial: readonly bigint[] = [],
): Promise<bigint | Nowhere> {
  const place = await evaluatePlace(expression, context, initial);
  switch (place.kind) {
    case 'memory':
      return place.address;
    case 'number':
    case 'literal':
      return unsigned(place.bytes, context.order);
    case 'register':
      return registerNumber(context, place.register);
    case 'unavailable':
    case 'optimizedOut':
    case 'problem':
      return place;
    case 'implicitPointer':
    case 'pieces':
    case 'part':
      return problem('an expression gives no number');
  }
}
