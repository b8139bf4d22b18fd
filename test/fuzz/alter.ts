// How inputs are altered as their formats allow: texts by their words and lines, numbers by those
// that are likeliest to be taken wrongly, plain data by its fields.
import { oneOf, type Random } from './rounds';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Numbers as texts write them. */
const numbers = (
  '0 1 -1 7 8 255 256 65535 65536 2147483647 2147483648 4294967295 4294967296 9007199254740993 ' +
  '18446744073709551615 18446744073709551616 99999999999999999999999999 0x0 0xffffffffffffffff 0x8000000000000000 ' +
  'ffffffffffffffff 10000000000000000 1e309 -0 00 .5 1.5 NaN Infinity'
).split(' ');

/** Texts that are likeliest to be taken for something else. */
const oddTexts = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\0',
  '\ufeff',
  'é',
  '\u{1f41b}',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '<b onclick="x">',
  '"',
  "'",
  '\\',
  '(((((((((((((((((((((((((((((((((((',
  '%s%n',
  'x'.repeat(5000),
];

/**
 * A text with words of it taken out, doubled, exchanged or replaced; `words`: more that its format
 * knows.
 */
export function alterText(
  text: string,
  random: Random,
  words: readonly string[] = [],
  word = /[\da-fA-Fx]+|\w+|\s+|[^\w\s]/g,
): string {
  const pieces = text.match(word) ?? [];
  for (let changes = 1 + random(4); changes > 0; changes--) {
    const at = random(pieces.length + 1);
    const other = pieces[random(Math.max(1, pieces.length))] ?? '';
    const length = 1 + random(random(4) === 0 ? 40 : 3);
    switch (random(7)) {
      case 0:
        pieces.splice(at, length);
        break;
      case 1:
        pieces.splice(at, 0, ...pieces.slice(at, at + length));
        break;
      case 2:
        pieces.splice(at, 1, other);
        break;
      case 3:
        pieces.splice(at, 1, oneOf(numbers, random));
        break;
      case 4:
        pieces.splice(at, random(2), oneOf(oddTexts, random));
        break;
      default:
        pieces.splice(at, random(2), oneOf(words.length > 0 ? words : numbers, random));
    }
  }
  return pieces.join('');
}

/** The lines of a text in another order, some of them missing or there twice. */
export function alterLines(text: string, random: Random): string {
  const lines = text.split('\n');
  for (let changes = 1 + random(3); changes > 0; changes--) {
    const at = random(lines.length);
    const moved = lines.splice(at, 1 + random(3));
    const copies = random(3);
    for (let copy = 0; copy < copies; copy++) {
      lines.splice(random(lines.length + 1), 0, ...moved);
    }
  }
  return lines.join('\n');
}

/** An alteration of inputs that are UTF-8 text. */
export function ofText(words: readonly string[] = []) {
  return (input: Uint8Array, random: Random): Uint8Array => {
    const text = decoder.decode(input);
    const isOfLines = text.includes('\n') && random(2) === 0;
    return encoder.encode(isOfLines ? alterLines(text, random) : alterText(text, random, words));
  };
}

/** Values that no field should have. */
const oddValues: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  '\u0000',
  '__proto__',
  '9'.repeat(5000),
  'x'.repeat(200_000),
  -1,
  0,
  1.5,
  -0,
  2 ** 31,
  2 ** 53,
  2 ** 64,
  1e308,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
];

/**
 * Plain data with some of its fields odd, missing, of another's kind or deeper than they should be.
 */
export function alterData(value: unknown, random: Random): unknown {
  if (random(12) === 0) return oneOf(oddValues, random);
  if (random(60) === 0) return nested(value, 1 + random(2000));
  if (Array.isArray(value)) {
    const items = value.map((item) => alterData(item, random));
    return random(6) === 0 ? [...items, ...items, oneOf(oddValues, random)] : items;
  }
  if (typeof value === 'string') return random(4) === 0 ? alterText(value, random) : value;
  if (typeof value === 'number') return random(6) === 0 ? Number(oneOf(numbers, random)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => random(10) > 0);
  const altered = entries.map(([name, each]) => [name, alterData(each, random)] as const);
  const more = random(8) === 0 ? [[oneOf(moreNames, random), oneOf(oddValues, random)]] : [];
  // JSON.parse makes fields of these names, where an object literal would not.
  return JSON.parse(textOfEntries([...altered, ...more] as [string, unknown][])) as unknown;
}

const moreNames = ['__proto__', 'constructor', 'toString', 'then', 'length', 'more', ''];

function textOfEntries(entries: readonly (readonly [string, unknown])[]): string {
  const fields = entries.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`);
  return `{${fields.join(',')}}`;
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function nested(value: unknown, depth: number): unknown {
  let outer = value;
  for (let level = 0; level < depth; level++) outer = level % 2 === 0 ? [outer] : { more: outer };
  return outer;
}

/** An alteration of inputs that are JSON; what is no JSON stays. */
export function ofJson(input: Uint8Array, random: Random): Uint8Array {
  const value = parsed(input);
  if (value === undefined || random(4) === 0) return ofText()(input, random);
  return encoder.encode(jsonOf(alterData(value, random)));
}

/** Plain data of an input that is JSON; undefined where it is none. */
export function parsed(input: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(input)) as unknown;
  } catch {
    return undefined;
  }
}

/** Bytes with numbers of 1 to 8 bytes in them replaced by others, in either order. */
export function alterNumbers(input: Uint8Array, random: Random): Uint8Array {
  const bytes = new Uint8Array(input);
  const view = new DataView(bytes.buffer);
  for (let changes = 1 + random(3); changes > 0; changes--) {
    const size = 1 << random(4);
    if (bytes.length < size) break;
    const at = random(bytes.length - size + 1);
    const big = random(4) === 0;
    const bits = BigInt(8 * size);
    const edge = oneOf(
      [0n, 1n, 1n << (bits - 1n), (1n << bits) - 1n, BigInt(bytes.length)],
      random,
    );
    const value = BigInt.asUintN(8 * size, edge + BigInt(random(5) - 2));
    for (let i = 0; i < size; i++) {
      const shift = BigInt(8 * (big ? size - 1 - i : i));
      view.setUint8(at + i, Number((value >> shift) & 0xffn));
    }
  }
  return bytes;
}

// Inputs are made long: one of their parts is there many times.

/** Bytes of the longest part that is repeated. */
const maxPart = 60;

/** An input of which one part is there as often as is asked: an item of its data, lines, bytes. */
export function repeated(input: Uint8Array, random: Random): (times: number) => Uint8Array {
  const value = parsed(input);
  if (value !== undefined && random(4) > 0) {
    const made = longer(value, random);
    return (times) => encoder.encode(jsonOf(made(times)));
  }
  const [start, end] = partOf(input, random);
  const part = input.subarray(start, end);
  const [before, after] = [input.subarray(0, start), input.subarray(end)];
  return (times) => {
    const parts = Array.from({ length: times }, () => part);
    return new Uint8Array(Buffer.concat([before, ...parts, after]));
  };
}

/** Where a part begins and ends: whole lines, where there are any. */
function partOf(input: Uint8Array, random: Random): [start: number, end: number] {
  const at = random(input.length + 1);
  const lineEnd = input.indexOf(0x0a, at);
  if (lineEnd < 0 || random(2) === 0) return [at, Math.min(input.length, at + 1 + random(maxPart))];
  const nextEnd = random(2) === 0 ? input.indexOf(0x0a, lineEnd + 1) : lineEnd;
  return [input.lastIndexOf(0x0a, at - 1) + 1, Math.max(lineEnd, nextEnd) + 1];
}

/** Plain data with one of its items, or one of its texts, there as often as is asked. */
function longer(value: unknown, random: Random): (times: number) => unknown {
  if (typeof value === 'string') return (times) => value.repeat(times);
  if (typeof value !== 'object' || value === null) return () => value;
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length === 0) return () => value;
  const [key, inner] = oneOf(entries, random);
  if (Array.isArray(value) && random(2) === 0) {
    const items: readonly unknown[] = value;
    const copies = (each: unknown, times: number): unknown[] => Array(times).fill(each);
    return (times) => items.flatMap((each, i) => copies(each, i === Number(key) ? times : 1));
  }
  const made = longer(inner, random);
  const copy = Array.isArray(value) ? [] : {};
  return (times) => Object.assign(copy, value, { [key]: made(times) });
}
