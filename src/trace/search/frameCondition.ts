// A condition on frames: an expression of the project's language, evaluated in each frame's
// innermost stack frame.
import type { Recording } from '../recording';
import { compile } from '../../expressions/compile';
import type { Problem } from '../../expressions/problem';
import { Registers } from '../../machine/registers';
import { evaluationContext } from '../expressions';
import type { Trace } from '../trace';
import { StateEvaluator, type ExpressionQuery } from './evaluator';
import type { FrameRun } from './frameRun';

const question: ExpressionQuery<boolean> = {
  compiled: ({ holds }) => holds() === true,
  slow: async (compiled, context) => (await compiled.holds(context)) === true,
  otherwise: false,
};

/** An expression that says which frames are meant. A frame in which it is not available is not. */
export class FrameCondition {
  private evaluator: StateEvaluator | undefined;

  private constructor(
    private readonly trace: Trace,
    readonly text: string,
  ) {}

  /** Parses a condition, in the language of the frame that the trace stands at. */
  static async compile(trace: Trace, text: string): Promise<FrameCondition | Problem> {
    const problem = await syntaxProblem(trace, text);
    return problem ?? new FrameCondition(trace, text);
  }

  /**
   * Why the condition means nothing in any frame that searches have come to, such as a name that is
   * nowhere known; undefined where it means something in one of them.
   */
  get whyNowhere(): Problem | undefined {
    return this.evaluator?.problem;
  }

  /** Whether it holds in a frame. */
  async holds(frame: number): Promise<boolean> {
    return this.holdsIn(frame, undefined);
  }

  /** Whether it holds in a frame, at once where that can be; `run` may hold the frame. */
  holdsIn(
    frame: number,
    run: FrameRun | undefined,
    signal?: AbortSignal,
  ): boolean | Promise<boolean> {
    return this.current.ask(question, frame, run, signal);
  }

  /** Whether a frame's bytes are needed to tell. */
  readsFrame(frame: number): boolean {
    return this.current.readsFrame(frame);
  }

  private get current(): StateEvaluator {
    if (!this.evaluator?.isCurrent) this.evaluator = new StateEvaluator(this.trace, this.text);
    return this.evaluator;
  }
}

/** What keeps a text from being an expression. */
export async function syntaxProblem(trace: Trace, text: string): Promise<Problem | undefined> {
  if (!(await trace.recording.reach(0))) return undefined;
  const frame = Math.min(trace.cursor.frame, trace.recording.index.count - 1);
  const { frames } = await trace.callStack(frame);
  const context = await evaluationContext(trace, frame, frames[0]);
  const compiled = await compile(text, context);
  return 'problem' in compiled
    ? compiled
    : compiled.lastingProblem((name) => isVariable(trace.recording, name));
}

/** What `$` stands before; all are registers where it is not known which there are. */
function isVariable({ layout, frameLayout, description }: Recording, name: string): boolean {
  if (!layout || ofFrames.has(name)) return true;
  if (new Registers(layout, frameLayout.order, undefined, undefined).read(name)) return true;
  return description.variables.some((variable) => variable.name === name);
}

const ofFrames: ReadonlySet<string> = new Set([
  'trace_frame',
  'tracepoint',
  'trace_line',
  'trace_func',
  'trace_file',
]);
