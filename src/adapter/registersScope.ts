// The Registers scope of a stack frame. A caller's registers are those that unwinding found, never the innermost ones.
import { unsigned, type ByteOrder } from '../bytes/cursor';
import type { Register } from '../machine/registerLayout';
import { registerParts, registerText, type RegisterPart } from '../machine/registerText';
import type { SavedRegister, StackFrame } from '../machine/stackFrame';
import type { StoppedMachine } from '../machine/stoppedMachine';
import type { VariableNode } from './variableTree';

/** The registers of one stack frame. */
export interface StackFrameRegisters {
  readonly list: readonly Register[];
  readonly order: ByteOrder;
  read(register: Register): SavedRegister;
}

/** The registers of a stack frame of a machine, or, where there is none, those that its frame collected. */
export function registersOf(
  machine: StoppedMachine,
  stackFrame: StackFrame | undefined,
): StackFrameRegisters {
  return {
    list: machine.registers?.layout.registers ?? [],
    order: machine.frame.order,
    read: ({ name }) => {
      if (stackFrame) return stackFrame.registerNamed(name) ?? { kind: 'notSaved' };
      const bytes = machine.registers?.read(name)?.bytes;
      return bytes ? { kind: 'value', bytes } : { kind: 'unavailable' };
    },
  };
}

/** Registers by group, as the target description or the architecture groups them. */
export function registersScope(registers: StackFrameRegisters): VariableNode[] {
  const groups = new Map<string, Register[]>();
  for (const register of registers.list) {
    const group = groups.get(register.group);
    if (group) group.push(register);
    else groups.set(register.group, [register]);
  }
  return [...groups].map(([group, list]) => ({
    name: group,
    value: '',
    children: () => list.map((register) => registerNode(registers, register)),
  }));
}

/** One register, its fields or lanes below it. */
export function registerNode(registers: StackFrameRegisters, register: Register): VariableNode {
  const { order } = registers;
  const saved = registers.read(register);
  const bytes = saved.kind === 'value' ? saved.bytes : undefined;
  const parts = bytes ? registerParts(register, bytes, order) : [];
  const isAddress = bytes && register.type.kind === 'pointer';
  return {
    name: register.name,
    value: saved.kind === 'notSaved' ? '<not saved>' : registerText(register, bytes, order),
    type: register.type.name,
    evaluateName: `$${register.name}`,
    ...(isAddress && { address: unsigned(bytes, order) }),
    ...(parts.length > 0 && { children: () => parts.map(partNode) }),
  };
}

function partNode(part: RegisterPart): VariableNode {
  const { parts } = part;
  return {
    name: part.name,
    value: part.text,
    ...(parts && parts.length > 0 && { children: () => parts.map(partNode) }),
  };
}
