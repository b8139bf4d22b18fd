// libc++'s classes (`std::__1::…`), whose members have the names that its headers give them; shown in the words that
// libstdc++'s classes of the same names are shown in. Layouts of LLVM 14, and where they changed of those after it.
import { asInteger } from '../numbers';
import { sizeOf, strip, targetOf } from '../types';
import type { Value } from '../value';
import { holdersOfLibcxx } from './libcxxHolders';
import { nodesOfLibcxx } from './libcxxNodes';
import { field, numberAt, plausible, type Presentation, type Printer } from './presentation';
import { bitsInRow, dequeOf, elementOf, inRow } from './sequences';

export const libcxxPrinters: readonly Printer[] = [
  { type: /^std::__1::basic_string</, present: string },
  { type: /^std::__1::basic_string_view</, present: stringView },
  { type: /^std::__1::vector<bool,/, present: bits },
  { type: /^std::__1::vector</, present: vector },
  { type: /^std::__1::deque</, present: deque },
  ...nodesOfLibcxx,
  ...holdersOfLibcxx,
];

/** What a pair of a member and an allocator holds: since LLVM 19 the member stands alone. */
export async function memberIn(
  value: Value,
  pair: string,
  alone: string,
): Promise<Value | undefined> {
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
  const truth = await elementOf(value);
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
  const element = await elementOf(value);
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
