// Assignments: `$n = 5`, `$n += 2`, `$n++`. A trace is read-only, the debugger's own variables are
// not.
import type { Value } from '../values/value';
import { isComparison } from './arithmetic';
import { ValueHistory, type EvaluationContext } from './context';
import type { LanguageSemantics } from './languageSemantics';
import { arithmeticOf } from './operators';
import { cannotAssign, cannotCall, Failure, notAssignable } from './problem';
import { registerValue } from './registerValue';
import type { BinaryOperator, Expression } from './syntax';

/** Sets a convenience variable; gives its value, for `$n++` the one of before. */
export async function assigned(
  { target, operator, value, postfix, at }: Expression & { kind: 'assignment' },
  context: EvaluationContext,
  semantics: LanguageSemantics,
  valueOf: (part: Expression) => Promise<Value>,
): Promise<Value> {
  const { assign, state } = context;
  if (!assign || target.kind !== 'variable') throw new Failure(cannotAssign, at);
  const { name } = target;
  if (ValueHistory.has(name)) throw new Failure(notAssignable, at);
  if (registerValue(name, state, context)) throw new Failure(cannotCall, at);
  const given = await valueOf(value);
  const before = operator ? await valueOf(target) : undefined;
  const after = operator && before ? await combined(operator, before, given, at, semantics) : given;
  await after.contents();
  assign(name, after);
  return (postfix ? before : undefined) ?? after;
}

/** What `+=` and its kin compute. */
function combined(
  operator: BinaryOperator,
  before: Value,
  given: Value,
  at: number,
  semantics: LanguageSemantics,
): Value | Promise<Value> {
  const isOther = isComparison(operator) || operator === '&&' || operator === '||';
  if (isOther || operator === '@' || operator === ',') throw new Failure(cannotAssign, at);
  return arithmeticOf(operator, before, given, semantics);
}
