// libstdc++'s strings and sequences.
import { unsigned } from '../../bytes/cursor';
import type { Type } from '../../symbols/type';
import { literal } from '../literal';
import { at } from '../navigate';
import { asInteger } from '../numbers';
import { asClass, sizeOf, targetOf } from '../types';
import { readMemory, type Surroundings, type Value } from '../value';
import {
  counted,
  field,
  numberAt,
  plausible,
  type Child,
  type Children,
  type Present,
  type Presentation,
  type Printer,
} from './presentation';

export const sequences: readonly Printer[] = [
  { type: /^std::(?:__cxx11::)?basic_string</, present: string },
  { type: /^std::basic_string_view</, present: stringView },
  { type: /^std::vector<bool,/, present: bits },
  { type: /^std::vector</, present: vector },
  { type: /^std::deque</, present: deque },
  { type: /^std::__cxx11::list</, present: list },
  { type: /^std::forward_list</, present: forwardList },
  { type: /^std::(?:stack|queue|priority_queue)</, present: adaptor },
];

async function string(value: Value): Promise<Presentation | undefined> {
  const pointer = await field(value, '_M_dataplus', '_M_p');
  return characters(pointer, await numberAt(value, '_M_string_length'));
}

async function stringView(value: Value): Promise<Presentation | undefined> {
  return characters(await field(value, '_M_str'), await numberAt(value, '_M_len'));
}

async function characters(
  pointer: Value | undefined,
  length: bigint | undefined,
): Promise<Presentation | undefined> {
  const character = pointer && targetOf(pointer.type);
  const address = pointer && (await asInteger(pointer));
  if (!character || address === undefined || length === undefined) return undefined;
  return { summary: { address, length, character } };
}

/** Elements of one size, one after the other. */
export function inRow(
  address: bigint,
  element: Type,
  count: number,
  surroundings: Surroundings,
): Children {
  const size = BigInt(sizeOf(element) ?? 0);
  return {
    count,
    read: async (start, wanted) => {
      const children: Child[] = [];
      for (let i = start; i < Math.min(count, start + wanted); i++) {
        const value = await at(element, address + BigInt(i) * size, surroundings);
        children.push({ name: `[${i}]`, value });
      }
      return children;
    },
  };
}

async function vector(value: Value): Promise<Presentation | undefined> {
  const start = await field(value, '_M_impl', '_M_start');
  const element = start && targetOf(start.type);
  const size = element && sizeOf(element);
  const first = start && (await asInteger(start));
  const [finish, end] = await Promise.all(
    ['_M_finish', '_M_end_of_storage'].map((name) => numberAt(value, '_M_impl', name)),
  );
  if (!element || !size || first === undefined) return undefined;
  if (finish === undefined || end === undefined) return undefined;
  const length = plausible((finish - first) / BigInt(size));
  if (length === undefined) return undefined;
  const capacity = (end - first) / BigInt(size);
  return {
    summary: `std::vector of length ${length}, capacity ${capacity}`,
    hint: 'array',
    children: inRow(first, element, length, value.surroundings),
  };
}

async function bits(value: Value): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const start = await field(value, '_M_impl', '_M_start', '_M_p');
  const word = start && sizeOf(targetOf(start.type) ?? start.type);
  const first = start && (await asInteger(start));
  const firstBit = await numberAt(value, '_M_impl', '_M_start', '_M_offset');
  const last = await numberAt(value, '_M_impl', '_M_finish', '_M_p');
  const lastBit = await numberAt(value, '_M_impl', '_M_finish', '_M_offset');
  const end = await numberAt(value, '_M_impl', '_M_end_of_storage');
  if (!word || first === undefined || last === undefined || end === undefined) return undefined;
  if (firstBit === undefined || lastBit === undefined) return undefined;
  const length = plausible((last - first) * 8n + lastBit - firstBit);
  if (length === undefined) return undefined;
  const type = asClass(value.type);
  const truth = (await type?.members())?.templateArguments[0]?.type;
  if (!truth) return undefined;
  return {
    summary: `std::vector<bool> of length ${length}, capacity ${(end - first) * 8n}`,
    hint: 'array',
    children: bitsInRow({ first, firstBit: Number(firstBit), word, length }, truth, surroundings),
  };
}

/** Truth values of one bit each, in words of `word` bytes. */
export function bitsInRow(
  row: {
    readonly first: bigint;
    readonly firstBit: number;
    readonly word: number;
    readonly length: number;
  },
  truth: Type,
  surroundings: Surroundings,
): Children {
  const { first, firstBit, word, length } = row;
  const read = async (from: number, count: number): Promise<Child[]> => {
    const children: Child[] = [];
    for (let i = from; i < Math.min(length, from + count); i++) {
      const bit = firstBit + i;
      const address = first + BigInt(Math.floor(bit / 8 / word) * word);
      const contents = await readMemory(address, word, surroundings);
      if (!contents.complete) return children;
      const whole = unsigned(contents.bytes, surroundings.order);
      const one = Number((whole >> BigInt(bit % (8 * word))) & 1n);
      const element = literal(truth, Uint8Array.of(one), surroundings);
      children.push({ name: `[${i}]`, value: element });
    }
    return children;
  };
  return { count: length, read };
}

/** Bytes of a block of a deque, unless an element is larger. */
const blockSize = 512;

async function deque(value: Value): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const start = await field(value, '_M_impl', '_M_start');
  const finish = await field(value, '_M_impl', '_M_finish');
  const current = start && (await field(start, '_M_cur'));
  const element = current && targetOf(current.type);
  const size = element && sizeOf(element);
  if (!start || !finish || !current || !element || !size) return undefined;
  const perBlock = Math.max(1, Math.floor(blockSize / size));
  const [firstNode, lastNode, cursor, begin, lastCursor, lastBegin] = await Promise.all([
    numberAt(start, '_M_node'),
    numberAt(finish, '_M_node'),
    asInteger(current),
    numberAt(start, '_M_first'),
    numberAt(finish, '_M_cur'),
    numberAt(finish, '_M_first'),
  ]);
  if (firstNode === undefined || lastNode === undefined || cursor === undefined) return undefined;
  if (begin === undefined || lastCursor === undefined || lastBegin === undefined) return undefined;
  const blocks = (lastNode - firstNode) / BigInt(surroundings.addressSize);
  const before = (cursor - begin) / BigInt(size);
  const inLast = (lastCursor - lastBegin) / BigInt(size);
  const length = plausible(blocks * BigInt(perBlock) - before + inLast);
  if (length === undefined) return undefined;
  const places = { firstNode, perBlock, before: Number(before), size, length };
  return dequeOf(element, places, surroundings);
}

/** A deque's elements lie in blocks, to which pointers stand in a row. */
interface DequePlaces {
  /** Address of the first pointer. */
  readonly firstNode: bigint;
  /** Elements in a block. */
  readonly perBlock: number;
  /** Places before the first element, from the beginning of the first block on. */
  readonly before: number;
  /** Bytes of an element. */
  readonly size: number;
  readonly length: number;
}

/** A deque of so many elements. */
export function dequeOf(
  element: Type,
  { firstNode, perBlock, before, size, length }: DequePlaces,
  surroundings: Surroundings,
): Presentation {
  const read = async (from: number, count: number): Promise<Child[]> => {
    const children: Child[] = [];
    for (let i = from; i < Math.min(length, from + count); i++) {
      const place = before + i;
      const node = firstNode + BigInt(Math.floor(place / perBlock) * surroundings.addressSize);
      const block = await pointerAt(node, surroundings);
      if (block === undefined) return children;
      const address = block + BigInt((place % perBlock) * size);
      children.push({ name: `[${i}]`, value: await at(element, address, surroundings) });
    }
    return children;
  };
  return {
    summary: `std::deque with ${counted(length)}`,
    hint: 'array',
    children: { count: length, read },
  };
}

/** The pointer that is stored at an address. */
export async function pointerAt(
  address: bigint,
  surroundings: Surroundings,
): Promise<bigint | undefined> {
  const contents = await readMemory(address, surroundings.addressSize, surroundings);
  return contents.complete ? unsigned(contents.bytes, surroundings.order) : undefined;
}

/** As many nodes of a chain as are followed. */
const longestChain = 10_000;

/** The addresses of nodes with a pointer to the next one `offset` bytes from their start, up to `end`. */
export async function chain(
  first: bigint,
  end: bigint,
  surroundings: Surroundings,
  offset = 0,
): Promise<bigint[] | undefined> {
  const nodes: bigint[] = [];
  let node = first;
  while (node !== end && nodes.length < longestChain) {
    nodes.push(node);
    const next = await pointerAt(node + BigInt(offset), surroundings);
    if (next === undefined) return undefined;
    node = next;
  }
  return nodes;
}

/** Children in nodes, `offset` bytes from where each node begins. */
export function inNodes(
  nodes: readonly bigint[],
  offset: number,
  element: Type,
  surroundings: Surroundings,
): Children {
  return {
    count: nodes.length,
    read: (start, count) =>
      Promise.all(
        nodes.slice(start, start + count).map(async (node, i) => ({
          name: `[${start + i}]`,
          value: await at(element, node + BigInt(offset), surroundings),
        })),
      ),
  };
}

async function list(value: Value): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const head = await field(value, '_M_impl', '_M_node');
  const first = head && (await numberAt(head, '_M_next'));
  const element = await firstTemplateArgument(value);
  if (head?.address === undefined || first === undefined || !element) return undefined;
  const nodes = await chain(first, head.address, surroundings);
  if (!nodes) return undefined;
  const name = 'std::__cxx11::list';
  if (nodes.length === 0) return { summary: `empty ${name}` };
  const children = inNodes(nodes, 2 * surroundings.addressSize, element, surroundings);
  return { summary: name, children };
}

async function forwardList(value: Value): Promise<Presentation | undefined> {
  const { surroundings } = value;
  const first = await numberAt(value, '_M_impl', '_M_head', '_M_next');
  const element = await firstTemplateArgument(value);
  const nodes = first === undefined ? undefined : await chain(first, 0n, surroundings);
  if (!nodes || !element) return undefined;
  if (nodes.length === 0) return { summary: 'empty std::forward_list' };
  const children = inNodes(nodes, surroundings.addressSize, element, surroundings);
  return { summary: 'std::forward_list', children };
}

/** The first argument of a template. */
export async function firstTemplateArgument(value: Value): Promise<Type | undefined> {
  return (await asClass(value.type)?.members())?.templateArguments[0]?.type;
}

async function adaptor(
  value: Value,
  name: string,
  present: Present,
): Promise<Presentation | undefined> {
  const inner = await field(value, 'c');
  if (!inner) return undefined;
  const presentation = await present(inner);
  if (typeof presentation?.summary !== 'string') return undefined;
  const own = name.slice(0, name.indexOf('<'));
  return { ...presentation, summary: `${own} wrapping: ${presentation.summary}` };
}
