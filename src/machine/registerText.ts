// Registers as text, in gdb's words: the two value columns of `info registers` (gdb manual,
// "Registers"; "Output Formats" for /x; "Print Settings" for repeats and the limit on elements).
import { type ByteOrder, unsigned, toBytes } from '../bytes/cursor';
import { hexAddress, toHex } from '../bytes/hex';
import { floatText } from './float/floatText';
import type { Register } from './registerLayout';
import {
  isFloatRegister,
  isVectorType,
  type BitField,
  type Field,
  type RegisterType,
} from './registerType';

/** A lane, a member or a named bit of a register, for a debugger to expand. */
export interface RegisterPart {
  /** `[0]` for a lane, else the field's name. */
  readonly name: string;
  readonly text: string;
  readonly parts?: readonly RegisterPart[];
}

/** What gdb prints for bytes that were not collected. */
const unavailable = '<unavailable>';

/** gdb's defaults of `set print repeats`, beyond which it counts, and of `set print elements`. */
const repeatsThreshold = 10;
const maxElements = 200;

/**
 * A register's value as the first column of `info registers` has it; flags with their names and
 * floating-point numbers with their bytes, which are in the second: `0x2`, `0x202 [ IF ]`, `1.5
 * (raw 0x3ff8000000000000)`, `{v4_float = {…}, …}`, in Rust `vec128 {v4_float: […], …}`.
 * `<unavailable>` without bytes.
 */
export function registerText(
  { type }: Pick<Register, 'type'>,
  bytes: Uint8Array | undefined,
  order: ByteOrder,
  composite: CompositeText = cComposite,
): string {
  return bytes ? text({ type, bytes, order }, composite) : unavailable;
}

/**
 * The second column of `info registers`: decimal, an address with its symbol, the names of flags,
 * the raw bytes of a floating-point number; empty for vectors, which have none.
 */
export function registerNaturalText(
  { type }: Pick<Register, 'type'>,
  bytes: Uint8Array,
  order: ByteOrder,
  written: NaturalText = {},
): string {
  const value = { type, bytes, order };
  if (isFloatRegister(type)) return rawText(value);
  return isVectorType(type) ? '' : natural(value, written);
}

/**
 * The lanes, members and named bits of a register; none for a plain number. Each is written as a
 * register of its type is.
 */
export function registerParts(
  { type }: Pick<Register, 'type'>,
  bytes: Uint8Array,
  order: ByteOrder,
): readonly RegisterPart[] {
  return partsOf({ type, bytes, order });
}

/** Whether {@link registerParts} gives any. */
export function hasRegisterParts({ type }: Pick<Register, 'type'>): boolean {
  if (type.kind === 'vector') return type.count > 0;
  return 'fields' in type && type.fields.some(({ name }) => name !== '');
}

/** How the natural format is written. */
interface NaturalText {
  /** Gives `main+4` for an address. */
  readonly symbol?: (address: bigint) => string | undefined;
  /** The base of whole numbers: 8, 10 or 16. */
  readonly radix?: number;
  /** Whether an address with a symbol has its number too. */
  readonly addresses?: boolean;
}

/** Bytes with the type to read them by. */
interface Value {
  readonly type: RegisterType;
  readonly bytes: Uint8Array;
  readonly order: ByteOrder;
}

function text(value: Value, composite: CompositeText): string {
  if (isFloatRegister(value.type)) return `${natural(value)} ${rawText(value)}`;
  if (value.type.kind === 'flags') return `${hex(value)} ${natural(value)}`;
  return inHex(value, composite);
}

function partsOf(value: Value): RegisterPart[] {
  return membersOf(value).map(([name, member]) => {
    const parts = partsOf(member);
    return { name, text: text(member, cComposite), ...(parts.length > 0 && { parts }) };
  });
}

/** What a value is made of, by name. */
function membersOf(value: Value): [name: string, member: Value][] {
  const { type } = value;
  if (type.kind === 'vector') return lanes(value, type).map((lane, i) => [`[${i}]`, lane]);
  if (!('fields' in type)) return [];
  return type.fields
    .filter(({ name }) => name !== '')
    .map((field) => [field.name, member(value, field)]);
}

function lanes({ bytes, order }: Value, type: RegisterType & { kind: 'vector' }): Value[] {
  const { element, count } = type;
  return Array.from({ length: count }, (_, i) => ({
    type: element,
    bytes: bytes.subarray(i * element.size, (i + 1) * element.size),
    order,
  }));
}

function member(value: Value, field: Field | BitField): Value {
  const { type } = field;
  const { bytes, order } = value;
  if ('offset' in field) {
    return { type, bytes: bytes.subarray(field.offset, field.offset + type.size), order };
  }
  return { type, bytes: toBytes(bitsOf(value, field), type.size, order), order };
}

function bitsOf({ bytes, order }: Value, { type, start, end }: BitField): bigint {
  const width = end - start + 1;
  const bits = BigInt.asUintN(width, unsigned(bytes, order) >> BigInt(start));
  return type.kind === 'integer' && type.signed ? BigInt.asIntN(width, bits) : bits;
}

/** gdb's format /x, which reaches into vectors and structures. */
function inHex(value: Value, composite: CompositeText): string {
  if (!isComposite(value.type)) return hex(value);
  return composite(value, (part) => inHex(part, composite));
}

function isComposite({ kind }: RegisterType): boolean {
  return kind === 'vector' || kind === 'union' || kind === 'struct';
}

/** How a language writes what has parts, each of them by `write`. */
type CompositeText = (value: Value, write: (part: Value) => string) => string;

/** `{1, 2}`, `{a = 1, b = 2}` */
function cComposite(value: Value, write: (part: Value) => string): string {
  const { type } = value;
  if (type.kind === 'vector') return `{${elements(lanes(value, type), write)}}`;
  const members = membersOf(value).map(([name, part]) => `${name} = ${write(part)}`);
  return `{${members.join(', ')}}`;
}

/** `[1, 2]`, `vec128 {a: 1, b: 2}` */
export function rustComposite(value: Value, write: (part: Value) => string): string {
  const { type } = value;
  if (type.kind === 'vector') return `[${elements(lanes(value, type), write)}]`;
  const members = membersOf(value).map(([name, part]) => `${name}: ${write(part)}`);
  return `${type.name} {${members.join(', ')}}`;
}

/** Equal neighbours are counted, and what is beyond the limit is dots, as gdb prints an array. */
function elements(all: readonly Value[], write: (element: Value) => string): string {
  const printed: string[] = [];
  let next = 0;
  for (let left = maxElements; next < all.length && left > 0;) {
    const element = all[next];
    if (!element) break;
    const repeats = runLength(all, next, element);
    const counted = repeats > repeatsThreshold;
    printed.push(write(element) + (counted ? ` <repeats ${repeats} times>` : ''));
    left -= counted ? repeatsThreshold : 1;
    next += counted ? repeats : 1;
  }
  return printed.join(', ') + (next < all.length ? '...' : '');
}

function runLength(all: readonly Value[], from: number, first: Value): number {
  let end = from + 1;
  while (all[end]?.bytes.every((byte, i) => byte === first.bytes[i])) end++;
  return end - from;
}

/** gdb's natural format. */
function natural(value: Value, written: NaturalText = {}): string {
  const { type, bytes, order } = value;
  switch (type.kind) {
    case 'integer':
      return wholeText(value, written.radix);
    case 'float':
      return floatText(bytes, order, type.format);
    case 'pointer':
      return pointerText(unsigned(bytes, order), written);
    case 'flags':
      return flagsText(value, type.fields);
    case 'bool':
      return ['false', 'true'][Number(unsigned(bytes, order))] ?? whole(value).toString();
    case 'enum':
      return enumName(type.values, unsigned(bytes, order)) ?? whole(value).toString();
    case 'vector':
    case 'union':
    case 'struct':
      return cComposite(value, (part) => natural(part, written));
  }
}

function wholeText(value: Value, radix = 10): string {
  if (radix === 16) return hex(value);
  if (radix === 10) return whole(value).toString();
  const digits = unsigned(value.bytes, value.order).toString(8);
  return digits === '0' ? digits : `0${digits}`;
}

function whole({ type, bytes, order }: Value): bigint {
  const value = unsigned(bytes, order);
  const signed = type.kind === 'integer' && type.signed;
  return signed ? BigInt.asIntN(8 * type.size, value) : value;
}

function pointerText(address: bigint, { symbol, addresses = true }: NaturalText): string {
  const name = symbol?.(address);
  if (name === undefined) return hexAddress(address);
  return addresses ? `${hexAddress(address)} <${name}>` : `<${name}>`;
}

/** `[ ZF IF EL=2 ]`: a bit by its name where it is set, a wider field with its value. */
function flagsText(value: Value, fields: readonly BitField[]): string {
  const named = fields.flatMap((field) => {
    if (field.name === '') return [];
    const bits = bitsOf(value, field);
    if (field.type.kind === 'bool' && field.start === field.end) return bits ? [field.name] : [];
    if (field.type.kind === 'enum') return [`${field.name}=${natural(member(value, field))}`];
    return [`${field.name}=${bits}`];
  });
  return `[ ${named.map((name) => `${name} `).join('')}]`;
}

function enumName(
  values: readonly { readonly name: string; readonly value: bigint }[],
  number: bigint,
): string | undefined {
  return values.find(({ value }) => value === number)?.name;
}

function hex({ bytes, order }: Value): string {
  const digits = toHex(mostSignificantFirst(bytes, order)).replace(/^0+(?=.)/, '');
  return `0x${digits}`;
}

function rawText({ bytes, order }: Value): string {
  return `(raw 0x${toHex(mostSignificantFirst(bytes, order))})`;
}

function mostSignificantFirst(bytes: Uint8Array, order: ByteOrder): Uint8Array {
  return order === 'big' ? bytes : new Uint8Array(bytes).reverse();
}
