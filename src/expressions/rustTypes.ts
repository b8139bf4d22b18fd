// Rust's paths and types as gdb 13 reads them (rust_parser::parse_path, parse_type).
import { t } from '@vscode/l10n';
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { TypeName } from './syntax';
import { Unparsable } from './tokens';
import { problemAt } from './problem';
import { elementCount } from './typeParser';

/** A path; `global` ones are looked up only outside the function's namespace. */
export interface RustPath {
  readonly name: string;
  readonly global: boolean;
}

/** What a path names. A struct of fields has names for them, one of a tuple has numbers. */
export type RustSymbolKind = 'value' | 'type' | 'struct' | 'tupleStruct' | undefined;

/** What the parser needs apart from the text. */
export interface RustNames {
  /** The qualified name of the function that is stopped in. */
  readonly function: string | undefined;
  /** What a path is as an expression. */
  symbol(path: RustPath): RustSymbolKind;
  /** What it is as a type. */
  type(path: RustPath): RustSymbolKind;
}

/** Types in types. */
const maxDepth = 100;

/** Reads paths and types. */
export class RustTypes {
  private depth = 0;

  constructor(
    private readonly tokens: RustTokens,
    private readonly names: RustNames,
  ) {}

  /**
   * `a::b`; the arguments of a generic one follow `::` in an expression, and not in a type.
   */
  path(inExpression: boolean): RustPath {
    const { tokens } = this;
    const from = tokens.next;
    let supers = 0;
    if (tokens.acceptWord('self')) {
      if (!tokens.accept('::')) return { name: 'self', global: false };
      while (tokens.acceptWord('super')) supers += this.separated();
    } else if (tokens.isWord('super')) {
      while (tokens.acceptWord('super')) supers += this.separated();
    } else if (!tokens.accept('::')) tokens.acceptWord('extern');
    const path = this.parts(inExpression);
    if (from.kind === 'operator') return { name: `${this.crate(from.at)}::${path}`, global: true };
    if (from.raw || !['self', 'super', 'extern'].includes(from.text)) {
      return { name: path, global: false };
    }
    if (from.text === 'extern') return { name: path, global: true };
    return { name: [...this.around(supers, from.at), path].join('::'), global: true };
  }

  private separated(): number {
    this.tokens.expect('::');
    return 1;
  }

  private parts(inExpression: boolean): string {
    const { tokens } = this;
    if (tokens.next.kind !== 'name') tokens.fail('identifier expected');
    let path = tokens.take().text;
    let isName = true;
    while (tokens.is('::') || tokens.is('<')) {
      if (tokens.accept('::')) {
        isName = tokens.next.kind === 'name';
        if (isName) path += `::${tokens.take().text}`;
        else if (tokens.is('::')) tokens.fail("unexpected '::'");
      }
      if (!tokens.is('<')) continue;
      if (isName === inExpression) break;
      tokens.take();
      path += `<${this.list().map(written).join(', ')}>`;
      if (tokens.is('>>')) tokens.takeHalf();
      else if (!tokens.accept('>')) tokens.fail("'>' expected");
      break;
    }
    return path;
  }

  private crate(at: number): string {
    const [crate] = namespacesAround(this.names.function);
    return crate ?? this.tokens.fail('Could not find crate for current location', at);
  }

  private around(supers: number, at: number): string[] {
    const around = namespacesAround(this.names.function);
    if (around.length === 0) this.tokens.fail("Couldn't find namespace scope for self::", at);
    if (supers >= around.length) {
      this.tokens.fail(`Too many super:: uses from '${around.join('::')}'`, at);
    }
    return around.slice(0, around.length - supers);
  }

  type(): TypeName {
    if (++this.depth > maxDepth) this.tokens.fail(t('The expression is nested too deeply.'));
    const type = this.plainType();
    this.depth--;
    return type;
  }

  private plainType(): TypeName {
    const { tokens } = this;
    const { at, kind } = tokens.next;
    if (tokens.accept('[')) return this.array(at);
    if (tokens.accept('*') || tokens.accept('&')) {
      if (!tokens.acceptWord('mut')) tokens.acceptWord('const');
      return { kind: 'pointer', at, to: this.type() };
    }
    if (tokens.acceptWord('fn')) return this.function(at);
    if (tokens.accept('(')) return this.tuple(at);
    if (kind !== 'name' && !tokens.is('::')) tokens.fail('type expected');
    const path = this.path(false);
    if (!this.names.type(path)) {
      tokens.fail(`No type name '${path.name}' in current context`, at);
    }
    return { kind: 'named', at, name: path.name };
  }

  private array(at: number): TypeName {
    const { tokens } = this;
    const of = this.type();
    tokens.expect(';');
    const { kind, text } = tokens.next;
    if ((kind !== 'index' && kind !== 'number') || /[.eE]/.test(text)) {
      tokens.fail('integer expected');
    }
    tokens.take();
    tokens.expect(']');
    const count = elementCount(text.replaceAll('_', '').replace(/[iu](?:size|\d+)$/, ''));
    return { kind: 'array', at, of, count };
  }

  private function(at: number): TypeName {
    const { tokens } = this;
    tokens.expect('(');
    const parameters = tokens.is(')') ? [] : this.list();
    tokens.expect(')');
    if (!tokens.accept('->')) tokens.fail("'->' expected");
    const result = this.type();
    return {
      kind: 'pointer',
      at,
      to: { kind: 'function', at, result, prototyped: true, parameters, variadic: false },
    };
  }

  private tuple(at: number): TypeName {
    const { tokens } = this;
    const parts = tokens.is(')') ? [] : this.list();
    tokens.expect(')');
    const name = `(${parts.map(written).join(', ')})`;
    if (!this.names.type({ name, global: false })) {
      tokens.fail(`could not find tuple type '${name}'`, at);
    }
    return { kind: 'named', at, name };
  }

  private list(): TypeName[] {
    const types = [this.type()];
    while (this.tokens.accept(',')) types.push(this.type());
    return types;
  }
}

/** A type as the names of generic types have it. */
function written(type: TypeName): string {
  if (type.kind === 'pointer') return `*mut ${written(type.to)}`;
  if (type.kind === 'array') return `[${written(type.of)}; ${type.count ?? ''}]`;
  if (type.kind !== 'function') return type.kind === 'named' ? type.name : '';
  return `fn (${type.parameters.map(written).join(', ')}) -> ${written(type.result)}`;
}

/** The namespaces around a function. */
function namespacesAround(name: string | undefined): string[] {
  return name === undefined ? [] : splitName(name).slice(0, -1);
}

// Rust's tokens, one at a time: a bad token is reported when the parser reaches it (gdb 13,
// rust_parser::lex).

/** A token of Rust. */
export interface RustToken {
  readonly kind:
    | 'name'
    | 'variable'
    | 'number'
    | 'index'
    | 'character'
    | 'string'
    | 'operator'
    | 'end';
  /**
   * As it is written; of `variable` without `$`, of a raw name without `r#`. `index` is a plain
   * decimal number.
   */
  readonly text: string;
  /** Offset in the expression, in UTF-16 units. */
  readonly at: number;
  /** Whether it is a raw identifier, as `r#as`: never a keyword. */
  readonly raw?: boolean;
}

const operators = /(?:>>=|<<=|\.\.=|<<|>>|&&|\|\||==|!=|<=|>=|[-+*/%&|^]=|::|\.\.|->|[^])/uy;
const name = /(r#)?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/y;
const variable = /\$([\w$\u0080-\uffff]*)/y;
const number =
  /\d[\d_]*\.\d[\d_]*(?:[eE][-+]?\d[\d_]*)?(?:f32|f64)?|\d[\d_]*[eE][-+]?\d[\d_]*(?:f32|f64)?|(?:0x[a-fA-F\d_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*)(?:[iu](?:size|8|16|32|64))?/y;
const raw = /b?r(#*)"/y;

/** More than anyone writes; the first in UTF-16 units. */
const maxLength = 16_384;
const maxTokens = 2000;

/** Reads tokens one after the other. */
export class RustTokens {
  /** The token that comes next. */
  next: RustToken;
  private end = 0;
  private count = 0;

  constructor(private readonly text: string) {
    if (text.length > maxLength) this.fail(t('The expression is too long.'), 0);
    this.next = this.read();
  }

  take(): RustToken {
    const { next } = this;
    this.next = this.read();
    return next;
  }

  /** The first `>` of `>>` closes only one list. */
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
    if (++this.count > maxTokens) this.fail(t('The expression is too long.'), 0);
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

  /** What a pattern matches at an offset; moves past it. */
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
