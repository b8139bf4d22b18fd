// Which range holds an address: of units, functions and line sequences alike. Ranges may overlap
// (discarded code, overlays, damage), so a tree of the greatest ends leads to it.
import type { TimeSlice } from '../bytes/timeSlice';

/** A range of link-time addresses, `end` exclusive. */
export interface AddressRange {
  readonly start: bigint;
  readonly end: bigint;
}

const lastAddress = 0xffff_ffff_ffff_ffffn;

/** Ranges with a number each, searched by address. */
export class AddressMap {
  private constructor(
    private readonly starts: BigUint64Array,
    /** The ends from `leaves` on, and at `i` the greater of those at `2 * i` and `2 * i + 1`. */
    private readonly ends: BigUint64Array,
    private readonly values: Float64Array,
  ) {}

  /** A map of `ranges`; `values[i]` belongs to `ranges[i]`. Empty ranges hold no address. */
  static of(ranges: readonly AddressRange[], values: ArrayLike<number>): AddressMap {
    const unsorted = new BigUint64Array(ranges.length);
    ranges.forEach(({ start }, index) => (unsorted[index] = start));
    const starts = new BigUint64Array(ranges.length);
    const sorted = new Float64Array(ranges.length);
    const leaves = 2 ** Math.ceil(Math.log2(ranges.length + 1));
    const ends = new BigUint64Array(leaves + ranges.length);
    orderByAddress(unsorted).forEach((index, position) => {
      const range = ranges[index] ?? { start: 0n, end: 0n };
      starts[position] = range.start;
      ends[leaves + position] = range.end < lastAddress ? range.end : lastAddress;
      sorted[position] = values[index] ?? 0;
    });
    for (let node = leaves - 1; node > 0; node--) {
      const [one, other] = [ends[2 * node] ?? 0n, ends[2 * node + 1] ?? 0n];
      ends[node] = one > other ? one : other;
    }
    return new AddressMap(starts, ends, sorted);
  }

  get size(): number {
    return this.starts.length;
  }

  /** The range that holds the address; where several do, the one that begins last. */
  find(address: bigint): (AddressRange & { readonly value: number }) | undefined {
    const i = this.lastReaching(address, upperBound(this.starts, address));
    if (i === undefined) return undefined;
    const end = this.ends[this.leaves + i] ?? 0n;
    return { start: this.starts[i] ?? 0n, end, value: this.values[i] ?? 0 };
  }

  private get leaves(): number {
    return this.ends.length - this.starts.length;
  }

  /** The last of the ranges before position `before` that ends behind the address. */
  private lastReaching(address: bigint, before: number): number | undefined {
    const { ends, leaves } = this;
    let node = leaves + before;
    do {
      while (node % 2 === 0) node /= 2;
      if (node === 1) return undefined;
      node--;
    } while ((ends[node] ?? 0n) <= address);
    while (node < leaves) {
      node = 2 * node + 1;
      if ((ends[node] ?? 0n) <= address) node--;
    }
    return node - leaves;
  }
}

// Sorting by address. Kernel addresses do not fit a double, and comparing bigints one by one is
// slow for a symbol table: a radix sort over the bytes takes time linear in the number of
// addresses.

/** Whether this machine puts the lower half of a 64-bit number first. */
export const littleHost = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The halves of 64-bit numbers, two for each. */
export function halvesOf({ buffer, byteOffset, length }: BigUint64Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, 2 * length);
}

/** The indices of `addresses` in ascending order of address; equal addresses keep their order. */
export function orderByAddress(addresses: BigUint64Array): Uint32Array {
  if (addresses.length <= few) return orderOfFew(addresses);
  const near = orderOfNear(addresses);
  if (near) return near;
  const passes = orderOfAny(addresses);
  for (let pass = passes.next(); ; pass = passes.next()) if (pass.done) return pass.value;
}

/** The same for hundreds of thousands of addresses: gives way between passes. */
export async function orderManyByAddress(
  addresses: BigUint64Array,
  slice: TimeSlice,
): Promise<Uint32Array> {
  await slice.yieldIfDue();
  const near = orderOfNear(addresses);
  if (near) return near;
  const passes = orderOfAny(addresses);
  for (let pass = passes.next(); ; pass = passes.next()) {
    if (pass.done) return pass.value;
    await slice.yieldIfDue();
  }
}

/** So many are sorted before the columns of another way were made. */
const few = 64;

function orderOfFew(addresses: BigUint64Array): Uint32Array {
  return Uint32Array.from(addresses.keys()).sort((one, other) => {
    const [before, behind] = [addresses[one] ?? 0n, addresses[other] ?? 0n];
    return before < behind ? -1 : before > behind ? 1 : one - other;
  });
}

/**
 * The order of addresses that are near one another but for a few groups, as those of one program
 * do: which group, distance and index fit one number, and numbers are sorted by the machine's own
 * means. Undefined for others.
 */
function orderOfNear(addresses: BigUint64Array): Uint32Array | undefined {
  const { length } = addresses;
  const halves = halvesOf(addresses);
  const [low, high] = littleHost ? [0, 1] : [1, 0];
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 2 ** 32 / length);
  const ranks = ranksOfUpper(halves, high, most);
  if (!ranks) return undefined;
  const keys = new Float64Array(length);
  let [upper, rank] = [-1, 0];
  for (let index = 0; index < length; index++) {
    const own = halves[2 * index + high] ?? 0;
    if (own !== upper) [upper, rank] = [own, ranks.get(own) ?? 0];
    keys[index] = (rank * 2 ** 32 + (halves[2 * index + low] ?? 0)) * length + index;
  }
  keys.sort();
  const order = new Uint32Array(length);
  for (let position = 0; position < length; position++) {
    order[position] = (keys[position] ?? 0) % length;
  }
  return order;
}

/**
 * The upper halves of addresses in their order, numbered from 0; undefined where there are more
 * than `most`.
 */
function ranksOfUpper(
  halves: Uint32Array,
  high: number,
  most: number,
): ReadonlyMap<number, number> | undefined {
  const found = new Set<number>();
  let last = -1;
  for (let at = high; at < halves.length; at += 2) {
    const upper = halves[at] ?? 0;
    if (upper === last) continue;
    found.add((last = upper));
    if (found.size > most) return undefined;
  }
  return new Map([...found].sort((one, other) => one - other).map((upper, rank) => [upper, rank]));
}

/** Yields after each of its passes. */
function* orderOfAny(addresses: BigUint64Array): Generator<undefined, Uint32Array> {
  const digits = new Uint8Array(addresses.buffer, addresses.byteOffset, addresses.byteLength);
  let order = new Uint32Array(addresses.length);
  let next = new Uint32Array(addresses.length);
  for (let index = 0; index < order.length; index++) order[index] = index;
  for (let place = 0; place < 8; place++) {
    const column = littleHost ? place : 7 - place;
    const starts = bucketStarts(digits, column);
    if (!starts) continue;
    for (let i = 0; i < order.length; i++) {
      const index = order[i] ?? 0;
      const digit = digits[index * 8 + column] ?? 0;
      const slot = starts[digit] ?? 0;
      next[slot] = index;
      starts[digit] = slot + 1;
    }
    [order, next] = [next, order];
    yield;
  }
  return order;
}

/** Where each digit's run begins in the sorted order; undefined where all digits are equal. */
function bucketStarts(digits: Uint8Array, column: number): Uint32Array | undefined {
  const counts = new Uint32Array(256);
  for (let at = column; at < digits.length; at += 8) {
    const digit = digits[at] ?? 0;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  const total = digits.length / 8;
  if (counts.includes(total)) return undefined;
  let start = 0;
  for (let digit = 0; digit < 256; digit++) {
    const count = counts[digit] ?? 0;
    counts[digit] = start;
    start += count;
  }
  return counts;
}

/** How many of the ascending `addresses` in `[from, to)` are at or below `address`, plus `from`. */
export function upperBound(
  addresses: BigUint64Array,
  address: bigint,
  from = 0,
  to = addresses.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((addresses[middle] ?? 0n) <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}
