// Lowers a bound expression: each operator of gdb's expression language, for a back end that
// computes now or later. This is the only walk over an expression's tree that knows its rules.
import { completeType } from '../../values/completeType';
import { asClass, isReference, sizeOf, strip, alignmentOf } from '../../values/types';
import { isComparison } from '../arithmetic';
import type { BoundExpression } from '../bindings';
import { characterLiteral } from '../literals';
import type { ResolvedSymbol } from '../resolvedSymbol';
import { Failure } from '../problem';
import type { ScalarType } from '../scalar';
import type { Expression, NameExpression } from '../syntax';
import { lowerCast } from './casts';
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
  lowerAsAddress,
  lowerContents,
  lowerElement,
  lowerIndex,
  lowerMember,
  lowerNumber,
  lowerReferent,
  lowerStaticMember,
} from './objects';
import {
  lowerArithmetic,
  lowerComparison,
  lowerConversion,
  lowerNot,
  lowerSigned,
  lowerTruth,
  truthNumber,
} from './operators';

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
      case 'name':
        return this.name(expression);
      case 'variable':
        return backEnd.dollar(expression.name);
      case 'unary':
        return this.unary(expression);
      case 'binary':
        return this.binary(expression);
      case 'conditional':
        return this.conditional(expression);
      case 'member': {
        const { operand, member, arrow } = expression;
        return lowerMember(await this.value(operand), member, arrow, backEnd);
      }
      case 'subscript': {
        const operand = await this.value(expression.operand);
        return lowerElement(operand, await this.index(expression.index), backEnd);
      }
      case 'cast': {
        const value = await this.operand(expression.operand);
        return lowerCast(value, this.bound.bindings.type(expression.type), backEnd);
      }
      case 'memory': {
        const address = await lowerAsAddress(await this.operand(expression.address), backEnd);
        return backEnd.at(address, this.bound.bindings.type(expression.type));
      }
      case 'size':
        return this.size(expression);
      case 'type': {
        const what = expression.type.kind === 'typeOf' ? 'type' : 'type name';
        throw new Failure(`Attempt to use a ${what} as an expression`, expression.at);
      }
      case 'call':
      case 'assignment':
      case 'string':
      case 'memberPointer':
      case 'slice':
      case 'array':
        throw new Failure('This part of the expression cannot be computed ahead of its values.');
    }
  }

  async operand(expression: Expression): Promise<Lowered<Word, Place>> {
    return lowerReferent(await this.value(expression), this.backEnd);
  }

  async number(expression: Expression): Promise<LoweredNumber<Word>> {
    return lowerNumber(await this.operand(expression), this.backEnd);
  }

  async index(expression: Expression): Promise<LoweredNumber<Word>> {
    return lowerIndex(await this.operand(expression), this.backEnd);
  }

  /** A number that says whether an expression counts as true. */
  private async truth(expression: Expression): Promise<LoweredNumber<Word>> {
    return lowerTruth(await this.operand(expression), this.backEnd);
  }

  private async binary({
    operator,
    left,
    right,
  }: Expression & { kind: 'binary' }): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    if (operator === ',' || operator === '@') {
      throw new Failure(`What ${operator} gives cannot be computed ahead of its values.`);
    }
    if (operator === '&&' || operator === '||') {
      const word = await backEnd.logical(operator, await this.truth(left), () => this.truth(right));
      return truthNumber(word, backEnd.semantics);
    }
    const [a, b] = [await this.operand(left), await this.operand(right)];
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
    if (literal.imaginary || !('integer' in literal)) {
      throw new Failure('Only whole numbers can be computed ahead of their values.');
    }
    return this.constant(literal.integer, literal.type);
  }

  private name(name: NameExpression): Promise<Lowered<Word, Place>> {
    const symbol = this.bound.bindings.symbol(name);
    if (!symbol) throw new Failure(`No symbol "${name.name}" in current context.`, name.at);
    return this.symbol(symbol);
  }

  private async symbol(symbol: ResolvedSymbol): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    switch (symbol.kind) {
      case 'local':
        return backEnd.variable(symbol.variable);
      case 'global':
        return backEnd.variable(symbol.variable, symbol.module);
      case 'field':
        return lowerMember(await backEnd.variable(symbol.self), symbol.name, true, backEnd);
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
    const value = await this.value(operand);
    if (operator === '&') return lowerAddress(value, backEnd);
    if (operator === '*') return lowerContents(value, backEnd);
    const referent = await lowerReferent(value, backEnd);
    return operator === '!'
      ? lowerNot(referent, backEnd)
      : lowerSigned(operator, referent, backEnd);
  }

  private async conditional(
    expression: Expression & { kind: 'conditional' },
  ): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    const condition = await this.truth(expression.condition);
    const isTrue = backEnd.isTrue(condition);
    if (isTrue !== undefined) return this.value(isTrue ? expression.then : expression.otherwise);
    const then = await this.operand(expression.then);
    const otherwise = await this.operand(expression.otherwise);
    if (isObject(then) && asClass(then.type) && isObject(otherwise)) {
      return this.chosenObject(condition, then, otherwise);
    }
    const a = await lowerNumber(then, backEnd);
    const b = await lowerNumber(otherwise, backEnd);
    const type = backEnd.choiceType(a, b);
    const words = [a, b].map((each) => lowerConversion(each, type, backEnd).word) as [Word, Word];
    return { type, word: backEnd.choice(condition, ...words, type) };
  }

  private async chosenObject(
    condition: LoweredNumber<Word>,
    then: LoweredObject<Word, Place>,
    otherwise: LoweredObject<Word, Place>,
  ): Promise<LoweredObject<Word, Place>> {
    const { backEnd } = this;
    const { unsignedLong } = backEnd.semantics.types;
    const a = await backEnd.address(then, unsignedLong, 'inside');
    const b = await backEnd.address(otherwise, unsignedLong, 'inside');
    if (a === undefined || b === undefined || sizeOf(then.type) !== sizeOf(otherwise.type)) {
      throw new Failure('There is no choice between these two values ahead of them.');
    }
    return backEnd.at(backEnd.choice(condition, a, b, unsignedLong), then.type);
  }

  private async size({
    of,
    alignment,
  }: Expression & { kind: 'size' }): Promise<LoweredNumber<Word>> {
    const { context, semantics } = this.backEnd;
    const type =
      'type' in of ? this.bound.bindings.type(of.type) : await this.bound.typeOf(of.expression);
    const bare = strip(type);
    const counted = await completeType(isReference(bare) ? bare.target : type, context.modules);
    const bytes = alignment ? await alignmentOf(counted) : (sizeOf(counted) ?? 0);
    return this.constant(BigInt(bytes), semantics.types.int);
  }
}
