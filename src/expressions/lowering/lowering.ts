// Lowers a bound expression: each operator of gdb's expression language, for a back end that
// computes now or later. This is the only walk over an expression's tree that knows its rules.
import { t } from '@vscode/l10n';
import {
  asClass,
  isReference,
  sizeOf,
  strip,
  alignmentOf,
  completeType,
  isFloat,
  isInteger,
  lengthOf,
  targetOf,
} from '../../values/types';
import { isComparison } from '../arithmetic';
import type { BoundExpression } from '../bindings';
import { characterLiteral } from '../literals';
import { undescribedData, type ResolvedSymbol } from '../resolvedSymbol';
import { cannotCall, Failure, notAvailable } from '../problem';
import { type ScalarType, scalarType } from '../scalar';
import type { Expression, NameExpression } from '../syntax';
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
  lowerPointee,
  lowerReferent,
  lowerStaticMember,
  lowerBase,
  strideOf,
  pathToBase,
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
import type { BaseClass, PointerType, Type } from '../../symbols/type';

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
      case 'applied':
        return this.applied(expression);
      case 'bound':
        return this.arrayBound(expression);
      case 'enumerator':
        return this.enumerator(expression);
      case 'subscript': {
        const operand = await this.value(expression.operand);
        const { index } = expression;
        // What a pointer leads to may have no address, from which others would be reckoned.
        const isPointee = index.kind === 'number' && index.text === '0';
        const bare = strip(operand.type);
        if (isPointee && bare.kind === 'pointer') {
          if (!backEnd.semantics.typesOnly) await strideOf(bare.target, backEnd);
          return lowerPointee(operand, backEnd);
        }
        return lowerElement(operand, await this.index(index), backEnd);
      }
      case 'cast': {
        const type = this.bound.bindings.type(expression.type);
        const data = this.undescribed(expression.operand);
        if (data) return this.at(data.address, type);
        return lowerCast(await this.operand(expression.operand), type, backEnd);
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
      case 'typeInfo':
      case 'assignment':
      case 'string':
      case 'memberPointer':
      case 'slice':
      case 'array':
        throw new Failure(t('This part of the expression cannot be computed ahead of its values.'));
    }
  }

  async operand(expression: Expression): Promise<Lowered<Word, Place>> {
    return lowerReferent(await this.value(expression), this.backEnd);
  }

  async number(expression: Expression): Promise<LoweredNumber<Word>> {
    return lowerNumber(await this.operand(expression), this.backEnd);
  }

  async index(expression: Expression): Promise<LoweredNumber<Word>> {
    const index = await lowerIndex(await this.operand(expression), this.backEnd);
    const { type } = index;
    if (this.backEnd.semantics.language !== 'ada' || type.kind !== 'enum') return index;
    // Arrays of Ada go by the places of enumerators, not by the numbers that stand for them.
    const lower = type.enumerators[0]?.value ?? 0n;
    const places = type.enumerators.map(({ value }, i) => [value, lower + BigInt(i)] as const);
    return this.mapped(index, places, type);
  }

  /** A number of a type: of each pair the second where a number is the first, else the number. */
  private mapped(
    number: LoweredNumber<Word>,
    pairs: readonly (readonly [from: bigint, to: bigint])[],
    type: ScalarType,
  ): LoweredNumber<Word> {
    const { backEnd } = this;
    return pairs.reduce(
      (otherwise, [from, to]) => {
        if (from === to) return otherwise;
        const is = backEnd.compare('==', number, this.constant(from, number.type), undefined);
        const condition = truthNumber(is, backEnd.semantics);
        const word = backEnd.choice(condition, backEnd.constant(to, type), otherwise.word, type);
        return { type, word };
      },
      lowerConversion(number, type, backEnd),
    );
  }

  private async enumerator({
    which,
    type: written,
    operand,
  }: Expression & { kind: 'enumerator' }): Promise<LoweredNumber<Word>> {
    const declared = this.bound.bindings.type(written);
    const type = scalarType(strip(declared));
    if (!type) throw new Failure(t('Only discrete types have positions.'), operand.at);
    const { long } = this.backEnd.semantics.types;
    const enumerators = type.kind === 'enum' ? type.enumerators : [];
    const places = enumerators.map(({ value }, i) => [value, BigInt(i)] as const);
    if (which === 'position') {
      const number = lowerConversion(await this.number(operand), type, this.backEnd);
      return this.mapped(number, places, long);
    }
    const values = places.map(([value, place]) => [place, value] as const);
    return { ...this.mapped(await this.number(operand), values, type), declared };
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
      throw new Failure(t('What {0} gives cannot be computed ahead of its values.', operator));
    }
    if (operator === '&&' || operator === '||') {
      const word = await backEnd.logical(operator, await this.truth(left), () => this.truth(right));
      return truthNumber(word, backEnd.semantics);
    }
    const [a, b] = [await this.operand(left), await this.operand(right)];
    if (operator === 'real/') return this.realQuotient(a, b);
    return isComparison(operator)
      ? lowerComparison(operator, a, b, backEnd)
      : lowerArithmetic(operator, a, b, backEnd);
  }

  /** An element of an array, or what a call gives. */
  private async applied(
    expression: Expression & { kind: 'applied' },
  ): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    const { at, callee, arguments: indexes } = expression;
    let part = await this.array(callee);
    if (strip(part.type).kind !== 'array') {
      const call = { kind: 'call', at, callee, arguments: indexes } as const;
      const result = await backEnd.special(call, this);
      if (!result) throw new Failure(cannotCall, callee.at);
      return result;
    }
    for (const index of indexes) part = await lowerElement(part, await this.index(index), backEnd);
    return part;
  }

  /** What an array's type says of its indexes. */
  private async arrayBound({
    which,
    operand,
    dimension,
    innermostFirst,
  }: Expression & { kind: 'bound' }): Promise<LoweredNumber<Word>> {
    const type = strip((await this.array(operand)).type);
    if (type.kind !== 'array') throw new Failure(t('Only arrays have bounds.'), operand.at);
    if (dimension && dimension.kind !== 'number') {
      throw new Failure(t('The dimension must be a number.'), dimension.at);
    }
    const dimensions = innermostFirst ? [...type.dimensions].reverse() : type.dimensions;
    const found = dimensions[Number(dimension?.text ?? 1) - 1];
    if (!found) throw new Failure(t('The array has no such dimension.'), dimension?.at);
    const length = lengthOf(found);
    if (length === undefined) throw new Failure(notAvailable);
    const { lower: first } = found;
    const bounds = { first, last: first + BigInt(length) - 1n, length: BigInt(length) };
    return this.constant(bounds[which], this.backEnd.semantics.types.long);
  }

  /** A value, or the array that it points to. */
  private async array(expression: Expression): Promise<Lowered<Word, Place>> {
    const value = await this.operand(expression);
    const target = targetOf(strip(value.type));
    const isPointer = target !== undefined && strip(target).kind === 'array';
    return isPointer ? lowerPointee(value, this.backEnd) : value;
  }

  /** Pascal's `/`: of whole numbers it is computed in the widest real ones. */
  private async realQuotient(
    left: Lowered<Word, Place>,
    right: Lowered<Word, Place>,
  ): Promise<Lowered<Word, Place>> {
    const { backEnd } = this;
    const isWhole = isInteger(left.type) && isInteger(right.type);
    if (!isWhole) return lowerArithmetic('/', left, right, backEnd);
    const divisor = await lowerNumber(right, backEnd);
    const real = lowerConversion(divisor, backEnd.semantics.types.longDouble, backEnd);
    return lowerArithmetic('/', left, real, backEnd);
  }

  private constant(value: bigint, type: ScalarType): LoweredNumber<Word> {
    return { type, word: this.backEnd.constant(value, type) };
  }

  private numberLiteral(expression: Expression & { kind: 'number' }): Lowered<Word, Place> {
    const literal = this.bound.bindings.number(expression);
    if (!literal) throw new Failure(`Invalid number "${expression.text}".`);
    if (literal.imaginary || !('integer' in literal)) {
      throw new Failure(t('Only whole numbers can be computed ahead of their values.'));
    }
    return this.constant(literal.integer, literal.type);
  }

  private name(name: NameExpression): Promise<Lowered<Word, Place>> {
    const symbol = this.bound.bindings.symbol(name);
    if (!symbol) throw new Failure(`No symbol "${name.name}" in current context.`, name.at);
    return this.symbol(symbol);
  }

  /** Something known only by its symbol: it has an address, and a value once it is cast. */
  private undescribed(expression: Expression): (ResolvedSymbol & { kind: 'data' }) | undefined {
    const symbol = expression.kind === 'name' && this.bound.bindings.symbol(expression);
    return symbol && symbol.kind === 'data' ? symbol : undefined;
  }

  private async at(address: bigint, type: Type): Promise<LoweredObject<Word, Place>> {
    const { backEnd } = this;
    return backEnd.at(backEnd.constant(address, backEnd.semantics.types.unsignedLong), type);
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
      case 'function':
        return this.at(symbol.address, symbol.type);
      case 'data':
        if (backEnd.semantics.typesOnly) return this.at(symbol.address, undescribedData);
        throw new Failure(unknownType(symbol));
      case 'entry':
        return backEnd.atEntry(symbol.parameter);
      case 'ofEnclosing':
      case 'ofFunction': {
        const { name = 'another function' } =
          symbol.kind === 'ofFunction' ? symbol.scope : (symbol.functions.at(-1) ?? {});
        throw new Failure(
          t('It belongs to {0}: a tracepoint sees the function that it is set in.', name),
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
    const data = operator === '&' && this.undescribed(operand);
    if (data) {
      return lowerAddress(await this.at(data.address, undescribedData), backEnd);
    }
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
      throw new Failure(t('There is no choice between these two values ahead of them.'));
    }
    return backEnd.at(backEnd.choice(condition, a, b, unsignedLong), then.type);
  }

  private async size({
    of,
    alignment,
  }: Expression & { kind: 'size' }): Promise<LoweredNumber<Word>> {
    const { context, semantics } = this.backEnd;
    const data = 'expression' in of && this.undescribed(of.expression);
    if (data) throw new Failure(unknownType(data));
    const type =
      'type' in of ? this.bound.bindings.type(of.type) : await this.bound.typeOf(of.expression);
    const bare = strip(type);
    const counted = await completeType(isReference(bare) ? bare.target : type, context.modules);
    const bytes = alignment ? await alignmentOf(counted) : (sizeOf(counted) ?? 0);
    return this.constant(BigInt(bytes), semantics.types.int);
  }
}

function unknownType({ name }: ResolvedSymbol & { kind: 'data' }): string {
  return `'${name}' has unknown type; cast it to its declared type`;
}

// Casts (ISO C, "Cast operators"; ISO C++, "Explicit type conversion"): numbers are converted,
// pointers to classes follow their bases, and what is in memory is looked at as another type.

const invalidCast = 'Invalid cast.';

/** The value as another type. */
export async function lowerCast<Word, Place>(
  value: Lowered<Word, Place>,
  type: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const bare = strip(type);
  if (bare.kind === 'pointer') return toPointer(value, type, bare, backEnd);
  if (isReference(bare)) {
    return toPointer(await lowerAddress(value, backEnd), type, bare, backEnd);
  }
  const other = await backEnd.more?.cast(value, type);
  if (other) return other;
  const wanted = scalarType(bare);
  if (!wanted) return reinterpreted(value, type, backEnd);
  if (isSameNumber(wanted, strip(value.type))) {
    return isObject(value) ? { ...value, type } : { ...value, declared: type };
  }
  const number = await lowerNumber(value, backEnd, invalidCast);
  if (isFloat(bare) && number.type.kind === 'pointer') throw new Failure(invalidCast);
  return { ...lowerConversion(number, wanted, backEnd), declared: type };
}

/** What has the type already stays what it is, known or not, in whatever format. */
function isSameNumber(wanted: Type, own: Type): boolean {
  if (wanted.kind !== 'base' || own.kind !== 'base') return false;
  return wanted.name === own.name && wanted.size === own.size && wanted.encoding === own.encoding;
}

/** A pointer to a class follows its bases; one to nothing stays that. */
async function toPointer<Word, Place>(
  value: Lowered<Word, Place>,
  declared: Type,
  type: PointerType,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const number = await lowerNumber(value, backEnd, invalidCast);
  if (isFloat(number.type)) throw new Failure(invalidCast);
  const pointer = { ...lowerConversion(number, type, backEnd), declared };
  const from = asClass(targetOf(number.type) ?? { kind: 'void' });
  const to = asClass(type.target);
  if (!from || !to || backEnd.semantics.typesOnly) return pointer;
  const up = await pathToBase(from, to, backEnd);
  const down = up ? undefined : await pathToBase(to, from, backEnd);
  const path = up ?? down;
  if (!path) return pointer;
  const bytes = bytesTo(path);
  if (bytes === undefined) {
    return { ...pointer, word: await pastVirtualBase(pointer, up ? from : to, path, backEnd, !up) };
  }
  if (bytes === 0n) return pointer;
  return { ...pointer, word: backEnd.movedUnlessZero(pointer, up ? bytes : -bytes) };
}

/** Bytes from an object to a base of it; undefined where the object itself says how many. */
function bytesTo(path: readonly BaseClass[]): bigint | undefined {
  let bytes = 0n;
  for (const { offset } of path) {
    if (typeof offset !== 'bigint') return undefined;
    bytes += offset;
  }
  return bytes;
}

/** As far on as a virtual base is in the object that the pointer leads to; or back, if `isBack`. */
async function pastVirtualBase<Word, Place>(
  pointer: LoweredNumber<Word>,
  whole: Type,
  path: readonly BaseClass[],
  backEnd: BackEnd<Word, Place>,
  isBack: boolean,
): Promise<Word> {
  const isSet = backEnd.isTrue(pointer);
  if (isSet === false) return pointer.word;
  if (isSet === undefined) {
    throw new Failure(t('A pointer to a virtual base does not lead to the object around it.'));
  }
  const { long, unsignedLong } = backEnd.semantics.types;
  const part = await lowerBase(await backEnd.at(pointer.word, whole), path, backEnd);
  const address = await backEnd.address(part, unsignedLong, 'inside');
  if (address === undefined) return pointer.word;
  const bytes = backEnd.distance(pointer.word, address, 1n, long);
  return backEnd.moved(pointer, bytes, isBack ? -1n : 1n, true);
}

/** A class or array: a base of the object, the same memory, or a number's bytes. */
async function reinterpreted<Word, Place>(
  value: Lowered<Word, Place>,
  type: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const wanted = asClass(type);
  if (isObject(value)) {
    const path = wanted && asClass(value.type) && (await pathToBase(value.type, wanted, backEnd));
    if (path) return { ...(await lowerBase(value, path, backEnd)), type };
    const { unsignedLong } = backEnd.semantics.types;
    const address = await backEnd.address(value, unsignedLong, 'inside');
    if (address !== undefined) return backEnd.at(address, type);
  }
  const bytes = await backEnd.more?.reinterpret(value, type);
  if (!bytes) throw new Failure(invalidCast);
  return bytes;
}
