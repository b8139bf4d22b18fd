// Which range holds an address: of units, functions and line sequences alike. Ranges may overlap
// (discarded code, overlays, damage), so the running maximum of the ends says where to stop
// looking.
import { orderByAddress, upperBound } from './addressOrder';

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
    private readonly ends: BigUint64Array,
    /** The greatest end up to and including each range. */
    private readonly reach: BigUint64Array,
    private readonly values: Float64Array,
  ) {}

  /** A map of `ranges`; `values[i]` belongs to `ranges[i]`. Empty ranges hold no address. */
  static of(ranges: readonly AddressRange[], values: ArrayLike<number>): AddressMap {
    const unsorted = new BigUint64Array(ranges.length);
    ranges.forEach(({ start }, index) => (unsorted[index] = start));
    const starts = new BigUint64Array(ranges.length);
    const ends = new BigUint64Array(ranges.length);
    const reach = new BigUint64Array(ranges.length);
    const sorted = new Float64Array(ranges.length);
    let furthest = 0n;
    orderByAddress(unsorted).forEach((index, position) => {
      const range = ranges[index] ?? { start: 0n, end: 0n };
      const end = range.end < lastAddress ? range.end : lastAddress;
      if (end > furthest) furthest = end;
      starts[position] = range.start;
      ends[position] = end;
      reach[position] = furthest;
      sorted[position] = values[index] ?? 0;
    });
    return new AddressMap(starts, ends, reach, sorted);
  }

  get size(): number {
    return this.starts.length;
  }

  /** The range that holds the address; where several do, the one that begins last. */
  find(address: bigint): (AddressRange & { readonly value: number }) | undefined {
    for (let i = upperBound(this.starts, address) - 1; i >= 0; i--) {
      if ((this.reach[i] ?? 0n) <= address) return undefined;
      const end = this.ends[i] ?? 0n;
      if (end > address) {
        return { start: this.starts[i] ?? 0n, end, value: this.values[i] ?? 0 };
      }
    }
    return undefined;
  }
}
