// Operations on the order of the stack (DWARF 5, section 2.5.1.3) and on that of the operations (section 2.5.1.5).
import type { Evaluation, Operations } from './evaluation';
import { DW_OP } from './operations';

export const stackOperations: Operations = [
  [
    DW_OP.dup,
    (evaluation) => {
      evaluation.pick(0);
    },
  ],
  [
    DW_OP.over,
    (evaluation) => {
      evaluation.pick(1);
    },
  ],
  [
    DW_OP.pick,
    (evaluation) => {
      evaluation.pick(evaluation.cursor.u8());
    },
  ],
  [
    DW_OP.drop,
    (evaluation) => {
      evaluation.pop();
    },
  ],
  [
    DW_OP.swap,
    (evaluation) => {
      evaluation.rotate(2);
    },
  ],
  [
    DW_OP.rot,
    (evaluation) => {
      evaluation.rotate(3);
    },
  ],
  [
    DW_OP.skip,
    (evaluation) => {
      evaluation.jump(evaluation.cursor.i16());
    },
  ],
  [DW_OP.bra, branch],
  [DW_OP.nop, () => undefined],
  [DW_OP.GNU_uninit, () => undefined],
];

function branch(evaluation: Evaluation): void {
  const distance = evaluation.cursor.i16();
  if (evaluation.pop().bits !== 0n) evaluation.jump(distance);
}
