// What a bound expression is lowered to, for those who compute it later: its types and places are
// known, its numbers are words of a back end. Searches have functions of a frame (closures/),
// targets have code (agent/agentBackEnd.ts).
import type { DwarfExpression } from '../../symbols/location';
import type { Variable } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import type { Location } from '../../machine/location';
import type { LoadedModule } from '../../machine/stackFrame';
import type { BitRange, ValueContext } from '../../values/value';
import type { ArithmeticOperator, ComparisonOperator } from '../arithmetic';
import type { LanguageSemantics } from '../languageSemantics';
import type { ScalarType } from '../scalar';
import type { Expression } from '../syntax';

/** A number. */
export interface LoweredNumber<Word> {
  readonly type: ScalarType;
  readonly word: Word;
  /**
   * A trace state variable: as small an `int` or `long long` as holds it in each frame, `type`
   * being the wider one.
   */
  readonly variesInSize?: true;
}

/** Something that has a place. */
export interface LoweredObject<Word, Place> {
  readonly type: Type;
  readonly place: Place;
  /** Of a bit field: its bits, counted from the start of the place, which has `whole` bytes. */
  readonly bits?: BitRange & { readonly whole: number };
  /** Bytes, where it shows only later how many there are. */
  readonly length?: Word;
}

/** A value. */
export type Lowered<Word, Place> = LoweredNumber<Word> | LoweredObject<Word, Place>;

/** Whether a value has a place. */
export function isObject<Word, Place>(
  value: Lowered<Word, Place>,
): value is LoweredObject<Word, Place> {
  return 'place' in value;
}

/** What a back end may ask of the expression around a part that is its own to lower. */
export interface Lowers<Word, Place> {
  value(expression: Expression): Promise<Lowered<Word, Place>>;
  /** With its reference followed. */
  operand(expression: Expression): Promise<Lowered<Word, Place>>;
  number(expression: Expression): Promise<LoweredNumber<Word>>;
  binary(expression: Expression & { kind: 'binary' }): Promise<Lowered<Word, Place>>;
}

/** What computes words and knows places. What it cannot do it fails with. */
export interface BackEnd<Word, Place> {
  readonly semantics: LanguageSemantics;
  /** What types are completed by. Nothing of a frame is read through it. */
  readonly context: ValueContext;

  /** Parts that this back end alone knows how to lower; undefined for all others. */
  special(
    expression: Expression,
    lowers: Lowers<Word, Place>,
  ): Promise<Lowered<Word, Place> | undefined>;

  /** A variable of the stack frame, or a global one of a program. */
  variable(variable: Variable, module?: LoadedModule): Promise<LoweredObject<Word, Place>>;
  /** What a parameter was at the function's entry. */
  atEntry(parameter: Variable): Promise<LoweredObject<Word, Place>>;
  /** `$name`: a register or a trace state variable. */
  dollar(name: string): Lowered<Word, Place>;

  /** Something of a type in memory; the address is an unsigned number of its size. */
  at(address: Word, type: Type): LoweredObject<Word, Place>;
  /** What is at the same place whenever it is looked at. */
  fixed(place: Location, type: Type): LoweredObject<Word, Place>;
  /** The place `offset` bytes into something of `size` bytes. */
  inside(place: Place, size: number, offset: number): Place;
  /** An element of an array that is not in memory. */
  elementInside(
    array: LoweredObject<Word, Place>,
    index: LoweredNumber<Word>,
    stride: bigint,
  ): Place;
  /**
   * Where something is, as a number of a type. Undefined for what is not in memory; fails where
   * it is nowhere.
   */
  address(place: Place, type: ScalarType): Word | undefined;
  /**
   * The address that an expression computes from that of an object, which is on its stack: a
   * virtual base, say.
   */
  fromObject(expression: DwarfExpression, object: Word): Promise<Word>;
  /** What a pointer to something without an address leads to; undefined for any other pointer. */
  pointee(pointer: Place, target: Type): Promise<LoweredObject<Word, Place> | undefined>;
  /** The number at a place. */
  read(object: LoweredObject<Word, Place>, type: ScalarType): Word;

  constant(value: bigint, type: ScalarType): Word;
  /** The number that a word is in every case; undefined for any other. */
  constantOf(word: Word): bigint | undefined;
  convert(number: LoweredNumber<Word>, type: ScalarType): Word;
  /** With a result of a type; no operand is a pointer. */
  arithmetic(
    operator: ArithmeticOperator,
    left: LoweredNumber<Word>,
    right: LoweredNumber<Word>,
    type: ScalarType,
  ): Word;
  /** Of the operand as the type has it. */
  negate(operand: LoweredNumber<Word>, type: ScalarType): Word;
  complement(operand: LoweredNumber<Word>, type: ScalarType): Word;
  /**
   * An address, so many steps of `stride` bytes on. `wraps`: cut to the type even by a known
   * count.
   */
  moved(base: LoweredNumber<Word>, count: Word, stride: bigint, wraps: boolean): Word;
  /** How many steps of `stride` bytes are between two addresses, as a type has it. */
  distance(from: Word, to: Word, stride: bigint, type: ScalarType): Word;
  /** A pointer some bytes on, if it points to anything. */
  movedUnlessZero(pointer: Word, bytes: bigint): Word;
  /** Compares two numbers, or two addresses by their common type. */
  compare(
    operator: ComparisonOperator,
    left: LoweredNumber<Word>,
    right: LoweredNumber<Word>,
    addresses: ScalarType | undefined,
  ): Word;
  not(number: LoweredNumber<Word>): Word;
  /** 1 or 0; the right side is computed only where it matters. */
  logical(
    operator: '&&' | '||',
    left: LoweredNumber<Word>,
    right: () => Promise<LoweredNumber<Word>>,
  ): Promise<Word>;
  /** The type of a choice between numbers of two types. */
  choiceType(then: LoweredNumber<Word>, otherwise: LoweredNumber<Word>): ScalarType;
  choice(condition: LoweredNumber<Word>, then: Word, otherwise: Word, type: ScalarType): Word;
}
