// Where a stack frame saved the registers of its caller, by its call frame information: of main too, with which the call
// stack ends.
import { linkAddress } from '../linkAddress';
import type { LoadedModule, SavedRegister, StackFrame } from '../stackFrame';
import type { StoppedMachine } from '../stoppedMachine';
import { rowOfUnknownCode } from './activation';
import { RegisterRules, returnedTo } from './callerByCallFrames';
import { registerNames } from './registerFile';

/** What a stack frame kept for its caller. Addresses are run-time addresses. */
export interface SavedRegisters {
  /** The PC in the caller. */
  readonly pc: bigint | Exclude<SavedRegister['kind'], 'value'>;
  /** Where memory that was collected holds registers, by their names. */
  readonly addresses: ReadonlyMap<string, bigint>;
}

/** What a stack frame of a function with code of its own saved; undefined where nothing says so. */
export async function savedRegisters(
  frame: StackFrame,
  { registers: known, memory, frame: { order } }: StoppedMachine,
  placements: readonly LoadedModule[],
): Promise<SavedRegisters | undefined> {
  const { placement, lookupPc, cfa } = frame;
  if (!known || cfa === undefined) return undefined;
  const machine = { names: registerNames(known.layout, order), order, memory, placements };
  const row =
    (await placement?.program.callFrameAt(linkAddress(lookupPc, placement.slide))) ??
    rowOfUnknownCode(placement, machine);
  if (!row) return undefined;
  const addresses = new Map<string, bigint>();
  const registers = {
    named: (name: string) => frame.registerNamed(name),
    numbered: (number: number) => frame.register(number),
    left: (number: number) => frame.left(number),
  };
  const rules = new RegisterRules({ registers, placement }, cfa, machine);
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
