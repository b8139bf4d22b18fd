// RISC-V. Capstone writes compressed instructions by their own names and branches by distance; gdb
// writes what they represent, with the address that is gone to, and names most instructions with an
// immediate as those without.
import {
  hex,
  inDecimal,
  operandNumber,
  operandsOf,
  tabbed,
  type FormattedInstruction,
  type CapstoneText,
} from './formatter';

interface Named {
  readonly mnemonic: string;
  readonly operands: readonly string[];
}

/** An instruction as gdb writes it. */
export function formatRiscv(words: CapstoneText): FormattedInstruction {
  const { mnemonic, operands } = named(expanded(words.mnemonic, operandsOf(words.operands)));
  if (branches.test(mnemonic)) {
    const target = words.address + operandNumber(operands.at(-1) ?? '0');
    const width = words.set.name === 'riscv64' ? 64 : 32;
    const text = tabbed(mnemonic, [...operands.slice(0, -1), '']);
    return { text, target: BigInt.asUintN(width, target) };
  }
  const write = hexadecimal.test(mnemonic) ? inHex : inDecimal;
  return { text: tabbed(mnemonic, operands.map(write)) };
}

const branches = /^(j|jal|b(eq|ne|lt|ge|gt|le)u?z?)$/;
const hexadecimal = /^(lui|auipc|s[lr][la]w?)$/;

function inHex(operand: string): string {
  return /^\d/.test(operand) ? hex(operandNumber(operand)) : operand;
}

/**
 * Compressed instructions with one operand that stand for an instruction with the same operand
 * twice.
 */
const twice = /^(add|sub|or|and|xor)w?$|^(addiw?|s[lr][la]i|andi|addi16sp)$/;

/** The instruction that a compressed one represents. */
function expanded(given: string, operands: readonly string[]): Named {
  if (!given.startsWith('c.')) return { mnemonic: given, operands };
  const mnemonic = given.slice(2);
  const [first = ''] = operands;
  if (mnemonic === 'addi4spn') return { mnemonic: 'addi', operands };
  if (mnemonic === 'jr' && first === 'ra') return { mnemonic: 'ret', operands: [] };
  if (twice.test(mnemonic)) {
    return { mnemonic: mnemonic.replace('16sp', ''), operands: [first, ...operands] };
  }
  return { mnemonic: mnemonic.replace(/^(f?[ls][wdq])sp$/, '$1'), operands };
}

/** gdb's name of an instruction with such operands (the assembler's pseudo instructions). */
function named({ mnemonic, operands }: Named): Named {
  const [to = '', from = '', last = ''] = operands;
  const as = (name: string, ...those: string[]): Named => ({ mnemonic: name, operands: those });
  const renamed = (name: string): Named => ({ mnemonic: name, operands });
  const isZero = last === '0';
  switch (mnemonic) {
    case 'addi':
      if (to === 'zero' && from === 'zero' && isZero) return as('nop');
      if (from === 'zero') return as('li', to, last);
      return isZero ? as('mv', to, from) : renamed('add');
    case 'addiw':
      return isZero ? as('sext.w', to, from) : renamed('addw');
    case 'andi':
      return last === '0xff' ? as('zext.b', to, from) : renamed('and');
    case 'mv':
      return from === 'zero' ? as('li', to, '0') : { mnemonic, operands };
    case 'jalr':
      if (operands.length < 3) return { mnemonic, operands };
      if (to === 'ra') return isZero ? as('jalr', from) : as('jalr', `${last}(${from})`);
      return isZero ? as('jalr', to, from) : as('jalr', to, `${last}(${from})`);
    case 'csrsi':
    case 'csrci':
    case 'csrwi':
      return renamed(mnemonic.slice(0, -1));
    case 'ori':
    case 'xori':
    case 'slli':
    case 'srli':
    case 'srai':
    case 'slliw':
    case 'srliw':
    case 'sraiw':
      return renamed(mnemonic.replace('i', ''));
    default:
      return { mnemonic, operands };
  }
}
