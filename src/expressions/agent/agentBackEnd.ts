// Expressions as code that a target runs: words are code, numbers in 64 bits with their sign
// extended as their types have it (gdb manual, "Agent Expressions"; ISO C, "Conversions"). What a
// target has no means for fails with a sentence.
import { t } from '@vscode/l10n';
import type { DwarfExpression } from '../../symbols/location';
import type { Variable } from '../../symbols/scope';
import type { ArrayType, BaseClass, Member, Type } from '../../symbols/type';
import { commonType, type ArithmeticOperator, type ComparisonOperator } from '../arithmetic';
import { isConvenienceFunction } from '../convenienceFunctions';
import {
  isObject,
  type Lowered,
  type LoweredNumber,
  type LoweredObject,
  type Lowers,
} from '../lowering/lowered';
import {
  firstElement,
  lowerContents,
  lowerNumber,
  placedInside,
  strideOf,
  type PlacingBackEnd,
} from '../lowering/objects';
import { Failure } from '../problem';
import { typeOfRegister } from '../registerValue';
import type { LanguageSemantics } from '../languageSemantics';
import { isBoolean, isFloatType, type ScalarType } from '../scalar';
import type { Expression } from '../syntax';
import type { LoadedModule } from '../../machine/stackFrame';
import { elementType, isSigned, sizeOf, strip } from '../../values/types';
import { orderOf, type Value, type ValueContext } from '../../values/value';
import { bitsOf, insideOf, optimizedOutPlace, type AgentPlace } from './agentPlace';
import {
  added,
  choiceCode,
  combined,
  constant,
  constantOf,
  extended,
  Label,
  multiplied,
  negated,
  operation,
  readsAnything,
  truthCode,
  type Code,
} from './code';
import { addressFromObject, onlyCallerKnows, placeOfLocation } from './locationCode';
import type { CompileSite } from './compileSite';

/** A value that a target will compute. */
export type AgentValue = Lowered<Code, AgentPlace>;
type AgentNumber = LoweredNumber<Code>;
type AgentObject = LoweredObject<Code, AgentPlace>;

const noFloats = () =>
  t('A target cannot compute with floating-point numbers; it can collect them.');

/** A target at a tracepoint. */
export class AgentBackEnd implements PlacingBackEnd<Code, AgentPlace> {
  constructor(
    readonly semantics: LanguageSemantics,
    readonly site: CompileSite,
  ) {}

  get context(): ValueContext {
    return this.site.context;
  }

  async special(
    expression: Expression,
    lowers: Lowers<Code, AgentPlace>,
  ): Promise<AgentValue | undefined> {
    switch (expression.kind) {
      case 'binary':
        if (expression.operator === ',') return this.sequence(expression, lowers);
        return expression.operator === '@' ? this.repeated(expression, lowers) : undefined;
      case 'unary':
        return expression.operator === '*' ? this.contents(expression, lowers) : undefined;
      case 'assignment':
        return this.assignment(expression, lowers);
      case 'call':
        throw new Failure(callRefused(expression.callee));
      case 'string':
      case 'typeInfo':
      case 'memberPointer':
      case 'slice':
      case 'array':
        throw new Failure(t('A target has no {0}.', notOfTargets[expression.kind]));
      case 'number':
      case 'character':
      case 'truth':
      case 'name':
      case 'variable':
      case 'conditional':
      case 'member':
      case 'subscript':
      case 'cast':
      case 'memory':
      case 'size':
      case 'type':
      case 'applied':
      case 'bound':
      case 'enumerator':
        return undefined;
    }
  }

  async variable(
    { type, location }: Variable,
    module: LoadedModule | undefined = this.site.frame.module,
  ): Promise<AgentObject> {
    return { type, place: await placeOfLocation(location, type, this.siteWith(module)) };
  }

  /** The site with another program, whose variables are the same in every stack frame. */
  private siteWith(module: LoadedModule | undefined): CompileSite {
    const { site } = this;
    const { frame } = site;
    return module?.program === frame.module?.program
      ? site
      : { ...site, frame: { ...frame, module, scope: undefined } };
  }

  async atEntry(parameter: Variable): Promise<AgentObject> {
    const { frame } = this.site;
    const entry = frame.scope?.entry;
    const slide = frame.module?.slide ?? 0n;
    if (entry === undefined || entry + slide !== frame.pc) throw onlyCallerKnows();
    return this.variable(parameter);
  }

  dollar(name: string): AgentValue {
    const register = this.site.registers.named(name);
    if (register) {
      return { type: typeOfRegister(register, name), place: { kind: 'register', register } };
    }
    const number = this.site.target.variable(name);
    if (number === undefined) {
      throw new Failure(t('There is no register and no trace state variable ${0}.', name));
    }
    return { type: this.semantics.types.longLong, word: [{ kind: 'variable', number }] };
  }

  member(object: AgentObject, member: Member): Promise<AgentObject> {
    return placedInside(object, member, this);
  }

  base(object: AgentObject, base: BaseClass): Promise<AgentObject> {
    return placedInside(object, base, this);
  }

  at(address: Code, type: Type): AgentObject {
    return { type, place: { kind: 'memory', address } };
  }

  fixed({ place, type }: Value): AgentObject {
    if (place.kind === 'memory') return this.at(constant(place.address), type);
    return { type, place: place.kind === 'literal' ? place : optimizedOutPlace };
  }

  inside(place: AgentPlace, size: number, offset: number): AgentPlace {
    return insideOf(place, size, offset);
  }

  element({ type, place }: AgentObject, index: AgentNumber, stride: bigint): AgentObject {
    const bare = strip(type);
    const lower = bare.kind === 'array' ? (bare.dimensions[0]?.lower ?? 0n) : 0n;
    const fixed = constantOf(index.word);
    if (fixed === undefined) {
      throw new Failure(t('A target cannot choose an element of what is not in memory.'));
    }
    const offset = Number((fixed - lower) * stride);
    const element = bare.kind === 'array' ? elementType(bare) : bare;
    return { type: element, place: insideOf(place, sizeOf(bare) ?? 0, offset) };
  }

  address({ place, bits }: AgentObject): Code | undefined {
    if (bits) return undefined;
    if (place.kind === 'unavailable') throw new Failure(place.why);
    return place.kind === 'memory' ? place.address : undefined;
  }

  fromObject(expression: DwarfExpression, object: Code): Promise<Code> {
    return addressFromObject(expression, object, this.site);
  }

  async pointee(pointer: AgentValue, target: Type): Promise<AgentObject | undefined> {
    if (!isObject(pointer) || pointer.place.kind !== 'implicitPointer') return undefined;
    const { target: variable, offset } = pointer.place;
    const location = await variable.unit.pointee(variable.offset);
    const place = location ? await placeOfLocation(location, target, this.site) : optimizedOutPlace;
    if (offset === 0n) return { type: target, place };
    const whole = Number(offset) + (sizeOf(target) ?? 0);
    return { type: target, place: insideOf(place, whole, Number(offset)) };
  }

  read({ place, bits }: AgentObject, type: ScalarType): Code {
    if (isFloatType(type)) throw new Failure(noFloats());
    if (type.size > 8) {
      throw new Failure(
        t('A target cannot compute with numbers of more than 8 bytes; it can collect them.'),
      );
    }
    const { bit, size, whole = type.size } = bits ?? { bit: 0, size: 8 * type.size };
    const reader = { ...this.site, stored: orderOf(type, this.site) };
    const code = bitsOf(place, whole, bit, size, reader);
    return isSigned(type) ? extended(code, size, true) : code;
  }

  constant(value: bigint): Code {
    return constant(value);
  }

  isTrue(): undefined {
    return undefined;
  }

  /** As C converts it. */
  convert({ type, word }: AgentNumber, to: ScalarType): Code {
    if (isFloatType(to)) throw new Failure(noFloats());
    if (to.size > 8) {
      throw new Failure(t('A target cannot compute with numbers of more than 8 bytes.'));
    }
    if (isBoolean(to)) return isBoolean(type) ? word : truthCode(word);
    return holds(to, type) ? word : cut(word, to);
  }

  arithmetic(
    operator: ArithmeticOperator,
    left: AgentNumber,
    right: AgentNumber,
    type: ScalarType,
  ): Code {
    const a = this.convert(left, type);
    if (operator === '<<' || operator === '>>') {
      const down = isSigned(type) ? 'rsh_signed' : 'rsh_unsigned';
      const shifted = combined(a, right.word, operator === '<<' ? 'lsh' : down);
      return operator === '<<' ? cut(shifted, type) : shifted;
    }
    const b = this.convert(right, type);
    const addend = constantOf(b);
    if (addend !== undefined && (operator === '+' || operator === '-')) {
      return cut(added(a, operator === '+' ? addend : -addend), type);
    }
    const code = combined(a, b, operationOf(operator, isSigned(type)));
    return '&|^'.includes(operator) ? code : cut(code, type);
  }

  negate(operand: AgentNumber, type: ScalarType): Code {
    const number = this.convert(operand, type);
    const fixed = constantOf(number);
    const negative = fixed === undefined ? combined(constant(0n), number, 'sub') : constant(-fixed);
    return cut(negative, type);
  }

  complement(operand: AgentNumber, type: ScalarType): Code {
    const number = this.convert(operand, type);
    const fixed = constantOf(number);
    return cut(fixed === undefined ? [...number, operation('bit_not')] : constant(~fixed), type);
  }

  moved({ word, type }: AgentNumber, count: Code, stride: bigint, wraps: boolean): Code {
    const fixed = constantOf(count);
    const sum =
      fixed === undefined
        ? combined(word, multiplied(count, stride < 0n ? -stride : stride), sumOf(stride))
        : added(word, fixed * stride);
    return wraps || fixed === undefined ? extended(sum, 8 * type.size, false) : sum;
  }

  distance(from: Code, to: Code, stride: bigint, type: ScalarType): Code {
    const bytes = cut(combined(to, from, 'sub'), type);
    return stride === 1n ? bytes : combined(bytes, constant(stride), 'div_signed');
  }

  movedUnlessZero({ word: pointer }: AgentNumber, bytes: bigint): Code {
    const fixed = constantOf(pointer);
    if (fixed !== undefined) return fixed === 0n ? pointer : added(pointer, bytes);
    const [isSet, end] = [new Label(), new Label()];
    return [
      ...pointer,
      operation('dup'),
      { kind: 'jump', to: isSet, ifTrue: true },
      { kind: 'jump', to: end, ifTrue: false },
      { kind: 'label', label: isSet },
      ...constant(bytes < 0n ? -bytes : bytes),
      operation(sumOf(bytes)),
      { kind: 'label', label: end },
    ];
  }

  compare(
    operator: ComparisonOperator,
    left: AgentNumber,
    right: AgentNumber,
    addresses: ScalarType | undefined,
  ): Code {
    const type = addresses ?? commonType(left.type, right.type, this.semantics);
    const [a, b] = [this.convert(left, type), this.convert(right, type)];
    const less = isSigned(type) ? 'less_signed' : 'less_unsigned';
    const swapped: Code = [...a, ...b, operation('swap'), operation(less)];
    switch (operator) {
      case '==':
        return combined(a, b, 'equal');
      case '!=':
        return negated(combined(a, b, 'equal'));
      case '<':
        return combined(a, b, less);
      case '>=':
        return negated(combined(a, b, less));
      case '>':
        return swapped;
      case '<=':
        return negated(swapped);
    }
  }

  not({ word }: AgentNumber): Code {
    return negated(word);
  }

  async logical(
    operator: '&&' | '||',
    { word: left }: AgentNumber,
    lowerRight: () => Promise<AgentNumber>,
  ): Promise<Code> {
    const right = truthCode((await lowerRight()).word);
    const decided = constantOf(left);
    if (decided !== undefined) {
      const isDecided = (decided !== 0n) === (operator === '||');
      return isDecided ? constant(operator === '||' ? 1n : 0n) : right;
    }
    return operator === '&&'
      ? choiceCode(left, right, constant(0n))
      : choiceCode(left, constant(1n), right);
  }

  choiceType(then: AgentNumber, otherwise: AgentNumber): ScalarType {
    const pointer = [then, otherwise].find(({ type }) => type.kind === 'pointer');
    return pointer?.type ?? commonType(then.type, otherwise.type, this.semantics);
  }

  choice({ word }: AgentNumber, then: Code, otherwise: Code): Code {
    return choiceCode(word, then, otherwise);
  }

  /** gdb compiles `*vector` for targets, which it refuses to print. */
  private async contents(
    { operand }: Expression & { kind: 'unary' },
    lowers: Lowers<Code, AgentPlace>,
  ): Promise<AgentValue> {
    const value = await lowers.value(operand);
    const bare = strip(value.type);
    const isVector = bare.kind === 'array' && bare.vector;
    return isVector ? firstElement(value, this) : lowerContents(value, this);
  }

  /** The left side is computed for what it sets and collects. */
  private async sequence(
    { left, right }: Expression & { kind: 'binary' },
    lowers: Lowers<Code, AgentPlace>,
  ): Promise<AgentValue> {
    const { word } = await lowers.number(left);
    const value = await lowers.operand(right);
    if (!readsAnything(word)) return value;
    const first: Code = [...word, operation('pop')];
    if (isObject(value) && value.place.kind === 'memory') {
      return { ...value, place: { kind: 'memory', address: [...first, ...value.place.address] } };
    }
    const number = await lowerNumber(value, this);
    return { ...number, word: [...first, ...number.word] };
  }

  /** `value@count`. */
  private async repeated(
    { left, right }: Expression & { kind: 'binary' },
    lowers: Lowers<Code, AgentPlace>,
  ): Promise<AgentValue> {
    const value = await lowers.operand(left);
    if (!isObject(value) || value.place.kind !== 'memory' || value.bits) {
      throw new Failure("Only values in memory can be extended with '@'.");
    }
    const { word } = await lowers.number(right);
    const count = constantOf(word);
    if (count !== undefined && count <= 0n) {
      throw new Failure(`Invalid number ${count} of repetitions.`);
    }
    const dimensions = [count === undefined ? { lower: 0n } : { lower: 0n, count }];
    const type: ArrayType = { kind: 'array', element: value.type, dimensions, vector: false };
    const { place } = value;
    if (count !== undefined) return { type, place };
    return { type, place, length: multiplied(word, await strideOf(value.type, this)) };
  }

  /** Nothing but trace state variables can be set while the program runs. */
  private async assignment(
    { target, operator, value, postfix, at }: Expression & { kind: 'assignment' },
    lowers: Lowers<Code, AgentPlace>,
  ): Promise<AgentValue> {
    const number = target.kind === 'variable' ? this.site.target.variable(target.name) : undefined;
    if (number === undefined) {
      throw new Failure(t('A target sets nothing but trace state variables.'));
    }
    const { longLong: type } = this.semantics.types;
    const result: Expression =
      operator === undefined ? value : { kind: 'binary', at, operator, left: target, right: value };
    const word: Code = [
      ...this.convert(await lowers.number(result), type),
      { kind: 'assign', number },
    ];
    if (!postfix) return { type, word };
    return { type, word: [{ kind: 'variable', number }, ...word, operation('pop')] };
  }
}

const notOfTargets = {
  string: 'strings of its own',
  memberPointer: 'pointers to members',
  slice: 'slices',
  array: 'arrays of its own',
  typeInfo: 'typeid',
} as const;

function callRefused(callee: Expression): string {
  return callee.kind === 'variable' && isConvenienceFunction(callee.name)
    ? t('${0} is a function of the debugger: a target cannot call it.', callee.name)
    : t('A target calls no functions of its program.');
}

/** Whether every number of one type is one of another. */
function holds(type: ScalarType, other: ScalarType): boolean {
  if (type.size === 8) return true;
  if (isSigned(type) === isSigned(other)) return type.size >= other.size;
  return isSigned(type) && type.size > other.size;
}

/** A word cut to a type, its sign extended. */
function cut(code: Code, type: ScalarType): Code {
  return extended(code, 8 * type.size, isSigned(type));
}

const named = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '&': 'bit_and',
  '|': 'bit_or',
  '^': 'bit_xor',
} as const;

function operationOf(operator: Exclude<ArithmeticOperator, '<<' | '>>'>, signed: boolean): string {
  if (operator === '**' || operator === 'mod') {
    throw new Failure(t('A target cannot compute {0}.', operator));
  }
  const name = named[operator];
  return name === 'div' || name === 'rem' ? `${name}_${signed ? 'signed' : 'unsigned'}` : name;
}

function sumOf(amount: bigint): string {
  return amount < 0n ? 'sub' : 'add';
}
