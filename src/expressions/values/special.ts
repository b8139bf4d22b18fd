// Parts of an expression that only values can be: calls, strings, members without an object,
// pointers to members, slices, what gdb says of `&name`.
import { t } from '@vscode/l10n';
import { canonicalName } from '../../symbols/canonicalName';
import { unsigned } from '../../bytes/cursor';
import type { Variable } from '../../symbols/scope';
import type { MemberPointerType, Type } from '../../symbols/type';
import { readMethodPointer } from '../../values/text/memberPointerText';
import { at, memberNamed } from '../../values/navigate';
import { asClass, isReference, strip } from '../../values/types';
import { withConstantThis } from '../../values/typeName';
import { wholeObject } from '../../values/wholeObject';
import {
  inside,
  literal,
  numberOf,
  readMemory,
  Value,
  type ValueContext,
} from '../../values/value';
import { isDynamic, readVariable } from '../../values/variable';
import { methodsNamed, pointerToData, pointerToMethod } from '../classMembers';
import { imaginary } from '../complexNumbers';
import { callConvenienceFunction, isConvenienceFunction } from '../convenienceFunctions';
import { decimalLiteral } from '../decimalNumbers';
import { stringLiteral } from '../literals';
import type { Lowers } from '../lowering/lowered';
import {
  lowerAddress,
  lowerAsAddress,
  lowerBase,
  lowerElement,
  lowerMember,
  lowerObject,
  lowerPointee,
  lowerReferent,
  pathToBase,
} from '../lowering/objects';
import { Failure, cannotCall, notAvailable } from '../problem';
import { enclosingFrame } from '../enclosingFrame';
import { localNamed } from '../names';
import { isDescribed, stackFrameOf, type ResolvedSymbol } from '../resolvedSymbol';
import { completeContents, floatValue, scalarOf, type Scalar } from '../scalar';
import type { Expression, NameExpression } from '../syntax';
import { arrayOf, integerIn, type ValueOperand, type ValueBackEnd, unread } from './backEnd';
import { assigned } from './assignment';
import { typeInfoOf, typeInfoOfValue, typeInfoType } from './typeInfo';
import type { CompositePiece } from '../../machine/location';
import type { StackFrame } from '../../machine/stackFrame';
import type { Contents } from '../../values/contents';

type Kind<K extends Expression['kind']> = Expression & { readonly kind: K };

/** The value of a part that only values can be; undefined for all others. */
export async function specialValue(
  expression: Expression,
  lowers: Lowers<Scalar, Value>,
  backEnd: ValueBackEnd,
): Promise<ValueOperand | undefined> {
  const part = new SpecialPart(lowers, backEnd);
  switch (expression.kind) {
    case 'number':
      return part.number(expression);
    case 'string':
      return backEnd.text(stringLiteral(expression.texts, backEnd.semantics.types));
    case 'name':
      return part.name(expression);
    case 'unary':
      return expression.operator === '&' && expression.operand.kind === 'name'
        ? part.addressOfName(expression.operand)
        : undefined;
    case 'binary':
      return part.binary(expression);
    case 'memberPointer':
      return part.memberPointer(expression);
    case 'slice':
      return part.slice(expression);
    case 'call':
      return part.call(expression);
    case 'array':
      return part.array(expression);
    case 'typeInfo':
      return part.typeInfo(expression);
    case 'assignment':
      return backEnd.semantics.typesOnly
        ? lowers.operand(expression.target)
        : assigned(expression, lowers, backEnd);
    case 'member':
      return part.memberOfWhole(expression);
    case 'character':
    case 'truth':
    case 'variable':
    case 'conditional':
    case 'applied':
    case 'bound':
    case 'enumerator':
    case 'subscript':
    case 'cast':
    case 'memory':
    case 'size':
    case 'type':
      return undefined;
  }
}

/** One part of an expression. */
class SpecialPart {
  constructor(
    private readonly lowers: Lowers<Scalar, Value>,
    private readonly backEnd: ValueBackEnd,
  ) {}

  /** Decimal, floating-point and imaginary numbers. */
  number(expression: Kind<'number'>): ValueOperand | undefined {
    const { backEnd } = this;
    const { context } = backEnd;
    const found = backEnd.bindings.number(expression);
    if (!found) return undefined;
    if ('decimal' in found) {
      return backEnd.object(decimalLiteral(found.decimal, found.type, context));
    }
    if ('integer' in found) {
      if (!found.imaginary) return undefined;
      return backEnd.object(imaginary(numberOf(found.type, found.integer, context)));
    }
    const value = floatValue(found.type, found.float, context);
    return backEnd.object(found.imaginary ? imaginary(value) : value);
  }

  name(name: NameExpression): Promise<ValueOperand> | undefined {
    const symbol = this.backEnd.bindings.symbol(name);
    if (symbol?.kind === 'dataMember') return this.memberOfSelf(symbol);
    if (symbol?.kind === 'method') return Promise.resolve(this.method(symbol));
    if (symbol?.kind === 'ofEnclosing') return this.ofEnclosing(symbol);
    return symbol?.kind === 'ofFunction' ? this.ofFunction(symbol) : undefined;
  }

  /** `part->x` of the whole object that the part belongs to, where a setting wants it. */
  async memberOfWhole({
    operand,
    member,
    arrow,
  }: Kind<'member'>): Promise<ValueOperand | undefined> {
    const { backEnd } = this;
    const isWanted = arrow && backEnd.context.wholeObjects === true;
    if (!isWanted || backEnd.semantics.typesOnly) return undefined;
    const part = await this.lowers.value(operand);
    const whole = await wholeObject(backEnd.value(part));
    return lowerMember(whole ? backEnd.object(whole) : part, member, arrow, backEnd);
  }

  /** `C::x`, a data member: of the object that the function was called for. */
  private async memberOfSelf({
    owner,
    member: { name = '', type },
    self,
  }: ResolvedSymbol & { kind: 'dataMember' }): Promise<ValueOperand> {
    const { backEnd } = this;
    if (backEnd.semantics.typesOnly) return backEnd.object(await unread(type, backEnd.context));
    const pointer = self && (await backEnd.variable(self));
    const object = pointer && (await lowerPointee(pointer, backEnd));
    const path = object && (await pathToBase(object.type, owner, backEnd));
    if (!path) throw new Failure(`Cannot reference non-static field "${name}"`);
    return lowerMember(await lowerBase(object, path, backEnd), name, false, backEnd);
  }

  private method({ method, type, definition }: ResolvedSymbol & { kind: 'method' }): ValueOperand {
    const { backEnd } = this;
    if (!definition && !backEnd.semantics.typesOnly) {
      throw new Failure(`Cannot reference virtual member function "${method.name}"`);
    }
    const { address = 0n, type: own = type } = definition ?? {};
    return backEnd.object(new Value(own, { kind: 'memory', address }, backEnd.context));
  }

  private async ofFunction(symbol: ResolvedSymbol & { kind: 'ofFunction' }): Promise<ValueOperand> {
    const { backEnd } = this;
    const { context } = backEnd;
    const { variable, scope } = symbol;
    if (backEnd.semantics.typesOnly) {
      return backEnd.object(new Value(variable.type, { kind: 'optimizedOut' }, context));
    }
    const frame = await stackFrameOf(symbol, context.frame);
    return this.inFrame(variable, frame, scope.name);
  }

  private async ofEnclosing({
    variable,
    functions,
  }: ResolvedSymbol & { kind: 'ofEnclosing' }): Promise<ValueOperand> {
    const { backEnd } = this;
    const { context } = backEnd;
    if (backEnd.semantics.typesOnly) {
      return backEnd.object(new Value(variable.type, { kind: 'optimizedOut' }, context));
    }
    const frame = await enclosingFrame(functions, context);
    const { name, offset } = functions.at(-1) ?? {};
    // Of another instance, such as an inlined one, the variable is elsewhere.
    const isOther = frame?.scope && frame.scope.offset !== offset;
    const own = isOther ? localNamed(variable.name, frame.scope) : undefined;
    return this.inFrame(own ?? variable, frame, name);
  }

  /** A variable in the stack frame of its function, if there is one. */
  private async inFrame(
    variable: Variable,
    frame: StackFrame | undefined,
    functionName = '',
  ): Promise<ValueOperand> {
    const { context } = this.backEnd;
    if (frame) return this.backEnd.object(await readVariable(variable, { ...context, frame }));
    throw new Failure(
      context.frame
        ? `No frame is currently executing in block ${functionName}.`
        : 'No frame selected.',
    );
  }

  /** Undefined for something known only by its symbol: that is not special. */
  async addressOfName(name: NameExpression): Promise<ValueOperand | undefined> {
    const { backEnd } = this;
    const { context, semantics } = backEnd;
    const symbol = backEnd.bindings.symbol(name);
    if (symbol?.kind === 'dataMember') return backEnd.object(pointerToData(symbol, context));
    if (symbol?.kind === 'method') return backEnd.object(pointerToMethod(symbol, context));
    const isVariable = symbol?.kind === 'local' || symbol?.kind === 'global';
    if (isVariable && symbol.variable.location.kind === 'constant' && semantics.typesOnly) {
      throw new Failure('Attempt to take address of register or constant.');
    }
    if (symbol?.kind === 'data') return undefined;
    const operand = await this.lowers.value(name);
    // gdb names what it means with the namespaces and classes around it.
    const meant = symbol?.kind === 'global' ? symbol.variable.name : name.name;
    if (!semantics.typesOnly) this.requireAddress(meant, backEnd.value(operand));
    const address = await lowerAddress(operand, backEnd);
    // For its type, gdb does not look how long the array is.
    return semantics.typesOnly && isVariable && isDynamic(symbol.variable.type)
      ? { ...address, type: semantics.types.pointerTo(symbol.variable.type) }
      : address;
  }

  /** Only what is in memory has an address. */
  private requireAddress(name: string, { place, address, type }: Value): void {
    if (isReference(strip(type))) return;
    if (place.kind === 'register') {
      const register = this.registerName(place.register);
      throw new Failure(
        `Address requested for identifier "${name}" which is in register $${register}`,
      );
    }
    if (address === undefined) {
      throw new Failure(`Can't take address of "${name}" which isn't an lvalue.`);
    }
  }

  /** gdb's name for a register, the widest that it has. */
  private registerName(dwarfNumber: number): string {
    const { registers } = this.backEnd.context.state;
    const { abi } = registers?.layout.architecture ?? {};
    const name = abi?.dwarf.get(dwarfNumber);
    if (name === undefined) return String(dwarfNumber);
    const wider = abi?.wider?.(name);
    return wider !== undefined && registers?.read(wider) ? wider : name;
  }

  async binary({ operator, left, right }: Kind<'binary'>): Promise<ValueOperand | undefined> {
    if (operator !== ',' && operator !== '@') return undefined;
    const { lowers, backEnd } = this;
    const first = await lowers.operand(left);
    if (operator === ',') return lowers.operand(right);
    const count = await backEnd.with(false).lowering().index(right);
    return backEnd.repeated(first, integerIn(count.word));
  }

  async memberPointer({ operand, member, arrow }: Kind<'memberPointer'>): Promise<ValueOperand> {
    const { lowers, backEnd } = this;
    const value = await lowers.value(operand);
    const pointer = backEnd.value(await lowers.operand(member));
    const type = strip(pointer.type);
    if (type.kind !== 'memberPointer') {
      throw new Failure('non-pointer-to-member value used in pointer-to-member construct');
    }
    if (backEnd.semantics.typesOnly) {
      return backEnd.object(await unread(withConstantThis(type.target), backEnd.context));
    }
    const object = await this.objectOf(type, await lowerObject(value, arrow, backEnd));
    if (strip(type.target).kind === 'function') return this.methodOf(object, pointer, type);
    const { bytes } = await completeContents(pointer);
    const offset = Number(BigInt.asIntN(8 * bytes.length, unsigned(bytes, pointer.context.order)));
    const { place, context } = backEnd.value(object);
    return backEnd.object(new Value(type.target, inside(place, offset + 1, offset), context));
  }

  /** The part of an object whose class has the member. */
  private async objectOf(
    { of }: MemberPointerType,
    object: ReturnType<ValueBackEnd['object']>,
  ): Promise<ReturnType<ValueBackEnd['object']>> {
    const owner = asClass(of);
    const path = owner && (await pathToBase(object.type, owner, this.backEnd));
    return path ? lowerBase(object, path, this.backEnd) : object;
  }

  /** The function that is called for an object: the table of virtual functions may say which. */
  private async methodOf(
    object: ValueOperand,
    pointer: Value,
    { target }: MemberPointerType,
  ): Promise<ValueOperand> {
    const { backEnd } = this;
    const { context } = backEnd.value(object);
    const held = readMethodPointer((await completeContents(pointer)).bytes, context);
    const type = withConstantThis(target);
    if (!held.virtual) return backEnd.object(await at(type, held.pointer, context));
    const self = await lowerAsAddress(await lowerAddress(object, backEnd), backEnd);
    const table = await addressAt(integerIn(self) + held.adjustment, context);
    return backEnd.object(await at(type, await addressAt(table + held.pointer, context), context));
  }

  /** The elements of a Rust array or slice from `from` up to `to`, or to its end. */
  async slice({ operand, from, to, inclusive }: Kind<'slice'>): Promise<ValueOperand> {
    const { lowers, backEnd } = this;
    const { types } = backEnd.semantics;
    const value = await lowers.value(operand);
    const end = to && integerIn((await lowers.index(to)).word);
    const zero = { type: types.int, word: backEnd.constant(0n, types.int) };
    const begin = from ? await lowers.index(from) : zero;
    const start = integerIn(begin.word);
    const first = backEnd.value(await lowerElement(value, begin, backEnd));
    const past = end === undefined ? await this.lengthIn(value) : inclusive ? end + 1n : end;
    if (past < start) throw new Failure('Slice with negative length');
    const type = arrayOf(first.type, Number(past - start));
    return backEnd.object(new Value(type, first.place, first.context));
  }

  private async lengthIn(operand: ValueOperand): Promise<bigint> {
    const { backEnd } = this;
    const value = backEnd.value(await lowerReferent(operand, backEnd));
    const bare = strip(value.type);
    const count = bare.kind === 'array' ? bare.dimensions[0]?.count : undefined;
    if (typeof count === 'bigint') return count;
    const unknown = t('The length of the slice is not known.');
    const length = asClass(value.type) && (await memberNamed(value, 'length'));
    if (!length || 'problem' in length) throw new Failure(length?.problem ?? unknown);
    return integerIn(await scalarOf(length, unknown, backEnd.semantics));
  }

  async call({ callee, arguments: given }: Kind<'call'>): Promise<ValueOperand> {
    const { lowers, backEnd } = this;
    if (callee.kind === 'variable' && isConvenienceFunction(callee.name)) {
      return this.convenienceCall(callee.name, given);
    }
    this.checkHasObject(callee);
    this.checkResult(callee);
    const result = await this.resultOf(callee, given.length);
    for (const argument of given) await lowers.value(argument);
    if (!backEnd.semantics.typesOnly) throw new Failure(cannotCall, callee.at);
    return backEnd.object(await unread(result, backEnd.context));
  }

  /** `C::f()` has no object to call a member function for: gdb finds no matching function. */
  private checkHasObject(callee: Expression): void {
    const symbol = callee.kind === 'name' ? this.backEnd.bindings.symbol(callee) : undefined;
    if (symbol?.kind !== 'method') return;
    const { owner, method } = symbol;
    const name = canonicalName(`${owner.name ?? ''}::${method.name}`);
    throw new Failure(`Cannot resolve method ${name} to any overloaded instance`, callee.at);
  }

  /** What a function gives that debugging information does not describe has to be said. */
  private checkResult(callee: Expression): void {
    const symbol = callee.kind === 'name' ? this.backEnd.bindings.symbol(callee) : undefined;
    if (symbol?.kind !== 'function' || isDescribed(symbol)) return;
    if (!this.backEnd.semantics.typesOnly) throw new Failure(cannotCall, callee.at);
    const name = callee.kind === 'name' ? callee.name : '';
    throw new Failure(
      `'${name}' has unknown return type; cast the call to its declared return type`,
      callee.at,
    );
  }

  /** The type of what a function of the program gives. */
  private async resultOf(callee: Expression, count: number): Promise<Type> {
    if (callee.kind === 'member') {
      const found = await this.resultOfMethod(callee, count);
      if (found) return found;
    }
    const { type } = await this.lowers.operand(callee);
    const bare = strip(type);
    if (bare.kind === 'function') return bare.result;
    if (!this.backEnd.semantics.typesOnly) return bare;
    throw new Failure('Expression of type other than "Function returning ..." used as function');
  }

  /**
   * The result type of `operand.name(…)`: of the first member function of that name that takes
   * `count` arguments; undefined where the object has no such member.
   */
  private async resultOfMethod(
    { operand, member: name, arrow }: Kind<'member'>,
    count: number,
  ): Promise<Type | undefined> {
    const { lowers, backEnd } = this;
    const object = await lowerObject(await lowers.value(operand), arrow, backEnd);
    const type = asClass(object.type);
    if (!type) return undefined;
    let first: Type | undefined;
    for await (const { methods } of methodsNamed(type, name)) {
      for (const method of methods) {
        const { result, parameters } = await method.signature();
        first ??= result;
        if (parameters.filter(({ artificial }) => !artificial).length === count) return result;
      }
    }
    const isOfOthers = first ?? backEnd.semantics.language !== 'c++';
    if (isOfOthers || (await memberNamed(backEnd.value(object), name))) return first;
    throw new Failure(`Couldn't find method ${type.name ?? ''}::${name}`);
  }

  private async convenienceCall(name: string, given: readonly Expression[]): Promise<ValueOperand> {
    const { lowers, backEnd } = this;
    const argument = (i: number): Expression => {
      const found = given[i];
      if (!found) throw new Failure(t('${0} takes more arguments.', name));
      return found;
    };
    const result = await callConvenienceFunction(name, {
      semantics: backEnd.semantics,
      context: backEnd.context,
      count: given.length,
      value: async (i) => backEnd.value(await lowers.operand(argument(i))),
      address: async (value) => integerIn(await lowerAsAddress(backEnd.object(value), backEnd)),
      previous: (i) => backEnd.before(argument(i)),
    });
    return backEnd.convenience(result);
  }

  /** `typeid`. */
  async typeInfo({ of }: Kind<'typeInfo'>): Promise<ValueOperand> {
    const { backEnd, lowers } = this;
    const { context, semantics, bindings } = backEnd;
    if (semantics.typesOnly) {
      return backEnd.object(await unread(await typeInfoType(context, semantics), context));
    }
    if ('type' in of) {
      return backEnd.object(await typeInfoOf(bindings.type(of.type), context, semantics));
    }
    const value = backEnd.value(await lowers.operand(of.expression));
    return backEnd.object(await typeInfoOfValue(value, semantics));
  }

  async array({ elements }: Kind<'array'>): Promise<ValueOperand> {
    const { lowers, backEnd } = this;
    const values: Value[] = [];
    for (const element of elements) values.push(backEnd.value(await lowers.operand(element)));
    const [first] = values;
    if (!first) throw new Failure(t('An array must have at least one element.'));
    return backEnd.object(await writtenArray(first, values, backEnd.context));
  }
}

async function addressAt(address: bigint, context: ValueContext): Promise<bigint> {
  const { bytes, complete } = await readMemory(address, context.addressSize, context);
  if (!complete) throw new Failure(notAvailable);
  return unsigned(bytes, context.order);
}

// Arrays that are written in an expression: `{1, n, 3}`.

/** The array of some values; where some are not known, of what is known of them. */
async function writtenArray(
  first: Value,
  values: readonly Value[],
  context: ValueContext,
): Promise<Value> {
  const parts = await Promise.all(values.map((value) => value.contents()));
  const size = parts[0]?.bytes.length ?? 0;
  if (parts.some(({ bytes }) => bytes.length !== size)) {
    throw new Failure('array elements must all be the same size');
  }
  const type = arrayOf(first.type, values.length);
  if (parts.some(({ complete }) => !complete)) {
    const pieces = values.map((value, i) => pieceOf(value, parts[i]));
    return new Value(type, { kind: 'pieces', pieces }, context);
  }
  const bytes = new Uint8Array(parts.flatMap((part) => [...part.bytes]));
  return literal(type, bytes, context);
}

function pieceOf(value: Value, contents: Contents | undefined): CompositePiece {
  const { place, bits } = value;
  if (place.kind === 'problem') throw new Failure(place.problem);
  const size = 8 * (contents?.bytes.length ?? 0);
  if (!contents || contents.complete) {
    return { location: { kind: 'literal', bytes: contents?.bytes ?? new Uint8Array(0) }, size };
  }
  if (!bits) return { location: place, size };
  return { location: { kind: contents.has('unavailable') ? 'unavailable' : 'optimizedOut' }, size };
}
