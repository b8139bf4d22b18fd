// Arrays: strings where the elements are characters, else elements in braces with equal
// neighbours counted.
import type { ArrayType, ClassType, Type } from '../../symbols/type';
import type { Contents } from '../contents';
import { styleOf } from '../../symbols/dwarf/languages';
import { arrayLength, elementAt, at, memberOf } from '../navigate';
import { asInteger, type Value } from '../value';
import { addressText } from '../symbolText';
import { elementType, isInteger, sizeOf, strip } from '../types';
import { characterKind, stringText, type CharacterKind, pointedString } from './characters';
import { radixFormat, radixText } from './scalars';
import type { Writer } from './writer';

/**
 * `{1, 2, 3}`, `"abc"`, `{0 <repeats 12 times>}`; an address for an array of no or unknown
 * length.
 */
export async function arrayText(
  value: Value,
  type: ArrayType,
  depth: number,
  writer: Writer,
): Promise<string> {
  if (type.missing) return `<not ${type.missing}>`;
  const element = elementType(type);
  const kind = type.vector || isRust(value) ? undefined : textual(type, writer);
  const length = arrayLength(type) ?? 0;
  const size = sizeOf(element) ?? 0;
  if (length === 0 && isRust(value)) return '[]';
  if (length === 0 || size === 0) return unsized(value, kind, writer);
  const contents = await value.contents();
  if (kind && contents.complete) return characters(contents.bytes, kind, value, writer);
  const known = Math.min(length, Math.floor(contents.bytes.length / size));
  const numbers = type.vector && writer.format === undefined && size === 1;
  const all = { length, known, size, contents, numbers };
  const texts = await elements(value, all, depth, writer);
  const [open, close] = isRust(value) ? ['[', ']'] : ['{', '}'];
  if (!writer.settings.arrays) return open + texts + close;
  return `${open}\n${indent(depth + 1)}${texts}\n${indent(depth)}${close}`;
}

function isRust({ context }: Value): boolean {
  return styleOf(context.language) === 'rust';
}

function textual(type: ArrayType, { format }: Writer): CharacterKind | undefined {
  if (format !== undefined && format !== 's') return undefined;
  const element = elementType(type);
  return strip(element).kind === 'base' ? characterKind(element) : undefined;
}

function characters(
  bytes: Uint8Array,
  kind: CharacterKind,
  { context }: Value,
  { settings }: Writer,
): string {
  if (!settings.nullStop) return stringText(bytes, kind, context.order, settings);
  let end = 0;
  const most = Math.min(bytes.length / kind.width, settings.elements);
  const isNul = (at: number) =>
    bytes.subarray(at * kind.width, (at + 1) * kind.width).every((byte) => byte === 0);
  while (end < most && !isNul(end)) end++;
  const cut = end === settings.elements && end * kind.width < bytes.length && !isNul(end);
  return stringText(bytes.subarray(0, end * kind.width), kind, context.order, settings, cut);
}

/** An array of no elements is written as a pointer to its first one. */
async function unsized(
  value: Value,
  kind: CharacterKind | undefined,
  writer: Writer,
): Promise<string> {
  const [{ address, context }, { settings }] = [value, writer];
  if (address === undefined) return kind ? characters(new Uint8Array(), kind, value, writer) : '{}';
  const text = await addressText(address, context, settings);
  if (!kind || address === 0n) return text;
  const string = await pointedString(address, kind, context, settings);
  return text === '' ? string : `${text} ${string}`;
}

interface Elements {
  readonly length: number;
  /** How many of them were read. */
  readonly known: number;
  /** Bytes of one. */
  readonly size: number;
  /** Bytes are numbers, not characters: in a vector of the processor. */
  readonly numbers: boolean;
  readonly contents: Contents;
}

async function elements(
  value: Value,
  all: Elements,
  depth: number,
  writer: Writer,
): Promise<string> {
  const { elements: limit, repeats } = writer.settings;
  const printed: string[] = [];
  let index = 0;
  for (let left = limit; index < all.known && left > 0 && !writer.isFull;) {
    const element = elementAt(value, index);
    if (!element) break;
    const count = runLength(all, index);
    const counted = count > repeats;
    const written = await (all.numbers ? numberText : elementText)(element, depth + 1, writer);
    const text = indexPrefix(index, writer) + written;
    printed.push(counted ? `${text} <repeats ${count} times>` : text);
    left -= counted ? repeats : 1;
    index += counted ? count : 1;
  }
  const gap = writer.settings.arrays ? `,\n${indent(depth + 1)}` : ', ';
  return printed.join(gap) + (index < all.length ? '...' : '');
}

function indent(depth: number): string {
  return ' '.repeat(2 * depth);
}

function elementText(element: Value, depth: number, writer: Writer): Promise<string> {
  return writer.write(element, depth);
}

async function numberText(element: Value, depth: number, writer: Writer): Promise<string> {
  const isPlain = writer.settings.radix === 10 && isInteger(element.type);
  const number = isPlain ? await asInteger(element) : undefined;
  return number?.toString() ?? writer.write(element, depth);
}

function indexPrefix(index: number, { settings, format: asked }: Writer): string {
  if (!settings.arrayIndexes) return '';
  const own = asked && 'xotz'.includes(asked) ? asked : undefined;
  const format = own ?? radixFormat(settings) ?? 'd';
  return `[${radixText(BigInt(index), 8, format)}] = `;
}

function runLength({ known, size, contents }: Elements, from: number): number {
  let end = from + 1;
  while (end < known && contents.same(from * size, end * size, size)) end++;
  return end - from;
}

// Structures of a pointer to elements and of how many there are: D's arrays (D ABI, "Arrays"), and
// Go's strings, whose members each compiler names in its way (gdb 13, go_classify_struct_type).

/** An array of D; undefined where the value is none, or is not known. */
export async function sliceText(
  value: Value,
  type: ClassType,
  depth: number,
  writer: Writer,
): Promise<string | undefined> {
  const elements = await elementsOf(value, type, ['ptr'], ['length']);
  return elements && writer.write(elements, depth);
}

/** A string of Go, as gdb writes it; undefined where the value is none, or is not known. */
export async function goStringText(
  value: Value,
  type: ClassType,
  depth: number,
  writer: Writer,
): Promise<string | undefined> {
  const elements = await elementsOf(value, type, ['str', '__data'], ['len', '__length']);
  if (!elements) return undefined;
  const address = `0x${(elements.address ?? 0n).toString(16)}`;
  const text = arrayLength(elements.type) === 0 ? '""' : await writer.write(elements, depth);
  return writer.settings.addresses ? `${address} ${text}` : text;
}

/** The elements, of a structure of two members with one of the names each. */
async function elementsOf(
  value: Value,
  type: ClassType,
  pointerNames: readonly string[],
  countNames: readonly string[],
): Promise<Value | undefined> {
  const { members } = await type.members();
  const pointer = members.find(({ name = '' }) => pointerNames.includes(name));
  const length = members.find(({ name = '' }) => countNames.includes(name));
  if (members.length !== 2 || !pointer || !length) return undefined;
  const target = strip(pointer.type);
  if (!isInteger(length.type) || target.kind !== 'pointer') return undefined;
  const [count, start] = [await memberOf(value, length), await memberOf(value, pointer)];
  if ('problem' in count || 'problem' in start) return undefined;
  const [elements, address] = [await asInteger(count), await asInteger(start)];
  if (elements === undefined || address === undefined) return undefined;
  const array: Type = {
    kind: 'array',
    element: target.target,
    dimensions: [{ lower: 0n, count: elements }],
    vector: false,
  };
  return at(array, address, value.context);
}
