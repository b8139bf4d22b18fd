// How long an x86 instruction is and where it leads: what following a recorded flow needs, a
// hundred times faster than disassembling. Intel SDM volume 2, "Instruction Format" and the opcode
// maps of its appendix A.

/** The width of code, in bits. */
export type CodeWidth = 16 | 32 | 64;

/** Where an instruction leads. */
export type FlowKind =
  /** To the next one. */
  | 'next'
  | 'conditional'
  | 'call'
  | 'return'
  | 'jump'
  /** Into another privilege level or code segment. */
  | 'farCall'
  | 'farReturn'
  | 'farJump';

/** What an instruction changes that a recorded flow tells of. */
export type FlowEffect = 'cr3' | 'vmEntry' | 'vmcs' | 'ptwrite';

/** An instruction as part of a flow. */
export interface FlowInstruction {
  /** Bytes. */
  readonly size: number;
  readonly kind: FlowKind;
  /** Of a branch whose target is in its bytes: from the next instruction. */
  readonly displacement: number | undefined;
  readonly effect: FlowEffect | undefined;
}

const maxSize = 15;

/** The instruction at a place of code; undefined where there is none, or it is cut. */
export function flowInstruction(
  code: Uint8Array,
  at: number,
  width: CodeWidth,
): FlowInstruction | undefined {
  const read = x86Instruction(code, at, width);
  return (
    read && {
      size: read.size,
      ...flowOf(read.form, read.prefixes),
      displacement: displacementOf(code, read),
    }
  );
}

/** The parts of an instruction. Places are offsets in the code. */
export interface X86Parts {
  readonly form: Readonly<Form>;
  readonly prefixes: Readonly<Prefixes>;
  /** Where the ModRM byte and what belongs to it begin and end. */
  readonly addressStart: number;
  readonly addressEnd: number;
  /** Bytes of a branch displacement, behind the address. */
  readonly displacement: number;
  /** Bytes of the immediate operands, behind both. */
  readonly immediate: number;
  /** Bytes of the whole. */
  readonly size: number;
}

/** The instruction at a place of code by its parts. */
export function x86Instruction(
  code: Uint8Array,
  at: number,
  width: CodeWidth,
): X86Parts | undefined {
  const end = Math.min(code.length, at + maxSize);
  const form: Form = { opcode: 0, map: 0, modrm: 0, rex: 0, vvvv: 0, isVex: false };
  const prefixes = readPrefixes(code, at, end, width, form);
  if (!prefixes) return undefined;
  const addressStart = form.isVex ? prefixes.at : readOpcode(code, prefixes.at, end, form);
  if (addressStart === undefined) return undefined;
  const address = addressBytes(code, addressStart, end, width, prefixes.address, form);
  if (!address) return undefined;
  const sizes = operandSizes(form, width, prefixes);
  const size = address.end + sizes.displacement + sizes.immediate - at;
  if (at + size > end) return undefined;
  return { form, prefixes, addressStart, addressEnd: address.end, ...sizes, size };
}

/** Where an instruction of these parts leads. */
export function flowOfX86({ form, prefixes }: X86Parts): FlowKind {
  return flowOf(form, prefixes).kind;
}

/** From the next instruction to the target, of a branch that has it in its bytes. */
export function displacementOf(
  code: Uint8Array,
  { form, addressEnd, displacement }: X86Parts,
): number | undefined {
  return isRelative(form) ? signedNumber(code, addressEnd, displacement) : undefined;
}

/** What decides how an instruction goes on. */
interface Form {
  opcode: number;
  /** The opcode map: 0, 1 (0F), 2 (0F 38), 3 (0F 3A), 4 and more where all have a ModRM byte. */
  map: number;
  modrm: number;
  /** W, R, X and B of a REX prefix, or of what has them in its place, in bits 3 to 0. */
  rex: number;
  /** Of VEX and EVEX: the number of a further register. */
  vvvv: number;
  isVex: boolean;
}

interface Prefixes {
  /** Where the opcode begins; of a VEX form, where it ends. */
  at: number;
  /** 66. */
  operand: boolean;
  /** 67. */
  address: boolean;
  repeat: number;
  /** Whether F3 is among them. */
  hasF3: boolean;
  /** 64 or 65: the address is one in FS or GS. */
  segment: boolean;
}

/** The map of 3DNow! instructions, whose opcode is behind their operands. */
const map3dNow = 4;
const undefinedMap = 5;

function readPrefixes(
  code: Uint8Array,
  start: number,
  end: number,
  width: CodeWidth,
  form: Form,
): Prefixes | undefined {
  const prefixes = {
    at: start,
    operand: false,
    address: false,
    repeat: 0,
    hasF3: false,
    segment: false,
  };
  let rex = 0;
  for (; prefixes.at < end; prefixes.at++) {
    const byte = code[prefixes.at] ?? 0;
    if (width === 64 && byte >> 4 === 4) {
      rex = byte;
      continue;
    }
    switch (byte) {
      case 0x66:
        prefixes.operand = true;
        break;
      case 0x67:
        prefixes.address = true;
        break;
      case 0xf2:
      case 0xf3:
        prefixes.repeat = byte;
        prefixes.hasF3 ||= byte === 0xf3;
        break;
      case 0x26:
      case 0x2e:
      case 0x36:
      case 0x3e:
      case 0xf0:
        break;
      case 0x64:
      case 0x65:
        prefixes.segment = true;
        break;
      case 0xc4:
      case 0xc5:
      case 0x62:
        return readVex(code, end, width, form, prefixes);
      default:
        form.rex = rex & 0xf;
        return prefixes;
    }
    rex = 0;
  }
  return undefined;
}

/** Bytes of each prefix that has the opcode map in it: VEX of two and three bytes, EVEX. */
const vexSizes: Readonly<Record<number, number>> = { 0xc5: 2, 0xc4: 3, 0x62: 4 };

function readVex(
  code: Uint8Array,
  end: number,
  width: CodeWidth,
  form: Form,
  prefixes: Prefixes,
): Prefixes | undefined {
  const { at } = prefixes;
  const first = code[at] ?? 0;
  if (at + 1 >= end) return undefined;
  const second = code[at + 1] ?? 0;
  // In 32-bit code it is LES, LDS or BOUND, unless the ModRM byte names a register.
  if (width !== 64 && second >> 6 !== 3) return prefixes;
  const size = vexSizes[first] ?? 0;
  if (at + size >= end) return undefined;
  form.isVex = true;
  const third = first === 0xc5 ? second : (code[at + 2] ?? 0);
  // All but W are inverted, and of two bytes only R is there.
  const wide = first !== 0xc5 && third >= 0x80 ? 8 : 0;
  form.rex = wide | ((~(first === 0xc5 ? second | 0x60 : second) >> 5) & 7);
  form.vvvv = (~third >> 3) & 0xf;
  form.map = first === 0xc5 ? 1 : second & (first === 0xc4 ? 0x1f : 3);
  if (form.map > undefinedMap - 1) return undefined;
  form.opcode = code[at + size] ?? 0;
  return { ...prefixes, at: at + size + 1 };
}

/** Reads the opcode; returns where it ends. */
function readOpcode(code: Uint8Array, at: number, end: number, form: Form): number | undefined {
  form.opcode = code[at] ?? 0;
  if (form.opcode !== 0x0f) return at + 1;
  if (at + 1 >= end) return undefined;
  const second = code[at + 1] ?? 0;
  form.opcode = second;
  if (second === 0x0f) {
    form.map = map3dNow;
    return at + 2;
  }
  if (second >> 3 !== 7) {
    form.map = 1;
    return at + 2;
  }
  if (at + 2 >= end) return undefined;
  form.map = second === 0x38 ? 2 : second === 0x3a ? 3 : undefinedMap;
  form.opcode = code[at + 2] ?? 0;
  return at + 3;
}

/** Reads a ModRM byte and what belongs to it. */
function addressBytes(
  code: Uint8Array,
  at: number,
  end: number,
  width: CodeWidth,
  isOverridden: boolean,
  form: Form,
): { readonly end: number } | undefined {
  const { map, opcode } = form;
  if (map < 2 && !(map === 0 ? modrm0 : modrm1).has(opcode)) return { end: at };
  if (at >= end) return undefined;
  const modrm = code[at] ?? 0;
  form.modrm = modrm;
  const [mod, rm] = [modrm >> 6, modrm & 7];
  // Moves of control and debug registers name registers in any case.
  if (mod === 3 || (map === 1 && opcode >= 0x20 && opcode <= 0x23)) return { end: at + 1 };
  const is16 = width === 16 ? !isOverridden : width === 32 && isOverridden;
  if (is16) return { end: at + 1 + (mod === 0 ? (rm === 6 ? 2 : 0) : mod) };
  const hasSib = rm === 4;
  if (hasSib && at + 1 >= end) return undefined;
  const base = hasSib ? (code[at + 1] ?? 0) & 7 : rm;
  const displacement = mod === 1 ? 1 : mod === 2 || base === 5 ? 4 : 0;
  return { end: at + 1 + (hasSib ? 1 : 0) + displacement };
}

/** Bytes of the branch displacement or memory offset, and of the immediate operands. */
function operandSizes(
  { map, opcode, modrm, rex }: Form,
  width: CodeWidth,
  { operand, address, repeat }: Prefixes,
): { readonly displacement: number; readonly immediate: number } {
  const wide = (rex & 8) !== 0;
  const isWord = width === 16 ? !operand : operand && !(width === 64 && wide);
  const z = isWord ? 2 : 4;
  const near = width === 64 ? 4 : z;
  const reg = (modrm >> 3) & 7;
  const of = (displacement: number, immediate: number) => ({ displacement, immediate });
  if (map === 3 || map === map3dNow) return of(0, 1);
  if (map === 1) {
    if (opcode >> 4 === 8) return of(near, 0);
    if (opcode === 0x78) return of(0, operand || repeat === 0xf2 ? 2 : 0);
    return of(0, byteImmediates1.has(opcode) ? 1 : 0);
  }
  if (map !== 0) return of(0, 0);
  if (byteBranches.has(opcode)) return of(1, 0);
  if (byteImmediates0.has(opcode)) return of(0, 1);
  if (zImmediates.has(opcode)) return of(0, z);
  if (opcode >> 3 === 0x17) return of(0, width === 64 && wide ? 8 : z);
  if (opcode >> 2 === 0x28) return of(offsetBytes(width, address), 0);
  switch (opcode) {
    case 0xe8:
    case 0xe9:
      return of(near, 0);
    case 0x9a:
    case 0xea:
      return of(z, 2);
    case 0xc2:
    case 0xca:
      return of(0, 2);
    case 0xc8:
      return of(0, 3);
    case 0xf6:
      return of(0, reg < 2 ? 1 : 0);
    case 0xf7:
      return of(0, reg < 2 ? z : 0);
    case 0xc7:
      // XBEGIN, where the ModRM byte names a register.
      return modrm >= 0xf8 ? of(z, 0) : of(0, reg === 0 ? z : 0);
    default:
      return of(0, 0);
  }
}

/** Bytes of an address in the instruction itself. */
function offsetBytes(width: CodeWidth, isOverridden: boolean): number {
  if (width === 64) return isOverridden ? 4 : 8;
  return (width === 32) === isOverridden ? 2 : 4;
}

function flowOf(
  form: Form,
  { hasF3, operand }: Prefixes,
): Pick<FlowInstruction, 'kind' | 'effect'> {
  const { map, opcode, modrm, isVex, rex } = form;
  const of = (kind: FlowKind, effect?: FlowEffect) => ({ kind, effect });
  const reg = (modrm >> 3) & 7;
  if (isVex) return of('next');
  if (map === 0)
    return of(opcode === 0xff ? (indirect[reg] ?? 'next') : (kinds0[opcode] ?? 'next'));
  if (map !== 1) return of('next');
  if (opcode >> 4 === 8) return of('conditional');
  switch (opcode) {
    case 0x05:
    case 0x34:
      return of('farCall');
    case 0x07:
    case 0x35:
      return of('farReturn');
    case 0x01:
      if (modrm === 0xc1) return of('farCall');
      if (modrm === 0xc2 || modrm === 0xc3) return of('farReturn', 'vmEntry');
      return of(modrm === 0xec ? 'farReturn' : 'next');
    case 0x22:
      return of('next', reg === 3 && (rex & 4) === 0 ? 'cr3' : undefined);
    case 0xc7:
      return of('next', modrm < 0xc0 && reg === 6 ? 'vmcs' : undefined);
    case 0xae:
      return of('next', hasF3 && !operand && reg === 4 ? 'ptwrite' : undefined);
    default:
      return of('next');
  }
}

const indirect: readonly (FlowKind | undefined)[] = [
  undefined,
  undefined,
  'call',
  'farCall',
  'jump',
  'farJump',
];

const kinds0: Readonly<Record<number, FlowKind>> = {
  ...Object.fromEntries(
    [...bytes('70-7f e0-e3')].map((opcode) => [opcode, 'conditional'] as const),
  ),
  0xe8: 'call',
  0xe9: 'jump',
  0xeb: 'jump',
  0xc2: 'return',
  0xc3: 'return',
  0x9a: 'farCall',
  0xcc: 'farCall',
  0xcd: 'farCall',
  0xce: 'farCall',
  0xf1: 'farCall',
  0xca: 'farReturn',
  0xcb: 'farReturn',
  0xcf: 'farReturn',
  0xea: 'farJump',
};

function isRelative({ map, opcode, isVex }: Form): boolean {
  if (isVex) return false;
  if (map === 1) return opcode >> 4 === 8;
  return map === 0 && (byteBranches.has(opcode) || opcode === 0xe8 || opcode === 0xe9);
}

/** A signed number of up to four bytes of code. */
export function signedNumber(code: Uint8Array, at: number, size: number): number {
  let number = 0;
  for (let i = size - 1; i >= 0; i--) number = (number << 8) | (code[at + i] ?? 0);
  return size === 4 ? number : (number << (32 - 8 * size)) >> (32 - 8 * size);
}

const modrm0 = bytes(
  '00-03 08-0b 10-13 18-1b 20-23 28-2b 30-33 38-3b 62-63 69 6b 80-8f c0-c1 c4-c7 d0-d3 d8-df f6-f7 fe-ff',
);
const modrm1 = bytes('00-03 0d 10-23 28-2f 40-76 78-7f 90-9f a3-a5 ab-b8 ba-c7 d0-fe');
const byteBranches = bytes('70-7f e0-e3 eb');
const byteImmediates0 = bytes(
  '04 0c 14 1c 24 2c 34 3c 6a-6b 80 82-83 a8 b0-b7 c0-c1 c6 cd d4-d5 e4-e7',
);
const zImmediates = bytes('05 0d 15 1d 25 2d 35 3d 68-69 81 a9');
const byteImmediates1 = bytes('70-73 a4 ac ba c2 c4-c6');

/** Opcodes by their ranges. */
function bytes(ranges: string): ReadonlySet<number> {
  return new Set(
    ranges.split(' ').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map((byte) => Number.parseInt(byte, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    }),
  );
}
