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

const partBits = 14;

/** A list that may have millions: an array is copied whenever it grows, which holds the thread. */
export class ListInParts<T> {
  private readonly parts: T[][] = [];
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(item: T): void {
    const part = this.count++ >>> partBits;
    (this.parts[part] ??= []).push(item);
  }

  at(place: number): T | undefined {
    return this.parts[place >>> partBits]?.[place & ((1 << partBits) - 1)];
  }

  /** Puts an item in a place that has one. */
  put(place: number, item: T): void {
    const part = this.parts[place >>> partBits];
    if (part) part[place & ((1 << partBits) - 1)] = item;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const part of this.parts) yield* part;
  }
}
