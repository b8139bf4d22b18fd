// Lowers a bound expression: each operator of gdb's expression language that can be computed
// later, without gdb's values. The rest fails with a sentence.
import { asClass, isReference, sizeOf, strip, alignmentOf, targetOf } from '../../values/types';
import { isComparison } from '../arithmetic';
import type { BoundExpression } from '../bindings';
import { characterLiteral } from '../literals';
import type { ResolvedSymbol } from '../resolvedSymbol';
import { Failure } from '../problem';
import { type ScalarType, scalarType } from '../scalar';
import type { Expression } from '../syntax';
import {
  isObject,
  type BackEnd,
  type Lowered,
  type LoweredNumber,
  type LoweredObject,
  type Lowers,
} from './lowered';
import {
  lowerAddress,
  lowerContents,
  lowerElement,
  lowerMember,
  lowerNumber,
  lowerStaticMember,
  lowerReferent,
  lowerBase,
} from './objects';
import {
  lowerConversion,
  lowerArithmetic,
  lowerComparison,
  lowerNot,
  lowerSigned,
  truthNumber,
} from './operators';
import type { ClassType, Type } from '../../symbols/type';

/** One expression at one place of the program. Fails with a {@link Failure}. */
export class Lowering<Word, Place> implements Lowers<Word, Place> {
  constructor(
    private readonly bound: Pick<BoundExpression, 'bindings' | 'typeOf'>,
    private readonly backEnd: BackEnd<Word, Place>,
  ) {}

  /** The value of an expression. */
  async value(expression: Expression): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    const special = await backEnd.special(expression, this);
    if (special) return special;
    switch (expression.kind) {
      case 'number':
        return this.numberLiteral(expression);
      case 'character': {
        const { language, types } = backEnd.semantics;
        const { type, units } = characterLiteral(expression.text, language, types);
        return this.constant(BigInt(units[0] ?? 0), type);
      }
      case 'truth':
        return this.constant(expression.value ? 1n : 0n, backEnd.semantics.types.bool);
      case 'name': {
        const symbol = this.bound.bindings.symbol(expression);
        if (!symbol) throw new Failure(`No symbol "${expression.name}" in current context.`);
        return this.meant(symbol);
      }
      case 'variable':
        return backEnd.dollar(expression.name);
      case 'unary':
        return this.unary(expression);
      case 'binary':
        return this.binary(expression);
      case 'conditional':
        return this.conditional(expression);
      case 'member':
        return lowerMember(await this.value(expression.operand), expression.member, backEnd);
      case 'subscript': {
        const operand = await this.operand(expression.operand);
        return lowerElement(operand, await this.number(expression.index), backEnd);
      }
      case 'cast': {
        const type = this.bound.bindings.type(expression.type);
        return lowerCast(await this.operand(expression.operand), type, backEnd);
      }
      case 'memory': {
        const address = await this.number(expression.address);
        const { word } = lowerConversion(address, backEnd.semantics.types.unsignedLong, backEnd);
        return backEnd.at(word, this.bound.bindings.type(expression.type));
      }
      case 'size':
        return this.size(expression);
      case 'type':
        throw new Failure('Attempt to use a type name as an expression');
      case 'call':
      case 'assignment':
      case 'string':
      case 'memberPointer':
      case 'slice':
      case 'array':
        throw new Failure('This part of the expression cannot be computed ahead of its values.');
    }
  }

  /** With its reference followed. */
  async operand(expression: Expression): Promise<Lowered<Word, Place>> {
    return lowerReferent(await this.value(expression), this.backEnd);
  }

  /** The number that an expression is. */
  async number(expression: Expression): Promise<LoweredNumber<Word>> {
    return lowerNumber(await this.operand(expression), this.backEnd);
  }

  async binary({
    operator,
    left,
    right,
  }: Expression & { kind: 'binary' }): Promise<LoweredNumber<Word>> {
    const { backEnd } = this;
    if (operator === ',' || operator === '@') {
      throw new Failure(`What ${operator} gives cannot be computed ahead of its values.`);
    }
    const a = await this.number(left);
    if (operator === '&&' || operator === '||') {
      const word = await backEnd.logical(operator, a, () => this.number(right));
      return truthNumber(word, backEnd.semantics);
    }
    const b = await this.number(right);
    return isComparison(operator)
      ? lowerComparison(operator, a, b, backEnd)
      : lowerArithmetic(operator, a, b, backEnd);
  }

  private constant(value: bigint, type: ScalarType): LoweredNumber<Word> {
    return { type, word: this.backEnd.constant(value, type) };
  }

  private numberLiteral(expression: Expression & { kind: 'number' }): Lowered<Word, Place> {
    const literal = this.bound.bindings.number(expression);
    if (!literal) throw new Failure(`Invalid number "${expression.text}".`);
    if (literal.imaginary || 'decimal' in literal) {
      throw new Failure('Complex and decimal numbers cannot be computed ahead of their values.');
    }
    if ('float' in literal) {
      return this.backEnd.fixed({ kind: 'literal', bytes: new Uint8Array(0) }, literal.type);
    }
    return this.constant(literal.integer, literal.type);
  }

  private async meant(symbol: ResolvedSymbol): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    switch (symbol.kind) {
      case 'local':
        return backEnd.variable(symbol.variable);
      case 'global':
        return backEnd.variable(symbol.variable, symbol.module);
      case 'field':
        return lowerMember(await backEnd.variable(symbol.self), symbol.name, backEnd);
      case 'static':
        return lowerStaticMember(symbol.owner, symbol.member, backEnd);
      case 'enumerator':
        return this.constant(symbol.value, symbol.type);
      case 'function': {
        const { unsignedLong } = backEnd.semantics.types;
        return backEnd.at(backEnd.constant(symbol.address, unsignedLong), symbol.type);
      }
      case 'entry':
        return backEnd.atEntry(symbol.parameter);
      case 'ofFunction': {
        const { name = 'another function' } = symbol.scope;
        throw new Failure(
          `It belongs to ${name}: a tracepoint sees the function that it is set in.`,
        );
      }
      case 'dataMember':
        throw new Failure(`Cannot reference non-static field "${symbol.member.name ?? ''}"`);
      case 'method':
        throw new Failure(`Cannot reference virtual member function "${symbol.method.name}"`);
    }
  }

  private async unary({
    operator,
    operand,
  }: Expression & { kind: 'unary' }): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    if (operator === '&') return this.address(operand);
    const value = await this.operand(operand);
    if (operator === '*') return lowerContents(value, backEnd);
    const number = lowerNumber(value, backEnd);
    return operator === '!' ? lowerNot(number, backEnd) : lowerSigned(operator, number, backEnd);
  }

  private async address(operand: Expression): Promise<LoweredNumber<Word>> {
    const { backEnd } = this;
    const value = await this.value(operand);
    const bare = strip(value.type);
    if (!isReference(bare)) return lowerAddress(value, value.type, backEnd);
    const type = backEnd.semantics.types.pointerTo(bare.target);
    return lowerConversion(lowerNumber(value, backEnd), type, backEnd);
  }

  private async conditional(
    expression: Expression & { kind: 'conditional' },
  ): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    const condition = await this.number(expression.condition);
    const then = await this.operand(expression.then);
    const otherwise = await this.operand(expression.otherwise);
    if (isObject(then) && asClass(then.type) && isObject(otherwise)) {
      return this.chosenObject(condition, then, otherwise);
    }
    const [a, b] = [lowerNumber(then, backEnd), lowerNumber(otherwise, backEnd)];
    const type = backEnd.choiceType(a, b);
    const words = [a, b].map((each) => lowerConversion(each, type, backEnd).word) as [Word, Word];
    return { type, word: backEnd.choice(condition, ...words, type) };
  }

  private chosenObject(
    condition: LoweredNumber<Word>,
    then: LoweredObject<Word, Place>,
    otherwise: LoweredObject<Word, Place>,
  ): LoweredObject<Word, Place> {
    const { backEnd } = this;
    const { unsignedLong } = backEnd.semantics.types;
    const a = backEnd.address(then.place, unsignedLong);
    const b = backEnd.address(otherwise.place, unsignedLong);
    if (a === undefined || b === undefined || sizeOf(then.type) !== sizeOf(otherwise.type)) {
      throw new Failure('There is no choice between these two values ahead of them.');
    }
    return backEnd.at(backEnd.choice(condition, a, b, unsignedLong), then.type);
  }

  private async size({
    of,
    alignment,
  }: Expression & { kind: 'size' }): Promise<LoweredNumber<Word>> {
    const type =
      'type' in of ? this.bound.bindings.type(of.type) : await this.bound.typeOf(of.expression);
    const bare = strip(type);
    const counted = isReference(bare) ? bare.target : type;
    const bytes = alignment ? await alignmentOf(counted) : (sizeOf(counted) ?? 0);
    return this.constant(BigInt(bytes), this.backEnd.semantics.types.int);
  }
}

// Casts (ISO C, "Cast operators"; ISO C++, "Explicit type conversion") of values that are not
// known yet.

/** The value as another type. */
async function lowerCast<Word, Place>(
  value: Lowered<Word, Place>,
  type: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const bare = strip(type);
  if (bare.kind === 'pointer') return asPointer(lowerNumber(value, backEnd), bare.target, backEnd);
  if (isReference(bare)) {
    const pointer = await asPointer(lowerAddress(value, value.type, backEnd), bare.target, backEnd);
    return backEnd.at(pointer.word, bare.target);
  }
  const wanted = scalarType(bare);
  if (wanted) {
    const own = strip(value.type);
    // What has the type already stays what it is, in whatever format.
    const isSame = own.kind === 'base' && wanted.kind === 'base' && own.name === wanted.name;
    if (isSame && isObject(value)) return { ...value, type };
    return lowerConversion(lowerNumber(value, backEnd), wanted, backEnd);
  }
  if (!isObject(value)) throw new Failure('Invalid cast.');
  const base = asClass(bare) && (await partOf(value, asClass(bare), backEnd));
  if (base) return { ...base, type };
  const address = backEnd.address(value.place, backEnd.semantics.types.unsignedLong);
  if (address === undefined) throw new Failure('Invalid cast.');
  return backEnd.at(address, type);
}

/** A pointer to a class follows its bases; one to nothing stays that. */
async function asPointer<Word, Place>(
  number: LoweredNumber<Word>,
  target: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const pointer = lowerConversion(number, backEnd.semantics.types.pointerTo(target), backEnd);
  const [from, to] = [targetOf(number.type), target].map((each) => each && asClass(each));
  if (!from || !to) return pointer;
  const down = await distanceBetween(from, to, backEnd);
  const shift = down ?? -((await distanceBetween(to, from, backEnd)) ?? 0n);
  return shift === 0n
    ? pointer
    : { ...pointer, word: backEnd.movedUnlessZero(pointer.word, shift) };
}

/** Bytes from an object to a base of it; undefined where it is none. */
async function distanceBetween<Word, Place>(
  whole: ClassType,
  base: ClassType,
  backEnd: BackEnd<Word, Place>,
): Promise<bigint | undefined> {
  const { unsignedLong } = backEnd.semantics.types;
  const nowhere = backEnd.constant(0n, unsignedLong);
  const part = await partOf(backEnd.at(nowhere, whole), base, backEnd);
  const address = part && backEnd.address(part.place, unsignedLong);
  const distance = address === undefined ? undefined : backEnd.constantOf(address);
  if (part && distance === undefined) {
    throw new Failure('A pointer to a virtual base does not lead to the object around it.');
  }
  return distance;
}

/** The object or the base of it whose class is the one wanted. */
async function partOf<Word, Place>(
  object: LoweredObject<Word, Place>,
  wanted: ClassType | undefined,
  backEnd: BackEnd<Word, Place>,
  seen = new Set<number>(),
): Promise<LoweredObject<Word, Place> | undefined> {
  const type = asClass(object.type);
  // Damaged classes may be bases of themselves.
  if (!type || !wanted || seen.has(type.offset) || sizeOf(type) === undefined) return undefined;
  seen.add(type.offset);
  if (type === wanted || (type.name !== undefined && type.name === wanted.name)) return object;
  for (const base of (await type.members()).bases) {
    const found = await partOf(await lowerBase(object, base, backEnd), wanted, backEnd, seen);
    if (found) return found;
  }
  return undefined;
}
