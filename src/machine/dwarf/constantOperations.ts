// Operations that push a number that they hold (DWARF 5, section 2.5.1.1).
import { DW_OP } from './operations';
import type { Evaluation, Operations } from './evaluation';

export const constantOperations: Operations = [
  ...Array.from({ length: 32 }, (_, value) => pushing(DW_OP.lit0 + value, () => BigInt(value))),
  pushing(DW_OP.addr, ({ cursor, generic, context }) => {
    return cursor.address(generic.size) + context.slide;
  }),
  pushing(DW_OP.const1u, ({ cursor }) => BigInt(cursor.u8())),
  pushing(DW_OP.const1s, ({ cursor }) => BigInt(cursor.i8())),
  pushing(DW_OP.const2u, ({ cursor }) => BigInt(cursor.u16())),
  pushing(DW_OP.const2s, ({ cursor }) => BigInt(cursor.i16())),
  pushing(DW_OP.const4u, ({ cursor }) => BigInt(cursor.u32())),
  pushing(DW_OP.const4s, ({ cursor }) => BigInt(cursor.i32())),
  pushing(DW_OP.const8u, ({ cursor }) => cursor.u64()),
  pushing(DW_OP.const8s, ({ cursor }) => cursor.i64()),
  pushing(DW_OP.constu, ({ cursor }) => cursor.uleb64()),
  pushing(DW_OP.consts, ({ cursor }) => cursor.sleb64()),
];

function pushing(operation: number, read: (evaluation: Evaluation) => bigint): Operations[number] {
  return [
    operation,
    (evaluation) => {
      evaluation.push(read(evaluation));
    },
  ];
}
