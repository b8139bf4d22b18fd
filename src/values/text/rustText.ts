// Values of Rust programs as gdb's Rust writes them: `rusty::Shape::Circle(1.5)`, `rusty::Point
// {x: 1, y: 2}`, `(1, 2)`, `[1, 2]`, `&[i32] [1, 2]`, `"text"`.
import { unsigned } from '../../bytes/cursor';
import type { ClassMembers, ClassType, Member, PointerType, Type } from '../../symbols/type';
import {
  at,
  memberNamed,
  memberOf,
  notAvailableProblem,
  optimizedOutProblem,
  type ValueProblem,
  activeVariant,
} from '../navigate';
import { asInteger, readMemory, type Value } from '../value';
import { isClass, strip } from '../types';
import { stringText } from './characters';
import type { Writer } from './writer';

/** gdb's words where the discriminant is that of no variant. */
const noVariant = '<error reading variable: Could not find active enum variant>';

/** The text of what Rust writes in its own way; undefined for all else. */
export async function rustText(
  value: Value,
  type: Type,
  depth: number,
  writer: Writer,
): Promise<string | undefined> {
  if (isClass(type)) return classText(value, type, depth, writer);
  if (type.kind === 'pointer' && writer.format === undefined)
    return byteString(value, type, writer);
  if (type.kind !== 'base') return undefined;
  if (type.size === 0 && type.name === '()') return '()';
  return type.name === 'char' && writer.format === undefined ? character(value) : undefined;
}

async function classText(
  value: Value,
  type: ClassType,
  depth: number,
  writer: Writer,
): Promise<string> {
  const { name = '' } = type;
  if (/^&(?:mut )?str$/.test(name)) return stringSlice(value, writer);
  const members = await type.members();
  if (isSlice(members)) return slice(value, name, depth, writer);
  if (!members.variants) return structText(value, name, members, depth, writer);
  const variant = await activeVariant(value, members.variants);
  if (!variant) return members.variants.discriminant ? noVariant : `${name} {<No data fields>}`;
  if ('problem' in variant) return missing(variant);
  return variantText(variant, depth, writer);
}

/** Whatever its name is: a box of a slice is one. */
function isSlice({ members }: ClassMembers): boolean {
  const names = members.map(({ name }) => name);
  return names.length === 2 && names.includes('data_ptr') && names.includes('length');
}

async function structText(
  value: Value,
  name: string,
  { members }: ClassMembers,
  depth: number,
  writer: Writer,
): Promise<string> {
  const isTuple = name.startsWith('(');
  const head = isTuple ? '' : name;
  if (members.length === 0) return isTuple ? '()' : head;
  const body = await fields(value, members, depth, writer, isTuple);
  return head === '' ? body : `${head} ${body}`;
}

/** `core::option::Option<u32>::Some(9)` */
async function variantText(value: Value, depth: number, writer: Writer): Promise<string> {
  const type = strip(value.type);
  if (!isClass(type)) return writer.write(value, depth + 1);
  const { members } = await type.members();
  const name = type.name ?? '';
  if (members.length === 0) return name;
  const { texts, numbered } = await fieldTexts(value, members, depth, writer, false);
  return name + (numbered ? `(${texts.join(', ')})` : `{${texts.join(', ')}}`);
}

/** `{x: 1, y: 2}`, or `(1, 2)` where the fields have numbers for names. */
async function fields(
  value: Value,
  members: readonly Member[],
  depth: number,
  writer: Writer,
  isTuple: boolean,
): Promise<string> {
  const { texts, numbered } = await fieldTexts(value, members, depth, writer, isTuple);
  const [open, close] = numbered ? ['(', ')'] : ['{', '}'];
  if (!writer.settings.pretty) return open + texts.join(', ') + close;
  const indent = `\n${' '.repeat(2 + 2 * depth)}`;
  return `${open}${texts.map((text) => indent + text).join(',')}\n${' '.repeat(2 * depth)}${close}`;
}

async function fieldTexts(
  value: Value,
  members: readonly Member[],
  depth: number,
  writer: Writer,
  isTuple: boolean,
): Promise<{ texts: string[]; numbered: boolean }> {
  const numbered = isTuple || members.every(({ name }, i) => name === `__${i}`);
  const texts: string[] = [];
  for (const member of members) {
    const part = await memberOf(value, member);
    const text = 'problem' in part ? missing(part) : await writer.write(part, depth + 1);
    texts.push(numbered ? text : `${member.name ?? ''}: ${text}`);
  }
  return { texts, numbered };
}

function missing(of: ValueProblem): string {
  return of.problem === notAvailableProblem.problem ? '<unavailable>' : unread(of);
}

/** What a member of a slice says: where it begins, how many elements it has. */
async function numberIn(value: Value, name: 'data_ptr' | 'length'): Promise<bigint | ValueProblem> {
  const member = await memberNamed(value, name);
  if (!member) return { problem: 'not a slice' };
  if ('problem' in member) return member;
  const number = await asInteger(member);
  if (number !== undefined) return number;
  const isLost = (await member.contents()).has('optimizedOut');
  return isLost ? optimizedOutProblem : notAvailableProblem;
}

function unread({ problem }: ValueProblem): string {
  return `<error reading variable: ${problem}>`;
}

async function stringSlice(value: Value, writer: Writer): Promise<string> {
  const [address, length] = [await numberIn(value, 'data_ptr'), await numberIn(value, 'length')];
  if (typeof address !== 'bigint') return unread(address);
  if (typeof length !== 'bigint') return unread(length);
  return utf8Text(address, length, value, writer);
}

/** The text of `length` bytes at an address. */
async function utf8Text(
  address: bigint,
  length: bigint,
  { context }: Value,
  { settings }: Writer,
): Promise<string> {
  const limit = BigInt(Math.min(settings.elements, 100_000));
  const size = Number(length < limit ? length : limit);
  const { bytes, gaps } = await readMemory(address, size, context);
  const readable = Math.floor((gaps[0]?.start ?? 8 * size) / 8);
  const kind = { width: 1, prefix: '', terminated: false };
  const cut = readable < length;
  const text =
    readable === 0 && size > 0
      ? ''
      : stringText(bytes.subarray(0, readable), kind, context.order, settings, cut);
  if (readable === size) return text;
  const failed = (address + BigInt(readable)).toString(16);
  return `${text}<error: Cannot access memory at address 0x${failed}>`;
}

async function slice(value: Value, name: string, depth: number, writer: Writer): Promise<string> {
  const count = await numberIn(value, 'length');
  if (typeof count !== 'bigint') return unread(count);
  const target = await elementOfSlice(value);
  if (!target || count === 0n) return `${name} []`;
  const address = await numberIn(value, 'data_ptr');
  if (typeof address !== 'bigint') return `${name} ${unread(address)}`;
  const dimensions = [{ lower: 0n, count }];
  const type: Type = { kind: 'array', element: target, dimensions, vector: false };
  const elements = await at(type, address, value.context);
  return `${name} ${await writer.write(elements, depth)}`;
}

async function elementOfSlice(value: Value): Promise<Type | undefined> {
  const pointer = await memberNamed(value, 'data_ptr');
  const type = pointer && 'type' in pointer ? strip(pointer.type) : undefined;
  return type?.kind === 'pointer' ? type.target : undefined;
}

/** A pointer to an array of bytes is a byte string. */
async function byteString(
  value: Value,
  { target }: PointerType,
  writer: Writer,
): Promise<string | undefined> {
  const array = strip(target);
  if (array.kind !== 'array' || array.dimensions.length !== 1) return undefined;
  const element = strip(array.element);
  if (element.kind !== 'base' || element.name !== 'u8') return undefined;
  const count = array.dimensions[0]?.count;
  const address = await asInteger(value);
  if (address === undefined || typeof count !== 'bigint') return undefined;
  return `b${await utf8Text(address, count, value, writer)}`;
}

const escapes: Readonly<Record<number, string>> = {
  0: '\\0',
  9: '\\t',
  10: '\\n',
  13: '\\r',
  39: "\\'",
  92: '\\\\',
};

/** `233 '\xe9'` */
async function character(value: Value): Promise<string> {
  const { bytes } = await value.contents();
  const code = Number(unsigned(bytes, value.context.order));
  return `${code} '${escapes[code] ?? plain(code)}'`;
}

function plain(code: number): string {
  if (code >= 32 && code < 127) return String.fromCharCode(code);
  // To gdb a character is a signed number of 32 bits.
  return code <= 0xff || code > 0x7fffffff
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u{${code.toString(16).padStart(6, '0')}}`;
}
