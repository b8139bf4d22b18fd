// Numbers written one after the other, as readers read them.
import type { ByteOrder } from '../../../src/bytes/cursor';

/** Bytes that are written one number after the other. */
export class Writer {
  private view = new DataView(new ArrayBuffer(64));
  private end = 0;

  constructor(readonly order: ByteOrder = 'little') {}

  get length(): number {
    return this.end;
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.view.buffer.slice(0, this.end));
  }

  /** Where `size` more bytes are written. */
  private room(size: number): number {
    const at = this.end;
    this.end += size;
    if (this.end > this.view.byteLength) {
      const larger = new Uint8Array(2 * this.end);
      larger.set(new Uint8Array(this.view.buffer, 0, at));
      this.view = new DataView(larger.buffer);
    }
    return at;
  }

  /** A number of `size` bytes. */
  number(size: number, value: bigint | number): this {
    const at = this.room(size);
    let rest = BigInt.asUintN(8 * size, BigInt(value));
    for (let i = 0; i < size; i++) {
      this.view.setUint8(
        this.order === 'little' ? at + i : at + size - 1 - i,
        Number(rest & 0xffn),
      );
      rest >>= 8n;
    }
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
    const at = this.room(bytes.length);
    new Uint8Array(this.view.buffer).set(bytes, at);
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
