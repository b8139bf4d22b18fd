// What instructions write to memory, read from the decoder's text: where, if the code before
// determines it, and how many bytes. Registers that hold a known address are followed from
// instruction to instruction, until another path through the code may join.
import type { DecodedInstruction } from './decoder';
import type { InstructionSet } from './instructionSet';

/** An instruction that writes to memory. */
export interface StoreInstruction {
  /** Address of the instruction. */
  readonly address: bigint;
  /** Bytes that it writes; undefined where a count in a register decides. */
  readonly size: number | undefined;
  /** Where it writes, if that is known. */
  readonly target?: bigint;
  /** Where not: the register to whose address the displacement is added. */
  readonly base?: string;
  /** Bytes from the base. */
  readonly displacement: bigint;
  /** Whether another register is added too. */
  readonly indexed: boolean;
}

/** A decoded instruction where it is. */
export interface PlacedInstruction extends DecodedInstruction {
  readonly address: bigint;
}

/** Whether the stores of an instruction set can be read. */
export function knowsStores({ name }: Pick<InstructionSet, 'name'>): boolean {
  return name in readers;
}

/** The stores among instructions that follow one another, of one function. */
export function storesIn(
  instructions: readonly PlacedInstruction[],
  { name }: Pick<InstructionSet, 'name'>,
): StoreInstruction[] {
  const read = readers[name];
  if (!read) return [];
  const joins = new Set<bigint>();
  for (const { mnemonic, operands } of instructions) {
    const [, to] = isBranch.test(mnemonic) ? (/#?(0x[0-9a-f]+)$/.exec(operands) ?? []) : [];
    if (to !== undefined) joins.add(BigInt(to));
  }
  const known: KnownRegisters = new Map();
  const stores: StoreInstruction[] = [];
  for (const instruction of instructions) {
    if (joins.has(instruction.address)) known.clear();
    const store = read(instruction, known);
    if (store) stores.push(store);
  }
  return stores;
}

/** A jump inside of a function, of either architecture. */
const isBranch = /^(?:(?:notrack |bnd )?j\w+|b(?:\.\w+)?|cbn?z|tbn?z|loop\w*)$/;

/** Registers that hold a known number. */
type KnownRegisters = Map<string, bigint>;

type ReadStore = (
  instruction: PlacedInstruction,
  known: KnownRegisters,
) => StoreInstruction | undefined;

/** A place in memory as an operand names it. */
interface MemoryOperand {
  readonly base?: string | undefined;
  readonly displacement: bigint;
  readonly indexed: boolean;
}

function storeAt(
  address: bigint,
  size: number | undefined,
  { base, displacement, indexed }: MemoryOperand,
  known: KnownRegisters,
): StoreInstruction {
  const from = base === undefined ? 0n : known.get(base);
  if (from !== undefined && !indexed) {
    const target = BigInt.asUintN(64, from + displacement);
    return { address, size, target, displacement, indexed };
  }
  // An index from a known address: an element of what is there.
  if (from !== undefined) return { address, size, displacement: from + displacement, indexed };
  return { address, size, displacement, indexed, ...(base !== undefined && { base }) };
}

function number(text: string): bigint {
  const digits = text.replace('#', '');
  return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
}

/** Operands are separated by commas that are in no brackets. */
function operandsOf(text: string): string[] {
  const parts = text.match(/(?:[^,[{]|\[[^\]]*\]?|\{[^}]*\}?)+/g) ?? [];
  return parts.map((each) => each.trim());
}

// x86-64, in Intel's syntax.

const sizes: Readonly<Record<string, number>> = {
  byte: 1,
  word: 2,
  dword: 4,
  fword: 6,
  qword: 8,
  tbyte: 10,
  xword: 10,
  oword: 16,
  xmmword: 16,
  ymmword: 32,
  zmmword: 64,
};

/** Instructions that only read what their first operand names. */
const onlyRead =
  /^(?:cmp|test|push|pushf\w*|call|jmp|bt|prefetch\w*|nop|fld\w*|fild|fi?(?:add|com|comp|mul|sub|subr|div|divr)|u?comis[sd]|i?mul|i?div|ldmxcsr|clflush\w*|clwb|verr|verw|l[gil]dt|lmsw|ltr|fxrstor\w*|xrstor\w*|frstor|invlpg|rsm)$/;
/** Instructions that write registers which they do not name, or many. */
const writesOthers =
  /^(?:call|syscall|cpuid|rdtscp?|xgetbv|mul|imul|div|idiv|c[wdq]\w{1,2}|xadd|xchg|cmpxchg\w*|leave|enter|pop\w*|(?:rep\w*\s)?(?:movs|stos|lods|scas|cmps|ins|outs)[bwdq])$/;
/** Instructions that only write flags, or nothing. */
const writesNone = /^(?:cmp|test|push|nop|endbr64|j\w+|bt|ret)$/;

function readX86(
  { address, mnemonic: words, operands, size: length }: PlacedInstruction,
  known: KnownRegisters,
): StoreInstruction | undefined {
  const mnemonic = words.replace(/^(?:lock|notrack|bnd|x(?:acquire|release)) /, '');
  const name = mnemonic.replace(/^rep\w* /, '');
  const parts = operandsOf(operands);
  const next = address + BigInt(length);
  const written = /^(?:xchg|xadd)$/.test(name) ? parts.find(isMemory) : parts[0];
  let store: StoreInstruction | undefined;
  if (written !== undefined && isMemory(written) && !onlyRead.test(name)) {
    const operand = x86Operand(written, next);
    const [, word = ''] = /^(\w+) ptr /.exec(written) ?? [];
    const size = mnemonic === name ? (sizes[word] ?? 512) : undefined;
    if (operand) store = storeAt(address, size, operand, known);
  }
  followX86(name, parts, next, known);
  return store;
}

function isMemory(operand: string): boolean {
  return operand.includes('[');
}

/** Undefined in a segment of its own, as thread-local variables are. */
function x86Operand(text: string, next: bigint): MemoryOperand | undefined {
  const [, segment, inside = ''] = /(?:\b(\w\w):)?\[([^[\]]*)\]/.exec(text) ?? [];
  if (segment === 'fs' || segment === 'gs') return undefined;
  let displacement = 0n;
  const registers: string[] = [];
  let isScaled = false;
  for (const [, sign = '+', term = ''] of inside.replaceAll(' ', '').matchAll(/([+-])?([\w*]+)/g)) {
    if (/^(?:0x[0-9a-f]+|\d+)$/.test(term)) {
      displacement += sign === '-' ? -BigInt(term) : BigInt(term);
    } else if (term === 'rip') displacement += next;
    else if (term.includes('*')) isScaled = true;
    else registers.push(wholeRegister(term));
  }
  const [base, ...others] = registers;
  return { base, displacement, indexed: isScaled || others.length > 0 };
}

function followX86(
  name: string,
  [to = '', from = '']: readonly string[],
  next: bigint,
  known: KnownRegisters,
): void {
  if (writesOthers.test(name) || /^(?:jmp|ret)/.test(name)) {
    known.clear();
    return;
  }
  if (isMemory(to) || to === '' || writesNone.test(name)) return;
  const register = wholeRegister(to);
  const value = constantOfX86(name, to, from, next, known);
  if (value === undefined) known.delete(register);
  else known.set(register, BigInt.asUintN(64, value));
}

/** What an instruction leaves in the register that it writes; undefined where that is not known. */
function constantOfX86(
  name: string,
  to: string,
  from: string,
  next: bigint,
  known: KnownRegisters,
): bigint | undefined {
  // The upper half is zero then.
  const isWide = /^(?:r\d+d?|[re][a-z]{2})$/.test(to);
  if (!isWide) return undefined;
  if (name === 'lea') {
    const operand = x86Operand(from, next);
    if (!operand || operand.indexed) return undefined;
    const base = operand.base === undefined ? 0n : known.get(operand.base);
    return base === undefined ? undefined : base + operand.displacement;
  }
  const isNumber = /^-?(?:0x[0-9a-f]+|\d+)$/.test(from);
  const value = isNumber
    ? number(from)
    : isMemory(from)
      ? undefined
      : known.get(wholeRegister(from));
  if (value === undefined) return undefined;
  if (name === 'mov' || name === 'movabs') return value;
  const before = known.get(wholeRegister(to));
  if (before === undefined || !to.startsWith('r')) return undefined;
  if (name === 'add') return before + value;
  return name === 'sub' ? before - value : undefined;
}

/** The register that another is part of: `rax` of `eax`, `ax`, `al` and `ah`. */
function wholeRegister(name: string): string {
  const numbered = /^(r\d+)[dwb]?$/.exec(name)?.[1];
  if (numbered !== undefined) return numbered;
  const letters = /^[er]?([abcd])[xlh]$/.exec(name)?.[1];
  if (letters !== undefined) return `r${letters}x`;
  const pointer = /^[er]?(si|di|bp|sp)l?$/.exec(name)?.[1];
  return pointer === undefined ? name : `r${pointer}`;
}

// AArch64.

/** Loads that write memory too: those of Armv8.1's atomic operations. */
const atomic = /^(?:swp|cas|ld(?:add|clr|eor|set|[su](?:max|min)))(p?)(?:a?l?|al)([bh]?)$/;
const plainStore =
  /^st(?:u|t|l|lu)?r([bh]?)$|^st(n?p|gp)$|^st(?:l?x)r([bh]?)$|^stl?x(p)$|^st(?:add|clr|eor|set|[su](?:max|min))l?([bh]?)$/;
const vectorStore = /^st[1-4]$/;

const widths: Readonly<Record<string, number>> = { b: 1, h: 2, s: 4, w: 4, d: 8, x: 8, q: 16 };

function readAarch64(
  { address, mnemonic, operands }: PlacedInstruction,
  known: KnownRegisters,
): StoreInstruction | undefined {
  const parts = operandsOf(operands);
  const place = parts.findIndex(isMemory);
  const operand = place < 0 ? undefined : aarch64Operand(parts[place] ?? '');
  const size = operand && storeSize(mnemonic, parts.slice(0, place));
  const store = operand && size !== undefined ? storeAt(address, size, operand, known) : undefined;
  followAarch64(mnemonic, parts, place, store !== undefined, known);
  return store;
}

/** Bytes that a store of some registers writes; undefined for other instructions. */
function storeSize(mnemonic: string, registers: readonly string[]): number | undefined {
  if (vectorStore.test(mnemonic)) return 64;
  if (mnemonic === 'stg' || mnemonic === 'stzg') return 16;
  const store = plainStore.exec(mnemonic) ?? atomic.exec(mnemonic);
  if (!store) return undefined;
  const letter = store.slice(1).find((each) => each === 'b' || each === 'h');
  const isPair = store.slice(1).some((each: string | undefined) => each?.endsWith('p'));
  // An exclusive store's first register says whether it stored.
  const data = registers.at(-1) ?? '';
  const each = letter === undefined ? (widths[data.charAt(0)] ?? 8) : (widths[letter] ?? 1);
  return isPair ? 2 * each : each;
}

function aarch64Operand(text: string): MemoryOperand {
  const [, inside = ''] = /\[([^[\]]*)\]/.exec(text) ?? [];
  const [base = '', second] = inside.split(/,\s*/);
  const isNumber = second?.startsWith('#') === true;
  return {
    base,
    displacement: isNumber ? number(second) : 0n,
    indexed: second !== undefined && !isNumber,
  };
}

function followAarch64(
  mnemonic: string,
  parts: readonly string[],
  place: number,
  isStore: boolean,
  known: KnownRegisters,
): void {
  if (/^(?:blr?\w*|br\w*|b|ret\w*|svc)$/.test(mnemonic)) {
    known.clear();
    return;
  }
  const memory = parts[place] ?? '';
  // The base moves on, before or after.
  if (memory.endsWith('!') || (place >= 0 && place < parts.length - 1)) {
    known.delete(aarch64Operand(memory).base ?? '');
  }
  if (/^(?:cmp|cmn|tst|ccmp|ccmn|cbn?z|tbn?z|b\.\w+|prfm|nop|fcmpe?|dmb|dsb|isb)$/.test(mnemonic)) {
    return;
  }
  if (isStore && !/^(?:stl?x|swp|cas|ld)/.test(mnemonic)) return;
  const [to = '', ...from] = parts;
  const value = constantOfAarch64(mnemonic, from, known);
  for (const each of place < 0 ? [to] : parts.slice(0, place)) known.delete(wideName(each));
  if (value !== undefined && to.startsWith('x')) known.set(to, BigInt.asUintN(64, value));
}

function constantOfAarch64(
  mnemonic: string,
  [first = '', second = '', shift]: readonly string[],
  known: KnownRegisters,
): bigint | undefined {
  if (mnemonic === 'adrp' || mnemonic === 'adr') return number(first);
  if (mnemonic === 'mov') return first.startsWith('#') ? number(first) : known.get(first);
  const base = known.get(first);
  if (base === undefined || !second.startsWith('#') || shift !== undefined) return undefined;
  if (mnemonic === 'add') return base + number(second);
  return mnemonic === 'sub' ? base - number(second) : undefined;
}

function wideName(register: string): string {
  return register.replace(/^w/, 'x');
}

const readers: Partial<Record<InstructionSet['name'], ReadStore>> = {
  'x86-64': readX86,
  aarch64: readAarch64,
};
