// Evaluates a parsed expression in one stack frame of one frame, in gdb's ways.
import type { Type } from '../symbols/type';
import { toBytes } from '../bytes/cursor';
import { completeType } from '../values/completeType';
import { heldIn, literal, numberOf, Value } from '../values/value';
import { at, repeated, staticMember } from '../values/navigate';
import { isReference, sizeOf, strip, alignmentOf } from '../values/types';
import { readVariable, valueAtEntry } from '../values/variable';
import { isComparison } from './arithmetic';
import type { Bindings } from './bindings';
import {
  resultOfFunction,
  resultOfMethod,
  memberOfObject,
  slice,
  subscript,
  memberPointedTo,
  pointerToData,
  pointerToMethod,
} from './members';
import { cast, partOf } from './cast';
import { imaginary } from './complexNumbers';
import { decimalLiteral } from './decimalNumbers';
import { type ConvenienceValue, type EvaluationContext, ValueHistory } from './context';
import {
  callConvenienceFunction,
  isConvenienceFunction,
  type PreviousValue,
} from './convenienceFunctions';
import { characterLiteral, stringLiteral, type TextLiteral } from './literals';
import { stackFrameOf, type ResolvedSymbol } from './resolvedSymbol';
import {
  arithmeticOf,
  comparison,
  complemented,
  isTruth,
  signed,
  truth,
  truthOf,
} from './operators';
import { addressIn, addressOf, contentsOf, follow, unread, unreferenced } from './pointers';
import { Failure, cannotCall, notInteger, required } from './problem';
import { assigned } from './assignment';
import { warnOfShift } from './shiftWarning';
import { arrayOf, writtenArray } from './writtenArray';
import { registerValue } from './registerValue';
import type { LanguageSemantics, TypesOnly } from './languageSemantics';
import { convert, floatValue, scalarOf } from './scalar';
import type { Expression, NameExpression } from './syntax';
import { ofObjects } from './classMembers';

/** The same expression, or a part of it, as it was before. */
export type Before = (part: Expression) => Promise<PreviousValue>;

/** One evaluation. Fails with a {@link Failure}. */
export class Evaluation {
  constructor(
    private readonly context: EvaluationContext,
    private readonly bindings: Bindings,
    private readonly semantics: LanguageSemantics,
    private readonly before: Before,
  ) {}

  /** The value of an expression. */
  async value(expression: Expression): Promise<Value> {
    switch (expression.kind) {
      case 'number':
        return this.number(expression);
      case 'character':
        return this.character(
          characterLiteral(expression.text, this.semantics.language, this.semantics.types),
        );
      case 'string':
        return this.string(stringLiteral(expression.texts, this.semantics.types));
      case 'truth':
        return numberOf(this.semantics.types.bool, expression.value ? 1n : 0n, this.context);
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
        return memberOfObject(
          await this.value(expression.operand),
          expression.member,
          expression.arrow,
          this.semantics,
        );
      case 'memberPointer':
        return this.memberPointer(expression);
      case 'subscript':
        return this.subscripted(expression);
      case 'slice':
        return this.sliced(expression);
      case 'call':
        return this.call(expression);
      case 'cast':
        return this.converted(expression);
      case 'memory':
        return this.memory(expression);
      case 'size':
        return this.size(expression);
      case 'array':
        return this.array(expression);
      case 'type':
        throw typeAsExpression(expression);
      case 'assignment':
        return this.semantics.typesOnly
          ? this.operand(expression.target)
          : assigned(expression, this.context, this.semantics, (part) => this.operand(part));
    }
  }

  /** The type of an expression, which may be one itself. */
  async type(expression: Expression, typesOnly: TypesOnly): Promise<Type> {
    if (expression.kind === 'type') return this.bindings.type(expression.type);
    return (await this.with({ typesOnly }).value(expression)).type;
  }

  private with(semantics: Partial<LanguageSemantics>): Evaluation {
    return new Evaluation(
      this.context,
      this.bindings,
      { ...this.semantics, ...semantics },
      this.before,
    );
  }

  private number(expression: Expression & { kind: 'number' }): Value {
    const found = this.bindings.number(expression);
    if (!found) throw new Failure(`Invalid number "${expression.text}".`);
    if ('decimal' in found) return decimalLiteral(found.decimal, found.type, this.context);
    const value =
      'integer' in found
        ? numberOf(found.type, found.integer, this.context)
        : floatValue(found.type, found.float, this.context);
    return found.imaginary ? imaginary(value) : value;
  }

  private character({ type, units }: TextLiteral): Value {
    return numberOf(type, BigInt(units[0] ?? 0), this.context);
  }

  /** An array of characters with a zero behind them, which is nowhere in memory. */
  private string({ type, units }: TextLiteral): Value {
    const { size } = type;
    const bytes = new Uint8Array(size * (units.length + 1));
    units.forEach((unit, i) => {
      bytes.set(toBytes(BigInt(unit), size, this.context.order), i * size);
    });
    return literal(arrayOf(type, units.length + 1), bytes, this.context);
  }

  private async named(name: NameExpression): Promise<Value> {
    const symbol = this.bindings.symbol(name);
    if (!symbol) throw new Failure(`No symbol "${name.name}" in current context.`, name.at);
    return this.symbolValue(symbol);
  }

  private async symbolValue(symbol: ResolvedSymbol): Promise<Value> {
    const { context } = this;
    switch (symbol.kind) {
      case 'local':
        return readVariable(symbol.variable, context);
      case 'ofFunction':
        return this.ofFunction(symbol);
      case 'entry':
        return valueAtEntry(symbol.parameter, context);
      case 'global': {
        const { variable, module } = symbol;
        const placed = { ...context, frame: undefined, modules: [module] };
        const { type, place } = await readVariable(variable, placed);
        return new Value(type, place, context);
      }
      case 'field': {
        const self = await readVariable(symbol.self, context);
        return memberOfObject(self, symbol.name, true, this.semantics);
      }
      case 'static':
        return staticMember(symbol.owner, symbol.member, context);
      case 'dataMember':
        return this.memberOfSelf(symbol);
      case 'method':
        return this.method(symbol);
      case 'enumerator':
        return numberOf(symbol.type, symbol.value, context);
      case 'function':
        return new Value(symbol.type, { kind: 'memory', address: symbol.address }, context);
    }
  }

  /** `C::x`, a data member: of the object that the function was called for. */
  private async memberOfSelf({
    owner,
    member: { name = '', type },
    self,
  }: ResolvedSymbol & { kind: 'dataMember' }): Promise<Value> {
    if (this.semantics.typesOnly) return unread(type, this.context);
    const object = self && (await readVariable(self, this.context));
    const part = object && (await partOf(await follow(object, this.semantics), owner));
    if (!part) throw new Failure(`Cannot reference non-static field "${name}"`);
    return memberOfObject(part, name, false, this.semantics);
  }

  private method({ method, type, definition }: ResolvedSymbol & { kind: 'method' }): Value {
    if (definition || this.semantics.typesOnly) {
      const { address = 0n, type: own = type } = definition ?? {};
      return new Value(own, { kind: 'memory', address }, this.context);
    }
    throw new Failure(`Cannot reference virtual member function "${method.name}"`);
  }

  private async ofFunction(symbol: ResolvedSymbol & { kind: 'ofFunction' }): Promise<Value> {
    const { context } = this;
    const { variable, scope } = symbol;
    if (this.semantics.typesOnly) {
      return new Value(variable.type, { kind: 'optimizedOut' }, context);
    }
    const frame = await stackFrameOf(symbol, context.frame);
    if (frame) return readVariable(variable, { ...context, frame });
    throw new Failure(
      context.frame
        ? `No frame is currently executing in block ${scope.name ?? ''}.`
        : 'No frame selected.',
    );
  }

  private async variable(name: string): Promise<Value> {
    const { context } = this;
    if (ValueHistory.has(name)) return context.history?.named(name) ?? this.nothing();
    if (name === '_siginfo') throw new Failure('Unable to read siginfo');
    const register = registerValue(name, context.state, context);
    return register ?? this.convenience(await context.convenience(name));
  }

  private async convenience(value: ConvenienceValue): Promise<Value> {
    if (value === undefined) return this.nothing();
    if (typeof value === 'bigint') {
      const { int, longLong } = this.semantics.types;
      const isInt = BigInt.asIntN(8 * int.size, value) === value;
      return numberOf(isInt ? int : longLong, value, this.context);
    }
    if (typeof value !== 'string') return heldIn(value, this.context);
    const { language, types } = this.semantics;
    return this.string({
      // C's characters are numbers to Rust.
      type: (language === 'rust' && types.named('i8')) || types.char,
      units: [...new TextEncoder().encode(value)],
    });
  }

  /** gdb's `void`. */
  private nothing(): Value {
    return literal({ kind: 'void' }, new Uint8Array(1), this.context);
  }

  private async unary({ operator, operand }: Expression & { kind: 'unary' }): Promise<Value> {
    const { semantics } = this;
    if (operator === '&') return this.address(operand);
    if (operator === '*') return contentsOf(await this.value(operand), semantics);
    const value = await this.operand(operand);
    switch (operator) {
      case '!': {
        const ofClass = await ofObjects('!', [value], semantics);
        if (ofClass) return ofClass;
        const isBits = semantics.language === 'rust' && !isTruth(value);
        return isBits
          ? complemented(value, semantics)
          : truth(!(await truthOf(value, semantics)), value, semantics);
      }
      case '~':
        return complemented(value, semantics);
      case '-':
      case '+':
        return signed(operator, value, semantics);
    }
  }

  private async address(operand: Expression): Promise<Value> {
    const symbol = operand.kind === 'name' ? this.bindings.symbol(operand) : undefined;
    if (symbol?.kind === 'dataMember') return pointerToData(symbol, this.context);
    if (symbol?.kind === 'method') return pointerToMethod(symbol, this.context);
    const isVariable = symbol?.kind === 'local' || symbol?.kind === 'global';
    if (isVariable && symbol.variable.location.kind === 'constant' && this.semantics.typesOnly) {
      throw new Failure('Attempt to take address of register or constant.');
    }
    const value = await this.value(operand);
    if (operand.kind === 'name') this.requireAddress(operand, value);
    return addressOf(value, this.semantics);
  }

  /** Only what is in memory has an address. */
  private requireAddress({ name }: NameExpression, { place, address, type }: Value): void {
    if (isReference(strip(type))) return;
    if (place.kind === 'register' && !this.semantics.typesOnly) {
      const register = this.registerName(place.register);
      throw new Failure(
        `Address requested for identifier "${name}" which is in register $${register}`,
      );
    }
    if (address === undefined && !this.semantics.typesOnly) {
      throw new Failure(`Can't take address of "${name}" which isn't an lvalue.`);
    }
  }

  /** gdb's name for a register, the widest that it has. */
  private registerName(dwarfNumber: number): string {
    const { registers } = this.context.state;
    const { abi } = registers?.layout.architecture ?? {};
    const name = abi?.dwarf.get(dwarfNumber);
    if (name === undefined) return String(dwarfNumber);
    const wider = abi?.wider?.(name);
    return wider !== undefined && registers?.read(wider) ? wider : name;
  }

  /** A value with its reference followed. */
  private async operand(expression: Expression): Promise<Value> {
    return unreferenced(await this.value(expression), this.semantics);
  }

  private async binary({ operator, left, right }: Expression & { kind: 'binary' }): Promise<Value> {
    const { semantics } = this;
    const first = await this.operand(left);
    if (operator === '&&' || operator === '||') return this.logical(operator, first, right);
    if (operator === '@') return this.repeated(first, right);
    const second = await this.operand(right);
    if (operator === ',') return second;
    if (isComparison(operator)) {
      return truth(await comparison(operator, first, second, semantics), first, semantics);
    }
    if (operator === '<<' || operator === '>>') {
      await warnOfShift(operator, first, second, this.context, semantics);
    }
    return arithmeticOf(operator, first, second, semantics);
  }

  private async logical(operator: '&&' | '||', first: Value, right: Expression): Promise<Value> {
    const { semantics } = this;
    const decided = (await truthOf(first, semantics)) === (operator === '||');
    if (decided) return truth(operator === '||', first, semantics);
    return truth(await truthOf(await this.operand(right), semantics), first, semantics);
  }

  private async repeated(value: Value, right: Expression): Promise<Value> {
    const count = await this.with({ typesOnly: false }).index(right);
    if (!this.semantics.typesOnly) return required(repeated(value, count));
    return unread(arrayOf(value.type, Number(count)), this.context);
  }

  private async conditional(expression: Expression & { kind: 'conditional' }): Promise<Value> {
    const holds = await truthOf(await this.operand(expression.condition), this.semantics);
    return this.value(holds ? expression.then : expression.otherwise);
  }

  private async memberPointer(expression: Expression & { kind: 'memberPointer' }): Promise<Value> {
    const operand = await this.value(expression.operand);
    const pointer = await this.operand(expression.member);
    return memberPointedTo(operand, pointer, expression.arrow, this.semantics);
  }

  private async subscripted({
    operand,
    index,
  }: Expression & { kind: 'subscript' }): Promise<Value> {
    const value = await this.value(operand);
    return subscript(value, await this.index(index), this.semantics);
  }

  private async sliced(expression: Expression & { kind: 'slice' }): Promise<Value> {
    const { operand, from, to, inclusive } = expression;
    const value = await this.value(operand);
    const end = to && (await this.index(to));
    const exclusive = end === undefined ? undefined : inclusive ? end + 1n : end;
    return slice(value, from ? await this.index(from) : 0n, exclusive, this.semantics);
  }

  private async index(expression: Expression): Promise<bigint> {
    // gdb evaluates no index where types alone count.
    const semantics: LanguageSemantics = this.semantics.typesOnly
      ? { ...this.semantics, typesOnly: 'static' }
      : this.semantics;
    const scalar = await scalarOf(await this.operand(expression), notInteger, semantics);
    const { types, machine } = this.semantics;
    const whole = scalar.kind === 'integer' ? scalar : convert(scalar, types.longLong, machine);
    return whole.kind === 'integer' ? whole.value : 0n;
  }

  private async call(expression: Expression & { kind: 'call' }): Promise<Value> {
    const { callee, arguments: given } = expression;
    if (callee.kind === 'variable' && isConvenienceFunction(callee.name)) {
      return this.convenienceCall(callee.name, given);
    }
    this.checkHasObject(callee);
    const result = await this.resultOf(callee, given.length);
    for (const argument of given) await this.value(argument);
    if (!this.semantics.typesOnly) throw new Failure(cannotCall, callee.at);
    return unread(result, this.context);
  }

  /**
   * `C::f()` names no object to call a member function for: gdb finds no function that could be
   * meant.
   */
  private checkHasObject(callee: Expression): void {
    const symbol = callee.kind === 'name' ? this.bindings.symbol(callee) : undefined;
    if (symbol?.kind !== 'method') return;
    const { owner, method } = symbol;
    const name = `${owner.name ?? ''}::${method.name}`;
    throw new Failure(`Cannot resolve method ${name} to any overloaded instance`, callee.at);
  }

  /** The type of what a function of the program gives. */
  private async resultOf(callee: Expression, count: number): Promise<Type> {
    if (callee.kind === 'member') {
      const { operand, member, arrow } = callee;
      const object = await this.value(operand);
      const found = await resultOfMethod(object, member, arrow, count, this.semantics);
      if (found) return found;
    }
    return resultOfFunction(await this.operand(callee), this.semantics);
  }

  private async convenienceCall(name: string, given: readonly Expression[]): Promise<Value> {
    const argument = (i: number): Expression => {
      const found = given[i];
      if (!found) throw new Failure(`$${name} takes more arguments.`);
      return found;
    };
    const result = await callConvenienceFunction(name, {
      semantics: this.semantics,
      context: this.context,
      count: given.length,
      value: (i) => this.operand(argument(i)),
      previous: (i) => this.before(argument(i)),
    });
    return typeof result === 'object' ? result : this.convenience(result);
  }

  private async converted({ type, operand }: Expression & { kind: 'cast' }): Promise<Value> {
    const value = await this.operand(operand);
    return cast(value, this.bindings.type(type), this.semantics);
  }

  private async memory({ type, address }: Expression & { kind: 'memory' }): Promise<Value> {
    const start = await addressIn(await this.operand(address), this.semantics);
    return at(this.bindings.type(type), start, this.context);
  }

  private async size({ of, alignment }: Expression & { kind: 'size' }): Promise<Value> {
    const type =
      'type' in of
        ? this.bindings.type(of.type)
        : await this.type(of.expression, this.semantics.typesOnly || 'whatis');
    const bare = strip(type);
    const declared =
      'target' in bare && bare.kind !== 'pointer' && bare.kind !== 'memberPointer'
        ? bare.target
        : type;
    const counted = await completeType(declared, this.context.modules);
    const bytes = alignment ? await alignmentOf(counted) : (sizeOf(counted) ?? 0);
    return numberOf(this.semantics.types.int, BigInt(bytes), this.context);
  }

  private async array({ elements }: Expression & { kind: 'array' }): Promise<Value> {
    const values = [];
    for (const element of elements) values.push(await this.operand(element));
    const [first] = values;
    if (!first) throw new Failure('An array must have at least one element.');
    return writtenArray(first, values, this.context);
  }
}

function typeAsExpression({ type, at: offset }: Expression & { kind: 'type' }): Failure {
  const what = type.kind === 'typeOf' ? 'type' : 'type name';
  return new Failure(`Attempt to use a ${what} as an expression`, offset);
}
