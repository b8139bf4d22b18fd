// How a value is to be written: `/x` before an expression, as in gdb's `print`, or `,x` and `,10`
// after it, as in the watch views of other debuggers (gdb manual, "Output Formats").
import { type Format, valueText, type TextOptions } from '../values/text/text';
import { problemAt, type SyntaxProblem, notInteger, type Problem } from './problem';
import { registerNaturalText } from '../machine/registerText';
import { isMethodPointer, isScalar, strip } from '../values/types';
import type { Value } from '../values/value';
import { at } from '../values/navigate';
import { DW_ATE } from '../symbols/dwarf/constants';
import { isComplex } from './complexNumbers';
import { flagsOf } from './registerValue';

/** An expression with the format that was asked for. */
interface FormattedExpression {
  readonly expression: string;
  /** Offset of the expression in the whole text. */
  readonly at: number;
  readonly format?: Format;
  /** Without pretty printers: `/r`. */
  readonly raw: boolean;
  /** How many elements are wanted of what a pointer points to, or of an array. */
  readonly count?: bigint;
}

const formats: ReadonlySet<string> = new Set<Format>([
  'x',
  'd',
  'u',
  'o',
  't',
  'z',
  'a',
  'c',
  'f',
  's',
]);

function isFormat(letter: string): letter is Format {
  return formats.has(letter);
}

/** Takes `/x` off the arguments of `print`. */
export function printFormat(text: string): FormattedExpression | SyntaxProblem {
  const [whole, letters] = /^\s*\/(\S*)\s*/.exec(text) ?? [];
  if (whole === undefined || letters === undefined) return { expression: text, at: 0, raw: false };
  // A format without an expression applies to the last value.
  const rest = { expression: text.slice(whole.length) || '$', at: whole.length };
  const at = text.indexOf('/') + 1;
  let format: Format | undefined;
  for (let i = 0; i < letters.length; i++) {
    const letter = letters.charAt(i);
    if (letter === 'r') continue;
    if (isFormat(letter)) format = letter;
    else return problemAt(refused(letter), at + i);
  }
  return { ...rest, raw: letters.includes('r'), ...(format && { format }) };
}

function refused(letter: string): string {
  if (/[bhwg]/.test(letter)) return 'Size letters are meaningless in "print" command.';
  if (/\d/.test(letter)) return 'Item count other than 1 is meaningless in "print" command.';
  if (letter === 'i') return 'Format letter "i" is meaningless in "print" command.';
  return `Undefined output format "${letter}".`;
}

/** Takes `,x` or `,10` off an expression of the watch view, and `/x` before it too. */
export function watchFormat(text: string): FormattedExpression | SyntaxProblem {
  const [suffix, word = ''] = /,\s*([A-Za-z]|\d{1,9}|0x[\da-fA-F]{1,8})\s*$/.exec(text) ?? [];
  const isKnown = /^\d/.test(word) || isFormat(word) || word === 'r';
  if (suffix === undefined || !isKnown) return printFormat(text);
  const before = printFormat(text.slice(0, text.length - suffix.length));
  if ('problem' in before) return before;
  if (isFormat(word)) return { ...before, format: word };
  return word === 'r' ? { ...before, raw: true } : { ...before, count: BigInt(word) };
}

// What `print` says of a value: the text after `$1 = `.

/** The text of a result, or gdb's complaint that it cannot be written so. */
export async function resultText(
  value: Value,
  options: Omit<TextOptions, 'top'> = {},
): Promise<{ readonly text: string } | Problem> {
  const { type, place, context } = value;
  if (place.kind === 'problem') return { problem: place.problem };
  if (strip(type).kind === 'function' && /^[^s]$/.test(options.format ?? '')) {
    return functionInFormat(value, options);
  }
  // gdb has begun its answer when it finds that out.
  if ((isMethodPointer(type) || isComplex(value)) && ['a', 'c'].includes(options.format ?? '')) {
    if ((await value.contents()).complete) return { text: notInteger };
  }
  const flags = options.format ? undefined : flagsOf(type);
  const contents = flags && (await value.contents());
  if (flags && contents?.complete) {
    return { text: registerNaturalText({ type: flags }, contents.bytes, context.order) };
  }
  const { format } = options;
  const isNumber = format !== undefined && format !== 's' && isScalar(type);
  const top = !isNumber || strip(type).kind === 'reference';
  return { text: await valueText(value, { ...options, top }) };
}

/** gdb reads a function in a format as a number: the first byte of its code. */
async function functionInFormat(
  { address, context }: Value,
  options: Omit<TextOptions, 'top'>,
): Promise<{ readonly text: string } | Problem> {
  const { format = 'x' } = options;
  if (format === 'a' || format === 'c' || address === undefined) return { problem: notInteger };
  const type = { kind: 'base', name: '', size: 1, encoding: DW_ATE.signed } as const;
  return { text: await valueText(await at(type, address, context), options) };
}
