// The recording in progress, if there is one, and the state of the planned tracepoints in it.
import type { TargetRecording, RecordingStatus } from '../../remote/client/recording';
import type { PlannedTracepoint } from '../../remote/record/plan';
import { Emitter, type Disposable } from '../../trace/emitter';

/** Holds one recording at a time. */
export class CurrentRecording implements LiveTracepoints, Disposable {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  private recording: TargetRecording | undefined;
  private following: Disposable | undefined;
  private problems: ReadonlyMap<number, string> = new Map();
  /** The tracepoints that have them, as they were planned. */
  private planned: readonly PlannedTracepoint[] = [];

  get current(): TargetRecording | undefined {
    return this.recording;
  }

  get status(): RecordingStatus | undefined {
    return this.recording?.status;
  }

  of(number: number): LiveTracepoint | undefined {
    const problem = this.problems.get(number);
    const counted = this.status?.tracepoints.filter((each) => each.number === number) ?? [];
    if (counted.length === 0) return problem === undefined ? undefined : { problem };
    const sum = (of: 'hits' | 'usage') =>
      counted.reduce<number | undefined>((total, each) => {
        const value = each[of];
        return value === undefined ? total : (total ?? 0) + value;
      }, undefined);
    const hits = sum('hits');
    const bytes = sum('usage');
    return {
      ...(hits !== undefined && { hits }),
      ...(bytes !== undefined && { bytes }),
      ...(problem !== undefined && { problem }),
    };
  }

  valueOf(variable: string): bigint | undefined {
    return this.status?.variables.find(({ name }) => name === variable)?.value;
  }

  /** Follows a recording; the one before is let go. */
  follow(recording: TargetRecording): void {
    this.release();
    this.recording = recording;
    this.following = recording.onDidChangeStatus(() => {
      this.changed.fire();
    });
    this.changed.fire();
  }

  /** Lets the recording go. */
  release(): void {
    this.following?.dispose();
    this.recording?.dispose();
    this.following = undefined;
    this.recording = undefined;
    this.changed.fire();
  }

  /** Says why tracepoints cannot be recorded as they are planned, by number. */
  setProblems(problems: ReadonlyMap<number, string>, planned: readonly PlannedTracepoint[]): void {
    this.problems = problems;
    this.planned = planned;
    this.changed.fire();
  }

  /** Forgets the problems of tracepoints that are planned otherwise now, or no more. */
  keepProblemsOf(planned: readonly PlannedTracepoint[]): void {
    const same = new Set(planned.filter((each) => this.planned.includes(each)));
    const numbers = new Set([...same].map(({ number }) => number));
    const kept = [...this.problems].filter(([number]) => numbers.has(number));
    if (kept.length === this.problems.size) return;
    this.problems = new Map(kept);
    this.changed.fire();
  }

  dispose(): void {
    this.following?.dispose();
    this.recording?.dispose();
    this.changed.dispose();
  }
}

/** The state of a tracepoint in a run. */
export interface LiveTracepoint {
  /** Hits so far, at all its locations; absent where no run counts them. */
  readonly hits?: number;
  /** Bytes that its frames take in the target's buffer. */
  readonly bytes?: number;
  /** Why it cannot be recorded as it is planned; a sentence. */
  readonly problem?: string;
}

/** Tells it of each tracepoint. */
export interface LiveTracepoints {
  /** By number. */
  of(number: number): LiveTracepoint | undefined;
  /** What a trace state variable is worth now; by its name without its dollar sign. */
  valueOf(variable: string): bigint | undefined;
  onDidChange(listener: () => void): Disposable;
}
