// One physical frame of a function with code of its own: what the machine knows, before functions
// that were inlined and tail calls make stack frames of it.
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { CallFrameRow } from '../../symbols/dwarf/cfi/program';
import { type DwarfContext, evaluateNumber } from '../dwarf/recordedExpression';
import { linkAddress } from '../linkAddress';
import type { FrameMemory } from '../memory';
import type { LoadedModule, StackFrame } from '../stackFrame';
import type { RegisterFile, RegisterNames } from './registerFile';

/** What all physical frames of one machine have in common. */
export interface UnwindContext {
  readonly names: RegisterNames;
  readonly order: ByteOrder;
  readonly memory: FrameMemory;
  readonly modules: readonly LoadedModule[];
}

/** A physical frame. Addresses are run-time addresses. */
export interface PhysicalFrame {
  readonly pc: bigint;
  /** Inside the call instruction for one that called. */
  readonly lookupPc: bigint;
  readonly module: LoadedModule | undefined;
  /** What call frame information says at `lookupPc`. */
  readonly row: CallFrameRow | undefined;
  readonly cfa: CanonicalAddress;
  readonly kind: Exclude<StackFrame['kind'], 'inline' | 'tailCall'>;
  readonly registers: RegisterFile;
}

/** The canonical frame address, or why there is none. */
type CanonicalAddress = { readonly address: bigint } | { readonly why: string };

/** How a physical frame was reached. */
export interface CallerState {
  readonly pc: bigint;
  readonly registers: RegisterFile;
  /** Whether it made a call; otherwise it was interrupted, by the tracepoint or by a signal. */
  readonly called: boolean;
  /** Whether a frame pointer alone led to it. */
  readonly guessed: boolean;
}

/** What is known at a PC. */
export async function physicalFrameAt(
  { pc, registers, called, guessed }: CallerState,
  machine: UnwindContext,
): Promise<PhysicalFrame> {
  let lookupPc = called ? pc - 1n : pc;
  const module = moduleAt(lookupPc, machine.modules);
  let row = await module?.program.callFrameAt(linkAddress(lookupPc, module.slide));
  // A signal's trampoline was not called: its description begins a byte early, so that it is found
  // all the same.
  if (row?.isSignal) {
    lookupPc = pc;
    row = (await module?.program.callFrameAt(linkAddress(pc, module.slide))) ?? row;
  }
  row ??= called ? rowOfUnknownCode(module, machine) : undefined;
  const kind = row?.isSignal ? 'signal' : guessed ? 'guess' : 'normal';
  const cfa = await canonicalAddress(row, registers, module, machine);
  return { pc, lookupPc, module, row, cfa, kind, registers };
}

/**
 * What gdb takes for the call frame information of code that no program holds, where there are
 * programs.
 */
export function rowOfUnknownCode(
  module: LoadedModule | undefined,
  { names, modules }: Pick<UnwindContext, 'names' | 'modules'>,
): CallFrameRow | undefined {
  const { unknownCode } = names.layout.architecture.abi;
  if (!unknownCode || module || modules.length === 0) return undefined;
  return { ...unknownCode, start: 0n, end: 0n, isSignal: false, returnAddressSigned: false };
}

/** What an expression of call frame information may ask. */
export function expressionContext(
  registers: RegisterFile,
  module: LoadedModule | undefined,
  { order, memory }: UnwindContext,
): DwarfContext {
  return {
    order,
    memory,
    register: (number) => registers.numbered(number),
    slide: module?.slide ?? 0n,
  };
}

/** The program whose code lies at an address. */
export function moduleAt(
  address: bigint,
  modules: readonly LoadedModule[],
): LoadedModule | undefined {
  return modules.find((module) => {
    const at = linkAddress(address, module.slide);
    return module.program.loadedRanges.some(
      ({ start, end, executable }) => executable && at >= start && at < end,
    );
  });
}

async function canonicalAddress(
  row: CallFrameRow | undefined,
  registers: RegisterFile,
  module: LoadedModule | undefined,
  machine: UnwindContext,
): Promise<CanonicalAddress> {
  const rule = row?.cfa;
  if (!rule) return { why: 'No call frame information says where the caller is.' };
  const { bits, abi } = machine.names.layout.architecture;
  if (rule.kind === 'register') {
    const base = registers.numbered(rule.register);
    const name = abi.dwarf.get(rule.register) ?? `number ${rule.register}`;
    if (base.kind === 'value') {
      return { address: BigInt.asUintN(bits, unsigned(base.bytes, machine.order) + rule.offset) };
    }
    return {
      why:
        base.kind === 'unavailable'
          ? `Register ${name}, which leads to the caller, was not collected.`
          : `Register ${name}, which leads to the caller, was not saved.`,
    };
  }
  const context = expressionContext(registers, module, machine);
  const value = await evaluateNumber(rule.expression, context);
  if (typeof value === 'bigint') return { address: BigInt.asUintN(bits, value) };
  return {
    why:
      value.kind === 'problem'
        ? `Where the caller is cannot be computed: ${value.problem}.`
        : 'Registers or memory that lead to the caller were not collected.',
  };
}
