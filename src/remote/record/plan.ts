// What a user wants recorded, as plain data that a workspace keeps: gdb manual, "Create and Delete Tracepoints" to
// "Trace State Variables". Texts are what gdb's user would type, so that plans and gdb's scripts become each other.

/** How a tracepoint gets the target's attention: gdb's `trace`, `ftrace` (a jump instead of a trap) and `strace`. */
export type TracepointKind = 'trap' | 'fast' | 'static';

/** One action: `collect` or `teval`. */
export type PlannedAction =
  | {
      readonly action: 'collect';
      /** `$regs`, `$args`, `$locals`, `$_ret`, `$_sdata` or an expression; one item. */
      readonly item: string;
      /** `collect /s` or `/sN`: what character pointers point to; at most so many bytes, 0 for no limit but the target's. */
      readonly strings?: number;
    }
  | { readonly action: 'teval'; readonly expression: string };

/** `while-stepping`. */
export interface PlannedStepping {
  /** Instructions after each hit. */
  readonly count: number;
  readonly actions: readonly PlannedAction[];
}

/** A tracepoint. */
export interface PlannedTracepoint {
  /** Unique in its plan, from 1; it is the number in the trace file. */
  readonly number: number;
  readonly kind: TracepointKind;
  /** `file.c:12`, a function, or `*0x401136`: what gdb's `trace` takes. Lines count from 1. */
  readonly location: string;
  readonly enabled: boolean;
  readonly condition?: string;
  /** Hits after which the run stops; 0 for never. */
  readonly passCount: number;
  readonly actions: readonly PlannedAction[];
  readonly stepping?: PlannedStepping;
}

/** `tvariable $name = value`. */
export interface PlannedVariable {
  /** Without its dollar sign. */
  readonly name: string;
  readonly initialValue: bigint;
}

/** What a run records. */
export interface RecordingPlan {
  readonly tracepoints: readonly PlannedTracepoint[];
  readonly variables: readonly PlannedVariable[];
  /** Whether each hit records `$trace_timestamp`, where the target has it. */
  readonly recordTime: boolean;
}
