// The Registers scope of a stack frame. A caller's registers are those that unwinding found, never
// the innermost ones.
import { t } from '@vscode/l10n';
import { unsigned, type ByteOrder } from '../bytes/cursor';
import { registerValue } from '../expressions/registerValue';
import { resultText } from '../expressions/format';
import type { Register } from '../machine/registerLayout';
import {
  hasRegisterParts,
  registerParts,
  registerText,
  type RegisterPart,
} from '../machine/registerText';
import type { LoadedModule, SavedRegister, StackFrame } from '../machine/stackFrame';
import type { FrameState } from '../machine/frameState';
import { valueContextOf, type Value } from '../values/value';
import { formatLetter, type ShownFormat, valueNode, type ValueView } from './valueNodes';
import type { VariableNode } from './variableTree';

/** The registers of one stack frame. */
export interface StackFrameRegisters {
  readonly list: readonly Register[];
  readonly order: ByteOrder;
  /** Bytes in an address. */
  readonly addressSize: number;
  read(register: Register): SavedRegister;
  /** The register as an expression has it. */
  value(register: Register): Value | undefined;
}

/**
 * The registers of a stack frame of a machine, or, without one, those that its frame
 * collected.
 */
export function registersOf(
  machine: FrameState,
  stackFrame: StackFrame | undefined,
  modules: readonly LoadedModule[] = [],
): StackFrameRegisters {
  const context = valueContextOf(machine, modules, stackFrame);
  return {
    list: machine.registers?.layout.registers ?? [],
    order: machine.frame.order,
    addressSize: context.addressSize,
    read: ({ name }) => {
      if (stackFrame) return stackFrame.registerNamed(name) ?? { kind: 'notSaved' };
      const bytes = machine.registers?.read(name)?.bytes;
      return bytes ? { kind: 'value', bytes } : { kind: 'unavailable' };
    },
    value: ({ name }) => registerValue(name, machine, context),
  };
}

/**
 * Registers by group, as the target description or the architecture groups them. A group says which
 * of its registers were others in `before`, the stop before this one.
 */
export function registersScope(
  registers: StackFrameRegisters,
  view: ValueView,
  before?: StackFrameRegisters,
): VariableNode[] {
  const groups = new Map<string, Register[]>();
  for (const register of registers.list) {
    const group = groups.get(register.group);
    if (group) group.push(register);
    else groups.set(register.group, [register]);
  }
  return [...groups].map(([group, list]) => ({
    name: group,
    value: before ? changedText(list.filter((each) => isChanged(each, registers, before))) : '',
    children: () => Promise.all(list.map((register) => registerNode(registers, register, view))),
  }));
}

/** Changed registers that a group names, at most; it counts the others. */
const maxNamed = 6;

function changedText(changed: readonly Register[]): string {
  if (changed.length === 0) return '';
  const names = changed.slice(0, maxNamed).map(({ name }) => name);
  const more = changed.length - names.length;
  const listed = names.join(', ');
  return t('changed: {0}', more > 0 ? t('{0} and {1} more', listed, more) : listed);
}

/** What one of the two stops did not collect is not known to have changed. */
function isChanged(
  register: Register,
  registers: StackFrameRegisters,
  before: StackFrameRegisters,
): boolean {
  const [now, then] = [registers.read(register), before.read(register)];
  if (now.kind !== 'value' || then.kind !== 'value') return false;
  return now.bytes.some((byte, i) => byte !== then.bytes[i]);
}

/**
 * One register, its fields or lanes below it: in hexadecimal digits, unless the view has another
 * format for it.
 */
export async function registerNode(
  registers: StackFrameRegisters,
  register: Register,
  view: ValueView,
): Promise<VariableNode> {
  const { formats } = view;
  const format = formats?.ofExpression(`$${register.name}`) ?? formats?.ofAll;
  const value = format && registers.value(register);
  const saved = registers.read(register);
  const node = usualNode(registers, register, saved);
  if (!value || saved.kind !== 'value') return node;
  return { ...node, ...(await formatted(value, register, { ...view, format })) };
}

/** As gdb's `print` with a format writes it, with its parts. */
async function formatted(
  value: Value,
  { name }: Register,
  view: ValueView & { readonly format: ShownFormat },
): Promise<Partial<VariableNode>> {
  const { children, elements } = await valueNode(name, value, `$${name}`, view);
  const written = await resultText(value, { format: formatLetter(view.format) });
  return {
    value: 'problem' in written ? `<error: ${written.problem}>` : written.text,
    ...(children && { children }),
    ...(elements && { elements }),
  };
}

function usualNode(
  { order, addressSize }: StackFrameRegisters,
  register: Register,
  saved: SavedRegister,
): VariableNode {
  const bytes = saved.kind === 'value' ? saved.bytes : undefined;
  const address = bytes && mayPoint(register, addressSize) ? unsigned(bytes, order) : undefined;
  return {
    name: register.name,
    value: saved.kind === 'notSaved' ? '<not saved>' : registerText(register, bytes, order),
    type: register.type.name,
    evaluateName: `$${register.name}`,
    ...(address !== undefined && { address }),
    ...(bytes &&
      hasRegisterParts(register) && {
        children: () => registerParts(register, bytes, order).map(partNode),
      }),
  };
}

/**
 * What is said to point, and general registers as wide as an address: gdb's descriptions call those
 * integers.
 */
function mayPoint({ type, group }: Register, addressSize: number): boolean {
  if (type.kind === 'pointer') return true;
  return group === 'general' && type.kind === 'integer' && type.size === addressSize;
}

function partNode(part: RegisterPart): VariableNode {
  const { parts } = part;
  return {
    name: part.name,
    value: part.text,
    ...(parts && parts.length > 0 && { children: () => parts.map(partNode) }),
  };
}
