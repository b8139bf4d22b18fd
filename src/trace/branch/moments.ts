// What ran when: the instructions that ran one after another until packets told of another time.
import { unknownTime } from '../../format/branchTrace';
import type { BlockRange, Moment } from './blockIndex';

/** What is kept of the moments of a range. */
export interface RangeMoments {
  /** The first that is no gap, where there is one. */
  readonly first: Moment;
  readonly last: Moment;
  /** The earliest and the latest tick. */
  readonly from: number;
  readonly to: number;
}

/** The moments of a range. `firstTime`: from where ticks count. */
export function* momentsOf({ blocks, firsts }: BlockRange, firstTime: bigint): Generator<Moment> {
  let before: bigint | undefined;
  let gapBefore = 0;
  for (let at = 0; at < blocks.count; at++) {
    const time = blocks.times?.[at] ?? unknownTime;
    const gap = blocks.gaps?.[at] ?? 0;
    if (time === before && gap === gapBefore) continue;
    before = time;
    gapBefore = gap;
    const tick = time === unknownTime ? undefined : Number(time - firstTime);
    yield { number: firsts[at] ?? 1, tick, gap };
  }
}

/** What is kept of moments; undefined where no time is known of any. */
export function rangeMoments(moments: Iterable<Moment>): RangeMoments | undefined {
  let first: Moment | undefined;
  let last: Moment | undefined;
  let [from, to] = [Infinity, -Infinity];
  for (const moment of moments) {
    if (moment.gap === 0) first ??= moment;
    last = moment;
    from = Math.min(from, moment.tick ?? from);
    to = Math.max(to, moment.tick ?? to);
  }
  return last && from <= to ? { first: first ?? last, last, from, to } : undefined;
}
