// From tokens to a tree: the grammar of C and C++ as gdb reads it (gdb manual, "Expressions" and
// "C and C++ Operators"; `@` binds between shifts and additions).
import type { SyntaxProblem } from './problem';
import type { BinaryOperator, Expression, NameExpression, TypeName, UnaryOperator } from './syntax';
import {
  type Token,
  namedCasts,
  sizeWords,
  typeOfWords,
  TokenStream,
  Unparsable,
  type Grammar,
} from './tokens';
import { TypeParser } from './typeParser';

/** Parses a whole expression. */
export function parse(
  text: string,
  tokens: readonly Token[],
  grammar: Grammar,
): { readonly expression: Expression } | SyntaxProblem {
  try {
    return { expression: new Parser(new TokenStream(text, tokens, grammar)).whole() };
  } catch (error) {
    if (error instanceof Unparsable) return error.problem;
    throw error;
  }
}

/** C's binary operators but the comma, loosest first. */
const binaryLevels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['@'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Assignments by the operator that each computes with first. */
const assignments: ReadonlyMap<string, BinaryOperator | undefined> = new Map([
  ['=', undefined],
  ...(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'] as const).map(
    (operator) => [`${operator}=`, operator] as const,
  ),
]);

class Parser {
  private readonly types: TypeParser;

  constructor(private readonly stream: TokenStream) {
    this.types = new TypeParser(stream, () => this.sequence());
  }

  whole(): Expression {
    const { stream } = this;
    const { at } = stream.next;
    const type = this.wholeType();
    const expression: Expression = type ? { kind: 'type', at, type } : this.sequence();
    if (stream.is(')')) {
      stream.fail('Junk after end of expression.', stream.next.at);
    }
    stream.expectEnd();
    return expression;
  }

  /** A type by itself; `int (5)` begins as one and is a cast. */
  private wholeType(): TypeName | undefined {
    if (!this.types.begins(0)) return undefined;
    return this.stream.grammar.language === 'c++' && this.isFunctionalCast()
      ? undefined
      : this.types.type();
  }

  private isFunctionalCast(): boolean {
    const { stream } = this;
    for (let ahead = 0; ; ahead++) {
      const { kind, text } = stream.peek(ahead);
      if (text === '(') return stream.peek(ahead + 1).text !== '*' && !this.types.begins(ahead + 1);
      if ((kind !== 'name' && text !== '::') || typeOfWords.has(text)) return false;
    }
  }

  /** Expressions with commas between. */
  private sequence(): Expression {
    let left = this.expression();
    while (this.stream.is(',')) {
      const { at } = this.stream.take();
      left = { kind: 'binary', operator: ',', at, left, right: this.expression() };
    }
    return left;
  }

  private expression(): Expression {
    return this.stream.nested(() => {
      const target = this.conditional();
      if (!assignments.has(this.stream.operator)) return target;
      const { at, text } = this.stream.take();
      const operator = assignments.get(text);
      const value = this.expression();
      return {
        kind: 'assignment',
        at,
        target,
        ...(operator && { operator }),
        value,
        postfix: false,
      };
    });
  }

  private conditional(): Expression {
    const { stream } = this;
    const condition = this.binary(0);
    if (!stream.is('?')) return condition;
    const { at } = stream.take();
    const then = this.sequence();
    stream.expect(':');
    return { kind: 'conditional', at, condition, then, otherwise: this.expression() };
  }

  /** Operators of a level and of those that bind closer. */
  private binary(level: number): Expression {
    const operators = binaryLevels[level];
    if (!operators) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = operators.find((each) => each === this.stream.operator);
      if (!operator) return left;
      const { at } = this.stream.take();
      left = { kind: 'binary', operator, at, left, right: this.binary(level + 1) };
    }
  }

  private unary(): Expression {
    return this.stream.nested(() => this.plainUnary());
  }

  private plainUnary(): Expression {
    const { stream, types } = this;
    const { at, text } = stream.next;
    if (stream.operator === '++' || stream.operator === '--') {
      stream.take();
      return stepped(text, at, this.unary(), false);
    }
    const operator = unaryOperators.get(stream.operator);
    if (operator) {
      stream.take();
      return { kind: 'unary', operator, at, operand: this.unary() };
    }
    if (stream.is('{')) return this.braces();
    if (stream.is('(') && types.begins(1)) return this.cast();
    if (stream.next.kind === 'name' && sizeWords.has(text)) return this.size(text !== 'sizeof');
    return this.postfix(this.primary());
  }

  /** `{type} address`, or an array. */
  private braces(): Expression {
    const { stream, types } = this;
    const { at } = stream.take();
    if (!types.begins(0)) return this.postfix({ kind: 'array', at, elements: this.list('}') });
    const type = types.type();
    stream.expect('}');
    return { kind: 'memory', at, type, address: this.unary() };
  }

  private cast(): Expression {
    const { at } = this.stream.take();
    const type = this.types.type();
    this.stream.expect(')');
    return { kind: 'cast', at, type, operand: this.unary() };
  }

  private size(alignment: boolean): Expression {
    const { stream, types } = this;
    const { at } = stream.take();
    if (!stream.is('(') || !types.begins(1)) {
      if (alignment) stream.unexpected();
      return { kind: 'size', at, of: { expression: this.unary() }, alignment };
    }
    stream.take();
    const type = types.type();
    stream.expect(')');
    return { kind: 'size', at, of: { type }, alignment };
  }

  private postfix(first: Expression): Expression {
    const { stream } = this;
    let operand = first;
    for (;;) {
      const { at } = stream.next;
      const { operator } = stream;
      const arrow = operator.startsWith('->');
      if (operator === '[') operand = this.subscript(operand);
      else if (operand.kind === 'name' && this.types.beginsParameters()) {
        operand = this.withSignature(operand);
      } else if (operator === '(') operand = this.call(operand);
      else if (operator === '.' || operator === '->') {
        stream.take();
        operand = { kind: 'member', at, operand, arrow, member: this.nameOrQuoted() };
      } else if (operator === '.*' || operator === '->*') {
        stream.take();
        operand = { kind: 'memberPointer', at, operand, arrow, member: this.unary() };
      } else if (operator === '++' || operator === '--') {
        stream.take();
        operand = stepped(operator, at, operand, true);
      } else return operand;
    }
  }

  private subscript(operand: Expression): Expression {
    const { stream } = this;
    const { at } = stream.take();
    const index = this.sequence();
    stream.expect(']');
    return { kind: 'subscript', at, operand, index };
  }

  /** `C::f(int) const`. */
  private withSignature(name: NameExpression): NameExpression {
    const { stream, types } = this;
    const opening = stream.next;
    stream.expect('(');
    types.parameters();
    this.acceptQualifiers();
    return { ...name, signature: name.name + stream.textFrom(opening) };
  }

  /** Takes what follows the parameters of a member function; false where nothing does. */
  private acceptQualifiers(): boolean {
    let some = false;
    while (this.stream.acceptWord('const') || this.stream.acceptWord('volatile')) some = true;
    return some;
  }

  private call(callee: Expression): Expression {
    const { at } = this.stream.take();
    const called: Expression = callee.kind === 'name' ? { ...callee, called: true } : callee;
    const given = this.list(')');
    // gdb reads `f() const` as the scope of a variable, `f() const::x`.
    if (given.length === 0 && this.acceptQualifiers()) this.stream.unexpected();
    return { kind: 'call', at, callee: called, arguments: given };
  }

  /** Expressions with commas between, and the closing bracket. */
  private list(closing: string): Expression[] {
    const list: Expression[] = [];
    while (!this.stream.is(closing)) {
      list.push(this.expression());
      if (!this.stream.accept(',')) break;
    }
    this.stream.expect(closing);
    return list;
  }

  private primary(): Expression {
    const { stream } = this;
    const { kind, text, at } = stream.next;
    switch (kind) {
      case 'number':
      case 'character':
        stream.take();
        return { kind, text, at };
      case 'string':
        return { kind, at, texts: this.strings() };
      case 'variable':
        stream.take();
        return { kind, name: text, at };
      case 'quoted':
        return this.quoted();
      case 'name':
        return this.word();
      case 'operator':
        return this.bracketed();
      case 'end':
        return stream.unexpected();
    }
  }

  private strings(): string[] {
    const texts: string[] = [];
    while (this.stream.next.kind === 'string') texts.push(this.stream.take().text);
    return texts;
  }

  /** `'file.c'::x`, or a name with unusual characters. */
  private quoted(): Expression {
    const { stream } = this;
    const { text, at } = stream.take();
    if (!stream.accept('::')) return { kind: 'name', at, name: text, global: false };
    return { kind: 'name', at, name: this.nameOrQuoted(), scope: text, global: false };
  }

  /** `x`, or `'_vptr.Shape'`. */
  private nameOrQuoted(): string {
    const { stream } = this;
    return stream.next.kind === 'quoted' ? stream.take().text : stream.path();
  }

  private word(): Expression {
    const { stream } = this;
    const { text, at } = stream.next;
    const { language } = stream.grammar;
    if (language !== 'c' && (text === 'true' || text === 'false')) {
      stream.take();
      return { kind: 'truth', at, value: text === 'true' };
    }
    if (language === 'c++' && namedCasts.has(text)) return this.namedCast();
    if (language === 'c++' && text === 'typeid') return this.typeInfo();
    if (this.types.begins(0))
      return language === 'c++' ? this.functionalCast() : stream.unexpected();
    return this.name(false);
  }

  private name(global: boolean): NameExpression {
    const { at } = this.stream.next;
    return { kind: 'name', at, name: this.stream.path(), global };
  }

  /** `typeid(type)` and `typeid(x)`. */
  private typeInfo(): Expression {
    const { stream, types } = this;
    const { at } = stream.take();
    stream.expect('(');
    const of = types.begins(0) ? { type: types.type() } : { expression: this.sequence() };
    stream.expect(')');
    return { kind: 'typeInfo', at, of };
  }

  /** `static_cast<type>(x)`. */
  private namedCast(): Expression {
    const { stream } = this;
    const { at } = stream.take();
    stream.expect('<');
    const type = this.types.type();
    stream.expect('>');
    stream.expect('(');
    const operand = this.sequence();
    stream.expect(')');
    return { kind: 'cast', at, type, operand };
  }

  /** `int(x)`. */
  private functionalCast(): Expression {
    const { at } = this.stream.next;
    const type = this.types.specifiers();
    this.stream.expect('(');
    const operand = this.sequence();
    this.stream.expect(')');
    return { kind: 'cast', at, type, operand };
  }

  private bracketed(): Expression {
    const { stream } = this;
    if (stream.accept('::')) return this.name(true);
    if (this.isAnonymousNamespace()) return this.inAnonymousNamespace();
    stream.expect('(');
    const inner = this.sequence();
    stream.expect(')');
    return inner;
  }

  private isAnonymousNamespace(): boolean {
    return anonymous.every((text, i) => this.stream.peek(i).text === text);
  }

  /** `(anonymous namespace)::x`. */
  private inAnonymousNamespace(): Expression {
    const { at } = this.stream.next;
    for (let i = 0; i < anonymous.length; i++) this.stream.take();
    const name = `(anonymous namespace)::${this.stream.path()}`;
    return { kind: 'name', at, name, global: false };
  }
}

const anonymous: readonly string[] = ['(', 'anonymous', 'namespace', ')', '::'];

const unaryOperators: ReadonlyMap<string, UnaryOperator> = new Map(
  (['-', '+', '!', '~', '*', '&'] as const).map((operator) => [operator, operator]),
);

/** `++` and `--`. */
function stepped(sign: string, at: number, target: Expression, postfix: boolean): Expression {
  const value: Expression = { kind: 'number', at, text: '1' };
  return { kind: 'assignment', at, target, operator: sign === '++' ? '+' : '-', value, postfix };
}
