// Decimal floating-point numbers in expressions: gdb computes them with the precision of the
// wider one, and mixes them with integers, but not with binary floating-point numbers.
import { DW_ATE } from '../symbols/dwarf/constants';
import type { BaseType } from '../symbols/baseType';
import type { Type } from '../symbols/type';
import {
  addDecimals,
  compareDecimals,
  decimalFormat,
  decimalFromInteger,
  decimalFromText,
  decimalText,
  decodeDecimal,
  divideDecimals,
  encodeDecimal,
  integerFromDecimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  type DecimalFloat,
} from '../machine/float/decimalFloat';
import { literal, type ValueContext, type Value } from '../values/value';
import { valueText } from '../values/text/text';
import { isFloat, isInteger, strip } from '../values/types';
import { compareIntegers, type ArithmeticOperator, type ComparisonOperator } from './arithmetic';
import { floatFromText } from '../machine/float/binaryFloat';
import { Failure } from './problem';
import type { LanguageSemantics } from './languageSemantics';
import {
  completeContents,
  convert,
  isFloatType,
  scalarOf,
  valueOf,
  type ScalarType,
} from './scalar';

const mixed = 'Mixing decimal floating types with other floating types is not allowed.';
const notANumber = 'Argument to arithmetic operation not a number or boolean.';

/** Whether a type is a decimal floating-point number. */
export function isDecimalType(type: Type): type is BaseType {
  return type.kind === 'base' && type.encoding === DW_ATE.decimal_float;
}

/** Whether a value is a decimal floating-point number. */
export function isDecimal({ type }: Value): boolean {
  return isDecimalType(strip(type));
}

/** The number that a text is, `1.25`, in a decimal type. */
export function decimalLiteral(text: string, type: BaseType, context: ValueContext): Value {
  const value = decimalFromText(text);
  if (!value) throw new Failure('Cannot perform operation: Conversion syntax');
  return valueOfDecimal(value, type, context);
}

/** `left operator right`, of which one is decimal. */
export async function decimalArithmetic(
  operator: ArithmeticOperator,
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<Value> {
  const type = commonType(left, right);
  const [a, b] = [await decimalOf(left, semantics), await decimalOf(right, semantics)];
  return valueOfDecimal(compute(operator, a, b, type), type, left.context);
}

/** Whether `left operator right` holds of numbers of which one is decimal. */
export async function decimalComparison(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<boolean> {
  commonType(left, right);
  const order = compareDecimals(
    await decimalOf(left, semantics),
    await decimalOf(right, semantics),
  );
  if (Number.isNaN(order)) return operator === '!=';
  return compareIntegers(operator, BigInt(order), 0n);
}

/** `-x`. */
export async function decimalNegated(value: Value, semantics: LanguageSemantics): Promise<Value> {
  const type = strip(value.type);
  if (!isDecimalType(type)) throw new Failure(notANumber);
  return valueOfDecimal(negateDecimal(await decimalOf(value, semantics)), type, value.context);
}

/** Whether a number counts as true. */
export async function decimalTruth(value: Value, semantics: LanguageSemantics): Promise<boolean> {
  return !isZero(await decimalOf(value, semantics));
}

/** A number as a decimal one of a type. */
export async function toDecimal(
  value: Value,
  type: BaseType,
  semantics: LanguageSemantics,
): Promise<Value> {
  const bare = strip(value.type);
  const number = isFloat(bare)
    ? decimalFromText(await valueText(value))
    : await decimalOf(value, semantics);
  return valueOfDecimal(number ?? decimalFromInteger(0n), type, value.context);
}

/** A decimal number as another one. */
export async function fromDecimal(
  value: Value,
  type: ScalarType,
  semantics: LanguageSemantics,
): Promise<Value> {
  const number = await decimalOf(value, semantics);
  const scalar = isFloatType(type)
    ? ({ kind: 'float', type, value: floatFromText(decimalText(number)) } as const)
    : ({ kind: 'integer', type, value: integerFromDecimal(number) } as const);
  return valueOf(convert(scalar, type, semantics.machine), value.context);
}

function valueOfDecimal(value: DecimalFloat, type: BaseType, context: ValueContext): Value {
  const format = decimalFormat(type.size);
  if (!format) throw new Failure(notANumber);
  return literal(type, encodeDecimal(value, format, context), context);
}

/** The wider decimal type of the two. */
function commonType({ type: left }: Value, { type: right }: Value): BaseType {
  const [a, b] = [strip(left), strip(right)];
  if ([a, b].some((each) => isFloat(each))) throw new Failure(mixed);
  if (isDecimalType(a) && isDecimalType(b)) return b.size > a.size ? b : a;
  const [type, other] = isDecimalType(a) ? [a, b] : [b, a];
  if (!isDecimalType(type) || !isInteger(other)) throw new Failure(notANumber);
  return type;
}

/** The number that a value is; 1 where nothing is read. */
async function decimalOf(value: Value, semantics: LanguageSemantics): Promise<DecimalFloat> {
  if (semantics.typesOnly) return decimalFromInteger(1n);
  if (isDecimal(value)) {
    const { bytes } = await completeContents(value);
    return decodeDecimal(bytes, value.context) ?? decimalFromInteger(0n);
  }
  const scalar = await scalarOf(value, notANumber, semantics);
  if (scalar.kind === 'float') throw new Failure(mixed);
  return decimalFromInteger(scalar.value);
}

function compute(
  operator: ArithmeticOperator,
  a: DecimalFloat,
  b: DecimalFloat,
  type: BaseType,
): DecimalFloat {
  const format = decimalFormat(type.size);
  switch (operator) {
    case '+':
      return addDecimals(a, b);
    case '-':
      return addDecimals(a, negateDecimal(b));
    case '*':
      return multiplyDecimals(a, b);
    case '/':
      if (!format) throw new Failure(notANumber);
      if (isZero(a) && isZero(b)) throw new Failure('Cannot perform operation: Division undefined');
      return divideDecimals(a, b, format);
    case '**':
    case '%':
    case 'mod':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
      throw new Failure('Operation not valid for decimal floating point number.');
  }
}
