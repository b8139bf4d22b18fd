// libstdc++'s trees and hash tables.
import type { Type } from '../../symbols/type';
import { asClass } from '../types';
import type { Surroundings, Value } from '../value';
import {
  counted,
  field,
  numberAt,
  plausible,
  type Child,
  type Children,
  type Presentation,
  type Printer,
} from './presentation';
import { chain, inNodes, pointerAt } from './sequences';

export const associations: readonly Printer[] = [
  { type: /^std::(?:multi)?map</, present: (value, name) => tree(value, name, true) },
  { type: /^std::(?:multi)?set</, present: (value, name) => tree(value, name, false) },
  {
    type: /^std::unordered_(?:multi)?map</,
    present: (value, name) => hashTable(value, name, true),
  },
  {
    type: /^std::unordered_(?:multi)?set</,
    present: (value, name) => hashTable(value, name, false),
  },
];

function presentation(name: string, children: Children, isMap: boolean): Presentation {
  const own = name.slice(0, name.indexOf('<'));
  return {
    summary: `${own} with ${counted(children.count)}`,
    ...(isMap && { hint: 'map' as const }),
    children: isMap ? keyed(children) : children,
  };
}

/** The members of each pair as key and value. */
export function keyed(children: Children): Children {
  return {
    count: children.count,
    read: async (start, count) => {
      const entries: Child[] = [];
      for (const { name, value: pair } of await children.read(start, count)) {
        const [key, value] = [await field(pair, 'first'), await field(pair, 'second')];
        if (!key || !value) return entries;
        entries.push({ name, key, value });
      }
      return entries;
    },
  };
}

/** The second argument of a member's template: what its nodes hold. */
async function storedType(container: Value): Promise<Type | undefined> {
  return (await asClass(container.type)?.members())?.templateArguments[1]?.type;
}

async function tree(value: Value, name: string, isMap: boolean): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const container = await field(value, '_M_t');
  const stored = container && (await storedType(container));
  const header = container && (await field(container, '_M_impl', '_M_header'));
  const count = plausible(container && (await numberAt(container, '_M_impl', '_M_node_count')));
  const first = header && (await numberAt(header, '_M_left'));
  if (!stored || first === undefined || count === undefined) return undefined;
  const nodes = await treeNodes(first, count, nodeFields, surroundings);
  if (!nodes) return undefined;
  const offset = 4 * surroundings.addressSize;
  return presentation(name, inNodes(nodes, offset, stored, surroundings), isMap);
}

/** Where the pointers of a tree's node are, counted in addresses from its start. */
interface NodeFields {
  readonly parent: number;
  readonly left: number;
  readonly right: number;
}

const nodeFields: NodeFields = { parent: 1, left: 2, right: 3 };

/** As many nodes as are walked through. */
const mostNodes = 10_000;

/** The nodes of a tree in order, from the first one on. */
export async function treeNodes(
  first: bigint,
  count: number,
  fields: NodeFields,
  surroundings: Surroundings,
): Promise<bigint[] | undefined> {
  const nodes: bigint[] = [];
  const link = (node: bigint, which: keyof NodeFields) =>
    pointerAt(node + BigInt(fields[which] * surroundings.addressSize), surroundings);
  let node = first;
  while (nodes.length < Math.min(count, mostNodes)) {
    nodes.push(node);
    if (nodes.length === count) break;
    const next = await successor(node, link);
    if (next === undefined) return undefined;
    node = next;
  }
  return nodes;
}

/** Trees are no deeper: each level doubles what they hold. */
const deepest = 128;

async function successor(
  node: bigint,
  link: (node: bigint, which: keyof NodeFields) => Promise<bigint | undefined>,
): Promise<bigint | undefined> {
  let at = await link(node, 'right');
  if (at === undefined) return undefined;
  if (at !== 0n) {
    for (let depth = 0; depth < deepest; depth++) {
      const left: bigint | undefined = await link(at, 'left');
      if (left === undefined) return undefined;
      if (left === 0n) return at;
      at = left;
    }
    return undefined;
  }
  let child = node;
  for (let depth = 0; depth < deepest; depth++) {
    const parent: bigint | undefined = await link(child, 'parent');
    if (parent === undefined) return undefined;
    if ((await link(parent, 'right')) !== child) return parent;
    child = parent;
  }
  return undefined;
}

async function hashTable(
  value: Value,
  name: string,
  isMap: boolean,
): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const container = await field(value, '_M_h');
  const stored = container && (await storedType(container));
  const first = container && (await numberAt(container, '_M_before_begin', '_M_nxt'));
  if (!stored || first === undefined) return undefined;
  const nodes = await chain(first, 0n, surroundings);
  if (!nodes) return undefined;
  const offset = surroundings.addressSize;
  return presentation(name, inNodes(nodes, offset, stored, surroundings), isMap);
}
