// Checks an expression before it is evaluated in all frames: a mistake, or a name that means
// nothing at any place where frames stop, is reported with the name that was probably meant.
import { completeExpression } from '../expressionCompletion';
import { evaluationContext } from '../expressions';
import type { Trace } from '../trace';
import type { Problem } from '../../expressions/problem';
import type { FrameIndex } from '../../format/frameIndex';
import { FrameFlags } from '../../format/blocks';
import { TimeSlice } from '../../bytes/timeSlice';
import { StateEvaluator } from './evaluator';
import { syntaxProblem } from './framePredicate';

/** The expression that was probably meant. */
export interface SuggestedExpression {
  /** The part of it that differs: `queue->waiting`. */
  readonly label: string;
  /** The whole expression. */
  readonly text: string;
}

/** Why an expression is refused. */
export interface ExpressionMistake extends Problem {
  readonly suggestions: readonly SuggestedExpression[];
}

/** Places at which names are looked up; an expression that may mean something at others passes. */
const maxPlaces = 2000;
/** Places whose names are suggested. */
const suggestedPlaces = 8;
/** Expressions suggested at once. */
const maxSuggestions = 4;

/** What is wrong with an expression; undefined where it means something in a frame. */
export async function checkExpression(
  trace: Trace,
  text: string,
  cancelled: AbortSignal,
): Promise<ExpressionMistake | undefined> {
  const problem = (await syntaxProblem(trace, text)) ?? (await nameProblem(trace, text, cancelled));
  if (!problem || cancelled.aborted) return undefined;
  return { ...problem, suggestions: await suggestionsFor(trace, text, problem) };
}

/** Why names of the expression mean nothing at any place. */
async function nameProblem(
  trace: Trace,
  text: string,
  cancelled: AbortSignal,
): Promise<Problem | undefined> {
  const evaluator = new StateEvaluator(trace, text);
  let first: Problem | undefined;
  let places = 0;
  for await (const frame of placeFrames(trace)) {
    const problem = await evaluator.problemIn(frame);
    if (!problem || cancelled.aborted || ++places > maxPlaces) return undefined;
    first ??= problem;
  }
  return first;
}

/** A frame of each place: of each PC, and of each tracepoint whose frames have none. */
export async function* placeFrames({ recording: { index } }: Trace): AsyncIterable<number> {
  const found = knownPlaces(index);
  for (let i = 0; ; i++) {
    if (i >= found.frames.length) await found.searchOn();
    const frame = found.frames[i];
    if (frame === undefined) return;
    yield frame;
  }
}

/** Frames between two looks at the clock. */
const framesPerBreath = 1 << 12;

class PlaceFrames {
  readonly frames: number[] = [];
  private readonly seen = new Set<string>();
  private searched = 0;

  constructor(private readonly index: FrameIndex) {}

  /** Goes to the next place, if there is one. */
  async searchOn(): Promise<void> {
    const { index, seen } = this;
    const slice = new TimeSlice();
    while (this.searched < index.count) {
      const frame = this.searched++;
      if (frame % framesPerBreath === 0) await slice.yieldIfDue();
      const flags = index.flags(frame);
      const key =
        (flags & FrameFlags.pc) === 0
          ? `${flags & FrameFlags.registers} of ${index.tracepoint(frame)}`
          : `${index.pcHigh(frame)} ${index.pcLow(frame)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      this.frames.push(frame);
      return;
    }
  }
}

const known = new WeakMap<FrameIndex, PlaceFrames>();

function knownPlaces(index: FrameIndex): PlaceFrames {
  const places = known.get(index) ?? new PlaceFrames(index);
  known.set(index, places);
  return places;
}

async function suggestionsFor(
  trace: Trace,
  text: string,
  { problem, column }: Problem,
): Promise<SuggestedExpression[]> {
  const wrong = wrongName(text, problem, column);
  if (!wrong) return [];
  const { start, name } = wrong;
  const before = text.slice(0, start);
  const names = await namesAfter(trace, name.startsWith('$') ? `${before}$` : before);
  // A name that means something elsewhere was not misspelled.
  const near = similarNames(name, names).filter((each) => each !== name);
  // After an object, one of its members was meant, however it was spelled.
  const chosen = near.length === 0 && /(?:\.|->)$/.test(before) ? names : near;
  const [object = ''] = /(?<![\w$.>()[\]-])[\w$.>()[\]-]*$/.exec(before) ?? [];
  return chosen.slice(0, maxSuggestions).map((each) => ({
    label: object + each,
    text: before + each + text.slice(start + name.length),
  }));
}

/** The name that a problem is about, and where it begins. */
function wrongName(
  text: string,
  problem: string,
  column: number | undefined,
): { readonly start: number; readonly name: string } | undefined {
  const [, quoted] = /["'“](\$?\w+)["'”]/.exec(problem) ?? / named (\w+)/.exec(problem) ?? [];
  const [, dollar = quoted] = /(\$\w+)/.exec(problem) ?? [];
  if (dollar !== undefined) {
    const at = text.search(new RegExp(`(?<![\\w$])${dollar.replace('$', '\\$')}\\b`));
    if (at >= 0) return { start: at, name: dollar };
  }
  const [name] = column === undefined ? [] : (/^\$?\w+/.exec(text.slice(column - 1)) ?? []);
  return column === undefined || name === undefined ? undefined : { start: column - 1, name };
}

/** Names with which an expression may go on, at the first places. */
async function namesAfter(trace: Trace, text: string): Promise<string[]> {
  const names = new Set<string>();
  let places = 0;
  for await (const frame of placeFrames(trace)) {
    const [innermost] = (await trace.callStack(frame)).frames;
    const context = await evaluationContext(trace, frame, innermost);
    const found = await completeExpression(text, trace.recording, innermost, context);
    for (const { name } of found) names.add(name);
    if (++places >= suggestedPlaces) break;
  }
  return [...names];
}

/** Names that differ from one by a slip or two, the nearest first. */
export function similarNames(wrong: string, names: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(wrong.length / 3));
  return names
    .map((name) => ({ name, slips: slipsBetween(plain(wrong), plain(name)) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips)
    .map(({ name }) => name);
}

/** A name without what is easily left out. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** Characters that are missing, too many, wrong or swapped (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
