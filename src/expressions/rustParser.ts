// From Rust's text to a tree, as gdb 13 reads it (rust_parser): names are looked up while they are
// read, so that the first of several mistakes is reported.
import { t } from '@vscode/l10n';
import type { SyntaxProblem } from './problem';
import { RustTokens, RustTypes, type RustNames, type RustPath } from './rustTypes';
import type { BinaryOperator, Expression, TypeName, UnaryOperator } from './syntax';
import { Unparsable } from './tokens';

/** Parses a whole expression. */
export function parseRust(
  text: string,
  names: RustNames,
): { readonly expression: Expression } | SyntaxProblem {
  try {
    return { expression: new RustParser(new RustTokens(text), names).whole() };
  } catch (error) {
    if (error instanceof Unparsable) return error.problem;
    throw error;
  }
}

/** Few enough for the recursion over the tree to end. */
const maxDepth = 200;

/** Binary operators by how close they bind. */
const precedences: ReadonlyMap<string, number> = new Map([
  ...['*', '/', '%'].map((each) => [each, 10] as const),
  ['@', 9],
  ...['+', '-'].map((each) => [each, 8] as const),
  ...['<<', '>>'].map((each) => [each, 7] as const),
  ['&', 6],
  ['^', 5],
  ['|', 4],
  ...['==', '!=', '<', '<=', '>', '>='].map((each) => [each, 3] as const),
  ['&&', 2],
  ['||', 1],
]);

const assignments: ReadonlySet<string> = new Set(
  ['', '+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'].map((each) => `${each}=`),
);

class RustParser {
  private readonly types: RustTypes;
  private depth = 0;

  constructor(
    private readonly tokens: RustTokens,
    private readonly names: RustNames,
  ) {
    this.types = new RustTypes(tokens, names);
  }

  whole(): Expression {
    const expression = this.expression();
    this.tokens.expectEnd();
    return expression;
  }

  private expression(): Expression {
    const { tokens } = this;
    if (++this.depth > maxDepth) tokens.fail(t('The expression is nested too deeply.'));
    const target = this.binary(1);
    this.depth--;
    const { kind, text, at } = tokens.next;
    if (kind !== 'operator' || !assignments.has(text)) return target;
    tokens.take();
    const operator = text.slice(0, -1) as BinaryOperator | '';
    const value = this.expression();
    return {
      kind: 'assignment',
      at,
      target,
      ...(operator !== '' && { operator }),
      value,
      postfix: false,
    };
  }

  /** Operators that bind as close as `least` or closer. */
  private binary(least: number): Expression {
    const { tokens } = this;
    let left = this.cast();
    for (;;) {
      const { kind, text, at } = tokens.next;
      const precedence = kind === 'operator' ? (precedences.get(text) ?? 0) : 0;
      if (precedence < least || precedence === 0) return left;
      tokens.take();
      const right = this.binary(precedence + 1);
      left = { kind: 'binary', operator: text as BinaryOperator, at, left, right };
    }
  }

  private cast(): Expression {
    const { tokens } = this;
    let operand = this.atom();
    for (;;) {
      const { at } = tokens.next;
      if (!tokens.acceptWord('as')) return operand;
      operand = { kind: 'cast', at, type: this.types.type(), operand };
    }
  }

  private atom(): Expression {
    const { tokens } = this;
    if (++this.depth > maxDepth) tokens.fail(t('The expression is nested too deeply.'));
    const atom = this.suffixed(this.plainAtom());
    this.depth--;
    return atom;
  }

  private plainAtom(): Expression {
    const { tokens } = this;
    const { kind, text, at } = tokens.next;
    switch (kind) {
      case 'number':
      case 'index':
        tokens.take();
        return { kind: 'number', at, text };
      case 'character':
        tokens.take();
        return { kind: 'character', at, text };
      case 'string':
        tokens.take();
        return { kind: 'string', at, texts: [text] };
      case 'variable':
        tokens.take();
        return { kind: 'variable', at, name: text };
      case 'name':
        return this.word();
      case 'operator':
        return this.prefixed(text, at);
      case 'end':
        return tokens.fail('unexpected token');
    }
  }

  private word(): Expression {
    const { tokens } = this;
    const { text, at } = tokens.next;
    if (tokens.isWord('true') || tokens.isWord('false')) {
      tokens.take();
      return { kind: 'truth', at, value: text === 'true' };
    }
    if (tokens.isWord('sizeof')) return this.size();
    if (['if', 'as', 'mut', 'const', 'fn'].some((word) => tokens.isWord(word))) {
      return tokens.fail('unexpected token');
    }
    return this.path();
  }

  private prefixed(text: string, at: number): Expression {
    const { tokens } = this;
    if (text === '(') return this.brackets();
    if (text === '[') return this.array();
    if (text === '::') return this.path();
    if (!['*', '+', '-', '!', '&'].includes(text)) return tokens.fail('unexpected token');
    tokens.take();
    if (text === '&') tokens.acceptWord('mut');
    return { kind: 'unary', operator: text as UnaryOperator, at, operand: this.atom() };
  }

  /** An expression in round brackets; gdb reads tuples, and knows none. */
  private brackets(): Expression {
    const { tokens } = this;
    tokens.take();
    const { at } = tokens.next;
    const first = this.expression();
    if (tokens.accept(')')) return first;
    while (!tokens.is(')')) {
      if (!tokens.accept(',')) tokens.fail("',' or ')' expected");
      if (!tokens.is(')')) this.expression();
    }
    tokens.take();
    return tokens.fail('Tuple expressions not supported yet', at);
  }

  private array(): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    tokens.acceptWord('mut');
    const elements = [this.expression()];
    if (!tokens.is(',') && !tokens.is(']')) tokens.fail("',', ';', or ']' expected");
    while (tokens.accept(',')) elements.push(this.expression());
    if (!tokens.accept(']')) tokens.fail("',' or ']' expected");
    return { kind: 'array', at, elements };
  }

  private size(): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    tokens.expect('(');
    const of = this.expression();
    tokens.expect(')');
    return {
      kind: 'size',
      at,
      of: of.kind === 'type' ? { type: of.type } : { expression: of },
      alignment: false,
    };
  }

  private path(): Expression {
    const { tokens, names } = this;
    const { at } = tokens.next;
    const path = this.types.path(true);
    const { name, global } = path;
    if (tokens.is('{')) return this.struct(path);
    if (tokens.is('(')) {
      const type = names.type(path);
      if (type !== undefined && type !== 'tupleStruct') {
        tokens.fail(`Type ${name} is not a tuple struct`, at);
      }
    }
    const symbol = names.symbol(path);
    if (symbol === undefined) tokens.fail(`No symbol '${name}' in current context`, at);
    if (symbol === 'value') return { kind: 'name', at, name, global };
    return { kind: 'type', at, type: { kind: 'named', at, name } satisfies TypeName };
  }

  /** A struct that is made up of fields, for which gdb needs a process. */
  private struct(path: RustPath): Expression {
    const { tokens, names } = this;
    const { at } = tokens.next;
    const type = names.type(path);
    if (type === undefined) tokens.fail(`Could not find type '${path.name}'`, at);
    tokens.take();
    if (type !== 'struct') tokens.fail('Struct expression applied to non-struct type', at);
    while (!tokens.is('}') && !tokens.is('..')) {
      if (tokens.next.kind !== 'name') tokens.fail("'}', '..', or identifier expected");
      tokens.take();
      if (tokens.accept(':')) this.expression();
      else if (!tokens.is(',') && !tokens.is('}')) tokens.fail("':' expected");
      tokens.accept(',');
    }
    if (tokens.accept('..')) this.expression();
    tokens.expect('}');
    return tokens.fail("You can't do that without a process to debug.", at);
  }

  private suffixed(first: Expression): Expression {
    const { tokens } = this;
    let operand = first;
    for (;;) {
      const { at } = tokens.next;
      if (tokens.accept('.')) {
        for (const member of this.fields()) {
          operand = { kind: 'member', at, operand, arrow: false, member };
        }
      } else if (tokens.is('[')) operand = this.subscript(operand);
      else if (tokens.is('(')) {
        tokens.take();
        operand = { kind: 'call', at, callee: operand, arguments: this.arguments() };
      } else return operand;
    }
  }

  /** The name of a field or its number; `x.0.1` is read as a number with a point. */
  private fields(): string[] {
    const { tokens } = this;
    const { kind, text } = tokens.next;
    if (kind === 'number' && !/^\d+\.\d+$/.test(text)) {
      tokens.fail("'_' not allowed in integers in anonymous field references");
    }
    if (!['name', 'index', 'number'].includes(kind)) tokens.fail('field name expected');
    return tokens.take().text.split('.');
  }

  private subscript(operand: Expression): Expression {
    const { tokens } = this;
    const { at } = tokens.take();
    const isRange = () => tokens.is('..') || tokens.is('..=');
    const from = isRange() ? undefined : this.expression();
    if (!isRange()) {
      tokens.expect(']');
      return from
        ? { kind: 'subscript', at, operand, index: from }
        : tokens.fail('unexpected token');
    }
    const inclusive = tokens.take().text === '..=';
    const to = tokens.is(']') ? undefined : this.expression();
    tokens.expect(']');
    return { kind: 'slice', at, operand, from, to, inclusive };
  }

  private arguments(): Expression[] {
    const { tokens } = this;
    const list: Expression[] = [];
    while (!tokens.is(')')) {
      if (list.length > 0 && !tokens.accept(',')) tokens.fail("',' or ')' expected");
      list.push(this.expression());
    }
    tokens.take();
    return list;
  }
}
