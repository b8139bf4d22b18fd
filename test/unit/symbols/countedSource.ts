// A source that counts what is asked of it: a hostile program must not have all of it read again
// and again.
import { MemorySource, type ByteSource } from '../../../src/bytes/source';

export class CountedSource implements ByteSource {
  reads = 0;
  bytesGiven = 0;
  private readonly source: MemorySource;

  constructor(bytes: Uint8Array) {
    this.source = new MemorySource(bytes);
  }

  get size(): number {
    return this.source.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (offset < 0 || length < 0) throw new Error(`${length} bytes at ${offset} were asked for.`);
    const bytes = await this.source.read(offset, length);
    this.reads++;
    this.bytesGiven += bytes.length;
    return bytes;
  }
}
