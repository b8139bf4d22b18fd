// `printf`: C's conversions over values of the frame (gdb manual, "Commands for Controlled Output"; ISO C, fprintf).
import { hexAddress } from '../../bytes/hex';
import { notAvailable, optimizedOut } from '../../machine/expressions/problem';
import { readMemory } from '../../machine/values/fetch';
import { asInteger } from '../../machine/values/numbers';
import { isFloat, sizeOf, strip } from '../../machine/values/types';
import { valueText } from '../../machine/values/text/text';
import type { Value } from '../../machine/values/value';
import { RequestFailed } from '../requestFailed';
import type { ConsoleState } from './consoleState';
import { unescaped } from './escapes';

/** Strings longer than this are cut. */
const longestString = 65_536;

/** What `printf` with these arguments writes. */
export async function formatted(args: string, state: ConsoleState): Promise<string> {
  if (args === '') {
    throw new RequestFailed('Argument required (format-control string and values to print).');
  }
  const [quoted, format = ''] = /^"((?:[^"\\]|\\.)*)"/s.exec(args) ?? [];
  if (quoted === undefined) throw new RequestFailed("Bad format string, missing '\"'.");
  const rest = args.slice(quoted.length).trim();
  if (rest !== '' && !rest.startsWith(',')) throw new RequestFailed('Invalid argument syntax');
  const expressions = rest === '' ? [] : separated(rest.slice(1));
  const conversions = [...format.matchAll(conversion)].filter(([whole]) => whole !== '%%');
  if (conversions.length !== expressions.length) {
    throw new RequestFailed('Wrong number of arguments for specified format-string');
  }
  const frame = await state.stackFrame();
  const texts: string[] = [];
  for (const [i, found] of conversions.entries()) {
    const { value } = await state.evaluator.value(expressions[i] ?? '', frame);
    texts.push(await converted(readConversion(found), value));
  }
  let next = 0;
  return format
    .split(/(%%|%[-+ #0]*\d*(?:\.\d*)?(?:hh|h|ll|l|z|j|t|L|H|D{1,2})?[a-zA-Z])/)
    .map((part, i) => (i % 2 === 0 ? unescaped(part) : part === '%%' ? '%' : (texts[next++] ?? '')))
    .join('');
}

const conversion = /%%|%([-+ #0]*)(\d*)(?:\.(\d*))?(?:hh|h|ll|l|z|j|t|L|H|D{1,2})?([a-zA-Z])/g;

/** What stands between `%` and a conversion's letter, and the letter. */
interface Conversion {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

function readConversion([
  ,
  flags = '',
  width = '',
  precision,
  letter = '',
]: RegExpExecArray): Conversion {
  if (!/[diouxXcsfFeEgGaApV]/.test(letter)) {
    throw new RequestFailed(`Unrecognized format specifier '${letter}' in printf`);
  }
  return {
    ...{ flags, letter },
    width: Math.min(Number(width), 1000),
    precision: precision === undefined ? undefined : Math.min(Number(precision), 1000),
  };
}

async function converted(asked: Conversion, value: Value): Promise<string> {
  const { letter } = asked;
  if (letter === 's') return padded(limited(await stringOf(value), asked.precision), asked);
  if (letter === 'V') return padded(await valueText(value), asked);
  if (/[feEgGaAF]/.test(letter)) return padded(floatText(await numberOf(value), asked), asked);
  const number = await integerOf(value);
  if (letter === 'c') return padded(String.fromCharCode(Number(number & 0xffn)), asked);
  if (letter === 'p') return padded(number === 0n ? '(nil)' : hexAddress(number), asked);
  return padded(integerText(number, sizeOf(value.type) ?? 4, asked), asked);
}

function integerText(
  number: bigint,
  size: number,
  { letter, flags, precision }: Conversion,
): string {
  const bits = 8 * Math.max(size, 4);
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
  return text.includes('.') ? text.replace(/\.?0+(?=e|$)/, '') : text;
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
  if (isFloat(strip(type))) return BigInt(Math.trunc(await numberOf(value)));
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

async function numberOf(value: Value): Promise<number> {
  const bare = strip(value.type);
  if (!isFloat(bare)) return Number(await integerOf(value));
  const contents = await value.contents();
  if (!contents.complete) throw await unknown(value);
  return Number(await valueText(value));
}

/** The characters of an array, or those that a pointer points to, up to their NUL. */
async function stringOf(value: Value): Promise<string> {
  const bare = strip(value.type);
  if (bare.kind === 'array') return arrayString(value);
  const address = await asInteger(value);
  if (address === undefined) throw await unknown(value);
  return memoryString(BigInt.asUintN(64, address), value);
}

async function arrayString(value: Value): Promise<string> {
  const { bytes, complete, gaps } = await value.contents();
  const end = bytes.indexOf(0);
  const known = (gaps[0]?.start ?? 8 * bytes.length) / 8;
  if (!complete && (end < 0 || end >= known)) {
    const at = (value.address ?? 0n) + BigInt(Math.floor(known));
    throw new RequestFailed(`Memory at address ${hexAddress(at)} unavailable.`);
  }
  return decoded(end < 0 ? bytes : bytes.subarray(0, end));
}

async function memoryString(address: bigint, { surroundings }: Value): Promise<string> {
  const { bytes, gaps } = await readMemory(address, longestString, surroundings);
  const known = Math.floor((gaps[0]?.start ?? 8 * bytes.length) / 8);
  const end = bytes.subarray(0, known).indexOf(0);
  if (end < 0 && known < longestString) {
    const at = address + BigInt(known);
    throw new RequestFailed(`Memory at address ${hexAddress(at)} unavailable.`);
  }
  return decoded(bytes.subarray(0, end < 0 ? known : end));
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The parts of a list with commas between; those inside of brackets and quotes part nothing. */
export function separated(list: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [token] of list.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^]/g)) {
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth--;
    if (token === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts.map((part) => part.trim());
}
