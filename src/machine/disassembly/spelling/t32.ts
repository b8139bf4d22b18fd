// T32: gdb marks instructions of four bytes that could be thought to have two with `.w`, and names some by what they are
// in A32.
import { numberOf } from './spelling';
import type { ArmWords } from './arm';

const condition = '(?:eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?';
const wide = new RegExp(
  `^(and|bic|orr|eor|adc|sbc|mvn|mov|add|sub)s?${condition}$|` +
    `^(tst|cmp|cmn|mul|ldr|str|ldrb|strb|ldrh|strh|ldrsb|ldrsh|nop|sxth|sxtb|uxth|uxtb|rev|rev16|revsh)${condition}$`,
);
const shifts = new RegExp(`^(lsl|lsr|asr|ror)(s?)(${condition})\\.w$`);
const moves = /^(ldr|str)[bh]?(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$/;

/** gdb's words for an instruction of two bytes (`isNarrow`) or four. */
export function t32Words(words: ArmWords, isNarrow: boolean): ArmWords {
  return isNarrow ? narrow(words) : fourBytes(words);
}

function narrow({ mnemonic, operands }: ArmWords): ArmWords {
  const [first = '', second = '', third = ''] = operands;
  if (new RegExp(`^b${condition}$`).test(mnemonic)) return { mnemonic: `${mnemonic}.n`, operands };
  if (mnemonic === 'rsbs' && third === '#0') return { mnemonic: 'negs', operands: [first, second] };
  if (/^mul/.test(mnemonic) && third === first) return { mnemonic, operands: [first, second] };
  if (moves.test(mnemonic)) {
    return { mnemonic, operands: [first, second.replace(/^\[(\w+)\]$/, '[$1, #0]')] };
  }
  if (/^(ld|st)m(?!ia)/.test(mnemonic)) return { mnemonic: mnemonic.replace('m', 'mia'), operands };
  return { mnemonic, operands };
}

function fourBytes({ mnemonic: given, operands: before }: ArmWords): ArmWords {
  const operands = before.map(unsigned);
  const stack = /^(push|pop)(.*)\.w$/.exec(given);
  if (stack) {
    const name = stack[1] === 'push' ? `stmdb${stack[2] ?? ''}` : `ldmia${stack[2] ?? ''}.w`;
    return { mnemonic: name, operands: ['sp!', ...operands] };
  }
  const shift = shifts.exec(given);
  const amount = operands.at(-1) ?? '';
  if (shift && amount.startsWith('#')) {
    const [, kind = '', flags = '', when = ''] = shift;
    const rest = operands.slice(0, -1);
    return { mnemonic: `mov${flags}${when}.w`, operands: [...rest, `${kind} ${amount}`] };
  }
  const mnemonic = given
    .replace(/^((?:ld|st)m)(?!ia|db)(.*\.w)$/, '$1ia$2')
    .replace(/^(rsbs?)\.w$/, '$1');
  return { mnemonic: wide.test(mnemonic) ? `${mnemonic}.w` : mnemonic, operands };
}

/** A negative number outside of brackets is all 32 bits of it. */
function unsigned(operand: string): string {
  return /^#-(0x)?[0-9a-f]+$/.test(operand)
    ? `#${BigInt.asUintN(32, numberOf(operand.slice(1)))}`
    : operand;
}
