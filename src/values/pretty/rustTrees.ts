// Rust's ordered collections: B-trees of nodes with up to eleven keys (`alloc::collections::btree::node`).
import type { Type } from '../../symbols/type';
import { at, dereference } from '../navigate';
import { activeVariant } from '../rustVariant';
import { asClass, sizeOf } from '../types';
import type { Value } from '../value';
import {
  field,
  numberAt,
  plausible,
  type Child,
  type Presentation,
  type Printer,
} from './presentation';
import { pointerAt } from './sequences';

export const rustTrees: readonly Printer[] = [
  { type: /^alloc::collections::btree::map::BTreeMap</, present: map },
  { type: /^alloc::collections::btree::set::BTreeSet</, present: set },
];

/** Trees are no higher: each level holds at least five times what the one below it holds. */
const highest = 30;
/** Keys of one node. */
const mostKeys = 11n;
/** As many entries as are walked through. */
const mostEntries = 10_000;

/** Where a key and its value are. */
interface Entry {
  readonly key: bigint;
  readonly value: bigint;
}

/** The types of a tree's keys and values. */
interface Stored {
  readonly key: Type;
  readonly value: Type;
}

function map(value: Value): Promise<Presentation | undefined> {
  return tree(value, 'BTreeMap');
}

async function set(value: Value): Promise<Presentation | undefined> {
  const inner = await field(value, 'map');
  return inner && tree(inner, 'BTreeSet');
}

async function tree(
  value: Value,
  name: 'BTreeMap' | 'BTreeSet',
): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const count = plausible(await numberAt(value, 'length'));
  const types = (await asClass(value.type)?.members())?.templateArguments.map(({ type }) => type);
  const [key, held] = types ?? [];
  if (count === undefined || !key || !held) return undefined;
  const entries = count === 0 ? [] : await entriesOf(value, { key, value: held }, count);
  if (!entries) return undefined;
  const read = async (start: number, wanted: number): Promise<Child[]> => {
    const children: Child[] = [];
    for (const [i, entry] of entries.slice(start, start + wanted).entries()) {
      const own = await at(key, entry.key, surroundings);
      const label = `[${start + i}]`;
      children.push(
        name === 'BTreeSet'
          ? { name: label, value: own }
          : { name: label, key: own, value: await at(held, entry.value, surroundings) },
      );
    }
    return children;
  };
  return {
    summary: `${name}(size=${count})`,
    hint: name === 'BTreeMap' ? 'map' : 'array',
    children: { count: entries.length, read },
  };
}

/** The entries of a tree in the order of their keys; undefined where its nodes were not collected. */
async function entriesOf(
  value: Value,
  stored: Stored,
  count: number,
): Promise<Entry[] | undefined> {
  const root = await contentOf(await field(value, 'root'));
  const pointer = root && (await field(root, 'node', 'pointer'));
  const node = pointer && (await dereference(pointer));
  const height = root && (await numberAt(root, 'height'));
  if (!node || 'problem' in node || height === undefined || height > highest) return undefined;
  const entries: Entry[] = [];
  const whole = await collect(node, Number(height), stored, Math.min(count, mostEntries), entries);
  return whole ? entries : undefined;
}

/** What `Some` holds. */
async function contentOf(option: Value | undefined): Promise<Value | undefined> {
  const variants = option && (await asClass(option.type)?.members())?.variants;
  const some = variants && (await activeVariant(option, variants));
  return some && !('problem' in some) ? field(some, '__0') : undefined;
}

/** Adds the entries of a node and of those below it, up to `most`; false where one cannot be read. */
async function collect(
  node: Value,
  height: number,
  stored: Stored,
  most: number,
  entries: Entry[],
): Promise<boolean> {
  const { surroundings, address } = node;
  const count = await numberAt(node, 'len');
  const keys = (await field(node, 'keys'))?.address;
  const values = (await field(node, 'vals'))?.address;
  const size = sizeOf(node.type);
  if (address === undefined || count === undefined || keys === undefined) return false;
  if (values === undefined || size === undefined || count > mostKeys) return false;
  const pointer = surroundings.addressSize;
  const edges = address + BigInt(Math.ceil(size / pointer) * pointer);
  for (let i = 0; i <= Number(count) && entries.length < most; i++) {
    if (height > 0) {
      const below = await pointerAt(edges + BigInt(i * pointer), surroundings);
      const child = below !== undefined && (await at(node.type, below, surroundings));
      if (!child || !(await collect(child, height - 1, stored, most, entries))) return false;
    }
    if (i === Number(count) || entries.length >= most) continue;
    const place = (start: bigint, type: Type): bigint => start + BigInt(i * (sizeOf(type) ?? 0));
    entries.push({ key: place(keys, stored.key), value: place(values, stored.value) });
  }
  return true;
}
