// From an activation to its caller, as call frame information says (DWARF 5, section 6.4.4); where it says nothing of a
// register, the ABI decides.
import { hexAddress } from '../../bytes/hex';
import { unsigned } from '../../bytes/cursor';
import type { CallFrameRow, RegisterRule } from '../../symbols/dwarf/callFrame';
import { evaluateNumber } from '../dwarf/recordedExpression';
import { toBytes } from '../numberBytes';
import type { SavedRegister, StackDamage } from '../stackFrame';
import {
  expressionContext,
  type Activation,
  type Reached,
  type UnwoundMachine,
} from './activation';
import { CallerRegisters, notSaved, unavailable, type RegisterFile } from './registerFile';
import { memoryRegister } from './savedMemory';

/** Why a call stack ends. */
export interface StackEnd {
  /** One sentence; absent where the activation is the outermost. */
  readonly why?: string;
  readonly damage?: StackDamage;
  /** The registers of the caller where there is one, but its PC was not collected. */
  readonly unavailableCaller?: RegisterFile;
}

/** The caller of an activation with a row and a CFA. */
export async function callerByCallFrames(
  activation: Activation,
  row: CallFrameRow,
  cfa: bigint,
  machine: UnwoundMachine,
): Promise<Reached | StackEnd> {
  const { architecture } = machine.names.layout;
  const rules = new RegisterRules(activation, cfa, machine);
  const rule = row.registers.get(row.returnAddress) ?? { kind: 'sameValue' };
  if (rule.kind === 'undefined') return {};
  if (rule.kind === 'sameValue' && architecture.abi.link === undefined) {
    return { why: 'Call frame information does not say where the return address is.' };
  }
  const returnAddress = await rules.value(row.returnAddress, rule);
  if (returnAddress.kind === 'notSaved') return { why: 'The return address was not saved.' };
  const known = await rules.all(row);
  if (returnAddress.kind === 'unavailable') {
    const at = rule.kind === 'offset' ? ` at ${hexAddress(cfa + rule.offset)}` : '';
    known.set(architecture.pc, unavailable);
    return {
      why: `The return address${at} was not collected.`,
      unavailableCaller: new CallerRegisters(machine.names, known, activation.registers),
    };
  }
  const pc = returnedTo(returnAddress.bytes, row, machine);
  known.set(architecture.pc, { ...rules.number(pc), ...addressOf(returnAddress) });
  const registers = new CallerRegisters(machine.names, known, activation.registers);
  return { pc, registers, called: !row.isSignal, guessed: false };
}

/** The code address that a saved return address is of. */
export function returnedTo(
  returnAddress: Uint8Array,
  row: CallFrameRow,
  { names, order }: UnwoundMachine,
): bigint {
  const raw = unsigned(returnAddress, order);
  return names.layout.architecture.abi.codeAddress?.(raw, row.returnAddressSigned) ?? raw;
}

function addressOf({ address }: { readonly address?: bigint }): { readonly address?: bigint } {
  return address === undefined ? {} : { address };
}

/** The register rules of one activation. */
export class RegisterRules {
  constructor(
    private readonly activation: Pick<Activation, 'registers' | 'placement'>,
    private readonly cfa: bigint,
    private readonly machine: UnwoundMachine,
  ) {}

  /** What is known of the caller's registers, by their names. */
  async all(row: CallFrameRow): Promise<Map<string, SavedRegister>> {
    const { sp, abi } = this.machine.names.layout.architecture;
    const known = new Map<string, SavedRegister>();
    for (const name of abi.kept) {
      const kept = this.activation.registers.named(name);
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
        return this.activation.registers.numbered(number);
      case 'register':
        return this.activation.registers.numbered(rule.register);
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
    const { registers, placement } = this.activation;
    const context = expressionContext(registers, placement, this.machine);
    const value = await evaluateNumber(expression, context, [this.cfa]);
    return typeof value === 'bigint' ? value : undefined;
  }
}
