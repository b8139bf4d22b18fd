// Which code may have run in a range of a recording: what a search for an address leaves out. Every
// line of code has a bit, which it may share with others, so that a range takes the same few bytes
// whatever ran in it.
import type { Blocks } from '../../format/branchTrace';
import { NumberColumn } from './numberColumn';

/** Bytes of code in a line, as a power of 2. */
const lineBits = 6n;
const lineSize = 1n << lineBits;
/** Words of 32 bits for a range, as a power of 2. */
const wordBits = 5;

/** Ranges by the order in which they are added. */
export class RanCode {
  private readonly bits = new NumberColumn();
  private readonly address = new BigUint64Array(1);
  private readonly halves = new Uint32Array(this.address.buffer);

  add({ count, begins, ends, gaps }: Blocks): void {
    const from = this.bits.length;
    for (let word = 0; word < 1 << wordBits; word++) this.bits.add(0);
    for (let block = 0; block < count; block++) {
      const end = ends[block] ?? 0n;
      const begin = begins[block] ?? 0n;
      if ((gaps?.[block] ?? 0) === 0) this.mark(from, begin, end);
    }
  }

  /** Whether one of some addresses may have run in a range. */
  mayHold(range: number, addresses: ReadonlySet<bigint>): boolean {
    for (const address of addresses) {
      const bit = this.bitOf(address);
      const word = this.bits.at((range << wordBits) + (bit >>> 5));
      if (((word >>> (bit & 31)) & 1) === 1) return true;
    }
    return false;
  }

  private mark(from: number, begin: bigint, end: bigint): void {
    const last = end | (lineSize - 1n);
    for (let at = begin; at <= last; at += lineSize) {
      const bit = this.bitOf(at);
      const place = from + (bit >>> 5);
      this.bits.set(place, this.bits.at(place) | (1 << (bit & 31)));
    }
  }

  /** The bit of the line with an address. */
  private bitOf(address: bigint): number {
    this.address[0] = address >> lineBits;
    const [low = 0, high = 0] = this.halves;
    const product = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    return product >>> (32 - 5 - wordBits);
  }
}
