// C's operators as operations of an agent: operands are brought to their common type first, and what may have carried is
// cut to it after (ISO C, "Conversions"; expressions/arithmetic.ts has the rules of types).
import {
  commonType,
  promotedType,
  type ArithmeticOperator,
  type ComparisonOperator,
} from '../expressions/arithmetic';
import { Failure } from '../expressions/problem';
import type { Rules } from '../expressions/rules';
import { isBoolean, type ScalarType } from '../expressions/scalar';
import { isSigned, targetOf } from '../values/types';
import { converted, cut, strideOf, type AgentNumber } from './agentValue';
import {
  added,
  choice,
  combined,
  constant,
  constantOf,
  multiplied,
  negated,
  operation,
  truthOf,
  type Code,
} from './code';

/** `left operator right`. */
export function arithmetic(
  operator: ArithmeticOperator,
  left: AgentNumber,
  right: AgentNumber,
  rules: Rules,
): AgentNumber {
  const pointers = [left, right].filter(({ type }) => type.kind === 'pointer').length;
  if (pointers === 2 && operator === '-') return distance(left, right, rules);
  if (pointers === 1 && (operator === '+' || operator === '-')) return moved(operator, left, right);
  if (pointers > 0) throw new Failure('Argument to arithmetic operation not a number or boolean.');
  if (isBoolean(left.type) && isBoolean(right.type)) return booleans(operator, left, right);
  if (operator === '<<' || operator === '>>') return shift(operator, left, right, rules);
  const type = commonType(left.type, right.type, rules);
  const a = converted(left, type).code;
  const b = converted(right, type).code;
  const addend = constantOf(b);
  if (addend !== undefined && (operator === '+' || operator === '-')) {
    return { type, code: cut(added(a, operator === '+' ? addend : -addend), type) };
  }
  const code = combined(a, b, operationOf(operator, isSigned(type)));
  return { type, code: '&|^'.includes(operator) ? code : cut(code, type) };
}

const named = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '&': 'bit_and',
  '|': 'bit_or',
  '^': 'bit_xor',
} as const;

function operationOf(operator: Exclude<ArithmeticOperator, '<<' | '>>'>, signed: boolean): string {
  const name = named[operator];
  return name === 'div' || name === 'rem' ? `${name}_${signed ? 'signed' : 'unsigned'}` : name;
}

function booleans(
  operator: ArithmeticOperator,
  left: AgentNumber,
  right: AgentNumber,
): AgentNumber {
  if (operator !== '&' && operator !== '|' && operator !== '^') {
    throw new Failure('Invalid operation on booleans.');
  }
  return { type: left.type, code: combined(left.code, right.code, named[operator]) };
}

function shift(
  operator: '<<' | '>>',
  left: AgentNumber,
  right: AgentNumber,
  rules: Rules,
): AgentNumber {
  const type = promotedType(left.type, rules);
  const down = isSigned(type) ? 'rsh_signed' : 'rsh_unsigned';
  const { code } = converted(left, type);
  const shifted = combined(code, right.code, operator === '<<' ? 'lsh' : down);
  return { type, code: operator === '<<' ? cut(shifted, type) : shifted };
}

/** A pointer plus or minus a number of what it points to. */
export function moved(operator: '+' | '-', left: AgentNumber, right: AgentNumber): AgentNumber {
  const [base, count] = left.type.kind === 'pointer' ? [left, right] : [right, left];
  if (operator === '-' && base !== left) {
    throw new Failure('Argument to arithmetic operation not a number or boolean.');
  }
  const { type } = base;
  const target = targetOf(type);
  if (!target) throw new Failure('Attempt to take contents of a non-pointer value.');
  const code = scaled(base.code, count.code, strideOf(target), operator);
  return { type, code: cut(code, type) };
}

/** An address, so many steps of some bytes on. */
export function scaled(base: Code, count: Code, stride: bigint, operator: '+' | '-' = '+'): Code {
  const sign = operator === '+' ? 1n : -1n;
  const fixed = constantOf(count);
  if (fixed !== undefined) return added(base, sign * fixed * stride);
  return combined(base, multiplied(count, stride), named[operator]);
}

/** How many elements are between two pointers. */
function distance(left: AgentNumber, right: AgentNumber, { types }: Rules): AgentNumber {
  const [from, to] = [right, left].map(({ type }) => strideOf(targetOf(type) ?? { kind: 'void' }));
  if (from !== to || from === undefined) {
    throw new Failure(
      "First argument of `-' is a pointer and second argument is neither\nan integer nor a pointer of the same type.",
    );
  }
  const bytes = cut(combined(left.code, right.code, 'sub'), types.long);
  const code = from === 1n ? bytes : combined(bytes, constant(from), 'div_signed');
  return { type: types.long, code };
}

/** `left operator right`, 1 or 0. */
export function comparison(
  operator: ComparisonOperator,
  left: AgentNumber,
  right: AgentNumber,
  rules: Rules,
): AgentNumber {
  const isAddress = left.type.kind === 'pointer' || right.type.kind === 'pointer';
  const type: ScalarType = isAddress
    ? rules.types.unsignedLong
    : commonType(left.type, right.type, rules);
  const [a, b] = [converted(left, type).code, converted(right, type).code];
  const less = isSigned(type) ? 'less_signed' : 'less_unsigned';
  const swapped: Code = [...a, ...b, operation('swap'), operation(less)];
  switch (operator) {
    case '==':
      return truth(combined(a, b, 'equal'), rules);
    case '!=':
      return truth(negated(combined(a, b, 'equal')), rules);
    case '<':
      return truth(combined(a, b, less), rules);
    case '>=':
      return truth(negated(combined(a, b, less)), rules);
    case '>':
      return truth(swapped, rules);
    case '<=':
      return truth(negated(swapped), rules);
  }
}

/** `left && right` and `left || right`: the right one is computed only where it matters. */
export function logical(operator: '&&' | '||', left: Code, right: Code, rules: Rules): AgentNumber {
  const decided = constantOf(left);
  if (decided !== undefined) {
    const isDecided = (decided !== 0n) === (operator === '||');
    return truth(isDecided ? constant(operator === '||' ? 1n : 0n) : truthOf(right), rules);
  }
  const code =
    operator === '&&'
      ? choice(left, truthOf(right), constant(0n))
      : choice(left, constant(1n), truthOf(right));
  return truth(code, rules);
}

/** A truth value: an `int` in C. */
export function truth(code: Code, { types, language }: Rules): AgentNumber {
  return { type: language === 'c' ? types.int : types.bool, code };
}

/** `-x`. */
export function minus({ type, code }: AgentNumber, rules: Rules): AgentNumber {
  refusePointer(type);
  const promoted = promotedType(type, rules);
  const number = converted({ type, code }, promoted).code;
  const fixed = constantOf(number);
  const negative = fixed === undefined ? combined(constant(0n), number, 'sub') : constant(-fixed);
  return { type: promoted, code: cut(negative, promoted) };
}

/** `+x`. */
export function plus(number: AgentNumber, rules: Rules): AgentNumber {
  refusePointer(number.type);
  return converted(number, promotedType(number.type, rules));
}

/** `~x`, and Rust's `!x` of a number. */
export function complement(number: AgentNumber, rules: Rules): AgentNumber {
  const { type, code } = plus(number, rules);
  const fixed = constantOf(code);
  const turned = fixed === undefined ? [...code, operation('bit_not')] : constant(~fixed);
  return { type, code: cut(turned, type) };
}

function refusePointer({ kind }: ScalarType): void {
  if (kind === 'pointer')
    throw new Failure('Argument to arithmetic operation not a number or boolean.');
}
