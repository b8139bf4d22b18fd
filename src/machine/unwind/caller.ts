// From a physical frame to its caller, as call frame information describes it (DWARF 5, section
// 6.4.4); the ABI decides for registers that it does not mention.
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { unsigned, toBytes } from '../../bytes/cursor';
import type { CallFrameRow, RegisterRule } from '../../symbols/dwarf/cfi/program';
import { evaluateNumber } from '../dwarf/recordedExpression';
import {
  type SavedRegister,
  type StackDamage,
  type LoadedModule,
  type StackFrame,
} from '../stackFrame';
import { callFrameAt } from './callFrames';
import {
  expressionContext,
  type PhysicalFrame,
  type CallerState,
  type UnwindContext,
  rowOfUnknownCode,
  CallerRegisters,
  notSaved,
  unavailable,
  type RegisterFile,
  registerNames,
} from './physicalFrame';
import { Origin } from '../memory';
import type { FrameState } from '../frameState';

/** Why a call stack ends. */
export interface StackEnd {
  /** One sentence; absent where the physical frame is the outermost. */
  readonly why?: string;
  readonly damage?: StackDamage;
  /** The registers of the caller where there is one, but its PC was not collected. */
  readonly unavailableCaller?: RegisterFile;
}

/** The caller of a physical frame with a row and a CFA. */
export async function callerByCallFrames(
  physical: PhysicalFrame,
  row: CallFrameRow,
  cfa: bigint,
  machine: UnwindContext,
): Promise<CallerState | StackEnd> {
  const { architecture } = machine.names.layout;
  const rules = new RegisterRules(physical, cfa, machine);
  const rule = row.registers.get(row.returnAddress) ?? { kind: 'sameValue' };
  if (rule.kind === 'undefined') return {};
  if (rule.kind === 'sameValue' && architecture.abi.link === undefined) {
    return { why: t('Call frame information does not say where the return address is.') };
  }
  const returnAddress = await rules.value(row.returnAddress, rule);
  if (returnAddress.kind === 'notSaved') return { why: t('The return address was not saved.') };
  const known = await rules.all(row);
  if (returnAddress.kind === 'unavailable') {
    const at = rule.kind === 'offset' ? ` at ${hexAddress(cfa + rule.offset)}` : '';
    known.set(architecture.pc, unavailable);
    return {
      why: t('The return address{0} was not collected.', at),
      unavailableCaller: new CallerRegisters(machine.names, known, physical.registers),
    };
  }
  const pc = returnedTo(returnAddress.bytes, row, machine);
  known.set(architecture.pc, { ...rules.number(pc), ...addressOf(returnAddress) });
  const registers = new CallerRegisters(machine.names, known, physical.registers);
  return { pc, registers, called: !row.isSignal, guessed: false };
}

/** The code address that a saved return address is of. */
function returnedTo(
  returnAddress: Uint8Array,
  row: CallFrameRow,
  { names, order }: UnwindContext,
): bigint {
  const raw = unsigned(returnAddress, order);
  return names.layout.architecture.abi.codeAddress?.(raw, row.returnAddressSigned) ?? raw;
}

function addressOf({ address }: { readonly address?: bigint }): { readonly address?: bigint } {
  return address === undefined ? {} : { address };
}

/** The register rules of one physical frame. */
class RegisterRules {
  constructor(
    private readonly physical: Pick<PhysicalFrame, 'registers' | 'module'>,
    private readonly cfa: bigint,
    private readonly machine: UnwindContext,
  ) {}

  /** What is known of the caller's registers, by their names. */
  async all(row: CallFrameRow): Promise<Map<string, SavedRegister>> {
    const { sp, abi } = this.machine.names.layout.architecture;
    const known = new Map<string, SavedRegister>();
    for (const name of abi.kept) {
      const kept = this.physical.registers.named(name);
      if (kept) known.set(name, kept);
    }
    if (abi.stackPointerIsCfa) known.set(sp, this.number(this.cfa));
    for (const [number, name] of abi.dwarf) {
      const rule = row.registers.get(number);
      if (rule) known.set(name, await this.value(number, rule));
    }
    return known;
  }

  /** What a rule says of the caller's register. */
  async value(number: number, rule: RegisterRule): Promise<SavedRegister> {
    switch (rule.kind) {
      case 'undefined':
        return notSaved;
      case 'sameValue':
        return this.physical.registers.numbered(number);
      case 'register':
        return this.physical.registers.numbered(rule.register);
      case 'offset':
        return memoryRegister(this.cfa + rule.offset, number, this.machine);
      case 'valOffset':
        return this.number(this.cfa + rule.offset);
      case 'expression': {
        const address = await this.computed(rule);
        return address === undefined ? unavailable : memoryRegister(address, number, this.machine);
      }
      case 'valExpression': {
        const value = await this.computed(rule);
        return value === undefined ? unavailable : this.number(value);
      }
    }
  }

  /** A number as a register of the usual width. */
  number(value: bigint): SavedRegister {
    const { names, order } = this.machine;
    return { kind: 'value', bytes: toBytes(value, names.layout.architecture.bits / 8, order) };
  }

  private async computed({
    expression,
  }: Extract<RegisterRule, { expression: unknown }>): Promise<bigint | undefined> {
    const { registers, module } = this.physical;
    const context = expressionContext(registers, module, this.machine);
    const value = await evaluateNumber(expression, context, [this.cfa]);
    return typeof value === 'bigint' ? value : undefined;
  }
}

// Registers that were saved to memory.

/** The register, by its DWARF number, that was saved at an address. */
async function memoryRegister(
  address: bigint,
  dwarfNumber: number,
  machine: UnwindContext,
): Promise<SavedRegister> {
  const { bits, abi } = machine.names.layout.architecture;
  const name = abi.dwarf.get(dwarfNumber);
  const register = machine.names.layout.registers.find((each) => each.name === name);
  // A pseudo register is saved as the processor's mode knows it: half a register in 31-bit code of
  // s390.
  const size = register && !register.pseudo ? Math.ceil(register.bitSize / 8) : bits / 8;
  return memoryBytes(BigInt.asUintN(bits, address), size, machine);
}

/** A register of `size` bytes that was saved at an address. */
async function memoryBytes(
  address: bigint,
  size: number,
  { memory }: UnwindContext,
): Promise<SavedRegister> {
  const { bytes, origins } = await memory.read(address, size);
  if (origins.includes(Origin.unavailable)) return unavailable;
  return { kind: 'value', bytes, address };
}

// From a physical frame to its caller where no call frame information says how: code compiled to
// keep a frame pointer leaves a chain of them on the stack. Whether this code was, nobody knows:
// the result is a guess.

const noInformation = () => t('No call frame information says where the caller is');

/** The caller that the frame pointer leads to. */
export async function callerByFramePointer(
  { registers }: PhysicalFrame,
  machine: UnwindContext,
): Promise<CallerState | StackEnd> {
  const { names, order } = machine;
  const { bits, pc: pcName, sp: spName, abi } = names.layout.architecture;
  const { frameRecord: record } = abi;
  if (!record) return { why: `${noInformation()}.` };
  const pointer = number(registers.named(record.pointer));
  const stack = number(registers.named(spName));
  if (pointer === undefined) {
    return { why: t('{0}, and the frame pointer was not collected.', noInformation()) };
  }
  const size = bits / 8;
  if (pointer === 0n || pointer % BigInt(size) !== 0n || (stack !== undefined && pointer < stack)) {
    return { why: t('{0}, and the frame pointer does not.', noInformation()) };
  }
  const saved = (offset: bigint): Promise<SavedRegister> =>
    memoryBytes(BigInt.asUintN(bits, pointer + offset), size, machine);
  const returnAddress = number(await saved(record.returnAddress));
  if (returnAddress === undefined) {
    return {
      why: t('{0}, and what the frame pointer leads to was not collected.', noInformation()),
    };
  }
  if (returnAddress === 0n) return {};
  const pc = abi.codeAddress?.(returnAddress, true) ?? returnAddress;
  const known = new Map<string, SavedRegister>([
    [pcName, value(pc)],
    [spName, value(pointer + record.cfa)],
    [record.pointer, await saved(record.callersPointer)],
  ]);
  return { pc, registers: new CallerRegisters(names, known), called: true, guessed: true };

  function number(register: SavedRegister | undefined): bigint | undefined {
    return register?.kind === 'value' ? unsigned(register.bytes, order) : undefined;
  }

  function value(content: bigint): SavedRegister {
    return { kind: 'value', bytes: toBytes(content, size, order) };
  }
}

// Where a stack frame saved the registers of its caller, by its call frame information: of main
// too, with which the call stack ends.

/** What a stack frame kept for its caller. Addresses are run-time addresses. */
export interface SavedRegisters {
  /** The PC in the caller. */
  readonly pc: bigint | Exclude<SavedRegister['kind'], 'value'>;
  /** Where memory that was collected holds registers, by their names. */
  readonly addresses: ReadonlyMap<string, bigint>;
}

/** What a stack frame of an out-of-line function saved; undefined where nothing describes it. */
export async function savedRegisters(
  frame: StackFrame,
  { registers: known, memory, frame: { order } }: FrameState,
  modules: readonly LoadedModule[],
): Promise<SavedRegisters | undefined> {
  const { module, lookupPc, cfa } = frame;
  if (!known || cfa === undefined) return undefined;
  const machine = { names: registerNames(known.layout, order), order, memory, modules };
  const row =
    (await callFrameAt(lookupPc, module, known.layout.architecture)) ??
    (await rowOfUnknownCode(lookupPc, module, machine));
  if (!row) return undefined;
  const addresses = new Map<string, bigint>();
  const registers = {
    named: (name: string) => frame.registerNamed(name),
    numbered: (number: number) => frame.register(number),
    left: (number: number) => frame.left(number),
  };
  const rules = new RegisterRules({ registers, module }, cfa, machine);
  const value = (number: number) =>
    rules.value(number, row.registers.get(number) ?? { kind: 'sameValue' });
  for (const [number, name] of known.layout.architecture.abi.dwarf) {
    const kind = row.registers.get(number)?.kind;
    if (kind !== 'offset' && kind !== 'expression') continue;
    const saved = await value(number);
    if (saved.kind === 'value' && saved.address !== undefined) addresses.set(name, saved.address);
  }
  const returned = await value(row.returnAddress);
  const pc = returned.kind === 'value' ? returnedTo(returned.bytes, row, machine) : returned.kind;
  return { pc, addresses };
}
