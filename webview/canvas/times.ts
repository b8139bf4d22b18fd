// When frames were collected, as far as the page has asked. No DOM in here.
import type { TimesAnswer } from '../../src/ask/tracks/times';
import type { StepsDone } from '../../src/ask/run';
import { t } from '../l10n';
import type { Ask } from '../requests';
import { RequestCancelled } from '../../src/wire/page';

/** When a frame was collected, microseconds since the first time. */
interface FrameTime {
  /** NaN where the frame did not collect it. */
  readonly time: number;
  /** Where it is drawn. */
  readonly place: number;
}

/** The most frames whose times are remembered, and asked for at once. */
const maxTimes = 5000;

const noTimes = t(
  'No frame collected $trace_timestamp. With `collect $trace_timestamp` among the actions of a tracepoint, the next run has times.',
);

export class TimesModel {
  /** What all times come to; absent until they are read. */
  all: TimesAnswer | undefined;
  /** How far reading has come; absent while it is not under way. */
  progress: StepsDone | undefined;
  /** Why no times are known. */
  problem: string | undefined;
  private readonly known = new Map<number, FrameTime>();
  private reading = new AbortController();

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  /** When a frame was collected; undefined where that was not fetched. */
  of(frame: number): FrameTime | undefined {
    return this.known.get(frame);
  }

  /** The frames are others now. */
  forget(): void {
    this.stop();
    this.all = undefined;
    this.known.clear();
  }

  stop(): void {
    this.reading.abort();
    this.progress = undefined;
    this.changed();
  }

  /** Has the host read every frame's time, once; false if no frame has one, or it was stopped. */
  async read(frameCount: number): Promise<boolean> {
    if (this.all) return true;
    this.reading.abort();
    const run = new AbortController();
    this.reading = run;
    const report = (progress: StepsDone) => {
      if (!run.signal.aborted) this.progress = progress;
      this.changed();
    };
    this.problem = undefined;
    report({ done: 0, total: Math.max(1, frameCount) });
    try {
      const times = await this.ask('times', {}, { signal: run.signal, report });
      if (times.timed > 0) this.all = times;
      else this.problem = noTimes;
    } catch (error) {
      if (error instanceof RequestCancelled) return false;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.progress = undefined;
    this.changed();
    return this.all !== undefined;
  }

  /** Asks for the times of frames, where they are read and not known here. */
  async fetch(frames: readonly number[]): Promise<void> {
    const wanted = [...new Set(frames)].filter((frame) => !this.known.has(frame));
    if (!this.all || wanted.length === 0) return;
    if (this.known.size > maxTimes) this.known.clear();
    const asked = { frames: wanted.slice(0, maxTimes) };
    const answer = await this.ask('timesOf', asked).catch(() => undefined);
    for (const [i, frame] of asked.frames.entries()) {
      const [time, place] = [answer?.times[i], answer?.places[i]];
      if (time !== undefined && place !== undefined) this.known.set(frame, { time, place });
    }
  }
}
