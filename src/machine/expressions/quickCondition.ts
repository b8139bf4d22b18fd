// Conditions on numbers alone, such as registers, `$tracepoint` and trace state variables, as a function that neither
// waits nor reads memory: a search evaluates it in millions of frames.
import { isInteger } from '../values/types';
import {
  arithmetic,
  compare,
  compareIntegers,
  complement,
  negate,
  promote,
  type ArithmeticOperator,
  type ComparisonOperator,
} from './arithmetic';
import { characterLiteral, numberLiteral } from './literals';
import { Failure } from './problem';
import type { Rules } from './rules';
import { convert, isTrue, scalarType, wrap, type Scalar, type ScalarType } from './scalar';
import type { BinaryOperator, Expression, TypeName } from './syntax';

/** A name with a `$`, read from the frame that the search has come to. */
export interface NumberVariable {
  readonly type: ScalarType;
  /** As the bits are; undefined where the frame does not have it. */
  read(): bigint | undefined;
}

/** Whether the condition holds in the frame that the search has come to; undefined where that is not known there. */
export type QuickCondition = () => boolean | undefined;

/** A number, or undefined where the frame does not have it. */
type Quick = () => Scalar | undefined;

/** The condition as a function; undefined for one that needs more than numbers. */
export function quickCondition(
  expression: Expression,
  rules: Rules,
  variable: (name: string) => NumberVariable | undefined,
): QuickCondition | undefined {
  const quick = new Maker(rules, variable).make(expression);
  if (!quick) return undefined;
  return () => {
    try {
      const scalar = quick();
      return scalar && isTrue(scalar);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  };
}

/** Makes functions of the parts of an expression. */
class Maker {
  constructor(
    private readonly rules: Rules,
    private readonly variable: (name: string) => NumberVariable | undefined,
  ) {}

  make(expression: Expression): Quick | undefined {
    const { rules } = this;
    switch (expression.kind) {
      case 'number':
        return this.literal(expression.text);
      case 'character': {
        const { type, units } = characterLiteral(expression.text, rules.language, rules.types);
        return constant({ kind: 'integer', type, value: wrap(BigInt(units[0] ?? 0), type) });
      }
      case 'truth':
        return constant(this.truth(expression.value));
      case 'variable':
        return this.read(expression.name);
      case 'unary':
        return this.unary(expression);
      case 'binary':
        return this.binary(expression);
      case 'conditional':
        return this.conditional(expression);
      case 'cast':
        return this.cast(expression);
      case 'string':
      case 'name':
      case 'member':
      case 'memberPointer':
      case 'subscript':
      case 'slice':
      case 'call':
      case 'memory':
      case 'size':
      case 'array':
      case 'type':
      case 'assignment':
        return undefined;
    }
  }

  private literal(text: string): Quick | undefined {
    const { rules } = this;
    try {
      const found = numberLiteral(text, rules.language, rules.types);
      if (!('integer' in found))
        return constant({ kind: 'float', type: found.type, value: found.float });
      return constant({ kind: 'integer', type: found.type, value: found.integer });
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  private read(name: string): Quick | undefined {
    const found = this.variable(name);
    if (!found || !(isInteger(found.type) || found.type.kind === 'pointer')) return undefined;
    const { type } = found;
    return () => {
      const value = found.read();
      return value === undefined ? undefined : { kind: 'integer', type, value: wrap(value, type) };
    };
  }

  private truth(value: boolean): Scalar {
    const { types, language } = this.rules;
    return {
      kind: 'integer',
      type: language === 'c' ? types.int : types.bool,
      value: value ? 1n : 0n,
    };
  }

  private unary({ operator, operand }: Expression & { kind: 'unary' }): Quick | undefined {
    const { rules } = this;
    if (operator === '*' || operator === '&' || rules.language === 'rust') return undefined;
    const inner = this.make(operand);
    if (!inner) return undefined;
    return () => {
      const scalar = inner();
      if (!scalar) return undefined;
      if (operator === '!') return this.truth(!isTrue(scalar));
      if (scalar.type.kind === 'pointer') throw new Failure('Argument to operation not a number.');
      if (operator === '-') return negate(scalar, rules);
      if (scalar.kind === 'integer')
        return operator === '~' ? complement(scalar, rules) : promote(scalar, rules);
      if (operator === '+') return scalar;
      throw new Failure('Argument to complement operation not an integer, boolean.');
    };
  }

  private binary({ operator, left, right }: Expression & { kind: 'binary' }): Quick | undefined {
    const [a, b] = [this.make(left), this.make(right)];
    if (!a || !b || operator === '@') return undefined;
    if (operator === '&&' || operator === '||') return this.logical(operator === '||', a, b);
    return () => {
      const [first, second] = [a(), b()];
      return first && second && this.combine(operator, first, second);
    };
  }

  private combine(
    operator: Exclude<BinaryOperator, '@' | '&&' | '||'>,
    left: Scalar,
    right: Scalar,
  ): Scalar {
    const { rules } = this;
    if (operator === ',') return right;
    const isAddress = left.type.kind === 'pointer' || right.type.kind === 'pointer';
    if (isComparison(operator)) {
      const holds = isAddress
        ? compareAddresses(operator, left, right)
        : compare(operator, left, right, rules);
      return this.truth(holds);
    }
    return isAddress ? moved(operator, left, right) : arithmetic(operator, left, right, rules);
  }

  private logical(decisive: boolean, left: Quick, right: Quick): Quick {
    return () => {
      const first = left();
      if (!first) return undefined;
      if (isTrue(first) === decisive) return this.truth(decisive);
      const second = right();
      return second && this.truth(isTrue(second));
    };
  }

  private conditional(expression: Expression & { kind: 'conditional' }): Quick | undefined {
    const condition = this.make(expression.condition);
    const then = this.make(expression.then);
    const otherwise = this.make(expression.otherwise);
    if (!condition || !then || !otherwise) return undefined;
    return () => {
      const scalar = condition();
      return scalar && (isTrue(scalar) ? then() : otherwise());
    };
  }

  private cast({ type, operand }: Expression & { kind: 'cast' }): Quick | undefined {
    const wanted = this.baseType(type);
    const inner = wanted && this.make(operand);
    if (!inner) return undefined;
    return () => {
      const scalar = inner();
      return scalar && convert(scalar, wanted, this.rules.machine);
    };
  }

  private baseType(name: TypeName): ScalarType | undefined {
    const found = name.kind === 'base' ? this.rules.types.named(name.name) : undefined;
    return found && scalarType(found);
  }
}

function constant(scalar: Scalar): Quick {
  return () => scalar;
}

const comparisons: ReadonlySet<string> = new Set<ComparisonOperator>([
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
]);

function isComparison(operator: BinaryOperator): operator is ComparisonOperator {
  return comparisons.has(operator);
}

function compareAddresses(operator: ComparisonOperator, left: Scalar, right: Scalar): boolean {
  return compareIntegers(operator, addressOf(left), addressOf(right));
}

function addressOf(scalar: Scalar): bigint {
  if (scalar.kind === 'float') throw new Failure('Invalid type combination in equality test.');
  return BigInt.asUintN(64, scalar.value);
}

/** An address plus or minus a number. Registers point to code and to bytes, so that the number counts bytes. */
function moved(operator: ArithmeticOperator, left: Scalar, right: Scalar): Scalar {
  const [base, other] = left.type.kind === 'pointer' ? [left, right] : [right, left];
  const allowed = operator === '+' || (operator === '-' && base === left);
  const isNumber = other.kind === 'integer' && other.type.kind !== 'pointer';
  if (!allowed || !isNumber || base.kind !== 'integer') {
    throw new Failure('Argument to arithmetic operation not a number or boolean.');
  }
  const count = operator === '+' ? other.value : -other.value;
  return { kind: 'integer', type: base.type, value: wrap(base.value + count, base.type) };
}
