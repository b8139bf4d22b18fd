// What was worked out once and is asked for again. A failure is the medium's, and the next try may succeed.

/** What a map has for a key, made where it has nothing. A failure is not kept. */
export function remembered<K, V>(
  known: Map<K, Promise<V>>,
  key: K,
  make: () => Promise<V>,
): Promise<V> {
  let value = known.get(key);
  if (!value) {
    value = make();
    known.set(key, value);
    value.catch(() => known.delete(key));
  }
  return value;
}
