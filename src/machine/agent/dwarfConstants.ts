// The operations of DWARF that push a number that they hold, or that the unit does (DWARF 5, section 2.5.1.1).
import { DW_OP } from '../dwarf/operations';
import { Failure } from '../expressions/problem';
import { bitsOf, type AgentPlace } from './agentPlace';
import type { Translate } from './dwarfArithmetic';
import { pushed, type DwarfScene, type DwarfState } from './dwarfState';

/** The operations by their numbers. */
export const constants: readonly (readonly [number, Translate])[] = [
  ...Array.from({ length: 32 }, (_, value) => number(DW_OP.lit0 + value, () => BigInt(value))),
  number(DW_OP.addr, ({ cursor, generic, scene }) => cursor.address(generic.size) + slideOf(scene)),
  number(DW_OP.const1u, ({ cursor }) => BigInt(cursor.u8())),
  number(DW_OP.const1s, ({ cursor }) => BigInt(cursor.i8())),
  number(DW_OP.const2u, ({ cursor }) => BigInt(cursor.u16())),
  number(DW_OP.const2s, ({ cursor }) => BigInt(cursor.i16())),
  number(DW_OP.const4u, ({ cursor }) => BigInt(cursor.u32())),
  number(DW_OP.const4s, ({ cursor }) => BigInt(cursor.i32())),
  number(DW_OP.const8u, ({ cursor }) => cursor.u64()),
  number(DW_OP.const8s, ({ cursor }) => cursor.i64()),
  number(DW_OP.constu, ({ cursor }) => cursor.uleb64()),
  number(DW_OP.consts, ({ cursor }) => cursor.sleb64()),
  [
    DW_OP.addrx,
    async (state) => {
      pushed(state, (await entryOf(state)) + slideOf(state.scene));
    },
  ],
  [
    DW_OP.GNU_addr_index,
    async (state) => {
      pushed(state, (await entryOf(state)) + slideOf(state.scene));
    },
  ],
  [
    DW_OP.constx,
    async (state) => {
      pushed(state, await entryOf(state));
    },
  ],
  [
    DW_OP.GNU_const_index,
    async (state) => {
      pushed(state, await entryOf(state));
    },
  ],
  [DW_OP.const_type, constantTyped],
  [DW_OP.GNU_const_type, constantTyped],
];

function number(
  operation: number,
  read: (state: DwarfState) => bigint,
): readonly [number, Translate] {
  return [
    operation,
    (state) => {
      pushed(state, read(state));
    },
  ];
}

/** Run-time address minus link-time address of the program that an expression is of. */
export function slideOf({ frame }: DwarfScene): bigint {
  return frame.placement?.slide ?? 0n;
}

/** The unit that an expression is of. */
export function unitOf({ expression: { unit } }: DwarfState) {
  if (unit) return unit;
  throw new Failure('Its location refers to a unit and stands in none.');
}

async function entryOf(state: DwarfState): Promise<bigint> {
  const found = await unitOf(state).address(state.cursor.uleb());
  if (found === undefined) throw new Failure('An address is missing from .debug_addr.');
  return found;
}

async function constantTyped(state: DwarfState): Promise<void> {
  const type = await state.typeAt(state.cursor.uleb());
  const bytes = state.cursor.take(state.cursor.u8());
  const place: AgentPlace = { kind: 'literal', bytes };
  state.push(bitsOf(place, bytes.length, 0, 8 * Math.min(8, bytes.length), state.scene), type);
}
