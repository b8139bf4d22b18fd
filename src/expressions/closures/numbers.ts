// Words as functions of a frame that do not wait: what searches compute in millions of frames.
// Their types are known before any frame is read, so that the usual arithmetic conversions
// (arithmetic.ts) are chosen once for a place of the program.
import { toBytes } from '../../bytes/cursor';
import { isSigned } from '../../values/types';
import {
  arithmetic,
  commonType,
  compare,
  compareIntegers,
  complement,
  negate,
  type ArithmeticOperator,
  type ComparisonOperator,
} from '../arithmetic';
import type { LoweredNumber } from '../lowering/lowered';
import { Failure } from '../problem';
import type { LanguageSemantics } from '../languageSemantics';
import { convert, isTrue, wrap, type Scalar, type ScalarType } from '../scalar';
import { needsIo, NotCompilable, type SearchFrame } from './searchFrame';

/** An integer of the search's current frame; undefined where it is not available. */
export type Read = () => bigint | undefined;

/** A number of the search's current frame. */
export interface ClosureWord {
  readonly scalar: () => Scalar | undefined;
  /** The same, of an integer, pointer or enumeration, within the range of its type. */
  readonly integer?: Read;
  /** Whether it counts as true. */
  readonly holds: () => boolean | undefined;
  /** The integer that it is in every frame. */
  readonly constant?: bigint;
}

type ClosureNumber = LoweredNumber<ClosureWord>;

/** A number that is the same in every frame. */
export function constantWord(scalar: Scalar): ClosureWord {
  const truth = isTrue(scalar);
  const word = { scalar: () => scalar, holds: () => truth };
  if (scalar.kind === 'float') return word;
  const { value } = scalar;
  return { ...word, integer: () => value, constant: value };
}

/** An integer, pointer or enumeration; `read` gives it within the range of its type. */
export function integerWord(type: ScalarType, read: Read): ClosureWord {
  return {
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
export function scalarWord(scalar: () => Scalar | undefined): ClosureWord {
  return {
    scalar,
    holds: () => {
      const number = scalar();
      return number && isTrue(number);
    },
  };
}

/** What is true or false, as 1 or 0. */
export function truthWord(
  holds: () => boolean | undefined,
  { types, language }: LanguageSemantics,
): ClosureWord {
  const read = (): bigint | undefined => {
    const truth = holds();
    return truth === undefined ? undefined : truth ? 1n : 0n;
  };
  return { ...integerWord(language === 'c' ? types.int : types.bool, read), holds };
}

/** The integer that a word is. */
export function integerReader({ integer }: ClosureWord): Read {
  if (!integer) throw new NotCompilable();
  return integer;
}

/** Whether `left operator right`; `addresses` is the type by which two addresses are compared. */
export function comparisonOfWords(
  operator: ComparisonOperator,
  left: ClosureNumber,
  right: ClosureNumber,
  addresses: ScalarType | undefined,
  semantics: LanguageSemantics,
): () => boolean | undefined {
  const [a, b] = [left.word.integer, right.word.integer];
  if (addresses) {
    const [first, second] = [left, right].map(({ word }) =>
      wrapped(integerReader(word), addresses),
    );
    return compareReads(
      operator,
      first ?? integerReader(left.word),
      second ?? integerReader(right.word),
    );
  }
  if (!a || !b || dependsOnSize(left, right) || dependsOnSize(right, left)) {
    return () => {
      const first = left.word.scalar();
      const second = first && right.word.scalar();
      return first && second && compare(operator, first, second, semantics);
    };
  }
  const type = commonType(left.type, right.type, semantics);
  return compareReads(operator, inType(a, left.type, type), inType(b, right.type, type));
}

/** A number of varying size matters with an unsigned one, to which it is converted. */
function dependsOnSize(number: ClosureNumber, other: ClosureNumber): boolean {
  return number.variesInSize === true && !isSigned(other.type);
}

/** Reads an integer as another type has it. */
function inType(read: Read, own: ScalarType, type: ScalarType): Read {
  const isWithin = isSigned(own) ? isSigned(type) : own.size < type.size || !isSigned(type);
  return isWithin && own.size <= type.size ? read : wrapped(read, type);
}

function wrapped(read: Read, type: ScalarType): Read {
  return () => {
    const value = read();
    return value === undefined ? undefined : wrap(value, type);
  };
}

function compareReads(
  operator: ComparisonOperator,
  left: Read,
  right: Read,
): () => boolean | undefined {
  return () => {
    const a = left();
    if (a === undefined) return undefined;
    const b = right();
    return b === undefined ? undefined : compareIntegers(operator, a, b);
  };
}

/** `left operator right` with a result of a type, neither of them a pointer. */
export function calculatedWord(
  operator: ArithmeticOperator,
  { word: left }: ClosureNumber,
  { word: right }: ClosureNumber,
  type: ScalarType,
  semantics: LanguageSemantics,
): ClosureWord {
  const scalar = (): Scalar | undefined => {
    const first = left.scalar();
    const second = first && right.scalar();
    return first && second && arithmetic(operator, first, second, semantics);
  };
  return ofScalar(type, scalar, left.integer !== undefined && right.integer !== undefined);
}

/** `-x` and `~x` of anything but a pointer. */
export function turnedWord(
  operator: '-' | '~',
  { word }: ClosureNumber,
  type: ScalarType,
  semantics: LanguageSemantics,
): ClosureWord {
  const scalar = (): Scalar | undefined => {
    const number = word.scalar();
    if (!number || operator === '-') return number && negate(number, semantics);
    return number.kind === 'integer' ? complement(number, semantics) : undefined;
  };
  return ofScalar(type, scalar, word.integer !== undefined);
}

/** A number as another type has it. */
export function convertedWord(
  { type: own, word }: ClosureNumber,
  type: ScalarType,
  { machine }: LanguageSemantics,
): ClosureWord {
  if (own === type) return word;
  const scalar = (): Scalar | undefined => {
    const found = word.scalar();
    return found && convert(found, type, machine);
  };
  const one = convert({ kind: 'integer', type: own, value: 1n }, own, machine);
  const isInteger = convert(one, type, machine).kind === 'integer';
  if (word.constant !== undefined) {
    return constantWord(
      convert({ kind: 'integer', type: own, value: word.constant }, type, machine),
    );
  }
  return ofScalar(type, scalar, isInteger);
}

function ofScalar(
  type: ScalarType,
  scalar: () => Scalar | undefined,
  isInteger: boolean,
): ClosureWord {
  if (!isInteger) return scalarWord(scalar);
  return integerWord(type, () => {
    const number = scalar();
    return number?.kind === 'integer' ? number.value : undefined;
  });
}

/** An address, so many steps of `stride` bytes on. */
export function movedWord(base: ClosureNumber, count: ClosureWord, stride: bigint): ClosureWord {
  const { type, word } = base;
  const [start, steps] = [integerReader(word), integerReader(count)];
  if (word.constant !== undefined && count.constant !== undefined) {
    const value = wrap(word.constant + count.constant * stride, type);
    return constantWord({ kind: 'integer', type, value });
  }
  return integerWord(type, () => {
    const from = start();
    const by = from === undefined ? undefined : steps();
    return from === undefined || by === undefined ? undefined : wrap(from + by * stride, type);
  });
}

/** How many steps of `stride` bytes are between two addresses. */
export function distanceWord(
  from: ClosureWord,
  to: ClosureWord,
  stride: bigint,
  type: ScalarType,
): ClosureWord {
  const [first, second] = [integerReader(from), integerReader(to)];
  return integerWord(type, () => {
    const start = first();
    const end = start === undefined ? undefined : second();
    return start === undefined || end === undefined
      ? undefined
      : wrap((end - start) / stride, type);
  });
}

/** Whether one side of `&&` or `||` decides, or else the other. */
export function logicalOfWords(
  decisive: boolean,
  left: () => boolean | undefined,
  right: () => boolean | undefined,
): () => boolean | undefined {
  return () => {
    const first = left();
    return first === undefined || first === decisive ? first : right();
  };
}

/** One integer or the other. */
export function choiceWord(
  { holds }: ClosureWord,
  then: ClosureWord,
  otherwise: ClosureWord,
  type: ScalarType,
): ClosureWord {
  const [yes, no] = [integerReader(then), integerReader(otherwise)];
  return integerWord(type, () => {
    const truth = holds();
    return truth === undefined ? undefined : truth ? yes() : no();
  });
}

/** The bytes of an integer in memory's order. */
export function bytesOfWord(
  { integer, scalar }: ClosureWord,
  { order }: SearchFrame,
): () => Uint8Array | undefined {
  if (!integer) throw new NotCompilable();
  return () => {
    const number = scalar();
    if (number?.kind !== 'integer') return undefined;
    return toBytes(number.value, number.type.size, order);
  };
}

/**
 * A function for something that may not compile: if it is called nevertheless, it asks for the
 * evaluation that waits.
 */
export async function orNeedsIo<T>(
  make: () => Promise<() => T>,
): Promise<{ readonly read: () => T; readonly failed: boolean }> {
  try {
    return { read: await make(), failed: false };
  } catch (error) {
    if (!(error instanceof NotCompilable || error instanceof Failure)) throw error;
    const read = (): never => {
      throw needsIo;
    };
    return { read, failed: true };
  }
}

/** Reads a number, wrapped to a type. */
export function unsignedRead(read: Read, type: ScalarType): Read {
  return () => {
    const value = read();
    return value === undefined ? undefined : wrap(value, type);
  };
}
