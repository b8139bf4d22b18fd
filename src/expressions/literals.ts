// Literals: what their text is worth, and its type (ISO C, "Constants"; the Rust reference,
// "Literal expressions").
import { append } from '../bytes/arrays';
import type { BaseType } from '../symbols/baseType';
import type { ExpressionLanguage } from '../symbols/dwarf/languages';
import type { BaseTypes } from './languageSemantics';
import { floatFromText, type BinaryFloat } from '../machine/float/binaryFloat';
import { Failure } from './problem';

/** A number with its type. */
export type NumberLiteral = (
  | { readonly type: BaseType; readonly integer: bigint }
  | { readonly type: BaseType; readonly float: BinaryFloat }
  /** A decimal one: as it is written, without its suffix. */
  | { readonly type: BaseType; readonly decimal: string }
) & {
  /** Written `7i`: so many times the imaginary unit. */
  readonly imaginary?: boolean;
};

/** Characters of a literal, each as the number it is stored as. */
export interface TextLiteral {
  readonly type: BaseType;
  readonly units: readonly number[];
}

/** The number that a literal means. */
export function numberLiteral(
  text: string,
  language: ExpressionLanguage,
  types: BaseTypes,
  radix = 10,
): NumberLiteral {
  if (language === 'rust') return rustNumber(text, types);
  const isFloat = isFloatText(text, radix);
  const decimal = isFloat ? decimalNumber(text, types) : undefined;
  if (decimal) return decimal;
  const { text: factor, imaginary } = withoutUnit(text);
  return { ...(isFloat ? cFloat(factor, types) : cInteger(factor, types, radix)), imaginary };
}

/** In a base above 10 an `e` is a digit. */
function isFloatText(text: string, radix: number): boolean {
  if (/^0x/i.test(text)) return /[.p]/i.test(text);
  return radix > 10 ? text.includes('.') : /^[^xb]*[.e]/i.test(text);
}

const decimalTypes: Readonly<Record<string, string>> = {
  df: '_Decimal32',
  dd: '_Decimal64',
  dl: '_Decimal128',
};

/** `1.5df` (ISO C23, "Floating constants"). */
function decimalNumber(text: string, types: BaseTypes): NumberLiteral | undefined {
  const [, decimal = '', suffix = ''] = /^(.*[^A-Za-z]|.*[eE])(d[fdl])$/.exec(text) ?? [];
  const type = types.named(decimalTypes[suffix] ?? '');
  return type && { type, decimal };
}

/** The text without GNU C's suffix of imaginary numbers. */
function withoutUnit(text: string): { text: string; imaginary: boolean } {
  const imaginary = /i[ul]*$/i.test(text);
  return { text: imaginary ? text.replace(/i(?=[ul]*$)/i, '') : text, imaginary };
}

function cFloat(text: string, types: BaseTypes): NumberLiteral {
  const match =
    /^(0x[\da-f]*(?:\.[\da-f]*)?(?:p[-+]?\d*)?|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d*)?)(f16|f128|[fl])?$/i.exec(
      text,
    );
  const [, digits, suffix = ''] = match ?? [];
  if (digits === undefined) throw invalid(text);
  const float = floatFromText(digits.replace(/[ep][-+]?$/i, ''));
  const bySuffix: Record<string, BaseType | undefined> = {
    f: types.float,
    l: types.longDouble,
    f16: types.named('_Float16'),
    f128: types.named('_Float128'),
  };
  return { type: bySuffix[suffix.toLowerCase()] ?? types.double, float };
}

/** gdb knows `0t` and `0d` for decimal numbers too. */
const bases: readonly (readonly [pattern: RegExp, base: number])[] = [
  [/^0x([\da-f]+)$/i, 16],
  [/^0b([01]+)$/i, 2],
  [/^0[td](\d+)$/i, 10],
  [/^0([0-7]*)$/, 8],
];

const digitsInOrder = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Whether a word is made of the digits of a base. */
export function isInBase(text: string, base: number): boolean {
  const digits = digitsInOrder.slice(0, base);
  return Array.from(text.toLowerCase()).every((digit) => digits.includes(digit));
}

function cInteger(text: string, types: BaseTypes, radix: number): NumberLiteral {
  const suffix = /(?<![ul])[ul]*$/i.exec(text)?.[0].toLowerCase() ?? '';
  const longs = suffix.replaceAll('u', '').length;
  const unsigned = suffix.includes('u');
  const digits = text.slice(0, text.length - suffix.length);
  const { integer, base } = wholeNumber(digits, radix) ?? fail(text);
  if (integer >> 64n !== 0n) throw new Failure('Numeric constant too large.');
  const { int, unsignedInt, long, unsignedLong, longLong, unsignedLongLong } = types;
  const candidates = [
    [int, unsignedInt],
    [long, unsignedLong],
    [longLong, unsignedLongLong],
  ] as const;
  for (const [signedType, unsignedType] of candidates.slice(longs)) {
    const bits = 8 * signedType.size;
    if (!unsigned && integer >> BigInt(bits - 1) === 0n) return { type: signedType, integer };
    const allowed = unsigned || base !== 10 || bits === 64;
    if (allowed && integer >> BigInt(bits) === 0n) return { type: unsignedType, integer };
  }
  return { type: unsignedLongLong, integer };
}

function wholeNumber(
  text: string,
  radix: number,
): { readonly integer: bigint; readonly base: number } | undefined {
  for (const [pattern, base] of bases) {
    const digits = pattern.exec(text)?.[1];
    if (digits !== undefined) return { integer: inBase(digits, base), base };
  }
  if (!/^[1-9a-z]/i.test(text) || !isInBase(text, radix)) return undefined;
  return { integer: inBase(text, radix), base: radix };
}

function inBase(digits: string, base: number): bigint {
  let integer = 0n;
  for (const digit of digits.toLowerCase()) {
    integer = integer * BigInt(base) + BigInt(digitsInOrder.indexOf(digit));
  }
  return integer;
}

function rustNumber(text: string, types: BaseTypes): NumberLiteral {
  const plain = text.replaceAll('_', '');
  const float = /^(\d+(?:\.\d*)?(?:e[-+]?\d+)?)(f32|f64)?$/i.exec(plain);
  const [, floatDigits = '', floatSuffix] = float ?? [];
  if (float && (floatSuffix !== undefined || /[.e]/i.test(floatDigits))) {
    const type = floatSuffix === 'f32' ? types.named('f32') : types.named('f64');
    return { type: type ?? types.double, float: floatFromText(floatDigits) };
  }
  const [, digits = '', suffix = ''] =
    /^(0x[\da-f]+|0b[01]+|0o[0-7]+|\d+)([iu](?:8|16|32|64|128|size))?$/i.exec(plain) ?? [];
  if (digits === '') throw invalid(text);
  const integer = BigInt(digits);
  const type = types.named(suffix) ?? types.named(integer >> 31n === 0n ? 'i32' : 'i64');
  return { type: type ?? types.longLong, integer };
}

function invalid(text: string): Failure {
  return new Failure(`Invalid number "${text}".`);
}

function fail(text: string): never {
  throw invalid(text);
}

/** What a prefix of a character or string makes of its type. */
const prefixes: Readonly<Record<string, string>> = {
  '': 'char',
  L: 'wchar_t',
  u: 'char16_t',
  U: 'char32_t',
  b: 'u8',
};

/** The character that a literal with its quotes means. */
export function characterLiteral(
  text: string,
  language: ExpressionLanguage,
  types: BaseTypes,
): TextLiteral {
  const literal = textLiteral(text, types, language === 'rust' ? 'char32_t' : 'char');
  const [unit] = literal.units;
  if (unit === undefined) {
    throw new Failure('A character constant must contain at least one character.');
  }
  if (literal.units.length > 1) {
    const isRust = language === 'rust';
    throw new Failure(isRust ? 'overlong character literal' : 'Invalid character constant.');
  }
  return literal;
}

/** The characters of strings with their quotes, side by side, without a terminating zero. */
export function stringLiteral(texts: readonly string[], types: BaseTypes): TextLiteral {
  const parts = texts.map((text) => textLiteral(text, types, 'char'));
  const widest = parts.reduce<TextLiteral | undefined>(
    (found, part) => (found && found.type.size >= part.type.size ? found : part),
    undefined,
  );
  return { type: widest?.type ?? types.char, units: parts.flatMap(({ units }) => units) };
}

function textLiteral(text: string, types: BaseTypes, plain: string): TextLiteral {
  const quote = text.search(/["']/);
  const prefix = text.slice(0, quote);
  const name = prefix === '' ? plain : (prefixes[prefix] ?? plain);
  const type = types.named(name) ?? types.char;
  return { type, units: units(text.slice(quote + 1, -1), type.size) };
}

const escapes: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
};

function units(body: string, size: number): number[] {
  const found: number[] = [];
  const pattern =
    /\\(?:x(?<hex>[\da-fA-F]+)|(?<octal>[0-7]{1,3})|u\{(?<rust>[\da-fA-F]+)\}|u(?<u>[\da-fA-F]{4})|U(?<U>[\da-fA-F]{8})|(?<escape>[^]))|(?<plain>[^\\])/gu;
  const limit = 2 ** (8 * size);
  for (const { groups = {} } of body.matchAll(pattern)) {
    const { hex, octal, rust, u, U, escape, plain } = groups;
    const code = rust ?? u ?? U;
    if (hex !== undefined) found.push(Number(BigInt.asUintN(8 * size, BigInt(`0x${hex}`))));
    else if (octal !== undefined) found.push(parseInt(octal, 8) % limit);
    else if (code !== undefined) append(found, encoded(parseInt(code, 16), size));
    else if (escape !== undefined) found.push(escapes[escape] ?? escape.codePointAt(0) ?? 0);
    else append(found, encoded(plain?.codePointAt(0) ?? 0, size));
  }
  return found;
}

/** A character as UTF-8, UTF-16 or UTF-32. */
function encoded(code: number, size: number): number[] {
  if (code > 0x10ffff) return [0xfffd];
  if (size >= 4) return [code];
  const text = String.fromCodePoint(code);
  if (size === 2) return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return [...new TextEncoder().encode(text)];
}
