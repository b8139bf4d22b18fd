// Characters and strings as gdb writes them: what is printable as it is, the rest as octal
// escapes of its bytes, long runs of one character counted. Narrow characters are UTF-8, as in
// every terminal of today.
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { BaseType } from '../../symbols/baseType';
import type { Type } from '../../symbols/type';
import { DW_ATE } from '../../symbols/dwarf/constants';
import { isAlias, strip } from '../types';
import type { PrintSettings } from './writer';
import { hexAddress } from '../../bytes/hex';
import { readMemory, type ValueContext } from '../value';

/** How the characters of a string are encoded. */
export interface CharacterKind {
  /** Bytes of a unit. */
  readonly width: number;
  /** What precedes the quote: `u`, `U`, `L` or nothing. */
  readonly prefix: string;
  /** False where a NUL at the end belongs to the string. */
  readonly terminated?: boolean;
}

const prefixes: Readonly<Record<string, string>> = { char16_t: 'u', char32_t: 'U', wchar_t: 'L' };

/**
 * The characters that a type is one of; undefined for numbers. Integers of one byte are
 * characters, and so are types by the names of C's wide characters, also where they are typedefs.
 */
export function characterKind(type: Type): CharacterKind | undefined {
  const bare = strip(type);
  if (bare.kind !== 'base') return undefined;
  const width = bare.size;
  const prefix = namesOf(type).flatMap((name) => prefixes[name] ?? [])[0];
  if (prefix !== undefined) return { width, prefix };
  if (bare.encoding === DW_ATE.UTF) return { width, prefix: prefixOfWidth[width] ?? '' };
  return isByte(bare) ? { width, prefix: '' } : undefined;
}

const prefixOfWidth: Readonly<Record<number, string>> = { 2: 'u', 4: 'U' };

function namesOf(type: Type): string[] {
  const names: string[] = [];
  let at = type;
  for (let i = 0; i < 200; i++) {
    if (at.kind === 'typedef' || at.kind === 'base') names.push(at.name);
    if (!isAlias(at)) break;
    at = at.target;
  }
  return names;
}

function isByte({ size, encoding }: BaseType): boolean {
  const encodings: readonly number[] = [
    DW_ATE.signed_char,
    DW_ATE.unsigned_char,
    DW_ATE.signed,
    DW_ATE.unsigned,
  ];
  return size === 1 && encodings.includes(encoding);
}

/** A character with its bytes. */
interface Character {
  readonly bytes: Uint8Array;
  /** Absent where the bytes are not a character. */
  readonly text?: string;
  /** The bytes are the start of a character whose end is not there. */
  readonly incomplete?: boolean;
}

/**
 * A string of bytes in quotes, which may be several with commas between: `"ab", '\000' <repeats
 * 12 times>`.
 */
export function stringText(
  bytes: Uint8Array,
  kind: CharacterKind,
  order: ByteOrder,
  settings: Pick<PrintSettings, 'elements' | 'repeats'>,
  ellipsis = false,
): string {
  const ends = !ellipsis && kind.terminated !== false;
  const shown = ends ? withoutTerminator(bytes, kind) : bytes;
  if (shown.length === 0) return `${kind.prefix}""${ellipsis && bytes.length > 0 ? '...' : ''}`;
  const { runs, finished } = runsOf(shown, kind, order, settings.elements);
  const text = new StringWriter(kind, order, settings.repeats).write(runs);
  return kind.prefix + text + (ellipsis || !finished ? '...' : '');
}

/** A character in quotes: `'A'`, `u'€'`, `'\377'`. */
export function characterText(bytes: Uint8Array, kind: CharacterKind, order: ByteOrder): string {
  const escaper = new Escaper("'", kind, order);
  let text = '';
  for (let offset = 0; offset < bytes.length;) {
    const character = characterAt(bytes, offset, kind, order);
    text += escaper.write(character);
    offset += character.bytes.length;
  }
  return `${kind.prefix}'${text}'`;
}

function withoutTerminator(bytes: Uint8Array, { width }: CharacterKind): Uint8Array {
  if (bytes.length === 0) return bytes;
  const last = bytes.subarray(bytes.length - width);
  return last.some((byte) => byte !== 0) ? bytes : bytes.subarray(0, bytes.length - width);
}

interface Run {
  readonly character: Character;
  readonly count: number;
}

/** Equal characters counted; as many runs as it takes to reach the limit. */
function runsOf(
  bytes: Uint8Array,
  kind: CharacterKind,
  order: ByteOrder,
  limit: number,
): { runs: Run[]; finished: boolean } {
  const runs: Run[] = [];
  let offset = 0;
  for (let total = 0; total < limit && offset < bytes.length;) {
    const character = characterAt(bytes, offset, kind, order);
    let count = 1;
    offset += character.bytes.length;
    while (offset < bytes.length) {
      const next = characterAt(bytes, offset, kind, order);
      if (!isSame(character, next)) break;
      count++;
      offset += next.bytes.length;
    }
    runs.push({ character, count });
    total += count;
  }
  return { runs, finished: offset >= bytes.length };
}

function isSame(a: Character, b: Character): boolean {
  return (
    a.text === b.text &&
    a.incomplete === b.incomplete &&
    a.bytes.length === b.bytes.length &&
    a.bytes.every((byte, i) => byte === b.bytes[i])
  );
}

function characterAt(
  bytes: Uint8Array,
  offset: number,
  kind: CharacterKind,
  order: ByteOrder,
): Character {
  if (kind.width === 1) return utf8At(bytes, offset);
  return kind.width === 2 ? utf16At(bytes, offset, order) : wideAt(bytes, offset, kind, order);
}

function utf8At(bytes: Uint8Array, offset: number): Character {
  const first = bytes[offset] ?? 0;
  const alone = bytes.subarray(offset, offset + 1);
  if (first < 0x80) return { bytes: alone, text: String.fromCharCode(first) };
  const length = utf8Length(first);
  if (length === 0) return { bytes: alone };
  let code = first & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const next = bytes[offset + i];
    if (next === undefined) return { bytes: bytes.subarray(offset), incomplete: true };
    if ((next & 0xc0) !== 0x80) return { bytes: alone };
    code = code * 64 + (next & 0x3f);
  }
  if (code < (smallest[length] ?? Infinity) || !isCodePoint(code)) return { bytes: alone };
  return { bytes: bytes.subarray(offset, offset + length), text: String.fromCodePoint(code) };
}

/** The smallest code that needs as many bytes. */
const smallest: Readonly<Record<number, number>> = { 2: 0x80, 3: 0x800, 4: 0x10000 };

/**
 * Sequences of five and six bytes are of no character since Unicode 3.1, but may be incomplete,
 * as in glibc.
 */
function utf8Length(first: number): number {
  if (first < 0xc2 || first > 0xfd) return 0;
  return Math.clz32(~first << 24);
}

function isCodePoint(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

function utf16At(bytes: Uint8Array, offset: number, order: ByteOrder): Character {
  const unit = (at: number) => Number(unsigned(bytes.subarray(at, at + 2), order));
  const alone = bytes.subarray(offset, offset + 2);
  const first = unit(offset);
  if (alone.length < 2) return { bytes: alone, incomplete: true };
  if (first < 0xd800 || first > 0xdfff) return { bytes: alone, text: String.fromCharCode(first) };
  if (first > 0xdbff) return { bytes: alone };
  if (offset + 4 > bytes.length) return { bytes: bytes.subarray(offset), incomplete: true };
  const second = unit(offset + 2);
  if (second < 0xdc00 || second > 0xdfff) return { bytes: alone };
  return { bytes: bytes.subarray(offset, offset + 4), text: String.fromCharCode(first, second) };
}

function wideAt(
  bytes: Uint8Array,
  offset: number,
  { width }: CharacterKind,
  order: ByteOrder,
): Character {
  const alone = bytes.subarray(offset, offset + width);
  if (alone.length < width) return { bytes: alone, incomplete: true };
  const code = Number(unsigned(alone, order));
  return isCodePoint(code) ? { bytes: alone, text: String.fromCodePoint(code) } : { bytes: alone };
}

const escapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\p{Cf}\p{Co}]$/u;

/** Writes characters between quotes. */
class Escaper {
  /** A digit after `\x6f` would belong to it. */
  private isAfterHex = false;

  constructor(
    private readonly quote: string,
    private readonly kind: CharacterKind,
    private readonly order: ByteOrder,
  ) {}

  write({ text, bytes }: Character): string {
    const { isAfterHex } = this;
    this.isAfterHex = false;
    const known = text === undefined ? undefined : escapes[text];
    if (known !== undefined) return known;
    if (text !== undefined && printable.test(text) && !(isAfterHex && /[\da-f]/i.test(text))) {
      return text === this.quote || text === '\\' ? `\\${text}` : text;
    }
    return this.escaped(bytes);
  }

  private escaped(bytes: Uint8Array): string {
    const { width } = this.kind;
    let text = '';
    let offset = 0;
    for (; offset + width <= bytes.length; offset += width) {
      const unit = unsigned(bytes.subarray(offset, offset + width), this.order);
      this.isAfterHex = unit > 0o777n;
      text += this.isAfterHex ? `\\x${unit.toString(16)}` : octal(unit);
    }
    for (; offset < bytes.length; offset++) {
      this.isAfterHex = false;
      text += octal(BigInt(bytes[offset] ?? 0));
    }
    return text;
  }
}

function octal(unit: bigint): string {
  return `\\${unit.toString(8).padStart(3, '0')}`;
}

/** Puts runs one after the other: short ones in common quotes, long ones counted. */
class StringWriter {
  private text = '';
  private open = false;
  private readonly inString: Escaper;
  private readonly inQuotes: Escaper;

  constructor(
    kind: CharacterKind,
    order: ByteOrder,
    private readonly repeats: number,
  ) {
    this.inString = new Escaper('"', kind, order);
    // gdb counts a quote as it writes it in the string (print_converted_chars_to_obstack).
    this.inQuotes = new Escaper('"', kind, order);
  }

  write(runs: readonly Run[]): string {
    for (const run of runs) {
      if (run.character.incomplete) {
        this.alone(`<incomplete sequence ${this.inString.write(run.character)}>`);
        break;
      }
      if (run.count > this.repeats) this.counted(run);
      else this.plain(run);
    }
    this.close();
    return this.text;
  }

  private plain({ character, count }: Run): void {
    if (!this.open) {
      this.text += `${this.text === '' ? '' : ', '}"`;
      this.open = true;
    }
    for (let i = 0; i < count; i++) this.text += this.inString.write(character);
  }

  private counted({ character, count }: Run): void {
    this.alone(`'${this.inQuotes.write(character)}' <repeats ${count} times>`);
  }

  private alone(words: string): void {
    this.close();
    this.text += (this.text === '' ? '' : ', ') + words;
  }

  private close(): void {
    if (this.open) this.text += '"';
    this.open = false;
  }
}

// The string that a pointer to a character points to, up to its NUL, the limit, or the end of
// what can be read.

/** `"gp"`, `"cut"...`, `"beg"<error: Cannot access memory at address 0x402013>`. */
export async function pointedString(
  address: bigint,
  kind: CharacterKind,
  context: ValueContext,
  settings: PrintSettings,
): Promise<string> {
  const { width } = kind;
  const limit = Math.min(settings.elements, maxCharacters);
  const contents = await readMemory(address, width * (limit + 1), context);
  const readable = Math.floor((contents.gaps[0]?.start ?? 8 * contents.bytes.length) / 8 / width);
  const { bytes } = contents;
  const isNul = (index: number) =>
    bytes.subarray(index * width, (index + 1) * width).every((byte) => byte === 0);
  let length = 0;
  while (length < Math.min(readable, limit) && !isNul(length)) length++;
  const ended = length < Math.min(readable, limit);
  const cut = !ended && readable > limit && !isNul(limit);
  const failed = !ended && readable < limit;
  const shown = bytes.subarray(0, (length + (ended ? 1 : 0)) * width);
  const text = failed && length === 0 ? '' : stringText(shown, kind, context.order, settings, cut);
  if (!failed) return text;
  const at = address + BigInt(length * width);
  return `${text}<error: Cannot access memory at address ${hexAddress(at)}>`;
}

/** Strings longer than this are not read, whatever the settings say. */
const maxCharacters = 100_000;
