// Evaluates one expression in frames of a trace, as it now is with its programs: without
// waiting where that can be, else with the evaluator that waits.
import type { Recording } from '../recording';
import { compile, type Compiled } from '../../expressions/compile';
import type { EvaluationContext } from '../../expressions/context';
import { isChange, type PreviousValue } from '../../expressions/convenienceFunctions';
import { Failure, notAvailable, type Problem } from '../../expressions/problem';
import { needsIo } from '../../expressions/closures/searchFrame';
import type { CompiledCondition } from '../../expressions/closures/condition';
import { FrameState } from '../../machine/frameState';
import { innermostFrame } from '../../machine/unwind/callStack';
import { valueContextOf } from '../../values/value';
import { convenience } from '../expressions';
import type { Trace } from '../trace';
import { FrameBytes, TransparentPages } from './frameBytes';
import { CollectedValues } from './collectedValues';
import { FrameRun, runBytes } from './frameRun';
import { FrameFlags } from '../../format/blocks';

/** What answers, with and without waiting. */
export interface ExpressionQuery<T> {
  readonly compiled: (condition: CompiledCondition) => T;
  readonly slow: (compiled: Compiled, context: EvaluationContext) => Promise<T>;
  /** The answer where the expression means nothing. */
  readonly otherwise: T;
}

/** Of a text that is `$_changed(…)` as a whole: the bytes of its argument, where it has all. */
export const changedBytes: ExpressionQuery<Uint8Array | undefined> = {
  compiled: ({ changed }) => {
    if (!changed) throw needsIo;
    return changed();
  },
  slow: (compiled, context) => compiled.changedContents(context),
  otherwise: undefined,
};

/** One expression on one state of a trace. */
export class StateEvaluator {
  private readonly index;
  private readonly programs;
  private readonly transparent;
  private readonly pages: TransparentPages;
  private readonly places: ExpressionPlaces;
  private readonly bytes: FrameBytes;
  private readonly changes = new Map<number, CollectedValues>();
  private run: FrameRun | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly text: string,
  ) {
    this.index = trace.recording.index;
    this.programs = trace.modules.current;
    this.transparent = trace.modules.transparent;
    this.pages = new TransparentPages(this.transparent);
    this.places = new ExpressionPlaces(trace.recording);
    this.bytes = new FrameBytes(trace, this.pages, (argument, bytes) =>
      this.hasChanged(argument, bytes),
    );
  }

  /** Whether the trace is still as it was. */
  get isCurrent(): boolean {
    const {
      recording: { index },
      modules: { current: programs, transparent },
    } = this.trace;
    return index === this.index && programs === this.programs && transparent === this.transparent;
  }

  /** Why the expression means nothing at any place that the search has reached: an unknown name. */
  get problem(): Problem | undefined {
    return this.places.problem;
  }

  /** Why the expression means nothing where a frame stops; undefined where it means something. */
  async problemIn(frame: number): Promise<Problem | undefined> {
    await this.pages.load();
    const place = this.places.of(frame) ?? (await this.makePlaceOf(frame));
    return place.problem;
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

  /** Moves to a frame; false where its bytes are needed and have yet to be read. */
  private reach(frame: number, condition: CompiledCondition, run: FrameRun | undefined): boolean {
    const { index, bytes } = this;
    const at = run?.blocksAt(frame);
    if (at === undefined && condition.readsFrame) return false;
    const size = at === undefined ? 0 : index.size(frame);
    bytes.moveTo(frame, index.tracepoint(frame), at === undefined ? undefined : run, at ?? 0, size);
    this.run = run;
    return true;
  }

  private async makePlaceOf(frame: number): Promise<ExpressionPlace> {
    const place = await this.makePlace(await this.context(frame, undefined, undefined));
    this.places.set(frame, place);
    return place;
  }

  private async makePlace(context: EvaluationContext): Promise<ExpressionPlace> {
    const compiled = await compile(this.text, context);
    if ('problem' in compiled) return { problem: compiled };
    const { variables } = this.trace.recording.description;
    const variable = (name: string) => variables.find((each) => each.name === name)?.number;
    const condition = await compiled.condition(context, this.bytes, variable);
    if (!condition) return { compiled };
    return 'problem' in condition ? { problem: condition } : { compiled, condition };
  }

  /**
   * What the expression is evaluated in: a variable that the frame did not collect is not
   * available.
   */
  private async context(
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): Promise<EvaluationContext> {
    const { trace, index } = this;
    const read = run ?? (await FrameRun.read(trace, frame, frame));
    const machine = new FrameState(
      await read.frame(frame),
      trace.recording.layout,
      trace.recording.tracepoint(index.tracepoint(frame)),
      this.transparent,
    );
    const modules = this.programs.loaded;
    const stackFrame = await innermostFrame(machine, modules);
    return {
      ...valueContextOf(machine, modules, stackFrame),
      state: machine,
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
    const earlier = this.collected(argument);
    earlier.note(frame, now);
    // A slice of one of Node's buffers shares its memory.
    const noted = new Uint8Array(now);
    try {
      return isChange(
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
      compiled: ({ changing }) => {
        const bytes = changing.get(argument)?.();
        return bytes && new Uint8Array(bytes);
      },
      slow: (compiled, context) => compiled.contentsOf(argument, context),
      otherwise: undefined,
    };
    const valueAt = async (earlier: number) => {
      if (around?.blocksAt(earlier) === undefined) around = await this.runUpTo(earlier);
      return this.ask(question, earlier, around, signal);
    };
    return this.collected(argument).lookUpBefore(frame, valueAt, signal);
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

  private collected(argument: number): CollectedValues {
    let values = this.changes.get(argument);
    if (!values) this.changes.set(argument, (values = new CollectedValues()));
    return values;
  }
}

/** An expression that frames are asked for, whatever becomes of the trace meanwhile. */
export class FrameExpression {
  private evaluator: StateEvaluator | undefined;

  protected constructor(
    readonly trace: Trace,
    readonly text: string,
  ) {}

  /**
   * Why it means nothing in any frame that was asked for, such as a name that is nowhere known;
   * undefined where it means something in one of them.
   */
  get whyNowhere(): Problem | undefined {
    return this.evaluator?.problem;
  }

  /** What evaluates it on the trace as it is now. */
  protected get current(): StateEvaluator {
    if (!this.evaluator?.isCurrent) this.evaluator = new StateEvaluator(this.trace, this.text);
    return this.evaluator;
  }

  /** Whether a frame's bytes are needed. */
  readsFrame(frame: number): boolean {
    return this.current.readsFrame(frame);
  }
}

// The places of the program where frames stop. Names are looked up once for each, however many
// frames stop there.

/** An expression at one place. */
export interface ExpressionPlace {
  /** Absent where it means nothing there. */
  readonly compiled?: Compiled;
  readonly problem?: Problem;
  /** Absent where it needs the evaluation that waits. */
  readonly condition?: CompiledCondition;
}

/** Distinct PCs are few in a trace; those of a hostile one are forgotten. */
const maxPlaces = 20_000;

/** An expression at the places that a search has reached. */
export class ExpressionPlaces {
  /** By the PC's upper and lower half. */
  private readonly byPc = new Map<number, Map<number, ExpressionPlace>>();
  /**
   * By tracepoint number: of frames without registers, whose PC is inferred, and of those with
   * none.
   */
  private readonly inferred = new Map<number, ExpressionPlace>();
  private readonly withoutPc = new Map<number, ExpressionPlace>();
  private count = 0;
  private isMeant = false;
  private firstProblem: Problem | undefined;

  constructor(private readonly recording: Recording) {}

  /** The place of a frame; undefined where none was made for it. */
  of(frame: number): ExpressionPlace | undefined {
    const { index } = this.recording;
    const holds = index.flags(frame);
    if ((holds & FrameFlags.pc) !== 0) {
      return this.byPc.get(index.pcHigh(frame))?.get(index.pcLow(frame));
    }
    const tracepoint = index.tracepoint(frame);
    return (holds & FrameFlags.registers) === 0
      ? this.inferred.get(tracepoint)
      : this.withoutPc.get(tracepoint);
  }

  /**
   * Why the expression means nothing at any place so far; undefined where it means something at
   * one.
   */
  get problem(): Problem | undefined {
    return this.isMeant ? undefined : this.firstProblem;
  }

  /** Remembers what was made for a frame's place. */
  set(frame: number, place: ExpressionPlace): void {
    this.isMeant ||= place.compiled !== undefined;
    this.firstProblem ??= place.problem;
    if (++this.count > maxPlaces) this.clear();
    const { index } = this.recording;
    const holds = index.flags(frame);
    const tracepoint = index.tracepoint(frame);
    if ((holds & FrameFlags.pc) === 0) {
      const map = (holds & FrameFlags.registers) === 0 ? this.inferred : this.withoutPc;
      map.set(tracepoint, place);
      return;
    }
    const high = index.pcHigh(frame);
    let lows = this.byPc.get(high);
    if (!lows) this.byPc.set(high, (lows = new Map<number, ExpressionPlace>()));
    lows.set(index.pcLow(frame), place);
  }

  private clear(): void {
    this.count = 0;
    this.byPc.clear();
    this.inferred.clear();
    this.withoutPc.clear();
  }
}
