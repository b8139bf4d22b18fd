// gdb's `info registers`: name, value in hexadecimal digits, value as its type has it (gdb manual,
// "Registers").
import { textOfUnits } from '../../bytes/text';
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { Register } from '../../machine/registerLayout';
import { isFloatRegister, isVectorType } from '../../machine/registerType';
import { registerNaturalText, registerText, rustComposite } from '../../machine/registerText';
import type { SavedRegister } from '../../machine/stackFrame';
import type { FrameState } from '../../machine/frameState';
import { styleOf } from '../../symbols/dwarf/languages';
import { symbolOf } from '../../values/symbolText';
import type { PrintSettings } from '../../values/text/text';
import type { ValueContext } from '../../values/value';
import { toHex } from '../../bytes/hex';
import { floatFormats, readFields } from '../../machine/float/binaryFloat';
import { floatText } from '../../machine/float/floatText';

/** Columns where the values begin. */
const firstColumn = 15;
const secondColumn = 35;

/** How the natural values of registers are written: the base of whole numbers; addresses or not. */
type RegisterSettings = Partial<Pick<PrintSettings, 'radix' | 'addresses'>>;

/** The lines of some registers, as they were in the stack frame of the context. */
export function registerLines(
  registers: readonly Register[],
  machine: FrameState,
  context: ValueContext,
  settings: RegisterSettings = {},
): Promise<string[]> {
  return Promise.all(
    registers.map((register) => registerLine(register, machine, context, settings)),
  );
}

/**
 * What `info registers` without names shows; with floating-point and vector registers where `all`.
 * gdb uses the registers' groups on x86, and their types on other processors.
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
    // gdb numbers them after the others.
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
  { radix = 10, addresses = true }: RegisterSettings,
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
  return lineOf(register, bytes, order, { radix, symbol, addresses });
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
  const key = `${order}${radix} ${textOfUnits(bytes)}`;
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
    addresses = true,
    composite,
  }: {
    readonly radix: number;
    readonly symbol?: string | undefined;
    readonly addresses?: boolean;
    readonly composite?: typeof rustComposite;
  },
): string {
  const name = register.name.padEnd(firstColumn - 1);
  const written = { symbol: () => symbol, radix, addresses };
  const natural = registerNaturalText(register, bytes, order, written);
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

// gdb's `info float` on x86: the stack of the x87 floating-point unit, its status and its control
// word (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, chapter 8).

/** Significant digits of a number. */
const digitsShown = 19;

const tags = ['Valid  ', 'Zero   ', 'Special', 'Empty  '] as const;
const emptyTag = 3;

const exceptions = ['I', 'D', 'Z', 'O', 'U', 'P'];

const precisions = [
  'Single Precision (24-bits)',
  'Reserved',
  'Double Precision (53-bits)',
  'Extended Precision (64-bits)',
] as const;

const roundings = ['Round to nearest', 'Round down', 'Round up', 'Round toward zero'] as const;

const unavailable = '<unavailable>';

/** The lines; `read` gives the bytes of a register, least significant first. */
export function x87Lines(read: (register: string) => Uint8Array | undefined): string[] {
  const number = (register: string) => {
    const bytes = read(register);
    return bytes && Number(unsigned(bytes, 'little'));
  };
  const [status, control, tag] = [number('fstat'), number('fctrl'), number('ftag')];
  const digits = (register: string, count: number) => hexDigits(number(register), count);
  const opcode = number('fop');
  return [
    ...(status === undefined ? [] : stackLines(topOf(status), tag, read)),
    '',
    ...statusLines(status),
    ...controlLines(control),
    `Tag Word:            ${hexDigits(tag, 4)}`,
    `Instruction Pointer: ${digits('fiseg', 2)}:${digits('fioff', 8)}`,
    `Operand Pointer:     ${digits('foseg', 2)}:${digits('fooff', 8)}`,
    // The first byte of the instruction, which is not kept, begins so.
    `Opcode:              ${hexDigits(opcode && opcode | 0xd800, 4)}`,
  ];
}

function topOf(status: number): number {
  return (status >> 11) & 7;
}

function stackLines(
  top: number,
  tagWord: number | undefined,
  read: (register: string) => Uint8Array | undefined,
): string[] {
  return [7, 6, 5, 4, 3, 2, 1, 0].map((place) => {
    const tag = tagWord === undefined ? undefined : (tagWord >> (2 * place)) & 3;
    const bytes = read(`st${(place + 8 - top) % 8}`)?.slice(0, floatFormats.i387.size);
    const isShown = bytes !== undefined && tag !== undefined && tag !== emptyTag;
    const arrow = place === top ? '=>' : '  ';
    const kind = tag === undefined ? 'Unknown' : tags[tag];
    const digits = bytes ? `0x${toHex(Uint8Array.from(bytes).reverse())}` : unavailable;
    return `${arrow}R${place}: ${kind} ${digits}${isShown ? numberText(bytes) : ''}`;
  });
}

/** What the ten bytes of a register represent. */
function numberText(bytes: Uint8Array): string {
  const { negative, exponent, mantissa } = readFields(bytes, 'little', floatFormats.i387);
  const [integer, fraction] = [mantissa >> 63n, BigInt.asUintN(63, mantissa)];
  if (exponent === 0x7fff && integer === 1n) {
    if (fraction === 0n) return negative ? ' -Inf' : ' +Inf';
    if (negative && fraction === 1n << 62n) return ' Real Indefinite (QNaN)';
    return fraction >> 62n === 1n ? ' QNaN' : ' SNaN';
  }
  const signed = (negative ? '' : '+') + floatText(bytes, 'little', floatFormats.i387, digitsShown);
  const shown = ` ${signed.padEnd(27)}`;
  if (exponent === 0) {
    if (integer === 1n) return `${shown} Pseudo-denormal`;
    return fraction === 0n ? shown : `${shown} Denormal`;
  }
  return exponent < 0x7fff && integer === 1n ? shown : ' Unsupported';
}

function statusLines(status: number | undefined): string[] {
  if (status === undefined) return [`Status Word:         ${unavailable}`];
  const flag = (bit: number, name: string) => ` ${(status >> bit) & 1 ? name : '  '}`;
  const groups = [
    exceptions.map((name, bit) => flag(bit, `${name}E`)).join(''),
    flag(7, 'ES'),
    flag(6, 'SF'),
    [8, 9, 10, 14].map((bit, i) => flag(bit, `C${i}`)).join(''),
  ];
  return [
    `Status Word:         ${[hexDigits(status, 4), ...groups].join('  ')}`,
    `                       TOP: ${topOf(status)}`,
  ];
}

function controlLines(control: number | undefined): string[] {
  if (control === undefined) return [`Control Word:        ${unavailable}`];
  const masks = exceptions.map((name, bit) => ` ${(control >> bit) & 1 ? `${name}M` : '  '}`);
  return [
    `Control Word:        ${hexDigits(control, 4)}  ${masks.join('')}`,
    `                       PC: ${precisions[(control >> 8) & 3]}`,
    `                       RC: ${roundings[(control >> 10) & 3]}`,
  ];
}

function hexDigits(number: number | undefined, count: number): string {
  return number === undefined ? unavailable : `0x${number.toString(16).padStart(count, '0')}`;
}
