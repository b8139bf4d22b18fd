// What keeps an expression from having a value in every frame of a trace, so that a person is told before a search.
import { partsOf } from './bindings';
import { isConvenienceFunction } from './convenienceFunctions';
import type { Evaluation } from './evaluation';
import {
  Failure,
  cannotAssign,
  cannotCall,
  notAvailable,
  optimizedOut,
  problemAt,
  type Problem,
} from './problem';
import type { Rules } from './rules';
import type { Expression } from './syntax';

/** The first such problem in the text; `isVariable` knows what names with `$` there are. */
export function lastingProblem(
  expression: Expression,
  isVariable: (name: string) => boolean,
): Problem | undefined {
  const { kind, at } = expression;
  if (kind === 'assignment') return problemAt(cannotAssign, at);
  if (kind === 'variable' && !isVariable(expression.name)) {
    const words = `There is no register and no trace state variable $${expression.name}.`;
    return problemAt(words, at);
  }
  if (kind === 'call' && !isFunction(expression.callee)) {
    return problemAt(cannotCall, expression.callee.at);
  }
  const parts = kind === 'call' ? expression.arguments : partsOf(expression);
  for (const part of parts) {
    const found = lastingProblem(part, isVariable);
    if (found) return found;
  }
  return undefined;
}

function isFunction(callee: Expression): boolean {
  return callee.kind === 'variable' && isConvenienceFunction(callee.name);
}

/** Fails where an expression fails for its types in every frame: `p->x` where `p` is a number. */
export async function failureOfTypes(
  expression: Expression,
  evaluation: Evaluation,
  rules: Rules,
): Promise<undefined> {
  // A Rust enum has other members in other frames.
  if (rules.language === 'rust') return undefined;
  if (expression.kind === 'call') {
    for (const argument of expression.arguments) await failureOfTypes(argument, evaluation, rules);
  } else if (expression.kind === 'unary' && expression.operator === '!') {
    await failureOfTypes(expression.operand, evaluation, rules);
  } else if (isEvaluatedWhole(expression)) {
    try {
      await evaluation.type(expression, 'static');
    } catch (error) {
      const passing =
        error instanceof Failure && [notAvailable, optimizedOut].includes(error.message);
      if (!passing) throw error;
    }
  }
  return undefined;
}

/** Whether no part of an expression may be left out, and the type of none depends on a number. */
function isEvaluatedWhole(expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'conditional' || kind === 'call' || kind === 'slice') return false;
  if (kind === 'binary' && ['&&', '||', '@'].includes(expression.operator)) return false;
  return partsOf(expression).every(isEvaluatedWhole);
}
