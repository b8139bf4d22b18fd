// Evaluates one expression in frames of a trace, as it now stands with its programs: without waiting where that can be,
// else with the evaluator that waits.
import { compile, type Compiled } from '../../expressions/compile';
import type { EvaluationContext } from '../../expressions/context';
import type { PreviousValue } from '../../expressions/convenienceFunctions';
import { Failure, notAvailable, type Problem } from '../../expressions/problem';
import { needsIo } from '../../expressions/closures/searchFrame';
import type { CompiledCondition } from '../../expressions/closures/condition';
import { StoppedMachine } from '../../machine/stoppedMachine';
import { innermostFrame } from '../../machine/unwind/innermost';
import { surroundingsOf } from '../../values/value';
import { convenience } from '../evaluationContext';
import type { Trace } from '../trace';
import { EarlierValues } from './changes';
import { FrameBytes } from './frameBytes';
import { FrameRun, runBytes } from './frameRun';
import { ExpressionPlaces, type ExpressionPlace } from './places';
import { TransparentPages } from './transparentPages';

/** What answers, with and without waiting. */
export interface ExpressionQuery<T> {
  readonly compiled: (condition: CompiledCondition) => T;
  readonly slow: (compiled: Compiled, context: EvaluationContext) => Promise<T>;
  /** The answer where the expression means nothing. */
  readonly otherwise: T;
}

/** One expression on one state of a trace. */
export class StateEvaluator {
  private readonly index;
  private readonly programs;
  private readonly transparent;
  private readonly pages: TransparentPages;
  private readonly places: ExpressionPlaces;
  private readonly bytes: FrameBytes;
  private readonly changes = new Map<number, EarlierValues>();
  private run: FrameRun | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly text: string,
  ) {
    this.index = trace.index;
    this.programs = trace.programs;
    this.transparent = trace.transparent;
    this.pages = new TransparentPages(this.transparent);
    this.places = new ExpressionPlaces(trace);
    this.bytes = new FrameBytes(trace, this.pages, (argument, bytes) =>
      this.hasChanged(argument, bytes),
    );
  }

  /** Whether the trace is still as it was. */
  get isCurrent(): boolean {
    const { index, programs, transparent } = this.trace;
    return index === this.index && programs === this.programs && transparent === this.transparent;
  }

  /** Why the expression means nothing anywhere that searches have come to: a name that is nowhere known. */
  get problem(): Problem | undefined {
    return this.places.problem;
  }

  /** Whether a frame's bytes are needed; they are where its place was never seen. */
  readsFrame(frame: number): boolean {
    const place = this.places.of(frame);
    if (!place) return true;
    return place.compiled !== undefined && place.condition?.readsFrame !== false;
  }

  /** The answer for a frame, at once where that can be; `run` may hold it. */
  ask<T>(
    question: ExpressionQuery<T>,
    frame: number,
    run: FrameRun | undefined,
    signal?: AbortSignal,
  ): T | Promise<T> {
    const place = this.places.of(frame);
    if (place && !place.compiled) return question.otherwise;
    if (place?.condition && this.reach(frame, place.condition, run)) {
      try {
        return question.compiled(place.condition);
      } catch (error) {
        if (error !== needsIo) throw error;
      }
    }
    return this.askSlowly(question, frame, run, signal);
  }

  private async askSlowly<T>(
    question: ExpressionQuery<T>,
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    await this.pages.load();
    const context = await this.context(frame, run, signal);
    let place = this.places.of(frame);
    if (!place) {
      place = await this.makePlace(context);
      this.places.set(frame, place);
    }
    return place.compiled ? question.slow(place.compiled, context) : question.otherwise;
  }

  /** Moves to a frame; false where its bytes are needed and not at hand. */
  private reach(frame: number, condition: CompiledCondition, run: FrameRun | undefined): boolean {
    const { index, bytes } = this;
    const at = run?.blocksAt(frame);
    if (at === undefined && condition.readsFrame) return false;
    const size = at === undefined ? 0 : index.size(frame);
    bytes.moveTo(frame, index.tracepoint(frame), at === undefined ? undefined : run, at ?? 0, size);
    this.run = run;
    return true;
  }

  private async makePlace(context: EvaluationContext): Promise<ExpressionPlace> {
    const compiled = await compile(this.text, context.surroundings);
    if ('problem' in compiled) return { problem: compiled };
    const { variables } = this.trace.description;
    const variable = (name: string) => variables.find((each) => each.name === name)?.number;
    const condition = await compiled.condition(context, this.bytes, variable);
    if (!condition) return { compiled };
    return 'problem' in condition ? { problem: condition } : { compiled, condition };
  }

  /** What the expression is evaluated in: a variable that the frame did not collect is not available. */
  private async context(
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): Promise<EvaluationContext> {
    const { trace, index } = this;
    const read = run ?? (await FrameRun.read(trace, frame, frame));
    const machine = new StoppedMachine(
      await read.frame(frame),
      trace.layout,
      trace.tracepoint(index.tracepoint(frame)),
      this.transparent,
    );
    const { placements } = this.programs;
    const stackFrame = await innermostFrame(machine, placements);
    return {
      machine,
      surroundings: surroundingsOf(machine, placements, stackFrame),
      convenience: async (name) => {
        const value = await convenience(name, trace, machine);
        if (value === undefined) throw new Failure(notAvailable);
        return value;
      },
      before: (argument) => this.before(argument, frame, run, signal),
    };
  }

  private hasChanged(argument: number, now: Uint8Array): boolean {
    const { bytes, run } = this;
    const { number: frame, tracepoint } = bytes;
    const earlier = this.earlierValues(argument);
    earlier.note(frame, now);
    const noted = now.slice();
    try {
      return differs(
        noted,
        earlier.before(frame, (each) => this.valueAtHand(argument, each, run)),
      );
    } finally {
      const at = run?.blocksAt(frame);
      bytes.moveTo(frame, tracepoint, run, at ?? 0, at === undefined ? 0 : this.index.size(frame));
      this.run = run;
    }
  }

  private valueAtHand(
    argument: number,
    frame: number,
    run: FrameRun | undefined,
  ): Uint8Array | undefined {
    const place = this.places.of(frame);
    if (place && !place.compiled) return undefined;
    const value = place?.condition?.changing.get(argument);
    if (!place?.condition || !value || !this.reach(frame, place.condition, run)) throw needsIo;
    return value();
  }

  private async before(
    argument: number,
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PreviousValue> {
    let around = run;
    const question: ExpressionQuery<Uint8Array | undefined> = {
      compiled: ({ changing }) => changing.get(argument)?.()?.slice(),
      slow: (compiled, context) => compiled.contentsOf(argument, context),
      otherwise: undefined,
    };
    const valueAt = async (earlier: number) => {
      if (around?.blocksAt(earlier) === undefined) around = await this.runUpTo(earlier);
      return this.ask(question, earlier, around, signal);
    };
    return this.earlierValues(argument).lookUpBefore(frame, valueAt, signal);
  }

  /** Many frames that end with one. */
  private runUpTo(frame: number): Promise<FrameRun> {
    const { index, trace } = this;
    const last = index.offset(frame);
    let first = frame;
    for (let offset = last; first > 0; first--) {
      offset = index.offsetBefore(first, offset);
      if (last - offset > runBytes) break;
    }
    return FrameRun.read(trace, first, frame);
  }

  private earlierValues(argument: number): EarlierValues {
    let values = this.changes.get(argument);
    if (!values) this.changes.set(argument, (values = new EarlierValues()));
    return values;
  }
}

function differs(now: Uint8Array, before: PreviousValue): boolean {
  if (before === 'none') return false;
  return now.length !== before.bytes.length || now.some((byte, i) => byte !== before.bytes[i]);
}
