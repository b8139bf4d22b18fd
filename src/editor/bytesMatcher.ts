// Compares bytes with a pattern, wherever the platform's own search says that it is worth it.
import type { BytesPattern } from './bytesPattern';

/** Finds the places of one pattern. */
export class BytesMatcher {
  /** Which byte of the pattern the platform's own search looks for. */
  private readonly anchor: number;
  /** What stands there: one byte, or a letter in both cases; none where that byte is left open. */
  private readonly anchorBytes: readonly number[];
  /** The order in which bytes are compared: zeros, of which a trace has most, come last. */
  private readonly order: readonly number[];

  constructor(private readonly pattern: BytesPattern) {
    const { values, masks } = pattern;
    const places = Array.from(values.keys());
    this.order = places.sort((a, b) => Number(values[a] === 0) - Number(values[b] === 0));
    const isNarrow = (place: number) => openBits(masks[place] ?? 0) <= 1;
    this.anchor = this.order.find(isNarrow) ?? 0;
    const [value = 0, mask = 0] = [values[this.anchor], masks[this.anchor]];
    const both = mask === 0xff ? [value] : [value, value | (0xff & ~mask)];
    this.anchorBytes = isNarrow(this.anchor) ? both : [];
  }

  /** Tells the places from `first` to `end`, exclusive, in the direction of the search. */
  places(
    bytes: Uint8Array,
    first: number,
    end: number,
    direction: 1 | -1,
    take: (at: number) => void,
  ): void {
    const { length } = this.pattern.values;
    const step = bytes.subarray(first, end + length - 1);
    const last = step.length - length;
    const anchors = new Anchors(step, this.anchor, this.anchorBytes, direction);
    for (let at = direction > 0 ? 0 : last; at >= 0 && at <= last; at += direction) {
      at = anchors.next(at);
      if (at < 0 || at > last) return;
      if (this.isAt(step, at)) take(first + at);
    }
  }

  private isAt(bytes: Uint8Array, at: number): boolean {
    const { values, masks } = this.pattern;
    for (const i of this.order) {
      if (((bytes[at + i] ?? 0) & (masks[i] ?? 0)) !== values[i]) return false;
    }
    return true;
  }
}

/** Where one of some bytes stands in others: each is looked for once. */
class Anchors {
  /** Where each was found last; -1 where it comes no more. */
  private readonly found: (number | undefined)[] = [];

  constructor(
    private readonly bytes: Uint8Array,
    /** Bytes from the place that is told to the byte that is looked for. */
    private readonly ahead: number,
    private readonly sought: readonly number[],
    private readonly direction: 1 | -1,
  ) {}

  /** The nearest place from `at` on; -1 where there is none, `at` itself where nothing is sought. */
  next(at: number): number {
    const { ahead, sought, direction } = this;
    if (sought.length === 0) return at;
    let nearest = -1;
    sought.forEach((byte, i) => {
      const found = this.find(byte, i, at + ahead);
      if (found >= 0 && (nearest < 0 || (found - nearest) * direction < 0)) nearest = found;
    });
    return nearest < 0 ? -1 : nearest - ahead;
  }

  private find(byte: number, i: number, from: number): number {
    const { bytes, direction } = this;
    const known = this.found[i];
    if (known !== undefined && (known < 0 || (known - from) * direction >= 0)) return known;
    const found = direction > 0 ? bytes.indexOf(byte, from) : bytes.lastIndexOf(byte, from);
    this.found[i] = found;
    return found;
  }
}

/** Bits that a mask leaves open. */
function openBits(mask: number): number {
  let open = 0;
  for (let bit = 1; bit < 0x100; bit <<= 1) if ((mask & bit) === 0) open++;
  return open;
}
