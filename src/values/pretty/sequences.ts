// Strings, arrays and lists of the libraries: how their layouts (libraries.ts) are read.
import { unsigned } from '../../bytes/cursor';
import type { Type } from '../../symbols/type';
import { DW_ATE } from '../../symbols/dwarf/constants';
import { at } from '../navigate';
import { asClass, sizeOf, strip, targetOf } from '../types';
import {
  asInteger,
  literal,
  numberOf,
  readMemory,
  storedPointer,
  type ValueContext,
  type Value,
} from '../value';
import {
  counted,
  field,
  firstTemplateArgument,
  listed,
  numberAt,
  offsetInNode,
  ownName,
  plausible,
  pointerAt,
  type Child,
  type Children,
  type MemberPath,
  type NodeValue,
  type Presentation,
  type Show,
} from './presentation';

/** A string: a pointer and a number of characters. */
export function characters(layout: CharactersLayout): Show {
  return (value) => charactersOf(value, layout);
}

interface CharactersLayout {
  readonly data: MemberPath;
  readonly length: MemberPath;
}

async function charactersOf(
  value: Value,
  layout: CharactersLayout,
): Promise<Presentation | undefined> {
  const data = await pointerAt(value, layout.data);
  const character = data && targetOf(data.type);
  const address = data && (await asInteger(data));
  const length = await numberAt(value, layout.length);
  if (!character || address === undefined || length === undefined) return undefined;
  return { summary: { address, length, character } };
}

/**
 * A string of libc++, whose object itself holds short texts. A bit of its first byte says so; since
 * LLVM 15 the bit has a name.
 */
export function shortOrLong(layout: {
  readonly both: MemberPath;
  readonly short: { readonly data: string; readonly size: string; readonly isLong: string };
  readonly long: CharactersLayout;
}): Show {
  return async (value) => {
    const both = await field(value, layout.both);
    const size = both && (await numberAt(both, layout.short.size));
    if (!both || size === undefined) return undefined;
    const flag = await numberAt(both, layout.short.isLong);
    const mask = value.context.order === 'little' ? 0x01n : 0x80n;
    const isLong = flag === undefined ? (size & mask) !== 0n : flag !== 0n;
    if (isLong) return charactersOf(both, layout.long);
    const data = await field(both, layout.short.data);
    const array = data && strip(data.type);
    if (data?.address === undefined || array?.kind !== 'array') return undefined;
    const length = flag === undefined && mask === 1n ? size >> 1n : size;
    return { summary: { address: data.address, length, character: array.element } };
  };
}

/** `std::vector`: pointers to the first element, after the last element, and after the storage. */
export function pointerRange(layout: {
  readonly first: MemberPath;
  readonly end: MemberPath;
  readonly limit: MemberPath;
}): Show {
  return async (value) => {
    const start = await field(value, layout.first);
    const element = start && targetOf(start.type);
    const size = element && sizeOf(element);
    const first = start && (await asInteger(start));
    const end = await numberAt(value, layout.end);
    const limit = await numberAt(value, layout.limit);
    if (!element || !size || first === undefined) return undefined;
    if (end === undefined || limit === undefined) return undefined;
    const length = plausible((end - first) / BigInt(size));
    if (length === undefined) return undefined;
    return {
      summary: `std::vector of length ${length}, capacity ${(limit - first) / BigInt(size)}`,
      hint: 'array',
      children: inRow(first, element, length, value.context),
    };
  };
}

/** A pointer to elements and their number; `element` is the pointer's target where not given. */
export function elements(layout: {
  readonly data: MemberPath;
  readonly length: MemberPath;
  readonly element?: 'templateArgument';
  /** Of the class by default. */
  readonly name?: string;
}): Show {
  return async (value, className) => {
    const data = await pointerAt(value, layout.data);
    const address = data && (await asInteger(data));
    const length = plausible(await numberAt(value, layout.length));
    const element = layout.element
      ? await firstTemplateArgument(value)
      : data && targetOf(data.type);
    if (address === undefined || length === undefined || !element) return undefined;
    return {
      summary: `${layout.name ?? className}(size=${length})`,
      hint: 'array',
      children: inRow(address, element, length, value.context),
    };
  };
}

/**
 * `std::span` and `std::initializer_list`: a pointer and a number of elements, which may be an
 * argument of the template.
 */
export function run(layout: { readonly data: MemberPath; readonly length: MemberPath }): Show {
  return async (value, className) => {
    const data = await field(value, layout.data);
    const address = data && (await asInteger(data));
    const element = data && targetOf(data.type);
    const said = (await numberAt(value, layout.length)) ?? (await extentOf(value));
    const length = plausible(said);
    if (address === undefined || length === undefined || !element) return undefined;
    return {
      summary: `${ownName(className)} of length ${length}`,
      hint: 'array',
      children: inRow(address, element, length, value.context),
    };
  };
}

/** The second argument of a template, a number. */
async function extentOf(value: Value): Promise<bigint | undefined> {
  const members = await asClass(value.type)?.members();
  return members?.templateArguments[1]?.value;
}

/** `std::bitset`: the bits that are set, in a word or an array of words. */
export function setBits(layout: { readonly words: MemberPath }): Show {
  return async (value, className) => {
    const summary = ownName(className);
    const words = await field(value, layout.words);
    if (!words) return { summary };
    const type = strip(words.type);
    const size = sizeOf(type.kind === 'array' ? type.element : type);
    const { bytes, complete } = await words.contents();
    if (!complete || !size) return undefined;
    const children: Child[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      const word = unsigned(bytes.subarray(at, at + size), value.context.order);
      for (let bit = 0; bit < 8 * size; bit++) {
        if (((word >> BigInt(bit)) & 1n) === 0n) continue;
        children.push({ name: `[${8 * at + bit}]`, value: numberOf(int, 1n, value.context) });
      }
    }
    return { summary, children: listed(children) };
  };
}

/** The type of a bit that is set. */
const int: Type = { kind: 'base', name: 'int', size: 4, encoding: DW_ATE.signed };

/** Elements of one size, one after the other. */
function inRow(address: bigint, element: Type, count: number, context: ValueContext): Children {
  const size = BigInt(sizeOf(element) ?? 0);
  return numbered(count, async (i) => at(element, address + BigInt(i) * size, context));
}

/** Children with indexes; those from the first one on that cannot be read are left out. */
function numbered(count: number, child: (index: number) => Promise<Value | undefined>): Children {
  return {
    count,
    read: async (start, wanted) => {
      const children: Child[] = [];
      for (let i = start; i < Math.min(count, start + wanted); i++) {
        const value = await child(i);
        if (!value) return children;
        children.push({ name: `[${i}]`, value });
      }
      return children;
    },
  };
}

/** `std::vector<bool>`: one bit for each element, in words. */
export function bits(layout: {
  /** Points to the first word. */
  readonly first: MemberPath;
  readonly firstBit?: MemberPath;
  /** Where the last bit and the last word end, or the numbers of bits and words. */
  readonly extent:
    | { readonly last: MemberPath; readonly lastBit: MemberPath; readonly limit: MemberPath }
    | { readonly length: MemberPath; readonly words: MemberPath };
}): Show {
  return async (value) => {
    const { extent } = layout;
    const start = await field(value, layout.first);
    const word = start && sizeOf(targetOf(start.type) ?? start.type);
    const first = start && (await asInteger(start));
    const firstBit = layout.firstBit === undefined ? 0n : await numberAt(value, layout.firstBit);
    const bool = await firstTemplateArgument(value);
    if (!word || first === undefined || firstBit === undefined || !bool) return undefined;
    let [length, capacity]: (bigint | undefined)[] = [];
    if ('words' in extent) {
      const words = await numberAt(value, extent.words);
      length = await numberAt(value, extent.length);
      capacity = words === undefined ? undefined : words * BigInt(8 * word);
    } else {
      const last = await numberAt(value, extent.last);
      const lastBit = await numberAt(value, extent.lastBit);
      const limit = await numberAt(value, extent.limit);
      if (last === undefined || lastBit === undefined || limit === undefined) return undefined;
      length = (last - first) * 8n + lastBit - firstBit;
      capacity = (limit - first) * 8n;
    }
    const count = plausible(length);
    if (count === undefined || capacity === undefined) return undefined;
    return {
      summary: `std::vector<bool> of length ${count}, capacity ${capacity}`,
      hint: 'array',
      children: numbered(count, (i) =>
        bitAt(first, Number(firstBit) + i, word, bool, value.context),
      ),
    };
  };
}

/** A truth value of one bit, in words of `word` bytes. */
async function bitAt(
  first: bigint,
  bit: number,
  word: number,
  bool: Type,
  context: ValueContext,
): Promise<Value | undefined> {
  const address = first + BigInt(Math.floor(bit / 8 / word) * word);
  const contents = await readMemory(address, word, context);
  if (!contents.complete) return undefined;
  const whole = unsigned(contents.bytes, context.order);
  const one = Number((whole >> BigInt(bit % (8 * word))) & 1n);
  return literal(bool, Uint8Array.of(one), context);
}

/** The elements of a deque are in blocks; an array of pointers leads to the blocks. */
interface Blocks {
  /** Address of the first pointer. */
  readonly firstNode: bigint;
  /** Elements in a block. */
  readonly perBlock: number;
  /** Places before the first element, counted from the start of the first block. */
  readonly before: number;
  readonly element: Type;
  readonly length: number;
}

/** `std::deque` between two iterators, in blocks of `blockBytes` unless an element is larger. */
export function dequeOfIterators(layout: {
  readonly start: MemberPath;
  readonly finish: MemberPath;
  readonly current: string;
  readonly first: string;
  readonly node: string;
  readonly blockBytes: number;
}): Show {
  return async (value) => {
    const { context } = value;
    const start = await field(value, layout.start);
    const finish = await field(value, layout.finish);
    const current = start && (await field(start, layout.current));
    const element = current && targetOf(current.type);
    const size = element && sizeOf(element);
    if (!start || !finish || !current || !element || !size) return undefined;
    const perBlock = Math.max(1, Math.floor(layout.blockBytes / size));
    const [firstNode, lastNode, cursor, begin, lastCursor, lastBegin] = await Promise.all([
      numberAt(start, layout.node),
      numberAt(finish, layout.node),
      asInteger(current),
      numberAt(start, layout.first),
      numberAt(finish, layout.current),
      numberAt(finish, layout.first),
    ]);
    if (firstNode === undefined || lastNode === undefined || cursor === undefined) return undefined;
    if (begin === undefined || lastCursor === undefined || lastBegin === undefined)
      return undefined;
    const blocks = (lastNode - firstNode) / BigInt(context.addressSize);
    const before = (cursor - begin) / BigInt(size);
    const inLast = (lastCursor - lastBegin) / BigInt(size);
    const length = plausible(blocks * BigInt(perBlock) - before + inLast);
    if (length === undefined) return undefined;
    return deque({ firstNode, perBlock, before: Number(before), element, length }, context);
  };
}

/** `std::deque` of so many elements from a place on, in blocks of a number of bytes or elements. */
export function dequeOfBlocks(layout: {
  readonly firstNode: MemberPath;
  readonly start: MemberPath;
  readonly length: MemberPath;
  readonly blockBytes: number;
  /** Elements of so many bytes and more have blocks of `perBlock`. */
  readonly big: { readonly size: number; readonly perBlock: number };
}): Show {
  return async (value) => {
    const { big, blockBytes } = layout;
    const element = await firstTemplateArgument(value);
    const size = element && sizeOf(element);
    const firstNode = await numberAt(value, layout.firstNode);
    const start = await numberAt(value, layout.start);
    const length = plausible(await numberAt(value, layout.length));
    if (!element || !size || firstNode === undefined || start === undefined) return undefined;
    if (length === undefined) return undefined;
    const perBlock = size < big.size ? Math.floor(blockBytes / size) : big.perBlock;
    const before = Number(start);
    return deque({ firstNode, perBlock, before, element, length }, value.context);
  };
}

function deque(
  { firstNode, perBlock, before, element, length }: Blocks,
  context: ValueContext,
): Presentation {
  const size = sizeOf(element) ?? 0;
  return {
    summary: `std::deque with ${counted(length)}`,
    hint: 'array',
    children: numbered(length, async (i) => {
      const place = before + i;
      const node = firstNode + BigInt(Math.floor(place / perBlock) * context.addressSize);
      const block = await storedPointer(node, context);
      if (block === undefined) return undefined;
      return at(element, block + BigInt((place % perBlock) * size), context);
    }),
  };
}

/** `VecDeque`: a ring of places with a first element and a number of elements. */
export function ring(layout: {
  readonly data: MemberPath;
  readonly head: MemberPath;
  readonly length: MemberPath;
  /** A number, or a class that restricts one. */
  readonly capacity: MemberPath;
  readonly name: string;
}): Show {
  return async (value) => {
    const { context } = value;
    const data = await pointerAt(value, layout.data);
    const address = data && (await asInteger(data));
    const head = await numberAt(value, layout.head);
    const length = plausible(await numberAt(value, layout.length));
    const room = await field(value, layout.capacity);
    const capacity =
      room && (asClass(room.type) ? await numberAt(room, '__0') : await asInteger(room));
    const element = await firstTemplateArgument(value);
    if (address === undefined || head === undefined || length === undefined) return undefined;
    if (!capacity || !element) return undefined;
    const size = BigInt(sizeOf(element) ?? 0);
    return {
      summary: `${layout.name}(size=${length})`,
      hint: 'array',
      children: numbered(length, async (i) =>
        at(element, address + ((head + BigInt(i)) % capacity) * size, context),
      ),
    };
  };
}

/** As many nodes of a list as are followed. */
const maxNodes = 10_000;

/** The nodes of a container that could be reached. */
export interface Nodes {
  readonly addresses: readonly bigint[];
  /** Whether these are all; others were not collected, or there are too many. */
  readonly isWhole: boolean;
}

/** The nodes with a pointer to the next one `offset` bytes from their start, up to `end`. */
export async function listNodes(
  first: bigint,
  end: bigint,
  context: ValueContext,
  offset = 0,
): Promise<Nodes> {
  const addresses: bigint[] = [];
  let node = first;
  while (node !== end && addresses.length < maxNodes) {
    const next = await storedPointer(node + BigInt(offset), context);
    if (next === undefined) break;
    addresses.push(node);
    node = next;
  }
  return { addresses, isWhole: node === end };
}

/** Children in nodes, of which there are `count`, `offset` bytes from where each node begins. */
export function inNodes(
  { addresses }: Nodes,
  count: number,
  offset: number,
  element: Type,
  context: ValueContext,
): Children {
  return numbered(count, async (i) => {
    const node = addresses[i];
    return node === undefined ? undefined : at(element, node + BigInt(offset), context);
  });
}

/**
 * A linked list: a chain of nodes that ends at null, or in a circle at a node of the list itself.
 */
export function linkedList(layout: {
  readonly first: MemberPath;
  readonly circle?: MemberPath;
  readonly count?: MemberPath;
  /** The pointers before the one to the next node. */
  readonly pointersBefore?: number;
  readonly value: NodeValue;
}): Show {
  return async (value, className) => {
    const { context } = value;
    const first = await numberAt(value, layout.first);
    const end = layout.circle === undefined ? 0n : (await field(value, layout.circle))?.address;
    const element = await firstTemplateArgument(value);
    if (end === undefined || first === undefined || !element) return undefined;
    const before = (layout.pointersBefore ?? 0) * context.addressSize;
    const nodes = await listNodes(first, end, context, before);
    const name = ownName(className);
    if (first === end) return { summary: `empty ${name}` };
    // std::forward_list has no count.
    const said = plausible(await numberAt(value, layout.count ?? []));
    const reached = nodes.addresses.length;
    const count = nodes.isWhole ? reached : Math.max(said ?? 0, reached + 1);
    const offset = await offsetInNode(layout.value, element, context);
    return { summary: name, children: inNodes(nodes, count, offset, element, context) };
  };
}

/** `std::stack` and the like: what the container inside shows. */
export function adaptor(layout: { readonly inner: MemberPath }): Show {
  return async (value, className, present) => {
    const inner = await field(value, layout.inner);
    const presentation = inner && (await present(inner));
    if (typeof presentation?.summary !== 'string') return undefined;
    return {
      ...presentation,
      summary: `${ownName(className)} wrapping: ${presentation.summary}`,
    };
  };
}
