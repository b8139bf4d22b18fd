// The byte order of the traced program. gdb's CTF does not hold it: its metadata tells that of the machine on which gdb
// ran, which may be another. But the PC of a hit is the address of its tracepoint, and stands somewhere among the
// registers, in the program's order.
import type { ByteOrder } from '../../bytes/cursor';

/** Register blocks that are looked into. */
const mostBlocks = 256;
/** Bytes of one that are looked into, and addresses of a tracepoint that are looked for. */
const mostBytes = 4096;
const mostAddresses = 16;
/** Bytes of an address that are looked for: a processor may keep flags in the others. */
const lowBytes = 3;

/** Counts the registers that hold a tracepoint's address in either order. */
export class TargetOrder {
  /** By tracepoint as frames name it: the low bytes of its addresses, in little-endian order. */
  private readonly addresses = new Map<number, Uint8Array[]>();
  private blocks = 0;
  private little = 0;
  private big = 0;

  /** The order that the registers tell; undefined where they tell none. */
  get order(): ByteOrder | undefined {
    if (this.little === this.big) return undefined;
    return this.little > this.big ? 'little' : 'big';
  }

  /** Adds a location of a tracepoint, whose number is as frames have it. */
  define(tracepoint: number, address: bigint): void {
    const bytes = Uint8Array.from({ length: lowBytes }, (_, i) =>
      Number((address >> BigInt(8 * i)) & 0xffn),
    );
    const others = this.addresses.get(tracepoint) ?? [];
    if (others.length < mostAddresses) this.addresses.set(tracepoint, [...others, bytes]);
  }

  /** Looks into the register block that stands from `at` to `end` in `view`, in bytes. */
  look(tracepoint: number, { buffer, byteOffset }: DataView, at: number, end: number): void {
    const addresses = this.addresses.get(tracepoint);
    if (!addresses || this.blocks >= mostBlocks) return;
    this.blocks++;
    const registers = new Uint8Array(buffer, byteOffset + at, Math.min(mostBytes, end - at));
    for (const bytes of addresses) {
      if (contains(registers, bytes)) this.little++;
      if (contains(registers, new Uint8Array(bytes).reverse())) this.big++;
    }
  }
}

function contains(bytes: Uint8Array, wanted: Uint8Array): boolean {
  for (let at = 0; ; at++) {
    at = bytes.indexOf(wanted[0] ?? 0, at);
    if (at < 0 || at + wanted.length > bytes.length) return false;
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return true;
  }
}
