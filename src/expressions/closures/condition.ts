// Conditions as functions that do not wait: a search evaluates them in millions of frames. One is
// compiled for each place of the program where frames stop, from the meanings that names have
// there; what cannot be compiled is left to the evaluation that waits, with which it agrees.
import { Lowering } from '../lowering/lowering';
import { Failure } from '../problem';
import type { Scalar } from '../scalar';
import { argumentOfChanged, type Expression } from '../syntax';
import { ClosureBackEnd } from './backEnd';
import { type ClosureContext } from './searchFrame';
import { NotCompilable } from './searchFrame';

/**
 * An expression as functions that do not wait, for the frames that stop at one place of the
 * program.
 */
export interface CompiledCondition {
  /** Whether it holds in the search's current frame; undefined where that is not available. */
  readonly holds: () => boolean | undefined;
  /** The number that it is; undefined where that is not available. */
  readonly scalar: () => Scalar | undefined;
  /** Whether it needs more of a frame than its number, its tracepoint and its PC. */
  readonly readsFrame: boolean;
  /**
   * The arguments of `$_changed`, by where they begin in the text: their bytes, if they are
   * available.
   */
  readonly changing: ReadonlyMap<number, () => Uint8Array | undefined>;
  /** Of an expression that is `$_changed(…)` as a whole: the bytes of its argument. */
  readonly changed: (() => Uint8Array | undefined) | undefined;
}

/** The expression as functions; undefined where it needs the evaluation that waits. */
export async function compileCondition(
  expression: Expression,
  given: ClosureContext,
): Promise<CompiledCondition | undefined> {
  const backEnd = new ClosureBackEnd(given);
  const { bindings } = given;
  const typeOf = (): never => {
    throw new NotCompilable();
  };
  try {
    const { word } = await new Lowering({ bindings, typeOf }, backEnd).number(expression);
    const changing = new Map(
      [...backEnd.changing].map(([at, bytes]) => [at, quietly(bytes)] as const),
    );
    const argument = argumentOfChanged(expression);
    return {
      holds: quietly(word.holds),
      scalar: quietly(word.scalar),
      readsFrame: backEnd.readsFrame,
      changing,
      changed: argument && changing.get(argument.at),
    };
  } catch (error) {
    // What fails for every frame fails with the same words where it is evaluated.
    if (error instanceof NotCompilable || error instanceof Failure) return undefined;
    throw error;
  }
}

/** What fails in a frame is not available there. */
function quietly<T>(read: () => T | undefined): () => T | undefined {
  return () => {
    try {
      return read();
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  };
}
