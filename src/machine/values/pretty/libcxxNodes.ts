// libc++'s lists, trees and hash tables: chains of nodes on the heap.
import type { Type } from '../../../symbols/type';
import { asInteger } from '../numbers';
import { alignmentOf } from '../alignment';
import type { Value } from '../value';
import { keyed, treeNodes } from './associations';
import { memberIn } from './libcxx';
import {
  counted,
  field,
  numberAt,
  plausible,
  type Children,
  type Presentation,
  type Printer,
} from './presentation';
import { chain, elementOf, inNodes } from './sequences';

export const nodesOfLibcxx: readonly Printer[] = [
  { type: /^std::__1::list</, present: list },
  { type: /^std::__1::forward_list</, present: forwardList },
  { type: /^std::__1::(?:multi)?map</, present: (value, name) => tree(value, name, true) },
  { type: /^std::__1::(?:multi)?set</, present: (value, name) => tree(value, name, false) },
  {
    type: /^std::__1::unordered_(?:multi)?map</,
    present: (value, name) => hashTable(value, name, true),
  },
  {
    type: /^std::__1::unordered_(?:multi)?set</,
    present: (value, name) => hashTable(value, name, false),
  },
];

/** Where what a node holds begins, after `before` bytes of its own. */
async function held(before: number, type: Type): Promise<number> {
  const alignment = await alignmentOf(type);
  return Math.ceil(before / alignment) * alignment;
}

async function list(value: Value): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const { addressSize } = surroundings;
  const end = await field(value, '__end_');
  const first = end && (await numberAt(end, '__next_'));
  const element = await elementOf(value);
  if (end?.address === undefined || first === undefined || !element) return undefined;
  const nodes = await chain(first, end.address, surroundings, addressSize);
  if (!nodes) return undefined;
  if (nodes.length === 0) return { summary: 'empty std::list' };
  const offset = await held(2 * addressSize, element);
  return { summary: 'std::list', children: inNodes(nodes, offset, element, surroundings) };
}

async function forwardList(value: Value): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const before = await memberIn(value, '__before_begin_', '__before_begin_');
  const first = before && (await numberAt(before, '__next_'));
  const element = await elementOf(value);
  const nodes = first === undefined ? undefined : await chain(first, 0n, surroundings);
  if (!nodes || !element) return undefined;
  if (nodes.length === 0) return { summary: 'empty std::forward_list' };
  const offset = await held(surroundings.addressSize, element);
  return { summary: 'std::forward_list', children: inNodes(nodes, offset, element, surroundings) };
}

/** What the nodes of a tree or table hold: of a map a pair, inside of a class that lets its key be written. */
function presentation(name: string, children: Children, isMap: boolean): Presentation {
  return {
    summary: `${name.slice(0, name.indexOf('<')).replace('__1::', '')} with ${counted(children.count)}`,
    ...(isMap && { hint: 'map' as const }),
    children: isMap ? keyed(pairs(children)) : children,
  };
}

function pairs(children: Children): Children {
  return {
    count: children.count,
    read: async (start, count) => {
      const found = await children.read(start, count);
      return Promise.all(
        found.map(async (child) => {
          const inner = (await field(child.value, '__cc')) ?? (await field(child.value, '__cc_'));
          return { ...child, value: inner ?? child.value };
        }),
      );
    },
  };
}

/** The parts of a tree's node: its left, its right, the one above it, its colour. */
const nodeFields = { left: 0, right: 1, parent: 2 } as const;

async function tree(value: Value, name: string, isMap: boolean): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const container = await field(value, '__tree_');
  const stored = container && (await elementOf(container));
  const first = container && (await numberAt(container, '__begin_node_'));
  const size = container && (await memberIn(container, '__pair3_', '__size_'));
  const count = plausible(size && (await asInteger(size)));
  if (!stored || first === undefined || count === undefined) return undefined;
  const nodes = await treeNodes(first, count, nodeFields, surroundings);
  if (!nodes) return undefined;
  const offset = await held(3 * surroundings.addressSize + 1, stored);
  return presentation(name, inNodes(nodes, offset, stored, surroundings), isMap);
}

async function hashTable(
  value: Value,
  name: string,
  isMap: boolean,
): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const container = await field(value, '__table_');
  const stored = container && (await elementOf(container));
  const before = container && (await memberIn(container, '__p1_', '__first_node_'));
  const first = before && (await numberAt(before, '__next_'));
  if (!stored || first === undefined) return undefined;
  const nodes = await chain(first, 0n, surroundings);
  if (!nodes) return undefined;
  const offset = await held(2 * surroundings.addressSize, stored);
  return presentation(name, inNodes(nodes, offset, stored, surroundings), isMap);
}
