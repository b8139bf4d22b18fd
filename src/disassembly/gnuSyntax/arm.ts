// A32 and T32. gdb writes numbers in decimal, and repeats larger ones in hexadecimal in a comment.
import {
  operandAddress,
  hex,
  operandNumber,
  operandsOf,
  type FormattedInstruction,
  type CapstoneText,
} from './formatter';

/** Mnemonic and operands, and the comment that gdb writes after them. */
interface ArmWords {
  readonly mnemonic: string;
  readonly operands: readonly string[];
  readonly comment?: string;
}

/** An instruction as gdb writes it. */
export function formatArm(words: CapstoneText): FormattedInstruction {
  const renamed: ArmWords = {
    mnemonic: words.mnemonic.replace(/hs(?=\.|$)/, 'cs').replace(/lo(?=\.|$)/, 'cc'),
    operands: operandsOf(words.operands).map(renamedOperand),
  };
  const isThumb = words.set.name === 'thumb';
  const arm = isThumb ? t32Words(renamed, words.bytes.length === 2) : a32Words(renamed, words);
  const { mnemonic, operands } = arm;
  if (branches.test(mnemonic)) {
    const target = operandAddress(operands.at(-1));
    if (target !== undefined)
      return { text: instructionText(mnemonic, [...operands.slice(0, -1), '']), target };
  }
  const text = instructionText(mnemonic, operands.map(inDecimal));
  const constant = floatConstant(arm, words.bytes, isThumb);
  if (constant !== undefined)
    return { text: instructionText(mnemonic, [operands[0] ?? '', constant]) };
  const literal = literalAddress(operands.at(-1), words);
  if (literal === undefined) return { text: text + (arm.comment ?? comment(arm, isThumb)) };
  return isThumb && words.bytes.length === 2
    ? { text: `${text}\t@ (`, target: literal, after: ')' }
    : { text: `${text}\t@ `, target: literal };
}

const branches = /^(b|bl|blx|cbn?z)(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)?(\.[nw])?$/;

function instructionText(mnemonic: string, operands: readonly string[]): string {
  return operands.length === 0 ? mnemonic : `${mnemonic}\t${operands.join(', ')}`;
}

function renamedOperand(operand: string): string {
  const named = operand.replace(/\bsb\b/g, 'r9').replace('apsr_nzcv', 'APSR_nzcv');
  // Vector registers in a row are a range.
  const [, first, last] = /^\{(d\d+)(?:, d\d+)*, (d\d+)\}$/.exec(named) ?? [];
  return first === undefined || last === undefined ? named : `{${first}-${last}}`;
}

const doubleMoves =
  /^(ldr|str)(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?d(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$/;

function a32Words({ mnemonic, operands }: ArmWords, { bytes, set }: CapstoneText): ArmWords {
  if (doubleMoves.test(mnemonic))
    return { mnemonic, operands: [operands[0] ?? '', ...operands.slice(2)] };
  if (/^stm(?!ia|ib|da|db)/.test(mnemonic) && (operands[0] ?? '').endsWith('!')) {
    return { mnemonic: mnemonic.replace('stm', 'stmia'), operands };
  }
  if (mnemonic === 'mov' && operands.join() === 'r0,r0') {
    return { mnemonic: 'nop', operands: [], comment: '\t\t\t@ (mov r0, r0)' };
  }
  if (mnemonic.startsWith('svc')) {
    const number = operandNumber((operands[0] ?? '#0').slice(1));
    return { mnemonic, operands: [`0x${number.toString(16).padStart(8, '0')}`], comment: '' };
  }
  if (mnemonic === 'nop') return { mnemonic, operands: ['{0}'] };
  const [first = '', second = ''] = operands;
  if (mnemonic.startsWith('str') && second === '[sp, #-4]!') {
    return {
      mnemonic: mnemonic.replace('str', 'push'),
      operands: [`{${first}}`],
      comment: `\t\t@ (${mnemonic} ${first}, ${second})`,
    };
  }
  const only = /^\{(\w+)\}$/.exec(first)?.[1];
  if (only !== undefined && mnemonic.startsWith('pop')) {
    return {
      mnemonic,
      operands,
      comment: `\t\t@ (${mnemonic.replace('pop', 'ldr')} ${only}, [sp], #4)`,
    };
  }
  const opcode = set.order === 'little' ? (bytes[3] ?? 0) : (bytes[0] ?? 0);
  return (opcode & 0x0e) === 0x02 ? withImmediate({ mnemonic, operands }) : { mnemonic, operands };
}

/**
 * Data processing with an immediate: a number with a sign, or eight bits and how far they are
 * turned.
 */
function withImmediate({ mnemonic, operands }: ArmWords): ArmWords {
  const last = operands.at(-1) ?? '';
  const bits = operands.at(-2) ?? '';
  if (last.startsWith('#') && bits.startsWith('#')) {
    const turn = Number(last.slice(1));
    const value = Number(bits.slice(1));
    const turned =
      BigInt.asUintN(32, (BigInt(value) << 32n) >> BigInt(turn)) | (BigInt(value) >> BigInt(turn));
    return {
      mnemonic,
      operands: [...operands.slice(0, -1), String(turn)],
      comment: `\t@ ${hex(turned)}`,
    };
  }
  if (!last.startsWith('#') || /^mov[wt]/.test(mnemonic)) return { mnemonic, operands };
  return {
    mnemonic,
    operands: [...operands.slice(0, -1), `#${BigInt.asIntN(32, operandNumber(last.slice(1)))}`],
  };
}

function inDecimal(operand: string): string {
  return operand.replace(
    /#(-?)(0x[0-9a-f]+)/g,
    (_, minus: string, digits: string) => `#${minus}${BigInt(digits)}`,
  );
}

function comment({ mnemonic, operands }: ArmWords, isThumb: boolean): string {
  const numbers = [...operands.join(' ').matchAll(/#(-?(?:0x[0-9a-f]+|\d+))\b(?!\.)/g)];
  const value = operandNumber(numbers.at(-1)?.[1] ?? '0');
  const isOffset = (operands.at(-1) ?? '').startsWith('[') && !mnemonic.startsWith('v');
  if (value <= 32n && (value >= -16n || (isThumb && isOffset))) return '';
  return `\t@ ${hex(BigInt.asUintN(32, value))}`;
}

/** The address of a literal: the PC is two instructions ahead, and counts in words. */
function literalAddress(
  operand: string | undefined,
  { address, set }: CapstoneText,
): bigint | undefined {
  const [, minus = '', digits] = /^\[pc(?:, #(-?)(\w+))?\]$/.exec(operand ?? '') ?? [];
  if (operand !== '[pc]' && digits === undefined) return undefined;
  const pc = set.name === 'thumb' ? (address + 4n) & ~3n : address + 8n;
  return BigInt.asUintN(32, minus === '' ? pc + BigInt(digits ?? 0) : pc - BigInt(digits ?? 0));
}

/**
 * A floating-point constant: gdb writes the eight bits that represent it, its pattern as a single,
 * and its value.
 */
function floatConstant(
  { mnemonic, operands }: ArmWords,
  bytes: Uint8Array,
  isThumb: boolean,
): string | undefined {
  const value = operands[1] ?? '';
  if (/^vcmpe?/.test(mnemonic) && value === '#0') return '#0.0';
  if (!mnemonic.startsWith('vmov') || !/^#-?\d+\.\d+e/.test(value)) return undefined;
  const [low, high] = isThumb ? [bytes[2] ?? 0, bytes[0] ?? 0] : [bytes[0] ?? 0, bytes[2] ?? 0];
  const bits = ((high & 15) << 4) | (low & 15);
  const pattern = new DataView(new ArrayBuffer(4));
  pattern.setFloat32(0, Number(value.slice(1)));
  const [whole = '', fraction = '0'] = String(Math.abs(Number(value.slice(1)))).split('.');
  const places = [1, 3, 7].find((each) => each >= fraction.length) ?? 7;
  const digits = fraction.padEnd(places, '0');
  const sign = value.startsWith('#-') ? '-' : ' ';
  return `#${bits}\t@ 0x${pattern.getUint32(0).toString(16)} ${sign}${whole}.${digits}`;
}

const condition = '(?:eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?';
const wide = new RegExp(
  `^(and|bic|orr|eor|adc|sbc|mvn|mov|add|sub)s?${condition}$|` +
    `^(tst|cmp|cmn|mul|ldr|str|ldrb|strb|ldrh|strh|ldrsb|ldrsh|nop|sxth|sxtb|uxth|uxtb|rev|rev16|revsh)${condition}$`,
);
const shifts = new RegExp(`^(lsl|lsr|asr|ror)(s?)(${condition})\\.w$`);
const moves = /^(ldr|str)[bh]?(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$/;

/** gdb's words for an instruction of two bytes (`isNarrow`) or four. */
function t32Words(words: ArmWords, isNarrow: boolean): ArmWords {
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
    ? `#${BigInt.asUintN(32, operandNumber(operand.slice(1)))}`
    : operand;
}
