// What an expression is evaluated in, and the value history.
import type { FrameState } from '../machine/frameState';
import type { ValueContext, Value } from '../values/value';
import type { PreviousValue } from './convenienceFunctions';
import type { TypedMacros } from './macros';
import { Failure } from './problem';

/** What a convenience variable holds; undefined is gdb's `void`. */
export type ConvenienceValue = bigint | string | Value | undefined;

/** What a setting is set to: its text, and its number where it is one of numbers or a switch. */
export interface Setting {
  readonly text: string;
  readonly number?: bigint;
}

/** Where an expression is evaluated: a stack frame, and what the debugger itself keeps. */
export interface EvaluationContext extends ValueContext {
  readonly state: FrameState;
  /** A convenience or trace state variable by its name without `$`. */
  readonly convenience: (name: string) => ConvenienceValue | Promise<ConvenienceValue>;
  /** Sets a convenience variable, named without `$`; absent where an expression only reads. */
  readonly assign?: (name: string, value: Value) => void;
  /** Says what is odd about an expression that has a value nevertheless. */
  readonly warn?: (words: string) => void;
  /** The names of the functions of the selected stack frame and of its callers. */
  readonly callers?: () => Promise<readonly (string | undefined)[]>;
  /** A setting as `show` names it; undefined where no setting has this name. */
  readonly setting?: (name: string) => Setting | undefined;
  /** The base of numbers without a prefix, where it is not 10; Rust's are always of base 10. */
  readonly inputRadix?: number;
  /** Macros that were typed: they come before those of the program. */
  readonly typedMacros?: TypedMacros;
  /** `->` looks for members in the whole object: `set print object`. */
  readonly wholeObjects?: boolean;
  readonly history?: ValueHistory;
  /** The frame before this one in the trace, for `$_changed`; undefined in the first one. */
  readonly previous?: () => Promise<EvaluationContext | undefined>;
  /**
   * In a search, instead: what the argument of `$_changed` that begins at an offset of the text
   * was before.
   */
  readonly before?: (argument: number) => Promise<PreviousValue>;
}

// The value history: `$`, `$$`, `$3`, `$$3` (gdb manual, "Value History").

/** The values that were printed, each as it was then. */
export class ValueHistory {
  private readonly values: Value[] = [];

  /**
   * Keeps a value and gives its number, from 1. Its contents are read now, since the machine
   * moves on.
   */
  async add(value: Value): Promise<number> {
    await value.contents();
    return this.values.push(value);
  }

  get length(): number {
    return this.values.length;
  }

  /** Forgets all values. */
  clear(): void {
    this.values.length = 0;
  }

  /**
   * The value that a name without its first `$` represents: the name is empty, `$`, or ends in a
   * number. Undefined for a value of an empty history, which is void.
   */
  named(name: string): Value | undefined {
    const back = name.startsWith('$');
    const digits = back ? name.slice(1) : name;
    const given = digits === '' ? undefined : Number(digits);
    const last = this.values.length;
    if (last === 0 && (given === undefined || back)) return undefined;
    const number = back ? last - (given ?? 1) : (given ?? 0) === 0 ? last : (given ?? 0);
    // gdb treats what precedes the first one as the first one.
    const found = this.values[Math.max(number, 1) - 1];
    if (!found) throw new Failure(`History has not yet reached $${number}.`);
    return found;
  }

  /** Whether a name without its first `$` represents a value of the history. */
  static has(name: string): boolean {
    return /^\$?\d*$/.test(name);
  }
}
