// Which parts of an expression are the same in every frame that stops at one place of the program.
import { partsOf, type Bindings } from '../bindings';
import { isConvenienceFunction } from '../convenienceFunctions';
import type { Expression } from '../syntax';

/** What a frame's place alone says. */
const ofPlace: ReadonlySet<string> = new Set(['trace_func', 'trace_file', 'trace_line']);

/** Whether nothing of a frame but its place matters for an expression. */
export function isConstant(expression: Expression, bindings: Bindings): boolean {
  switch (expression.kind) {
    case 'number':
    case 'character':
    case 'string':
    case 'truth':
      return true;
    case 'name':
      return bindings.meaning(expression)?.kind === 'enumerator';
    case 'variable':
      return ofPlace.has(expression.name);
    case 'size':
      return 'type' in expression.of;
    case 'unary':
      return !'*&'.includes(expression.operator) && areConstant(partsOf(expression), bindings);
    case 'binary':
      return expression.operator !== '@' && areConstant(partsOf(expression), bindings);
    case 'conditional':
    case 'cast':
      return areConstant(partsOf(expression), bindings);
    case 'call':
      return isPure(expression.callee) && areConstant(expression.arguments, bindings);
    case 'member':
    case 'memberPointer':
    case 'subscript':
    case 'slice':
    case 'memory':
    case 'array':
    case 'type':
    case 'assignment':
      return false;
  }
}

function areConstant(parts: readonly Expression[], bindings: Bindings): boolean {
  return parts.every((part) => isConstant(part, bindings));
}

function isPure(callee: Expression): boolean {
  if (callee.kind !== 'variable' || !isConvenienceFunction(callee.name)) return false;
  return callee.name !== '_changed' && callee.name !== '_collected';
}
