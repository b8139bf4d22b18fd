// Text into tokens by the table of a language.
import { problemAt, type SyntaxProblem } from '../problem';
import {
  quotedToken,
  tokenAt,
  tokensOf,
  variablePattern,
  wordPattern,
  entryPattern,
  type Token,
} from '../tokens';
import type { LanguageTable } from './table';

/** The tokens of an expression; the last one is `end`. Operators are in lower case. */
export function tokenizeBy(table: LanguageTable, text: string): Token[] | SyntaxProblem {
  return tokensOf(text, (at, before) => nextToken(table, text, at, before));
}

function nextToken(
  table: LanguageTable,
  text: string,
  at: number,
  before: Token | undefined,
): Token | SyntaxProblem {
  const char = text.charAt(at);
  if (char === "'" && table.attributes['first'] && before && endsOperand(before)) {
    return { kind: 'operator', text: char, at, start: at, end: at + 1 };
  }
  const quote = table.quotes[char];
  if (quote === 'asInC') return quotedToken(text, at, char);
  if (quote) return quotation(text, at, quote);
  const operator = tokenAt('operator', table.operator, text, at);
  if (/\d/.test(char) || (char === '.' && !operator)) return numeral(table, text, at);
  if (operator && !(char === '.' && /\d/.test(text.charAt(at + 1)) && !before)) {
    return {
      ...operator,
      text: operator.text.toLowerCase().replace(/\s+/g, ' ').replace('. ', '.'),
    };
  }
  return (
    tokenAt('variable', variablePattern, text, at) ??
    tokenAt('name', entryPattern, text, at) ??
    tokenAt('name', wordPattern, text, at) ??
    problemAt(`Invalid character '${char}' in expression.`, at)
  );
}

/** Whether something may be selected from what ends with a token. */
function endsOperand({ kind, text }: Token): boolean {
  return kind === 'name' || [')', ']', '.all'].includes(text);
}

function numeral(table: LanguageTable, text: string, at: number): Token | SyntaxProblem {
  const number = tokenAt('number', table.number, text, at);
  return number
    ? { ...number, text: table.numberInC(number.text) }
    : problemAt(`Invalid character '${text.charAt(at)}' in expression.`, at);
}

/** Text between quotes, which are doubled in it, as C has it. */
function quotation(text: string, at: number, kind: 'doubled' | 'character'): Token | SyntaxProblem {
  const quote = text.charAt(at);
  const pattern = kind === 'doubled' ? /(['"])((?:(?!\1)[^]|\1\1)*)\1(?!\1)/y : /(')([^])'/y;
  pattern.lastIndex = at;
  const [whole, , inside = ''] = pattern.exec(text) ?? [];
  if (whole === undefined) {
    const missing =
      kind === 'doubled' ? 'Unterminated string in expression.' : 'Unmatched single quote.';
    return problemAt(missing, at);
  }
  const place = { at, start: at, end: at + whole.length };
  if (kind === 'character') return { kind: 'character', text: inC(inside, "'"), ...place };
  return { kind: 'string', text: inC(inside.replaceAll(quote + quote, quote), '"'), ...place };
}

function inC(text: string, quote: string): string {
  return `${quote}${text.replace(/["'\\]/g, String.raw`\$&`)}${quote}`;
}
