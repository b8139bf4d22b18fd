// When the frames of a table were collected, by the trace's own clock.
import { ifReadable } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import type { FrameList } from '../../trace/list/frameList';
import type { FrameValue } from '../../trace/search/frameValues';

/** Where the clock is, as gdb's manual names it. */
export const clockExpression = '$trace_timestamp';
/** Rows looked back through for a time to compare with. */
const rowsBack = 1000;

export class RowTimes {
  private beginning: Promise<number | undefined> | undefined;

  /** `clock`: undefined where the trace has none. */
  constructor(private readonly clock: () => Promise<FrameValue | undefined>) {}

  /** After a new index or program. */
  reset(): void {
    this.beginning = undefined;
  }

  /** Microseconds from the first time to this frame's; undefined where it did not collect one. */
  async of(frame: number): Promise<number | undefined> {
    const time = await this.clockIn(frame);
    if (time === undefined) return undefined;
    this.beginning ??= this.firstTime(frame);
    const first = await this.beginning;
    return first === undefined ? undefined : time - first;
  }

  /** Microseconds since the nearest row before that has a time. `list` is in the file's order. */
  async since(list: FrameList, frame: number): Promise<number | undefined> {
    const time = await this.clockIn(frame);
    const row = list.rowOf(frame);
    if (time === undefined || row === undefined) return undefined;
    for (let earlier = row - 1; earlier >= Math.max(0, row - rowsBack); earlier--) {
      const before = await this.clockIn(list.frameAt(earlier));
      if (before !== undefined) return time - before;
    }
    return undefined;
  }

  private async clockIn(frame: number): Promise<number | undefined> {
    const clock = await this.clock();
    return clock && ifReadable(clock.numberIn(frame));
  }

  /** The first time in the file, where one of the frames up to `last` has one. */
  private async firstTime(last: number): Promise<number | undefined> {
    const slice = new TimeSlice();
    for (let frame = 0; frame <= last; frame++) {
      const time = await this.clockIn(frame);
      if (time !== undefined) return time;
      await slice.yieldIfDue();
    }
    return undefined;
  }
}
