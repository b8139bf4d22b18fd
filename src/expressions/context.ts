// What an expression is evaluated in.
import type { StoppedMachine } from '../machine/stoppedMachine';
import type { Surroundings, Value } from '../values/value';
import type { PreviousValue } from './convenienceFunctions';
import type { ValueHistory } from './history';

/** What a convenience variable holds; undefined is gdb's `void`. */
export type ConvenienceValue = bigint | string | Value | undefined;

/** A stack frame of a stopped machine, with what the debugger keeps besides. */
export interface EvaluationContext {
  readonly machine: StoppedMachine;
  /** Of the selected stack frame; `machine` in it decides the sizes of C's own types where there is no program. */
  readonly surroundings: Surroundings;
  /** A convenience or trace state variable by its name without `$`. */
  readonly convenience: (name: string) => ConvenienceValue | Promise<ConvenienceValue>;
  readonly history?: ValueHistory;
  /** The frame before this one in the trace, for `$_changed`; undefined in the first one. */
  readonly previous?: () => Promise<EvaluationContext | undefined>;
  /** In a search, instead: what the argument of `$_changed` that begins at an offset of the text was before. */
  readonly before?: (argument: number) => Promise<PreviousValue>;
}
