// What emulating a processor's code needs to know of it.
import type { CallConvention, EmulatedState, Slot } from './state';

/** Where an instruction leads. */
export type Flow =
  /** To the one after it. */
  | 'next'
  /** The same, after what it called. */
  | 'call'
  /** To its target or to the one after it. */
  | 'conditional'
  /** To its target alone. */
  | 'jump'
  /** To an address that only the running program knew. */
  | 'indirect'
  /** Out of the function. */
  | 'end';

/** An instruction that was emulated. */
export interface EmulatedStep {
  /** Bytes. */
  readonly size: number;
  readonly flow: Flow;
  /** Of a jump whose target is in its bytes: bytes from the instruction to it. */
  readonly target?: number;
  /** Of a conditional jump: whether only the running program knew its target. */
  readonly isIndirect?: true;
  /** Whether it does nothing but fill up the code before a block that begins at a round address. */
  readonly isPadding?: true;
  /** Whether the instruction after it is executed before it leads anywhere. */
  readonly hasDelaySlot?: true;
}

/** A processor's instructions, as far as they tell where a function saves what its caller needs. */
export interface Emulator {
  readonly convention: CallConvention;
  /** DWARF numbers of the registers that may hold a frame pointer. */
  readonly framePointers: readonly number[];
  /** Bytes from the stack pointer at a function's entry to the canonical frame address. */
  readonly cfaOffset: number;
  /** The column of call frame information that has the return address. */
  readonly returnAddress: number;
  /** What a call leaves on the stack. */
  readonly entrySlots: readonly Slot[];
  /** Bytes between two places where an instruction can begin. */
  readonly alignment: number;
  /**
   * Does to `state` what the instruction does that begins `at` a byte of `code`, which is `offset`
   * bytes from the function's entry; undefined where there is none.
   */
  execute(
    code: Uint8Array,
    at: number,
    offset: number,
    state: EmulatedState,
  ): EmulatedStep | undefined;
}
