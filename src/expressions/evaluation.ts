// Evaluates a parsed expression in one stack frame of one frame, in gdb's ways.
import type { FunctionScope } from '../symbols/scope';
import type { Type } from '../symbols/type';
import { toBytes } from '../machine/numberBytes';
import type { LoadedModule, StackFrame } from '../machine/stackFrame';
import { completeType } from '../values/completeType';
import { literal, numberOf } from '../values/literal';
import { at, repeated, staticMember } from '../values/navigate';
import { isReference, sizeOf, strip } from '../values/types';
import { Value, type Surroundings } from '../values/value';
import { readVariable } from '../values/variable';
import { isComparison } from './arithmetic';
import type { Bindings } from './bindings';
import { resultOfFunction, resultOfMethod } from './calls';
import { cast, partOf } from './cast';
import { imaginary } from './complexNumbers';
import { decimalLiteral } from './decimalNumbers';
import { valueAtEntry } from './entryParameter';
import type { ConvenienceValue, EvaluationContext } from './context';
import {
  callConvenienceFunction,
  isConvenienceFunction,
  type PreviousValue,
} from './convenienceFunctions';
import { ValueHistory } from './history';
import { characterLiteral, stringLiteral, type TextLiteral } from './literals';
import { memberPointedTo, pointerToData, pointerToMethod } from './memberPointers';
import { memberOfObject, slice, subscript } from './members';
import type { Meaning } from './meaning';
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
import { Failure, cannotAssign, cannotCall, notInteger, required } from './problem';
import { registerValue } from './registerValue';
import type { Rules, TypesOnly } from './rules';
import { completeContents, convert, floatValue, scalarOf } from './scalar';
import type { Expression, NameExpression } from './syntax';
import { alignmentOf } from '../values/alignment';
import { ofObjects } from './userOperators';

/** The same expression, or a part of it, as it was before. */
export type Before = (part: Expression) => Promise<PreviousValue>;

/** One evaluation. Fails with a {@link Failure}. */
export class Evaluation {
  private readonly surroundings: Surroundings;

  constructor(
    private readonly context: EvaluationContext,
    private readonly bindings: Bindings,
    private readonly rules: Rules,
    private readonly before: Before,
  ) {
    this.surroundings = context.surroundings;
  }

  /** The value of an expression. */
  async value(expression: Expression): Promise<Value> {
    switch (expression.kind) {
      case 'number':
        return this.number(expression);
      case 'character':
        return this.character(
          characterLiteral(expression.text, this.rules.language, this.rules.types),
        );
      case 'string':
        return this.string(stringLiteral(expression.texts, this.rules.types));
      case 'truth':
        return numberOf(this.rules.types.bool, expression.value ? 1n : 0n, this.surroundings);
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
          this.rules,
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
        if (this.rules.typesOnly) return this.operand(expression.target);
        throw new Failure(cannotAssign, expression.at);
    }
  }

  /** The type of an expression, which may be one itself. */
  async type(expression: Expression, typesOnly: TypesOnly): Promise<Type> {
    if (expression.kind === 'type') return this.bindings.type(expression.type);
    return (await this.with({ typesOnly }).value(expression)).type;
  }

  private with(rules: Partial<Rules>): Evaluation {
    return new Evaluation(this.context, this.bindings, { ...this.rules, ...rules }, this.before);
  }

  private number(expression: Expression & { kind: 'number' }): Value {
    const found = this.bindings.number(expression);
    if (!found) throw new Failure(`Invalid number "${expression.text}".`);
    if ('decimal' in found) return decimalLiteral(found.decimal, found.type, this.surroundings);
    const value =
      'integer' in found
        ? numberOf(found.type, found.integer, this.surroundings)
        : floatValue(found.type, found.float, this.surroundings);
    return found.imaginary ? imaginary(value) : value;
  }

  private character({ type, units }: TextLiteral): Value {
    return numberOf(type, BigInt(units[0] ?? 0), this.surroundings);
  }

  /** An array of characters with a zero behind them, which is nowhere in memory. */
  private string({ type, units }: TextLiteral): Value {
    const { size } = type;
    const bytes = new Uint8Array(size * (units.length + 1));
    units.forEach((unit, i) => {
      bytes.set(toBytes(BigInt(unit), size, this.surroundings.order), i * size);
    });
    return literal(arrayOf(type, units.length + 1), bytes, this.surroundings);
  }

  private async named(name: NameExpression): Promise<Value> {
    const meaning = this.bindings.meaning(name);
    if (!meaning) throw new Failure(`No symbol "${name.name}" in current context.`, name.at);
    return this.meant(meaning);
  }

  private async meant(meaning: Meaning): Promise<Value> {
    const { surroundings } = this;
    switch (meaning.kind) {
      case 'local':
        return readVariable(meaning.variable, surroundings);
      case 'ofFunction':
        return this.ofFunction(meaning);
      case 'entry':
        return valueAtEntry(meaning.parameter, surroundings);
      case 'global': {
        const { variable, placement } = meaning;
        const placed = { ...surroundings, frame: undefined, placements: [placement] };
        const { type, place } = await readVariable(variable, placed);
        return new Value(type, place, surroundings);
      }
      case 'field': {
        const self = await readVariable(meaning.self, surroundings);
        return memberOfObject(self, meaning.name, true, this.rules);
      }
      case 'static':
        return staticMember(meaning.owner, meaning.member, surroundings);
      case 'dataMember':
        return this.memberOfSelf(meaning);
      case 'method':
        return this.method(meaning);
      case 'enumerator':
        return numberOf(meaning.type, meaning.value, surroundings);
      case 'function':
        return new Value(meaning.type, { kind: 'memory', address: meaning.address }, surroundings);
    }
  }

  /** `C::x`, a data member: of the object that the function was called for. */
  private async memberOfSelf({
    owner,
    member: { name = '', type },
    self,
  }: Meaning & { kind: 'dataMember' }): Promise<Value> {
    if (this.rules.typesOnly) return unread(type, this.surroundings);
    const object = self && (await readVariable(self, this.surroundings));
    const part = object && (await partOf(await follow(object, this.rules), owner));
    if (!part) throw new Failure(`Cannot reference non-static field "${name}"`);
    return memberOfObject(part, name, false, this.rules);
  }

  private method({ method, type, definition }: Meaning & { kind: 'method' }): Value {
    if (definition || this.rules.typesOnly) {
      const { address = 0n, type: own = type } = definition ?? {};
      return new Value(own, { kind: 'memory', address }, this.surroundings);
    }
    throw new Failure(`Cannot reference virtual member function "${method.name}"`);
  }

  private async ofFunction(meaning: Meaning & { kind: 'ofFunction' }): Promise<Value> {
    const { surroundings } = this;
    const { variable, scope } = meaning;
    if (this.rules.typesOnly) {
      return new Value(variable.type, { kind: 'optimizedOut' }, surroundings);
    }
    const frame = await frameOf(meaning, surroundings.frame);
    if (frame) return readVariable(variable, { ...surroundings, frame });
    throw new Failure(
      surroundings.frame
        ? `No frame is currently executing in block ${scope.name ?? ''}.`
        : 'No frame selected.',
    );
  }

  private async variable(name: string): Promise<Value> {
    const { context, surroundings } = this;
    if (ValueHistory.has(name)) return context.history?.named(name) ?? this.nothing();
    if (name === '_siginfo') throw new Failure('Unable to read siginfo');
    const register = registerValue(name, context.machine, surroundings);
    return register ?? this.convenience(await context.convenience(name));
  }

  private convenience(value: ConvenienceValue): Value {
    if (value === undefined) return this.nothing();
    if (typeof value === 'bigint') {
      const { int, longLong } = this.rules.types;
      const isInt = BigInt.asIntN(8 * int.size, value) === value;
      return numberOf(isInt ? int : longLong, value, this.surroundings);
    }
    if (typeof value !== 'string') return value;
    const { language, types } = this.rules;
    return this.string({
      // C's characters are numbers to Rust.
      type: (language === 'rust' && types.named('i8')) || types.char,
      units: [...new TextEncoder().encode(value)],
    });
  }

  /** gdb's `void`. */
  private nothing(): Value {
    return literal({ kind: 'void' }, new Uint8Array(1), this.surroundings);
  }

  private async unary({ operator, operand }: Expression & { kind: 'unary' }): Promise<Value> {
    const { rules } = this;
    if (operator === '&') return this.address(operand);
    if (operator === '*') return contentsOf(await this.value(operand), rules);
    const value = await this.operand(operand);
    switch (operator) {
      case '!': {
        const ofClass = await ofObjects('!', [value], rules);
        if (ofClass) return ofClass;
        const isBits = rules.language === 'rust' && !isTruth(value);
        return isBits
          ? complemented(value, rules)
          : truth(!(await truthOf(value, rules)), value, rules);
      }
      case '~':
        return complemented(value, rules);
      case '-':
      case '+':
        return signed(operator, value, rules);
    }
  }

  private async address(operand: Expression): Promise<Value> {
    const meaning = operand.kind === 'name' ? this.bindings.meaning(operand) : undefined;
    if (meaning?.kind === 'dataMember') return pointerToData(meaning, this.surroundings);
    if (meaning?.kind === 'method') return pointerToMethod(meaning, this.surroundings);
    const isVariable = meaning?.kind === 'local' || meaning?.kind === 'global';
    if (isVariable && meaning.variable.location.kind === 'constant' && this.rules.typesOnly) {
      throw new Failure('Attempt to take address of register or constant.');
    }
    const value = await this.value(operand);
    if (operand.kind === 'name') this.requireAddress(operand, value);
    return addressOf(value, this.rules);
  }

  /** Only what is in memory has an address. */
  private requireAddress({ name }: NameExpression, { place, address, type }: Value): void {
    if (isReference(strip(type))) return;
    if (place.kind === 'register' && !this.rules.typesOnly) {
      const register = this.registerName(place.register);
      throw new Failure(
        `Address requested for identifier "${name}" which is in register $${register}`,
      );
    }
    if (address === undefined && !this.rules.typesOnly) {
      throw new Failure(`Can't take address of "${name}" which isn't an lvalue.`);
    }
  }

  /** gdb's name for a register, the widest that it has. */
  private registerName(dwarfNumber: number): string {
    const { registers } = this.context.machine;
    const { abi } = registers?.layout.architecture ?? {};
    const name = abi?.dwarf.get(dwarfNumber);
    if (name === undefined) return String(dwarfNumber);
    const wider = abi?.wider?.(name);
    return wider !== undefined && registers?.read(wider) ? wider : name;
  }

  /** A value with its reference followed. */
  private async operand(expression: Expression): Promise<Value> {
    return unreferenced(await this.value(expression), this.rules);
  }

  private async binary({ operator, left, right }: Expression & { kind: 'binary' }): Promise<Value> {
    const { rules } = this;
    const first = await this.operand(left);
    if (operator === '&&' || operator === '||') return this.logical(operator, first, right);
    if (operator === '@') return this.repeated(first, right);
    const second = await this.operand(right);
    if (operator === ',') return second;
    if (isComparison(operator)) {
      return truth(await comparison(operator, first, second, rules), first, rules);
    }
    return arithmeticOf(operator, first, second, rules);
  }

  private async logical(operator: '&&' | '||', first: Value, right: Expression): Promise<Value> {
    const { rules } = this;
    const decided = (await truthOf(first, rules)) === (operator === '||');
    if (decided) return truth(operator === '||', first, rules);
    return truth(await truthOf(await this.operand(right), rules), first, rules);
  }

  private async repeated(value: Value, right: Expression): Promise<Value> {
    const count = await this.with({ typesOnly: false }).index(right);
    if (!this.rules.typesOnly) return required(repeated(value, count));
    return unread(arrayOf(value.type, Number(count)), this.surroundings);
  }

  private async conditional(expression: Expression & { kind: 'conditional' }): Promise<Value> {
    const holds = await truthOf(await this.operand(expression.condition), this.rules);
    return this.value(holds ? expression.then : expression.otherwise);
  }

  private async memberPointer(expression: Expression & { kind: 'memberPointer' }): Promise<Value> {
    const operand = await this.value(expression.operand);
    const pointer = await this.operand(expression.member);
    return memberPointedTo(operand, pointer, expression.arrow, this.rules);
  }

  private async subscripted({
    operand,
    index,
  }: Expression & { kind: 'subscript' }): Promise<Value> {
    const value = await this.value(operand);
    return subscript(value, await this.index(index), this.rules);
  }

  private async sliced(expression: Expression & { kind: 'slice' }): Promise<Value> {
    const { operand, from, to, inclusive } = expression;
    const value = await this.value(operand);
    const end = to && (await this.index(to));
    const exclusive = end === undefined ? undefined : inclusive ? end + 1n : end;
    return slice(value, from ? await this.index(from) : 0n, exclusive, this.rules);
  }

  private async index(expression: Expression): Promise<bigint> {
    // gdb evaluates no index where types alone count.
    const rules: Rules = this.rules.typesOnly ? { ...this.rules, typesOnly: 'static' } : this.rules;
    const scalar = await scalarOf(await this.operand(expression), notInteger, rules);
    const { types, machine } = this.rules;
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
    if (!this.rules.typesOnly) throw new Failure(cannotCall, callee.at);
    return unread(result, this.surroundings);
  }

  /** `C::f()` names no object to call a member function for: gdb finds no function that could be meant. */
  private checkHasObject(callee: Expression): void {
    const meaning = callee.kind === 'name' ? this.bindings.meaning(callee) : undefined;
    if (meaning?.kind !== 'method') return;
    const { owner, method } = meaning;
    const name = `${owner.name ?? ''}::${method.name}`;
    throw new Failure(`Cannot resolve method ${name} to any overloaded instance`, callee.at);
  }

  /** The type of what a function of the program gives. */
  private async resultOf(callee: Expression, count: number): Promise<Type> {
    if (callee.kind === 'member') {
      const { operand, member, arrow } = callee;
      const object = await this.value(operand);
      const found = await resultOfMethod(object, member, arrow, count, this.rules);
      if (found) return found;
    }
    return resultOfFunction(await this.operand(callee), this.rules);
  }

  private async convenienceCall(name: string, given: readonly Expression[]): Promise<Value> {
    const argument = (i: number): Expression => {
      const found = given[i];
      if (!found) throw new Failure(`$${name} takes more arguments.`);
      return found;
    };
    const result = await callConvenienceFunction(name, {
      rules: this.rules,
      count: given.length,
      value: (i) => this.operand(argument(i)),
      previous: (i) => this.before(argument(i)),
    });
    if (typeof result !== 'bigint') return result;
    return numberOf(this.rules.types.int, result, this.surroundings);
  }

  private async converted({ type, operand }: Expression & { kind: 'cast' }): Promise<Value> {
    const value = await this.operand(operand);
    return cast(value, this.bindings.type(type), this.rules);
  }

  private async memory({ type, address }: Expression & { kind: 'memory' }): Promise<Value> {
    const start = await addressIn(await this.operand(address), this.rules);
    return at(this.bindings.type(type), start, this.surroundings);
  }

  private async size({ of, alignment }: Expression & { kind: 'size' }): Promise<Value> {
    const type =
      'type' in of
        ? this.bindings.type(of.type)
        : await this.type(of.expression, this.rules.typesOnly || 'whatis');
    const bare = strip(type);
    const declared =
      'target' in bare && bare.kind !== 'pointer' && bare.kind !== 'memberPointer'
        ? bare.target
        : type;
    const counted = await completeType(declared, this.surroundings.placements);
    const bytes = alignment ? await alignmentOf(counted) : (sizeOf(counted) ?? 0);
    return numberOf(this.rules.types.int, BigInt(bytes), this.surroundings);
  }

  private async array({ elements }: Expression & { kind: 'array' }): Promise<Value> {
    const values = [];
    for (const element of elements) values.push(await this.operand(element));
    const [first] = values;
    if (!first) throw new Failure('An array must have at least one element.');
    const parts = [];
    for (const value of values) parts.push((await completeContents(value)).bytes);
    const size = parts[0]?.length ?? 0;
    if (parts.some(({ length }) => length !== size)) {
      throw new Failure('array elements must all be the same size');
    }
    const bytes = new Uint8Array(parts.flatMap((part) => [...part]));
    return literal(arrayOf(first.type, values.length), bytes, this.surroundings);
  }
}

/** The innermost stack frame with its PC in the function, from the selected one outward. */
async function frameOf(
  { scope, placement }: Meaning & { kind: 'ofFunction' },
  selected: StackFrame | undefined,
): Promise<StackFrame | undefined> {
  let frame = selected;
  while (frame && !isIn(scope, placement, frame)) frame = await frame.caller();
  return frame;
}

function isIn(
  { ranges }: FunctionScope,
  { program, slide }: LoadedModule,
  frame: StackFrame,
): boolean {
  if (frame.placement?.program !== program) return false;
  const pc = BigInt.asUintN(64, frame.lookupPc - slide);
  return ranges.some(({ start, end }) => pc >= start && pc < end);
}

function typeAsExpression({ type, at: offset }: Expression & { kind: 'type' }): Failure {
  const what = type.kind === 'typeOf' ? 'type' : 'type name';
  return new Failure(`Attempt to use a ${what} as an expression`, offset);
}

function arrayOf(element: Type, count: number): Type {
  const dimensions = [{ lower: 0n, count: BigInt(count) }];
  return { kind: 'array', element, dimensions, vector: false };
}
