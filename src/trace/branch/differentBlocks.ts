// Which blocks of a branch trace are the same. A file may hold millions that differ, chosen to fall together in a table of
// JavaScript's, which looks at half of a long number: this one looks at all of it, and at a number nobody knows beforehand.
import type { Blocks } from '../../format/branchTrace';

/** Blocks by their addresses, the first of each. */
export class DifferentBlocks {
  /** Addresses in halves of 32 bits. */
  private readonly begins: Uint32Array;
  private readonly ends: Uint32Array;
  /** Numbers of blocks plus 1, by hash. */
  private readonly table: Int32Array;
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  constructor({ count, begins, ends }: Blocks) {
    this.begins = new Uint32Array(begins.buffer, begins.byteOffset, 2 * count);
    this.ends = new Uint32Array(ends.buffer, ends.byteOffset, 2 * count);
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
  }

  /** The first block that was asked for with the addresses of a block: itself where there was none before. */
  firstLike(block: number): number {
    const mask = this.table.length - 1;
    for (let slot = this.hash(block) & mask; ; slot = (slot + 1) & mask) {
      const other = (this.table[slot] ?? 0) - 1;
      if (other < 0) {
        this.table[slot] = block + 1;
        return block;
      }
      if (this.isSame(block, other)) return other;
    }
  }

  private isSame(block: number, other: number): boolean {
    const { begins, ends } = this;
    const [a, b] = [2 * block, 2 * other];
    return (
      ends[a] === ends[b] &&
      begins[a] === begins[b] &&
      ends[a + 1] === ends[b + 1] &&
      begins[a + 1] === begins[b + 1]
    );
  }

  private hash(block: number): number {
    const { begins, ends } = this;
    let hash = this.seed;
    for (const half of [begins[2 * block], begins[2 * block + 1]]) hash = mixed(hash, half);
    for (const half of [ends[2 * block], ends[2 * block + 1]]) hash = mixed(hash, half);
    return hash;
  }
}

function mixed(hash: number, number = 0): number {
  const product = Math.imul(hash ^ number, 0x9e3779b1);
  return product ^ (product >>> 15);
}
