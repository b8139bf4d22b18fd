// Frames that belong together: of a tracepoint, in a function, at a line, of equal value. One pass tells to which group
// each frame belongs, a second one measures an expression in them; both read frames that stand close together at once.
import { answersOver, valuesOver, type FrameQuery, type FrameValue } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import type { Trace } from '../trace';
import { commonBy, type Common, type GroupedBy } from './common';
import { firstFrames, type FrameList } from './frameList';

/** Frames that have something in common. */
export interface FrameGroup {
  /** What they have in common, for a person; absent for the frames of which it is not known. */
  readonly label?: string;
  /** A frame condition that holds in just these; absent where there is none. */
  readonly condition?: string;
  frames: number;
  /** The frames' numbers. */
  first: number;
  last: number;
  /** Of the numbers measured in them; absent where there were none. */
  least?: number;
  most?: number;
  mean?: number;
}

/** Groups kept at most; frames of further ones are counted in `others`. */
const mostGroups = 10_000;
const noGroup = 0xffff_ffff;

/** Told now and then, with how many of so many steps are done. */
type StepsDone = (done: number, total: number) => void;

/**
 * The groups of a list's frames, in the order in which they first come; `measured` is an expression whose least, most
 * and mean are wanted in each. Undefined where it was cancelled.
 */
export async function groupsOf(
  trace: Trace,
  list: FrameList,
  by: GroupedBy,
  measured?: FrameValue,
  cancelled?: AbortSignal,
  done?: StepsDone,
): Promise<{ groups: FrameGroup[]; others: number } | undefined> {
  const rows = list.count;
  const total = measured ? 2 * rows : rows;
  const groups = new Groups(rows);
  const common = commonBy(trace, by);
  const asked: FrameQuery = by.kind === 'value' ? by.value : { trace, readsFrame: () => false };
  const ask = (frame: number, run: FrameRun | undefined) => common(frame, run, cancelled);
  for await (const { first, answers } of answersOver(
    asked,
    firstFrames(list, rows),
    ask,
    cancelled,
  )) {
    answers.forEach((each, i) => {
      groups.add(first + i, list.frameAt(first + i), each);
    });
    done?.(first + answers.length, total);
  }
  if (cancelled?.aborted) return undefined;
  if (measured) {
    const options = { signal: cancelled };
    for await (const { first, numbers } of valuesOver(measured, firstFrames(list, rows), options)) {
      numbers.forEach((number, i) => {
        groups.measure(first + i, number);
      });
      done?.(rows + first + numbers.length, total);
    }
  }
  return cancelled?.aborted ? undefined : groups.finish();
}

/** Groups that fill while frames come, each row's group by its number. */
class Groups {
  private readonly groups: FrameGroup[] = [];
  /** Sums and counts of the numbers measured in each. */
  private readonly sums: number[] = [];
  private readonly counts: number[] = [];
  private readonly byLabel = new Map<string | undefined, number>();
  private readonly groupOf: Uint32Array;
  private others = 0;

  constructor(rows: number) {
    this.groupOf = new Uint32Array(rows).fill(noGroup);
  }

  add(row: number, frame: number, common: Common | undefined): void {
    // Lines of files that have the same name are told apart by their conditions.
    const key = common?.condition ?? common?.label;
    let number = this.byLabel.get(key);
    if (number === undefined) {
      if (this.groups.length >= mostGroups) {
        this.others++;
        return;
      }
      number = this.groups.push({ ...common, frames: 0, first: frame, last: frame }) - 1;
      this.byLabel.set(key, number);
      this.sums.push(0);
      this.counts.push(0);
    }
    this.groupOf[row] = number;
    const group = this.groups[number];
    if (!group) return;
    group.frames++;
    group.first = Math.min(group.first, frame);
    group.last = Math.max(group.last, frame);
  }

  /** Takes the number measured in a row; NaN is none. */
  measure(row: number, number: number): void {
    const at = this.groupOf[row] ?? noGroup;
    const group = this.groups[at];
    if (!group || Number.isNaN(number)) return;
    group.least = Math.min(group.least ?? number, number);
    group.most = Math.max(group.most ?? number, number);
    this.sums[at] = (this.sums[at] ?? 0) + number;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
  }

  finish(): { groups: FrameGroup[]; others: number } {
    this.groups.forEach((group, i) => {
      const count = this.counts[i] ?? 0;
      if (count > 0) group.mean = (this.sums[i] ?? 0) / count;
    });
    return { groups: this.groups, others: this.others };
  }
}
