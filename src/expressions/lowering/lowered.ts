// What a bound expression is lowered to, and what those have to know who compute it: recorded
// frames have gdb's values (values/), searches functions of a frame (closures/), targets code
// (agent/).
import type { BaseClass, Member, Type } from '../../symbols/type';
import type { Variable } from '../../symbols/scope';
import type { LoadedModule } from '../../machine/stackFrame';
import type { BitRange, Value, ValueContext } from '../../values/value';
import type { ArithmeticOperator, ComparisonOperator } from '../arithmetic';
import type { LanguageSemantics } from '../languageSemantics';
import type { ScalarType } from '../scalar';
import type { Expression } from '../syntax';

/** Something at once, or once bytes were read. */
export type Awaitable<T> = T | Promise<T>;

/** A number. */
export interface LoweredNumber<Word> {
  readonly type: ScalarType;
  readonly word: Word;
  /** Its type with typedefs and qualifiers, where it has them. */
  readonly declared?: Type;
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
  /** Of a bit field: its bits, from the start of the place, whose object has `whole` bytes. */
  readonly bits?: BitRange & { readonly whole?: number };
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
  index(expression: Expression): Promise<LoweredNumber<Word>>;
}

/** What an address is wanted for. */
export type AddressUse =
  /** To look into the object; an object that is not in memory has none. */
  | 'inside'
  /** An array or function turns into a pointer. */
  | 'decay'
  /** `&`. */
  | 'take';

/** What computes words and knows places. What it cannot do it fails with. */
export interface BackEnd<Word, Place> {
  readonly semantics: LanguageSemantics;
  /** What types are completed by. */
  readonly context: ValueContext;
  /** Absent where only numbers, pointers and objects exist. */
  readonly more?: MoreThanNumbers<Word, Place>;

  /** Parts that only this back end can lower; undefined for all others. */
  special(
    expression: Expression,
    lowers: Lowers<Word, Place>,
  ): Promise<Lowered<Word, Place> | undefined>;

  /** A variable of the stack frame, or a global one of a program. */
  variable(variable: Variable, module?: LoadedModule): Promise<LoweredObject<Word, Place>>;
  /** What a parameter was at the function's entry. */
  atEntry(parameter: Variable): Promise<LoweredObject<Word, Place>>;
  /** `$name`: a register or a trace state variable. */
  dollar(name: string): Awaitable<Lowered<Word, Place>>;

  /** Something of a type in memory; the address is an unsigned number of its size. */
  at(address: Word, type: Type): Awaitable<LoweredObject<Word, Place>>;
  /** What is at the same place whenever it is looked at. */
  fixed(value: Value): LoweredObject<Word, Place>;
  member(object: LoweredObject<Word, Place>, member: Member): Promise<LoweredObject<Word, Place>>;
  /** The part of an object that a base class is. */
  base(object: LoweredObject<Word, Place>, base: BaseClass): Promise<LoweredObject<Word, Place>>;
  /** An element of an array whose address is not known `inside` of it. */
  element(
    array: LoweredObject<Word, Place>,
    index: LoweredNumber<Word>,
    stride: bigint,
  ): Awaitable<LoweredObject<Word, Place>>;
  /**
   * Where something is, as a number of a type. Undefined for what is not in memory; fails where
   * it is nowhere.
   */
  address(
    object: LoweredObject<Word, Place>,
    type: ScalarType,
    use: AddressUse,
  ): Awaitable<Word | undefined>;
  /**
   * What a pointer or reference leads to, where this back end follows it itself; undefined for
   * one that holds an address.
   */
  pointee(
    pointer: Lowered<Word, Place>,
    target: Type,
  ): Promise<LoweredObject<Word, Place> | undefined>;
  /** The number at a place. */
  read(object: LoweredObject<Word, Place>, type: ScalarType): Awaitable<Word>;

  constant(value: bigint, type: ScalarType): Word;
  /** Whether a number counts as true; undefined where that shows only later. */
  isTrue(number: LoweredNumber<Word>): boolean | undefined;
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
  movedUnlessZero(pointer: LoweredNumber<Word>, bytes: bigint): Word;
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

/** What expressions have beyond numbers, pointers and objects; only values support it. */
export interface MoreThanNumbers<Word, Place> {
  /**
   * An operator on operands of which one is an object of a class, a complex or decimal number or
   * a vector; undefined for all others.
   */
  operator(
    operator: ArithmeticOperator | ComparisonOperator | '~' | '!' | '*' | '[]',
    operands: readonly Lowered<Word, Place>[],
  ): Promise<Lowered<Word, Place> | undefined>;
  /** A cast from or to anything but a number, pointer or class; undefined for all other casts. */
  cast(value: Lowered<Word, Place>, type: Type): Promise<Lowered<Word, Place> | undefined>;
  /** The bytes of a value as a type other than a number; undefined where they cannot be. */
  reinterpret(
    value: Lowered<Word, Place>,
    type: Type,
  ): Promise<LoweredObject<Word, Place> | undefined>;
  /** Whether something other than a number counts as true. */
  truth(object: LoweredObject<Word, Place>): Promise<Word>;
  /** Fails for an unknown pointer that gdb reads although only a type is wanted. */
  requireKnown(pointer: Lowered<Word, Place>): Promise<void>;
  /** The member as gdb has it: not read where only its type is wanted. */
  found(member: LoweredObject<Word, Place>): Promise<LoweredObject<Word, Place>>;
  /** What holds the member of a name: the variant that a Rust enum has, or the object. */
  holder(object: LoweredObject<Word, Place>, name: string): Promise<LoweredObject<Word, Place>>;
  /** A member function with code. */
  method(
    object: LoweredObject<Word, Place>,
    name: string,
  ): Promise<LoweredObject<Word, Place> | undefined>;
  /** What `[]` applies to: the elements of a Rust slice, else the value. */
  sequence(value: Lowered<Word, Place>): Promise<Lowered<Word, Place>>;
  /** A type as gdb writes it in messages. */
  typeName(type: Type): Promise<string>;
}
