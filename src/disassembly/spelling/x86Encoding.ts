// What the encoding of an x86 instruction says that Capstone's words do not: gdb writes a displacement and an index even
// where they are empty (Intel's manual, volume 2, chapter 2).

/** What is to be known of an encoding. */
export interface X86Encoding {
  /** The bytes before the opcode, REX among them. */
  readonly prefixes: Uint8Array;
  /** The opcode's first byte. */
  readonly opcode: number;
  /** Whether a memory operand has a displacement. */
  readonly hasDisplacement: boolean;
  /** Whether a memory operand has an index that stands for none, where it was not needed. */
  readonly hasEmptyIndex: boolean;
}

const prefixBytes = new Set([0x66, 0x67, 0xf2, 0xf3, 0xf0, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65]);

/** Reads an encoding, as far as it is of use. */
export function readEncoding(bytes: Uint8Array, bits: 32 | 64): X86Encoding {
  let at = 0;
  while (prefixBytes.has(bytes[at] ?? 0)) at++;
  const rex = bits === 64 && ((bytes[at] ?? 0) & 0xf0) === 0x40 ? (bytes[at++] ?? 0) : 0;
  const prefixes = bytes.subarray(0, at);
  const opcode = bytes[at] ?? 0;
  const memory = memoryForm(bytes, modRmOffset(bytes, at, bits), bits, rex);
  return { prefixes, opcode, ...memory };
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
