// A stack frame: one activation of a function in a frame's call stack, inlined ones included.
import type { FunctionScope } from '../symbols/scope';
import type { Program } from '../symbols/program';

/** What is known of a register that a caller had. Bytes are in the target's order. */
export type SavedRegister =
  | { readonly kind: 'value'; readonly bytes: Uint8Array; readonly address?: bigint }
  /** The memory that holds it was not collected, or it was not. */
  | { readonly kind: 'unavailable' }
  /** The callee's call frame information does not say: gdb's `<not saved>`. */
  | { readonly kind: 'notSaved' };

/** A program and where it was loaded. */
export interface LoadedModule {
  readonly program: Program;
  /** Run-time address minus link-time address. */
  readonly slide: bigint;
}

/** One stack frame. Addresses are run-time addresses. */
export interface StackFrame {
  /** 0 for the innermost. */
  readonly level: number;
  /** 0n where the kind is `unavailable`. */
  readonly pc: bigint;
  /** The address to look names up by: inside the call instruction for a caller. */
  readonly lookupPc: bigint;
  /** The program that holds the PC. */
  readonly module: LoadedModule | undefined;
  /** The function, where debugging information knows it. */
  readonly scope: FunctionScope | undefined;
  readonly kind: 'normal' | 'inline' | 'tailCall' | 'signal' | 'guess' | 'unavailable';
  /** The canonical frame address; absent where it is not available. */
  readonly cfa: bigint | undefined;
  /** A register by its DWARF number, as it was in this stack frame. */
  register(dwarfNumber: number): SavedRegister;
  /** The same, and for one that no callee saved what the innermost stack frame has in it. */
  left(dwarfNumber: number): SavedRegister;
  /** A register by gdb's name for it or one of its parts; absent if none exists. */
  registerNamed(name: string): SavedRegister | undefined;
  /** The stack frame that called this one, inlined ones skipped; for entry values. */
  caller(): Promise<StackFrame | undefined>;
}

/**
 * A caller that is inside its callee's stack frame, or is a stack frame that was there before.
 */
export type StackDamage = 'inner' | 'identical';

/** A call stack. */
export interface CallStack {
  /** Innermost first; there is always one where the PC is known. */
  readonly frames: readonly StackFrame[];
  /** Why the stack ends here, where memory or registers were not collected: one sentence. */
  readonly end: string | undefined;
  /** Whether the end is that of a stack which contradicts itself, and how. */
  readonly damage: StackDamage | undefined;
  /** The stack frame after the last, whose PC was not collected: gdb's `<unavailable> in ?? ()`. */
  readonly unavailableCaller: StackFrame | undefined;
}

/** Where a call stack ends that could be longer: gdb's `set backtrace …`. */
export interface BacktraceLimits {
  /** Whether the callers of main are shown. */
  readonly pastMain: boolean;
  /** Whether the callers of the function at the program's entry are shown. */
  readonly pastEntry: boolean;
  /** How many stack frames there are at most. */
  readonly levels: number;
}

/**
 * The place from which an inlined function was called; undefined where the compiler says no line
 * (0).
 */
export function inlinedCallOf({ scope }: Pick<StackFrame, 'scope'>): FunctionScope['inlinedAt'] {
  return scope?.inlinedAt?.line === 0 ? undefined : scope?.inlinedAt;
}

// From the address where a program was loaded to its link-time address, and back. A slide is a
// run-time address minus the link-time address of the same byte; addresses wrap at 64 bits.

/** The link-time address of a run-time one. */
export function linkAddress(address: bigint, slide: bigint): bigint {
  return BigInt.asUintN(64, address - slide);
}

/** The run-time address of a link-time one. */
export function runTimeAddress(link: bigint, slide: bigint): bigint {
  return BigInt.asUintN(64, link + slide);
}
