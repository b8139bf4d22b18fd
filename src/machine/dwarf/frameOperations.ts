// Operations that ask the stack frame, its memory and its caller (DWARF 5, sections 2.5.1.2, 2.5.1.3 and 2.5.1.7).
import type { DwarfExpression } from '../../symbols/location';
import { entryValue, parameterAtEntry, registerOf } from '../entryValue';
import { frameBaseOf } from '../frameBase';
import { Origin } from '../memory';
import { problem, type Nowhere } from '../place';
import { registerNumber } from './context';
import type { Evaluation, Operations } from './evaluation';
import { operand, operandOf, type OperandType } from './operand';
import { DW_OP } from './operations';
import { typeAt, widest } from './typedOperations';

export const frameOperations: Operations = [
  ...Array.from({ length: 32 }, (_, register): Operations[number] => [
    DW_OP.breg0 + register,
    (evaluation) => {
      pushRegister(evaluation, register, evaluation.cursor.sleb64());
    },
  ]),
  [
    DW_OP.bregx,
    (evaluation) => {
      pushRegister(evaluation, evaluation.cursor.uleb(), evaluation.cursor.sleb64());
    },
  ],
  [DW_OP.fbreg, pushFromFrameBase],
  [
    DW_OP.call_frame_cfa,
    (evaluation) => {
      evaluation.pushKnown(evaluation.context.cfa ?? { kind: 'unavailable' });
    },
  ],
  [
    DW_OP.push_object_address,
    (evaluation) => {
      evaluation.pushKnown(evaluation.context.objectAddress ?? problem('no object is known'));
    },
  ],
  [DW_OP.deref, (evaluation) => dereference(evaluation, evaluation.generic.size)],
  [DW_OP.deref_size, (evaluation) => dereference(evaluation, evaluation.cursor.u8())],
  [DW_OP.entry_value, pushEntryValue],
  [DW_OP.GNU_entry_value, pushEntryValue],
  [DW_OP.GNU_parameter_ref, pushParameter],
  [DW_OP.form_tls_address, failThreadLocal],
  [DW_OP.GNU_push_tls_address, failThreadLocal],
  [DW_OP.xderef, failOtherSpace],
  [DW_OP.xderef_size, failOtherSpace],
  [DW_OP.xderef_type, failOtherSpace],
];

/** What asking callers counts for: each may have a thousand calls to look through. */
const stepsOfEntryValue = 100;

/** Pushes what a register holds, plus an offset. */
export function pushRegister(evaluation: Evaluation, number: number, offset: bigint): void {
  const value = registerNumber(evaluation.context, number);
  evaluation.pushKnown(typeof value === 'bigint' ? value + offset : addressLost(value));
}

/** A register that the callee did not save cannot be computed with. */
function addressLost(why: Nowhere): Nowhere {
  return why.kind === 'optimizedOut' ? problem('value has been optimized out') : why;
}

/** Pushes the `size` bytes at the address on top. */
export async function dereference(
  evaluation: Evaluation,
  size: number,
  type: OperandType = evaluation.generic,
): Promise<void> {
  const { memory, order } = evaluation.context;
  const address = evaluation.pop().bits;
  if (evaluation.failure) return;
  if (size > widest) {
    evaluation.fail(problem('an expression reads a number that is too big'));
    return;
  }
  const { bytes, origins } = await memory.read(address, size);
  if (origins.includes(Origin.unavailable)) evaluation.fail({ kind: 'unavailable' });
  else evaluation.stack.push(operandOf(bytes, type, order));
}

async function pushFromFrameBase(evaluation: Evaluation): Promise<void> {
  const offset = evaluation.cursor.sleb64();
  const base = await frameBaseOf(evaluation.inner);
  evaluation.pushKnown(typeof base === 'bigint' ? base + offset : base);
}

async function pushEntryValue(evaluation: Evaluation): Promise<void> {
  const { cursor, expression, generic } = evaluation;
  const block: DwarfExpression = { ...expression, bytes: cursor.take(cursor.uleb()) };
  evaluation.spend(stepsOfEntryValue);
  if (evaluation.failure) return;
  const value = await entryValue(block, evaluation.inner);
  if (typeof value !== 'bigint') {
    evaluation.fail(value);
    return;
  }
  const type = registerOf(block)?.type;
  const known = type === undefined ? generic : await typeAt(evaluation, type);
  evaluation.stack.push(operand(value, known));
}

/** What a parameter was that the compiler took away: the caller still says it. */
async function pushParameter(evaluation: Evaluation): Promise<void> {
  const offset = evaluation.cursor.u32();
  const { unit } = evaluation.expression;
  evaluation.spend(stepsOfEntryValue);
  if (evaluation.failure) return;
  evaluation.pushKnown(
    unit
      ? await parameterAtEntry(unit.entryOffset(offset), evaluation.inner)
      : { kind: 'optimizedOut' },
  );
}

function failThreadLocal(evaluation: Evaluation): void {
  evaluation.fail(problem('TLS: a trace does not say where thread-local variables are'));
}

function failOtherSpace(evaluation: Evaluation): void {
  evaluation.fail(problem('an expression reads another address space'));
}
