// Tokens read one after the other by the parsers, with gdb's complaint where another one was expected.
import { problemAt, type SyntaxProblem } from './problem';
import type { CStyle, Token } from './tokens';

/** What the parsers must know besides the text. */
export interface Grammar {
  readonly language: CStyle;
  /** Whether a name, qualified as it is written, is a type's and not hidden by a variable. */
  isType(name: string): boolean;
}

/** Ends the parsing; caught by the parser of the whole. */
export class Unparsable extends Error {
  constructor(readonly problem: SyntaxProblem) {
    super(problem.problem);
  }
}

/** Few enough for the recursion over the tree to end. */
const deepest = 200;

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
    this.end = { kind: 'end', text: '', at: text.length, end: text.length };
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

  /** The text from an offset to the end of the token that was taken last. */
  textFrom(at: number): string {
    return this.text.slice(at, this.tokens[this.position - 1]?.end ?? at);
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
    if (++this.depth > deepest) this.fail('The expression is nested too deeply.', this.next.at);
    const result = parser();
    this.depth--;
    return result;
  }

  unexpected(): never {
    const { at } = this.next;
    return this.fail(`A syntax error in expression, near \`${this.text.slice(at)}'.`, at);
  }

  fail(message: string, at: number): never {
    throw new Unparsable(problemAt(message, at));
  }
}
