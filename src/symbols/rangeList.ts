// Ranges of addresses in the order of a file, as its sections and segments have them: the first of
// them that holds an address. A file has some dozen, or with a section for each function thousands.
import { partitionPoint } from '../bytes/arrays';
import type { AddressRange } from './addressMap';

/** Ranges that are searched by address. */
export class RangeList<Range extends AddressRange> {
  /** By address; undefined where they overlap, as in a relocatable file. */
  private readonly apart: readonly Range[] | undefined;

  /** `all` in the order in which they are looked at. */
  constructor(readonly all: readonly Range[]) {
    const sorted = all
      .filter(({ start, end }) => start < end)
      .sort((one, other) => (one.start < other.start ? -1 : 1));
    const overlap = sorted.some(({ end }, i) => end > (sorted[i + 1]?.start ?? end));
    this.apart = overlap ? undefined : sorted;
  }

  /** The first that holds an address. */
  at(address: bigint): Range | undefined {
    const [found] = this.within(address, address + 1n);
    return found;
  }

  /** Whether one has an address in `[from, to)`. */
  touches(from: bigint, to: bigint): boolean {
    return this.within(from, to).next().done === false;
  }

  /** Those that have an address in `[from, to)`, in their order. */
  *within(from: bigint, to: bigint): Generator<Range> {
    const { apart = this.all } = this;
    const first = this.apart
      ? partitionPoint(apart.length, (i) => (apart[i]?.end ?? 0n) > from)
      : 0;
    for (let i = first; i < apart.length; i++) {
      const range = apart[i];
      if (!range || (this.apart && range.start >= to)) return;
      if (range.start < to && range.end > from) yield range;
    }
  }
}
