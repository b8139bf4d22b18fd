// What is wrong with an expression that frames are to be asked for.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { checkExpression } from '../../trace/search/expressionCheck';
import type { Immutable } from '../../wire/contract';
import { screenProblem } from '../expressions';
import { question } from '../question';
import { expression } from '../table/tableMessages';
import type { TraceAsked } from '../views';

/** Why an expression is refused. */
const mistake = v.strictObject({
  problem: v.string(),
  /** In the expression, counted from 1; absent where all of it is meant. */
  column: v.exactOptional(v.number()),
  /** Expressions that are likely meant: what is shown of each, and all of it. */
  suggestions: v.array(v.strictObject({ label: v.string(), text: v.string() })),
});
export type CheckedMistake = Immutable<v.InferOutput<typeof mistake>>;

/** `check`: no mistake where it means something in a frame. */
export const checkTyped = question({
  input: v.strictObject({ text: expression }),
  result: v.strictObject({ mistake: v.exactOptional(mistake) }),
  answer: async ({ trace }: TraceAsked, { text }, { signal }) => {
    const found = await checkExpression(trace, text, signal);
    if (!found) return {};
    const isNameless =
      trace.modules.current.loaded.length === 0 && found.problem.startsWith('No symbol ');
    const problem = isNameless
      ? t('No program loaded, so variable names are unknown.')
      : screenProblem(found.problem);
    return { mistake: { ...found, problem } };
  },
});
