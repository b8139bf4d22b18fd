// libc++'s classes (`std::__1::…`), whose members have the names that its headers give them; shown in the words that
// libstdc++'s classes of the same names are shown in. Layouts of LLVM 14, and where they changed of those after it.
import type { Type } from '../../symbols/type';
import { alignmentOf } from '../alignment';
import { at, baseOf, dereference, membersOf } from '../navigate';
import { asInteger } from '../numbers';
import { sizeOf, strip, targetOf } from '../types';
import type { Value } from '../value';
import { keyed, treeNodes } from './associations';
import { templateArgumentTypes, countsText, holding, pair, shortlyNamed, tupleOf } from './holders';
import {
  counted,
  field,
  listed,
  numberAt,
  plausible,
  type Child,
  type Children,
  type Present,
  type Presentation,
  type Printer,
} from './presentation';
import { bitsInRow, chain, dequeOf, firstTemplateArgument, inNodes, inRow } from './sequences';

export const libcxxPrinters: readonly Printer[] = [
  { type: /^std::__1::basic_string</, present: string },
  { type: /^std::__1::basic_string_view</, present: stringView },
  { type: /^std::__1::vector<bool,/, present: bits },
  { type: /^std::__1::vector</, present: vector },
  { type: /^std::__1::deque</, present: deque },
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
  { type: /^std::__1::optional</, present: optional },
  { type: /^std::__1::variant</, present: variant },
  { type: /^std::__1::unique_ptr</, present: uniquePointer },
  { type: /^std::__1::(?:shared|weak)_ptr</, present: sharedPointer },
  { type: /^std::__1::tuple</, present: tuple },
  { type: /^std::__1::pair</, present: pair },
];

/** What a pair of a member and an allocator holds: since LLVM 19 the member stands alone. */
async function memberIn(value: Value, pair: string, alone: string): Promise<Value | undefined> {
  return (await field(value, pair, '__value_')) ?? field(value, alone);
}

/** A short string stands in the object itself: a bit of its first byte says so, since LLVM 15 by a name. */
async function string(value: Value): Promise<Presentation | undefined> {
  const whole = await memberIn(value, '__r_', '__rep_');
  const short = whole && (await field(whole, '__s'));
  const size = short && (await numberAt(short, '__size_'));
  if (!whole || !short || size === undefined) return undefined;
  const named = await numberAt(short, '__is_long_');
  const mark = value.surroundings.order === 'little' ? 0x01n : 0x80n;
  const isLong = named === undefined ? (size & mark) !== 0n : named !== 0n;
  if (isLong) {
    const data = await field(whole, '__l', '__data_');
    const character = data && targetOf(data.type);
    const address = data && (await asInteger(data));
    const length = await numberAt(whole, '__l', '__size_');
    if (!character || address === undefined || length === undefined) return undefined;
    return { summary: { address, length, character } };
  }
  const data = await field(short, '__data_');
  const array = data && strip(data.type);
  if (data?.address === undefined || array?.kind !== 'array') return undefined;
  const length = named === undefined && mark === 1n ? size >> 1n : size;
  return { summary: { address: data.address, length, character: array.element } };
}

async function stringView(value: Value): Promise<Presentation | undefined> {
  const data = (await field(value, '__data')) ?? (await field(value, '__data_'));
  const length = (await numberAt(value, '__size')) ?? (await numberAt(value, '__size_'));
  const character = data && targetOf(data.type);
  const address = data && (await asInteger(data));
  if (!character || address === undefined || length === undefined) return undefined;
  return { summary: { address, length, character } };
}

async function vector(value: Value): Promise<Presentation | undefined> {
  const start = await field(value, '__begin_');
  const element = start && targetOf(start.type);
  const size = element && sizeOf(element);
  const first = start && (await asInteger(start));
  const finish = await numberAt(value, '__end_');
  const limit = await memberIn(value, '__end_cap_', '__cap_');
  const end = limit && (await asInteger(limit));
  if (!element || !size || first === undefined) return undefined;
  if (finish === undefined || end === undefined) return undefined;
  const length = plausible((finish - first) / BigInt(size));
  if (length === undefined) return undefined;
  return {
    summary: `std::vector of length ${length}, capacity ${(end - first) / BigInt(size)}`,
    hint: 'array',
    children: inRow(first, element, length, value.surroundings),
  };
}

async function bits(value: Value): Promise<Presentation | undefined> {
  const start = await field(value, '__begin_');
  const word = start && sizeOf(targetOf(start.type) ?? start.type);
  const first = start && (await asInteger(start));
  const length = plausible(await numberAt(value, '__size_'));
  const words = await memberIn(value, '__cap_alloc_', '__cap_');
  const capacity = words && (await asInteger(words));
  const truth = await firstTemplateArgument(value);
  if (!word || first === undefined || length === undefined || !truth) return undefined;
  if (capacity === undefined) return undefined;
  return {
    summary: `std::vector<bool> of length ${length}, capacity ${capacity * BigInt(8 * word)}`,
    hint: 'array',
    children: bitsInRow({ first, firstBit: 0, word, length }, truth, value.surroundings),
  };
}

/** A block of a deque holds 4096 bytes; of elements of 256 bytes and more it holds 16. */
const blockBytes = 4096;
const bigElement = 256;
const bigElements = 16;

async function deque(value: Value): Promise<Presentation | undefined> {
  const element = await firstTemplateArgument(value);
  const size = element && sizeOf(element);
  const map = await numberAt(value, '__map_', '__begin_');
  const start = await numberAt(value, '__start_');
  const count = await memberIn(value, '__size_', '__size_');
  const length = plausible(count && (await asInteger(count)));
  if (!element || !size || map === undefined || start === undefined) return undefined;
  if (length === undefined) return undefined;
  const perBlock = size < bigElement ? Math.floor(blockBytes / size) : bigElements;
  const places = { firstNode: map, perBlock, before: Number(start), size, length };
  return dequeOf(element, places, value.surroundings);
}

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
  const element = await firstTemplateArgument(value);
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
  const element = await firstTemplateArgument(value);
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
  const stored = container && (await firstTemplateArgument(container));
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
  const stored = container && (await firstTemplateArgument(container));
  const before = container && (await memberIn(container, '__p1_', '__first_node_'));
  const first = before && (await numberAt(before, '__next_'));
  if (!stored || first === undefined) return undefined;
  const nodes = await chain(first, 0n, surroundings);
  if (!nodes) return undefined;
  const offset = await held(2 * surroundings.addressSize, stored);
  return presentation(name, inNodes(nodes, offset, stored, surroundings), isMap);
}

async function optional(
  value: Value,
  _name: string,
  present: Present,
): Promise<Presentation | undefined> {
  const element = await firstTemplateArgument(value);
  const engaged = await numberAt(value, '__engaged_');
  if (!element || engaged === undefined) return undefined;
  const name = await shortlyNamed('std::optional', [element], value);
  if (engaged === 0n) return { summary: `${name} [no contained value]` };
  const held = await field(value, '__val_');
  return held && holding(name, held, present);
}

async function variant(
  value: Value,
  _name: string,
  present: Present,
): Promise<Presentation | undefined> {
  const alternatives = await templateArgumentTypes(value);
  const inner = (await field(value, '__impl')) ?? (await field(value, '__impl_'));
  const index = inner && (await numberAt(inner, '__index'));
  const storage = inner && (await field(inner, '__data'));
  if (index === undefined || storage?.address === undefined) return undefined;
  const name = await shortlyNamed('std::variant', alternatives, value);
  const type = alternatives[Number(index)];
  if (!type) return { summary: `${name} [no contained value]` };
  const held = await at(type, storage.address, value.surroundings);
  return holding(`${name} [index ${index}]`, held, present, 'array');
}

async function uniquePointer(value: Value): Promise<Presentation | undefined> {
  const element = await firstTemplateArgument(value);
  const pointer = await memberIn(value, '__ptr_', '__ptr_');
  if (!element || !pointer) return undefined;
  const summary = await shortlyNamed('std::unique_ptr', [element], value);
  return { summary, children: listed([{ name: 'get()', value: pointer }]) };
}

async function sharedPointer(value: Value, own: string): Promise<Presentation | undefined> {
  const element = await firstTemplateArgument(value);
  const pointer = await field(value, '__ptr_');
  const counts = await field(value, '__cntrl_');
  const control = counts && (await asInteger(counts));
  if (!element || !pointer || !counts || control === undefined) return undefined;
  const state = control === 0n ? 'empty' : await useCounts(counts);
  if (state === undefined) return undefined;
  const kind = own.slice(0, own.indexOf('<')).replace('__1::', '');
  const name = await shortlyNamed(kind, [element], value);
  return { summary: `${name} (${state})`, children: listed([{ name: 'get()', value: pointer }]) };
}

/** Both counts are one less than there are. */
async function useCounts(pointer: Value): Promise<string | undefined> {
  const counts = await dereference(pointer);
  if ('problem' in counts) return undefined;
  const owners = await numberAt(counts, '__shared_owners_');
  const weak = await numberAt(counts, '__shared_weak_owners_');
  if (owners === undefined || weak === undefined) return undefined;
  return countsText(owners + 1n, weak + 1n);
}

/** The elements are base classes of a member, each with its number. */
async function tuple(value: Value): Promise<Presentation | undefined> {
  const base = (await field(value, '__base_')) ?? (await field(value, '__base'));
  if (!base) return undefined;
  const children: Child[] = [];
  for (const each of (await membersOf(base))?.bases ?? []) {
    if (!/^std::__1::__tuple_leaf</.test(each.type.name ?? '')) continue;
    const leaf = await baseOf(base, each);
    const element = 'problem' in leaf ? undefined : await field(leaf, '__value_');
    children.push({ name: `[${children.length + 1}]`, value: element ?? base });
  }
  return tupleOf(children);
}
