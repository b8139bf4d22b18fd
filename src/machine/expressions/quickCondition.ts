// Conditions as functions that do not wait: a search evaluates them in millions of frames. One is built for each place
// of the program where frames stop, from the meanings that names have there; what it cannot express is left to the
// evaluation that waits, with which it agrees.
import { asClass, isFloat, isReference, strip, targetOf } from '../values/types';
import type { Value } from '../values/value';
import { isComparison } from './arithmetic';
import type { Bindings } from './bindings';
import type { EvaluationContext } from './context';
import { Failure } from './problem';
import { isConstant } from './quickConstant';
import { NotQuick, notAtHand, type QuickFrame } from './quickFrame';
import { compareAddresses, isPointer, moved } from './quickAddress';
import { bytesOf, isCollected, type QuickBytes } from './quickBytes';
import { QuickNames } from './quickNames';
import {
  calculated,
  comparison,
  constant,
  converted,
  integerNumber,
  signed,
  truthNumber,
  type QuickNumber,
} from './quickNumber';
import { QuickParts, type Quick } from './quickPart';
import type { Rules } from './rules';
import { scalarOf, scalarType, type Scalar } from './scalar';
import type { Expression } from './syntax';

/** What is evaluated, and where. */
interface QuickExpression {
  readonly expression: Expression;
  readonly bindings: Bindings;
  readonly rules: Rules;
  /** Of any frame that stops at the place. */
  readonly context: EvaluationContext;
  readonly frame: QuickFrame;
  /** The number of a trace state variable, by its name. */
  readonly variable: (name: string) => number | undefined;
  /** The value of a part that is the same in every frame that stops there. */
  readonly valueHere: (part: Expression) => Promise<Value>;
}

/** An expression as functions that do not wait, for the frames that stop at one place of the program. */
export interface QuickCondition {
  /** Whether it holds in the frame that the search has come to; undefined where that is not available. */
  readonly holds: () => boolean | undefined;
  /** The number that it is; undefined where that is not available. */
  readonly scalar: () => Scalar | undefined;
  /** Whether it needs more of a frame than its number, its tracepoint and its PC. */
  readonly readsFrame: boolean;
  /** The arguments of `$_changed`, by where they begin in the text: their bytes, if they are available. */
  readonly changing: ReadonlyMap<number, QuickBytes>;
}

/** The expression as functions; undefined where it needs the evaluation that waits. */
export async function quickCondition(given: QuickExpression): Promise<QuickCondition | undefined> {
  const maker = new Maker(given);
  try {
    const number = await maker.number(given.expression);
    const { changing, names } = maker;
    const { readsFrame } = names;
    return { holds: quietly(number.holds), scalar: quietly(number.scalar), readsFrame, changing };
  } catch (error) {
    // What fails for every frame fails with the same words where it is evaluated.
    if (error instanceof NotQuick || error instanceof Failure) return undefined;
    throw error;
  }
}

/** What fails in a frame is not available there. */
function quietly<T>(read: () => T | undefined): () => T | undefined {
  return () => {
    try {
      return read();
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  };
}

/** Makes functions of the parts of an expression. */
class Maker {
  readonly changing = new Map<number, QuickBytes>();
  readonly names: QuickNames;
  private readonly parts: QuickParts;
  private readonly addressBits: number;

  constructor(private readonly given: QuickExpression) {
    const { context, frame, rules } = given;
    this.names = new QuickNames(context, frame, rules);
    this.parts = new QuickParts(this.names, frame, rules);
    this.addressBits = 8 * this.names.addressSize;
  }

  async number(expression: Expression): Promise<QuickNumber> {
    return this.parts.number(await this.operand(expression));
  }

  /** With its reference followed. */
  private async operand(expression: Expression): Promise<Quick> {
    return this.parts.referent(await this.make(expression));
  }

  private async make(expression: Expression): Promise<Quick> {
    const { bindings, rules, valueHere } = this.given;
    if (isConstant(expression, bindings)) {
      const value = await valueHere(expression);
      return constant(await scalarOf(value, 'It is no number.', rules));
    }
    switch (expression.kind) {
      case 'name':
        return this.named(expression);
      case 'variable':
        return this.variable(expression.name);
      case 'unary':
        return this.unary(expression);
      case 'binary':
        return this.binary(expression);
      case 'conditional':
        return this.conditional(expression);
      case 'member':
        return this.parts.member(await this.make(expression.operand), expression.member);
      case 'subscript':
        return this.parts.element(
          await this.operand(expression.operand),
          await this.number(expression.index),
        );
      case 'memory':
        return this.memory(expression);
      case 'cast':
        return this.cast(expression);
      case 'call':
        return this.call(expression);
      case 'number':
      case 'character':
      case 'string':
      case 'truth':
      case 'memberPointer':
      case 'slice':
      case 'size':
      case 'array':
      case 'type':
      case 'assignment':
        throw new NotQuick();
    }
  }

  private async named(name: Expression & { kind: 'name' }): Promise<Quick> {
    const meaning = this.given.bindings.meaning(name);
    if (!meaning) throw new NotQuick();
    if (meaning.kind !== 'field') return this.names.meant(meaning);
    const { type, location } = meaning.self;
    return this.parts.member(await this.names.local(type, location), meaning.name);
  }

  private variable(name: string): Quick {
    const { frame, rules, variable } = this.given;
    const { int, longLong } = rules.types;
    const register = this.names.register(name);
    if (register) return register;
    if (name === 'trace_frame') return integerNumber(int, () => BigInt(frame.number));
    if (name === 'tracepoint') return integerNumber(int, () => BigInt(frame.tracepoint));
    const number = variable(name);
    if (number === undefined) throw new NotQuick();
    this.names.readsFrame = true;
    return {
      ...integerNumber(longLong, () => frame.variable(number)),
      variesInSize: true,
      scalar: () => {
        const value = frame.variable(number);
        if (value === undefined) return undefined;
        const isInt = BigInt.asIntN(8 * int.size, value) === value;
        return { kind: 'integer', type: isInt ? int : longLong, value };
      },
    };
  }

  private async unary({ operator, operand }: Expression & { kind: 'unary' }): Promise<Quick> {
    const { rules } = this.given;
    if (operator === '&') return this.parts.addressOf(await this.make(operand));
    if (operator === '*') return this.contents(await this.operand(operand));
    const number = await this.number(operand);
    if (operator === '!') {
      if (rules.language === 'rust') throw new NotQuick();
      const { holds } = number;
      return truthNumber(() => {
        const truth = holds();
        return truth === undefined ? undefined : !truth;
      }, rules);
    }
    refusePointers(number);
    return signed(operator, number, rules);
  }

  private contents(operand: Quick): Quick {
    const bare = strip(operand.type);
    if (bare.kind === 'array' && !bare.vector) return this.parts.follow(this.parts.number(operand));
    if (bare.kind === 'pointer') return this.parts.follow(operand);
    throw new NotQuick();
  }

  private async memory({ type, address }: Expression & { kind: 'memory' }): Promise<Quick> {
    const { integer } = await this.number(address);
    if (!integer) throw new NotQuick();
    return this.parts.at(this.given.bindings.type(type), integer);
  }

  private async binary(expression: Expression & { kind: 'binary' }): Promise<Quick> {
    const { operator, left, right } = expression;
    if (operator === '@' || operator === ',') throw new NotQuick();
    const { rules } = this.given;
    const a = await this.number(left);
    if (operator === '&&' || operator === '||') {
      return truthNumber(logical(operator === '||', a.holds, await this.ifNeeded(right)), rules);
    }
    const b = await this.number(right);
    const isAddress = isPointer(a) || isPointer(b);
    if (isComparison(operator)) {
      const holds = isAddress
        ? compareAddresses(operator, a, b, this.addressBits)
        : comparison(operator, a, b, rules);
      return truthNumber(holds, rules);
    }
    return isAddress ? moved(operator, a, b) : calculated(operator, a, b, rules);
  }

  /** What may never be asked: where it is, and takes the evaluation that waits, that is said then. */
  private async ifNeeded(expression: Expression): Promise<() => boolean | undefined> {
    try {
      return (await this.number(expression)).holds;
    } catch (error) {
      if (!(error instanceof NotQuick || error instanceof Failure)) throw error;
      this.names.readsFrame = true;
      return () => {
        throw notAtHand;
      };
    }
  }

  private async conditional(expression: Expression & { kind: 'conditional' }): Promise<Quick> {
    const { holds } = await this.number(expression.condition);
    const then = await this.number(expression.then);
    const otherwise = await this.number(expression.otherwise);
    const varies = then.variesInSize ?? otherwise.variesInSize ?? false;
    if (then.type !== otherwise.type || varies) throw new NotQuick();
    const [yes, no] = [then.integer, otherwise.integer];
    if (!yes || !no) throw new NotQuick();
    return integerNumber(then.type, () => {
      const truth = holds();
      return truth === undefined ? undefined : truth ? yes() : no();
    });
  }

  private async cast({ type, operand }: Expression & { kind: 'cast' }): Promise<Quick> {
    const { bindings, rules } = this.given;
    const wanted = scalarType(bindings.type(type));
    if (!wanted || isReference(wanted)) throw new NotQuick();
    const number = await this.number(operand);
    if (wanted.kind === 'pointer') {
      const [from, to] = [targetOf(number.type), wanted.target].map(
        (each) => each && asClass(each),
      );
      // Between classes that are bases of one another a pointer moves.
      if (!number.integer || (from && to && from !== to)) throw new NotQuick();
    } else if (isPointer(number) && isFloat(wanted)) {
      throw new NotQuick();
    }
    return converted(number, wanted, rules);
  }

  private async call({ callee, arguments: given }: Expression & { kind: 'call' }): Promise<Quick> {
    const [argument, ...more] = given;
    if (callee.kind !== 'variable' || !argument || more.length > 0) throw new NotQuick();
    const { int } = this.given.rules.types;
    const asInt = (holds: () => boolean | undefined): QuickNumber => {
      const truth = truthNumber(holds, this.given.rules);
      return { ...truth, ...integerNumber(int, truth.integer ?? (() => undefined)), holds };
    };
    if (callee.name === '_collected')
      return asInt(isCollected(await this.operand(argument), this.given.frame));
    if (callee.name !== '_changed') throw new NotQuick();
    const bytes = bytesOf(await this.operand(argument), this.given.frame);
    this.changing.set(argument.at, quietly(bytes));
    const { frame } = this.given;
    return asInt(() => {
      const now = bytes();
      return now && frame.hasChanged(argument.at, now);
    });
  }
}

function logical(
  decisive: boolean,
  left: () => boolean | undefined,
  right: () => boolean | undefined,
): () => boolean | undefined {
  return () => {
    const first = left();
    return first === undefined || first === decisive ? first : right();
  };
}

function refusePointers(number: QuickNumber): void {
  if (isPointer(number)) throw new NotQuick();
}
