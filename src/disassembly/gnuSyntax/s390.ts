// z/Architecture: gdb writes no blanks, and all numbers but addresses in decimal.
import {
  operandAddress,
  inDecimal,
  operandsOf,
  tabbed,
  type FormattedInstruction,
  type CapstoneText,
} from './formatter';

/** Compare-and-branch and compare-and-trap instructions by conditions that have two names each. */
const twoNames = /^(cl?g?[ir][jb]|cl?g?r?t|cl?f?g?it)(lh|le|he)$/;
const otherNames: Readonly<Record<string, string>> = { lh: 'ne', le: 'nh', he: 'nl' };

/** An instruction as gdb writes it. */
export function formatS390(words: CapstoneText): FormattedInstruction {
  const { mnemonic, operands } = named(words.mnemonic, operandsOf(words.operands));
  const last = operands.at(-1) ?? '';
  const target =
    isRelative(mnemonic) && /^0x[0-9a-f]{3,}$/.test(last) ? operandAddress(last) : undefined;
  const before = target === undefined ? operands : [...operands.slice(0, -1), ''];
  const text = tabbed(
    mnemonic,
    before.map((each) => inDecimal(each.replaceAll(' ', ''))),
  );
  return target === undefined ? { text } : { text, target };
}

/** Whether the last operand is an address relative to the instruction. */
function isRelative(mnemonic: string): boolean {
  return /^(j\w*|br\w+|larl|exrl|pfdrl|bprp|\w+rl|[a-z]+(r|i)j\w*|l?locg?\w*)$/.test(mnemonic);
}

/** Mnemonics that say what an operand would. */
function named(mnemonic: string, operands: string[]): { mnemonic: string; operands: string[] } {
  const [first, second, from, to] = operands;
  const last = Number(to);
  // The highest bit of the last position says that all others are set to zero.
  if (/^risbgn?$/.test(mnemonic) && first !== undefined && last >= 128) {
    const position = String(last - 128);
    return {
      mnemonic: mnemonic.replace('risbg', 'risbgz').replace('zn', 'nz'),
      operands: [first, second ?? '', from ?? '', position, ...operands.slice(4)],
    };
  }
  if (mnemonic === 'bcr' && first === '0') {
    return { mnemonic: 'nopr', operands: second === '%r0' ? [] : operands.slice(1) };
  }
  const [, compare, condition = ''] = twoNames.exec(mnemonic) ?? [];
  if (compare !== undefined) {
    return { mnemonic: `${compare}${otherNames[condition] ?? condition}`, operands };
  }
  // Instructions on vectors that work on a single number.
  if (/^[vw]/.test(mnemonic)) {
    return { mnemonic, operands: operands.map((each) => each.replace(/^%f(?=\d)/, '%v')) };
  }
  return { mnemonic, operands };
}
