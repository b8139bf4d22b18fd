// The value of an expression in many frames: for columns, sorting, plots and exports.
import { t } from '@vscode/l10n';
import { TimeSlice } from '../../bytes/timeSlice';
import { raceAbort } from '../../bytes/source';
import type { Compiled } from '../../expressions/compile';
import type { EvaluationContext } from '../../expressions/context';
import type { Problem } from '../../expressions/problem';
import { needsIo } from '../../expressions/closures/searchFrame';
import type { Type } from '../../symbols/type';
import { resultText } from '../../expressions/format';
import { toNumber, type Scalar } from '../../expressions/scalar';
import { requireCurrentIndex } from '../recording';
import type { Trace } from '../trace';
import { FrameExpression, type ExpressionQuery } from './evaluator';
import { syntaxProblem } from './framePredicate';
import { Buffers, type FrameRun, Span } from './frameRun';

type ExactNumber = Scalar | 'unavailable' | undefined;

const scalarQuestion: ExpressionQuery<ExactNumber> = {
  compiled: (condition) => condition.scalar() ?? 'unavailable',
  slow: async (compiled, context) => {
    const scalar = await compiled.number(context);
    return 'problem' in scalar ? undefined : scalar;
  },
  otherwise: undefined,
};

const numberQuestion: ExpressionQuery<number | undefined> = {
  compiled: (condition) => {
    const scalar = condition.scalar();
    return scalar && toNumber(scalar);
  },
  slow: async (compiled, context) => {
    const scalar = await compiled.number(context);
    return 'problem' in scalar ? undefined : toNumber(scalar);
  },
  otherwise: undefined,
};

type Text = { readonly text: string } | Problem;

const meansNothing = (): Problem => ({ problem: t('The expression means nothing here.') });

const textQuestion: ExpressionQuery<Text> = {
  compiled: () => {
    throw needsIo;
  },
  slow: async (compiled: Compiled, context: EvaluationContext) => {
    const value = await compiled.evaluate(context);
    return 'problem' in value ? value : resultText(value);
  },
  get otherwise() {
    return meansNothing();
  },
};

/** What a value is, whatever it comes to. */
interface ValueKind {
  readonly type: Type;
  /** It is a yes or a no; in C, of type `int`. */
  readonly isTruth: boolean;
}

const kindQuestion: ExpressionQuery<ValueKind | Problem> = {
  compiled: () => {
    throw needsIo;
  },
  slow: async (compiled, context) => {
    const type = await compiled.type(context);
    return 'problem' in type ? type : { type, isTruth: compiled.isTruth };
  },
  get otherwise() {
    return meansNothing();
  },
};

/**
 * An expression whose value is wanted in frames, evaluated in each frame's innermost stack frame.
 */
export class FrameValue extends FrameExpression {
  /** Parses an expression, in the language of the frame that the trace is at. */
  static async compile(trace: Trace, text: string): Promise<FrameValue | Problem> {
    const problem = await syntaxProblem(trace, text);
    return problem ?? new FrameValue(trace, text);
  }

  /** The number that it is in a frame; undefined where it is not a number or not available. */
  async numberIn(frame: number): Promise<number | undefined> {
    return this.numberFrom(frame, undefined);
  }

  /** The same, at once where that can be; `run` may hold the frame. */
  numberFrom(
    frame: number,
    run: FrameRun | undefined,
    signal?: AbortSignal,
  ): number | undefined | Promise<number | undefined> {
    return this.current.ask(numberQuestion, frame, run, signal);
  }

  /**
   * The same, exactly and with its type; undefined also where it is not known whether it is a
   * number.
   */
  scalarFrom(
    frame: number,
    run: FrameRun | undefined,
    signal?: AbortSignal,
  ): ExactNumber | Promise<ExactNumber> {
    return this.current.ask(scalarQuestion, frame, run, signal);
  }

  /** What `print` writes of it in a frame; gdb's complaint where it is not available. */
  async textIn(frame: number): Promise<Text> {
    return this.textFrom(frame, undefined);
  }

  /** The same; `run` may hold the frame. */
  async textFrom(frame: number, run: FrameRun | undefined, signal?: AbortSignal): Promise<Text> {
    return this.current.ask(textQuestion, frame, run, signal);
  }

  /** What it is in a frame. */
  async kindIn(frame: number): Promise<ValueKind | Problem> {
    return this.current.ask(kindQuestion, frame, undefined);
  }
}

/** Frames whose values come together at most. */
const batchFrames = 4096;
/** Frames between two looks at the clock. */
const framesPerBreath = 32;

/** What frames are asked for. */
export interface FrameQuery {
  readonly trace: Trace;
  /** Whether a frame's bytes are needed. */
  readsFrame(frame: number): boolean;
}

/** Answers for some of the frames that were asked for, one after the other. */
interface AnswerBatch<T> {
  /** The place, among the frames asked for, of the first one. */
  readonly first: number;
  readonly answers: readonly T[];
}

/**
 * What `ask` answers for frames of the index, in the order in which they are given, in batches as
 * they come. Frames that are close to each other in the file are read together; `run` may hold
 * the frame that is asked for.
 */
export async function* answersOver<T>(
  asked: FrameQuery,
  frames: Iterable<number>,
  ask: (frame: number, run: FrameRun | undefined) => T | Promise<T>,
  signal?: AbortSignal,
): AsyncIterable<AnswerBatch<T>> {
  const buffers = new Buffers(asked.trace.recording.bytes);
  const slice = new TimeSlice();
  const { trace } = asked;
  const { index } = trace.recording;
  let first = 0;
  for (const { batch, reading } of readAhead(batches(asked, frames), buffers)) {
    const run = await raceAbort(reading, signal);
    const answers: T[] = [];
    let i = 0;
    for (const frame of batch) {
      if (i++ % framesPerBreath === 0) await slice.yieldIfDue();
      if (signal?.aborted) return;
      requireCurrentIndex(trace.recording, index);
      const answer = ask(frame, run);
      if (answer instanceof Promise) {
        await raceAbort(answer, signal);
        if (signal?.aborted) return;
        answers.push(await answer);
      } else {
        answers.push(answer);
      }
    }
    if (run) run.release(buffers);
    yield { first, answers };
    first += answers.length;
  }
}

/** Numbers of some of the frames that were asked for, one after the other. */
interface ValueBatch {
  /** The place, among the frames asked for, of the first one. */
  readonly first: number;
  /** NaN where the value is not a number or not available. */
  readonly numbers: Float64Array;
}

/** The numbers that an expression is in frames of the index, as {@link answersOver} gives them. */
export async function* valuesOver(
  expression: FrameValue,
  frames: Iterable<number>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncIterable<ValueBatch> {
  const ask = (frame: number, run: FrameRun | undefined) =>
    expression.numberFrom(frame, run, signal);
  for await (const { first, answers } of answersOver(expression, frames, ask, signal)) {
    yield { first, numbers: Float64Array.from(answers, (number) => number ?? NaN) };
  }
}

/** Has the next frames on their way while some are looked at. */
function* readAhead(batched: ReturnType<typeof batches>, buffers: Buffers) {
  let ahead;
  for (const { batch, span } of batched) {
    const next = { batch, reading: span.read(buffers) };
    if (ahead) yield ahead;
    ahead = next;
  }
  if (ahead) yield ahead;
}

/** Frames that are read together. */
function* batches(asked: FrameQuery, frames: Iterable<number>) {
  const { trace } = asked;
  let batch: number[] = [];
  let span = new Span(trace, 0);
  for (const frame of frames) {
    const isFull = batch.length >= batchFrames;
    if (isFull || (asked.readsFrame(frame) && !span.add(frame))) {
      if (batch.length > 0) yield { batch, span };
      [batch, span] = [[], new Span(trace, frame)];
      if (asked.readsFrame(frame)) span.add(frame);
    }
    batch.push(frame);
  }
  if (batch.length > 0) yield { batch, span };
}
