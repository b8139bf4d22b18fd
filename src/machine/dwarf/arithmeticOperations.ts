// Arithmetic, logic and comparison (DWARF 5, sections 2.5.1.4 and 2.5.1.5).
import { problem } from '../place';
import type { Evaluation, Operations } from './evaluation';
import {
  arithmetic,
  compare,
  negate,
  operand,
  shift,
  type Arithmetic,
  type Comparison,
  type Computed,
  type Operand,
  type Shift,
} from './operand';
import { DW_OP } from './operations';

export const arithmeticOperations: Operations = [
  computing(DW_OP.and, 'and'),
  computing(DW_OP.div, 'div'),
  computing(DW_OP.minus, 'minus'),
  computing(DW_OP.mod, 'mod'),
  computing(DW_OP.mul, 'mul'),
  computing(DW_OP.or, 'or'),
  computing(DW_OP.plus, 'plus'),
  computing(DW_OP.xor, 'xor'),
  comparing(DW_OP.eq, 'eq'),
  comparing(DW_OP.ge, 'ge'),
  comparing(DW_OP.gt, 'gt'),
  comparing(DW_OP.le, 'le'),
  comparing(DW_OP.lt, 'lt'),
  comparing(DW_OP.ne, 'ne'),
  shifting(DW_OP.shl, 'shl'),
  shifting(DW_OP.shr, 'shr'),
  shifting(DW_OP.shra, 'shra'),
  unary(DW_OP.abs, absolute),
  unary(DW_OP.neg, negate),
  unary(DW_OP.not, complement),
  unary(DW_OP.plus_uconst, (value, { cursor }) =>
    arithmetic('plus', value, operand(cursor.uleb64(), value.type)),
  ),
];

function unary(
  operation: number,
  compute: (value: Operand, evaluation: Evaluation) => Computed,
): Operations[number] {
  return [
    operation,
    (evaluation) => {
      evaluation.take(compute(evaluation.pop(), evaluation));
    },
  ];
}

function binary(
  operation: number,
  compute: (a: Operand, b: Operand, evaluation: Evaluation) => Computed,
): Operations[number] {
  return [
    operation,
    (evaluation) => {
      const b = evaluation.pop();
      const a = evaluation.pop();
      const mixed = (a.type.kind === 'float') !== (b.type.kind === 'float');
      if (mixed || a.type.size !== b.type.size) {
        evaluation.fail(problem('Incompatible types on DWARF stack'));
      } else {
        evaluation.take(compute(a, b, evaluation));
      }
    },
  ];
}

function computing(operation: number, name: Arithmetic): Operations[number] {
  return binary(operation, (a, b) => arithmetic(name, a, b));
}

function comparing(operation: number, name: Comparison): Operations[number] {
  return binary(operation, (a, b, { generic }) => {
    const holds = compare(name, a, b);
    return holds === undefined ? 'unsupported' : operand(holds ? 1n : 0n, generic);
  });
}

/** How far is a number of any type. */
function shifting(operation: number, name: Shift): Operations[number] {
  return [
    operation,
    (evaluation) => {
      const by = evaluation.pop();
      evaluation.take(shift(name, evaluation.pop(), by));
    },
  ];
}

function absolute(value: Operand): Computed {
  return compare('lt', value, operand(0n, value.type)) ? negate(value) : value;
}

function complement(value: Operand): Computed {
  return value.type.kind === 'float' ? 'unsupported' : operand(~value.bits, value.type);
}
