// Numbers as text: in gdb's natural format and in those that a letter chooses (gdb manual,
// "Output Formats").
import { toBytes, unsigned } from '../../bytes/cursor';
import { hexAddress } from '../../bytes/hex';
import type { BaseType } from '../../symbols/baseType';
import type { EnumType, Type } from '../../symbols/type';
import { DW_ATE } from '../../symbols/dwarf/constants';
import { decodeFloatType, integerFromFloat } from '../../machine/float/binaryFloat';
import { decimalText, decodeDecimal, integerFromDecimal } from '../../machine/float/decimalFloat';
import { floatTypeText, ratioText } from '../../machine/float/floatText';
import {
  expressionLanguage,
  ignoresCase,
  styleOf,
  type Style,
} from '../../symbols/dwarf/languages';
import { addressText } from '../symbolText';
import { complexPart, isFloat, isInteger, isSigned, strip } from '../types';
import type { ValueContext } from '../value';
import { characterKind, characterText } from './characters';
import { defaultSettings, type Format, type PrintSettings } from './writer';

/** A base type's value in the natural format. `bytes` are all there. */
export function baseText(type: Type, bytes: Uint8Array, context: ValueContext): string {
  const bare = strip(type);
  if (bare.kind !== 'base') return '';
  const { order, machine, language } = context;
  switch (bare.encoding) {
    case DW_ATE.float:
      return floatTypeText(bytes, bare, order, machine);
    case DW_ATE.complex_float:
      return complexText(bare, bytes, context);
    case DW_ATE.decimal_float:
      return decimalTypeText(bytes, context);
    case DW_ATE.signed_fixed:
    case DW_ATE.unsigned_fixed:
      return fixedText(bare, numberIn(bare, bytes, context));
    case DW_ATE.boolean:
      return truthText(numberIn(bare, bytes, context), language);
    default:
      return wholeText(type, bytes, context, styleOf(language));
  }
}

function decimalTypeText(bytes: Uint8Array, context: ValueContext): string {
  const value = decodeDecimal(bytes, context);
  return value ? decimalText(value) : '<invalid float value>';
}

/** `1 + 2i` */
function complexText(type: BaseType, bytes: Uint8Array, context: ValueContext): string {
  const part = complexPart(type) ?? type;
  const half = bytes.length / 2;
  const texts = [bytes.subarray(0, half), bytes.subarray(half)].map((each) =>
    baseText(part, each, context),
  );
  return `${texts[0] ?? ''} + ${texts[1] ?? ''}i`;
}

/** gdb prints as many digits as a long or a double has (gdb 13, generic_val_print_fixed_point). */
function fixedText({ size, scale }: BaseType, number: bigint): string {
  const { numerator = 1n, denominator = 1n } = scale ?? {};
  return ratioText({ numerator: number * numerator, denominator }, size < 4 ? 11 : 17);
}

function truthText(number: bigint, language: number | undefined): string {
  const isFortran = expressionLanguage(language) === 'fortran';
  const truths = isFortran ? ['.FALSE.', '.TRUE.'] : ['false', 'true'];
  return truths[Number(number)] ?? number.toString();
}

/** An integer; with the character that it is, where it may be one. */
function wholeText(type: Type, bytes: Uint8Array, context: ValueContext, style: Style): string {
  const number = numberIn(type, bytes, context).toString();
  const bare = strip(type);
  const isNumber = bare.kind === 'base' && isPlainNumber(bare.encoding, style, context.language);
  const kind = isNumber ? undefined : characterKind(type);
  if (!kind) return number;
  const shown = style === 'rust' ? { ...kind, prefix: '' } : kind;
  return `${number} ${characterText(bytes, shown, context.order)}`;
}

/** Whether gdb shows a small number of an encoding without the character that it may be. */
function isPlainNumber(encoding: number, style: Style, language: number | undefined): boolean {
  if (style === 'rust') return encoding !== DW_ATE.UTF;
  const isInteger = encoding === DW_ATE.signed || encoding === DW_ATE.unsigned;
  return isInteger && ignoresCase(expressionLanguage(language));
}

function numberIn(type: Type, bytes: Uint8Array, { order }: ValueContext): bigint {
  const number = unsigned(bytes, order);
  return isSigned(type) ? BigInt.asIntN(8 * bytes.length, number) : number;
}

/** An enumerator's name, flags with `|` between, or a number. */
export function enumText(type: EnumType, number: bigint, style: Style): string {
  if (type.isSet) return setText(type, number);
  const named = type.enumerators.find(({ value }) => value === number);
  if (named) return enumeratorName(type, named.name, style);
  if (!isFlags(type)) return number.toString();
  let rest = number;
  const names: string[] = [];
  for (const { name, value } of type.enumerators) {
    if ((rest & value) === 0n) continue;
    names.push(enumeratorName(type, name, style));
    rest &= ~value;
  }
  if (rest !== 0n) names.push(`unknown: ${hexAddress(BigInt.asUintN(8 * type.size, rest))}`);
  return names.length === 0 ? '0' : `(${names.join(' | ')})`;
}

/** `[Mon, Wed..Fri]`; of neighbours the first and the last (gdb 13, generic_val_print). */
function setText({ enumerators }: EnumType, number: bigint): string {
  const isIn = (i: number): boolean => (number & (1n << (enumerators[i]?.value ?? 0n))) !== 0n;
  const texts: string[] = [];
  for (let i = 0; i < enumerators.length; i++) {
    if (!isIn(i)) continue;
    const first = i;
    while (i + 1 < enumerators.length && isIn(i + 1)) i++;
    const ends = i === first ? [i] : [first, i];
    texts.push(ends.map((each) => enumerators[each]?.name ?? '').join('..'));
  }
  return `[${texts.join(', ')}]`;
}

/**
 * An enumerator with what is around it: its enumeration where that is a scope, else what is
 * around that.
 */
export function enumeratorName(type: EnumType, name: string, style: Style): string {
  const { name: own = '', scoped, scope } = type;
  if (own === '') return scope === undefined || style !== 'c++' ? name : `${scope}::${name}`;
  const around = scoped || style === 'rust' ? own : own.slice(0, Math.max(0, lastScope(own)));
  return around === '' ? name : `${around}::${name}`;
}

/** Where the last `::` is outside template arguments; -1 if none exists. */
function lastScope(name: string): number {
  let depth = 0;
  for (let i = name.length - 1; i > 0; i--) {
    if (name[i] === '>') depth++;
    else if (name[i] === '<') depth--;
    else if (depth === 0 && name[i] === ':' && name[i - 1] === ':') return i - 1;
  }
  return -1;
}

/** Every enumerator is one bit, or none. */
function isFlags({ enumerators }: EnumType): boolean {
  return enumerators.every(({ value }) => value >= 0n && (value & (value - 1n)) === 0n);
}

/** A number in the format of a letter. `bytes` are all there. */
export async function formattedText(
  type: Type,
  bytes: Uint8Array,
  format: Format,
  context: ValueContext,
  { nibbles }: Pick<PrintSettings, 'nibbles'> = defaultSettings,
): Promise<string> {
  const bare = strip(type);
  if (bare.kind === 'base' && bare.encoding === DW_ATE.complex_float && format !== 'f') {
    const half = bare.size / 2;
    const parts = [bytes.subarray(0, half), bytes.subarray(half)];
    const texts = parts.map((part) => radixText(unsigned(part, context.order), half, format));
    return `${texts[0] ?? ''} + ${texts[1] ?? ''}i`;
  }
  switch (format) {
    case 'f':
      return asFloatText(bare, bytes, context);
    case 'c':
      return asCharacterText(bare, bytes, context);
    case 'a': {
      const isFraction = bare.kind === 'base' && !isInteger(bare);
      const number = isFraction
        ? wholeNumber(bare, bytes, context)
        : numberIn(type, bytes, context);
      const whole = BigInt.asUintN(8 * context.addressSize, number);
      return addressText(whole, context, { addresses: true, symbols: true }, true);
    }
    case 'x':
    case 'd':
    case 'u':
    case 'o':
    case 't':
    case 'z':
    case 's':
      break;
  }
  const digits = radixText(unsigned(bytes, context.order), bytes.length, format);
  return format === 't' && nibbles ? inNibbles(digits, context) : digits;
}

/** Binary digits in groups of four: `0001 1010`, in C++ `0001'1010`, in Rust `0001_1010`. */
export function inNibbles(digits: string, { language }: Pick<ValueContext, 'language'>): string {
  if (digits === '0') return digits;
  const whole = digits.padStart(4 * Math.ceil(digits.length / 4), '0');
  const separator = { c: ' ', 'c++': "'", go: ' ', rust: '_' }[styleOf(language)];
  return (whole.match(/.{4}/g) ?? []).join(separator);
}

/** The format that `set output-radix` gives to whole numbers; undefined where it is natural. */
export function radixFormat({ radix }: Pick<PrintSettings, 'radix'>): Format | undefined {
  if (radix === 10) return undefined;
  return radix === 16 ? 'x' : 'o';
}

/** A whole number of some bytes. */
export function radixText(bits: bigint, size: number, format: Format): string {
  switch (format) {
    case 'x':
      return `0x${bits.toString(16)}`;
    case 'z':
      return `0x${bits.toString(16).padStart(2 * size, '0')}`;
    case 'o':
      return bits === 0n ? '0' : `0${bits.toString(8)}`;
    case 't':
      return bits.toString(2);
    case 'd':
      return BigInt.asIntN(8 * size, bits).toString();
    case 'u':
    case 'a':
    case 'c':
    case 'f':
    case 's':
      return bits.toString();
  }
}

/** The bits of an integer as a floating-point number, where there is one of its size. */
function asFloatText(type: Type, bytes: Uint8Array, context: ValueContext): string {
  const { order, machine } = context;
  if (type.kind === 'base' && type.encoding === DW_ATE.complex_float) {
    return baseText(type, bytes, context);
  }
  const named = isFloat(type) ? type : { name: '' };
  const sizes = [4, 8, 16];
  if (isFloat(type) || sizes.includes(bytes.length)) {
    return floatTypeText(bytes, named, order, machine);
  }
  return numberIn(type, bytes, context).toString();
}

/** The low byte as a character; of a floating-point number without its fraction. */
function asCharacterText(type: Type, bytes: Uint8Array, context: ValueContext): string {
  const { order } = context;
  const whole = wholeNumber(type, bytes, context);
  const low = BigInt.asUintN(8, whole);
  const number = isSigned(type) || !isInteger(type) ? BigInt.asIntN(8, low) : low;
  const quoted = characterText(toBytes(low, 1, order), { width: 1, prefix: '' }, order);
  return `${number} ${quoted}`;
}

/** A number without its fraction. */
function wholeNumber(type: Type, bytes: Uint8Array, context: ValueContext): bigint {
  const { order, machine } = context;
  const isDecimal = type.kind === 'base' && type.encoding === DW_ATE.decimal_float;
  const decimal = isDecimal ? decodeDecimal(bytes, context) : undefined;
  if (decimal) return integerFromDecimal(decimal);
  if (isFloat(type)) return integerFromFloat(decodeFloatType(bytes, type, order, machine));
  return unsigned(bytes, order);
}
