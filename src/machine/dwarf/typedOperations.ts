// Operations that name a base type (DWARF 5, sections 2.5.1.2, 2.5.1.3 and 2.5.1.6).
import { problem } from '../place';
import type { Evaluation, Operations } from './evaluation';
import { dereference } from './frameOperations';
import { convert, operand, operandOf, operandType, type OperandType } from './operand';
import { DW_OP } from './operations';

export const typedOperations: Operations = [
  [DW_OP.deref_type, dereferenceTyped],
  [DW_OP.GNU_deref_type, dereferenceTyped],
  [DW_OP.regval_type, pushRegisterTyped],
  [DW_OP.GNU_regval_type, pushRegisterTyped],
  [DW_OP.const_type, pushConstantTyped],
  [DW_OP.GNU_const_type, pushConstantTyped],
  [DW_OP.convert, convertTop],
  [DW_OP.GNU_convert, convertTop],
  [DW_OP.reinterpret, reinterpretTop],
  [DW_OP.GNU_reinterpret, reinterpretTop],
];

/** Bytes of the widest number. */
export const widest = 16;

/** The base type at an offset of the unit; 0 is the generic type. */
export async function typeAt(evaluation: Evaluation, offset: number): Promise<OperandType> {
  const { expression, generic } = evaluation;
  if (offset === 0) return generic;
  const type = await expression.unit?.baseType(offset);
  if (type && type.size > 0 && type.size <= widest) return operandType(type);
  evaluation.fail(problem('an expression names a type that is not there, or of no number'));
  return generic;
}

function nextType(evaluation: Evaluation): Promise<OperandType> {
  return typeAt(evaluation, evaluation.cursor.uleb());
}

async function dereferenceTyped(evaluation: Evaluation): Promise<void> {
  const size = evaluation.cursor.u8();
  await dereference(evaluation, size, await nextType(evaluation));
}

async function pushRegisterTyped(evaluation: Evaluation): Promise<void> {
  const { cursor, context } = evaluation;
  const register = context.register(cursor.uleb());
  const type = await nextType(evaluation);
  if (register.kind !== 'value') {
    evaluation.fail({ kind: register.kind === 'unavailable' ? 'unavailable' : 'optimizedOut' });
    return;
  }
  const { bytes } = register;
  const start = context.order === 'little' ? 0 : Math.max(0, bytes.length - type.size);
  evaluation.stack.push(operandOf(bytes.subarray(start, start + type.size), type, context.order));
}

async function pushConstantTyped(evaluation: Evaluation): Promise<void> {
  const { cursor, expression } = evaluation;
  const type = await nextType(evaluation);
  evaluation.stack.push(operandOf(cursor.take(cursor.u8()), type, expression.encoding.order));
}

async function convertTop(evaluation: Evaluation): Promise<void> {
  const type = await nextType(evaluation);
  evaluation.take(convert(evaluation.pop(), type));
}

async function reinterpretTop(evaluation: Evaluation): Promise<void> {
  const type = await nextType(evaluation);
  evaluation.stack.push(operand(evaluation.pop().bits, type));
}
