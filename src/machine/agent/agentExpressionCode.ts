// A parsed expression as code that a target runs: each operator of gdb's expression language that an agent has the
// means for. The rest fails with a sentence that says what a target cannot do.
import type { ArrayType, Type } from '../../symbols/type';
import { commonType, isComparison } from '../expressions/arithmetic';
import type { BoundExpression } from '../expressions/compile';
import { isConvenienceFunction } from '../expressions/convenienceFunctions';
import { characterLiteral } from '../expressions/literals';
import { Failure } from '../expressions/problem';
import { isBoolean } from '../expressions/scalar';
import type { Expression } from '../expressions/syntax';
import { alignmentOf } from '../expressions/typeLookup';
import { asClass, isReference, sizeOf, strip } from '../values/types';
import { cast } from './agentCast';
import { valueOfMeaning, valueOfVariableNamed } from './agentNames';
import { contentsOf, elementOf, memberOf, unreferenced } from './agentObjects';
import { arithmetic, comparison, complement, logical, minus, plus, truth } from './agentOperators';
import {
  addressOf,
  computed,
  converted,
  known,
  numberIn,
  strideOf,
  type AgentNumber,
  type AgentValue,
} from './agentValue';
import {
  choice,
  constantOf,
  multiplied,
  negated,
  operation,
  readsAnything,
  type Code,
} from './code';
import type { AgentScene } from './scene';

/** One expression at one place. Fails with a {@link Failure}. */
export class ExpressionCode {
  constructor(
    private readonly bound: BoundExpression,
    private readonly scene: AgentScene,
  ) {}

  /** The value of an expression. */
  async value(expression: Expression): Promise<AgentValue> {
    const { bound, scene } = this;
    const { bindings, rules } = bound;
    switch (expression.kind) {
      case 'number': {
        const literal = bindings.number(expression);
        if (!literal) throw new Failure(`Invalid number "${expression.text}".`);
        if (literal.imaginary || 'decimal' in literal) {
          throw new Failure('A target computes with no complex and no decimal numbers.');
        }
        if ('float' in literal) return { type: literal.type, place: floatLiteral };
        return known(literal.type, literal.integer);
      }
      case 'character': {
        const { type, units } = characterLiteral(expression.text, rules.language, rules.types);
        return known(type, BigInt(units[0] ?? 0));
      }
      case 'truth':
        return known(rules.types.bool, expression.value ? 1n : 0n);
      case 'name': {
        const meaning = bindings.meaning(expression);
        if (!meaning) throw new Failure(`No symbol "${expression.name}" in current context.`);
        return valueOfMeaning(meaning, rules, scene);
      }
      case 'variable':
        return valueOfVariableNamed(expression.name, rules, scene);
      case 'unary':
        return this.unary(expression);
      case 'binary':
        return this.binary(expression);
      case 'conditional':
        return this.conditional(expression);
      case 'member':
        return memberOf(await this.value(expression.operand), expression.member, rules, scene);
      case 'subscript':
        return elementOf(
          await this.operand(expression.operand),
          await this.number(expression.index),
          rules,
          scene,
        );
      case 'cast':
        return cast(
          await this.operand(expression.operand),
          bindings.type(expression.type),
          rules,
          scene,
        );
      case 'memory': {
        const { code } = await this.number(expression.address);
        return { type: bindings.type(expression.type), place: { kind: 'memory', address: code } };
      }
      case 'size':
        return this.size(expression);
      case 'assignment':
        return this.assignment(expression);
      case 'call':
        throw new Failure(callRefused(expression.callee));
      case 'type':
        throw new Failure('Attempt to use a type name as an expression');
      case 'string':
      case 'memberPointer':
      case 'slice':
      case 'array':
        throw new Failure(`A target has no ${notOfTargets[expression.kind]}.`);
    }
  }

  /** The number that an expression is. */
  async number(expression: Expression): Promise<AgentNumber> {
    return numberIn(await this.operand(expression), this.bound.rules, this.scene);
  }

  /** A value with its reference followed. */
  private async operand(expression: Expression): Promise<AgentValue> {
    return unreferenced(await this.value(expression), this.bound.rules, this.scene);
  }

  private async unary({ operator, operand }: Expression & { kind: 'unary' }): Promise<AgentValue> {
    const { rules } = this.bound;
    if (operator === '&') return this.address(operand);
    const value = await this.operand(operand);
    if (operator === '*') return contentsOf(value, rules, this.scene);
    const number = numberIn(value, rules, this.scene);
    switch (operator) {
      case '!': {
        const isBits = rules.language === 'rust' && !isBoolean(number.type);
        return computed(isBits ? complement(number, rules) : truth(negated(number.code), rules));
      }
      case '~':
        return computed(complement(number, rules));
      case '-':
        return computed(minus(number, rules));
      case '+':
        return computed(plus(number, rules));
    }
  }

  private async address(operand: Expression): Promise<AgentValue> {
    const value = await this.value(operand);
    const bare = strip(value.type);
    const { rules } = this.bound;
    if (!isReference(bare)) return computed(addressOf(value, value.type, rules));
    return { ...value, type: rules.types.pointerTo(bare.target) };
  }

  private async binary(expression: Expression & { kind: 'binary' }): Promise<AgentValue> {
    const { operator, left, right } = expression;
    const { rules } = this.bound;
    if (operator === ',') return this.sequence(left, right);
    if (operator === '@') return this.repeated(await this.operand(left), right);
    const a = await this.number(left);
    if (operator === '&&' || operator === '||') {
      return computed(logical(operator, a.code, (await this.number(right)).code, rules));
    }
    const b = await this.number(right);
    if (isComparison(operator)) return computed(comparison(operator, a, b, rules));
    return computed(arithmetic(operator, a, b, rules));
  }

  /** The left side is computed for what it sets and collects. */
  private async sequence(left: Expression, right: Expression): Promise<AgentValue> {
    const { code } = await this.number(left);
    const value = await this.operand(right);
    if (!readsAnything(code)) return value;
    const first: Code = [...code, operation('pop')];
    if (value.place.kind === 'memory') {
      return { ...value, place: { kind: 'memory', address: [...first, ...value.place.address] } };
    }
    const number = numberIn(value, this.bound.rules, this.scene);
    return computed({ ...number, code: [...first, ...number.code] });
  }

  /** `value@count`. */
  private async repeated(value: AgentValue, right: Expression): Promise<AgentValue> {
    if (value.place.kind !== 'memory' || value.bits) {
      throw new Failure("Only values in memory can be extended with '@'.");
    }
    const { code } = await this.number(right);
    const count = constantOf(code);
    if (count !== undefined && count <= 0n)
      throw new Failure(`Invalid number ${count} of repetitions.`);
    const dimension = { lower: 0n, ...(count !== undefined && { count }) };
    const type: ArrayType = {
      kind: 'array',
      element: value.type,
      dimensions: [dimension],
      vector: false,
    };
    const length = multiplied(code, strideOf(value.type));
    return { type, place: value.place, ...(count === undefined && { length }) };
  }

  private async conditional(expression: Expression & { kind: 'conditional' }): Promise<AgentValue> {
    const { rules } = this.bound;
    const condition = (await this.number(expression.condition)).code;
    const then = await this.operand(expression.then);
    const otherwise = await this.operand(expression.otherwise);
    if (asClass(then.type)) return chosenObject(condition, then, otherwise);
    const [a, b] = [then, otherwise].map((each) => numberIn(each, rules, this.scene));
    if (!a || !b) throw new Failure('A condition takes two values.');
    const pointer = [a, b].find(({ type }) => type.kind === 'pointer');
    const type = pointer?.type ?? commonType(a.type, b.type, rules);
    return computed({
      type,
      code: choice(condition, converted(a, type).code, converted(b, type).code),
    });
  }

  private async size({ of, alignment }: Expression & { kind: 'size' }): Promise<AgentValue> {
    const { bindings, rules } = this.bound;
    const type: Type =
      'type' in of ? bindings.type(of.type) : await this.bound.typeOf(of.expression);
    const bare = strip(type);
    const counted = isReference(bare) ? bare.target : type;
    const bytes = alignment ? await alignmentOf(counted) : (sizeOf(counted) ?? 0);
    return known(rules.types.int, BigInt(bytes));
  }

  /** Nothing but trace state variables can be set while the program runs. */
  private async assignment(expression: Expression & { kind: 'assignment' }): Promise<AgentValue> {
    const { target, operator, value, postfix } = expression;
    const { rules } = this.bound;
    const number = target.kind === 'variable' ? this.scene.target.variable(target.name) : undefined;
    if (number === undefined) {
      throw new Failure('A target sets nothing but trace state variables.');
    }
    const { longLong: type } = rules.types;
    const operand: AgentValue =
      operator === undefined
        ? await this.operand(value)
        : await this.binary({
            kind: 'binary',
            at: expression.at,
            operator,
            left: target,
            right: value,
          });
    const { code } = converted(numberIn(operand, rules, this.scene), type);
    const assign: Code = [...code, { kind: 'assign', number }];
    if (!postfix) return computed({ type, code: assign });
    return computed({ type, code: [{ kind: 'variable', number }, ...assign, operation('pop')] });
  }
}

const notOfTargets = {
  string: 'strings of its own',
  memberPointer: 'pointers to members',
  slice: 'slices',
  array: 'arrays of its own',
} as const;

const floatLiteral = { kind: 'literal', bytes: new Uint8Array(0) } as const;

function callRefused(callee: Expression): string {
  return callee.kind === 'variable' && isConvenienceFunction(callee.name)
    ? `$${callee.name} is a function of the debugger: a target cannot call it.`
    : 'A target calls no functions of its program.';
}

function chosenObject(condition: Code, then: AgentValue, otherwise: AgentValue): AgentValue {
  const [a, b] = [then.place, otherwise.place];
  if (a.kind !== 'memory' || b.kind !== 'memory' || sizeOf(then.type) !== sizeOf(otherwise.type)) {
    throw new Failure('A target cannot choose between these two values.');
  }
  return { ...then, place: { kind: 'memory', address: choice(condition, a.address, b.address) } };
}
