// Many things put in order in steps: a file may have millions. Parts are sorted, and merged two by
// two.
import { append } from './arrays';
import { perStep, type Steps } from './timeSlice';

/** How many are sorted in one go: of texts, some milliseconds. */
const perSort = 4 * perStep;

/** The same addresses in order. */
export function sortAddresses(addresses: BigUint64Array): Steps<BigUint64Array> {
  return sortColumn(addresses, (length) => new BigUint64Array(length));
}

/** The same offsets in order. */
export function sortOffsets(offsets: Float64Array): Steps<Float64Array> {
  return sortColumn(offsets, (length) => new Float64Array(length));
}

function* sortColumn<Of extends BigUint64Array | Float64Array>(
  column: Of,
  columnOf: (length: number) => Of,
): Steps<Of> {
  for (let at = 0; at < column.length; at += perSort) {
    column.subarray(at, at + perSort).sort();
    yield;
  }
  const other = columnOf(column.length > perSort ? column.length : 0);
  return yield* merged(column, other, (one, another) => one <= another);
}

/** Items in order, as `sort` puts them. */
export function* sortItems<T>(
  items: readonly T[],
  compare: (one: T, another: T) => number,
): Steps<readonly T[]> {
  const parts: T[] = [];
  for (let at = 0; at < items.length; at += perSort) {
    append(parts, items.slice(at, at + perSort).sort(compare));
    yield;
  }
  return yield* merged(parts, [...parts], (one, another) => compare(one, another) <= 0);
}

interface List {
  [place: number]: unknown;
  readonly length: number;
}

/** What is in order in parts, in order as a whole; both lists are written to. */
function* merged<Of extends List>(
  list: Of,
  other: Of,
  isBefore: (one: Of[number], another: Of[number]) => boolean,
): Steps<Of> {
  const { length } = list;
  let [from, to] = [list, other];
  for (let width = perSort; width < length; width *= 2) {
    for (let at = 0; at < length; at += 2 * width) {
      const [middle, end] = [Math.min(at + width, length), Math.min(at + 2 * width, length)];
      let [left, right] = [at, middle];
      for (let place = at; place < end; place++) {
        if (place % perStep === 0) yield;
        const isLeft = left < middle && (right >= end || isBefore(from[left], from[right]));
        to[place] = from[isLeft ? left++ : right++];
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
