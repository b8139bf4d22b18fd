// Results that are worked out when first asked for and then kept: all of them, or the most recent.

/** Keeps what `make` gives. A failure is not kept: it is the medium's, and the next try may succeed. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

interface Kept<V> {
  readonly value: Promise<V>;
  /** What the promise gave; undefined before. */
  result: V | undefined;
  weight: number;
}

/** Keeps the most recently used results, up to a total weight. */
export class Recent<K, V> {
  private readonly kept = new Map<K, Kept<V>>();
  private total = 0;

  /** `weigh`: the weight of a result, in the unit of `limit` (bytes, for one). */
  constructor(
    private readonly limit: number,
    private readonly weigh: (value: V) => number,
  ) {}

  /** The result for a key, made where it is not kept. */
  get(key: K, make: () => Promise<V>): Promise<V> {
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
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

  /** The result, where it is there already. */
  known(key: K): V | undefined {
    return this.kept.get(key)?.result;
  }

  private settle(key: K, entry: Kept<V>, result: V): void {
    if (this.kept.get(key) !== entry) return;
    const weight = this.weigh(result);
    entry.result = result;
    entry.weight = weight;
    this.total += weight;
    for (const [oldest, { weight: freed }] of this.kept) {
      if (this.total <= this.limit || oldest === key) break;
      this.kept.delete(oldest);
      this.total -= freed;
    }
  }
}

/** Keeps all results. As everywhere, not failures. */
export function keepAll<K, V>(): Recent<K, V> {
  return new Recent(0, () => 0);
}
