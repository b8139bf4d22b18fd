// Expressions as gdb's values: bytes are read as they are wanted.
import { toBytes } from '../../bytes/cursor';
import type { Variable } from '../../symbols/scope';
import type { ArrayType, BaseClass, Member, Type } from '../../symbols/type';
import { isUnavailable } from '../../machine/location';
import type { LoadedModule } from '../../machine/stackFrame';
import { at, baseOf, dereference, element, memberOf, repeated } from '../../values/navigate';
import { elementType, isReference, lengthOf, sizeOf, strip } from '../../values/types';
import { heldIn, literal, numberOf, Value, type ValueContext } from '../../values/value';
import { readVariable, valueAtEntry } from '../../values/variable';
import {
  arithmetic,
  compare,
  compareIntegers,
  complement,
  negate,
  type ArithmeticOperator,
  type ComparisonOperator,
} from '../arithmetic';
import type { Bindings } from '../bindings';
import { ValueHistory, type ConvenienceValue, type EvaluationContext } from '../context';
import {
  convenienceFunctionValue,
  isConvenienceFunction,
  type PreviousValue,
} from '../convenienceFunctions';
import type { LanguageSemantics, TypesOnly } from '../languageSemantics';
import type { TextLiteral } from '../literals';
import {
  isObject,
  type AddressUse,
  type BackEnd,
  type Lowered,
  type LoweredNumber,
  type LoweredObject,
  type Lowers,
  type MoreThanNumbers,
} from '../lowering/lowered';
import { Lowering } from '../lowering/lowering';
import { Failure, cannotCall, needsTarget, notAvailable, optimizedOut, required } from '../problem';
import { registerValue } from '../registerValue';
import {
  convert,
  floatValue,
  isFloatType,
  isTrue,
  scalarOf,
  wrap,
  type Scalar,
  type ScalarType,
} from '../scalar';
import type { Expression } from '../syntax';
import { Origin } from '../../machine/memory';

/** The number or the value. */
export type ValueOperand = Lowered<Scalar, Value>;
type ValueNumber = LoweredNumber<Scalar>;
type ValueObject = LoweredObject<Scalar, Value>;

/** The same expression, or a part of it, as it was before. */
export type Before = (part: Expression) => Promise<PreviousValue>;

/** Values in one stack frame of a trace frame: their numbers, pointers and objects. */
export abstract class ValueBackEnd implements BackEnd<Scalar, Value> {
  abstract readonly more: MoreThanNumbers<Scalar, Value>;

  constructor(
    readonly context: EvaluationContext,
    readonly bindings: Bindings,
    readonly semantics: LanguageSemantics,
    readonly before: Before,
  ) {}

  /** The same with other rules about what is read. */
  abstract with(typesOnly: LanguageSemantics['typesOnly']): ValueBackEnd;

  abstract special(
    expression: Expression,
    lowers: Lowers<Scalar, Value>,
  ): Promise<ValueOperand | undefined>;

  /** The walk over expressions that gives these values. */
  lowering(): Lowering<Scalar, Value> {
    const { bindings, semantics } = this;
    const typeOf = (part: Expression) => this.typeOf(part, semantics.typesOnly || 'whatis');
    return new Lowering({ bindings, typeOf }, this);
  }

  /** The type of an expression, which may be one itself. */
  async typeOf(expression: Expression, typesOnly: TypesOnly): Promise<Type> {
    if (expression.kind === 'type') return this.bindings.type(expression.type);
    const backEnd = this.with(typesOnly);
    return backEnd.value(await backEnd.lowering().value(expression)).type;
  }

  /** A value as an operand. */
  object(value: Value): ValueObject {
    const { type, bits } = value;
    return { type, place: value, ...(bits && { bits }) };
  }

  /** An operand as a value. */
  value(operand: ValueOperand): Value {
    if (!isObject(operand)) return this.number(operand);
    const { type, place: value, bits } = operand;
    if (type === value.type && bits === value.bits) return value;
    return new Value(type, value.place, value.context, bits);
  }

  private number({ type, declared = type, word }: ValueNumber): Value {
    if (word.kind === 'integer') return numberOf(declared, word.value, this.context);
    const value = floatValue(word.type, word.value, this.context);
    return new Value(declared, value.place, this.context);
  }

  async variable(variable: Variable, module?: LoadedModule): Promise<ValueObject> {
    const { context } = this;
    if (!module) return this.object(await readVariable(variable, context));
    const placed = { ...context, frame: undefined, modules: [module] };
    const { type, place } = await readVariable(variable, placed);
    return this.object(new Value(type, place, context));
  }

  async atEntry(parameter: Variable): Promise<ValueObject> {
    return this.object(await valueAtEntry(parameter, this.context));
  }

  async dollar(name: string): Promise<ValueOperand> {
    const { context } = this;
    if (ValueHistory.has(name)) return this.object(context.history?.named(name) ?? this.nothing());
    if (name === '_siginfo') throw new Failure('Unable to read siginfo');
    const register = registerValue(name, context.state, context);
    if (register) return this.object(register);
    if (isConvenienceFunction(name)) return this.object(convenienceFunctionValue(name, context));
    return this.convenience(await context.convenience(name));
  }

  /** What a convenience variable holds, or a function of the debugger gives. */
  async convenience(value: ConvenienceValue | boolean): Promise<ValueOperand> {
    const { language, types } = this.semantics;
    if (typeof value === 'boolean') return { type: this.truthType, word: this.truth(value) };
    if (value === undefined) return this.object(this.nothing());
    if (typeof value === 'bigint') {
      const { int, longLong } = types;
      const type = BigInt.asIntN(8 * int.size, value) === value ? int : longLong;
      return { type, word: this.constant(value, type) };
    }
    if (typeof value !== 'string') return this.object(await heldIn(value, this.context));
    // gdb's own strings do not end with a zero.
    return this.characters({
      // C's characters are numbers to Rust.
      type: (language === 'rust' && types.named('i8')) || types.char,
      units: [...new TextEncoder().encode(value)],
    });
  }

  /** An array of characters that ends with a zero and is not in memory. */
  text({ type, units }: TextLiteral): ValueObject {
    return this.characters({ type, units: [...units, 0] });
  }

  private characters({ type: element, units }: TextLiteral): ValueObject {
    const { size } = element;
    const bytes = new Uint8Array(size * units.length);
    units.forEach((unit, i) => {
      bytes.set(toBytes(BigInt(unit), size, this.context.order), i * size);
    });
    return this.object(literal(arrayOf(element, units.length), bytes, this.context));
  }

  /** gdb's `void`. */
  private nothing(): Value {
    return literal({ kind: 'void' }, new Uint8Array(1), this.context);
  }

  async at(address: Scalar, type: Type): Promise<ValueObject> {
    return this.object(await at(type, integerIn(address), this.context));
  }

  fixed(value: Value): ValueObject {
    return this.object(value);
  }

  async member(object: ValueObject, member: Member): Promise<ValueObject> {
    return this.object(required(await memberOf(this.value(object), member)));
  }

  async base(object: ValueObject, base: BaseClass): Promise<ValueObject> {
    return this.object(required(await baseOf(this.value(object), base)));
  }

  async element(array: ValueObject, { word }: ValueNumber): Promise<ValueObject> {
    const value = this.value(array);
    const bare = strip(value.type);
    if (bare.kind === 'array') this.requireWithin(bare, integerIn(word));
    const found =
      isUnavailable(value.place) && bare.kind === 'array'
        ? new Value(elementType(bare), value.place, value.context)
        : required(await element(value, integerIn(word)));
    return this.object(await withoutReading(found, this.semantics));
  }

  /** Arrays of Fortran end where their type says (gdb 13, c_style_arrays_p). */
  private requireWithin({ dimensions: [outermost] }: ArrayType, index: bigint): void {
    const { language, typesOnly } = this.semantics;
    if (language !== 'fortran' || typesOnly || !outermost) return;
    const length = lengthOf(outermost);
    if (length === undefined) return;
    const place = index - outermost.lower;
    if (place < 0n || place >= BigInt(length)) throw new Failure('no such vector element');
  }

  async address(
    object: ValueObject,
    type: ScalarType,
    use: AddressUse,
  ): Promise<Scalar | undefined> {
    const address = await this.addressFor(use, this.value(object));
    return address === undefined ? undefined : this.constant(address, type);
  }

  private async addressFor(use: AddressUse, value: Value): Promise<bigint | undefined> {
    const { address, place } = value;
    const { typesOnly } = this.semantics;
    if (use === 'inside') return address;
    const isArray = strip(value.type).kind === 'array';
    const isPushed = isArray && (place.kind === 'literal' || place.kind === 'optimizedOut');
    if (isPushed && !typesOnly) throw new Failure(await pushProblem(value.context));
    if (use === 'decay') {
      if (address !== undefined) return address;
      if (typesOnly) return 0n;
      throw new Failure(whyNowhere(place));
    }
    const isUnread = typesOnly && place.kind !== 'part' && (place.kind !== 'literal' || isArray);
    return address ?? addressOfBits(value) ?? (isUnread ? 0n : undefined);
  }

  /**
   * If only types matter, what a pointer leads to is not read. gdb 13 follows references all the
   * same (coerce_ref).
   */
  async pointee(pointer: ValueOperand, target: Type): Promise<ValueObject | undefined> {
    const value = this.value(pointer);
    const { typesOnly } = this.semantics;
    const isFollowed = typesOnly === 'whatis' && isReference(strip(value.type));
    if (typesOnly && !isFollowed) return this.object(await unread(target, value.context));
    if (strip(target).kind === 'void') return undefined;
    return this.object(required(await dereference(value)));
  }

  read(object: ValueObject): Promise<Scalar> {
    return scalarOf(this.value(object), notAvailable, this.semantics);
  }

  constant(value: bigint, type: ScalarType): Scalar {
    return { kind: 'integer', type, value: wrap(value, type) };
  }

  /** If only types matter, everything counts as true. */
  isTrue({ word }: ValueNumber): boolean {
    return this.semantics.typesOnly === 'static' || isTrue(word);
  }

  convert({ word }: ValueNumber, type: ScalarType): Scalar {
    return convert(word, type, this.semantics.machine);
  }

  arithmetic(
    operator: ArithmeticOperator,
    left: ValueNumber,
    right: ValueNumber,
    type: ScalarType,
  ): Scalar {
    // `whatis 1/0` is an int to gdb.
    const isDivision = operator === '/' || operator === '%';
    if (this.semantics.typesOnly && isDivision && !isTrue(right.word) && !isFloatType(type)) {
      return this.constant(0n, type);
    }
    return arithmetic(operator, left.word, right.word, this.semantics);
  }

  negate({ word }: ValueNumber): Scalar {
    return negate(word, this.semantics);
  }

  complement({ word, type }: ValueNumber): Scalar {
    return complement({ kind: 'integer', type, value: integerIn(word) }, this.semantics);
  }

  moved({ word, type }: ValueNumber, count: Scalar, stride: bigint): Scalar {
    return this.constant(integerIn(word) + integerIn(count) * stride, type);
  }

  distance(from: Scalar, to: Scalar, stride: bigint, type: ScalarType): Scalar {
    return this.constant((integerIn(to) - integerIn(from)) / stride, type);
  }

  movedUnlessZero({ word, type }: ValueNumber, bytes: bigint): Scalar {
    const address = integerIn(word);
    return address === 0n ? word : this.constant(address + bytes, type);
  }

  compare(
    operator: ComparisonOperator,
    { word: left }: ValueNumber,
    { word: right }: ValueNumber,
    addresses: ScalarType | undefined,
  ): Scalar {
    if (!addresses) return this.truth(compare(operator, left, right, this.semantics));
    const [a, b] = [left, right].map((each) => wrap(integerIn(each), addresses)) as [
      bigint,
      bigint,
    ];
    return this.truth(compareIntegers(operator, a, b));
  }

  /** A truth value: an `int` in C. */
  truth(holds: boolean): Scalar {
    return this.constant(holds ? 1n : 0n, this.truthType);
  }

  private get truthType(): ScalarType {
    const { language, types } = this.semantics;
    return language === 'c' ? types.int : types.bool;
  }

  not(number: ValueNumber): Scalar {
    return this.truth(!this.isTrue(number));
  }

  async logical(
    operator: '&&' | '||',
    left: ValueNumber,
    right: () => Promise<ValueNumber>,
  ): Promise<Scalar> {
    const isDecided = this.isTrue(left) === (operator === '||');
    return this.truth(isDecided ? operator === '||' : this.isTrue(await right()));
  }

  choiceType({ type }: ValueNumber): ScalarType {
    return type;
  }

  choice(condition: ValueNumber, then: Scalar, otherwise: Scalar): Scalar {
    return this.isTrue(condition) ? then : otherwise;
  }

  /** `operand@count`. */
  async repeated(operand: ValueOperand, count: bigint): Promise<ValueObject> {
    const value = this.value(operand);
    if (!this.semantics.typesOnly) return this.object(required(repeated(value, count)));
    return this.object(await unread(arrayOf(value.type, Number(count)), this.context));
  }
}

/** The integer that a number is. */
export function integerIn(number: Scalar): bigint {
  return number.kind === 'integer' ? number.value : 0n;
}

/** So many elements of a type. */
export function arrayOf(element: Type, count: number): Type {
  const dimensions = [{ lower: 0n, count: BigInt(count) }];
  return { kind: 'array', element, dimensions, vector: false };
}

/**
 * Why an array that is in no register and no memory has no address: gdb puts it in memory that the
 * program allocates (gdb 13, value_coerce_to_target).
 */
export async function pushProblem({ modules }: Value['context']): Promise<string> {
  for (const { program } of modules) {
    const [allocator] = await program.addressesOfFunction('malloc');
    if (allocator ?? (await program.stubOf('malloc'))) return cannotCall;
  }
  return needsTarget;
}

function whyNowhere(place: Value['place']): string {
  if (place.kind === 'unavailable') return notAvailable;
  if (place.kind === 'optimizedOut') return optimizedOut;
  return place.kind === 'problem'
    ? place.problem
    : 'Attempt to take address of value not located in memory.';
}

/**
 * gdb gives a bit field the address of the first whole number of its type that holds it, or else
 * of its first byte.
 */
function addressOfBits({ place, bits, type }: Value): bigint | undefined {
  if (!bits || place.kind !== 'memory') return undefined;
  const whole = 8 * (sizeOf(type) ?? 1);
  const inWhole = bits.bit % whole;
  const start = bits.bit - (inWhole + bits.size <= whole ? inWhole : bits.bit % 8);
  return place.address + BigInt(start / 8);
}

// Values of which only the type matters: gdb's `whatis`, `ptype` and `sizeof` read no bytes.

/** A value of which only the type matters: zeros, in memory. */
export function unread(type: Type, context: ValueContext): Promise<Value> {
  return at(type, 0n, { ...context, memory: zeros });
}

const zeros: ValueContext['memory'] = {
  read: (address, length) => {
    const origins = new Uint8Array(length).fill(Origin.collected);
    return Promise.resolve({ address, bytes: new Uint8Array(length), origins });
  },
};

/** If only types matter, the contents of an object in memory need not be known. */
export async function withoutReading(
  value: Value,
  { typesOnly }: LanguageSemantics,
): Promise<Value> {
  const isUnread = typesOnly === 'whatis' && value.address !== undefined;
  return isUnread ? unread(value.type, value.context) : value;
}
