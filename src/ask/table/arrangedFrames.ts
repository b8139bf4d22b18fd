// The frames that a condition lets through, in an order: for the table of a page, where they appear
// as they are found, and for those who wait for all of them.
import type { Problem } from '../../expressions/problem';
import { AllFrames, ChosenFrames, type FrameList } from '../../trace/list/frameList';
import { sortedBy, type SortOrder } from '../../trace/list/sort';
import type { FrameCondition } from '../../trace/search/framePredicate';
import { matchingFrames } from '../../trace/search/search';
import type { Trace } from '../../trace/trace';
import type { QuestionRun, StepsDone } from '../run';

/** How far frames are arranged. */
export interface ArrangingSteps extends StepsDone {
  readonly doing: 'searching' | 'sorting';
  readonly matched?: number;
  /** Frames in the list so far. */
  readonly rows: number;
}

export class ArrangedFrames {
  /** In the order of the file: what "the row before" means, however the frames are sorted. */
  readonly base: FrameList;
  /**
   * Those that the condition lets through, ascending, as far as they are found; none without one.
   */
  readonly matches: ChosenFrames | undefined;
  private list: FrameList;

  /** `hides`: frames that do not match are left out. */
  constructor(
    private readonly trace: Trace,
    readonly condition?: FrameCondition,
    readonly hides = false,
  ) {
    this.matches = condition && new ChosenFrames();
    this.base = this.list =
      this.matches && hides ? this.matches : new AllFrames(trace.recording.index);
  }

  /** In the order asked for. */
  get frames(): FrameList {
    return this.list;
  }

  /** Why no frame matches, where that can be told. */
  get whyNone(): Problem | undefined {
    return this.matches?.count === 0 ? this.condition?.whyNowhere : undefined;
  }

  /** Finds the frames, then sorts them, all at once. If it is cancelled, they stay as they are. */
  async arrange(order: SortOrder | undefined, run: QuestionRun<ArrangingSteps>): Promise<void> {
    if (this.condition) await this.find(this.condition, run);
    if (order) await this.sort(order, run);
  }

  /** Sorts the frames once all are known. */
  async sort(order: SortOrder, run: QuestionRun<ArrangingSteps>): Promise<void> {
    const { trace, base } = this;
    await trace.recording.indexed;
    const sorted = await sortedBy(trace, base, order, run.signal, (done) => {
      run.report({ doing: 'sorting', done, total: base.count, rows: this.list.count });
    });
    if (sorted) this.list = sorted;
  }

  private async find(condition: FrameCondition, { signal, report }: QuestionRun<ArrangingSteps>) {
    const { trace, matches } = this;
    const search = matchingFrames(trace, [{ condition }], {
      ...{ from: -1, direction: 1, signal },
      onProgress: ({ searched: done }) => {
        const matched = matches?.count ?? 0;
        const total = trace.recording.index.count;
        report({ doing: 'searching', done, total, matched, rows: this.list.count });
      },
    });
    for await (const frames of search) matches?.add(frames);
  }
}
