// gdb's warnings of shifts that C leaves undefined.
import { isInteger, sizeOf } from '../../values/types';
import { asInteger, type Value } from '../../values/value';
import type { EvaluationContext } from '../context';
import type { LanguageSemantics } from '../languageSemantics';

/** Warns of a count that is negative, or as great as the wider operand. */
export async function warnOfShift(
  operator: '<<' | '>>',
  first: Value,
  second: Value,
  { warn }: EvaluationContext,
  { types }: LanguageSemantics,
): Promise<void> {
  if (!warn || !isInteger(first.type) || !isInteger(second.type)) return;
  const count = await asInteger(second);
  if (count === undefined) return;
  const width = 8 * Math.max(sizeOf(first.type) ?? 0, sizeOf(second.type) ?? 0, types.int.size);
  const shift = `${operator === '<<' ? 'left' : 'right'} shift count`;
  if (count < 0n) warn(`warning: ${shift} is negative`);
  else if (count >= width) warn(`warning: ${shift} >= width of type`);
}
