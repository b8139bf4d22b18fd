// What a DWARF expression may ask of the stopped program around it (DWARF 5, section 2.5.1.3).
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { MemorySpan } from '../memory';
import type { Nowhere } from '../place';
import type { SavedRegister, StackFrame } from '../stackFrame';

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
  /** How many expressions are being evaluated around this one. */
  readonly depth?: number;
  /** What this expression and those inside it may still do; made by the outermost one. */
  readonly budget?: Budget;
}

/** Shared by an expression and all that it evaluates on its way. */
export interface Budget {
  /** Operations. */
  steps: number;
}

/** Far above what compilers write; expressions that take more go in a circle. */
const mostSteps = 10_000;
const mostDepth = 32;

/** What the outermost expression may do. */
export function newBudget(): Budget {
  return { steps: mostSteps };
}

/** What a context holds of a stack frame. */
export function contextOf(
  frame: StackFrame,
  around: Pick<ExpressionContext, 'order' | 'memory' | 'depth' | 'budget'>,
): ExpressionContext {
  const { order, memory, depth = 0, budget } = around;
  return {
    order,
    memory,
    register: (number) => frame.register(number),
    slide: frame.placement?.slide ?? 0n,
    cfa: frame.cfa,
    frame,
    depth,
    ...(budget && { budget }),
  };
}

/** Whether there are so many expressions around this one that it stands in itself. */
export function isTooDeep({ depth = 0 }: ExpressionContext): boolean {
  return depth > mostDepth;
}

/** What a register holds, as an unsigned number. */
export function registerNumber(
  context: Pick<ExpressionContext, 'register' | 'order'>,
  number: number,
): bigint | Nowhere {
  const register = context.register(number);
  if (register.kind === 'value') return unsigned(register.bytes, context.order);
  return { kind: register.kind === 'unavailable' ? 'unavailable' : 'optimizedOut' };
}
