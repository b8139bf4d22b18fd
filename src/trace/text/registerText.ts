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

/** The lines of some registers, as they were in the stack frame of the context. */
export function registerLines(
  registers: readonly Register[],
  machine: FrameState,
  context: ValueContext,
): Promise<string[]> {
  return Promise.all(registers.map((register) => registerLine(register, machine, context)));
}

/**
 * What `info registers` without names shows; with floating-point and vector registers where `all`.
 * gdb goes by the registers' groups on x86, and by their types on other processors.
 */
export function registersShown(machine: FrameState, all: boolean): readonly Register[] {
  const { registers = [], architecture } = machine.registers?.layout ?? {};
  const isX86 = architecture?.elfMachines.some((each) => each === 3 || each === 62) ?? false;
  return registers.filter(({ name, group, pseudo, type }) => {
    if (name === '') return false;
    if (isX86) return all ? group !== 'other' && group !== 'system' : group === 'general';
    if (all) return pseudo || group !== 'other';
    if (pseudo) return group === 'general';
    return group !== 'other' && !isVectorType(type) && !isFloatRegister(type);
  });
}

async function registerLine(
  register: Register,
  machine: FrameState,
  context: ValueContext,
): Promise<string> {
  const saved = savedRegister(register, machine, context);
  if (saved.kind !== 'value') {
    const name = register.name.padEnd(firstColumn - 1);
    return `${name} ${saved.kind === 'notSaved' ? '<not saved>' : '<unavailable>'}`;
  }
  const { order } = context;
  const { bytes } = saved;
  const isRust = styleOf(context.language) === 'rust' && isVectorType(register.type);
  if (isRust) return lineOf(register, bytes, order, { composite: rustComposite });
  if (register.type.kind !== 'pointer') return rememberedLine(register, bytes, order);
  const symbol = await symbolOf(unsigned(bytes, order), context);
  return lineOf(register, bytes, order, { symbol });
}

/** Lines of one register that are remembered. */
const maxRemembered = 64;

/** By register, then by byte order and bytes. */
const lines = new WeakMap<Register, Map<string, string>>();

/**
 * A vector register has a hundred lanes to write, and most frames find in it what the frame before
 * had.
 */
function rememberedLine(register: Register, bytes: Uint8Array, order: ByteOrder): string {
  let known = lines.get(register);
  if (!known) {
    known = new Map();
    lines.set(register, known);
  }
  const key = order + String.fromCharCode(...bytes);
  let line = known.get(key);
  if (line === undefined) {
    line = lineOf(register, bytes, order);
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
    symbol,
    composite,
  }: {
    readonly symbol?: string | undefined;
    readonly composite?: typeof rustComposite;
  } = {},
): string {
  const name = register.name.padEnd(firstColumn - 1);
  const natural = registerNaturalText(register, bytes, order, () => symbol);
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
