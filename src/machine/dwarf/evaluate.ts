// Runs DWARF expressions: one operation after the other, each by its number. What they do is counted, so that an
// expression that goes in a circle ends.
import type { DwarfExpression } from '../../symbols/location';
import { problem, type Place } from '../place';
import { arithmeticOperations } from './arithmeticOperations';
import { constantOperations } from './constantOperations';
import { isTooDeep, type ExpressionContext } from './context';
import { Evaluation, type Execute } from './evaluation';
import { frameOperations } from './frameOperations';
import { operand } from './operand';
import { placeOperations } from './placeOperations';
import { stackOperations } from './stackOperations';
import { typedOperations } from './typedOperations';
import { unitOperations } from './unitOperations';

const operations: ReadonlyMap<number, Execute> = new Map([
  ...constantOperations,
  ...stackOperations,
  ...arithmeticOperations,
  ...frameOperations,
  ...typedOperations,
  ...unitOperations,
  ...placeOperations,
]);

/** Where the thing is that an expression describes. `initial` is on the stack before, the top last. */
export async function evaluate(
  expression: DwarfExpression,
  context: ExpressionContext,
  initial: readonly bigint[],
): Promise<Place> {
  const evaluation = new Evaluation(context, expression);
  for (const value of initial) evaluation.stack.push(operand(value, evaluation.generic));
  await run(evaluation);
  return evaluation.place;
}

/** Executes all operations, up to the first that fails. */
export async function run(evaluation: Evaluation): Promise<void> {
  const { cursor, context } = evaluation;
  if (isTooDeep(context)) evaluation.fail(problem('an expression stands in itself'));
  while (cursor.remaining > 0 && !evaluation.failure) {
    evaluation.spend(1);
    const operation = cursor.u8();
    const execute = operations.get(operation);
    if (execute) await execute(evaluation);
    else evaluation.fail(unknown(operation));
    evaluation.check();
  }
}

function unknown(operation: number): ReturnType<typeof problem> {
  return problem(`operation 0x${operation.toString(16)} of an expression is not known`);
}
