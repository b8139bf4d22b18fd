// A file that may change while it is read. After each read its stamp shows whether something
// happened to it; then samples that were kept of it show whether it still has the contents of the
// index. Bytes of other contents are never returned: a frame that is half of one run and half of
// another would look like any other.
import { t } from '@vscode/l10n';
import { ReadFailed, type ByteSource, type FileStamp } from '../bytes/source';
import type { TraceSource } from '../format/traceSource';

/** A source that must be closed. */
export interface OwnedSource extends TraceSource {
  close(): Promise<void>;
}

/**
 * An open file of a trace, of which no more than it held is ever given. Whoever made it closes it.
 */
export class ValidatedSource {
  /**
   * The file's bytes. A read fails where they are others than those known, or gone, and once the
   * file is closed.
   */
  readonly source: TraceSource;
  private touched: (() => void) | undefined;
  private wasTouched = false;
  private fingerprint: Fingerprint | undefined;
  private remembering: Promise<void> = Promise.resolve();
  private comparing: Promise<boolean> | undefined;
  private closed = false;
  /** Reads under way. */
  private reads = 0;
  /** Who waits for the end of the last one. */
  private allRead: (() => void) | undefined;

  private constructor(
    private readonly file: OwnedSource,
    private readonly name: string,
    private known: FileStamp | undefined,
  ) {
    this.source = checked(file, (offset, wanted, read) => this.checked(offset, wanted, read));
  }

  /** Takes over a source; `name` is for sentences. Rejects where the medium fails. */
  static async of(file: OwnedSource, name: string): Promise<ValidatedSource> {
    return new ValidatedSource(file, name, await file.stamp?.());
  }

  /** Who hears of every sign that something happened to the file, also of one that came before. */
  set onTouched(touched: () => void) {
    this.touched = touched;
    if (this.wasTouched) touched();
  }

  /**
   * Keeps places of what the file holds before an offset, in bytes, to know it by. Never rejects.
   */
  remember(end: number): Promise<void> {
    this.remembering = Fingerprint.take(this.source, 0, end).then(
      (fingerprint) => {
        this.fingerprint = fingerprint;
      },
      () => undefined,
    );
    return this.remembering;
  }

  /**
   * Whether another file begins with what this one held, up to an offset in bytes. Rejects where
   * the medium fails.
   */
  async beginsAlike(other: ByteSource, end = Infinity): Promise<boolean> {
    await this.remembering;
    return (await this.fingerprint?.matchesUpTo(other, end)) === true;
  }

  /** Closes the file once the reads under way have ended; no others begin. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.reads > 0) await new Promise<void>((resolve) => (this.allRead = resolve));
    await this.file.close();
  }

  /** Reads, and fails where a read of `wanted` bytes from an offset gave what it should not. */
  private async checked(
    offset: number,
    wanted: number,
    read: () => Promise<number>,
  ): Promise<number> {
    if (this.closed) throw new ReadFailed(t('{0} was closed, or is read anew.', this.name));
    this.reads++;
    try {
      const came = await read();
      await this.checkStamp();
      if (came >= wanted) return came;
      throw new ReadFailed(
        t(
          '{0} was cut: byte {1} is no longer in it. Frames before that can be read.',
          this.name,
          offset + came,
        ),
      );
    } finally {
      this.reads--;
      if (this.reads === 0) this.allRead?.();
    }
  }

  private async checkStamp(): Promise<void> {
    const now = await this.file.stamp?.();
    if (now?.file === this.known?.file) return;
    // A comparison that began before this read does not cover it.
    await this.comparing;
    if (now?.file === this.known?.file) return;
    this.comparing ??= this.isAsItWas(now).finally(() => {
      this.comparing = undefined;
    });
    if (await this.comparing) return;
    throw new ReadFailed(
      t('{0} was overwritten while it was read. It is read anew: try again.', this.name),
    );
  }

  private async isAsItWas(now: FileStamp | undefined): Promise<boolean> {
    this.wasTouched = true;
    this.touched?.();
    const isSame = (await this.fingerprint?.matchesUpTo(this.file, now?.size ?? Infinity)) ?? true;
    if (isSame) this.known = now;
    return isSame;
  }
}

/** Does a read of `wanted` bytes from an offset, which says how many came; may fail it. */
type Check = (offset: number, wanted: number, read: () => Promise<number>) => Promise<number>;

/** A source whose reads are checked. */
function checked(source: TraceSource, check: Check): TraceSource {
  const { size, parts, diagnostics } = source;
  const inFile = (offset: number, length: number) => Math.max(0, Math.min(length, size - offset));
  const sound: TraceSource = {
    size,
    ...(parts && { parts }),
    ...(diagnostics && { diagnostics }),
    read: async (offset, length) => {
      let bytes: Uint8Array = new Uint8Array();
      await check(offset, inFile(offset, length), async () => {
        bytes = await source.read(offset, length);
        return bytes.length;
      });
      return bytes;
    },
    ...(source.readInto && {
      readInto: (offset: number, into: Uint8Array) =>
        check(
          offset,
          inFile(offset, into.length),
          async () => (await source.readInto?.(offset, into)) ?? 0,
        ),
    }),
    inOrder: (order) => {
      const other = source.inOrder?.(order) ?? source;
      return other === source ? sound : checked(other, check);
    },
  };
  return sound;
}

// Whether a part of a file is what it was, without reading a big one whole: samples spread evenly
// over it are kept and compared; of up to a mebibyte every byte. Whoever saves another trace over a
// file changes its description too, which is compared in full.

/** Samples that are kept. */
const maxSamples = 256;
/** Bytes of a sample. */
const sampleLength = 4096;

interface FileSample {
  /** Offset in the file, in bytes. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What some places of a file held. */
export class Fingerprint {
  private constructor(private readonly samples: readonly FileSample[]) {}

  /** Reads the places between two offsets, in bytes. Rejects where the source does. */
  static async take(source: ByteSource, start: number, end: number): Promise<Fingerprint> {
    const step = Math.max(sampleLength, (end - start - sampleLength) / (maxSamples - 1));
    const samples: FileSample[] = [];
    for (let at = start; at < end; at += step) {
      const offset = Math.floor(at);
      const bytes = await source.read(offset, Math.min(sampleLength, end - offset));
      samples.push({ offset, bytes: new Uint8Array(bytes) });
    }
    return new Fingerprint(samples);
  }

  /** Whether all the places hold what they held. */
  matches(source: ByteSource): Promise<boolean> {
    return this.matchesUpTo(source, Infinity);
  }

  /** The same for the places before an offset, in bytes. */
  async matchesUpTo(source: ByteSource, end: number): Promise<boolean> {
    for (const { offset, bytes } of this.samples) {
      const wanted = bytes.subarray(0, Math.max(0, end - offset));
      const there = await source.read(offset, wanted.length);
      if (there.length !== wanted.length || !there.every((byte, i) => byte === wanted[i])) {
        return false;
      }
    }
    return true;
  }
}
