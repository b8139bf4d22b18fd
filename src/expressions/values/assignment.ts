// Assignments: `$n = 5`, `$n += 2`, `$n++`. A trace is read-only, the debugger's own variables are
// not.
import type { Value } from '../../values/value';
import { isComparison } from '../arithmetic';
import { ValueHistory } from '../context';
import type { Lowers } from '../lowering/lowered';
import { lowerArithmetic } from '../lowering/operators';
import { cannotAssign, cannotCall, Failure, notAssignable } from '../problem';
import { registerValue } from '../registerValue';
import type { Scalar } from '../scalar';
import type { BinaryOperator, Expression } from '../syntax';
import type { ValueOperand, ValueBackEnd } from './backEnd';

/** Sets a convenience variable; gives its value, for `$n++` the one of before. */
export async function assigned(
  { target, operator, value, postfix, at }: Expression & { kind: 'assignment' },
  lowers: Lowers<Scalar, Value>,
  backEnd: ValueBackEnd,
): Promise<ValueOperand> {
  const { context } = backEnd;
  const { assign, state } = context;
  if (!assign || target.kind !== 'variable') throw new Failure(cannotAssign, at);
  const { name } = target;
  if (ValueHistory.has(name)) throw new Failure(notAssignable, at);
  if (registerValue(name, state, context)) throw new Failure(cannotCall, at);
  const given = await lowers.operand(value);
  const before = operator && (await lowers.operand(target));
  const after = operator && before ? await combined(operator, before, given, at, backEnd) : given;
  const kept = backEnd.value(after);
  await kept.contents();
  assign(name, kept);
  return (postfix ? before : undefined) ?? after;
}

/** What `+=` and its kin compute. */
function combined(
  operator: BinaryOperator,
  before: ValueOperand,
  given: ValueOperand,
  at: number,
  backEnd: ValueBackEnd,
): Promise<ValueOperand> {
  const isOther = isComparison(operator) || operator === '&&' || operator === '||';
  if (isOther || operator === '@' || operator === ',') throw new Failure(cannotAssign, at);
  return lowerArithmetic(operator, before, given, backEnd);
}
