// The operators of gdb's expressions on values of any type: which type comes out, what is counted
// in elements (ISO C, "Additive operators", and gdb's rules, which are wider; the types of numbers
// are arithmetic.ts's).
import { t } from '@vscode/l10n';
import type { Type } from '../../symbols/type';
import {
  elementType,
  isAlias,
  isInteger,
  isQualified,
  strip,
  targetOf,
  withoutTypedefs,
} from '../../values/types';
import {
  arithmetic,
  complement,
  negate,
  notForBooleans,
  promote,
  type ArithmeticOperator,
  type ComparisonOperator,
} from '../arithmetic';
import { Failure } from '../problem';
import type { LanguageSemantics } from '../languageSemantics';
import {
  convert,
  isBoolean,
  isFloatType,
  scalarType,
  type Scalar,
  type ScalarType,
} from '../scalar';
import { isObject, type BackEnd, type Lowered, type LoweredNumber } from './lowered';
import { isAddress, lowerNumber, lowerScalar, notANumber, strideOf } from './objects';

const badEquality = 'Invalid type combination in equality test.';
const badOrdering = 'Invalid type combination in ordering comparison.';

/** `left operator right`, references followed already. */
export async function lowerArithmetic<Word, Place>(
  operator: ArithmeticOperator,
  left: Lowered<Word, Place>,
  right: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const other = await backEnd.more?.operator(operator, [left, right]);
  if (other) return other;
  if (operator === '+' || operator === '-') {
    const pointer = await withPointers(operator, left, right, backEnd);
    if (pointer) return pointer;
  }
  const a = await lowerArithmeticOperand(left, notANumber, backEnd);
  const b = await lowerArithmeticOperand(right, notANumber, backEnd);
  refuseVarying(a, b);
  const { semantics } = backEnd;
  const { type } = arithmetic(operator, sample(a, semantics), sample(b, semantics), semantics);
  const qualifiers = qualifiersFor(type, givingType(operator, a, b));
  return { type, word: backEnd.arithmetic(operator, a, b, type), ...qualifiers };
}

/**
 * The operands one of which gives the result its type, in gdb with its qualifiers; other results
 * have a type of the language (gdb 13, binop_promote).
 */
function givingType<Word>(
  operator: ArithmeticOperator,
  a: LoweredNumber<Word>,
  b: LoweredNumber<Word>,
): readonly LoweredNumber<Word>[] {
  if (operator === '<<' || operator === '>>') return [a];
  const isFloat = isFloatType(a.type) || isFloatType(b.type);
  return isFloat || (isBoolean(a.type) && isBoolean(b.type)) ? [a, b] : [];
}

/** The qualifiers, but not the typedefs, of the first operand that has the result's type. */
function qualifiersFor<Word>(
  type: ScalarType,
  operands: readonly LoweredNumber<Word>[],
): { readonly declared?: Type } {
  const declared = operands.find((each) => each.type === type)?.declared;
  return declared ? { declared: withoutTypedefs(declared) } : {};
}

/** A number other than a pointer. */
async function lowerArithmeticOperand<Word, Place>(
  value: Lowered<Word, Place>,
  otherwise: string,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  if (strip(value.type).kind === 'pointer') throw new Failure(otherwise);
  return lowerScalar(value, otherwise, backEnd);
}

/** A number of a type, to learn from it what type comes out. */
function sample<Word>({ type }: LoweredNumber<Word>, { machine }: LanguageSemantics): Scalar {
  return convert({ kind: 'integer', type, value: 1n }, type, machine);
}

/** The type of a result would differ from frame to frame. */
function refuseVarying<Word>(...numbers: readonly LoweredNumber<Word>[]): void {
  if (numbers.some(({ variesInSize }) => variesInSize)) {
    throw new Failure(t('The type of the result depends on a trace state variable.'));
  }
}

/** A sum or difference with pointers; undefined where none can be. */
async function withPointers<Word, Place>(
  operator: '+' | '-',
  left: Lowered<Word, Place>,
  right: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word> | undefined> {
  if (isAddress(left) && isAddress(right)) {
    return operator === '-' ? difference(left, right, backEnd) : undefined;
  }
  const sign = operator === '+' ? 1n : -1n;
  if (isAddress(left) && isInteger(right.type)) return moved(left, right, sign, backEnd);
  const isReversed = operator === '+' && isInteger(left.type) && isAddress(right);
  return isReversed ? moved(right, left, sign, backEnd) : undefined;
}

/** A pointer plus or minus a number of what it points to. */
async function moved<Word, Place>(
  pointer: Lowered<Word, Place>,
  number: Lowered<Word, Place>,
  sign: bigint,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const count = await lowerScalar(number, notANumber, backEnd);
  const stride = sign * (await strideOf(pointedTo(pointer.type), backEnd));
  const base = await lowerNumber(pointer, backEnd);
  const { type, declared = type } = base;
  const word = backEnd.moved(base, count.word, stride, true);
  return { type, word, declared: pointerType(declared) };
}

/** What a pointer leads to, or what turns into one. */
function pointedTo(type: Type): Type {
  const bare = strip(type);
  return bare.kind === 'array' ? elementType(bare) : (targetOf(bare) ?? { kind: 'void' });
}

/**
 * The type of a pointer that was moved: what typedefs of it represent, with the qualifiers of
 * all, as in gdb.
 */
export function pointerType(type: Type): Type {
  if (!isAlias(type)) return type;
  const target = pointerType(type.target);
  return isQualified(type) ? { ...type, target } : target;
}

/** How many elements are between two pointers. */
async function difference<Word, Place>(
  left: Lowered<Word, Place>,
  right: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const to = await lowerNumber(left, backEnd);
  const from = await lowerNumber(right, backEnd);
  const stride = await strideOf(targetOf(to.type) ?? { kind: 'void' }, backEnd);
  if ((await strideOf(targetOf(from.type) ?? { kind: 'void' }, backEnd)) !== stride) {
    throw new Failure(
      "First argument of `-' is a pointer and second argument is neither\nan integer nor a pointer of the same type.",
    );
  }
  const type = backEnd.semantics.types.long;
  return { type, word: backEnd.distance(from.word, to.word, stride, type) };
}

/** `left operator right`, 1 or 0, references followed already. */
export async function lowerComparison<Word, Place>(
  operator: ComparisonOperator,
  left: Lowered<Word, Place>,
  right: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const other = await backEnd.more?.operator(operator, [left, right]);
  if (other) return other;
  const { types } = backEnd.semantics;
  const otherwise = operator === '==' || operator === '!=' ? badEquality : badOrdering;
  const isOfAddresses = isAddress(left) || isAddress(right);
  const isComparable = (value: Lowered<Word, Place>): boolean =>
    isOfAddresses ? isAddress(value) || isInteger(value.type) : isScalar(value);
  const read = async (value: Lowered<Word, Place>): Promise<LoweredNumber<Word>> => {
    if (!isComparable(value)) throw new Failure(otherwise);
    return lowerNumber(value, backEnd);
  };
  if (!isOfAddresses && !(isScalar(left) && isScalar(right))) throw new Failure(otherwise);
  const [a, b] = [await read(left), await read(right)];
  if (otherwise === badOrdering && isBoolean(a.type) && isBoolean(b.type)) {
    throw new Failure(notForBooleans);
  }
  const addresses = isOfAddresses ? types.unsignedLong : undefined;
  return truthNumber(backEnd.compare(operator, a, b, addresses), backEnd.semantics);
}

function isScalar({ type }: { readonly type: Type }): boolean {
  return scalarType(type) !== undefined;
}

/** A truth value: an `int` in C. */
export function truthNumber<Word>(
  word: Word,
  { types, language }: LanguageSemantics,
): LoweredNumber<Word> {
  return { type: language === 'c' ? types.int : types.bool, word };
}

const words = {
  '-': 'Argument to negate operation not a number.',
  '+': 'Argument to positive operation not a number.',
  '~': 'Argument to complement operation not an integer, boolean.',
} as const;

/** `-x`, `+x`, `~x`, references followed already. */
export async function lowerSigned<Word, Place>(
  operator: '-' | '+' | '~',
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const other = await backEnd.more?.operator(operator, [value]);
  if (other) return other;
  const operand = await lowerArithmeticOperand(value, words[operator], backEnd);
  refuseVarying(operand);
  const number = signed(operator, operand, backEnd);
  return { ...number, ...qualifiersFor(number.type, [operand]) };
}

function signed<Word, Place>(
  operator: keyof typeof words,
  operand: LoweredNumber<Word>,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  const { semantics } = backEnd;
  const one = sample(operand, semantics);
  if (operator === '-') {
    const { type } = negate(one, semantics);
    return { type, word: backEnd.negate(operand, type) };
  }
  if (one.kind === 'float') {
    if (operator === '+') return { type: operand.type, word: operand.word };
    throw new Failure(words[operator]);
  }
  if (operator === '~') {
    const { type } = complement(one, semantics);
    return { type, word: backEnd.complement(operand, type) };
  }
  const { type } = promote(one, semantics);
  return { type, word: backEnd.convert(operand, type) };
}

/** `!x`; of a number in Rust its bits are turned. */
export async function lowerNot<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const other = await backEnd.more?.operator('!', [value]);
  if (other) return other;
  const { semantics } = backEnd;
  const isBits = semantics.language === 'rust' && !isBoolean(strip(value.type));
  if (isBits) return lowerSigned('~', value, backEnd);
  return truthNumber(backEnd.not(await lowerTruth(value, backEnd)), semantics);
}

/** A number that says whether a value counts as true: in gdb, whether any of its bits is set. */
export async function lowerTruth<Word, Place>(
  value: Lowered<Word, Place>,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  if (isAddress(value) || isScalar(value) || !isObject(value) || !backEnd.more) {
    return lowerNumber(value, backEnd);
  }
  return truthNumber(await backEnd.more.truth(value), backEnd.semantics);
}

/** A number as another type has it. */
export function lowerConversion<Word, Place>(
  number: LoweredNumber<Word>,
  type: ScalarType,
  backEnd: BackEnd<Word, Place>,
): LoweredNumber<Word> {
  return { type, word: backEnd.convert(number, type) };
}
