// Arrays: binary search in what is in order, and what may be too long for arguments of a call.

/**
 * The first index below `count` from which `holds` is true up to the end; `count` where it never
 * is. Binary search: `holds` must not become false again.
 */
export function partitionPoint(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// As `Math.max(...numbers)` and `Math.min(...numbers)`, which overflow the stack where there are
// many.

export function largest(numbers: Iterable<number>, atLeast = -Infinity): number {
  let found = atLeast;
  for (const each of numbers) found = Math.max(found, each);
  return found;
}

export function smallest(numbers: Iterable<number>): number {
  let found = Infinity;
  for (const each of numbers) found = Math.min(found, each);
  return found;
}

/** As `to.push(...more)`, which overflows the stack where there are many. */
export function append<T>(to: T[], more: Iterable<T>): void {
  for (const each of more) to.push(each);
}

/** Adds to the list that a map has under a key. */
export function appendUnder<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
