// The stack frames of activations: the functions that were inlined at the PC, each as one of its own, innermost first,
// and those that left by a tail call.
import type { CallSite, FunctionScope } from '../../symbols/scope';
import { linkAddress } from '../linkAddress';
import { toBytes } from '../numberBytes';
import type { LoadedModule, SavedRegister, StackFrame } from '../stackFrame';
import type { Activation } from './activation';
import { ChangedRegisters, type RegisterFile, type RegisterNames } from './registerFile';
import { tailCallsBetween, type Calls } from './tailCalls';

/** A stack frame that does not know its place yet. */
export type Unplaced = Omit<StackFrame, 'level' | 'caller'>;

/** Functions at a PC: that of the activation last, those inlined into it before. */
export async function scopesAt(
  pc: bigint,
  placement: LoadedModule | undefined,
): Promise<readonly FunctionScope[]> {
  if (!placement) return [];
  return placement.program.scopesAt(linkAddress(pc, placement.slide));
}

/** The stack frames of one activation. */
export function framesOf(
  { pc, lookupPc, placement, cfa, kind, registers }: Activation,
  scopes: readonly FunctionScope[],
): Unplaced[] {
  const address = 'address' in cfa ? cfa.address : undefined;
  const whole = { pc, lookupPc, placement, cfa: address, kind, ...readingFrom(registers) };
  return withInlined(whole, scopes);
}

/** The stack frame of an activation whose PC was not collected. */
export function unavailableFrame(registers: RegisterFile): Unplaced {
  return {
    pc: 0n,
    lookupPc: 0n,
    placement: undefined,
    scope: undefined,
    kind: 'unavailable',
    cfa: undefined,
    ...readingFrom(registers),
  };
}

/** The stack frames between an activation of the function that begins at `callee` and the one that called. */
export async function tailCallFrames(
  callee: bigint,
  { cfa }: Activation,
  { pc, placement, registers }: Activation,
  names: RegisterNames,
): Promise<Unplaced[]> {
  if (!placement || !('address' in cfa)) return [];
  const entry = linkAddress(callee, placement.slide);
  const sites = await tailCallsBetween(callsOf(placement), linkAddress(pc, placement.slide), entry);
  const frames: Unplaced[] = [];
  for (const { returnAddress } of sites) {
    const at = returnAddress + placement.slide;
    const whole = {
      pc: at,
      lookupPc: at - 1n,
      placement,
      // A function that ends in a tail call has given its part of the stack to the one that it called.
      cfa: cfa.address,
      kind: 'tailCall' as const,
      ...readingFrom(atTailCall(at, cfa.address, registers, names)),
    };
    frames.push(...withInlined(whole, await scopesAt(at - 1n, placement)));
  }
  return frames;
}

/** The registers at a tail call: those of the caller, and the stack pointer as at the function's entry. */
function atTailCall(
  pc: bigint,
  cfa: bigint,
  registers: RegisterFile,
  names: RegisterNames,
): RegisterFile {
  const { bits, abi, pc: pcName, sp } = names.layout.architecture;
  const size = bits / 8;
  const stackPointer = abi.link === undefined ? cfa - BigInt(size) : cfa;
  const value = (number: bigint): SavedRegister => ({
    kind: 'value',
    bytes: toBytes(number, size, names.order),
  });
  const changed = new Map([
    [pcName, value(pc)],
    [sp, value(stackPointer)],
  ]);
  return new ChangedRegisters(names, registers, changed);
}

function readingFrom(
  registers: RegisterFile,
): Pick<StackFrame, 'register' | 'registerNamed' | 'left'> {
  return {
    register: (number): SavedRegister => registers.numbered(number),
    registerNamed: (name) => registers.named(name),
    left: (dwarfNumber) => registers.left(dwarfNumber),
  };
}

function withInlined(whole: Omit<Unplaced, 'scope'>, scopes: readonly FunctionScope[]): Unplaced[] {
  const inlined = scopes
    .slice(0, -1)
    .map((scope) => ({ ...whole, scope, kind: 'inline' as const }));
  return [...inlined, { ...whole, scope: scopes.at(-1) }];
}

function callsOf({ program }: LoadedModule): Calls {
  const sitesAt = async (address: bigint): Promise<readonly CallSite[] | undefined> => {
    const scope = (await program.scopesAt(address)).at(-1);
    return scope && program.callSitesOf(scope);
  };
  return {
    siteBefore: async (returnAddress) =>
      (await sitesAt(returnAddress - 1n))?.find((site) => site.returnAddress === returnAddress),
    tailCallsOf: async (entry) => (await sitesAt(entry))?.filter(({ tail }) => tail),
  };
}
