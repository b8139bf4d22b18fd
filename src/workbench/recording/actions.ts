// The actions of a tracepoint as the user types them, in gdb's syntax: gdb manual, "Tracepoint
// Action Lists".
import type { Problem } from '../../expressions/problem';
import { isTabled, type ExpressionLanguage } from '../../symbols/dwarf/languages';
import type { PlannedAction } from '../../remote/record/plan';
import { languageTables } from '../../expressions/languages/all';
import { parseBy } from '../../expressions/languages/parser';
import { tokenizeBy } from '../../expressions/languages/tokens';
import { parse } from '../../expressions/parser';
import { parseRust } from '../../expressions/rustParser';
import type { RustNames } from '../../expressions/rustTypes';
import { tokenize } from '../../expressions/tokens';

/** What `collect` takes apart from expressions. */
const collections = ['$regs', '$args', '$locals', '$_ret', '$_sdata'] as const;

const collectPattern = /^(?:collect\b)?\s*(?:\/(\w*)\s*)?(.*)/s;
const tevalPattern = /^teval\s+(.*)/s;
const assignmentPattern = /^\$([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)\s*(.*)/s;

/**
 * Reads one action: an expression to collect, `/s` or `/s80` before it for the text that it points
 * to, or `$variable = expression` to compute. `collect` and `teval` may precede them.
 */
export function readAction(text: string, style: ExpressionLanguage): PlannedAction | Problem {
  const typed = text.trim();
  const evaluated = tevalPattern.exec(typed)?.[1] ?? (assignedIn(typed) && typed);
  if (evaluated !== undefined) return readEvaluation(evaluated, style, text);
  const [, option, item = ''] = collectPattern.exec(typed) ?? [];
  const strings = option === undefined ? undefined : readStrings(option);
  if (strings === 'problem') {
    const problem = `Undefined collection format "${option ?? ''}".`;
    return { problem, column: text.indexOf('/') + 1 };
  }
  const problem = isCollection(item) ? undefined : expressionProblem(item, style);
  if (problem) return within(problem, text, item);
  return { action: 'collect', item, ...(strings !== undefined && { strings }) };
}

/** The trace state variable that an expression assigns, without its dollar sign. */
export function assignedIn(expression: string): string | undefined {
  return assignmentPattern.exec(expression.trim())?.[1];
}

function readEvaluation(
  expression: string,
  style: ExpressionLanguage,
  text: string,
): PlannedAction | Problem {
  const value = assignmentPattern.exec(expression)?.[2] ?? expression;
  const problem = expressionProblem(value, style);
  return problem ? within(problem, text, value) : { action: 'teval', expression };
}

/** The same problem with its column in the whole of what was typed. */
function within({ problem, column }: Problem, text: string, part: string): Problem {
  if (column === undefined) return { problem };
  return { problem, column: text.lastIndexOf(part) + column };
}

function isCollection(item: string): boolean {
  return collections.some((each) => each === item);
}

function readStrings(option: string): number | 'problem' {
  const digits = /^s(\d{0,9})$/.exec(option)?.[1];
  return digits === undefined ? 'problem' : Number(digits);
}

/** What is wrong with an expression; undefined where nothing is. */
export function expressionProblem(text: string, language: ExpressionLanguage): Problem | undefined {
  if (text.trim() === '') return { problem: 'Argument required (expression).', column: 1 };
  if (language === 'rust') {
    const parsed = parseRust(text, anyNames);
    return 'problem' in parsed ? parsed : undefined;
  }
  if (isTabled(language)) {
    const table = languageTables[language];
    const tokens = tokenizeBy(table, text);
    const parsed = 'problem' in tokens ? tokens : parseBy(table, text, tokens, new Set());
    return 'problem' in parsed ? parsed : undefined;
  }
  const tokens = tokenize(text, language);
  if ('problem' in tokens) return tokens;
  const asValues = parse(text, tokens, { language, isType: () => false });
  if (!('problem' in asValues)) return undefined;
  const isType = (name: string) => isCast(text, name);
  const withCasts = parse(text, tokens, { language, isType });
  return 'problem' in withCasts ? asValues : undefined;
}

/** Rust's names, whatever they may be. */
const anyNames: RustNames = {
  function: 'crate::function',
  symbol: () => 'value',
  type: () => 'tupleStruct',
};

/** Whether a name is in parentheses, like the type of a cast. */
function isCast(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[^\w]/g, (character) => `\\${character}`);
  return new RegExp(`\\(\\s*(?:const\\s+)?${escaped}\\s*(?:const\\s*)?[*&\\s]*\\)`).test(text);
}

/** The language in which expressions are written in a file of VS Code's language. */
export function expressionLanguageOf(languageId = ''): ExpressionLanguage {
  const known = ['ada', 'c', 'fortran', 'go', 'pascal', 'rust'] as const;
  // Extensions have `fortran-modern` and `FortranFreeForm`.
  const id = /^fortran/i.test(languageId) ? 'fortran' : languageId;
  return known.find((each) => each === id) ?? 'c++';
}
