// The symbols of one section by address, and those near an address. A lookup looks at few,
// whatever a file holds: other sections' symbols, labels by the thousand, many of one address.
import { lazy } from '../bytes/lazy';
import { TimeSlice } from '../bytes/timeSlice';
import { halvesOf, orderManyByAddress, upperBound } from './addressMap';
import type { Columns } from './symbolColumns';

/** Symbols with a size, and without, that are looked at for one address. */
const maxLooks = 64;
const rowsAtOnce = 10_000;

/** By the index of a section; nothing where it has no symbols. */
export type BySection = readonly ((() => Promise<SectionSymbols>) | undefined)[];

/** The symbols of one section. */
export class SectionSymbols {
  private constructor(
    private readonly sizes: BigUint64Array,
    /** Ascending by address. */
    readonly rows: Uint32Array,
    private readonly addresses: BigUint64Array,
    /** For each position the nearest at or before it of a row with a size; -1 where none is. */
    private readonly sizedBefore: Int32Array,
  ) {}

  /** Those of `rows` in each section; they are put in order when they are asked for. */
  static async bySection(
    columns: Columns,
    rows: Uint32Array,
    sectionCount: number,
    slice: TimeSlice,
  ): Promise<BySection> {
    const parts = await partition(columns, rows, sectionCount, slice);
    return parts.map((own) => own && lazy(() => SectionSymbols.inOrder(columns, own)));
  }

  private static async inOrder(columns: Columns, rows: Uint32Array): Promise<SectionSymbols> {
    const slice = new TimeSlice();
    const order = await orderManyByAddress(addressesOf(columns, rows), slice);
    await slice.yieldIfDue();
    const sorted = order.map((i) => rows[i] ?? 0);
    const sizedBefore = nearestSized(columns.sizes, sorted);
    return new SectionSymbols(columns.sizes, sorted, addressesOf(columns, sorted), sizedBefore);
  }

  /** Rows that may name an address, those nearest to it first. */
  near(address: bigint): { readonly sized: number[]; readonly unsized: number[] } {
    const unsized: number[] = [];
    const last = upperBound(this.addresses, address) - 1;
    const sized = this.sizedBefore[last] ?? -1;
    for (let at = last; at > sized && unsized.length < maxLooks; at--) {
      unsized.push(this.rows[at] ?? 0);
    }
    return { sized: this.reaching(sized, address), unsized };
  }

  /** The rows of symbols above an address, ascending. */
  *above(address: bigint): Generator<number> {
    for (let at = upperBound(this.addresses, address); at < this.rows.length; at++) {
      yield this.rows[at] ?? 0;
    }
  }

  /** Of the sized symbols at the address of `position` and at the one before, those that reach. */
  private reaching(position: number, address: bigint): number[] {
    let groups = 0;
    let previous: bigint | undefined;
    const found: number[] = [];
    let at = position;
    for (let looks = 0; at >= 0 && looks < maxLooks; looks++) {
      const row = this.rows[at] ?? 0;
      const start = this.addresses[at] ?? 0n;
      if (start !== previous && (++groups > 2 || found.length > 0)) break;
      previous = start;
      if (start + (this.sizes[row] ?? 0n) > address) found.push(row);
      at = this.sizedBefore[at - 1] ?? -1;
    }
    return found;
  }
}

/** The rows of each section, in their order; those of sections that do not exist are left out. */
async function partition(
  { sections }: Columns,
  rows: Uint32Array,
  sectionCount: number,
  slice: TimeSlice,
): Promise<readonly (Uint32Array | undefined)[]> {
  const counts = new Uint32Array(sectionCount);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    count(sections, rows.subarray(at, at + rowsAtOnce), counts);
    await slice.yieldIfDue();
  }
  const parts = Array.from(counts, (rowCount) =>
    rowCount > 0 ? new Uint32Array(rowCount) : undefined,
  );
  const ends = new Uint32Array(sectionCount);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    distribute(sections, rows.subarray(at, at + rowsAtOnce), parts, ends);
    await slice.yieldIfDue();
  }
  return parts;
}

function count(sections: Uint32Array, rows: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) {
    const section = sections[rows[i] ?? 0] ?? 0;
    if (section < counts.length) counts[section] = (counts[section] ?? 0) + 1;
  }
}

/** Appends rows to those of their sections, which end at `ends`. */
function distribute(
  sections: Uint32Array,
  rows: Uint32Array,
  parts: readonly (Uint32Array | undefined)[],
  ends: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const section = sections[row] ?? 0;
    const part = parts[section];
    if (!part) continue;
    const end = ends[section] ?? 0;
    part[end] = row;
    ends[section] = end + 1;
  }
}

function nearestSized(sizes: BigUint64Array, rows: Uint32Array): Int32Array {
  const halves = halvesOf(sizes);
  const found = new Int32Array(rows.length);
  let nearest = -1;
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position] ?? 0;
    if (halves[2 * row] || halves[2 * row + 1]) nearest = position;
    found[position] = nearest;
  }
  return found;
}

function addressesOf({ addresses }: Columns, rows: Uint32Array): BigUint64Array {
  const found = new BigUint64Array(rows.length);
  const [from, to] = [halvesOf(addresses), halvesOf(found)];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    to[2 * i] = from[2 * row] ?? 0;
    to[2 * i + 1] = from[2 * row + 1] ?? 0;
  }
  return found;
}
