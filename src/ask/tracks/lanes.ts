// The lanes and the times of a trace's frames. They belong to the trace's index: all who show the
// trace share them.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../../bytes/requestFailed';
import type { FrameIndex } from '../../format/frameIndex';
import { FrameTimes, frameParts, timeParts } from '../../trace/overview/frameTimes';
import { HitCounts } from '../../trace/overview/hitCounts';
import type { Recording } from '../../trace/recording';
import type { Trace } from '../../trace/trace';
import type { QuestionRun } from '../run';
import type { AxisRange } from './axis';

const lanesOfIndex = new WeakMap<FrameIndex, Lanes>();

/** The lanes of a trace's frames, as its index is now. */
export function lanesOf({ recording }: Pick<Trace, 'recording'>): Lanes {
  const known = lanesOfIndex.get(recording.index);
  if (known) return known;
  const lanes = new Lanes(recording);
  lanesOfIndex.set(recording.index, lanes);
  return lanes;
}

export class Lanes {
  /** Hits and steps by lane. */
  readonly counts: HitCounts;
  private read: FrameTimes | undefined;

  constructor({ index, stepping, description }: Recording) {
    this.counts = new HitCounts(index, stepping, description.tracepoints);
  }

  /** Reads the time of every frame, once. */
  async readTimes(trace: Trace, { signal, report }: QuestionRun): Promise<FrameTimes> {
    const { index } = this.counts;
    const read = () =>
      FrameTimes.read(trace, signal, (done) => {
        report({ done, total: index.count });
      });
    const times = this.read ?? (await read());
    if (!times || trace.recording.index !== index) {
      throw new RequestFailed(t('The trace is read anew.'));
    }
    this.read = times;
    return times;
  }

  /** Where frames are in time; undefined where that was not read. */
  get timesIfRead(): FrameTimes | undefined {
    return this.read;
  }

  /** The same; fails where that was not read. */
  get times(): FrameTimes {
    if (this.read) return this.read;
    throw new RequestFailed(t('The times of the frames are not read yet.'));
  }

  /** The times, where they are the axis. */
  timesOn(axis: AxisRange['axis']): FrameTimes | undefined {
    return axis === 'time' ? this.times : undefined;
  }

  /** The first frame of each part of a range, and the one after the last part. */
  starts({ axis, ...range }: AxisRange): Uint32Array {
    const times = this.timesOn(axis);
    return times ? timeParts(range, times) : frameParts(range, this.counts.counted);
  }
}
