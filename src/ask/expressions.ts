// Expressions that somebody typed, compiled for many frames. What is wrong with one is told in the
// words of the face: a shell names the expression and what may be meant, a page shows the place.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';
import type { Problem } from '../expressions/problem';
import { problemText } from '../trace/expressions';
import { checkExpression } from '../trace/search/expressionCheck';
import { FrameCondition } from '../trace/search/framePredicate';
import { FrameValue } from '../trace/search/frameValues';
import type { Trace } from '../trace/trace';
import type { QuestionRun } from './run';

/** An expression that means nothing. Its message is that of a shell. */
class ExpressionRefused extends RequestFailed {
  constructor(
    written: string,
    readonly problem: Problem,
    /** Expressions that are likely meant. */
    suggestions: readonly string[] = [],
  ) {
    const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
    super(`${written}: ${problemText(problem)}${hint}`, problem.column);
  }
}

/** What a page says of a failure. */
export function screenSentence(error: RequestFailed): string {
  return error instanceof ExpressionRefused ? screenProblem(error.problem.problem) : error.message;
}

/** A problem of an expression as a sentence for the screen; gdb's console keeps gdb's words. */
export function screenProblem(problem: string): string {
  const [, rest] = /^A syntax error in expression, near `(.*)'\.$/s.exec(problem) ?? [];
  if (rest === '') return t('Syntax error at the end of the expression.');
  if (rest !== undefined) return t('Syntax error near “{0}”.', rest);
  return /[.!?]$/.test(problem) ? problem : `${problem}.`;
}

/** A condition on frames, compiled; fails with {@link ExpressionRefused}. */
export async function compiledCondition(trace: Trace, written: string): Promise<FrameCondition> {
  return compiled(written, await FrameCondition.compile(trace, written));
}

/** An expression to be evaluated in many frames, compiled; fails with {@link ExpressionRefused}. */
export async function compiledValue(trace: Trace, written: string): Promise<FrameValue> {
  return compiled(written, await FrameValue.compile(trace, written));
}

/** The same of a condition that means something in some frame; waits for the whole index. */
export async function meantCondition(
  trace: Trace,
  written: string,
  run: QuestionRun,
): Promise<FrameCondition> {
  await requireMeaning(trace, written, run);
  return compiledCondition(trace, written);
}

/** The same of an expression. */
export async function meantValue(
  trace: Trace,
  written: string,
  run: QuestionRun,
): Promise<FrameValue> {
  await requireMeaning(trace, written, run);
  return compiledValue(trace, written);
}

/** Fails where an expression means nothing in any frame; waits for the whole index. */
export async function requireMeaning(
  trace: Trace,
  written: string,
  { signal }: QuestionRun,
): Promise<void> {
  await trace.recording.indexed;
  const mistake = await checkExpression(trace, written, signal);
  if (!mistake) return;
  throw new ExpressionRefused(
    written,
    mistake,
    mistake.suggestions.map(({ text }) => text),
  );
}

function compiled<Compiled extends object>(written: string, result: Compiled | Problem): Compiled {
  if ('problem' in result) throw new ExpressionRefused(written, result);
  return result;
}

/** Fails where the run is ended. */
export function requireUncancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new RequestFailed('cancelled');
}
