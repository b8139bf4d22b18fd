// Binary search in what lies in order.

/**
 * The first place of `count` at which something holds that holds at all places behind it too;
 * `count` where it holds at none. Takes logarithmic time.
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
