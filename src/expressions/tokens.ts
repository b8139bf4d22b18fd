// Text into tokens, each with its column (gdb's lexers of C and C++), and how parsers read them.
import { t } from '@vscode/l10n';
import type { Style } from '../symbols/dwarf/languages';
import { problemAt, type SyntaxProblem } from './problem';
import { isReservedBaseWord } from '../symbols/canonicalName';
import type { Qualifier, Tag } from './syntax';

/** The languages that are read in C's way. */
export type CStyle = Extract<Style, 'c' | 'c++'>;

/** A token of an expression. */
export interface Token {
  readonly kind:
    | 'number'
    | 'character'
    | 'string'
    | 'name'
    | 'quoted'
    | 'variable'
    | 'operator'
    | 'end';
  /** As written; of `variable` without `$`, of `quoted` without the quotes. */
  readonly text: string;
  /** Offset in the expression as it was typed, in UTF-16 units; of a macro's, that of its name. */
  readonly at: number;
  /** Offset in the text that is parsed, in which macros are expanded. */
  readonly start: number;
  /** Offset of its end there. */
  readonly end: number;
  /** Of a token that is part of a macro's expansion: the offset where that ends. */
  readonly until?: number;
}

/** What is wrong with more than anyone writes. */
export const tooLong = () => problemAt(t('The expression is too long.'), 0);

/** More than anyone writes; in UTF-16 units. */
const maxLength = 16_384;
export const maxTokens = 2000;
/** Templates in templates. */
const maxTemplateDepth = 100;

/** The tokens of an expression; the last one is `end`. */
export function tokenize(text: string, language: CStyle): Token[] | SyntaxProblem {
  return tokensOf(text, (at, before) => nextToken(text, at, language, before));
}

/**
 * The tokens of a text; the last one is `end`. `next` reads the token at an offset; `before`
 * is the token in front of it.
 */
export function tokensOf(
  text: string,
  next: (at: number, before: Token | undefined) => Token | SyntaxProblem,
): Token[] | SyntaxProblem {
  if (text.length > maxLength) return tooLong();
  const tokens: Token[] = [];
  for (let at = skipBlanks(text, 0); at < text.length;) {
    const token = next(at, tokens.at(-1));
    if ('problem' in token) return token;
    if (tokens.length === maxTokens) return tooLong();
    tokens.push(token);
    at = skipBlanks(text, token.end);
  }
  tokens.push({ kind: 'end', text: '', at: text.length, start: text.length, end: text.length });
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
export const entryPattern = /[A-Za-z_]\w*@entry\b/y;

export const wordPattern = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff$]*/y;

export const variablePattern = /\$(?:[\w$\u0080-\uffff]*)/y;

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
    tokenAt('variable', variablePattern, text, at) ??
    destructorToken(text, at, language, before) ??
    wordToken(text, at, language) ??
    tokenAt('operator', operators, text, at) ??
    problemAt(`Invalid character '${char}' in expression.`, at)
  );
}

/** The token that a sticky pattern finds at a place; of a variable without its `$`. */
export function tokenAt(
  kind: Token['kind'],
  pattern: RegExp,
  text: string,
  at: number,
): Token | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  const shown = kind === 'variable' ? found.slice(1) : found;
  return { kind, text: shown, at, start: at, end: at + found.length };
}

/**
 * The name of a member function `operator+=`, `operator new[]`, `operator()`; a conversion's is
 * followed by its type.
 */
const operatorPattern =
  /operator\s*(?:(?:new|delete)(?:\s*\[\s*\])?|\(\s*\)|\[\s*\]|->\*?|<=>|<<=?|>>=?|\+\+|--|&&|\|\||[-+*/%^&|=!<>]=|[-+*/%^&|~!=<>,])/y;

const conversionPattern =
  /operator\s+(?:(?:const|volatile|unsigned|signed|long|short)\s+)*[\w:]+(?:\s*[*&]+)?/y;

function operatorName(text: string, at: number): Token | undefined {
  const found =
    tokenAt('name', operatorPattern, text, at) ?? tokenAt('name', conversionPattern, text, at);
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
  return qualified ? tokenAt('name', /~\w+/y, text, at) : undefined;
}

function wordToken(text: string, at: number, language: CStyle): Token | undefined {
  const word = tokenAt('name', entryPattern, text, at) ?? tokenAt('name', wordPattern, text, at);
  if (!word || language === 'c') return word;
  if (word.text === 'operator') return operatorName(text, at) ?? word;
  const operator = alternativeTokens.get(word.text);
  if (operator !== undefined) return { ...word, kind: 'operator', text: operator };
  if (word.text.endsWith('_cast')) return word;
  const end = templateEnd(text, word.end);
  return end === undefined ? word : { ...word, text: text.slice(at, end), end };
}

/**
 * Where the arguments of a template end that directly follow its name. As in gdb, `a<b>c`
 * has some.
 */
function templateEnd(text: string, at: number): number | undefined {
  if (text.charAt(at) !== '<') return undefined;
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '<') depth++;
    else if (char === '>') depth--;
    else if (!/[\w\s:,*&()[\]+-]/.test(char) || text.startsWith('&&', i)) return undefined;
    if (depth === 0) return i + 1;
    if (depth > maxTemplateDepth) return undefined;
  }
  return undefined;
}

function numberToken(text: string, at: number): Token | SyntaxProblem {
  return (
    tokenAt('number', hexPattern, text, at) ??
    tokenAt('number', decimalPattern, text, at) ??
    problemAt('Invalid number.', at)
  );
}

export function quotedToken(text: string, at: number, opening: string): Token | SyntaxProblem {
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
  if (quote === '"') return { kind: 'string', text: text.slice(at, end), at, start: at, end };
  if (isName(found, opening)) {
    return { kind: 'quoted', text: found.slice(1, -1), at, start: at, end };
  }
  return { kind: 'character', text: text.slice(at, end), at, start: at, end };
}

/** `'file.c'` and `'a b'` are names; a single character or escape is a character. */
function isName(quoted: string, opening: string): boolean {
  if (opening.length > 1) return false;
  return Array.from(quoted).length > 4 && !quoted.startsWith("'\\");
}

// Words of the languages that never name something of the program.

export const tags: ReadonlySet<string> = new Set<Tag>(['struct', 'class', 'union', 'enum']);

export const qualifiers: ReadonlyMap<string, Qualifier> = new Map([
  ['const', 'const'],
  ['volatile', 'volatile'],
  ['restrict', 'restrict'],
  ['__restrict', 'restrict'],
  ['__restrict__', 'restrict'],
  ['_Atomic', 'atomic'],
]);

export const typeOfWords: ReadonlySet<string> = new Set([
  'typeof',
  '__typeof',
  '__typeof__',
  'decltype',
]);

export const sizeWords: ReadonlySet<string> = new Set([
  'sizeof',
  '_Alignof',
  'alignof',
  '__alignof__',
]);

/** C++'s casts that are written `static_cast<type>(x)`. */
export const namedCasts: ReadonlySet<string> = new Set([
  'static_cast',
  'reinterpret_cast',
  'const_cast',
  'dynamic_cast',
]);

/** Whether a word has a meaning of its own. */
export function isWord(word: string): boolean {
  const sets = [tags, typeOfWords, sizeWords, namedCasts];
  return isReservedBaseWord(word) || qualifiers.has(word) || sets.some((set) => set.has(word));
}

// Tokens read one after the other by the parsers, with gdb's complaint where another one was
// expected.

/** What the parsers need apart from the text. */
export interface Grammar {
  readonly language: CStyle;
  /** Whether a name, qualified as it is written, is a type's and not hidden by a variable. */
  isType(name: string): boolean;
  /** The words for a token that is not expected; C's unless given. */
  readonly syntaxError?: (near: string) => string;
}

/** Ends the parsing; caught by the parser of the whole. */
export class Unparsable extends Error {
  constructor(readonly problem: SyntaxProblem) {
    super(problem.problem);
  }
}

/** Few enough for the recursion over the tree to end. */
const maxNesting = 200;

export const cSyntaxError = (near: string) => `A syntax error in expression, near \`${near}'.`;

/** A position in the tokens of an expression. */
export class TokenStream {
  private position = 0;
  private depth = 0;
  private readonly end: Token;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    readonly grammar: Grammar,
  ) {
    const { length } = text;
    this.end = tokens.at(-1) ?? { kind: 'end', text: '', at: length, start: length, end: length };
  }

  get next(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    return this.tokens[this.position + ahead] ?? this.end;
  }

  take(): Token {
    const { next } = this;
    this.position++;
    return next;
  }

  /** The operator that comes next; empty where something else does. */
  get operator(): string {
    const { kind, text } = this.next;
    return kind === 'operator' ? text : '';
  }

  is(operator: string): boolean {
    return this.operator === operator;
  }

  isWord(word: string): boolean {
    return this.next.kind === 'name' && this.next.text === word;
  }

  /** Takes an operator if it comes next. */
  accept(operator: string): boolean {
    if (!this.is(operator)) return false;
    this.position++;
    return true;
  }

  acceptWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.position++;
    return true;
  }

  expect(operator: string): void {
    if (!this.accept(operator)) this.unexpected();
  }

  /** The expression ends here. */
  expectEnd(): void {
    if (this.next.kind !== 'end') this.unexpected();
  }

  /** The text from a token to the end of the token that was taken last. */
  textFrom({ start }: Token): string {
    return this.text.slice(start, this.tokens[this.position - 1]?.end ?? start);
  }

  /** Names with `::` between, as one. */
  path(): string {
    if (this.next.kind !== 'name') this.unexpected();
    let path = this.take().text;
    while (this.is('::') && this.peek(1).kind === 'name') {
      this.take();
      path += `::${this.take().text}`;
    }
    if (this.is('::') && this.peek(1).text === '(') {
      this.take();
      this.unexpected();
    }
    return path;
  }

  /** The path that {@link path} would take `ahead` tokens from here. */
  pathAhead(ahead: number): string {
    let path = this.peek(ahead).text;
    for (
      let i = ahead + 1;
      this.peek(i).text === '::' && this.peek(i + 1).kind === 'name';
      i += 2
    ) {
      path += `::${this.peek(i + 1).text}`;
    }
    return path;
  }

  /** Runs a parser one level deeper. */
  nested<T>(parser: () => T): T {
    if (++this.depth > maxNesting)
      this.fail(t('The expression is nested too deeply.'), this.next.at);
    const result = parser();
    this.depth--;
    return result;
  }

  unexpected(): never {
    const { at, start, until } = this.next;
    const near = this.text.slice(start, until);
    const { syntaxError = cSyntaxError } = this.grammar;
    return this.fail(syntaxError(near), at);
  }

  fail(message: string, at: number): never {
    throw new Unparsable(problemAt(message, at));
  }
}
