// `printf`: C's conversions over values of the frame (gdb manual, "Commands for Controlled Output";
// ISO C, fprintf).
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import { hexAddress } from '../../bytes/hex';
import { isComplex } from '../../expressions/complexNumbers';
import { notAvailable, notInteger, optimizedOut } from '../../expressions/problem';
import type { Contents } from '../../values/contents';
import { dereference } from '../../values/navigate';
import { asInteger, readMemory, Value } from '../../values/value';
import { valueText } from '../../values/text/text';
import { asClass, isFloat, isMethodPointer, isReference, sizeOf, strip } from '../../values/types';
import { DW_ATE } from '../../symbols/dwarf/constants';
import { RequestFailed } from '../../bytes/requestFailed';
import type { ConsoleState } from './consoleState';

/** Strings longer than this are cut. */
const maxStringLength = 65_536;

/** What `printf` with these arguments writes. */
export async function formatted(args: string, state: ConsoleState): Promise<string> {
  if (args === '') {
    throw new RequestFailed('Argument required (format-control string and values to print).');
  }
  if (!args.startsWith('"')) throw new RequestFailed("Bad format string, missing '\"'.");
  const [quoted, format = ''] = /^"((?:[^"\\]|\\.)*)"/s.exec(args) ?? [];
  if (quoted === undefined) throw new RequestFailed("Bad format string, non-terminated '\"'.");
  const pieces = piecesOf(format);
  const rest = args.slice(quoted.length).trim();
  if (rest !== '' && !rest.startsWith(',')) throw new RequestFailed('Invalid argument syntax');
  const expressions = rest === '' ? [] : separated(rest.slice(1));
  const frame = await state.stackFrame();
  const conversions = pieces.filter((piece) => typeof piece !== 'string');
  const values: Value[] = [];
  for (const [i, expression] of expressions.entries()) {
    const type = conversions[i] && decimalType(conversions[i]);
    const wanted = type === undefined ? expression : `(${type}) (${expression})`;
    values.push(await referred((await state.evaluator.value(wanted, frame)).value));
  }
  if (conversions.length !== values.length) {
    throw new RequestFailed('Wrong number of arguments for specified format-string');
  }
  const texts: string[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') texts.push(piece);
    else {
      const value = values.shift();
      if (value) texts.push(await converted(piece, value));
    }
  }
  return texts.join('');
}

/** What is between `%` and a conversion's letter, and the letter. */
interface Conversion {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  /** `l`, `ll`, `h`, `L`, `z`, or `H`, `D` and `DD` for decimal floating-point numbers. */
  readonly length: string;
  readonly letter: string;
}

/** The literal texts of a format and the conversions between them. */
function piecesOf(format: string): (string | Conversion)[] {
  const pieces: (string | Conversion)[] = [];
  let last = 0;
  for (const found of format.matchAll(conversion)) {
    pieces.push(formatText(format.slice(last, found.index)));
    last = found.index + found[0].length;
    pieces.push(found[0] === '%%' ? '%' : readConversion(found));
  }
  return [...pieces, formatText(format.slice(last))];
}

const conversion = /%%|%([-+ #0]*)(\d*)(\.\d*)?(ll?|h|L|H|DD?|z)?([^]?)/g;

function readConversion(found: RegExpExecArray): Conversion {
  const [, flags = '', width = '', precision, length = '', letter = ''] = found;
  if (letter === '') {
    throw new RequestFailed('Incomplete format specifier at end of format string');
  }
  if (letter === '*') {
    throw new RequestFailed("`*' not supported for precision or width in printf");
  }
  if (letter === 'n') throw new RequestFailed("Format specifier `n' not supported in printf");
  if (!/[diouxXcsfeEgGpV]/.test(letter)) {
    throw new RequestFailed(`Unrecognized format specifier '${letter}' in printf`);
  }
  const unsuited = [...Array.from(flags), ...(precision === undefined ? [] : ['.']), length];
  if (unsuited.some((each) => each !== '' && notFor[letter]?.includes(each))) {
    throw new RequestFailed(`Inappropriate modifiers to format specifier '${letter}' in printf`);
  }
  return {
    flags,
    length,
    letter,
    width: Math.min(Number(width), 1000),
    precision: precision === undefined ? undefined : Math.min(Number(precision.slice(1)), 1000),
  };
}

const notForFloats = ['l', 'll', 'h'];

/** Flags, precision and lengths that gdb refuses for a letter. */
const notFor: Readonly<Record<string, readonly string[]>> = {
  d: ['L'],
  i: ['L'],
  u: ['L', '#', ' ', '+'],
  o: ['L', ' ', '+'],
  x: ['L', ' ', '+'],
  X: ['L', ' ', '+'],
  c: ['ll', 'h', 'L', '.', '0', ' ', '+'],
  s: ['ll', 'h', 'L', '0', ' ', '+'],
  p: ['l', 'll', 'h', 'L', '.', '#', '0', ' ', '+'],
  e: notForFloats,
  f: notForFloats,
  g: notForFloats,
  E: notForFloats,
  G: notForFloats,
};

async function converted(asked: Conversion, value: Value): Promise<string> {
  const { letter, length } = asked;
  if (letter === 's') return padded(limited(await stringOf(value, length), asked.precision), asked);
  if (letter === 'V' || decimalType(asked) !== undefined) {
    return padded(await valueText(value), asked);
  }
  if (/[feEgG]/.test(letter)) return padded(floatText(await numberOf(value), asked), asked);
  const number = await integerOf(value);
  if (letter === 'c') return padded(character(number, length), asked);
  if (letter === 'p') return padded(number === 0n ? '(nil)' : hexAddress(number), asked);
  return padded(integerText(number, length, asked), asked);
}

const decimalTypes: Readonly<Record<string, string>> = {
  H: '_Decimal32',
  D: '_Decimal64',
  DD: '_Decimal128',
};

/** The decimal type that a conversion takes. */
function decimalType({ letter, length }: Conversion): string | undefined {
  return /[feEgG]/.test(letter) ? decimalTypes[length] : undefined;
}

/** What a reference refers to. */
async function referred(value: Value): Promise<Value> {
  if (!isReference(strip(value.type))) return value;
  const target = await dereference(value);
  if ('problem' in target) throw new RequestFailed(target.problem);
  return target;
}

/** `%lc` is of a wide character. */
function character(number: bigint, length: string): string {
  if (length !== 'l') return String.fromCharCode(Number(number & 0xffn));
  return number <= 0x10ffffn ? String.fromCodePoint(Number(number)) : '\ufffd';
}

/** As the host's printf has it, which takes an `int` without a length. */
function integerText(
  number: bigint,
  length: string,
  { letter, flags, precision }: Conversion,
): string {
  const bits = length === '' ? 32 : length === 'h' ? 16 : 64;
  const isDecimal = letter === 'd' || letter === 'i';
  const wrapped = isDecimal ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number);
  const radix = /[xX]/.test(letter) ? 16 : letter === 'o' ? 8 : 10;
  const magnitude = (wrapped < 0n ? -wrapped : wrapped)
    .toString(radix)
    .padStart(precision ?? 1, '0');
  const prefix =
    flags.includes('#') && wrapped !== 0n ? (radix === 16 ? '0x' : radix === 8 ? '0' : '') : '';
  const text = sign(wrapped < 0n, isDecimal ? flags : '') + prefix + magnitude;
  return letter === 'X' ? text.toUpperCase() : text;
}

function floatText(number: number, { letter, flags, precision = 6 }: Conversion): string {
  const lower = letter.toLowerCase();
  const magnitude = Math.abs(number);
  const text = !Number.isFinite(number)
    ? Number.isNaN(number)
      ? 'nan'
      : 'inf'
    : lower === 'f'
      ? magnitude.toFixed(Math.min(precision, 100))
      : lower === 'e'
        ? exponential(magnitude, precision)
        : general(magnitude, Math.max(precision, 1));
  const signed = sign(number < 0 || Object.is(number, -0), flags) + text;
  return lower === letter ? signed : signed.toUpperCase();
}

function exponential(number: number, precision: number): string {
  return number.toExponential(Math.min(precision, 100)).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** %g: the shorter of the two, without zeros at its end. */
function general(number: number, precision: number): string {
  const exponent = number === 0 ? 0 : Math.floor(Math.log10(number));
  const text =
    exponent < -4 || exponent >= precision
      ? exponential(number, precision - 1)
      : number.toFixed(Math.min(Math.max(precision - 1 - exponent, 0), 100));
  return text.includes('.') ? text.replace(/\.?(?<!0)0+(?=e|$)/, '') : text;
}

function sign(negative: boolean, flags: string): string {
  if (negative) return '-';
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function limited(text: string, precision: number | undefined): string {
  return precision === undefined ? text : text.slice(0, precision);
}

function padded(text: string, { flags, width, letter }: Conversion): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || letter === 's' || letter === 'c') return text.padStart(width);
  const [prefix = ''] = /^[-+ ]?(?:0[xX])?/.exec(text) ?? [];
  return prefix + text.slice(prefix.length).padStart(width - prefix.length, '0');
}

async function integerOf(value: Value): Promise<bigint> {
  const { type } = value;
  if (asClass(type) || isMethodPointer(type) || isComplex(value)) {
    const { complete } = await value.contents();
    throw complete ? new RequestFailed(notInteger) : await unknown(value);
  }
  const number = strip(type).kind === 'array' ? value.address : await asInteger(value);
  if (number === undefined) throw await unknown(value);
  return number;
}

/** Why a value is no number that could be written. */
async function unknown(value: Value): Promise<RequestFailed> {
  if (value.place.kind === 'problem') return new RequestFailed(value.place.problem);
  const contents = await value.contents();
  const isLost = !contents.complete && !contents.has('unavailable');
  return new RequestFailed(isLost ? optimizedOut : notAvailable);
}

/** The names of C's floating-point types, by their sizes in bytes. */
const floats: Readonly<Record<number, string>> = { 4: 'float', 8: 'double', 16: 'long double' };

/** A floating-point number; gdb takes the bytes of another value of such a size for one. */
async function numberOf(value: Value): Promise<number> {
  const bare = strip(value.type);
  const size = sizeOf(bare) ?? 0;
  const name = floats[size];
  if (!isFloat(bare) && name === undefined) return Number(await integerOf(value));
  const contents = await value.contents();
  if (!contents.complete) throw await unknown(value);
  const type = { kind: 'base', name: name ?? '', size, encoding: DW_ATE.float } as const;
  const { place, context, bits } = value;
  return Number(await valueText(isFloat(bare) ? value : new Value(type, place, context, bits)));
}

/**
 * The characters of an array, or those that a pointer points to, up to their NUL; `%ls` is of wide
 * ones.
 */
async function stringOf(value: Value, length: string): Promise<string> {
  const width = length === 'l' ? 4 : 1;
  const { context } = value;
  if (strip(value.type).kind === 'array') {
    return characters(await value.contents(), width, value.address ?? 0n, context.order);
  }
  const number = await asInteger(value);
  if (number === undefined) throw await unknown(value);
  if (number === 0n) return '(null)';
  const address = BigInt.asUintN(8 * context.addressSize, number);
  const contents = await readMemory(address, maxStringLength, context);
  return characters(contents, width, address, context.order);
}

/** Up to the first NUL; fails where what is before it is not there. */
function characters(
  { bytes, gaps }: Contents,
  width: number,
  address: bigint,
  order: ByteOrder,
): string {
  const known = Math.floor((gaps[0]?.start ?? 8 * bytes.length) / 8);
  let end = 0;
  while (end < known && !bytes.subarray(end, end + width).every((byte) => byte === 0)) end += width;
  if (end >= known && known < bytes.length) {
    const at = address + BigInt(known);
    throw new RequestFailed(`Memory at address ${hexAddress(at)} unavailable.`);
  }
  const text = bytes.subarray(0, Math.min(end, known));
  return width === 1 ? new TextDecoder().decode(text) : wideText(text, order);
}

function wideText(bytes: Uint8Array, order: ByteOrder): string {
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    text += character(unsigned(bytes.subarray(at, at + 4), order), 'l');
  }
  return text;
}

/**
 * The parts of a list with commas between; those inside of brackets and quotes part nothing.
 * `brackets`: `<>`, as templates have, where no part is an expression.
 */
export function separated(list: string, brackets: '' | '<>' = ''): string[] {
  const [opening, closing] = [`([{${brackets.slice(0, 1)}`, `)]}${brackets.slice(1)}`];
  const parts: string[] = [''];
  let depth = 0;
  const tokens = /(?<!\\)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\boperator\s*[-<>=*]+|[^]/g;
  for (const [token] of list.matchAll(tokens)) {
    if (opening.includes(token)) depth++;
    else if (closing.includes(token)) depth--;
    if (token === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts.map((part) => part.trim());
}

// C's escapes in what commands are given: a format and `echo` know different ones.

const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text of a format with its escapes replaced. */
function formatText(text: string): string {
  return text.replace(/\\([^])/g, (_, escape: string) => {
    if (escape === '\\' || escape === '"') return escape;
    if (escape === 'e') return '\x1b';
    const character = letters[escape];
    if (character !== undefined) return character;
    throw new RequestFailed(`Unrecognized escape character \\${escape} in format string.`);
  });
}

/** The text of `echo` with its escapes replaced; before anything else a backslash is nothing. */
export function unescaped(text: string): string {
  return text.replace(/\\([0-7]{1,3}|[^])/g, (_, escape: string) => {
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8));
    return letters[escape] ?? escape;
  });
}
