// Which frames a search looks for. The index decides first, so that few frames are read.
import { appendUnder } from '../../bytes/arrays';
import type { Recording } from '../recording';
import { FrameFlags } from '../../format/blocks';
import { numberInFrames } from '../../format/tracepointLines';
import { inferPc } from '../../machine/frameState';
import { compile } from '../../expressions/compile';
import type { Problem } from '../../expressions/problem';
import { Registers } from '../../machine/registers';
import { evaluationContext } from '../expressions';
import type { Trace } from '../trace';
import { FrameExpression, type ExpressionQuery } from './evaluator';
import type { FrameRun } from './frameRun';

/** Run-time addresses from `start` up to `end`, which is exclusive. */
export interface PcRange {
  readonly start: bigint;
  readonly end: bigint;
}

/** Which frames; everything given must hold. */
export interface FramePredicate {
  /** The PC, collected or inferred, is one of these run-time addresses. */
  readonly addresses?: ReadonlySet<bigint>;
  /** The PC, collected or inferred, is in one of these. */
  readonly ranges?: readonly PcRange[];
  /** Tracepoint numbers as frames carry them. */
  readonly tracepoints?: ReadonlySet<number>;
  /** No stepping frames. */
  readonly hitsOnly?: boolean;
  /**
   * No steps whose frame before was at these addresses too: a hit, or the step that arrived there.
   */
  readonly arrivalsOnly?: boolean;
  readonly condition?: FrameCondition;
}

/** Whether a frame passes by the index; the condition is not evaluated. */
export type IndexTest = (frame: number) => boolean;

/** The part of a test that the index of the trace decides. */
export function indexTest(recording: Recording, test: FramePredicate): IndexTest {
  const { index, stepping } = recording;
  const { tracepoints, hitsOnly, arrivalsOnly } = test;
  const isThere = pcTest(recording, test);
  const tests = [
    tracepoints && ((frame: number) => tracepoints.has(index.tracepoint(frame))),
    isThere,
    arrivalsOnly &&
      isThere &&
      ((frame: number) => frame === 0 || !stepping.isStep(frame) || !isThere(frame - 1)),
    hitsOnly && ((frame: number) => !stepping.isStep(frame)),
  ].filter((each) => each !== undefined && each !== false);
  const [only, ...others] = tests;
  if (!only) return () => true;
  return others.length === 0 ? only : (frame) => tests.every((passes) => passes(frame));
}

/** Tells of a PC, given in halves of 32 bits, so that a loop over frames makes no bigint. */
type PcTest = (high: number, low: number) => boolean;

function pcTest(
  recording: Recording,
  { addresses, ranges }: FramePredicate,
): IndexTest | undefined {
  if (!addresses && !ranges) return undefined;
  const { index, description } = recording;
  const isAmong = addresses ? amongAddresses(addresses) : () => true;
  const isWithin = ranges ? withinRanges(ranges) : () => true;
  const passes: PcTest = (high, low) => isAmong(high, low) && isWithin(high, low);
  const inferred = new Set<number>();
  for (const tracepoint of description.tracepoints) {
    const at = inferPc(tracepoint);
    if ('pc' in at && passes(highHalf(at.pc), lowHalf(at.pc))) {
      inferred.add(numberInFrames(tracepoint.number));
    }
  }
  return (frame) =>
    (index.flags(frame) & FrameFlags.pc) === 0
      ? inferred.has(index.tracepoint(frame))
      : passes(index.pcHigh(frame), index.pcLow(frame));
}

function amongAddresses(addresses: ReadonlySet<bigint>): PcTest {
  const highsByLow = new Map<number, number[]>();
  for (const address of addresses) {
    appendUnder(highsByLow, lowHalf(address), highHalf(address));
  }
  return (high, low) => highsByLow.get(low)?.includes(high) === true;
}

function withinRanges(ranges: readonly PcRange[]): PcTest {
  const halves = ranges.map(({ start, end }) => ({
    startHigh: Number(start >> 32n),
    startLow: lowHalf(start),
    endHigh: Number(end >> 32n),
    endLow: lowHalf(end),
  }));
  return (high, low) =>
    halves.some(
      ({ startHigh, startLow, endHigh, endLow }) =>
        (high > startHigh || (high === startHigh && low >= startLow)) &&
        (high < endHigh || (high === endHigh && low < endLow)),
    );
}

function highHalf(address: bigint): number {
  return Number((address >> 32n) & 0xffff_ffffn);
}

function lowHalf(address: bigint): number {
  return Number(address & 0xffff_ffffn);
}

// A condition on frames: an expression of the project's language, evaluated in each frame's
// innermost stack frame.

const question: ExpressionQuery<boolean> = {
  compiled: ({ holds }) => holds() === true,
  slow: async (compiled, context) => (await compiled.holds(context)) === true,
  otherwise: false,
};

/** A condition for frames. A frame in which its value is unavailable does not match. */
export class FrameCondition extends FrameExpression {
  /** Parses a condition, in the language of the frame that the trace is at. */
  static async compile(trace: Trace, text: string): Promise<FrameCondition | Problem> {
    const problem = await syntaxProblem(trace, text);
    return problem ?? new FrameCondition(trace, text);
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

/** What `$` precedes; all are registers where it is not known which there are. */
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
