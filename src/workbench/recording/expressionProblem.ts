// Whether what a person types is an expression, before any program is known: what is a type is guessed from where it stands.
import { parse } from '../../expressions/parser';
import type { Problem } from '../../expressions/problem';
import { parseRust } from '../../expressions/rustParser';
import type { RustNames } from '../../expressions/rustTypes';
import { tokenize } from '../../expressions/tokens';
import type { Style } from '../../values/language';

/** What is wrong with an expression; undefined where nothing is. */
export function expressionProblem(text: string, language: Style): Problem | undefined {
  if (text.trim() === '') return { problem: 'Argument required (expression).', column: 1 };
  if (language === 'rust') {
    const parsed = parseRust(text, anyNames);
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
  meaning: () => 'value',
  type: () => 'tupleStruct',
};

/** Whether a name stands in parentheses as the type of a cast does. */
function isCast(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[^\w]/g, (character) => `\\${character}`);
  return new RegExp(`\\(\\s*(?:const\\s+)?${escaped}\\s*(?:const\\s*)?[*&\\s]*\\)`).test(text);
}

/** The style in which VS Code's language writes expressions. */
export function styleOfLanguage(languageId: string | undefined): Style {
  if (languageId === 'rust') return 'rust';
  return languageId === 'c' ? 'c' : 'c++';
}
