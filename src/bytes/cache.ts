// Results that are computed on first use and kept: all, or the most recently used up to a weight or
// a number. A failure is never kept: it is the medium's, and the next try may succeed.
import { lazy } from './lazy';

/** Keeps results for pairs of objects, as long as both live. */
export class WeakPairCache<A extends object, B extends object, V> {
  private readonly kept = new WeakMap<A, WeakMap<B, () => Promise<V>>>();

  constructor(private readonly make: (one: A, other: B) => Promise<V>) {}

  /** The result for a pair; made where none is kept. */
  get(one: A, other: B): Promise<V> {
    const ofOne = this.kept.get(one) ?? new WeakMap<B, () => Promise<V>>();
    this.kept.set(one, ofOne);
    const result = ofOne.get(other) ?? lazy(() => this.make(one, other));
    ofOne.set(other, result);
    return result();
  }
}

interface Kept<V> {
  readonly value: Promise<V>;
  /** What the promise resolved to; undefined before. */
  result: V | undefined;
  weight: number;
}

/** Keeps the most recently used results, up to a total weight; all of them without a limit. */
export class LruCache<K, V> {
  private readonly kept = new Map<K, Kept<V>>();
  private total = 0;

  /** `weigh`: the weight of a result, in the unit of `limit`, for example bytes. */
  constructor(
    private readonly limit = Infinity,
    private readonly weigh: (value: V) => number = () => 1,
  ) {}

  /** The result for a key; calls `make` where none is kept. */
  get(key: K, make: () => Promise<V>): Promise<V> {
    const known = this.kept.get(key);
    if (known) {
      if (this.limit !== Infinity) {
        this.kept.delete(key);
        this.kept.set(key, known);
      }
      return known.value;
    }
    const entry: Kept<V> = { value: make(), result: undefined, weight: 0 };
    this.kept.set(key, entry);
    entry.value.then(
      (result) => {
        this.settle(key, entry, result);
      },
      () => {
        if (this.kept.get(key) === entry) this.kept.delete(key);
      },
    );
    return entry.value;
  }

  /** The result for a key, if it is kept and settled. */
  known(key: K): V | undefined {
    return this.kept.get(key)?.result;
  }

  private settle(key: K, entry: Kept<V>, result: V): void {
    if (this.kept.get(key) !== entry) return;
    const weight = this.weigh(result);
    entry.result = result;
    entry.weight = weight;
    this.total += weight;
    if (this.total <= this.limit) return;
    // A walk over a map passes by the places of what was deleted: one frees an eighth, for many.
    const enough = this.limit - Math.floor(this.limit / 8);
    for (const [oldest, { weight: freed }] of this.kept) {
      if (this.total <= enough || oldest === key) break;
      this.kept.delete(oldest);
      this.total -= freed;
    }
  }
}

/** Keeps the results that were used last, at most a number of them. */
export class RecentResults<K, V> {
  private readonly kept = new Map<K, V>();

  constructor(private readonly most: number) {}

  /** The result for a key; calls `make` where none is kept. */
  get(key: K, make: () => V): V {
    const { kept, most } = this;
    const result = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, result);
    if (kept.size > most) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    return result;
  }
}
