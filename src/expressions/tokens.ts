// Text into tokens, each with its column (gdb's lexers of C and C++).
import type { Style } from '../values/language';
import { problemAt, type SyntaxProblem } from './problem';

/** The languages that are read in C's way. */
export type CStyle = Exclude<Style, 'rust'>;

/** A token of an expression. */
export interface Token {
  readonly kind:
    'number' | 'character' | 'string' | 'name' | 'quoted' | 'variable' | 'operator' | 'end';
  /** As it stands; of `variable` without `$`, of `quoted` without the quotes. */
  readonly text: string;
  /** Offset in the expression, in UTF-16 units. */
  readonly at: number;
  /** Offset of its end. */
  readonly end: number;
}

/** More than a person writes; in UTF-16 units. */
const longest = 16_384;
const mostTokens = 2000;
/** Templates in templates. */
const deepest = 100;

/** The tokens of an expression; the last one is `end`. */
export function tokenize(text: string, language: CStyle): Token[] | SyntaxProblem {
  const tooLong = problemAt('The expression is too long.', 0);
  if (text.length > longest) return tooLong;
  const tokens: Token[] = [];
  for (let at = skipBlanks(text, 0); at < text.length;) {
    const token = nextToken(text, at, language, tokens.at(-1));
    if ('problem' in token) return token;
    if (tokens.length === mostTokens) return tooLong;
    tokens.push(token);
    at = skipBlanks(text, token.end);
  }
  tokens.push({ kind: 'end', text: '', at: text.length, end: text.length });
  return tokens;
}

const operators =
  /\.\.\.|->\*|\.\*|<<=|>>=|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:,.()[\]{}@]/y;

/** C++ has words for operators (ISO C++, "Alternative tokens"). */
const alternativeTokens: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['compl', '~'],
  ['bitand', '&'],
  ['bitor', '|'],
  ['xor', '^'],
  ['not_eq', '!='],
]);

/** gdb's name for what a parameter was when the function was called. */
const entryPattern = /[A-Za-z_]\w*@entry\b/y;

const wordPattern = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff$]*/y;

const variablePattern = /\$(?:[\w$\u0080-\uffff]*)/y;

/** gdb takes any letters and digits for parts of a number, and complains of it as a whole. */
const decimalPattern =
  /(?:\d[0-9A-DF-Za-df-z]*)?(?:\.[0-9A-DF-Za-df-z]*)?(?:[eE][-+]?[0-9A-Za-z]*)?/y;
const hexPattern = /0[xX][0-9A-OQ-Za-oq-z]*(?:\.[0-9A-OQ-Za-oq-z]*)?(?:[pP][-+]?[0-9A-Za-z]*)?/y;

function skipBlanks(text: string, at: number): number {
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}

function nextToken(
  text: string,
  at: number,
  language: CStyle,
  before: Token | undefined,
): Token | SyntaxProblem {
  const char = text.charAt(at);
  const isFraction = char === '.' && /\d/.test(text.charAt(at + 1));
  if (/\d/.test(char) || isFraction) return numberToken(text, at);
  const prefix = /(?:L|u8|u|U)?["']/y;
  prefix.lastIndex = at;
  const opening = prefix.exec(text)?.[0];
  if (opening !== undefined) return quotedToken(text, at, opening);
  return (
    match('variable', variablePattern, text, at) ??
    destructorToken(text, at, language, before) ??
    wordToken(text, at, language) ??
    match('operator', operators, text, at) ??
    problemAt(`Invalid character '${char}' in expression.`, at)
  );
}

function match(kind: Token['kind'], pattern: RegExp, text: string, at: number): Token | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  const shown = kind === 'variable' ? found.slice(1) : found;
  return { kind, text: shown, at, end: at + found.length };
}

/** The name of a member function `operator+=`, `operator new[]`, `operator()`; a conversion's is followed by its type. */
const operatorPattern =
  /operator\s*(?:(?:new|delete)(?:\s*\[\s*\])?|\(\s*\)|\[\s*\]|->\*?|<=>|<<=?|>>=?|\+\+|--|&&|\|\||[-+*/%^&|=!<>]=|[-+*/%^&|~!=<>,])/y;

const conversionPattern =
  /operator\s+(?:(?:const|volatile|unsigned|signed|long|short)\s+)*[\w:]+(?:\s*[*&]+)?/y;

function operatorName(text: string, at: number): Token | undefined {
  const found =
    match('name', operatorPattern, text, at) ?? match('name', conversionPattern, text, at);
  if (!found) return undefined;
  if (/^operator\s+(?!new\b|delete\b)\w/.test(found.text)) return found;
  const name = found.text.replace(/\s+/g, '').replace(/^operator(?=new|delete)/, 'operator ');
  return { ...found, text: name };
}

/** `~Box` of `Box::~Box`. */
function destructorToken(
  text: string,
  at: number,
  language: CStyle,
  before: Token | undefined,
): Token | undefined {
  const qualified = language === 'c++' && before?.kind === 'operator' && before.text === '::';
  return qualified ? match('name', /~\w+/y, text, at) : undefined;
}

function wordToken(text: string, at: number, language: CStyle): Token | undefined {
  const word = match('name', entryPattern, text, at) ?? match('name', wordPattern, text, at);
  if (!word || language === 'c') return word;
  if (word.text === 'operator') return operatorName(text, at) ?? word;
  const operator = alternativeTokens.get(word.text);
  if (operator !== undefined) return { ...word, kind: 'operator', text: operator };
  if (word.text.endsWith('_cast')) return word;
  const end = templateEnd(text, word.end);
  return end === undefined ? word : { ...word, text: text.slice(at, end), end };
}

/** Where the arguments of a template end that stand directly behind its name. As in gdb, `a<b>c` has some. */
function templateEnd(text: string, at: number): number | undefined {
  if (text.charAt(at) !== '<') return undefined;
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '<') depth++;
    else if (char === '>') depth--;
    else if (!/[\w\s:,*&()[\]+-]/.test(char) || text.startsWith('&&', i)) return undefined;
    if (depth === 0) return i + 1;
    if (depth > deepest) return undefined;
  }
  return undefined;
}

function numberToken(text: string, at: number): Token | SyntaxProblem {
  return (
    match('number', hexPattern, text, at) ??
    match('number', decimalPattern, text, at) ??
    problemAt('Invalid number.', at)
  );
}

function quotedToken(text: string, at: number, opening: string): Token | SyntaxProblem {
  const quote = opening.at(-1) ?? '"';
  const body = quote === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^'\\]|\\[^])*'/y;
  body.lastIndex = at + opening.length - 1;
  const found = body.exec(text)?.[0];
  if (found === undefined) {
    const missing =
      quote === '"' ? 'Unterminated string in expression.' : 'Unmatched single quote.';
    return problemAt(missing, at);
  }
  const end = at + opening.length - 1 + found.length;
  if (quote === '"') return { kind: 'string', text: text.slice(at, end), at, end };
  if (isName(found, opening)) {
    return { kind: 'quoted', text: found.slice(1, -1), at, end };
  }
  return { kind: 'character', text: text.slice(at, end), at, end };
}

/** `'file.c'` and `'a b'` are names; a single character or escape is a character. */
function isName(quoted: string, opening: string): boolean {
  if (opening.length > 1) return false;
  return Array.from(quoted).length > 4 && !quoted.startsWith("'\\");
}
