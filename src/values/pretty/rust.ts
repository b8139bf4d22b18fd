// Collections and pointers of Rust's standard library.
import type { Type } from '../../symbols/type';
import { at, dereference } from '../navigate';
import { asInteger } from '../numbers';
import { asClass, sizeOf, strip, targetOf } from '../types';
import { readMemory, type Value } from '../value';
import {
  field,
  listed,
  numberAt,
  plausible,
  type Child,
  type Presentation,
  type Printer,
} from './presentation';
import { firstTemplateArgument, inRow } from './sequences';

export const rustPrinters: readonly Printer[] = [
  { type: /^alloc::string::String$/, present: string },
  { type: /^alloc::vec::Vec</, present: vector },
  { type: /^alloc::collections::vec_deque::VecDeque</, present: deque },
  { type: /^&(?:mut )?\[/, present: slice },
  { type: /^std::collections::hash::map::HashMap</, present: (value) => hashMap(value, true) },
  { type: /^std::collections::hash::set::HashSet</, present: (value) => hashMap(value, false) },
  { type: /^alloc::rc::Rc</, present: (value) => counted(value, 'Rc', 'value') },
  { type: /^alloc::sync::Arc</, present: (value) => counted(value, 'Arc', 'data') },
  { type: /^core::cell::Cell</, present: cell },
  { type: /^core::cell::RefCell</, present: refCell },
];

/** The pointer inside the wrappers that Rust puts around one. */
async function pointerIn(value: Value | undefined): Promise<Value | undefined> {
  let inner = value;
  for (let depth = 0; inner && depth < 6; depth++) {
    if (strip(inner.type).kind === 'pointer') return inner;
    inner = (await field(inner, 'pointer')) ?? (await field(inner, '__0'));
  }
  return undefined;
}

/** The number inside of a type that restricts it. */
async function numberIn(value: Value | undefined): Promise<bigint | undefined> {
  if (!value) return undefined;
  return asClass(value.type) ? numberAt(value, '__0') : asInteger(value);
}

async function dataOf(vector: Value): Promise<bigint | undefined> {
  const pointer =
    (await pointerIn(await field(vector, 'buf', 'inner', 'ptr'))) ??
    (await pointerIn(await field(vector, 'buf', 'ptr')));
  return pointer && asInteger(pointer);
}

async function string(value: Value): Promise<Presentation | undefined> {
  const bytes = await field(value, 'vec');
  const address = bytes && (await dataOf(bytes));
  const length = bytes && (await numberAt(bytes, 'len'));
  const character = bytes && (await firstTemplateArgument(bytes));
  if (address === undefined || length === undefined || !character) return undefined;
  return { summary: { address, length, character } };
}

async function vector(value: Value): Promise<Presentation | undefined> {
  const address = await dataOf(value);
  const length = plausible(await numberAt(value, 'len'));
  const element = await firstTemplateArgument(value);
  if (address === undefined || length === undefined || !element) return undefined;
  return {
    summary: `Vec(size=${length})`,
    hint: 'array',
    children: inRow(address, element, length, value.surroundings),
  };
}

async function slice(value: Value, name: string): Promise<Presentation | undefined> {
  const pointer = await field(value, 'data_ptr');
  const element = pointer && targetOf(pointer.type);
  const address = pointer && (await asInteger(pointer));
  const length = plausible(await numberAt(value, 'length'));
  if (!element || address === undefined || length === undefined) return undefined;
  return {
    summary: `${name}(size=${length})`,
    hint: 'array',
    children: inRow(address, element, length, value.surroundings),
  };
}

async function deque(value: Value): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const address = await dataOf(value);
  const head = await numberAt(value, 'head');
  const length = plausible(await numberAt(value, 'len'));
  const capacity = await numberIn(await field(value, 'buf', 'inner', 'cap'));
  const element = await firstTemplateArgument(value);
  if (address === undefined || head === undefined || length === undefined) return undefined;
  if (!capacity || !element) return undefined;
  const size = BigInt(sizeOf(element) ?? 0);
  const read = async (start: number, count: number) => {
    const children: Child[] = [];
    for (let i = start; i < Math.min(length, start + count); i++) {
      const place = (head + BigInt(i)) % capacity;
      children.push({
        name: `[${i}]`,
        value: await at(element, address + place * size, surroundings),
      });
    }
    return children;
  };
  return { summary: `VecDeque(size=${length})`, hint: 'array', children: { count: length, read } };
}

/** A table of more buckets is not looked through. */
const mostBuckets = 100_000n;

async function hashMap(value: Value, isMap: boolean): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const base = isMap ? await field(value, 'base') : await field(value, 'base', 'map');
  const table = base && (await field(base, 'table'));
  const inner = table && (await field(table, 'table'));
  const entry = table && (await firstTemplateArgument(table));
  const size = entry && sizeOf(entry);
  const control = inner && (await pointerIn(await field(inner, 'ctrl')));
  const address = control && (await asInteger(control));
  const mask = inner && (await numberAt(inner, 'bucket_mask'));
  const items = plausible(inner && (await numberAt(inner, 'items')));
  if (!entry || size === undefined || address === undefined || mask === undefined) return undefined;
  if (items === undefined || mask >= mostBuckets) return undefined;
  const buckets = await usedBuckets(address, Number(mask) + 1, value);
  if (!buckets) return undefined;
  const read = async (start: number, count: number) => {
    const children: Child[] = [];
    for (const [i, bucket] of buckets.slice(start, start + count).entries()) {
      // Entries lie before the control bytes, the first one nearest.
      const place = address - BigInt((bucket + 1) * size);
      const pair = await at(entry, place, surroundings);
      const [key, held] = [await field(pair, '__0'), await field(pair, '__1')];
      if (!key || !held) return children;
      const name = `[${start + i}]`;
      children.push(isMap ? { name, key, value: held } : { name, value: key });
    }
    return children;
  };
  return {
    summary: `${isMap ? 'HashMap' : 'HashSet'}(size=${items})`,
    hint: isMap ? 'map' : 'array',
    children: { count: Math.min(items, buckets.length), read },
  };
}

/** A bucket is in use where the top bit of its control byte is clear. */
async function usedBuckets(
  control: bigint,
  count: number,
  { surroundings }: Value,
): Promise<number[] | undefined> {
  const { bytes, complete } = await readMemory(control, count, surroundings);
  if (!complete) return undefined;
  return [...bytes].flatMap((byte, i) => (byte < 0x80 ? [i] : []));
}

async function counted(
  value: Value,
  kind: 'Rc' | 'Arc',
  data: string,
): Promise<Presentation | undefined> {
  const pointer = await pointerIn(await field(value, 'ptr'));
  const inner = pointer && (await dereference(pointer));
  if (!inner || 'problem' in inner) return undefined;
  const held = await field(inner, data);
  const wrapper = kind === 'Arc' ? 'v' : 'value';
  const strong = await field(inner, 'strong', wrapper, 'value');
  const weak = await field(inner, 'weak', wrapper, 'value');
  const strongCount = strong && (await asInteger(strong));
  const weakCount = weak && (await asInteger(weak));
  if (!held || !strong || strongCount === undefined || weakCount === undefined) return undefined;
  return {
    summary: `${kind}(strong=${strongCount}, weak=${weakCount - 1n})`,
    children: listed([{ name: 'value', value: held }]),
  };
}

async function cell(value: Value): Promise<Presentation | undefined> {
  const held = await field(value, 'value', 'value');
  return held && { summary: 'Cell', children: listed([{ name: 'value', value: held }]) };
}

async function refCell(value: Value): Promise<Presentation | undefined> {
  const held = await field(value, 'value', 'value');
  const borrow = await field(value, 'borrow', 'value', 'value');
  const count = borrow && signed(await asInteger(borrow), borrow.type);
  if (!held || !borrow || count === undefined) return undefined;
  const state = count >= 0n ? `borrow=${count}` : `borrow_mut=${-count}`;
  const children = [
    { name: 'value', value: held },
    { name: 'borrow', value: borrow },
  ];
  return { summary: `RefCell(${state})`, children: listed(children) };
}

function signed(number: bigint | undefined, type: Type): bigint | undefined {
  return number === undefined ? undefined : BigInt.asIntN(8 * (sizeOf(type) ?? 8), number);
}
