// Bytes whose medium fails as a test wants it: reads that fail, that come short, or that wait until
// they are released.
import { ReadFailed, type ByteSource, type FileStamp } from '../../../src/bytes/source';

/** What becomes of a read: it fails, or waits; undefined: it is answered as it should be. */
type Fault = Error | Promise<void> | undefined;

/** A medium that can fail, of bytes that may be read ahead. */
export class FaultySource implements ByteSource {
  /** Reads so far. */
  reads = 0;
  isClosed = false;
  readonly size: number;
  private fault: (read: number, offset: number, length: number) => Fault = () => undefined;
  private writes = 0;

  constructor(private bytes: Uint8Array) {
    this.size = bytes.length;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const fault = this.fault(this.reads++, offset, length);
    if (fault instanceof Error) throw fault;
    await fault;
    return this.bytes.subarray(offset, Math.min(offset + length, this.size));
  }

  stamp(): Promise<FileStamp> {
    const contents = String(this.writes);
    return Promise.resolve({ size: this.bytes.length, contents, file: contents });
  }

  /** The file that is open is written over. */
  write(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.writes++;
  }

  async readInto(offset: number, into: Uint8Array): Promise<number> {
    const bytes = await this.read(offset, into.length);
    into.set(bytes);
    return bytes.length;
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  /** So many reads are answered; those after them fail. */
  failAfter(reads: number): void {
    const first = this.reads + reads;
    this.fault = (read) => (read >= first ? diskGone : undefined);
  }

  /** A byte of the medium that cannot be read, and all after it. */
  failFrom(byte: number): void {
    this.fault = (_, offset, length) => (offset + length > byte ? diskGone : undefined);
  }

  /** Reads wait from now on; the result lets them go on. */
  hold(): () => void {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.fault = () => released;
    return release;
  }

  /** All is well again. */
  heal(): void {
    this.fault = () => undefined;
  }
}

/** What reads fail with. */
export const diskGone = new ReadFailed('app.tf cannot be read at byte 0: the disk is gone.');
