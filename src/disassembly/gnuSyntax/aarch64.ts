// AArch64. Capstone writes all numbers from ten up in hexadecimal; gdb writes immediates of
// arithmetic so and offsets, shifts and bit positions in decimal, and says conditions' other names
// in a comment.
import {
  operandAddress,
  hex,
  inDecimal,
  operandNumber,
  operandsOf,
  type FormattedInstruction,
  type CapstoneText,
} from './formatter';

/** Conditions that Capstone prefers another name of. */
const conditionNames: Readonly<Record<string, string>> = { hs: 'cs', lo: 'cc' };

/** What else a condition is called, in vector code among others. */
const otherNames: Readonly<Record<string, string>> = {
  eq: 'none',
  ne: 'any',
  cs: 'hs, nlast',
  cc: 'lo, ul, last',
  mi: 'first',
  pl: 'nfrst',
  hi: 'pmore',
  ls: 'plast',
  ge: 'tcont',
  lt: 'tstop',
};

const aarch64Branches = /^(b|bl|cbn?z|tbn?z|adrp?)$/;
const literals = /^(ldr|ldrsw|prfm)$/;
const hexadecimal =
  /^(adds?|subs?|cmp|cmn|ccmp|ccmn|ands?|orr|eor|bics?|tst|mov|mov[knzi]|mvni|svc|brk|hlt|hvc|smc|hint|fccmpe?|dcps[123]|addg|subg)$/;

/** An instruction as gdb writes it. */
export function formatAarch64({ mnemonic, operands: given }: CapstoneText): FormattedInstruction {
  const operands = operandsOf(given);
  const lengthened = /^([su])shll(2?)$/.exec(mnemonic);
  if (lengthened && operands[2] === '#0') {
    return {
      text: instructionText(
        `${lengthened[1] ?? ''}xtl${lengthened[2] ?? ''}`,
        operands.slice(0, 2),
      ),
    };
  }
  if (mnemonic.startsWith('b.')) return conditionalBranch(mnemonic.slice(2), operands);
  if (aarch64Branches.test(mnemonic) || (literals.test(mnemonic) && operands.length === 2)) {
    const target = operandAddress(operands.at(-1));
    const before = operands.slice(0, -1).map(inDecimal);
    if (target !== undefined) return { text: instructionText(mnemonic, [...before, '']), target };
  }
  const bits = /^w/.test(operands[0] ?? '') ? 32 : 64;
  const written = operands.map((each) => operandText(mnemonic, each, bits));
  if (mnemonic === 'mov' && written[1]?.startsWith('#')) return moved(operands);
  const condition = takesCondition.test(mnemonic) ? operands.at(-1) : undefined;
  if (condition === undefined) return { text: instructionText(mnemonic, written) };
  const name = conditionNames[condition] ?? condition;
  const text = instructionText(mnemonic, [...written.slice(0, -1), name]);
  const others = otherNames[name];
  return { text: others === undefined ? text : `${text}\t// ${name} = ${others}` };
}

const takesCondition =
  /^(csel|cset|csetm|csinc|csinv|csneg|cinc|cinv|cneg|ccmp|ccmn|fcsel|fccmpe?)$/;

function instructionText(mnemonic: string, operands: readonly string[]): string {
  return operands.length === 0 ? mnemonic : `${mnemonic}\t${operands.join(', ')}`;
}

function conditionalBranch(condition: string, operands: readonly string[]): FormattedInstruction {
  const name = conditionNames[condition] ?? condition;
  const target = operandAddress(operands[0]) ?? 0n;
  const others = otherNames[name]?.split(', ').map((each) => `b.${each}`);
  return { text: `b.${name}\t`, target, ...(others && { after: `  // ${others.join(', ')}` }) };
}

/** gdb writes a moved number in hexadecimal, filled up, and with its sign in a comment. */
function moved([register = '', immediate = '']: readonly string[]): FormattedInstruction {
  const bits = register.startsWith('w') ? 32 : 64;
  // A logical immediate that is negative comes with a minus before its unsigned digits.
  const value = BigInt.asIntN(bits, operandNumber(immediate.slice(1).replace(/^-(?=0xf{8})/, '')));
  const digits = BigInt.asUintN(bits, value).toString(16).padEnd(20);
  return { text: `mov\t${register}, #0x${digits}\t// #${value}` };
}

function operandText(mnemonic: string, operand: string, bits: 32 | 64): string {
  if (operand === '#0.0') return operand;
  if (/^#-?\d+\.\d+/.test(operand)) return `#${exponential(Number(operand.slice(1)))}`;
  if (!operand.startsWith('#')) return inDecimal(operand);
  const value = operandNumber(operand.slice(1));
  if (!hexadecimal.test(mnemonic)) return `#${BigInt.asIntN(64, value)}`;
  return `#${hex(BigInt.asUintN(bits, value))}`;
}

function exponential(value: number): string {
  return value.toExponential(18).replace(/e([+-])(\d)$/, 'e$10$2');
}
