// Expressions as functions of a frame, for searches: variables, registers and places as what the
// frames that stop at one place of the program hold of them.
import { t } from '@vscode/l10n';
import type { DwarfExpression } from '../../symbols/location';
import type { Variable } from '../../symbols/scope';
import type { BaseClass, Member, Type } from '../../symbols/type';
import { expressionAt } from '../../machine/location';
import { Origin, type MemorySpan } from '../../machine/memory';
import type { Register } from '../../machine/registerLayout';
import { type LoadedModule, type StackFrame } from '../../machine/stackFrame';
import {
  asClass,
  elementType,
  isFloat,
  isReference,
  sizeOf,
  strip,
  targetOf,
} from '../../values/types';
import type { Value, ValueContext } from '../../values/value';
import { readVariable } from '../../values/variable';
import type { ArithmeticOperator, ComparisonOperator } from '../arithmetic';
import { isConstant } from '../bindings';
import type { EvaluationContext } from '../context';
import { isObject, type Lowered, type LoweredNumber, type Lowers } from '../lowering/lowered';
import { lowerElement, placedInside, type PlacingBackEnd } from '../lowering/objects';
import { truthNumber } from '../lowering/operators';
import { typeOfRegister } from '../registerValue';
import type { LanguageSemantics } from '../languageSemantics';
import { isFloatType, scalarOf, scalarType, wrap, type ScalarType } from '../scalar';
import type { Expression } from '../syntax';
import {
  compiledAddressFrom,
  compiledPlace,
  type CompiledStackFrame,
  bytesAt,
  elementPlace,
  isCollected,
  isFixed,
  unavailablePlace,
  wordAt,
  placeAt,
  placeInRegister,
  placeInside,
  type ClosureObject,
  type ClosurePlace,
} from './places';
import { type ClosureContext, NotCompilable, type SearchFrame } from './searchFrame';
import {
  bytesOfWord,
  calculatedWord,
  choiceWord,
  comparisonOfWords,
  constantWord,
  convertedWord,
  distanceWord,
  integerReader,
  integerWord,
  logicalOfWords,
  movedWord,
  orNeedsIo,
  truthWord,
  turnedWord,
  unsignedRead,
  type ClosureWord,
  type Read,
} from './numbers';
import { callFrameAt } from '../../machine/unwind/callFrames';

type ClosureValue = Lowered<ClosureWord, ClosurePlace>;
type ClosureNumber = LoweredNumber<ClosureWord>;
type ClosureLowers = Lowers<ClosureWord, ClosurePlace>;

/**
 * What of a frame an expression reads without waiting. Throws {@link NotCompilable} where it
 * would have to wait.
 */
export class ClosureBackEnd implements PlacingBackEnd<ClosureWord, ClosurePlace> {
  readonly semantics: LanguageSemantics;
  /** Nothing of a frame is collected in them. */
  readonly context: ValueContext;
  /**
   * Whether anything that was found needs more of a frame than its number, its tracepoint and its
   * PC.
   */
  readsFrame = false;
  /**
   * The arguments of `$_changed`, by where they begin in the text: their bytes, if they are
   * available.
   */
  readonly changing = new Map<number, () => Uint8Array | undefined>();
  private readonly frame: SearchFrame;
  private readonly registers: EvaluationContext['state']['registers'];
  private readonly stoppedAt: bigint | undefined;
  private readonly addressType: ScalarType;

  constructor(private readonly given: ClosureContext) {
    const { context, frame, semantics } = given;
    this.semantics = semantics;
    this.frame = frame;
    this.context = { ...context, memory: { read: nothingCollected } };
    this.registers = context.state.registers;
    this.stoppedAt = context.state.pc;
    const { addressSize: size } = this.context;
    this.addressType = { kind: 'base', name: '', size, encoding: unsignedNumber };
  }

  async special(expression: Expression, lowers: ClosureLowers): Promise<ClosureValue | undefined> {
    const { bindings, semantics, valueHere } = this.given;
    if (isConstant(expression, bindings)) {
      const scalar = await scalarOf(await valueHere(expression), t('It is no number.'), semantics);
      return { type: scalar.type, word: constantWord(scalar) };
    }
    switch (expression.kind) {
      case 'call':
        return this.call(expression, lowers);
      case 'cast':
        return this.cast(expression, lowers);
      case 'subscript':
        return semantics.language === 'rust' ? this.rustElement(expression, lowers) : undefined;
      case 'size':
      case 'string':
      case 'memberPointer':
      case 'slice':
      case 'array':
      case 'typeInfo':
      case 'assignment':
        throw new NotCompilable();
      case 'number':
      case 'character':
      case 'truth':
      case 'name':
      case 'variable':
      case 'unary':
      case 'binary':
      case 'conditional':
      case 'member':
      case 'memory':
      case 'type':
      case 'applied':
      case 'bound':
      case 'enumerator':
        return undefined;
    }
  }

  /** One of the stack frame, or of a program at the same place in every frame. */
  async variable(variable: Variable, module?: LoadedModule): Promise<ClosureObject> {
    const { type, location } = variable;
    if (module) {
      const placed = { ...this.context, frame: undefined, modules: [module] };
      return this.fixed(await readVariable(variable, placed));
    }
    if (!isFixed(type)) throw new NotCompilable();
    if (location.kind === 'none') return { type, place: unavailablePlace };
    const { frame } = this.context;
    if (location.kind === 'constant' || !frame) throw new NotCompilable();
    const expression = expressionAt(location, frame);
    if (!expression || expression.bytes.length === 0) return { type, place: unavailablePlace };
    const place = await compiledPlace(expression, await this.around(frame));
    if (place.kind === 'register') return this.inRegister(type, place.register);
    return this.at(integerWord(this.addressType, place.address), type);
  }

  atEntry(): never {
    throw new NotCompilable();
  }

  dollar(name: string): ClosureValue {
    const { frame, variable } = this.given;
    const { int, longLong } = this.semantics.types;
    const register = this.registers?.read(name)?.register;
    if (register) return this.registerNamed(register, typeOfRegister(register, name));
    if (name === 'trace_frame') return integer(int, () => BigInt(frame.number));
    if (name === 'tracepoint') return integer(int, () => BigInt(frame.tracepoint));
    const number = variable(name);
    if (number === undefined) throw new NotCompilable();
    this.readsFrame = true;
    const word: ClosureWord = {
      ...integerWord(longLong, () => frame.variable(number)),
      scalar: () => {
        const value = frame.variable(number);
        if (value === undefined) return undefined;
        const isInt = BigInt.asIntN(8 * int.size, value) === value;
        return { kind: 'integer', type: isInt ? int : longLong, value };
      },
    };
    return { type: longLong, word, variesInSize: true };
  }

  member(object: ClosureObject, member: Member): Promise<ClosureObject> {
    return placedInside(object, member, this);
  }

  base(object: ClosureObject, base: BaseClass): Promise<ClosureObject> {
    return placedInside(object, base, this);
  }

  at(address: ClosureWord, type: Type): ClosureObject {
    if (!isFixed(type)) throw new NotCompilable();
    this.readsFrame = true;
    return { type, place: placeAt(address, this.addressType, this.frame) };
  }

  fixed({ place, type }: Value): ClosureObject {
    if (!isFixed(type)) throw new NotCompilable();
    if (place.kind === 'optimizedOut') return { type, place: unavailablePlace };
    if (place.kind !== 'memory') throw new NotCompilable();
    return this.at(this.constant(place.address, this.addressType), type);
  }

  inside(place: ClosurePlace, _: number, offset: number): ClosurePlace {
    return placeInside(place, offset, this.addressType);
  }

  element(array: ClosureObject, index: ClosureNumber, stride: bigint): ClosureObject {
    const bare = strip(array.type);
    const type = bare.kind === 'array' ? elementType(bare) : bare;
    return { type, place: elementPlace(array, index, stride) };
  }

  address({ place: { address }, bits }: ClosureObject, type: ScalarType): ClosureWord | undefined {
    if (!address || bits) return undefined;
    const { constant } = address;
    if (constant !== undefined) return this.constant(wrap(constant, type), type);
    return integerWord(type, integerReader(address));
  }

  async fromObject(expression: DwarfExpression, object: ClosureWord): Promise<ClosureWord> {
    const { frame } = this.context;
    if (!frame) throw new NotCompilable();
    const around = await this.around(frame);
    const read = await compiledAddressFrom(expression, integerReader(object), around);
    return integerWord(this.addressType, read);
  }

  pointee(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  read(object: ClosureObject, type: ScalarType): ClosureWord {
    return wordAt(object, type, this.frame, this.semantics);
  }

  constant(value: bigint, type: ScalarType): ClosureWord {
    return constantWord({ kind: 'integer', type, value });
  }

  isTrue(): undefined {
    return undefined;
  }

  convert(number: ClosureNumber, type: ScalarType): ClosureWord {
    return convertedWord(number, type, this.semantics);
  }

  arithmetic(
    operator: ArithmeticOperator,
    left: ClosureNumber,
    right: ClosureNumber,
    type: ScalarType,
  ): ClosureWord {
    return calculatedWord(operator, left, right, type, this.semantics);
  }

  negate(operand: ClosureNumber, type: ScalarType): ClosureWord {
    return turnedWord('-', operand, type, this.semantics);
  }

  complement(operand: ClosureNumber, type: ScalarType): ClosureWord {
    return turnedWord('~', operand, type, this.semantics);
  }

  moved(base: ClosureNumber, count: ClosureWord, stride: bigint): ClosureWord {
    return movedWord(base, count, stride);
  }

  distance(from: ClosureWord, to: ClosureWord, stride: bigint, type: ScalarType): ClosureWord {
    return distanceWord(from, to, stride, type);
  }

  movedUnlessZero(): never {
    throw new NotCompilable();
  }

  compare(
    operator: ComparisonOperator,
    left: ClosureNumber,
    right: ClosureNumber,
    addresses: ScalarType | undefined,
  ): ClosureWord {
    return truthWord(
      comparisonOfWords(operator, left, right, addresses, this.semantics),
      this.semantics,
    );
  }

  not({ word: { holds } }: ClosureNumber): ClosureWord {
    return truthWord(() => {
      const truth = holds();
      return truth === undefined ? undefined : !truth;
    }, this.semantics);
  }

  /** What may never be asked may need the evaluation that waits. */
  async logical(
    operator: '&&' | '||',
    left: ClosureNumber,
    right: () => Promise<ClosureNumber>,
  ): Promise<ClosureWord> {
    const { read, failed } = await orNeedsIo(async () => (await right()).word.holds);
    if (failed) this.readsFrame = true;
    return truthWord(logicalOfWords(operator === '||', left.word.holds, read), this.semantics);
  }

  /** The value of a choice has the type of the part that is chosen, in each frame. */
  choiceType(then: ClosureNumber, otherwise: ClosureNumber): ScalarType {
    const varies = then.variesInSize ?? otherwise.variesInSize ?? false;
    if (then.type !== otherwise.type || varies) throw new NotCompilable();
    return then.type;
  }

  choice(
    condition: ClosureNumber,
    then: ClosureWord,
    otherwise: ClosureWord,
    type: ScalarType,
  ): ClosureWord {
    return choiceWord(condition.word, then, otherwise, type);
  }

  /**
   * Rust's slices are objects that lead to their elements: the evaluation that waits follows
   * them.
   */
  private async rustElement(
    { operand, index }: Expression & { kind: 'subscript' },
    lowers: ClosureLowers,
  ): Promise<ClosureValue> {
    const value = await lowers.operand(operand);
    if (strip(value.type).kind !== 'array') throw new NotCompilable();
    return lowerElement(value, await lowers.index(index), this);
  }

  private async cast(
    { type, operand }: Expression & { kind: 'cast' },
    lowers: ClosureLowers,
  ): Promise<ClosureNumber> {
    const wanted = scalarType(this.given.bindings.type(type));
    if (!wanted || isReference(wanted)) throw new NotCompilable();
    const number = await lowers.number(operand);
    if (wanted.kind === 'pointer') {
      const [from, to] = [targetOf(number.type), wanted.target].map(
        (each) => each && asClass(each),
      );
      // Between classes that are bases of one another a pointer moves.
      if (!number.word.integer || (from && to && from !== to)) throw new NotCompilable();
    } else if (number.type.kind === 'pointer' && isFloat(wanted)) {
      throw new NotCompilable();
    }
    return { type: wanted, word: this.convert(number, wanted) };
  }

  /** `$_collected` and `$_changed`. */
  private async call(
    { callee, arguments: given }: Expression & { kind: 'call' },
    lowers: ClosureLowers,
  ): Promise<ClosureNumber> {
    const [argument, ...more] = given;
    if (callee.kind !== 'variable' || !argument || more.length > 0) throw new NotCompilable();
    if (callee.name !== '_collected' && callee.name !== '_changed') throw new NotCompilable();
    const { frame } = this;
    const value = await lowers.operand(argument);
    if (callee.name === '_collected') {
      return this.truth(
        isObject(value) ? isCollected(value, frame) : () => value.word.scalar() !== undefined,
      );
    }
    const bytes = isObject(value) ? bytesAt(value, frame) : bytesOfWord(value.word, frame);
    this.changing.set(argument.at, bytes);
    return this.truth(() => {
      const now = bytes();
      return now && frame.hasChanged(argument.at, now);
    });
  }

  /** gdb's functions give an `int` in every language. */
  private truth(holds: () => boolean | undefined): ClosureNumber {
    const { int } = this.semantics.types;
    const { word } = truthNumber(truthWord(holds, this.semantics), this.semantics);
    return { type: int, word: { ...integerWord(int, integerReader(word)), holds } };
  }

  private registerNamed(register: Register, type: Type): ClosureValue {
    if (this.isPcRegister(register)) return this.pc(type);
    this.readsFrame = true;
    if (register.derivation) return this.derived(register, type);
    const length = Math.ceil(register.bitSize / 8);
    const { offset } = register;
    if (offset === undefined || length !== sizeOf(type)) throw new NotCompilable();
    const reach = (at: number, size: number): boolean =>
      this.frame.reachRegisters(offset + at, size);
    return { type, place: { reach } };
  }

  private isPcRegister({ name }: Register): boolean {
    return name === this.registers?.layout.architecture.pc;
  }

  /** All frames that stop at one place have its PC. */
  private pc(type: Type): ClosureNumber {
    const bare = scalarType(type);
    if (!bare) throw new NotCompilable();
    const value = this.stoppedAt === undefined ? undefined : wrap(this.stoppedAt, bare);
    return integer(bare, () => value);
  }

  private derived(register: Register, type: Type): ClosureNumber {
    const bare = scalarType(type);
    if (!bare || isFloatType(bare)) throw new NotCompilable();
    return integer(bare, unsignedRead(this.unsigned(register), bare));
  }

  /** A register, raw or computed, as an unsigned number. */
  private unsigned(register: Register): Read {
    if (this.isPcRegister(register)) return () => this.stoppedAt;
    const { derivation, offset, bitSize } = register;
    if (!derivation) {
      const size = Math.ceil(bitSize / 8);
      if (offset === undefined) throw new NotCompilable();
      const type = { kind: 'base', name: register.name, size, encoding: unsignedNumber } as const;
      const reach = (at: number, n: number): boolean => this.frame.reachRegisters(offset + at, n);
      return integerReader(wordAt({ type, place: { reach } }, type, this.frame, this.semantics));
    }
    const parts = derivation.from.map((name) => {
      const from = this.registers?.read(name)?.register;
      return from ? this.unsigned(from) : notANumber();
    });
    const bits = 8 * register.type.size;
    return () => {
      const values: bigint[] = [];
      for (const read of parts) {
        const value = read();
        if (value === undefined) return undefined;
        values.push(value);
      }
      return BigInt.asUintN(bits, derivation.value(values));
    };
  }

  private inRegister(type: Type, number: number): ClosureObject {
    const register = this.numbered(number);
    const { offset, bitSize } = register;
    this.readsFrame = true;
    // Floating-point registers may hold numbers in a format of their own.
    if (offset === undefined || register.type.kind === 'float') throw new NotCompilable();
    const held = { offset, length: Math.ceil(bitSize / 8) };
    return { type, place: placeInRegister(type, held, this.frame) };
  }

  /** A register by its DWARF number. */
  private numbered(number: number): Register {
    const { registers } = this;
    const abi = registers?.layout.architecture.abi;
    const name = abi?.dwarf.get(number);
    if (!registers || !abi || name === undefined) throw new NotCompilable();
    const wider = abi.wider?.(name);
    const read = (wider === undefined ? undefined : registers.read(wider)) ?? registers.read(name);
    if (!read) throw new NotCompilable();
    return read.register;
  }

  private async around(stackFrame: StackFrame): Promise<CompiledStackFrame> {
    const { module, lookupPc } = stackFrame;
    const row = await callFrameAt(lookupPc, module, this.registers?.layout.architecture);
    return {
      frame: this.frame,
      stackFrame,
      row,
      register: (number) => this.unsigned(this.numbered(number)),
    };
  }
}

const unsignedNumber = 0x07; // DW_ATE_unsigned

function integer(type: ScalarType, read: Read): ClosureNumber {
  return { type, word: integerWord(type, read) };
}

function notANumber(): never {
  throw new NotCompilable();
}

function nothingCollected(address: bigint, length: number): Promise<MemorySpan> {
  const origins = new Uint8Array(length).fill(Origin.unavailable);
  return Promise.resolve({ address, bytes: new Uint8Array(length), origins });
}
