// The names and types of an expression, looked up at a place of the program: once for all frames that stop there.
import type { Type } from '../symbols/type';
import { numberLiteral, type NumberLiteral } from './literals';
import type { Meaning, NamePlace } from './meaning';
import { meaningOf } from './names';
import type { Rules } from './rules';
import type { Expression, NameExpression, TypeName } from './syntax';
import type { TypeLookup } from './typeLookup';

/** What the names of an expression mean, and its numbers. */
export class Bindings {
  private constructor(
    private readonly meanings: ReadonlyMap<NameExpression, Meaning>,
    private readonly types: ReadonlyMap<TypeName, Type>,
    private readonly numbers: ReadonlyMap<Expression, NumberLiteral>,
  ) {}

  /** Looks everything up, in the order of the text; fails at the first name that means nothing. */
  static async of(
    expression: Expression,
    place: NamePlace,
    lookup: TypeLookup,
    { types: base, language }: Rules,
  ): Promise<Bindings> {
    const meanings = new Map<NameExpression, Meaning>();
    const types = new Map<TypeName, Type>();
    const numbers = new Map<Expression, NumberLiteral>();
    for (const each of all(expression)) {
      const type = typeIn(each);
      if (type) types.set(type, await lookup.find(type));
      if (each.kind === 'name') meanings.set(each, await meaningOf(each, place));
      if (each.kind === 'number') numbers.set(each, numberLiteral(each.text, language, base));
    }
    return new Bindings(meanings, types, numbers);
  }

  meaning(name: NameExpression): Meaning | undefined {
    return this.meanings.get(name);
  }

  type(name: TypeName): Type {
    return this.types.get(name) ?? { kind: 'unreadable', why: 'it was not looked up' };
  }

  number(literal: Expression): NumberLiteral | undefined {
    return this.numbers.get(literal);
  }
}

/** A parsed expression with what its names and types mean at one place of the program. */
export interface BoundExpression {
  readonly expression: Expression;
  readonly bindings: Bindings;
  readonly rules: Rules;
  /** The type of the expression or of a part of it. Fails with a {@link Failure}. */
  readonly typeOf: (part: Expression) => Promise<Type>;
}

/** An expression with all that it is made of. */
function* all(expression: Expression): Iterable<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* all(part);
}

function typeIn(expression: Expression): TypeName | undefined {
  const { kind } = expression;
  if (kind === 'cast' || kind === 'memory' || kind === 'type') return expression.type;
  return kind === 'size' && 'type' in expression.of ? expression.of.type : undefined;
}

/** The expressions that one is made of, in the order of the text. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
    case 'member':
    case 'cast':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'memberPointer':
      return [expression.operand, expression.member];
    case 'subscript':
      return [expression.operand, expression.index];
    case 'slice':
      return [expression.operand, expression.from, expression.to].filter(
        (part) => part !== undefined,
      );
    case 'call':
      return [expression.callee, ...expression.arguments];
    case 'memory':
      return [expression.address];
    case 'size':
      return 'expression' in expression.of ? [expression.of.expression] : [];
    case 'array':
      return expression.elements;
    case 'assignment':
      return [expression.target, expression.value];
    case 'number':
    case 'character':
    case 'string':
    case 'truth':
    case 'name':
    case 'variable':
    case 'type':
      return [];
  }
}
