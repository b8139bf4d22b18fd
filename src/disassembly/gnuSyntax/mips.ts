// MIPS: gdb writes registers without a dollar sign, and by their names in the program's ABI.
import {
  operandAddress,
  hex,
  inDecimal,
  operandNumber,
  operandsOf,
  tabbed,
  type FormattedInstruction,
  type CapstoneText,
} from './formatter';

/** The names that registers 8 to 15 have in the 64-bit ABIs, by those in the 32-bit one. */
const names64: Readonly<Record<string, string>> = {
  t0: 'a4',
  t1: 'a5',
  t2: 'a6',
  t3: 'a7',
  t4: 't0',
  t5: 't1',
  t6: 't2',
  t7: 't3',
};

const branches = /^(b|bal|j|jal|jalx|b(eq|ne|le|lt|ge|gt|c1)\w*)$/;
const hexadecimal =
  /^(andi|ori|xori|lui|d?sll(32)?|d?srl(32)?|d?sra(32)?|d?rotr(32)?|ins|d?ext[mu]?|d?ins[mu]?|break|syscall|teq|tne|tge|tlt|cache|pref|sync)$/;

/** An instruction as gdb writes it. */
export function formatMips(words: CapstoneText): FormattedInstruction {
  const { operands: given, set } = words;
  const registers = operandsOf(given).map((each) => withoutDollars(each, set.name === 'mips64'));
  const operands = registers.map((each) => operandText(words.mnemonic, each));
  const formatted = named(words.mnemonic, operands);
  const target = branches.test(formatted.mnemonic) ? operandAddress(registers.at(-1)) : undefined;
  if (target === undefined) return { text: tabbed(formatted.mnemonic, formatted.operands) };
  return { text: tabbed(formatted.mnemonic, [...operands.slice(0, -1), '']), target };
}

function withoutDollars(operand: string, is64: boolean): string {
  return operand.replace(/\$(\w+)/g, (_, name: string) => {
    const plain = name === 'fp' ? 's8' : /^(\d|f\d|fcc|w\d|ac\d)/.test(name) ? `$${name}` : name;
    return (is64 ? names64[plain] : undefined) ?? plain;
  });
}

function operandText(mnemonic: string, operand: string): string {
  const isNumber = /^-?(0x[0-9a-f]+|\d+)$/.test(operand);
  if (isNumber && hexadecimal.test(mnemonic)) return hex(operandNumber(operand));
  return inDecimal(operand).replace(/^\(/, '0(');
}

/** Instructions that go by another name with some operands. */
function named(
  mnemonic: string,
  operands: readonly string[],
): { readonly mnemonic: string; readonly operands: readonly string[] } {
  const [to = '', from = '', last = ''] = operands;
  if (/^d?rotr/.test(mnemonic)) return { mnemonic: mnemonic.replace('rotr', 'ror'), operands };
  if (/^c[ft]c1$/.test(mnemonic) && from === '$31') return { mnemonic, operands: [to, 'c1_fcsr'] };
  if (/^(addiu|ori)$/.test(mnemonic) && from === 'zero') {
    return { mnemonic: 'li', operands: [to, last] };
  }
  return { mnemonic, operands };
}
