// A function's frame base, to which DW_OP_fbreg is relative (DWARF 5, section 3.3.5).
import { evaluateNumber, type ExpressionContext } from './dwarfExpression';
import { expressionAt } from './locationAt';
import type { Nowhere } from './place';

/** The frame base as a run-time address. */
export async function frameBaseOf(context: ExpressionContext): Promise<bigint | Nowhere> {
  const { frame } = context;
  const location = frame?.scope?.frameBase;
  const expression = location && expressionAt(location, frame);
  if (!expression) return { kind: 'problem', problem: 'the function has no frame base here' };
  return evaluateNumber(expression, context);
}
