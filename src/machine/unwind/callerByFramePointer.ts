// From an activation to its caller where no call frame information says how: code compiled to keep a frame pointer
// leaves a chain of them on the stack. Whether this code was, nobody knows: the result is a guess.
import { unsigned } from '../../bytes/cursor';
import { toBytes } from '../numberBytes';
import type { SavedRegister } from '../stackFrame';
import type { Activation, Reached, UnwoundMachine } from './activation';
import type { StackEnd } from './callerByCallFrames';
import { CallerRegisters } from './registerFile';
import { memoryBytes } from './savedMemory';

const noInformation = 'No call frame information says where the caller is';

/** The caller that the frame pointer leads to. */
export async function callerByFramePointer(
  { registers }: Activation,
  machine: UnwoundMachine,
): Promise<Reached | StackEnd> {
  const { names, order } = machine;
  const { bits, pc: pcName, sp: spName, abi } = names.layout.architecture;
  const { frameRecord: record } = abi;
  if (!record) return { why: `${noInformation}.` };
  const pointer = number(registers.named(record.pointer));
  const stack = number(registers.named(spName));
  if (pointer === undefined) {
    return { why: `${noInformation}, and the frame pointer was not collected.` };
  }
  const size = bits / 8;
  if (pointer === 0n || pointer % BigInt(size) !== 0n || (stack !== undefined && pointer < stack)) {
    return { why: `${noInformation}, and the frame pointer does not.` };
  }
  const saved = (offset: bigint): Promise<SavedRegister> =>
    memoryBytes(BigInt.asUintN(bits, pointer + offset), size, machine);
  const returnAddress = number(await saved(record.returnAddress));
  if (returnAddress === undefined) {
    return { why: `${noInformation}, and what the frame pointer leads to was not collected.` };
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
