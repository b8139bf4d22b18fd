// Whether a part of a file is what it was, without reading a big one whole: stretches spread evenly over it are kept and
// compared; of up to a mebibyte every byte. Whoever saves another trace over a file changes its description too, which is
// compared in full.
import type { ByteSource } from '../bytes/source';

/** Stretches that are kept. */
const mostStretches = 256;
/** Bytes of a stretch. */
const stretchLength = 4096;

interface Stretch {
  /** Offset in the file, in bytes. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What some places of a file held. */
export class Fingerprint {
  private constructor(private readonly stretches: readonly Stretch[]) {}

  /** Reads the places between two offsets, in bytes. Rejects where the source does. */
  static async take(source: ByteSource, start: number, end: number): Promise<Fingerprint> {
    const step = Math.max(stretchLength, (end - start - stretchLength) / (mostStretches - 1));
    const stretches: Stretch[] = [];
    for (let at = start; at < end; at += step) {
      const offset = Math.floor(at);
      const bytes = await source.read(offset, Math.min(stretchLength, end - offset));
      stretches.push({ offset, bytes: new Uint8Array(bytes) });
    }
    return new Fingerprint(stretches);
  }

  /** Whether all the places hold what they held. */
  matches(source: ByteSource): Promise<boolean> {
    return this.matchesUpTo(source, Infinity);
  }

  /** The same for the places before an offset, in bytes. */
  async matchesUpTo(source: ByteSource, end: number): Promise<boolean> {
    for (const { offset, bytes } of this.stretches) {
      const wanted = bytes.subarray(0, Math.max(0, end - offset));
      const there = await source.read(offset, wanted.length);
      if (there.length !== wanted.length || !there.every((byte, i) => byte === wanted[i])) {
        return false;
      }
    }
    return true;
  }
}
