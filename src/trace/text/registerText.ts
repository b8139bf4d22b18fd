// gdb's `info registers`: name, value in hexadecimal digits, value as its type has it (gdb manual,
// "Registers").
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { Register } from '../../machine/registerLayout';
import { isFloatRegister, isVectorType } from '../../machine/registerType';
import { registerNaturalText, registerText, rustComposite } from '../../machine/registerText';
import type { SavedRegister } from '../../machine/stackFrame';
import type { FrameState } from '../../machine/frameState';
import { styleOf } from '../../values/language';
import { symbolOf } from '../../values/symbolText';
import type { ValueContext } from '../../values/value';

/** Columns where the values begin. */
const firstColumn = 15;
const secondColumn = 35;

/**
 * The lines of some registers, as they were in the stack frame of the context. `radix`: the base
 * of whole numbers.
 */
export function registerLines(
  registers: readonly Register[],
  machine: FrameState,
  context: ValueContext,
  radix = 10,
): Promise<string[]> {
  return Promise.all(registers.map((register) => registerLine(register, machine, context, radix)));
}

/**
 * What `info registers` without names shows; with floating-point and vector registers where `all`.
 * gdb goes by the registers' groups on x86, and by their types on other processors.
 */
export function registersShown(machine: FrameState, all: boolean): readonly Register[] {
  const { registers = [] } = machine.registers?.layout ?? {};
  const onX86 = isX86(machine);
  return registers.filter(({ name, group, pseudo, type }) => {
    if (name === '') return false;
    if (onX86) return all ? group !== 'other' && group !== 'system' : group === 'general';
    if (all) return pseudo || group !== 'other';
    if (pseudo) return group === 'general';
    return group !== 'other' && !isVectorType(type) && !isFloatRegister(type);
  });
}

/**
 * The registers of one of gdb's groups. On other processors than x86 they go by their types too,
 * so that one may be in several groups.
 */
export function registersOfGroup(machine: FrameState, group: RegisterGroup): readonly Register[] {
  if (group === 'all') return registersShown(machine, true);
  if (group === 'general') return registersShown(machine, false);
  const { registers = [] } = machine.registers?.layout ?? {};
  const named = registers.filter(({ name }) => name !== '');
  if (group === 'save' || group === 'restore') return named.filter(({ pseudo }) => !pseudo);
  if (isX86(machine)) {
    const own = named.filter((each) => each.group === group);
    // gdb numbers them behind the others.
    const isOriginal = ({ name }: Register) => name.startsWith('orig_');
    return [...own.filter((each) => !isOriginal(each)), ...own.filter(isOriginal)];
  }
  const isOfType = { float: isFloatRegister, vector: isVectorType, system: () => false }[group];
  return named.filter(
    (each) =>
      each.group === group ||
      (group === 'vector' && isPartOfVector(each, machine)) ||
      (each.group !== 'other' && isOfType(each.type)),
  );
}

/** gdb counts the floating-point parts of AArch64's vector registers to both groups. */
function isPartOfVector({ pseudo, group }: Register, machine: FrameState): boolean {
  return pseudo && group === 'float' && isOf([183], machine);
}

/** The groups that every processor has, in gdb's order. */
export const registerGroups = [
  'general',
  'float',
  'system',
  'vector',
  'all',
  'save',
  'restore',
] as const;

type RegisterGroup = (typeof registerGroups)[number];

/** Whether the processor is an x86, of 32 or 64 bits. */
export function isX86(machine: FrameState): boolean {
  return isOf([3, 62], machine);
}

/** Whether the processor has one of some ELF e_machine. */
function isOf(machines: readonly number[], { registers }: FrameState): boolean {
  const { elfMachines = [] } = registers?.layout.architecture ?? {};
  return elfMachines.some((each) => machines.includes(each));
}

async function registerLine(
  register: Register,
  machine: FrameState,
  context: ValueContext,
  radix: number,
): Promise<string> {
  const saved = savedRegister(register, machine, context);
  if (saved.kind !== 'value') {
    const name = register.name.padEnd(firstColumn - 1);
    return `${name} ${saved.kind === 'notSaved' ? '<not saved>' : '<unavailable>'}`;
  }
  const { order } = context;
  const { bytes } = saved;
  const isRust = styleOf(context.language) === 'rust' && isVectorType(register.type);
  if (isRust) return lineOf(register, bytes, order, { radix, composite: rustComposite });
  if (register.type.kind !== 'pointer') return rememberedLine(register, bytes, order, radix);
  const symbol = await symbolOf(unsigned(bytes, order), context);
  return lineOf(register, bytes, order, { radix, symbol });
}

/** Lines of one register that are remembered. */
const maxRemembered = 64;

/** By register, then by byte order, base and bytes. */
const lines = new WeakMap<Register, Map<string, string>>();

/**
 * A vector register has a hundred lanes to write, and most frames find in it what the frame before
 * had.
 */
function rememberedLine(
  register: Register,
  bytes: Uint8Array,
  order: ByteOrder,
  radix: number,
): string {
  let known = lines.get(register);
  if (!known) {
    known = new Map();
    lines.set(register, known);
  }
  const key = `${order}${radix} ${String.fromCharCode(...bytes)}`;
  let line = known.get(key);
  if (line === undefined) {
    line = lineOf(register, bytes, order, { radix });
    if (known.size >= maxRemembered) known.clear();
    known.set(key, line);
  }
  return line;
}

function lineOf(
  register: Register,
  bytes: Uint8Array,
  order: ByteOrder,
  {
    radix,
    symbol,
    composite,
  }: {
    readonly radix: number;
    readonly symbol?: string | undefined;
    readonly composite?: typeof rustComposite;
  },
): string {
  const name = register.name.padEnd(firstColumn - 1);
  const natural = registerNaturalText(register, bytes, order, { symbol: () => symbol, radix });
  const text = registerText(register, bytes, order, composite);
  const first = text.endsWith(` ${natural}`) ? text.slice(0, -natural.length - 1) : text;
  if (natural === '') return `${name} ${first}`;
  return `${`${name} ${first}`.padEnd(secondColumn - 1)} ${natural}`;
}

function savedRegister(
  { name }: Register,
  machine: FrameState,
  { frame }: ValueContext,
): SavedRegister {
  if (frame) return frame.registerNamed(name) ?? { kind: 'notSaved' };
  const bytes = machine.registers?.read(name)?.bytes;
  return bytes ? { kind: 'value', bytes } : { kind: 'unavailable' };
}
