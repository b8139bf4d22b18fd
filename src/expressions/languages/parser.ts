// From tokens to a tree by the table of a language.
import { t } from '@vscode/l10n';
import type { SyntaxProblem } from '../problem';
import type { BinaryOperator, Expression, NameExpression, TypeName } from '../syntax';
import { TokenStream, Unparsable, type Token } from '../tokens';
import type { Intrinsic, LanguageTable } from './table';

/** Parses a whole expression. `types`: the names that are types'. */
export function parseBy(
  table: LanguageTable,
  text: string,
  tokens: readonly Token[],
  types: ReadonlySet<string>,
): { readonly expression: Expression } | SyntaxProblem {
  const grammar = {
    language: 'c',
    isType: (name: string) => types.has(name),
    syntaxError: table.syntaxError,
  } as const;
  try {
    return { expression: new TableParser(table, new TokenStream(text, tokens, grammar)).whole() };
  } catch (error) {
    if (error instanceof Unparsable) return error.problem;
    throw error;
  }
}

/** A part of an array: `1:2`. */
interface Range {
  readonly from: Expression | undefined;
  readonly to: Expression | undefined;
}

class TableParser {
  constructor(
    private readonly table: LanguageTable,
    private readonly stream: TokenStream,
  ) {}

  whole(): Expression {
    const expression = this.sequence();
    this.stream.expectEnd();
    return expression;
  }

  private sequence(): Expression {
    const { stream, table } = this;
    let left = this.expression();
    while (table.sequence !== undefined && stream.is(table.sequence)) {
      const { at } = stream.take();
      left = { kind: 'binary', operator: ',', at, left, right: this.expression() };
    }
    return left;
  }

  private expression(): Expression {
    return this.stream.nested(() => {
      const target = this.binary(0);
      if (!this.stream.is(this.table.assignment)) return target;
      const { at } = this.stream.take();
      return { kind: 'assignment', at, target, value: this.expression(), postfix: false };
    });
  }

  /** Operators of a level and of those that bind closer. */
  private binary(level: number): Expression {
    const { stream, table } = this;
    const found = table.binary[level];
    let left = this.prefixed(level) ?? (found ? this.binary(level + 1) : this.postfix());
    if (!found) return left;
    for (;;) {
      const operator = found.operators[stream.operator];
      if (operator) left = this.operation(operator, left, level, found.fromTheRight);
      else if (table.hasMembership && '=' in found.operators && this.isMembership()) {
        left = this.membership(left, level);
      } else return left;
    }
  }

  private operation(
    operator: BinaryOperator,
    left: Expression,
    level: number,
    fromTheRight = false,
  ): Expression {
    const { at } = this.stream.take();
    const right = this.binary(fromTheRight ? level : level + 1);
    return { kind: 'binary', operator, at, left, right };
  }

  /** An operator before its operand, where the level is one of those from which it is allowed. */
  private prefixed(level: number): Expression | undefined {
    const { stream, table } = this;
    const prefix = table.prefixes[stream.operator];
    if (!prefix || level < prefix.level) return undefined;
    return stream.nested(() => {
      const { at } = stream.take();
      const operand = this.binary(level);
      return prefix.make(operand, at);
    });
  }

  private isMembership(): boolean {
    return this.stream.is('in') || this.stream.is('not in');
  }

  /** `x in 1 .. 3` and `x not in 1 .. 3`. */
  private membership(left: Expression, level: number): Expression {
    const { stream, table } = this;
    const { at, text } = stream.take();
    const from = this.binary(level + 1);
    stream.expect(table.range ?? '');
    const to = this.binary(level + 1);
    const isIn: Expression = {
      ...{ kind: 'binary', operator: '&&', at },
      left: { kind: 'binary', operator: '>=', at, left, right: from },
      right: { kind: 'binary', operator: '<=', at, left, right: to },
    };
    return text === 'in' ? isIn : { kind: 'unary', operator: '!', at, operand: isIn };
  }

  private postfix(): Expression {
    const { stream, table } = this;
    let operand = this.primary();
    for (;;) {
      const { at } = stream.next;
      if (stream.accept(table.member)) operand = this.member(operand, at);
      else if (table.dereference !== undefined && stream.accept(table.dereference)) {
        operand = { kind: 'unary', operator: '*', at, operand };
      } else if (!table.appliesArrays && stream.accept('[')) operand = this.subscript(operand, at);
      else if (stream.accept('(')) operand = this.applied(operand, at);
      else if (stream.accept("'")) operand = this.attribute(operand, at);
      else return operand;
    }
  }

  private member(operand: Expression, at: number): Expression {
    const { stream } = this;
    if (stream.next.kind !== 'name') stream.unexpected();
    return { kind: 'member', at, operand, arrow: false, member: stream.take().text };
  }

  /** `a[1, 2]` is `a[1][2]`. */
  private subscript(operand: Expression, at: number): Expression {
    const { stream } = this;
    let element = operand;
    do element = { kind: 'subscript', at, operand: element, index: this.expression() };
    while (stream.accept(','));
    stream.expect(']');
    return element;
  }

  private applied(callee: Expression, at: number): Expression {
    const { table } = this;
    const given = this.arguments();
    const expressions = given.filter((each) => 'kind' in each);
    const [first] = given;
    if (expressions.length === given.length) {
      if (!table.appliesArrays) return { kind: 'call', at, callee, arguments: expressions };
      const outermostFirst = table.firstIsFastest ? [...expressions].reverse() : expressions;
      return { kind: 'applied', at, callee, arguments: outermostFirst };
    }
    const whole = given.findIndex((each) => 'kind' in each || each.from || each.to);
    const inner = given.slice(0, Math.max(0, whole));
    const outer = given.slice(inner.length).filter((each) => 'kind' in each);
    if (table.firstIsFastest && inner.length > 0 && inner.length + outer.length === given.length) {
      return { kind: 'applied', at, callee, arguments: [...outer].reverse() };
    }
    if (given.length > 1 || !first || 'kind' in first) {
      return this.stream.fail(t('Parts of arrays of several dimensions are not evaluated.'), at);
    }
    return { kind: 'slice', at, operand: callee, ...first, inclusive: true };
  }

  /** What stands between parentheses, of which the first is taken already. */
  private arguments(): (Expression | Range)[] {
    const { stream } = this;
    const given: (Expression | Range)[] = [];
    while (!stream.is(')')) {
      given.push(this.argument());
      if (!stream.accept(',')) break;
    }
    stream.expect(')');
    return given;
  }

  private argument(): Expression | Range {
    const { stream, table } = this;
    const endsHere = (): boolean => stream.is(',') || stream.is(')');
    const isRange = (): boolean => table.range !== undefined && stream.is(table.range);
    const from = isRange() ? undefined : this.expression();
    if (from && !isRange()) return from;
    stream.take();
    return { from, to: endsHere() ? undefined : this.expression() };
  }

  private attribute(operand: Expression, at: number): Expression {
    const { stream, table } = this;
    if (stream.is('(')) {
      return operand.kind === 'type'
        ? this.cast(operand.type, at)
        : stream.fail('Type required for qualification', at);
    }
    const intrinsic = table.attributes[stream.next.text.toLowerCase()];
    if (stream.next.kind !== 'name' || !intrinsic) return stream.unexpected();
    stream.take();
    return this.intrinsic(intrinsic, at, [operand]);
  }

  private intrinsic(
    intrinsic: Intrinsic,
    at: number,
    before: readonly Expression[] = [],
  ): Expression {
    const { stream } = this;
    const given = stream.accept('(') ? this.arguments() : [];
    const expressions = given.filter((each) => 'kind' in each);
    const made = expressions.length === given.length && intrinsic([...before, ...expressions], at);
    return made || stream.unexpected();
  }

  /** `(x)` behind a type. */
  private cast(type: TypeName, at: number): Expression {
    this.stream.expect('(');
    const operand = this.sequence();
    this.stream.expect(')');
    return { kind: 'cast', at, type, operand };
  }

  private primary(): Expression {
    const { stream, table } = this;
    const { kind, text, at } = stream.next;
    const truth = table.truths[text.toLowerCase()];
    if (truth !== undefined && (kind === 'name' || kind === 'operator')) {
      stream.take();
      return { kind: 'truth', at, value: truth };
    }
    switch (kind) {
      case 'number':
      case 'character':
        stream.take();
        return { kind, text, at };
      case 'string':
        stream.take();
        return { kind, at, texts: [text] };
      case 'variable':
        stream.take();
        return { kind, name: text, at };
      case 'quoted':
        stream.take();
        return { kind: 'name', at, name: text, global: false };
      case 'name':
        return this.word();
      case 'operator':
        return this.bracketed();
      case 'end':
        return stream.unexpected();
    }
  }

  private word(): Expression {
    const { stream, table } = this;
    const { text, at } = stream.next;
    const intrinsic = table.functions[text.toLowerCase()];
    if (intrinsic && stream.peek(1).text === '(') {
      stream.take();
      return this.intrinsic(intrinsic, at);
    }
    if (!this.beginsType()) return this.name();
    const type = this.type();
    if (table.castsByCall && stream.is('(')) return this.cast(type, at);
    return { kind: 'type', at, type };
  }

  private name(): NameExpression {
    const { at } = this.stream.next;
    return { kind: 'name', at, name: this.stream.path(), global: false };
  }

  private beginsType(ahead = 0): boolean {
    const { stream, table } = this;
    const { kind, text } = stream.peek(ahead);
    if (kind !== 'name') return false;
    const isWord = table.typeWords[text.toLowerCase()] !== undefined;
    return isWord || stream.grammar.isType(stream.pathAhead(ahead));
  }

  /** A name, or a word with its kind: `integer*8`, `real(kind=4)`. */
  private type(): TypeName {
    const { stream, table } = this;
    const { text, at } = stream.next;
    const usual = table.typeWords[text.toLowerCase()];
    if (usual === undefined) return { kind: 'named', at, name: stream.path() };
    stream.take();
    return { kind: 'named', at, name: `${text.toLowerCase()}(kind=${this.kind() ?? usual})` };
  }

  private kind(): string | undefined {
    const { stream } = this;
    if (stream.accept('*')) return this.digits();
    if (!stream.accept('(')) return undefined;
    if (stream.acceptWord('kind')) stream.expect('=');
    const kind = this.digits();
    stream.expect(')');
    return kind;
  }

  private digits(): string {
    const { stream } = this;
    return stream.next.kind === 'number' ? stream.take().text : stream.unexpected();
  }

  private bracketed(): Expression {
    const { stream, table } = this;
    const { at } = stream.next;
    if (stream.accept('{')) return this.memory(at);
    stream.expect('(');
    if (!table.castsByCall && this.beginsType()) {
      const type = this.type();
      stream.expect(')');
      return { kind: 'cast', at, type, operand: this.binary(table.binary.length) };
    }
    const inner = this.sequence();
    const imaginary = table.sequence === undefined && stream.accept(',') ? this.expression() : null;
    stream.expect(')');
    return imaginary ? complexNumber(inner, imaginary, at) : inner;
  }

  /** `{type} address`. */
  private memory(at: number): Expression {
    const { stream, table } = this;
    if (!this.beginsType()) stream.unexpected();
    const type = this.type();
    stream.expect('}');
    return { kind: 'memory', at, type, address: this.binary(table.binary.length) };
  }
}

/** `(1.5, -2.5)`. */
function complexNumber(real: Expression, imaginary: Expression, at: number): Expression {
  const unit: Expression = { kind: 'number', at, text: '1.0i' };
  const right: Expression = { kind: 'binary', operator: '*', at, left: imaginary, right: unit };
  return { kind: 'binary', operator: '+', at, left: real, right };
}
