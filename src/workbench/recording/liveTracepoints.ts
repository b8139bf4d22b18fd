// What is known of the planned tracepoints beyond the plan: what a target, or the program, said of each.
import type { Disposable } from '../../trace/emitter';

/** How a tracepoint stands. */
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
