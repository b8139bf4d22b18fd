// Searches the bytes of a file of any size, forward or backward, a piece at a time.
import { type ByteSource, raceAbort } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import { t } from '@vscode/l10n';

/** A search: offsets are bytes of the file. */
export interface BytesSearch {
  /** The first offset at which a place may begin; backward the last. */
  readonly from: number;
  /** Forward where the places to begin at end, exclusive; backward the first of them. */
  readonly to: number;
  readonly direction: 1 | -1;
  /** The search ends with this many places. */
  readonly most: number;
  readonly signal: AbortSignal;
  /** Bytes that were searched. */
  readonly onProgress: (done: number, found: number) => void;
}

/** Places to begin at in one piece of the file. */
const pieceSize = 1024 * 1024;
/** Comparisons between two looks at the clock: a few milliseconds. */
const maxComparisons = 64 * 1024;

/** Where the pattern is found, in the order of the search; places do not overlap. */
export async function searchBytes(
  source: ByteSource,
  pattern: BytesPattern,
  search: BytesSearch,
): Promise<number[]> {
  const { direction, most, signal, onProgress } = search;
  const { length } = pattern.values;
  const matcher = new BytesMatcher(pattern);
  const slice = new TimeSlice();
  const found: number[] = [];
  const isOver = () => found.length >= most || signal.aborted;
  const stepSize = Math.floor(maxComparisons / length);
  const [low, high] = span(search, source.size - length);
  for (let done = 0; done < high - low && !isOver();) {
    const count = Math.min(pieceSize, high - low - done);
    const start = direction > 0 ? low + done : high - done - count;
    const piece = await raceAbort(source.read(start, count + length - 1), signal);
    if (!piece) break;
    for (let at = 0; at < count && !isOver(); at += stepSize) {
      const step = Math.min(stepSize, count - at);
      const first = direction > 0 ? at : count - at - step;
      matcher.places(piece, first, first + step, direction, (place) => {
        const last = found.at(-1);
        if (found.length >= most) return;
        if (last === undefined || Math.abs(start + place - last) >= length)
          found.push(start + place);
      });
      await slice.yieldIfDue();
    }
    done += count;
    onProgress(done, found.length);
  }
  return found;
}

/**
 * The places to begin at, ascending, `high` exclusive; `last` is the last one that the file has
 * room for.
 */
function span({ from, to, direction }: BytesSearch, last: number): [low: number, high: number] {
  const [low, high] = direction > 0 ? [from, to] : [to, from + 1];
  return [low, Math.min(high, last + 1)];
}

/** Finds the places of one pattern. */
class BytesMatcher {
  /** Which byte of the pattern the platform's own search looks for. */
  private readonly anchor: number;
  /** Its value: one byte, or a letter in both cases; none if any byte matches. */
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

/** Where one of several byte values occurs; each is searched once. */
class Anchors {
  /** Where each was found last; -1 where it comes no more. */
  private readonly found: (number | undefined)[] = [];

  constructor(
    private readonly bytes: Uint8Array,
    /** Bytes from a place to the byte that is searched for. */
    private readonly ahead: number,
    private readonly sought: readonly number[],
    private readonly direction: 1 | -1,
  ) {}

  /**
   * The nearest place from `at` on; -1 if none exists, `at` itself if nothing is searched for.
   */
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

/** A row of bytes: each is compared under a mask. */
export interface BytesPattern {
  readonly values: Uint8Array;
  /** The bits of each byte that must be those of `values`. */
  readonly masks: Uint8Array;
}

/** Bytes of the longest pattern: a search takes this many looks at a place at most. */
const maxPatternBytes = 256;
const utf8 = new TextEncoder();
/** The bit in which the cases of an ASCII letter differ. */
const caseBit = 0x20;

/**
 * Reads digits, `?` for any of them, and spaces between bytes; `0x` before a byte is passed over.
 */
export function hexPattern(text: string): BytesPattern | { problem: string } {
  const digits = text.replace(/(^|[\s,])0x/gi, '$1').replace(/[\s,]/g, '');
  const wrong = /[^0-9a-f?]/i.exec(digits);
  if (wrong) {
    return { problem: t('“{0}” is no hexadecimal digit. Write bytes as 7f 45 ?? 46.', wrong[0]) };
  }
  if (digits.length % 2 !== 0)
    return { problem: t('The last byte has one digit: write two for each byte.') };
  const pairs = digits.match(/../g) ?? [];
  const under = (known: string) => (pair: string) =>
    Number.parseInt(pair.replace(/[^?]/g, known).replace(/\?/g, '0'), 16);
  return checked({
    values: Uint8Array.from(pairs, (pair) => Number.parseInt(pair.replace(/\?/g, '0'), 16)),
    masks: Uint8Array.from(pairs, under('f')),
  });
}

/** Text as UTF-8; without `matchCase`, ASCII letters of either case. */
export function textPattern(text: string, matchCase: boolean): BytesPattern | { problem: string } {
  const values = utf8.encode(text);
  const masks = values.map((byte) => (!matchCase && isLetter(byte) ? 0xff & ~caseBit : 0xff));
  return checked({ values: values.map((byte, i) => byte & (masks[i] ?? 0)), masks });
}

function checked(pattern: BytesPattern): BytesPattern | { problem: string } {
  const { length } = pattern.values;
  if (length === 0) return { problem: t('There is nothing to search for.') };
  if (length > maxPatternBytes)
    return { problem: t('At most {0} bytes can be searched for.', maxPatternBytes) };
  if (!pattern.masks.some((mask) => mask !== 0))
    return { problem: t('Every place has such bytes: give at least one digit.') };
  return pattern;
}

function isLetter(byte: number): boolean {
  const lower = byte | caseBit;
  return lower >= 0x61 && lower <= 0x7a;
}
