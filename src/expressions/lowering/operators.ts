// The operators of gdb's expressions on numbers whose values are not known yet: which type comes
// out, and what is counted in elements (ISO C, "Additive operators"; the types are
// arithmetic.ts's).
import { isInteger, targetOf } from '../../values/types';
import {
  arithmetic,
  complement,
  negate,
  promote,
  type ArithmeticOperator,
  type ComparisonOperator,
} from '../arithmetic';
import { Failure } from '../problem';
import type { LanguageSemantics } from '../languageSemantics';
import { convert, isBoolean, type Scalar, type ScalarType } from '../scalar';
import type { BackEnd, LoweredNumber } from './lowered';
import { strideOf } from './objects';

const notANumber = 'Argument to arithmetic operation not a number or boolean.';

/** Whether a number is an address. */
function isPointer<Word>({ type }: LoweredNumber<Word>): boolean {
  return type.kind === 'pointer';
}

/** `left operator right`. */
export function lowerArithmetic<Word, Place>(
  operator: ArithmeticOperator,
  left: LoweredNumber<Word>,
  right: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  const pointers = [left, right].filter(isPointer).length;
  if (pointers === 2 && operator === '-') return difference(left, right, backEnd);
  if (pointers === 1 && (operator === '+' || operator === '-')) {
    return moved(operator, left, right, backEnd);
  }
  if (pointers > 0) throw new Failure(notANumber);
  refuseVarying(left, right);
  const { semantics } = backEnd;
  const { type } = arithmetic(
    operator,
    sample(left, semantics),
    sample(right, semantics),
    semantics,
  );
  return { type, word: backEnd.arithmetic(operator, left, right, type) };
}

/** A number of a type, to learn from it what type comes out. */
function sample<Word>({ type }: LoweredNumber<Word>, { machine }: LanguageSemantics): Scalar {
  return convert({ kind: 'integer', type, value: 1n }, type, machine);
}

/** The type of a result would differ from frame to frame. */
function refuseVarying<Word>(...numbers: readonly LoweredNumber<Word>[]): void {
  if (numbers.some(({ variesInSize }) => variesInSize)) {
    throw new Failure('The type of the result depends on a trace state variable.');
  }
}

/** A pointer plus or minus a number of what it points to. */
function moved<Word, Place>(
  operator: '+' | '-',
  left: LoweredNumber<Word>,
  right: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  const [base, count] = isPointer(left) ? [left, right] : [right, left];
  const target = targetOf(base.type);
  const isCounted = isInteger(count.type) && target !== undefined;
  if (!isCounted || (operator === '-' && base !== left)) throw new Failure(notANumber);
  const stride = strideOf(target) * (operator === '+' ? 1n : -1n);
  return { type: base.type, word: backEnd.moved(base, count.word, stride, true) };
}

/** How many elements are between two pointers. */
function difference<Word, Place>(
  left: LoweredNumber<Word>,
  right: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  const [from, to] = [right, left].map(({ type }) => strideOf(targetOf(type) ?? { kind: 'void' }));
  if (from !== to || from === undefined) {
    throw new Failure(
      "First argument of `-' is a pointer and second argument is neither\nan integer nor a pointer of the same type.",
    );
  }
  const type = backEnd.semantics.types.long;
  return { type, word: backEnd.distance(right.word, left.word, from, type) };
}

/** `left operator right`, 1 or 0. */
export function lowerComparison<Word, Place>(
  operator: ComparisonOperator,
  left: LoweredNumber<Word>,
  right: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  const { types } = backEnd.semantics;
  const isAddress = isPointer(left) || isPointer(right);
  if (isAddress && ![left, right].every((each) => isPointer(each) || isInteger(each.type))) {
    throw new Failure(notANumber);
  }
  const addresses = isAddress ? types.unsignedLong : undefined;
  return truthNumber(backEnd.compare(operator, left, right, addresses), backEnd.semantics);
}

/** A truth value: an `int` in C. */
export function truthNumber<Word>(
  word: Word,
  { types, language }: LanguageSemantics,
): LoweredNumber<Word> {
  return { type: language === 'c' ? types.int : types.bool, word };
}

/** `-x`, `+x`, `~x`. */
export function lowerSigned<Word, Place>(
  operator: '-' | '+' | '~',
  operand: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  if (isPointer(operand)) throw new Failure(notANumber);
  refuseVarying(operand);
  const { semantics } = backEnd;
  const one = sample(operand, semantics);
  if (operator === '-') {
    const { type } = negate(one, semantics);
    return { type, word: backEnd.negate(operand, type) };
  }
  if (one.kind === 'float') {
    if (operator === '+') return operand;
    throw new Failure('Argument to complement operation not an integer, boolean.');
  }
  if (operator === '~') {
    const { type } = complement(one, semantics);
    return { type, word: backEnd.complement(operand, type) };
  }
  const { type } = promote(one, semantics);
  return { type, word: backEnd.convert(operand, type) };
}

/** `!x`; of a number in Rust its bits are turned. */
export function lowerNot<Word, Place>(
  operand: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  const { semantics } = backEnd;
  const isBits = semantics.language === 'rust' && !isBoolean(operand.type);
  return isBits ? lowerSigned('~', operand, backEnd) : truthNumber(backEnd.not(operand), semantics);
}

/** A number as another type has it. */
export function lowerConversion<Word, Place>(
  number: LoweredNumber<Word>,
  type: ScalarType,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  return { type, word: backEnd.convert(number, type) };
}
