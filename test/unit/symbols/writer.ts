// Numbers written one after the other, as readers read them.
import type { ByteOrder } from '../../../src/bytes/cursor';

/** Bytes that are written one number after the other. */
export class Writer {
  private readonly written: number[] = [];

  constructor(readonly order: ByteOrder = 'little') {}

  get length(): number {
    return this.written.length;
  }

  get bytes(): Uint8Array {
    return Uint8Array.from(this.written);
  }

  /** A number of `size` bytes. */
  number(size: number, value: bigint | number): this {
    const digits = BigInt.asUintN(8 * size, BigInt(value));
    const little = Array.from({ length: size }, (_, i) =>
      Number((digits >> BigInt(8 * i)) & 0xffn),
    );
    this.written.push(...(this.order === 'little' ? little : little.reverse()));
    return this;
  }

  u8(...values: number[]): this {
    for (const value of values) this.number(1, value);
    return this;
  }

  u16(value: number): this {
    return this.number(2, value);
  }

  u32(value: number): this {
    return this.number(4, value);
  }

  u64(value: bigint | number): this {
    return this.number(8, value);
  }

  uleb(...values: (bigint | number)[]): this {
    for (const each of values) {
      let value = BigInt(each);
      do {
        const low = Number(value & 0x7fn);
        value >>= 7n;
        this.u8(value === 0n ? low : low | 0x80);
      } while (value !== 0n);
    }
    return this;
  }

  sleb(value: bigint | number): this {
    let rest = BigInt(value);
    for (;;) {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      const done = (rest === 0n && !(low & 0x40)) || (rest === -1n && low & 0x40);
      this.u8(done ? low : low | 0x80);
      if (done) return this;
    }
  }

  text(...texts: string[]): this {
    for (const text of texts) this.raw(new TextEncoder().encode(text)).u8(0);
    return this;
  }

  raw(bytes: Uint8Array | readonly number[]): this {
    for (const byte of bytes) this.written.push(byte);
    return this;
  }

  /** A length of the format, and then what it is the length of. */
  counted(format: 4 | 8, body: Writer): this {
    if (format === 8) this.u32(0xffffffff);
    return this.number(format, body.length).raw(body.bytes);
  }

  /** Another writer of the same order. */
  another(): Writer {
    return new Writer(this.order);
  }
}
