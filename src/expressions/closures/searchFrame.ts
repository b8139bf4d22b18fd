// What a condition asks of a frame without waiting: its bytes are in a piece of the file that
// was read before. The compiled condition is made once for a place of the program and moves along
// from frame to frame.
import type { ByteOrder } from '../../bytes/cursor';
import type { Expression } from '../syntax';
import type { LanguageSemantics } from '../languageSemantics';
import type { EvaluationContext } from '../context';
import type { Bindings } from '../bindings';
import type { Value } from '../../values/value';

/** The current frame of a search. */
export interface SearchFrame {
  /** What was reached last begins at {@link at} in it. */
  readonly view: DataView;
  readonly at: number;
  /** The frame's number. */
  readonly number: number;
  /** The file's tracepoint number. */
  readonly tracepoint: number;
  readonly order: ByteOrder;
  /** Reaches bytes of the frame's register block; false where it does not have all of them. */
  reachRegisters(offset: number, size: number): boolean;
  /**
   * Reaches memory at a run-time address, as the frame or a transparent range has it; false where
   * a byte is unavailable. Throws {@link needsIo} where a transparent range has yet to be read.
   */
  reachMemory(address: bigint, size: number): boolean;
  /** Whether the frame itself collected all of this memory. */
  isCollected(address: bigint, size: number): boolean;
  /** A trace state variable by its number. */
  variable(number: number): bigint | undefined;
  /**
   * Whether the argument of `$_changed` that begins at an offset of the text, and has these bytes
   * in this frame, differs from what it was in the nearest earlier frame that has it. Throws
   * {@link needsIo} where frames have yet to be read.
   */
  hasChanged(argument: number, bytes: Uint8Array): boolean;
}

/** Thrown where an answer needs what is not in memory: the evaluation that waits gives it. */
export const needsIo = new Error('The answer needs bytes that have yet to be read.');

/** Thrown while an evaluator is built, where an expression needs the evaluation that waits. */
export class NotCompilable extends Error {}

/** What is compiled, and where. */
export interface ClosureContext {
  readonly bindings: Bindings;
  readonly semantics: LanguageSemantics;
  /** Of any frame that stops at the place. */
  readonly context: EvaluationContext;
  readonly frame: SearchFrame;
  /** The number of a trace state variable, by its name. */
  readonly variable: (name: string) => number | undefined;
  /** The value of a part that is the same in every frame that stops there. */
  readonly valueHere: (part: Expression) => Promise<Value>;
}
