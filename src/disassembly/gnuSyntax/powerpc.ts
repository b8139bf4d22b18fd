// PowerPC: gdb fills mnemonics up to eight columns and writes all numbers in decimal.
import {
  operandAddress,
  inDecimal,
  operandsOf,
  type FormattedInstruction,
  type CapstoneText,
} from './formatter';

/** An instruction as gdb writes it. */
export function formatPowerpc(words: CapstoneText): FormattedInstruction {
  const { mnemonic, operands } = named(
    words.mnemonic,
    operandsOf(inDecimal(words.operands)),
    words,
  );
  if (operands.length === 0) return { text: mnemonic };
  const head = `${mnemonic} `.padEnd(8);
  const target = isBranch(mnemonic) ? operandAddress(operandsOf(words.operands).at(-1)) : undefined;
  if (target !== undefined)
    return { text: head + [...operands.slice(0, -1), ''].join(','), target };
  return { text: head + operands.join(',') };
}

function isBranch(mnemonic: string): boolean {
  return (
    /^b/.test(mnemonic) &&
    !/^b\w*(lr|ctr|tar)l?[+-]?$/.test(mnemonic) &&
    !/^(bpermd|brinc)/.test(mnemonic)
  );
}

/**
 * gdb's names for instructions with certain operands: the simplified mnemonics of the Power ISA's
 * appendix.
 */
function named(
  given: string,
  operands: string[],
  { bytes, set }: CapstoneText,
): { mnemonic: string; operands: string[] } {
  const record = given.endsWith('.') ? '.' : '';
  const mnemonic = record === '' ? given : given.slice(0, -1);
  const [a = '', b = '', c = '', d = '', e = ''] = operands;
  const as = (name: string, ...those: string[]) => ({ mnemonic: name + record, operands: those });
  const [shift, from, to] = [Number(c), Number(d), Number(e)];
  if (mnemonic === 'rldicl' && shift + from === 64) return as('srdi', a, b, d);
  if (mnemonic === 'rldicr' && shift === 0) return as('clrrdi', a, b, String(63 - from));
  if (mnemonic === 'rldicr' && shift + from === 63) return as('sldi', a, b, c);
  if (mnemonic === 'rlwinm' && shift === 0 && from === 0 && to < 31)
    return as('clrrwi', a, b, String(31 - to));
  if (mnemonic === 'nor' && b === c) return as('not', a, b);
  if (mnemonic === 'or' && b === c) return as('mr', a, b);
  if (/^t(begin|end)$/.test(mnemonic) && a === '0') return as(mnemonic);
  if (mnemonic === 'mtfsf' && operands.slice(2).join() === '1,0') return as(mnemonic, a, b, c);
  if (mnemonic === 'mtcrf' && a === '255') return as('mtcr', b);
  if (mnemonic === 'sync' && operands.length === 0) return as('hwsync');
  if (/^m[ft]vsrd$/.test(mnemonic) && operands.some((each) => /^v\d/.test(each)))
    return { mnemonic: given.replace('vsrd', 'vrd'), operands };
  if (mnemonic === 'bdnzl' && isBranchAlways(bytes, set.order))
    return as('bcl', '20', '4*cr7+so', a);
  if (/^cr[a-z]+$/.test(mnemonic)) return { mnemonic: given, operands: operands.map(conditionBit) };
  return { mnemonic: given, operands };
}

/** `bcl 20,31,…`: how position-independent code asks for its own address. */
function isBranchAlways(bytes: Uint8Array, order: string): boolean {
  const [first, second] = order === 'big' ? [bytes[0], bytes[1]] : [bytes[3], bytes[2]];
  return first === 0x42 && second === 0x9f;
}

/** `cr6eq` as `4*cr6+eq`; a bit of the first field is written by its name alone. */
function conditionBit(operand: string): string {
  const [, field, bit = ''] = /^cr(\d)(lt|gt|eq|un|so)$/.exec(operand) ?? [];
  if (field === undefined) return operand;
  const name = bit === 'un' ? 'so' : bit;
  return field === '0' ? name : `4*cr${field}+${name}`;
}
