// Maps and sets of the libraries: how their trees and hash tables (libraries.ts) are walked.
import type { Type } from '../../symbols/type';
import { activeVariant, at, dereference } from '../navigate';
import { asClass, sizeOf } from '../types';
import { asInteger, readMemory, storedPointer, type ValueContext, type Value } from '../value';
import {
  counted,
  field,
  firstTemplateArgument,
  numberAt,
  offsetInNode,
  ownName,
  plausible,
  pointerAt,
  templateArguments,
  type Child,
  type Children,
  type MemberPath,
  type NodeValue,
  type Presentation,
  type Show,
} from './presentation';
import { inNodes, listNodes, type Nodes } from './sequences';

/** Whether keys have values. */
type Kind = 'map' | 'set';

/** What the nodes of a C++ map or set hold. */
interface NodeLayout {
  /** The member whose template says what the nodes hold, in which argument. */
  readonly container: string;
  readonly stored: number;
  /** In each node. */
  readonly value: NodeValue;
  /** The member of a stored value that holds the pair, where that is not the value itself. */
  readonly pair?: MemberPath;
}

/** `std::map` and the like: a binary tree, walked from its first node on. */
export function tree(
  kind: Kind,
  layout: NodeLayout & {
    readonly first: MemberPath;
    readonly count: MemberPath;
    readonly links: NodeLinks;
  },
): Show {
  return async (value, className) => {
    const { context } = value;
    const first = await numberAt(value, layout.first);
    const count = plausible(await numberAt(value, layout.count));
    if (first === undefined || count === undefined) return undefined;
    const nodes = await treeNodes(first, count, layout.links, context);
    return presentNodes(kind, nodes, count, layout, value, className);
  };
}

/** `std::unordered_map` and the like: all nodes are in one chain. */
export function hashTable(
  kind: Kind,
  layout: NodeLayout & { readonly first: MemberPath; readonly count: MemberPath },
): Show {
  return async (value, className) => {
    const first = await numberAt(value, layout.first);
    if (first === undefined) return undefined;
    const nodes = await listNodes(first, 0n, value.context);
    const said = plausible(await numberAt(value, layout.count));
    const count = nodes.isWhole ? nodes.addresses.length : said;
    if (count === undefined) return undefined;
    return presentNodes(kind, nodes, count, layout, value, className);
  };
}

async function presentNodes(
  kind: Kind,
  nodes: Nodes,
  count: number,
  layout: NodeLayout,
  value: Value,
  className: string,
): Promise<Presentation | undefined> {
  const { context } = value;
  const container = await field(value, layout.container);
  const stored = container && (await templateArguments(container))[layout.stored];
  if (!stored) return undefined;
  const offset = await offsetInNode(layout.value, stored, context);
  const children = inNodes(nodes, count, offset, stored, context);
  const summary = `${ownName(className)} with ${counted(count)}`;
  if (kind === 'set') return { summary, children };
  return { summary, hint: 'map', children: keyed(children, layout.pair) };
}

/** The members of each pair as key and value. */
function keyed(children: Children, path: MemberPath | undefined): Children {
  return {
    count: children.count,
    read: async (start, count) => {
      const entries: Child[] = [];
      for (const { name, value: stored } of await children.read(start, count)) {
        const pair = (path === undefined ? undefined : await field(stored, path)) ?? stored;
        const [key, value] = [await field(pair, 'first'), await field(pair, 'second')];
        if (!key || !value) return entries;
        entries.push({ name, key, value });
      }
      return entries;
    },
  };
}

/** Where the pointers of a tree's node are, counted in pointers from its start. */
interface NodeLinks {
  readonly parent: number;
  readonly left: number;
  readonly right: number;
}

/** As many nodes as are walked through. */
const maxNodes = 10_000;

/** The nodes of a tree in order, from the first one on, as far as they lead to the next one. */
async function treeNodes(
  first: bigint,
  count: number,
  links: NodeLinks,
  context: ValueContext,
): Promise<Nodes> {
  const addresses: bigint[] = [];
  const link = (node: bigint, which: keyof NodeLinks) =>
    storedPointer(node + BigInt(links[which] * context.addressSize), context);
  let node = first;
  while (addresses.length < Math.min(count, maxNodes)) {
    // Nothing follows the last one.
    const next = addresses.length === count - 1 ? node : await successor(node, link);
    if (next === undefined) break;
    addresses.push(node);
    node = next;
  }
  return { addresses, isWhole: addresses.length === count };
}

/** Trees are never deeper: each level doubles what they hold. */
const maxDepth = 128;

async function successor(
  node: bigint,
  link: (node: bigint, which: keyof NodeLinks) => Promise<bigint | undefined>,
): Promise<bigint | undefined> {
  let at = await link(node, 'right');
  if (at === undefined) return undefined;
  if (at !== 0n) {
    for (let depth = 0; depth < maxDepth; depth++) {
      const left: bigint | undefined = await link(at, 'left');
      if (left === undefined) return undefined;
      if (left === 0n) return at;
      at = left;
    }
    return undefined;
  }
  let child = node;
  for (let depth = 0; depth < maxDepth; depth++) {
    const parent: bigint | undefined = await link(child, 'parent');
    if (parent === undefined) return undefined;
    if ((await link(parent, 'right')) !== child) return parent;
    child = parent;
  }
  return undefined;
}

/** A table of more buckets is not looked through. */
const maxBuckets = 100_000n;

/**
 * Rust's hash tables: control bytes that say which buckets are in use, with the entries before
 * them.
 */
export function controlTable(
  kind: Kind,
  layout: {
    readonly name: string;
    /** Its template says what an entry is. */
    readonly table: MemberPath;
    readonly control: MemberPath;
    readonly mask: MemberPath;
    readonly count: MemberPath;
    readonly key: MemberPath;
    readonly value: MemberPath;
  },
): Show {
  return async (value) => {
    const { context } = value;
    const table = await field(value, layout.table);
    const entry = table && (await firstTemplateArgument(table));
    const size = entry && sizeOf(entry);
    const control = table && (await pointerAt(table, layout.control));
    const address = control && (await asInteger(control));
    const mask = table && (await numberAt(table, layout.mask));
    const count = plausible(table && (await numberAt(table, layout.count)));
    if (!entry || size === undefined || address === undefined || mask === undefined)
      return undefined;
    if (count === undefined || mask >= maxBuckets) return undefined;
    const buckets = await usedBuckets(address, Number(mask) + 1, context);
    // Rust's printer needs them too: gdb shows what it is made of.
    if (!buckets) return undefined;
    const read = async (start: number, wanted: number) => {
      const children: Child[] = [];
      for (const [i, bucket] of buckets.slice(start, start + wanted).entries()) {
        // Entries are before the control bytes, the first one nearest.
        const pair = await at(entry, address - BigInt((bucket + 1) * size), context);
        const [key, held] = [await field(pair, layout.key), await field(pair, layout.value)];
        if (!key || !held) return children;
        const name = `[${start + i}]`;
        children.push(kind === 'map' ? { name, key, value: held } : { name, value: key });
      }
      return children;
    };
    return {
      summary: `${layout.name}(size=${count})`,
      hint: kind === 'map' ? 'map' : 'array',
      children: { count: Math.min(count, buckets.length), read },
    };
  };
}

/**
 * A bucket is in use where the top bit of its control byte is clear. Undefined where these bytes
 * were not collected.
 */
async function usedBuckets(
  control: bigint,
  count: number,
  context: ValueContext,
): Promise<number[] | undefined> {
  const { bytes, complete } = await readMemory(control, count, context);
  if (!complete) return undefined;
  return [...bytes].flatMap((byte, i) => (byte < 0x80 ? [i] : []));
}

/** Rust's B-trees. */
interface BTreeLayout {
  readonly name: string;
  /** The member that is the map, where it is not the value itself. */
  readonly map?: MemberPath;
  readonly count: MemberPath;
  /** An `Option` of the root, and in it a pointer to the root's node and the height of the tree. */
  readonly root: MemberPath;
  readonly node: MemberPath;
  readonly height: MemberPath;
  /** In each node. */
  readonly length: MemberPath;
  readonly keys: MemberPath;
  readonly values: MemberPath;
  /** Keys of one node. */
  readonly maxKeys: bigint;
}

/** Trees are never higher: each level holds at least five times what the one below it holds. */
const maxHeight = 30;
/** As many entries as are walked through. */
const maxEntries = 10_000;

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

/** `BTreeMap` and `BTreeSet`. */
export function bTree(kind: Kind, layout: BTreeLayout): Show {
  return async (whole) => {
    const value = layout.map === undefined ? whole : await field(whole, layout.map);
    if (!value) return undefined;
    const { context } = value;
    const count = plausible(await numberAt(value, layout.count));
    const [key, held] = await templateArguments(value);
    if (count === undefined || !key || !held) return undefined;
    const stored = { key, value: held };
    const { entries, isWhole } = await entriesOf(value, layout, stored, count);
    const read = async (start: number, wanted: number): Promise<Child[]> => {
      const children: Child[] = [];
      for (const [i, entry] of entries.slice(start, start + wanted).entries()) {
        const own = await at(key, entry.key, context);
        const name = `[${start + i}]`;
        children.push(
          kind === 'set'
            ? { name, value: own }
            : { name, key: own, value: await at(held, entry.value, context) },
        );
      }
      return children;
    };
    return {
      summary: `${layout.name}(size=${count})`,
      hint: kind === 'map' ? 'map' : 'array',
      children: { count: isWhole ? entries.length : count, read },
    };
  };
}

/** The entries of a tree in the order of their keys, as far as its nodes were collected. */
async function entriesOf(
  value: Value,
  layout: BTreeLayout,
  stored: Stored,
  count: number,
): Promise<{ readonly entries: readonly Entry[]; readonly isWhole: boolean }> {
  if (count === 0) return { entries: [], isWhole: true };
  const root = await contentOf(await field(value, layout.root));
  const pointer = root && (await field(root, layout.node));
  const node = pointer && (await dereference(pointer));
  const height = root && (await numberAt(root, layout.height));
  const isSound = height !== undefined && height <= maxHeight;
  if (!node || 'problem' in node || !isSound) return { entries: [], isWhole: false };
  const entries: Entry[] = [];
  const limit = Math.min(count, maxEntries);
  const walk = { layout, stored, limit, entries };
  return { entries, isWhole: await collect(node, Number(height), walk) };
}

/** The value inside `Some`. */
async function contentOf(option: Value | undefined): Promise<Value | undefined> {
  const variants = option && (await asClass(option.type)?.members())?.variants;
  const some = variants && (await activeVariant(option, variants));
  return some && !('problem' in some) ? field(some, '__0') : undefined;
}

/**
 * Adds the entries of a node and of those below it, up to `limit`; false where one cannot be
 * read.
 */
async function collect(
  node: Value,
  height: number,
  walk: { layout: BTreeLayout; stored: Stored; limit: number; entries: Entry[] },
): Promise<boolean> {
  const { layout, stored, limit, entries } = walk;
  const { context, address } = node;
  const count = await numberAt(node, layout.length);
  const keys = (await field(node, layout.keys))?.address;
  const values = (await field(node, layout.values))?.address;
  const size = sizeOf(node.type);
  if (address === undefined || count === undefined || keys === undefined) return false;
  if (values === undefined || size === undefined || count > layout.maxKeys) return false;
  const pointer = context.addressSize;
  const edges = address + BigInt(Math.ceil(size / pointer) * pointer);
  for (let i = 0; i <= Number(count) && entries.length < limit; i++) {
    if (height > 0) {
      const below = await storedPointer(edges + BigInt(i * pointer), context);
      const child = below !== undefined && (await at(node.type, below, context));
      if (!child || !(await collect(child, height - 1, walk))) return false;
    }
    if (i === Number(count) || entries.length >= limit) continue;
    const place = (start: bigint, type: Type): bigint => start + BigInt(i * (sizeOf(type) ?? 0));
    entries.push({ key: place(keys, stored.key), value: place(values, stored.value) });
  }
  return true;
}
