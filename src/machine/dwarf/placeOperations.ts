// Operations that say where the thing is, or a piece of it (DWARF 5, section 2.6.1).
import { problem, type Place } from '../place';
import type { Evaluation, Operations } from './evaluation';
import { operandBytes } from './operand';
import { DW_OP } from './operations';

export const placeOperations: Operations = [
  ...Array.from({ length: 32 }, (_, register) =>
    locating(DW_OP.reg0 + register, () => ({ kind: 'register', register })),
  ),
  locating(DW_OP.regx, ({ cursor }) => ({ kind: 'register', register: cursor.uleb() })),
  locating(DW_OP.stack_value, (evaluation) => ({
    kind: 'number',
    bytes: operandBytes(evaluation.pop(), evaluation.expression.encoding.order),
  })),
  locating(DW_OP.implicit_value, ({ cursor }) => ({
    kind: 'literal',
    bytes: cursor.take(cursor.uleb()),
  })),
  locating(DW_OP.implicit_pointer, implicitPointer),
  locating(DW_OP.GNU_implicit_pointer, implicitPointer),
  [
    DW_OP.piece,
    (evaluation) => {
      addPiece(evaluation, 8 * evaluation.cursor.uleb());
    },
  ],
  [
    DW_OP.bit_piece,
    (evaluation) => {
      const size = evaluation.cursor.uleb();
      addPiece(evaluation, size, evaluation.cursor.uleb());
    },
  ],
];

function locating(
  operation: number,
  locate: (evaluation: Evaluation) => Place,
): Operations[number] {
  return [
    operation,
    (evaluation) => {
      evaluation.location = locate(evaluation);
    },
  ];
}

function implicitPointer({ cursor, expression: { encoding, unit } }: Evaluation): Place {
  const size = encoding.version === 2 ? encoding.addressSize : encoding.offsetSize;
  const target = Number(cursor.address(size));
  const offset = cursor.sleb64();
  return unit
    ? { kind: 'implicitPointer', target: { unit, offset: target }, offset }
    : problem('an implicit pointer stands outside of a unit');
}

/** A piece of `size` bits, which is where the operations since the last one say. */
function addPiece(evaluation: Evaluation, size: number, offset?: number): void {
  const place = placeOfPiece(evaluation);
  evaluation.pieces.push({ place, size, ...(offset !== undefined && { offset }) });
}

function placeOfPiece(evaluation: Evaluation): Place {
  const { location, stack } = evaluation;
  evaluation.location = undefined;
  if (location) return location;
  if (stack.length === 0) return { kind: 'optimizedOut' };
  return { kind: 'memory', address: evaluation.pop().bits };
}
