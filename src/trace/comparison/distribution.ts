// How often each value came, for two traces to be held side by side. Few values are counted one by
// one; many numbers by powers of two.

/** Values counted one by one. */
const maxValues = 200;
/** In place of texts that are too many. */
const others = 'others';

/** A value of a part: a number, a text, or undefined where it was not collected. */
export type PartValue = Known | undefined;
type Known = number | string;

/** How often values came. */
export class Distribution {
  private counts = new Map<Known, number>();
  private isBucketed = false;

  /** Values that were collected. */
  total = 0;

  add(value: PartValue): void {
    if (value === undefined) return;
    this.total++;
    const key = this.isBucketed ? bucketOf(value) : value;
    const before = this.counts.get(key) ?? 0;
    this.counts.set(key, before + 1);
    if (before === 0 && this.counts.size > maxValues && !this.isBucketed) this.bucket();
  }

  /** Each value, or the smallest number of each power of two, with how often it came. */
  private entries(bucketed: boolean): ReadonlyMap<Known, number> {
    return bucketed && !this.isBucketed ? bucketedCounts(this.counts) : this.counts;
  }

  private bucket(): void {
    this.counts = bucketedCounts(this.counts);
    this.isBucketed = true;
  }

  /**
   * Both side by side, and how far they are apart: the share of values, 0 to 1, that would have to
   * be others.
   */
  static compare(left: Distribution, right: Distribution): Histogram {
    const isBucketed = left.isBucketed || right.isBucketed;
    const [ours, theirs] = [left.entries(isBucketed), right.entries(isBucketed)];
    const bars = [...new Set([...ours.keys(), ...theirs.keys()])]
      .map((value) => ({ value, left: ours.get(value) ?? 0, right: theirs.get(value) ?? 0 }))
      .sort((a, b) => inOrder(a.value, b.value));
    const share = (count: number, total: number) => (total === 0 ? 0 : count / total);
    const apart = bars.reduce(
      (sum, bar) => sum + Math.abs(share(bar.left, left.total) - share(bar.right, right.total)),
      0,
    );
    const isOneEmpty = (left.total === 0) !== (right.total === 0);
    return { bars, isBucketed, distance: isOneEmpty ? 1 : apart / 2 };
  }
}

/** How often a value came in each trace. */
export interface HistogramBar {
  readonly value: number | string;
  readonly left: number;
  readonly right: number;
}

/** Two distributions side by side. */
export interface Histogram {
  /** By value, ascending. */
  readonly bars: readonly HistogramBar[];
  /** Whether a number stands for all up to the next power of two. */
  readonly isBucketed: boolean;
  readonly distance: number;
}

function bucketedCounts(counts: ReadonlyMap<Known, number>): Map<Known, number> {
  const buckets = new Map<Known, number>();
  for (const [value, count] of counts) {
    const key = bucketOf(value);
    buckets.set(key, (buckets.get(key) ?? 0) + count);
  }
  return buckets;
}

function bucketOf(value: Known): Known {
  if (typeof value !== 'number') return others;
  if (value === 0 || !Number.isFinite(value)) return value;
  return Math.sign(value) * 2 ** Math.floor(Math.log2(Math.abs(value)));
}

function inOrder(one: Known, other: Known): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'number') return -1;
  if (typeof other === 'number') return 1;
  return one < other ? -1 : 1;
}

/** The bars between which the traces differ most, so many of them, the most different first. */
export function mostApart(bars: readonly HistogramBar[], most: number): HistogramBar[] {
  const apart = (bar: HistogramBar) => Math.abs(bar.left - bar.right);
  return [...bars].sort((a, b) => apart(b) - apart(a)).slice(0, most);
}
