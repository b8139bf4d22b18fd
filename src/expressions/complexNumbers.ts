// Complex numbers: their operators as gdb computes them, part by part (ISO C, annex G, names the
// types).
import { concat } from '../bytes/cursor';
import type { BaseType } from '../symbols/baseType';
import type { Type } from '../symbols/type';
import { DW_ATE } from '../symbols/dwarf/constants';
import { literal, type Value } from '../values/value';
import { complexPart, isFloat, isInteger, sizeOf, strip } from '../values/types';
import {
  arithmetic,
  commonType,
  negate,
  type ArithmeticOperator,
  type ComparisonOperator,
} from './arithmetic';
import { Failure } from './problem';
import type { LanguageSemantics } from './languageSemantics';
import {
  completeContents,
  convert,
  isFloatType,
  scalarOf,
  scalarType,
  valueOf,
  type Scalar,
} from './scalar';

/** Both parts have one type. */
interface Complex {
  readonly real: Scalar;
  readonly imaginary: Scalar;
}

const notSupported = 'Argument to complex arithmetic operation not supported.';
const badOperation = 'Invalid binary operation on numbers.';

/** Whether a value is a complex number. */
export function isComplex({ type }: Value): boolean {
  return complexPart(strip(type)) !== undefined;
}

/** gdb has names of its own for two of the types. */
const ownNames: Readonly<Record<string, string>> = { float: 'complex', double: 'double complex' };

/** The type of complex numbers with parts of a type. */
export function complexType(part: BaseType): BaseType {
  const name = ownNames[part.name] ?? `_Complex ${part.name}`;
  return { kind: 'base', name, size: 2 * part.size, encoding: DW_ATE.complex_float, part };
}

/** The imaginary number that is `factor` times i. */
export function imaginary(factor: Value): Value {
  const part = strip(factor.type);
  if (part.kind !== 'base') throw new Failure(notSupported);
  const { place, context } = factor;
  if (place.kind !== 'literal') throw new Failure(notSupported);
  const zero = new Uint8Array(part.size);
  return literal(complexType(part), concat([zero, place.bytes]), context);
}

/** One part of a complex number, as `$_creal` and `$_cimag` give it. */
export async function partOfComplex(
  value: Value,
  part: 'real' | 'imaginary',
  semantics: LanguageSemantics,
): Promise<Value> {
  if (!isComplex(value)) throw new Failure('expected a complex number');
  return valueOf((await complexOf(value, semantics))[part], value.context);
}

/** `left operator right`, of which one is complex. */
export async function complexArithmetic(
  operator: ArithmeticOperator,
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<Value> {
  const [a, b, part] = await ofOneType(left, right, semantics);
  const result = compute(operator, a, b, !isComplex(right), semantics);
  return written(result, resultType(part, left, right), left, semantics);
}

/** Whether two numbers, of which one is complex, are equal: gdb compares the bytes of two. */
export async function complexComparison(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  { typesOnly }: LanguageSemantics,
): Promise<boolean> {
  if (operator !== '==' && operator !== '!=') {
    throw new Failure('Invalid type combination in ordering comparison.');
  }
  const isPair = isComplex(left) && isComplex(right);
  if (!isPair || sizeOf(left.type) !== sizeOf(right.type)) {
    throw new Failure('Invalid type combination in equality test.');
  }
  if (typesOnly) return true;
  const [a, b] = [await completeContents(left), await completeContents(right)];
  return a.bytes.every((byte, i) => byte === b.bytes[i]) === (operator === '==');
}

/** `-x` and, as GCC has it, the conjugate `~x`. */
export async function complexNegated(
  operator: '-' | '~',
  value: Value,
  semantics: LanguageSemantics,
): Promise<Value> {
  const { real, imaginary: other } = await complexOf(value, semantics);
  const result = {
    real: operator === '-' ? negate(real, semantics) : real,
    imaginary: negate(other, semantics),
  };
  return written(result, value.type, value, semantics);
}

/** A number as a complex one of a type. */
export async function toComplex(
  value: Value,
  type: Type,
  semantics: LanguageSemantics,
): Promise<Value> {
  if (!isComplex(value) && !scalarType(value.type)) throw new Failure('cannot cast to complex');
  return written(await complexOf(value, semantics), type, value, semantics);
}

function compute(
  operator: ArithmeticOperator,
  a: Complex,
  b: Complex,
  byReal: boolean,
  semantics: LanguageSemantics,
): Complex {
  const of = (sign: ArithmeticOperator, one: Scalar, other: Scalar) =>
    arithmetic(sign, one, other, semantics);
  switch (operator) {
    case '+':
    case '-':
      return {
        real: of(operator, a.real, b.real),
        imaginary: of(operator, a.imaginary, b.imaginary),
      };
    case '*':
      return {
        real: of('-', of('*', a.real, b.real), of('*', a.imaginary, b.imaginary)),
        imaginary: of('+', of('*', a.real, b.imaginary), of('*', a.imaginary, b.real)),
      };
    case '/': {
      const conjugate = { real: b.real, imaginary: negate(b.imaginary, semantics) };
      const { real, imaginary: other } = byReal ? a : compute('*', a, conjugate, false, semantics);
      const divisor = byReal
        ? b.real
        : of('+', of('*', b.real, b.real), of('*', b.imaginary, b.imaginary));
      return { real: of('/', real, divisor), imaginary: of('/', other, divisor) };
    }
    case '**':
    case '%':
    case 'mod':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
      throw new Failure(badOperation);
  }
}

/** Both numbers with parts of the type that C converts them to. */
async function ofOneType(
  left: Value,
  right: Value,
  semantics: LanguageSemantics,
): Promise<[Complex, Complex, BaseType]> {
  const [a, b] = [await complexOf(left, semantics), await complexOf(right, semantics)];
  const part = commonPart(a.real, b.real, semantics);
  const to = ({ real, imaginary: other }: Complex): Complex => ({
    real: convert(real, part, semantics.machine),
    imaginary: convert(other, part, semantics.machine),
  });
  return [to(a), to(b), part];
}

function commonPart(
  { type: a }: Scalar,
  { type: b }: Scalar,
  semantics: LanguageSemantics,
): BaseType {
  if (isFloatType(a) && isFloatType(b)) return b.size > a.size ? b : a;
  if (isFloatType(a)) return a;
  return isFloatType(b) ? b : commonType(a, b, semantics);
}

/** The parts of a complex number, or a real one as if it were complex. */
async function complexOf(value: Value, semantics: LanguageSemantics): Promise<Complex> {
  const bare = strip(value.type);
  const stored = complexPart(bare);
  if (!stored) {
    if (!isInteger(bare) && !isFloat(bare)) throw new Failure(notSupported);
    const real = await scalarOf(value, notSupported, semantics);
    return { real, imaginary: convert({ ...real, ...zero }, real.type, semantics.machine) };
  }
  const part = isFloat(stored) ? ofSize(stored, semantics) : stored;
  const { bytes } = semantics.typesOnly
    ? { bytes: new Uint8Array(2 * stored.size) }
    : await completeContents(value);
  const read = (half: Uint8Array) =>
    scalarOf(literal(part, half, value.context), notSupported, {
      ...semantics,
      typesOnly: false,
    });
  return {
    real: await read(bytes.subarray(0, stored.size)),
    imaginary: await read(bytes.subarray(stored.size)),
  };
}

const zero = { kind: 'integer', value: 0n } as const;

/** gdb knows the parts of the program's complex numbers by their size. */
function ofSize(part: BaseType, { types }: LanguageSemantics): BaseType {
  return (
    [types.float, types.double, types.longDouble].find(({ size }) => size === part.size) ?? part
  );
}

/** An operand's own type, where its parts need no conversion. */
function resultType(part: BaseType, ...operands: readonly Value[]): Type {
  const own = operands.find(({ type }) => {
    const bare = complexPart(strip(type));
    return bare?.size === part.size && bare.encoding === part.encoding;
  });
  return own ? strip(own.type) : complexType(part);
}

function written(
  { real, imaginary: other }: Complex,
  type: Type,
  { context }: Value,
  semantics: LanguageSemantics,
): Value {
  const part = complexPart(strip(type));
  if (!part) throw new Failure(notSupported);
  const bytes = [real, other].map((each) => {
    const { place } = valueOf(convert(each, part, semantics.machine), context);
    return place.kind === 'literal' ? place.bytes : new Uint8Array(part.size);
  });
  return literal(type, concat(bytes), context);
}
