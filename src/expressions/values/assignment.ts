// Assignments: `$n = 5`, `$n += 2`, `$n++`, `$point.x = 3`. A trace is read-only; the debugger's
// own variables are not.
import { isComparison } from '../arithmetic';
import { ValueHistory } from '../context';
import { lowerCast } from '../lowering/lowering';
import type { Lowers } from '../lowering/lowered';
import { lowerElement, lowerMember } from '../lowering/objects';
import { lowerArithmetic } from '../lowering/operators';
import { Failure, cannotAssign, cannotCall, notAssignable } from '../problem';
import { registerValue } from '../registerValue';
import { completeContents, type Scalar } from '../scalar';
import type { BinaryOperator, Expression } from '../syntax';
import { literal, Value } from '../../values/value';
import type { ValueBackEnd, ValueOperand } from './backEnd';

type Kind<K extends Expression['kind']> = Expression & { readonly kind: K };

/** Sets a convenience variable, or a part of one; gives its value, for `$n++` the one of before. */
export async function assigned(
  { target, operator, value, postfix, at }: Kind<'assignment'>,
  lowers: Lowers<Scalar, Value>,
  backEnd: ValueBackEnd,
): Promise<ValueOperand> {
  const { assign, state } = backEnd.context;
  const variable = variableOf(target);
  if (!assign || !variable) throw new Failure(cannotAssign(), at);
  const { name } = variable;
  if (ValueHistory.has(name)) throw new Failure(notAssignable, at);
  if (registerValue(name, state, backEnd.context)) throw new Failure(cannotCall, at);
  const given = await lowers.operand(value);
  const before = operator && (await lowers.operand(target));
  const after = operator && before ? await combined(operator, before, given, at, backEnd) : given;
  if (target !== variable) return setPart(target, variable, after, lowers, backEnd);
  const kept = backEnd.value(after);
  await kept.contents();
  assign(name, kept);
  return (postfix ? before : undefined) ?? after;
}

/** The variable whose part an expression is; undefined for all that is not. */
function variableOf(target: Expression): Kind<'variable'> | undefined {
  if (target.kind === 'variable') return target;
  const isPart = target.kind === 'subscript' || (target.kind === 'member' && !target.arrow);
  return isPart ? variableOf(target.operand) : undefined;
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
  if (isOther || operator === '@' || operator === ',' || operator === 'real/')
    throw new Failure(cannotAssign(), at);
  return lowerArithmetic(operator, before, given, backEnd);
}

/** Sets the bytes of a member or an element in what the variable holds. */
async function setPart(
  target: Expression,
  variable: Kind<'variable'>,
  given: ValueOperand,
  lowers: Lowers<Scalar, Value>,
  backEnd: ValueBackEnd,
): Promise<ValueOperand> {
  const { context } = backEnd;
  const whole = backEnd.value(await lowers.value(variable));
  const bytes = new Uint8Array((await completeContents(whole)).bytes);
  // As if the variable began at address 0, the address of a part says where in it that is.
  const origin = new Value(whole.type, { kind: 'memory', address: 0n }, context);
  const part = backEnd.value(await partOf(target, backEnd.object(origin), lowers, backEnd));
  if (part.address === undefined) throw new Failure(cannotAssign(), target.at);
  const set = backEnd.value(await lowerCast(given, part.type, backEnd));
  const written = (await completeContents(set)).bytes;
  const start = Number(BigInt.asUintN(64, part.address));
  if (start + written.length > bytes.length) throw new Failure(cannotAssign(), target.at);
  bytes.set(written, start);
  context.assign?.(variable.name, literal(whole.type, bytes, context));
  return backEnd.object(set);
}

async function partOf(
  target: Expression,
  whole: ValueOperand,
  lowers: Lowers<Scalar, Value>,
  backEnd: ValueBackEnd,
): Promise<ValueOperand> {
  if (target.kind === 'member') {
    const around = await partOf(target.operand, whole, lowers, backEnd);
    return lowerMember(around, target.member, false, backEnd);
  }
  if (target.kind !== 'subscript') return whole;
  const around = await partOf(target.operand, whole, lowers, backEnd);
  return lowerElement(around, await lowers.index(target.index), backEnd);
}
