// Source text as far as hovers and inline values need it: what is code, not comment or text, and
// the names in it.

/** How a language writes what is no code. */
interface Lexis {
  /** What begins a comment up to the end of its line. */
  readonly line: readonly string[];
  readonly block?: { readonly begin: string; readonly end: string; readonly nested?: boolean };
  /** What encloses text. */
  readonly quotes: readonly string[];
  /** Raw text, whose beginning gives its end. */
  readonly raw?: RegExp;
}

const c: Lexis = {
  line: ['//'],
  block: { begin: '/*', end: '*/' },
  quotes: ['"', "'"],
  raw: /R"([^\s()\\]{0,16})\(/y,
};

const lexes: Readonly<Record<string, Lexis>> = {
  c,
  cpp: c,
  d: { ...c, quotes: ['"', "'", '`'] },
  go: { ...c, quotes: ['"', "'", '`'] },
  zig: { line: ['//', '\\\\'], quotes: ['"', "'"] },
  rust: {
    line: ['//'],
    block: { begin: '/*', end: '*/', nested: true },
    quotes: ['"'],
    raw: /b?r(#{0,16})"/y,
  },
  asm: { line: ['#', '//'], block: { begin: '/*', end: '*/' }, quotes: ['"'] },
  ada: { line: ['--'], quotes: ['"'] },
  fortran: { line: ['!'], quotes: ['"', "'"] },
};

/** VS Code's ids of the languages whose programs are debugged. */
export const sourceLanguages: readonly string[] = Object.keys(lexes);

/**
 * The text with blanks in place of comments and of texts; of the same length, with the same lines.
 */
export function codeOnly(text: string, language: string): string {
  const lexis = lexes[language] ?? c;
  let code = '';
  for (let at = 0; at < text.length;) {
    const end = endOfOther(text, at, lexis);
    if (end === undefined) code += text.charAt(at);
    else code += text.slice(at, end).replace(/[^\n]/g, ' ');
    at = end ?? at + 1;
  }
  return code;
}

/** Where the comment or text ends that begins here; undefined if it is code. */
function endOfOther(text: string, at: number, lexis: Lexis): number | undefined {
  const { line, block, quotes, raw } = lexis;
  if (line.some((begin) => text.startsWith(begin, at))) return endOfLine(text, at);
  if (block && text.startsWith(block.begin, at)) return endOfBlock(text, at, block);
  if (raw && !isWord(text.charAt(at - 1))) {
    raw.lastIndex = at;
    const begin = raw.exec(text);
    if (begin) {
      const close = begin[0].includes('(') ? `)${begin[1] ?? ''}"` : `"${begin[1] ?? ''}`;
      return endAfter(text, at + begin[0].length, close);
    }
  }
  const quote = quotes.find((each) => text.startsWith(each, at));
  if (quote !== undefined && !isDigitMark(text, at)) return endOfText(text, at, quote);
  // Rust's 'a' is a character, 'a a lifetime.
  return lexis === lexes['rust'] ? endOfCharacter(text, at) : undefined;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endAfter(text: string, from: number, close: string): number {
  const end = text.indexOf(close, from);
  return end < 0 ? text.length : end + close.length;
}

function endOfBlock(text: string, from: number, block: NonNullable<Lexis['block']>): number {
  const { begin, end, nested = false } = block;
  let depth = 0;
  for (let at = from; at < text.length;) {
    if (text.startsWith(begin, at) && (nested || depth === 0)) {
      depth++;
      at += begin.length;
    } else if (text.startsWith(end, at)) {
      at += end.length;
      if (--depth === 0) return at;
    } else {
      at++;
    }
  }
  return text.length;
}

/**
 * Text ends at its line's end at the latest, where its mark is missing; Go's and D's raw text does
 * not.
 */
function endOfText(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\' && quote !== '`') at++;
    else if (text.charAt(at) === quote) return at + 1;
    else if (text.charAt(at) === '\n' && quote !== '`') return at;
  }
  return text.length;
}

function endOfCharacter(text: string, at: number): number | undefined {
  const character = /'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}\n]{1,8}\}|.)|[^'\\\n])'/uy;
  character.lastIndex = at;
  const found = character.exec(text);
  return found ? at + found[0].length : undefined;
}

/** C++ separates digits by apostrophes: `1'000`. */
function isDigitMark(text: string, at: number): boolean {
  return (
    text.charAt(at) === "'" &&
    /[0-9a-fA-F]/.test(text.charAt(at - 1)) &&
    isWord(text.charAt(at + 1))
  );
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** A range of one line, in characters. */
export interface ColumnRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * The expression at a character of a line of code: the name there with what it is a member of, as
 * in `a->b[i].c`, up to that name; a register of assembly code without its mark. Undefined on
 * anything else.
 */
export function expressionAtColumn(line: string, character: number): ColumnRange | undefined {
  const name = nameAt(line, character);
  if (!name) return undefined;
  let { start } = name;
  for (;;) {
    const before = operandBefore(line, start);
    if (before === undefined) break;
    start = before;
  }
  return { start, end: name.end };
}

/** A name or a register; of a tuple a member's number. */
function nameAt(line: string, character: number): ColumnRange | undefined {
  for (const { 0: text, index } of line.matchAll(/[$%]?[\p{L}_][\p{L}\p{N}_]*|(?<=\.)\d+/gu)) {
    if (character >= index && character <= index + text.length) {
      return { start: index, end: index + text.length };
    }
  }
  return undefined;
}

/**
 * Where the operand begins that a name at `at` is a member of; undefined if it is no member, or one
 * of a call's result.
 */
function operandBefore(line: string, at: number): number | undefined {
  const link = /(?:\.|->|::)\s*$/.exec(line.slice(0, at));
  if (!link) return undefined;
  let end = link.index;
  for (;;) {
    const before = line.slice(0, end).trimEnd();
    if (!before.endsWith(']')) break;
    const open = openingBracket(before);
    if (open === undefined) return undefined;
    end = open;
  }
  const name = /(?:(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*|(?<=\.)\d+)\s*$/u.exec(
    line.slice(0, end),
  );
  return name?.index;
}

function openingBracket(text: string): number | undefined {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text.charAt(at) === ']') depth++;
    else if (text.charAt(at) === '[' && --depth === 0) return at;
  }
  return undefined;
}

/** The names of variables in a line of code, each once: no members, no called functions. */
export function variableNamesIn(
  line: string,
): readonly (ColumnRange & { readonly name: string })[] {
  const names = new Map<string, ColumnRange & { readonly name: string }>();
  for (const { 0: name, index } of line.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const end = index + name.length;
    const isMember = /(?:\.|->|::)\s*$/.test(line.slice(0, index));
    const isCalled = /^\s*(?:\(|::|!)/.test(line.slice(end)) && !/^\s*!=/.test(line.slice(end));
    const isPart = /[\p{N}$%#]$/u.test(line.slice(0, index));
    if (!isMember && !isCalled && !isPart && !names.has(name))
      names.set(name, { name, start: index, end });
  }
  return [...names.values()];
}
