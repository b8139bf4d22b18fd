// What gdb says of x86 instructions in either syntax where Capstone says something else.
import { operandNumber, operandsOf, type Words } from './spelling';
import { readEncoding, type X86Encoding } from './x86Encoding';

/** An instruction, apart. */
export interface X86Words {
  /** What stands before the mnemonic, in gdb's words. */
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
export function x86Words({ mnemonic: given, operands, bytes, address, set }: Words): X86Words {
  const parts = given.split(' ').map((part) => prefixNames[part] ?? part);
  const bits = set.name === 'x86-64' ? 64 : 32;
  const mnemonic = parts.pop() ?? '';
  return {
    prefixes: parts,
    mnemonic: mnemonics[mnemonic] ?? mnemonic,
    operands: operandsOf(operands),
    encoding: readEncoding(bytes, bits),
    bits,
    end: address + BigInt(bytes.length),
  };
}

/** The address to go to; undefined for other instructions. */
export function branchTarget({ mnemonic, operands }: X86Words): bigint | undefined {
  const [only = ''] = operands;
  const isBranch = /^(j[a-z]+|call[wlq]?|loop(n?e)?|xbegin)$/.test(mnemonic);
  const isAddress = operands.length === 1 && /^(0x[0-9a-f]+|\d+)$/.test(only);
  return isBranch && isAddress ? BigInt(only) : undefined;
}

/** Whether an instruction shifts by one because of its opcode, without a count. */
export function shiftsByOne({ encoding: { opcode } }: X86Words): boolean {
  return opcode === 0xd0 || opcode === 0xd1;
}

/** Whether a string instruction's operands are what its opcode says; gdb writes their segments. */
export function isString({ encoding: { opcode } }: X86Words): boolean {
  return (
    (opcode >= 0xa4 && opcode <= 0xaf && opcode !== 0xa8 && opcode !== 0xa9) ||
    (opcode >= 0x6c && opcode <= 0x6f)
  );
}

/** Whether arithmetic of the floating-point unit names one of its two operands; and whether that is where the result goes. */
export function floatingOperand({
  mnemonic,
  encoding: { opcode },
  operands,
}: X86Words): 'to' | 'from' | undefined {
  if (opcode < 0xd8 || opcode > 0xdf || operands.length !== 1) return undefined;
  if (
    !/^f(u?comip?|(add|mul|subr?|divr?)p?)$/.test(mnemonic) ||
    !/^%?st\(\d\)$/.test(operands[0] ?? '')
  )
    return undefined;
  return opcode === 0xdc || opcode === 0xde ? 'to' : 'from';
}

/** A displacement; in code of less than 64 bits Capstone writes the lowest one with all the bits of 64. */
export function displacementOf(text: string): bigint {
  return BigInt.asIntN(64, operandNumber(text.replace(/^-(?=0xf{8})/, '')));
}

/** Whether one of two floating-point operands is the top of the stack, which gdb writes without a number. */
export function namesTop({ operands, encoding: { opcode } }: X86Words): boolean {
  return opcode >= 0xd8 && opcode <= 0xdf && operands.length === 2;
}

/** What gdb writes before an instruction that does nothing and is filled up with prefixes. */
export function paddingPrefixes({ mnemonic, encoding: { prefixes } }: X86Words): string[] {
  if (!/^nop[wlq]?$/.test(mnemonic)) return [];
  const operandSizes = prefixes.filter((each) => each === 0x66).length;
  return [
    ...Array.from({ length: Math.max(0, operandSizes - 1) }, () => 'data16'),
    ...(prefixes.includes(0x2e) ? ['cs'] : []),
  ];
}

/** Two bytes that do nothing: an exchange of a register with itself. */
export function isExchange({ mnemonic, operands, encoding: { prefixes } }: X86Words): boolean {
  return (
    mnemonic === 'nop' && operands.length === 0 && prefixes.length === 1 && prefixes[0] === 0x66
  );
}
