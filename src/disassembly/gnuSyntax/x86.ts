// What gdb says of x86 instructions in either syntax where Capstone says something else.
import {
  operandNumber,
  operandsOf,
  type CapstoneText,
  hex,
  type FormattedInstruction,
} from './formatter';
import { strayRex } from './x86Rex';

/** An instruction, apart. */
export interface X86Instruction {
  /** What precedes the mnemonic, in gdb's words. */
  readonly prefixes: readonly string[];
  readonly mnemonic: string;
  readonly operands: readonly string[];
  readonly encoding: X86Encoding;
  /** Bits of an address in this mode. */
  readonly bits: 32 | 64;
  /** The address of the instruction after. */
  readonly end: bigint;
}

const prefixNames: Readonly<Record<string, string>> = { repe: 'repz', repne: 'repnz' };

const mnemonics: Readonly<Record<string, string>> = {
  fcompi: 'fcomip',
  fucompi: 'fucomip',
  movabsq: 'movabs',
  wait: 'fwait',
};

/** Takes an instruction apart, with gdb's names for prefixes and mnemonic. */
function x86Instruction({
  mnemonic: given,
  operands,
  bytes,
  address,
  set,
}: CapstoneText): X86Instruction {
  const parts = given.split(' ').map((part) => prefixNames[part] ?? part);
  const bits = set.name === 'x86-64' ? 64 : 32;
  const mnemonic = (parts.pop() ?? '').replace(/^sal(?=[bwlq]?$)/, 'shl');
  const encoding = readEncoding(bytes, bits);
  const listed = operandsOf(operands);
  const isFilling = isNop.test(mnemonic);
  const ignored =
    bits === 64 && !isFilling ? listed.flatMap((each) => ignoredSegment.exec(each)?.[1] ?? []) : [];
  return {
    prefixes: [
      ...ignored,
      ...parts,
      ...(encoding.strayRex === undefined ? [] : [encoding.strayRex]),
    ],
    mnemonic: mnemonics[mnemonic] ?? mnemonic,
    operands: ignored.length > 0 ? listed.map((each) => each.replace(ignoredSegment, '')) : listed,
    encoding,
    bits,
    end: address + BigInt(bytes.length),
  };
}

const isNop = /^nop[wlq]?$/;

/** A segment that 64-bit code has no use for, before a place in memory of either syntax. */
const ignoredSegment = /(?<=^\*?|ptr )%?(cs|ds|es|ss):(?=.*[([])/;

/** The address to go to; undefined for other instructions. */
function branchTarget({ mnemonic, operands }: X86Instruction): bigint | undefined {
  const [only = ''] = operands;
  const isBranch = /^(j[a-z]+|call[wlq]?|loop(n?e)?|xbegin)$/.test(mnemonic);
  const isAddress = operands.length === 1 && /^(0x[0-9a-f]+|\d+)$/.test(only);
  return isBranch && isAddress ? BigInt(only) : undefined;
}

/** Whether an instruction shifts by one because of its opcode, without a count. */
function shiftsByOne({ encoding: { opcode } }: X86Instruction): boolean {
  return opcode === 0xd0 || opcode === 0xd1;
}

/** Whether a string instruction's operands are what its opcode says; gdb writes their segments. */
function isString({ encoding: { opcode } }: X86Instruction): boolean {
  return (
    (opcode >= 0xa4 && opcode <= 0xaf && opcode !== 0xa8 && opcode !== 0xa9) ||
    (opcode >= 0x6c && opcode <= 0x6f)
  );
}

/**
 * Whether arithmetic of the floating-point unit names one of its two operands; and whether that is
 * where the result goes.
 */
function floatingOperand({
  mnemonic,
  encoding: { opcode },
  operands,
}: X86Instruction): 'to' | 'from' | undefined {
  if (opcode < 0xd8 || opcode > 0xdf || operands.length !== 1) return undefined;
  if (
    !/^f(u?comip?|(add|mul|subr?|divr?)p?)$/.test(mnemonic) ||
    !/^%?st\(\d\)$/.test(operands[0] ?? '')
  )
    return undefined;
  return opcode === 0xdc || opcode === 0xde ? 'to' : 'from';
}

/**
 * A displacement; in code of less than 64 bits Capstone writes the lowest one with all the bits of
 * 64.
 */
function displacementOf(text: string): bigint {
  return BigInt.asIntN(64, operandNumber(text.replace(/^-(?=0xf{8})/, '')));
}

/**
 * Whether one of two floating-point operands is the top of the stack, which gdb writes without a
 * number.
 */
function namesTop({ operands, encoding: { opcode } }: X86Instruction): boolean {
  return opcode >= 0xd8 && opcode <= 0xdf && operands.length === 2;
}

/** What gdb writes before an instruction that does nothing and is filled up with prefixes. */
function paddingPrefixes({ mnemonic, encoding: { prefixes } }: X86Instruction): string[] {
  if (!isNop.test(mnemonic)) return [];
  const operandSizes = prefixes.filter((each) => each === 0x66).length;
  return [
    ...Array.from({ length: Math.max(0, operandSizes - 1) }, () => 'data16'),
    ...(prefixes.includes(0x2e) ? ['cs'] : []),
  ];
}

/** Two bytes that do nothing: an exchange of a register with itself. */
function isExchange({ mnemonic, operands, encoding: { prefixes } }: X86Instruction): boolean {
  return (
    mnemonic === 'nop' && operands.length === 0 && prefixes.length === 1 && prefixes[0] === 0x66
  );
}

// What the encoding of an x86 instruction says that Capstone's words do not: gdb writes a
// displacement and an index even where they are empty (Intel's manual, volume 2, chapter 2).

/** What is to be known of an encoding. */
export interface X86Encoding {
  /** The bytes before the opcode, REX among them. */
  readonly prefixes: Uint8Array;
  /** The opcode's first byte. */
  readonly opcode: number;
  /** A REX prefix that is written as a word. */
  readonly strayRex: string | undefined;
  /** Whether a memory operand has a displacement. */
  readonly hasDisplacement: boolean;
  /** Whether a memory operand has an index that represents none, where it was not needed. */
  readonly hasEmptyIndex: boolean;
}

const prefixBytes = new Set([0x66, 0x67, 0xf2, 0xf3, 0xf0, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65]);

/** Reads the parts of an encoding that matter here. */
function readEncoding(bytes: Uint8Array, bits: 32 | 64): X86Encoding {
  let at = 0;
  while (prefixBytes.has(bytes[at] ?? 0)) at++;
  const rex = bits === 64 && ((bytes[at] ?? 0) & 0xf0) === 0x40 ? (bytes[at++] ?? 0) : 0;
  const prefixes = bytes.subarray(0, at);
  const opcode = bytes[at] ?? 0;
  const memory = memoryForm(bytes, modRmOffset(bytes, at, bits), bits, rex);
  const stray = rex === 0 ? undefined : strayRex(rex, bytes.subarray(at));
  return { prefixes, opcode, strayRex: stray, ...memory };
}

function modRmOffset(bytes: Uint8Array, at: number, bits: 32 | 64): number {
  const next = bytes[at + 1] ?? 0;
  // Outside of 64-bit code these opcodes are other instructions, which have a memory operand.
  const isVector = bits === 64 || next >= 0xc0;
  switch (bytes[at] ?? 0) {
    case 0x0f:
      return next === 0x38 || next === 0x3a ? at + 3 : at + 2;
    case 0xc5:
      return isVector ? at + 3 : at + 1;
    case 0xc4:
      return isVector ? at + 4 : at + 1;
    case 0x62:
      return isVector ? at + 5 : at + 1;
    default:
      return at + 1;
  }
}

function memoryForm(
  bytes: Uint8Array,
  at: number,
  bits: 32 | 64,
  rex: number,
): Pick<X86Encoding, 'hasDisplacement' | 'hasEmptyIndex'> {
  const modRm = bytes[at] ?? 0xff;
  const mod = modRm >> 6;
  const rm = modRm & 7;
  if (mod === 3) return { hasDisplacement: false, hasEmptyIndex: false };
  const scaled = rm === 4 ? (bytes[at + 1] ?? 0) : 0;
  const base = rm === 4 ? scaled & 7 : rm;
  const hasNoIndex = rm === 4 && ((scaled >> 3) & 7) === 4 && (rex & 2) === 0;
  // Only the stack pointer as a base, and in 64-bit code no base at all, cannot do without.
  const needed = base === 4 || (mod === 0 && base === 5 && bits === 64);
  return {
    hasDisplacement: mod !== 0 || base === 5,
    hasEmptyIndex: hasNoIndex && (!needed || scaled >> 6 !== 0),
  };
}

// x86 in AT&T syntax. Capstone writes the operand size after every mnemonic, gdb only where no
// register implies it; and gdb writes all numbers in hexadecimal, those of an operand without a
// sign.

const suffixes: Readonly<Record<string, number>> = { b: 8, w: 16, l: 32, q: 64 };

/** Instructions whose mnemonic ends in the operand size where no register implies it. */
const sized = new Set(
  (
    'adc add and bt btc btr bts cmp cmpxchg dec div idiv imul inc lea mov mul neg not or rcl rcr rol ror sar sbb shl ' +
    'shld shr shrd sub test xadd xchg xor in out movbe bsf bsr bswap popcnt lzcnt tzcnt andn bextr blsi blsmsk blsr ' +
    'bzhi mulx pdep pext rorx sarx shlx shrx adcx adox lar lsl nop ud1 crc32 movnti rdrand rdseed ' +
    'rdfsbase rdgsbase wrfsbase wrgsbase ptwrite cvtsi2sd cvtsi2ss cvtsd2si cvtss2si cvttsd2si cvttss2si vcvtsi2sd ' +
    'vcvtsi2ss vcvtsd2si vcvtss2si vcvttsd2si vcvttss2si vcvtusi2sd vcvtusi2ss lods stos scas in out'
  ).split(' '),
);

/** Instructions whose operand size is what the mode says, and is not written. */
const unsized = new Set(
  'push pop call ret jmp leave enter lcall ljmp lret pushf popf sysret vmread vmwrite invept invvpid rdpid'.split(
    ' ',
  ),
);

/** Instructions about tables of the system and the task, which name no size in memory either. */
const systemTables = new Set('sldt str smsw lmsw lldt ltr verr verw'.split(' '));

/** An instruction as gdb writes it after `set disassembly-flavor att`. */
export function formatX86Att(words: CapstoneText): FormattedInstruction {
  const x86 = x86Instruction(words);
  if (isExchange(x86)) return { text: 'xchg   %ax,%ax' };
  const { prefixes, mnemonic, operands } = x86;
  const head = [...prefixes, ...paddingPrefixes(x86), nameOf(x86)].join(' ');
  const target = branchTarget(x86);
  if (target !== undefined) return { text: `${head.padEnd(6)} `, target };
  const size = /^(xabort|int|in|out)/.test(mnemonic) ? 8 : sizeOf(mnemonic, operands);
  const written = attOperands(x86, size).join(',');
  const text = written === '' ? head : `${head.padEnd(6)} ${written}`;
  const relative = operands
    .map((each) => attRipTarget(each, x86))
    .find((each) => each !== undefined);
  return relative === undefined ? { text } : { text: `${text}        # `, target: relative };
}

function attOperands(x86: X86Instruction, size: number): string[] {
  const written = x86.operands.map((each) => attOperand(each, size, x86));
  const named = floatingOperand(x86);
  if (named === 'from') return [...written, '%st'];
  if (named === 'to') return ['%st', ...written];
  if (namesTop(x86)) return written.map((each) => each.replace('%st(0)', '%st'));
  if (shiftsByOne(x86) && written[0] === '$0x1') return written.slice(1);
  if (isString(x86)) return written.map(stringOperand);
  if (/^(in|out)[bwl]$/.test(x86.mnemonic))
    return written.map((each) => (each === '%dx' ? '(%dx)' : each));
  return written;
}

function stringOperand(operand: string): string {
  if (/^\(%[re]?si\)$/.test(operand)) return `%ds:${operand}`;
  return /^\(%[re]?di\)$/.test(operand) ? `%es:${operand}` : operand === '%dx' ? '(%dx)' : operand;
}

function nameOf({ mnemonic, operands, bits }: X86Instruction): string {
  const base = mnemonic.slice(0, -1);
  if (!(mnemonic.slice(-1) in suffixes)) return mnemonic;
  if (systemTables.has(base)) return base;
  if (unsized.has(base)) return isDefaultSize(mnemonic, bits) ? base : mnemonic;
  const plain = sized.has(base) || /^(cmov|set)[a-z]{1,3}$/.test(base);
  if (!plain || operands.some((each) => /^%([xyz]?mm|k)\d/.test(each))) {
    return /^v?cvt/.test(base) && operands.some(isRegister) ? base : mnemonic;
  }
  return /^(rcl|rcr|rol|ror|sar|shl|shr)$/.test(base)
    ? isRegister(operands.at(-1))
      ? base
      : mnemonic
    : operands.some(isRegister)
      ? base
      : mnemonic;
}

function isDefaultSize(mnemonic: string, bits: number): boolean {
  return suffixes[mnemonic.slice(-1)] === bits;
}

function isRegister(operand: string | undefined): boolean {
  return operand !== undefined && /^%(?!([xyz]?mm|k|st|bnd)\d)\w+$/.test(operand);
}

/** Bits of the operands, by the suffix or a register; 64 where neither tells. */
function sizeOf(mnemonic: string, operands: readonly string[]): number {
  const register = operands.filter(isRegister).at(-1);
  if (register !== undefined) return registerBits(register);
  return suffixes[mnemonic.slice(-1)] ?? 64;
}

function registerBits(register: string): number {
  if (/^%(r[a-z]{2}|r\d+)$/.test(register)) return 64;
  if (/^%(e[a-z]{2}|r\d+d)$/.test(register)) return 32;
  if (/^%([abcd][lh]|[sd]il|[sb]pl|r\d+b)$/.test(register)) return 8;
  if (/^%([a-z]{2}|r\d+w)$/.test(register)) return 16;
  return 8;
}

const memory = /^(\*?)(%\w\w:)?(-?\w+)?\(([^)]*)\)(.*)$/;

function attOperand(operand: string, size: number, x86: X86Instruction): string {
  const immediate = /^\$(-?\w+)$/.exec(operand)?.[1];
  if (immediate !== undefined) return `$${hex(BigInt.asUintN(size, operandNumber(immediate)))}`;
  const [found, star = '', given = '', displacement, inside = '', mask = ''] =
    memory.exec(operand) ?? [];
  if (found !== undefined) {
    const segment = paddingPrefixes(x86).includes('cs') ? '' : given;
    const place = `${displacementText(displacement, x86)}(${indexed(inside, x86)})`;
    return `${star}${segment}${place}${mask.replaceAll(' ', '')}`;
  }
  const [plain, before = '', at = ''] =
    /^(\*?(?:%\w\w:)?)(-?(?:0x)?[0-9a-f]+)$/.exec(operand) ?? [];
  if (plain !== undefined) return `${before}${hex(BigInt.asUintN(x86.bits, operandNumber(at)))}`;
  return operand.replaceAll(' ', '');
}

function displacementText(displacement: string | undefined, { encoding }: X86Instruction): string {
  if (displacement === undefined) return encoding.hasDisplacement ? '0x0' : '';
  const value = displacementOf(displacement);
  return value < 0n ? `-${hex(-value)}` : hex(value);
}

/** Base, index and scale; the scale is written wherever there is an index. */
function indexed(inside: string, { encoding, bits }: X86Instruction): string {
  const parts = inside.split(',').map((part) => part.trim());
  if (parts.length === 2) parts.push('1');
  if (parts.length === 1 && encoding.hasEmptyIndex) parts.push(bits === 64 ? '%riz' : '%eiz', '1');
  return parts.join(',');
}

function attRipTarget(operand: string, { end }: X86Instruction): bigint | undefined {
  const displacement = /^\*?(?:%\w\w:)?(-?\w+)?\(%[re]ip\)/.exec(operand);
  return displacement ? BigInt.asUintN(64, end + operandNumber(displacement[1] ?? '0')) : undefined;
}

// x86 in Intel's syntax: gdb writes sizes of memory in capitals, no blanks, and all numbers in
// hexadecimal.

/** An instruction as gdb writes it after `set disassembly-flavor intel`. */
export function formatX86Intel(words: CapstoneText): FormattedInstruction {
  const x86 = x86Instruction(words);
  if (isExchange(x86)) return { text: 'xchg   ax,ax' };
  const { prefixes, mnemonic, operands } = x86;
  // The size that a string instruction ends with, its operands say.
  const name = isString(x86) ? mnemonic.replace(/[bwdq]$/, '') : mnemonic;
  const head = [...prefixes, ...paddingPrefixes(x86), name].join(' ');
  const target = branchTarget(x86);
  if (target !== undefined) return { text: `${head.padEnd(6)} `, target };
  const written = intelOperands(x86).join(',');
  const text = written === '' ? head : `${head.padEnd(6)} ${written}`;
  const relative = operands
    .map((each) => intelRipTarget(each, x86))
    .find((each) => each !== undefined);
  return relative === undefined ? { text } : { text: `${text}        # `, target: relative };
}

function intelOperands(x86: X86Instruction): string[] {
  const written = x86.operands.map((each) => intelOperand(each, x86));
  const named = floatingOperand(x86);
  if (named === 'from') return ['st', ...written];
  if (named === 'to') return [...written, 'st'];
  if (namesTop(x86)) return written.map((each) => each.replace('st(0)', 'st'));
  if (shiftsByOne(x86) && written[1] === '0x1') return [...written.slice(0, 1), '1'];
  if (isString(x86)) return written.map(intelStringOperand);
  return written;
}

function intelStringOperand(operand: string): string {
  return operand.replace(
    /PTR (?:[de]s:)?\[(.*([sd])i)\]$/,
    (_, register: string, kind: string) => `PTR ${kind === 's' ? 'ds' : 'es'}:[${register}]`,
  );
}

const sizes: Readonly<Record<string, string>> = { xword: 'TBYTE' };

function intelOperand(operand: string, x86: X86Instruction): string {
  const [memory, size, segment = '', inside = ''] =
    /^(?:(\w+) ptr )?(\w\w:)?\[(.*)\](?=$| )/.exec(operand) ?? [];
  if (memory !== undefined) {
    const rest = operand.slice(memory.length).replaceAll(' ', '');
    const pointer = size === undefined ? '' : `${sizes[size] ?? size.toUpperCase()} PTR `;
    const place = placeText(paddingPrefixes(x86).includes('cs') ? '' : segment, inside, x86);
    // An address that follows the opcode has the accumulator's size.
    return isOffset(x86) ? place : `${pointer}${place}${rest}`;
  }
  if (/^-?(0x[0-9a-f]+|\d+)$/.test(operand)) return immediateText(operand, x86);
  return operand.replaceAll(' ', '');
}

/** Moves between the accumulator and an address that follows the opcode. */
function isOffset({ encoding: { opcode } }: X86Instruction): boolean {
  return opcode >= 0xa0 && opcode <= 0xa3;
}

function immediateText(operand: string, { mnemonic, operands, bits }: X86Instruction): string {
  const value = operandNumber(operand);
  if (value >= 0n) return hex(value);
  const sized = operands.map(operandBits).find((each) => each !== undefined);
  return hex(BigInt.asUintN(mnemonic === 'xabort' ? 8 : (sized ?? bits), value));
}

const memoryBits: Readonly<Record<string, number>> = { byte: 8, word: 16, dword: 32, qword: 64 };

function operandBits(operand: string): number | undefined {
  const size = /^(\w+) ptr/.exec(operand)?.[1];
  if (size !== undefined) return memoryBits[size];
  if (/^(r[a-z]{2}|r\d+)$/.test(operand)) return 64;
  if (/^(e[a-z]{2}|r\d+d)$/.test(operand)) return 32;
  if (/^([abcd][lh]|[sd]il|[sb]pl|r\d+b)$/.test(operand)) return 8;
  if (/^([a-d]x|[sd]i|[sb]p|r\d+w)$/.test(operand)) return 16;
  return undefined;
}

/** What is between the brackets: base, index with its scale, displacement. */
function placeText(segment: string, inside: string, { encoding, bits }: X86Instruction): string {
  const parts = inside.replaceAll(' ', '').match(/[+-]?[^+-]+/g) ?? [];
  const plain = parts.map((part) => part.replace(/^\+/, ''));
  const registers = plain.filter((part) => !/^-?\d/.test(part));
  const displacement = plain.find((part) => /^-?\d/.test(part));
  if (registers.length === 0) {
    const at = hex(BigInt.asUintN(bits, operandNumber(displacement ?? '0')));
    return `${segment === '' ? 'ds:' : segment}${at}`;
  }
  const value = displacement === undefined ? undefined : operandNumber(displacement);
  if (/^[re]ip$/.test(registers[0] ?? '')) {
    return `${segment}[${registers.join('+')}+${hex(BigInt.asUintN(64, value ?? 0n))}]`;
  }
  if (registers.length === 1 && encoding.hasEmptyIndex) registers.push(bits === 64 ? 'riz' : 'eiz');
  const after = value !== undefined ? signed(value) : encoding.hasDisplacement ? '+0x0' : '';
  return `${segment}[${scaled(registers).join('+')}${after}]`;
}

function scaled(registers: readonly string[]): string[] {
  return registers.map((each, i) => (i === 1 && !each.includes('*') ? `${each}*1` : each));
}

function signed(value: bigint): string {
  return value < 0n ? `-${hex(-value)}` : `+${hex(value)}`;
}

function intelRipTarget(operand: string, { end }: X86Instruction): bigint | undefined {
  const inside = /\[[re]ip(?: ([+-]) (\w+))?\]/.exec(operand);
  if (!inside) return undefined;
  const distance = BigInt(inside[2] ?? '0');
  return BigInt.asUintN(64, end + (inside[1] === '-' ? -distance : distance));
}
