// Numbers that are computed without waiting. Their types are known before any frame is read, so that the usual
// arithmetic conversions (arithmetic.ts) are chosen once for a place of the program.
import { isSigned } from '../values/types';
import {
  arithmetic,
  commonType,
  compare,
  compareIntegers,
  complement,
  negate,
  promote,
  type ArithmeticOperator,
  type ComparisonOperator,
} from './arithmetic';
import { NotQuick } from './quickFrame';
import type { Rules } from './rules';
import { convert, isTrue, wrap, type Scalar, type ScalarType } from './scalar';

/** A number of the frame that the search has come to; undefined is one that is not available. */
export interface QuickNumber {
  readonly type: ScalarType;
  readonly scalar: () => Scalar | undefined;
  /** The same, of an integer, pointer or enumeration, within the range of its type. */
  readonly integer?: () => bigint | undefined;
  /** Whether it counts as true. */
  readonly holds: () => boolean | undefined;
  /** A trace state variable: as small an `int` or `long long` as holds it in each frame, `type` being the wider one. */
  readonly variesInSize?: true;
  /** Its bytes in memory are shared with others. */
  readonly isBitField?: true;
}

/** A number that is the same in every frame. */
export function constant(scalar: Scalar): QuickNumber {
  const truth = isTrue(scalar);
  const number = { type: scalar.type, scalar: () => scalar, holds: () => truth };
  if (scalar.kind === 'float') return number;
  const { value } = scalar;
  return { ...number, integer: () => value };
}

/** An integer, pointer or enumeration; `read` gives it within the range of its type. */
export function integerNumber(type: ScalarType, read: () => bigint | undefined): QuickNumber {
  return {
    type,
    integer: read,
    scalar: () => {
      const value = read();
      return value === undefined ? undefined : { kind: 'integer', type, value };
    },
    holds: () => {
      const value = read();
      return value === undefined ? undefined : value !== 0n;
    },
  };
}

/** A number of any type. */
export function scalarNumber(type: ScalarType, scalar: () => Scalar | undefined): QuickNumber {
  return {
    type,
    scalar,
    holds: () => {
      const number = scalar();
      return number && isTrue(number);
    },
  };
}

/** What is true or false, as a number. */
export function truthNumber(
  holds: () => boolean | undefined,
  { types, language }: Rules,
): QuickNumber {
  const type = language === 'c' ? types.int : types.bool;
  const read = (): bigint | undefined => {
    const truth = holds();
    return truth === undefined ? undefined : truth ? 1n : 0n;
  };
  return { ...integerNumber(type, read), holds };
}

/** `left operator right`, neither of them a pointer. */
export function comparison(
  operator: ComparisonOperator,
  left: QuickNumber,
  right: QuickNumber,
  rules: Rules,
): () => boolean | undefined {
  const [a, b] = [left.integer, right.integer];
  if (!a || !b || dependsOnSize(left, right) || dependsOnSize(right, left)) {
    return () => {
      const first = left.scalar();
      const second = first && right.scalar();
      return first && second && compare(operator, first, second, rules);
    };
  }
  const type = commonType(left.type, right.type, rules);
  return compareReads(operator, inType(a, left, type), inType(b, right, type));
}

/** A number of varying size matters beside an unsigned one, to which it is converted. */
function dependsOnSize(number: QuickNumber, other: QuickNumber): boolean {
  return number.variesInSize === true && !isSigned(other.type);
}

/** Reads an integer as the common type has it. */
function inType(
  read: () => bigint | undefined,
  { type: own }: QuickNumber,
  type: ScalarType,
): () => bigint | undefined {
  const isWithin = isSigned(own) ? isSigned(type) : own.size < type.size || !isSigned(type);
  if (isWithin && own.size <= type.size) return read;
  return () => {
    const value = read();
    return value === undefined ? undefined : wrap(value, type);
  };
}

/** Compares two integers, or two addresses. */
export function compareReads(
  operator: ComparisonOperator,
  left: () => bigint | undefined,
  right: () => bigint | undefined,
): () => boolean | undefined {
  return () => {
    const a = left();
    if (a === undefined) return undefined;
    const b = right();
    return b === undefined ? undefined : compareIntegers(operator, a, b);
  };
}

/** `left operator right` with a result of the operands' type, neither of them a pointer. */
export function calculated(
  operator: ArithmeticOperator,
  left: QuickNumber,
  right: QuickNumber,
  rules: Rules,
): QuickNumber {
  refuseVarying(left, right);
  const { type } = arithmetic(operator, one(left, rules), one(right, rules), rules);
  const scalar = () => {
    const first = left.scalar();
    const second = first && right.scalar();
    return first && second && arithmetic(operator, first, second, rules);
  };
  return ofScalar(type, scalar, left.integer !== undefined && right.integer !== undefined);
}

/** `-x`, `+x`, `~x` of what is no pointer. */
export function signed(operator: '-' | '+' | '~', operand: QuickNumber, rules: Rules): QuickNumber {
  refuseVarying(operand);
  const apply = (number: Scalar): Scalar => {
    if (operator === '-') return negate(number, rules);
    if (number.kind === 'integer') {
      return operator === '~' ? complement(number, rules) : promote(number, rules);
    }
    if (operator === '~') throw new NotQuick();
    return number;
  };
  const { type } = apply(one(operand, rules));
  const scalar = () => {
    const number = operand.scalar();
    return number && apply(number);
  };
  return ofScalar(type, scalar, operand.integer !== undefined);
}

/** A number as another type has it. */
export function converted(number: QuickNumber, type: ScalarType, rules: Rules): QuickNumber {
  const { machine } = rules;
  const scalar = () => {
    const found = number.scalar();
    return found && convert(found, type, machine);
  };
  const isInteger = convert(one(number, rules), type, machine).kind === 'integer';
  return ofScalar(type, scalar, isInteger);
}

function ofScalar(
  type: ScalarType,
  scalar: () => Scalar | undefined,
  isInteger: boolean,
): QuickNumber {
  if (!isInteger) return scalarNumber(type, scalar);
  return integerNumber(type, () => {
    const number = scalar();
    return number?.kind === 'integer' ? number.value : undefined;
  });
}

/** The type of a result would differ from frame to frame. */
function refuseVarying(...numbers: readonly QuickNumber[]): void {
  if (numbers.some(({ variesInSize }) => variesInSize)) throw new NotQuick();
}

/** A number of the type, to learn from it what type comes out. */
function one({ type }: QuickNumber, { machine }: Rules): Scalar {
  return convert({ kind: 'integer', type, value: 1n }, type, machine);
}
