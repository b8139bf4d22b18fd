// What values have beyond numbers, pointers and objects: operators of classes, complex and decimal
// numbers, vectors, the variants of Rust's enums.
import { concat } from '../../bytes/cursor';
import type { Type } from '../../symbols/type';
import {
  activeVariant,
  arrayLength,
  at,
  elementAt,
  memberNamed,
  membersOf,
} from '../../values/navigate';
import {
  asClass,
  complexPart,
  isMethodPointer,
  sizeOf,
  strip,
  isInteger,
} from '../../values/types';
import { typeName } from '../../values/typeName';
import { literal, Value, asInteger } from '../../values/value';
import { isComparison, type ArithmeticOperator, type ComparisonOperator } from '../arithmetic';
import { methodOfObject, ofObjects } from '../classMembers';
import {
  complexArithmetic,
  complexComparison,
  complexNegated,
  isComplex,
  toComplex,
} from '../complexNumbers';
import {
  decimalArithmetic,
  decimalComparison,
  decimalNegated,
  decimalTruth,
  fromDecimal,
  isDecimal,
  isDecimalType,
  toDecimal,
} from '../decimalNumbers';
import type { LanguageSemantics } from '../languageSemantics';
import type { LoweredObject, MoreThanNumbers } from '../lowering/lowered';
import { lowerCast } from '../lowering/lowering';
import { lowerArithmetic, lowerSigned, pointerType, truthNumber } from '../lowering/operators';
import { lowerPointee } from '../lowering/objects';
import { Failure, required } from '../problem';
import { completeContents, requireContents, scalarType, type Scalar } from '../scalar';
import { type ValueOperand, type ValueBackEnd, withoutReading } from './backEnd';
import type { EvaluationContext } from '../context';

type Operator = Parameters<MoreThanNumbers<Scalar, Value>['operator']>[0];

/** The part of a value back end that other back ends do without. */
export class ValuesBesidesNumbers implements MoreThanNumbers<Scalar, Value> {
  constructor(private readonly backEnd: ValueBackEnd) {}

  private get semantics(): LanguageSemantics {
    return this.backEnd.semantics;
  }

  async operator(
    operator: Operator,
    operands: readonly ValueOperand[],
  ): Promise<ValueOperand | undefined> {
    const { backEnd, semantics } = this;
    const values = operands.map((each) => backEnd.value(each));
    const ofClass = await ofObjects(operator, values, semantics);
    if (ofClass) return isComparing(operator) ? this.truthOf(true) : backEnd.object(ofClass);
    const [left, right] = values;
    if (!left) return undefined;
    if (!right) return this.ofOne(operator, left);
    return isUnary(operator) ? undefined : this.ofTwo(operator, left, right);
  }

  private async ofOne(operator: Operator, value: Value): Promise<ValueOperand | undefined> {
    const { backEnd, semantics } = this;
    if (operator !== '-' && operator !== '+' && operator !== '~') return undefined;
    if (isComplex(value)) {
      if (operator === '+') return backEnd.object(value);
      return backEnd.object(await complexNegated(operator, value, semantics));
    }
    if (isDecimal(value) && operator !== '~') {
      if (operator === '+') return backEnd.object(value);
      return backEnd.object(await decimalNegated(value, semantics));
    }
    if (!isVector(value)) return undefined;
    return this.eachLane(value, (lane) => lowerSigned(operator, backEnd.object(lane), backEnd));
  }

  private async ofTwo(
    operator: ArithmeticOperator | ComparisonOperator,
    left: Value,
    right: Value,
  ): Promise<ValueOperand | undefined> {
    const { backEnd, semantics } = this;
    if (operator === '<<' || operator === '>>') {
      await warnOfShift(operator, left, right, backEnd.context, semantics);
    }
    if (isComplex(left) || isComplex(right)) {
      if (isComparison(operator)) {
        return this.truthOf(await complexComparison(operator, left, right, semantics));
      }
      return backEnd.object(await complexArithmetic(operator, left, right, semantics));
    }
    if (isDecimal(left) || isDecimal(right)) {
      if (isComparison(operator)) {
        return this.truthOf(await decimalComparison(operator, left, right, semantics));
      }
      return backEnd.object(await decimalArithmetic(operator, left, right, semantics));
    }
    const moved = await movedWithoutAddress(operator, left, right);
    if (moved) return backEnd.object(moved);
    if (!(isVector(left) || isVector(right))) return undefined;
    if (isComparison(operator)) return this.ofEqualBytes(operator, left, right);
    return this.ofVectors(operator, left, right);
  }

  private truthOf(holds: boolean): ValueOperand {
    return truthNumber(this.backEnd.truth(holds), this.semantics);
  }

  /** gdb compares vectors of one size as a whole, for equality alone. */
  private async ofEqualBytes(
    operator: ComparisonOperator,
    left: Value,
    right: Value,
  ): Promise<ValueOperand | undefined> {
    const isEquality = operator === '==' || operator === '!=';
    if (!isEquality || !isVector(left) || !isVector(right)) return undefined;
    const [a, b] = [await completeContents(left), await completeContents(right)];
    if (a.bytes.length !== b.bytes.length) return undefined;
    const isSame = a.bytes.every((byte, i) => byte === b.bytes[i]);
    return this.truthOf(isSame === (operator === '=='));
  }

  private async ofVectors(
    operator: ArithmeticOperator,
    left: Value,
    right: Value,
  ): Promise<ValueOperand> {
    const { backEnd } = this;
    const shape = isVector(left) ? left : right;
    if (isVector(left) && isVector(right) && arrayLength(left.type) !== arrayLength(right.type)) {
      throw new Failure('Cannot perform operation on vectors with different types');
    }
    const lane = (value: Value, i: number): Value =>
      isVector(value) ? (elementAt(value, i) ?? value) : value;
    return this.eachLane(shape, (_, i) => {
      const [a, b] = [backEnd.object(lane(left, i)), backEnd.object(lane(right, i))];
      return lowerArithmetic(operator, a, b, backEnd);
    });
  }

  /** A vector of what `compute` makes of each lane, in the lanes' own type. */
  private async eachLane(
    vector: Value,
    compute: (lane: Value, i: number) => Promise<ValueOperand>,
  ): Promise<ValueOperand> {
    const { order } = vector.context;
    const lanes: Uint8Array[] = [];
    for (let i = 0; i < (arrayLength(vector.type) ?? 0); i++) {
      const lane = elementAt(vector, i);
      if (!lane) break;
      const { bytes } = await completeContents(this.backEnd.value(await compute(lane, i)));
      const size = (await lane.contents()).bytes.length;
      lanes.push(
        order === 'little' ? bytes.subarray(0, size) : bytes.subarray(bytes.length - size),
      );
    }
    return this.backEnd.object(literal(strip(vector.type), concat(lanes), vector.context));
  }

  async cast(operand: ValueOperand, type: Type): Promise<ValueOperand | undefined> {
    const { backEnd, semantics } = this;
    const value = backEnd.value(operand);
    const bare = strip(type);
    const as = (converted: Value): ValueOperand =>
      backEnd.object(new Value(type, converted.place, value.context));
    if (bare.kind === 'void') {
      return backEnd.object(literal(type, new Uint8Array(1), value.context));
    }
    if (complexPart(bare)) return backEnd.object(await toComplex(value, type, semantics));
    if (isDecimalType(bare)) return as(await toDecimal(value, bare, semantics));
    const wanted = scalarType(bare);
    if (!wanted) return undefined;
    if (isComplex(value)) {
      if (value.address === undefined) throw new Failure('Invalid cast.');
      return backEnd.object(await at(type, value.address, value.context));
    }
    if (isDecimal(value)) return as(await fromDecimal(value, wanted, semantics));
    if (!isDataPointer(value)) return undefined;
    const offset = new Value(semantics.types.long, value.place, value.context);
    return lowerCast(backEnd.object(offset), type, backEnd);
  }

  async reinterpret(
    operand: ValueOperand,
    type: Type,
  ): Promise<LoweredObject<Scalar, Value> | undefined> {
    const value = this.backEnd.value(operand);
    const bare = strip(type);
    if (bare.kind !== 'array' || sizeOf(bare) !== sizeOf(value.type)) return undefined;
    const bytes = this.semantics.typesOnly
      ? new Uint8Array(sizeOf(bare) ?? 0)
      : (await completeContents(value)).bytes;
    return this.backEnd.object(literal(type, bytes, value.context));
  }

  async truth(object: LoweredObject<Scalar, Value>): Promise<Scalar> {
    const { backEnd, semantics } = this;
    if (semantics.typesOnly === 'static') return backEnd.truth(true);
    const value = backEnd.value(object);
    if (isDecimal(value)) return backEnd.truth(await decimalTruth(value, semantics));
    return backEnd.truth((await completeContents(value)).bytes.some((byte) => byte !== 0));
  }

  async requireKnown(pointer: ValueOperand): Promise<void> {
    if (this.semantics.typesOnly === 'whatis') await requireContents(this.backEnd.value(pointer));
  }

  async found(member: LoweredObject<Scalar, Value>): Promise<LoweredObject<Scalar, Value>> {
    const value = await withoutReading(this.backEnd.value(member), this.semantics);
    return this.backEnd.object(value);
  }

  async holder(
    operand: LoweredObject<Scalar, Value>,
    name: string,
  ): Promise<LoweredObject<Scalar, Value>> {
    const object = this.backEnd.value(operand);
    const { variants } = (await membersOf(object)) ?? {};
    if (!variants) {
      await this.requireField(object, name);
      return operand;
    }
    if (this.semantics.typesOnly !== 'static') await completeContents(object);
    const held = await activeVariant(object, variants);
    if (!held) {
      const whole = await this.typeName(object.type);
      throw new Failure(`Cannot access field ${name} of empty enum ${whole}`);
    }
    const variant = required(held);
    await this.requireField(variant, name, object);
    return this.backEnd.object(variant);
  }

  /** Fails as gdb where Rust's structs, or the variant of an enum, have no such field. */
  private async requireField(struct: Value, name: string, inEnum?: Value): Promise<void> {
    const { members = [] } = (await membersOf(struct)) ?? {};
    const isTuple = members.length > 0 && members.every((each, i) => each.name === `__${i}`);
    const own = await this.typeName(struct.type);
    const last = own.slice(own.lastIndexOf(':') + 1);
    const type = inEnum ? `${await this.typeName(inEnum.type)}::${last}` : own;
    const only = `there are only ${members.length} fields`;
    const fail = (problem: string) => new Failure(problem);
    if (/^\d/.test(name)) {
      if (Number(name) >= members.length) {
        throw fail(`Cannot access field ${name} of ${inEnum ? 'variant ' : ''}${type}, ${only}`);
      }
      if (isTuple) return;
      if (inEnum) throw fail(`Variant ${type} is not a tuple variant`);
      throw fail(
        `Attempting to access anonymous field ${name} of ${type}, ` +
          'which is not a tuple, tuple struct, or tuple-like variant',
      );
    }
    if (!inEnum) return;
    if (isTuple) {
      throw fail(
        `Attempting to access named field ${name} of tuple variant ${type}, ` +
          'which has only anonymous fields',
      );
    }
    if (!members.some((each) => each.name === name)) {
      throw fail(`Could not find field ${name} of struct variant ${type}`);
    }
  }

  async method(
    object: LoweredObject<Scalar, Value>,
    name: string,
  ): Promise<LoweredObject<Scalar, Value> | undefined> {
    const { context } = object.place;
    const type = asClass(object.type);
    const method = type && (await methodOfObject(type, name, context));
    return method && this.backEnd.object(await at(method.type, method.address, context));
  }

  async sequence(operand: ValueOperand): Promise<ValueOperand> {
    const { backEnd } = this;
    const value = backEnd.value(operand);
    const data = asClass(value.type) && (await memberNamed(value, 'data_ptr'));
    if (data) return backEnd.object(required(data));
    const bare = strip(value.type);
    const pointsToArray = bare.kind === 'pointer' && strip(bare.target).kind === 'array';
    return pointsToArray ? lowerPointee(operand, backEnd) : operand;
  }

  typeName(type: Type): Promise<string> {
    return typeName(type, this.backEnd.context.language);
  }
}

function isComparing(operator: Operator): boolean {
  return !isUnary(operator) && isComparison(operator);
}

function isUnary(operator: Operator): operator is '~' | '!' | '[]' {
  return operator === '~' || operator === '!' || operator === '[]';
}

function isVector({ type }: Value): boolean {
  const bare = strip(type);
  return bare.kind === 'array' && bare.vector;
}

/** A pointer to a data member, which is a number of bytes. */
function isDataPointer({ type }: Value): boolean {
  return strip(type).kind === 'memberPointer' && !isMethodPointer(type);
}

// gdb's warnings of shifts that C leaves undefined.

/** Warns of a count that is negative, or as great as the wider operand. */
async function warnOfShift(
  operator: '<<' | '>>',
  first: Value,
  second: Value,
  { warn }: EvaluationContext,
  { types }: LanguageSemantics,
): Promise<void> {
  if (!warn || !isInteger(first.type) || !isInteger(second.type)) return;
  const count = await asInteger(second);
  if (count === undefined) return;
  const width = 8 * Math.max(sizeOf(first.type) ?? 0, sizeOf(second.type) ?? 0, types.int.size);
  const shift = `${operator === '<<' ? 'left' : 'right'} shift count`;
  if (count < 0n) warn(`warning: ${shift} is negative`);
  else if (count >= width) warn(`warning: ${shift} >= width of type`);
}

/** A pointer without an address, which gdb keeps where something is added to it. */
async function movedWithoutAddress(
  operator: Operator,
  left: Value,
  right: Value,
): Promise<Value | undefined> {
  if (operator !== '+' && operator !== '-') return undefined;
  const isReversed = operator === '+' && isInteger(left.type);
  const [pointer, number] = isReversed ? [right, left] : [left, right];
  if (strip(pointer.type).kind !== 'pointer' || !isInteger(number.type)) return undefined;
  const isNowhere = (await pointer.contents()).isEntirely('syntheticPointer');
  return isNowhere
    ? new Value(pointerType(pointer.type), pointer.place, pointer.context)
    : undefined;
}
