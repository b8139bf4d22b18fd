// What an emulated state says of the caller, in the form of call frame information.
import type { ByteOrder } from '../../bytes/cursor';
import type { CallFrameRow, CfaRule, RegisterRule } from '../../symbols/dwarf/cfi/program';
import type { Encoding } from '../../symbols/dwarf/form';
import { DW_OP } from '../../symbols/dwarf/operations';
import type { Architecture } from '../arch/architecture';
import type { Emulator } from './emulator';
import type { EmulatedState, Slot, EmulatedValue } from './state';

/** The row for a state; undefined where it does not tell where the caller is. */
export function emulatedRow(
  state: EmulatedState,
  emulator: Emulator,
  { abi, bits }: Pick<Architecture, 'abi' | 'bits'>,
  order: ByteOrder,
): Omit<CallFrameRow, 'start' | 'end'> | undefined {
  const encoding = { order, version: 5, addressSize: bits / 8, offsetSize: 4 } as const;
  const cfa = cfaRule(state, emulator) ?? savedCfaRule(state, emulator, encoding);
  if (!cfa) return undefined;
  const { returnAddress, convention } = emulator;
  const registers = new Map<number, RegisterRule>();
  const wanted = new Set([...[...state.changed()].map(([register]) => register), returnAddress]);
  for (const { value } of state.stack) if (value.offset === 0) wanted.add(value.base);
  for (const register of wanted) {
    if (register === convention.sp && abi.stackPointerIsCfa) continue;
    const isKept = register === returnAddress || abi.kept.has(abi.dwarf.get(register) ?? '');
    const rule = isKept ? registerRule(register, state, emulator, encoding) : undefined;
    if (rule) registers.set(register, rule);
  }
  if (registers.get(returnAddress)?.kind === 'undefined') return undefined;
  return {
    cfa,
    registers,
    returnAddress,
    isSignal: false,
    returnAddressSigned: state.isReturnAddressSigned,
  };
}

/** The CFA by a register that holds an address of this function's stack. */
function cfaRule(state: EmulatedState, emulator: Emulator): CfaRule | undefined {
  const { convention, framePointers, cfaOffset } = emulator;
  const { sp } = convention;
  const others = [...state.changed()].map(([register]) => register);
  for (const register of [...framePointers, sp, ...others]) {
    const value = state.get(register);
    if (value?.base !== sp) continue;
    return { kind: 'register', register, offset: BigInt(cfaOffset - value.offset) };
  }
  return undefined;
}

/**
 * The CFA by what the stack has of it, of a function that aligned its stack pointer: gcc's
 * functions keep the address there by which they reach their arguments.
 */
function savedCfaRule(
  state: EmulatedState,
  { convention, cfaOffset }: Emulator,
  encoding: Encoding,
): CfaRule | undefined {
  for (const { address, value } of state.stack) {
    if (value.base !== convention.sp) continue;
    const at = addressExpression(address, state);
    if (!at) continue;
    const by = cfaOffset - value.offset;
    const bytes = [...at, DW_OP.deref, DW_OP.consts, ...sleb128(by), DW_OP.plus];
    return { kind: 'expression', expression: { bytes: Uint8Array.from(bytes), encoding } };
  }
  return undefined;
}

/** The operations that give an address; undefined where no register leads to it. */
function addressExpression(
  { base, offset }: EmulatedValue,
  state: EmulatedState,
): number[] | undefined {
  for (const [register, value] of state.changed()) {
    if (value?.base !== base || register > lastShortRegister) continue;
    return [DW_OP.breg0 + register, ...sleb128(offset - value.offset)];
  }
  return undefined;
}

/** DW_OP_breg0 … DW_OP_breg31. */
const lastShortRegister = 31;

/** A number as DWARF 5, section 7.6, encodes it. */
function sleb128(number: number): number[] {
  const bytes: number[] = [];
  for (let rest = number; ;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    const isLast = rest === (byte & 0x40 ? -1 : 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

/** Where a register is as it was at the entry; undefined where it has not been changed. */
function registerRule(
  register: number,
  state: EmulatedState,
  { convention, cfaOffset }: Emulator,
  encoding: Encoding,
): RegisterRule | undefined {
  const { sp } = convention;
  const holds = (value: { base: number; offset: number } | undefined) =>
    value?.base === register && value.offset === 0;
  const everywhere = state.stack.filter(({ value }) => holds(value));
  const saved = everywhere.filter(({ address }) => address.base === sp);
  // It may have been restored early on the way to the end, and what was saved is no longer there.
  if (holds(state.get(register))) return undefined;
  const top = state.get(sp);
  const isInUse = ({ address }: Slot) => top?.base !== sp || address.offset >= top.offset;
  const offsetRule = ({ address }: Slot): RegisterRule => ({
    kind: 'offset',
    offset: BigInt(address.offset - cfaOffset),
  });
  const inUse = saved.find(isInUse);
  if (inUse) return offsetRule(inUse);
  for (const { address } of everywhere) {
    const bytes = address.base === sp ? undefined : addressExpression(address, state);
    if (!bytes) continue;
    return { kind: 'expression', expression: { bytes: Uint8Array.from(bytes), encoding } };
  }
  const other = [...state.changed()].find(([, value]) => holds(value));
  if (other) return { kind: 'register', register: other[0] };
  const [below] = saved;
  if (below) return offsetRule(below);
  if (register === sp) return { kind: 'valOffset', offset: BigInt(-cfaOffset) };
  return { kind: 'undefined' };
}
