// What was worked out once and is asked for again. A failure is the medium's, and the next try may succeed.

/** What a map has for a key, made where it has nothing; of `most` it begins anew. A failure is not kept. */
export function remembered<K, V>(
  known: Map<K, Promise<V>>,
  key: K,
  make: () => Promise<V>,
  most = Infinity,
): Promise<V> {
  let value = known.get(key);
  if (!value) {
    if (known.size >= most) known.clear();
    value = make();
    known.set(key, value);
    value.catch(() => {
      if (known.get(key) === value) known.delete(key);
    });
  }
  return value;
}
