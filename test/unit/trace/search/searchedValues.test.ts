// A search computes an expression by functions of the frames that it has read, in its order, and
// asks values where bytes must be read: what it finds in a frame is what `print` gives there.
import { describe, expect, it } from 'vitest';
import { compile, type Compiled } from '../../../../src/expressions/compile';
import type { EvaluationContext } from '../../../../src/expressions/context';
import { Failure, notAvailable, type Problem } from '../../../../src/expressions/problem';
import { toNumber } from '../../../../src/expressions/scalar';
import { evaluationContext } from '../../../../src/trace/expressions';
import { StateEvaluator, type ExpressionQuery } from '../../../../src/trace/search/evaluator';
import { FrameRun } from '../../../../src/trace/search/frameRun';
import type { Trace } from '../../../../src/trace/trace';
import { traced } from '../../../oracle/programTrace';
import { programs } from '../../../oracle/corpusTrace';
import { traceWithProgram } from '../programInUse';
import { expressionsOf } from './expressionsOf';

/** What an expression is in a frame. */
interface Answer {
  readonly holds: boolean | undefined;
  readonly number: number | undefined;
  readonly compiled?: boolean;
}

const question: ExpressionQuery<Answer> = {
  compiled: ({ holds, scalar }) => {
    const number = scalar();
    return { holds: holds(), number: number && toNumber(number), compiled: true };
  },
  slow: answerOf,
  otherwise: { holds: undefined, number: undefined, compiled: true },
};

/** What the evaluation that waits says, in all of a frame's call stack. */
async function answerOf(compiled: Compiled, context: EvaluationContext): Promise<Answer> {
  const holds = await compiled.holds(context);
  const number = await compiled.number(context);
  return {
    holds: typeof holds === 'boolean' ? holds : undefined,
    number: 'problem' in number ? undefined : toNumber(number),
  };
}

/**
 * The frames of a trace with the contexts that expressions are evaluated in elsewhere, and
 * expressions compiled there.
 */
class Reference {
  private readonly contexts = new Map<number, Promise<EvaluationContext>>();
  private readonly compiled = new Map<string, Promise<Compiled | Problem>>();

  constructor(private readonly trace: Trace) {}

  async answer(text: string, frame: number): Promise<Answer> {
    const context = await this.context(frame);
    const key = `${text} ${this.trace.recording.pc(frame)?.pc ?? ''}`;
    let compiled = this.compiled.get(key);
    if (!compiled) this.compiled.set(key, (compiled = compile(text, context)));
    const ready = await compiled;
    return 'problem' in ready ? { holds: undefined, number: undefined } : answerOf(ready, context);
  }

  private context(frame: number): Promise<EvaluationContext> {
    let context = this.contexts.get(frame);
    if (!context) this.contexts.set(frame, (context = this.makeContext(frame)));
    return context;
  }

  private async makeContext(frame: number): Promise<EvaluationContext> {
    const { trace } = this;
    const made = await evaluationContext(trace, frame, (await trace.callStack(frame)).frames[0]);
    return {
      ...made,
      convenience: async (name) => {
        const value = await made.convenience(name);
        if (value === undefined) throw new Failure(notAvailable);
        return value;
      },
      previous: () => (frame === 0 ? Promise.resolve(undefined) : this.context(frame - 1)),
    };
  }
}

/** Compares an expression in all frames; in the order of the file, or backward. */
async function differences(trace: Trace, text: string, reference: Reference, backward: boolean) {
  const { count } = trace.recording.index;
  const evaluator = new StateEvaluator(trace, text);
  const run = await FrameRun.read(trace, 0, count - 1);
  const found: string[] = [];
  let withoutWaiting = 0;
  for (let i = 0; i < count; i++) {
    const frame = backward ? count - 1 - i : i;
    const { compiled, ...answer } = await evaluator.ask(question, frame, run);
    const wanted = await reference.answer(text, frame);
    if (compiled) withoutWaiting++;
    if (!Object.is(answer.holds, wanted.holds) || !Object.is(answer.number, wanted.number)) {
      found.push(`${text} in frame ${frame}: ${say(answer)}, not ${say(wanted)}`);
    }
  }
  return { found, withoutWaiting };
}

function say({ holds, number }: Answer): string {
  return `${String(holds)} ${String(number)}`;
}

const traces = new Map([
  ...Object.entries(programs).filter(([name]) => name !== 'extra/x86_64/meter.unstarted'),
  ...traced.map(({ trace, program }) => [trace, program] as const),
]);

/** Comparisons in one trace, about: the expressions are spread over the traces. */
const comparisons = 800;

describe('what a search computes in a frame is what print gives there', () => {
  let compared = 0;
  let withoutWaiting = 0;
  /** An expression waits in the first frame that it is asked in. */
  let first = 0;

  it.each([...traces])('%s', async (name, program) => {
    const trace = await traceWithProgram(`${name}.tf`, program);
    const reference = new Reference(trace);
    const texts = await expressionsOf(trace);
    const step = Math.ceil((texts.length * trace.recording.index.count) / comparisons);
    const found: string[] = [];
    for (let i = name.length % step; i < texts.length; i += step) {
      const result = await differences(trace, texts[i] ?? '', reference, i % 2 === 1);
      found.push(...result.found);
      withoutWaiting += result.withoutWaiting;
      compared += trace.recording.index.count;
      first++;
    }
    expect(found).toEqual([]);
    trace.dispose();
  });

  it('was compared so often, and mostly did not wait', () => {
    expect(traces.size).toBe(59);
    expect(compared).toBe(38733);
    expect(withoutWaiting / (compared - first)).toBeGreaterThan(0.8);
  });
});
