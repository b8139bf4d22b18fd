// Rust's tokens, one at a time: what is wrong with a token is told when the parser comes to it (gdb 13, rust_parser::lex).
import { Unparsable } from './tokenStream';
import { problemAt } from './problem';

/** A token of Rust. */
export interface RustToken {
  readonly kind:
    'name' | 'variable' | 'number' | 'index' | 'character' | 'string' | 'operator' | 'end';
  /** As it is written; of `variable` without `$`, of a raw name without `r#`. `index` is a plain decimal number. */
  readonly text: string;
  /** Offset in the expression, in UTF-16 units. */
  readonly at: number;
  /** A name that is no keyword, as `r#as`. */
  readonly raw?: boolean;
}

const operators = /(?:>>=|<<=|\.\.=|<<|>>|&&|\|\||==|!=|<=|>=|[-+*/%&|^]=|::|\.\.|->|[^])/uy;
const name = /(r#)?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/y;
const variable = /\$([\w$\u0080-\uffff]*)/y;
const number =
  /\d[\d_]*\.\d[\d_]*(?:[eE][-+]?\d[\d_]*)?(?:f32|f64)?|\d[\d_]*[eE][-+]?\d[\d_]*(?:f32|f64)?|(?:0x[a-fA-F\d_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*)(?:[iu](?:size|8|16|32|64))?/y;
const raw = /b?r(#*)"/y;

/** More than a person writes; the first in UTF-16 units. */
const longest = 16_384;
const mostTokens = 2000;

/** Reads tokens one after the other. */
export class RustTokens {
  /** The token that comes next. */
  next: RustToken;
  private end = 0;
  private count = 0;

  constructor(private readonly text: string) {
    if (text.length > longest) this.fail('The expression is too long.', 0);
    this.next = this.read();
  }

  take(): RustToken {
    const { next } = this;
    this.next = this.read();
    return next;
  }

  /** The first `>` of `>>` closes a list alone. */
  takeHalf(): void {
    const { at } = this.next;
    this.end = at + 1;
    this.next = this.read();
  }

  is(operator: string): boolean {
    return this.next.kind === 'operator' && this.next.text === operator;
  }

  isWord(word: string): boolean {
    return this.next.kind === 'name' && !this.next.raw && this.next.text === word;
  }

  /** Takes an operator if it comes next. */
  accept(operator: string): boolean {
    if (!this.is(operator)) return false;
    this.take();
    return true;
  }

  acceptWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.take();
    return true;
  }

  expect(operator: string): void {
    if (!this.accept(operator)) this.fail(`'${operator}' expected`);
  }

  /** The expression ends here. */
  expectEnd(): void {
    const { kind, at } = this.next;
    if (kind !== 'end') this.fail(`Syntax error near '${this.text.slice(at)}'`);
  }

  fail(message: string, at = this.next.at): never {
    throw new Unparsable(problemAt(message, at));
  }

  private read(): RustToken {
    const { text } = this;
    if (++this.count > mostTokens) this.fail('The expression is too long.', 0);
    while (/\s/.test(text.charAt(this.end))) this.end++;
    const at = this.end;
    const char = text.charAt(at);
    if (char === '') return { kind: 'end', text: '', at };
    if (/\d/.test(char)) return this.number(at);
    if (/^b?'/.test(text.slice(at, at + 2))) return this.character(at);
    if (this.match(raw, at) || /^b?"/.test(text.slice(at, at + 2))) return this.string(at);
    const dollar = this.match(variable, at);
    if (dollar) return { kind: 'variable', text: dollar[1] ?? '', at };
    const word = this.match(name, at);
    if (word) return { kind: 'name', text: word[2] ?? '', at, raw: word[1] !== undefined };
    return { kind: 'operator', text: this.match(operators, at)?.[0] ?? '', at };
  }

  /** What a pattern finds at an offset; the token ends behind it. */
  private match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found) this.end = pattern.lastIndex;
    return found;
  }

  private number(at: number): RustToken {
    const text = this.match(number, at)?.[0] ?? '';
    return { kind: /^\d+$/.test(text) ? 'index' : 'number', text, at };
  }

  private character(at: number): RustToken {
    const { text } = this;
    const start = text.indexOf("'", at) + 1;
    if (text.charAt(start) === "'") this.fail('empty character literal', at);
    const escape = /\\(?:x[\da-fA-F]{2}|u\{[\da-fA-F]{1,6}\}|[^])/y;
    const end = this.match(escape, start) ? this.end : text.indexOf("'", start);
    if (end < 0 || text.charAt(end) !== "'") this.fail('Unterminated character literal', at);
    if (text.charAt(start) !== '\\' && Array.from(text.slice(start, end)).length > 1) {
      this.fail('overlong character literal', at);
    }
    this.end = end + 1;
    return { kind: 'character', text: text.slice(at, end + 1), at };
  }

  private string(at: number): RustToken {
    const { text } = this;
    const hashes = this.match(raw, at)?.[1];
    const closing = hashes === undefined ? undefined : text.indexOf(`"${hashes}`, this.end);
    const plain = /b?"(?:[^"\\]|\\[^])*"/y;
    if (closing === undefined ? !this.match(plain, at) : closing < 0) {
      this.fail('Unexpected EOF in string', at);
    }
    if (closing !== undefined) this.end = closing + 1 + (hashes ?? '').length;
    return { kind: 'string', text: text.slice(at, this.end), at };
  }
}
