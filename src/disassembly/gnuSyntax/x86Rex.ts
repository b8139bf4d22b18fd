// A REX prefix of which an instruction uses not every bit: binutils then writes the prefix as a
// word, `rex.RB cld` (opcodes/i386-dis.c, USED_REX; Intel's manual, volume 2, section 2.2.1).

const bitW = 8;
const bitR = 4;
const bitX = 2;
const bitB = 1;

/** The operands of an opcode, as far as REX is concerned. */
interface RexUse {
  /** Whether a ModR/M byte follows; `group` where its middle bits are part of the opcode. */
  readonly modRm?: 'register' | 'group';
  /** Whether the size of an operand depends on W; also where that is not known here. */
  readonly wide: boolean;
  /** Whether its registers have a byte. */
  readonly byte?: boolean;
  /** Whether the low bits of the opcode are a register. */
  readonly inOpcode?: boolean;
}

/**
 * The word for a prefix with a bit that the instruction does not use, undefined where it uses all,
 * or that is not known. `code` begins behind the prefix.
 */
export function strayRex(rex: number, code: Uint8Array): string | undefined {
  const [opcode = 0, second = 0] = code;
  const isLong = opcode === 0x0f;
  const use = isLong ? useOfLong(second) : useOf(opcode);
  if (!use) return undefined;
  const registers = registersOf(use, isLong ? second : opcode, code.subarray(isLong ? 2 : 1));
  const used = (use.wide ? bitW : 0) | registers.bits;
  const stray = rex & 0xf & ~used;
  const isPlain = rex === 0x40 && !(use.byte === true && registers.hasNewByte);
  return stray !== 0 || isPlain ? nameOf(rex) : undefined;
}

function nameOf(rex: number): string {
  const letters = [
    [bitW, 'W'],
    [bitR, 'R'],
    [bitX, 'X'],
    [bitB, 'B'],
  ] as const;
  const set = letters.flatMap(([bit, letter]) => ((rex & bit) !== 0 ? [letter] : [])).join('');
  return set === '' ? 'rex' : `rex.${set}`;
}

/** Bits that choose registers, and whether one of four is that has no byte without REX. */
function registersOf(
  { modRm, inOpcode }: RexUse,
  opcode: number,
  [form = 0]: Uint8Array,
): { readonly bits: number; readonly hasNewByte: boolean } {
  if (modRm === undefined) {
    return inOpcode === true
      ? { bits: bitB, hasNewByte: (opcode & 4) !== 0 }
      : { bits: 0, hasNewByte: false };
  }
  const isMemory = form >> 6 !== 3;
  const hasIndex = isMemory && (form & 7) === 4;
  const isRegister = modRm === 'register';
  return {
    bits: bitB | (hasIndex ? bitX : 0) | (isRegister ? bitR : 0),
    hasNewByte: (isRegister && (form & 0x20) !== 0) || (!isMemory && (form & 4) !== 0),
  };
}

const nothing: RexUse = { wide: false };
/** What it uses is not known but for registers, which it has none of. */
const perhapsWide: RexUse = { wide: true };

function useOf(opcode: number): RexUse | undefined {
  const isByte = (opcode & 1) === 0;
  const sized = { wide: !isByte, byte: isByte };
  if (opcode < 0x40) {
    if ((opcode & 7) < 4) return { modRm: 'register', ...sized };
    return (opcode & 7) < 6 ? { wide: !isByte } : undefined;
  }
  if (opcode >= 0x50 && opcode < 0x60) return { wide: true, inOpcode: true };
  if (opcode >= 0x70 && opcode < 0x80) return nothing;
  if (opcode >= 0x80 && opcode < 0x84) return { modRm: 'group', ...sized };
  if (opcode >= 0x84 && opcode < 0x8c) return { modRm: 'register', ...sized };
  if (opcode > 0x90 && opcode < 0x98) return { wide: true, inOpcode: true };
  if (opcode >= 0xa8 && opcode < 0xaa) return { wide: !isByte };
  if (opcode >= 0xb0 && opcode < 0xc0) {
    const byte = opcode < 0xb8;
    return { wide: !byte, byte, inOpcode: true };
  }
  if (opcode >= 0xe0 && opcode < 0xe4) return perhapsWide;
  return useOfOther(opcode, sized);
}

function useOfOther(opcode: number, sized: RexUse): RexUse | undefined {
  switch (opcode) {
    case 0xc0:
    case 0xc1:
    case 0xc6:
    case 0xc7:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
    case 0xf6:
    case 0xf7:
      return { modRm: 'group', ...sized };
    case 0x98:
    case 0x99:
      return perhapsWide;
    case 0xeb:
    case 0xcc:
    case 0xf4:
    case 0xf5:
    case 0xf8:
    case 0xf9:
    case 0xfa:
    case 0xfb:
    case 0xfc:
    case 0xfd:
      return nothing;
    case 0x8d:
    case 0x63:
    case 0x69:
    case 0x6b:
      return { modRm: 'register', wide: true };
    default:
      return undefined;
  }
}

/** Of an opcode behind 0x0f. */
function useOfLong(opcode: number): RexUse | undefined {
  if (opcode >= 0x80 && opcode < 0x90) return perhapsWide;
  if (opcode >= 0x90 && opcode < 0xa0) return { modRm: 'group', wide: false, byte: true };
  return opcode >= 0xc8 && opcode < 0xd0 ? { wide: true, inOpcode: true } : undefined;
}
