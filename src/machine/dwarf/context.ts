// What a DWARF expression may ask of the stopped program around it (DWARF 5, section 2.5.1.3).
import type { ByteOrder } from '../../bytes/cursor';
import type { DwarfExpression } from '../../symbols/location';
import type { MemorySpan } from '../memory';
import type { Nowhere } from '../place';
import type { SavedRegister, StackFrame } from '../stackFrame';
import type { Nesting } from './machine';

/** What an expression may ask of the stack frame that it is evaluated in. Addresses are run-time addresses. */
export interface ExpressionContext {
  readonly order: ByteOrder;
  readonly memory: { read(address: bigint, length: number): Promise<MemorySpan> };
  /** A register by its DWARF number. */
  register(dwarfNumber: number): SavedRegister;
  /** Run-time address minus link-time address of the program that the expression is of. */
  readonly slide: bigint;
  /** The canonical frame address; absent where it is not available. */
  readonly cfa?: bigint | undefined;
  /** The stack frame, for DW_OP_fbreg and entry values; absent in call frame information. */
  readonly frame?: StackFrame | undefined;
  /** The address that DW_OP_push_object_address gives. */
  readonly objectAddress?: bigint;
  /** Of an expression inside others. */
  readonly nesting?: Nesting;
}

/** The number that an expression computes, or why there is none. */
export type EvaluateNumber = (
  expression: DwarfExpression,
  context: ExpressionContext,
) => Promise<bigint | Nowhere>;

/** What a context holds of a stack frame. */
export function contextOf(
  frame: StackFrame,
  { order, memory, nesting }: Pick<ExpressionContext, 'order' | 'memory' | 'nesting'>,
): ExpressionContext {
  return {
    order,
    memory,
    register: (number) => frame.register(number),
    slide: frame.placement?.slide ?? 0n,
    cfa: frame.cfa,
    frame,
    ...(nesting && { nesting }),
  };
}
