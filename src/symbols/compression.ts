// Compressed sections (System V ABI, "Section Compression"; GNU's older `.zdebug_` sections).
import { Cursor } from '../bytes/cursor';
import { SectionFlag, type Elf, type SectionHeader } from './elf';
import type { ProgramFindings } from './findings';
import { lazy } from '../bytes/cache';
import { TimeSlice } from '../bytes/timeSlice';
import type { SectionBytes, StoredSection } from './sectionBytes';

/** How a section is compressed. Sizes are in bytes. */
interface Compression {
  readonly kind: 'zlib' | 'zstd' | 'unknown';
  /** Where the compressed stream begins in the stored bytes. */
  readonly start: number;
  /** Size of the decompressed bytes. */
  readonly size: number;
}

const compressionKinds = ['unknown', 'zlib', 'zstd'] as const;
const oldMagic = 'ZLIB';

/** How a section is compressed; undefined where it is not. */
export async function readCompression(
  stored: StoredSection,
  header: SectionHeader,
  elf: Elf,
): Promise<Compression | undefined> {
  if (header.flags & SectionFlag.compressed) return readCompressionHeader(stored, elf);
  if (header.name.startsWith('.zdebug_')) return readOldHeader(stored);
  return undefined;
}

/** Elf32_Chdr and Elf64_Chdr. */
async function readCompressionHeader(stored: StoredSection, elf: Elf): Promise<Compression> {
  const wide = elf.header.bits === 64;
  const cursor = new Cursor(await stored.read(0, 24), elf.header.order);
  const kind = compressionKinds[cursor.u32()] ?? 'unknown';
  if (wide) cursor.skip(4);
  const size = wide ? Number(cursor.u64()) : cursor.u32();
  return { kind, size, start: wide ? 24 : 12 };
}

/** `ZLIB` and the size, big endian on every machine. */
async function readOldHeader(stored: StoredSection): Promise<Compression | undefined> {
  const cursor = new Cursor(await stored.read(0, 12), 'big');
  if (new TextDecoder().decode(cursor.take(4)) !== oldMagic) return undefined;
  return { kind: 'zlib', size: Number(cursor.u64()), start: 12 };
}

/** The most that a section may unpack to: beyond it the header is damage, or an attack. */
const maxUnpacked = 2 ** 30;
const maxRatio = 256;
const alwaysUnpacked = 2 ** 20;

/** A section that is unpacked whole when first read, because compression allows no ranges. */
export class CompressedSection implements SectionBytes {
  readonly fileOffset = undefined;
  readonly size: number;
  private readonly unpacked = lazy(() => this.unpack());

  constructor(
    private readonly stored: StoredSection,
    private readonly compression: Compression,
    private readonly findings: ProgramFindings,
  ) {
    const most = Math.min(maxUnpacked, alwaysUnpacked + maxRatio * stored.size);
    const { kind, size } = compression;
    this.size = size <= most && kind !== 'unknown' ? size : 0;
    if (kind === 'unknown') this.report('its compression is not known', 0);
    else if (size > most) this.report(`${stored.size} bytes cannot hold as much as it promises`, 0);
  }

  get name(): string {
    return this.stored.name;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.unpacked();
    return offset >= 0 ? bytes.subarray(offset, offset + length) : new Uint8Array(0);
  }

  private async unpack(): Promise<Uint8Array> {
    const { kind, start } = this.compression;
    const output = new Unpacked(this.size);
    if (kind === 'unknown' || this.size === 0) return output.bytes;
    const problem = await this.pump(start, await openStream(kind, output), output);
    if (!output.full) this.report(problem ?? 'it ends early', output.length);
    return output.bytes;
  }

  private report(why: string, found: number): void {
    this.findings.add({
      severity: 'error',
      code: 'section-not-unpacked',
      message: `Section ${this.name} could not be decompressed whole: ${why}.`,
      offset: this.stored.fileOffset,
      expected: `${this.compression.size} bytes`,
      found: `${found} bytes`,
    });
  }

  /**
   * Feeds the stream piece by piece, so that no piece takes long. Returns what stopped it early.
   */
  private async pump(start: number, stream: Stream, output: Unpacked): Promise<string | undefined> {
    const slice = new TimeSlice();
    for (let at = start; at < this.stored.size && !output.full; at += pieceSize) {
      const piece = await this.stored.read(at, pieceSize);
      const problem = tryPush(stream, piece, at + pieceSize >= this.stored.size);
      if (problem !== undefined) return problem;
      await slice.yieldIfDue();
    }
    return undefined;
  }
}

/** Small enough that even a piece which unpacks a thousandfold does not take long. */
const pieceSize = 16 * 1024;

interface Stream {
  push(chunk: Uint8Array, final: boolean): void;
}

/** The libraries are loaded when they are needed: most programs are not compressed. */
async function openStream(kind: 'zlib' | 'zstd', output: Unpacked): Promise<Stream> {
  const take = (chunk: Uint8Array): void => {
    output.add(chunk);
  };
  if (kind === 'zlib') return new (await import('fflate')).Unzlib(take);
  return new (await import('fzstd')).Decompress(take);
}

/**
 * The libraries throw on bad streams, and a full output stops them: a few bytes may stand for
 * gigabytes.
 */
function tryPush(stream: Stream, piece: Uint8Array, final: boolean): string | undefined {
  try {
    stream.push(piece, final);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'the stream is damaged';
  }
}

/** Decompressed bytes, as many as the header promised and no more; memory grows as they come. */
class Unpacked {
  length = 0;
  private buffer: Uint8Array;

  constructor(private readonly promised: number) {
    this.buffer = new Uint8Array(Math.min(promised, 1 << 20));
  }

  get full(): boolean {
    return this.length >= this.promised;
  }

  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Throws where there is more than was promised, which ends the stream. */
  add(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.promised - this.length);
    if (this.length + kept.length > this.buffer.length) this.grow(this.length + kept.length);
    this.buffer.set(kept, this.length);
    this.length += kept.length;
    if (kept.length < chunk.length) throw new Error('there is more than it promises');
  }

  private grow(least: number): void {
    const grown = new Uint8Array(Math.min(this.promised, Math.max(least, 2 * this.buffer.length)));
    grown.set(this.buffer);
    this.buffer = grown;
  }
}
