// Addresses put in order in steps: a file may have millions.
import { perStep, type Steps } from './timeSlice';

/** Addresses that are sorted in one go. */
const perSort = 16 * perStep;

/** The same addresses in order: sorted in parts, which are merged two by two. */
export function* sortAddresses(addresses: BigUint64Array): Steps<BigUint64Array> {
  const { length } = addresses;
  for (let at = 0; at < length; at += perSort) {
    addresses.subarray(at, at + perSort).sort();
    yield;
  }
  let from: BigUint64Array = addresses;
  let to: BigUint64Array = new BigUint64Array(length > perSort ? length : 0);
  for (let width = perSort; width < length; width *= 2) {
    for (let at = 0; at < length; at += 2 * width) {
      yield* merge(from, to, at, Math.min(at + width, length), Math.min(at + 2 * width, length));
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges `[first, middle)` and `[middle, end)` of `from`, each in order, into `to`. */
function* merge(
  from: BigUint64Array,
  to: BigUint64Array,
  first: number,
  middle: number,
  end: number,
): Steps<void> {
  let [left, right] = [first, middle];
  for (let at = first; at < end; at++) {
    if (at % perStep === 0) yield;
    const isLeft = left < middle && (right >= end || (from[left] ?? 0n) <= (from[right] ?? 0n));
    to[at] = from[isLeft ? left++ : right++] ?? 0n;
  }
}
