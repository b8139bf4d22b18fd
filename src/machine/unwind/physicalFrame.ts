// One physical frame of a function with code of its own: what the machine knows, before functions
// that were inlined and tail calls make stack frames of it.
import { t } from '@vscode/l10n';
import { unsigned, type ByteOrder, toBytes } from '../../bytes/cursor';
import type { CallFrameRow } from '../../symbols/dwarf/cfi/program';
import { type DwarfContext, evaluateNumber } from '../dwarf/recordedExpression';
import type { FrameMemory } from '../memory';
import { type LoadedModule, type StackFrame, linkAddress, type SavedRegister } from '../stackFrame';
import type { Register, RegisterLayout } from '../registerLayout';
import type { Registers } from '../registers';
import { callFrameAt } from './callFrames';

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

/** The canonical frame address, or why it is missing. */
type CanonicalAddress = { readonly address: bigint } | { readonly why: string };

/** How a physical frame was reached. */
export interface CallerState {
  readonly pc: bigint;
  readonly registers: RegisterFile;
  /** Whether it made a call; otherwise it was interrupted, by the tracepoint or by a signal. */
  readonly called: boolean;
  /** Whether it was found only by a frame pointer. */
  readonly guessed: boolean;
}

/** What is known at a PC. */
export async function physicalFrameAt(
  { pc, registers, called, guessed }: CallerState,
  machine: UnwindContext,
): Promise<PhysicalFrame> {
  let lookupPc = called ? pc - 1n : pc;
  const module = moduleAt(lookupPc, machine.modules);
  const { architecture } = machine.names.layout;
  let row = await callFrameAt(lookupPc, module, architecture);
  // A signal's trampoline was not called: its description begins a byte early, so that the lookup
  // before the PC still finds it.
  if (row?.isSignal) {
    lookupPc = pc;
    row = (await callFrameAt(pc, module, architecture)) ?? row;
  }
  row ??= called ? await rowOfUnknownCode(lookupPc, module, machine) : undefined;
  const kind = row?.isSignal ? 'signal' : guessed ? 'guess' : 'normal';
  const cfa = await canonicalAddress(row, registers, module, machine);
  return { pc, lookupPc, module, row, cfa, kind, registers };
}

/**
 * What gdb takes for the call frame information of code that no function holds, where there are
 * programs.
 */
export async function rowOfUnknownCode(
  lookupPc: bigint,
  module: LoadedModule | undefined,
  { names, modules }: Pick<UnwindContext, 'names' | 'modules'>,
): Promise<CallFrameRow | undefined> {
  const { unknownCode } = names.layout.architecture.abi;
  if (!unknownCode || modules.length === 0) return undefined;
  if (await module?.program.isInFunction(linkAddress(lookupPc, module.slide))) return undefined;
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

/** The program whose code is at an address. */
export function moduleAt(
  address: bigint,
  modules: readonly LoadedModule[],
): LoadedModule | undefined {
  return modules.find(({ program, slide }) => program.isCode(linkAddress(address, slide)));
}

async function canonicalAddress(
  row: CallFrameRow | undefined,
  registers: RegisterFile,
  module: LoadedModule | undefined,
  machine: UnwindContext,
): Promise<CanonicalAddress> {
  const rule = row?.cfa;
  if (!rule) return { why: t('No call frame information says where the caller is.') };
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
          ? t('Register {0}, which leads to the caller, was not collected.', name)
          : t('Register {0}, which leads to the caller, was not saved.', name),
    };
  }
  const context = expressionContext(registers, module, machine);
  const value = await evaluateNumber(rule.expression, context);
  if (typeof value === 'bigint') return { address: BigInt.asUintN(bits, value) };
  return {
    why:
      value.kind === 'problem'
        ? t('Where the caller is cannot be computed: {0}.', value.problem)
        : t('Registers or memory that lead to the caller were not collected.'),
  };
}

// The registers of one stack frame by gdb's names: those of the machine in the innermost one, and
// what unwinding says of them in each of its callers.

export const unavailable: SavedRegister = { kind: 'unavailable' };
export const notSaved: SavedRegister = { kind: 'notSaved' };

/** What all stack frames of a machine have in common. */
export interface RegisterNames {
  readonly layout: RegisterLayout;
  readonly order: ByteOrder;
  /** Names that are not the register's own. */
  readonly aliases: Readonly<Record<string, string | undefined>>;
}

export function registerNames(layout: RegisterLayout, order: ByteOrder): RegisterNames {
  const { aliases, pc, sp, fp, ps } = layout.architecture;
  return { layout, order, aliases: { ...aliases, pc, sp, fp, ps } };
}

/** The registers of one stack frame. */
export interface RegisterFile {
  /** A register by gdb's name; absent where the processor has none of that name. */
  named(name: string): SavedRegister | undefined;
  /** A register by its DWARF number. */
  numbered(dwarfNumber: number): SavedRegister;
  /** The same, and for one that no callee saved what the innermost stack frame has in it. */
  left(dwarfNumber: number): SavedRegister;
}

/** The registers of the innermost stack frame. */
export class MachineRegisters implements RegisterFile {
  constructor(
    private readonly names: RegisterNames,
    private readonly registers: Registers,
  ) {}

  named(name: string): SavedRegister | undefined {
    const read = this.registers.read(name);
    return read && (read.bytes ? { kind: 'value', bytes: read.bytes } : unavailable);
  }

  numbered(dwarfNumber: number): SavedRegister {
    return numberedIn(this, this.names, dwarfNumber) ?? unavailable;
  }

  left(dwarfNumber: number): SavedRegister {
    return this.numbered(dwarfNumber);
  }
}

/** The registers of a caller. */
export class CallerRegisters implements RegisterFile {
  /** `known`: those that unwinding says something of, by the names of the layout. */
  constructor(
    private readonly names: RegisterNames,
    private readonly known: ReadonlyMap<string, SavedRegister>,
    private readonly callee?: RegisterFile,
  ) {}

  named(name: string): SavedRegister | undefined {
    const { layout, aliases } = this.names;
    const known = this.known.get(name) ?? this.known.get(aliases[name] ?? '');
    if (known) return known;
    const own = layout.registers.find((register) => register.name === name);
    const register =
      own ?? layout.registers.find((candidate) => candidate.name === (aliases[name] ?? ''));
    if (!register) return undefined;
    const { derivation, type } = register;
    return derivation ? this.derived(derivation, type.size) : notSaved;
  }

  numbered(dwarfNumber: number): SavedRegister {
    return numberedIn(this, this.names, dwarfNumber) ?? notSaved;
  }

  left(dwarfNumber: number): SavedRegister {
    const own = this.numbered(dwarfNumber);
    return own.kind === 'notSaved' ? (this.callee?.left(dwarfNumber) ?? own) : own;
  }

  private derived(
    { from, value }: NonNullable<Register['derivation']>,
    size: number,
  ): SavedRegister {
    const parts: bigint[] = [];
    for (const name of from) {
      const part = this.named(name) ?? notSaved;
      if (part.kind !== 'value') return part;
      parts.push(unsigned(part.bytes, this.names.order));
    }
    return { kind: 'value', bytes: toBytes(value(parts), size, this.names.order) };
  }
}

/** The registers of another stack frame, but for some. */
export class ChangedRegisters implements RegisterFile {
  constructor(
    private readonly names: RegisterNames,
    private readonly registers: RegisterFile,
    private readonly changed: ReadonlyMap<string, SavedRegister>,
  ) {}

  named(name: string): SavedRegister | undefined {
    const { aliases } = this.names;
    return (
      this.changed.get(name) ?? this.changed.get(aliases[name] ?? '') ?? this.registers.named(name)
    );
  }

  numbered(dwarfNumber: number): SavedRegister {
    return numberedIn(this, this.names, dwarfNumber) ?? notSaved;
  }

  left(dwarfNumber: number): SavedRegister {
    return this.numbered(dwarfNumber);
  }
}

function numberedIn(
  file: RegisterFile,
  { layout }: RegisterNames,
  dwarfNumber: number,
): SavedRegister | undefined {
  const { abi } = layout.architecture;
  const name = abi.dwarf.get(dwarfNumber);
  if (name === undefined) return undefined;
  const wider = abi.wider?.(name);
  return (wider === undefined ? undefined : file.named(wider)) ?? file.named(name);
}
