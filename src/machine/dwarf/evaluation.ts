// Evaluates DWARF expressions (DWARF 5, sections 2.5 and 2.6): what each operation does to the
// stack, and where the thing is that is described. What is on the stack is the machine's:
// numbers of a recorded frame (recordedExpression.ts), functions of any frame
// (expressions/closures/location.ts), code for a target (expressions/agent/locationCode.ts).
import { t } from '@vscode/l10n';
import { unsigned } from '../../bytes/cursor';
import { DwarfCursor } from '../../symbols/dwarf/cursor';
import { operationName, readOperation, type Operation } from '../../symbols/dwarf/operations';
import type { DwarfExpression, ExpressionUnit, LocationDescription } from '../../symbols/location';
import { expressionAt, locationProblem, type Unavailable } from '../location';
import {
  entryRegister,
  isUnavailableWord,
  outermost,
  type AnyWord,
  type Requested,
  type DwarfMachine,
  type DwarfCompositePiece,
  type DwarfLocation,
  type Nesting,
  DwarfStack,
} from './machine';
import { operandType, type OperandType, type StackEntry } from './operand';

const maxDepth = 32;
const maxEntries = 10_000;
/** Bytes of the widest number. */
const maxNumberBytes = 16;
/** What asking callers counts for: each may have a thousand calls to look through. */
const stepsOfEntryValue = 100;

/**
 * Where the thing is that an expression describes. `initial` is on the stack before, the top last.
 */
export async function evaluateDwarf<Word extends AnyWord>(
  expression: DwarfExpression,
  machine: DwarfMachine<Word>,
  nesting = outermost(),
  initial: readonly Word[] = [],
): Promise<DwarfLocation<Word>> {
  const evaluation = new DwarfEvaluation(expression, machine, nesting);
  for (const word of initial) evaluation.stack.push(word);
  await evaluation.run();
  return evaluation.place;
}

/** The number that an expression leaves on the stack, or that is in the register that it names. */
export async function evaluateDwarfNumber<Word extends AnyWord>(
  expression: DwarfExpression,
  machine: DwarfMachine<Word>,
  nesting = outermost(),
  initial: readonly Word[] = [],
): Promise<Word | Unavailable> {
  const place = await evaluateDwarf(expression, machine, nesting, initial);
  const generic = genericType(expression);
  switch (place.kind) {
    case 'memory':
      return place.address;
    case 'number':
      return place.number.value;
    case 'literal':
      return machine.constant(unsigned(place.bytes, machine.order), generic);
    case 'register':
      return machine.register(place.register, generic);
    case 'unavailable':
    case 'optimizedOut':
    case 'problem':
      return place;
    case 'implicitPointer':
    case 'pieces':
      return locationProblem(t('an expression gives no number'));
  }
}

/** An operation that says where the thing is. */
type LocatingOperation = Extract<
  Operation,
  { kind: 'register' | 'stackValue' | 'implicitValue' | 'implicitPointer' | 'piece' }
>;

function genericType({ encoding }: DwarfExpression): OperandType {
  return { kind: 'generic', size: encoding.addressSize };
}

/** One expression on its way. The first failure stays. */
class DwarfEvaluation<Word extends AnyWord> {
  private readonly cursor: DwarfCursor;
  private readonly generic: OperandType;
  readonly stack: DwarfStack<Word>;
  private pieces: DwarfCompositePiece<Word>[] = [];
  /** Set by operations that say where the thing is. */
  private location: DwarfLocation<Word> | undefined;

  constructor(
    private readonly expression: DwarfExpression,
    private readonly machine: DwarfMachine<Word>,
    private readonly nesting: Nesting,
  ) {
    this.cursor = new DwarfCursor(expression.bytes, expression.encoding.order);
    this.generic = genericType(expression);
    this.stack = new DwarfStack(machine, this.generic);
  }

  /** Where the thing is, once all operations are done. */
  get place(): DwarfLocation<Word> {
    if (this.stack.failure) return this.stack.failure;
    if (this.pieces.length > 0) return { kind: 'pieces', pieces: this.pieces };
    if (this.location) return this.location;
    const top = this.stack.entries.at(-1);
    return top
      ? { kind: 'memory', address: top.value }
      : locationProblem(t('an expression leaves nothing'));
  }

  /** Executes the operations from where the cursor is, up to the first that fails. */
  async run(): Promise<void> {
    const { cursor, nesting, expression } = this;
    if (nesting.depth > maxDepth)
      this.stack.fail(locationProblem(t('an expression stands in itself')));
    while (cursor.remaining > 0 && !this.stack.failure) {
      this.spend(1);
      const operation = readOperation(cursor, expression.encoding);
      if (cursor.overrun) {
        this.stack.fail(locationProblem(t('an expression ends in the middle of an operation')));
        return;
      }
      const waiting = this.execute(operation);
      if (waiting) await waiting;
      if (this.stack.entries.length > maxEntries)
        this.stack.fail(locationProblem(t('an expression fills its stack')));
    }
  }

  private execute(operation: Operation): void | Promise<void> {
    const { machine, generic } = this;
    switch (operation.kind) {
      case 'constant':
        this.stack.pushConstant(operation.value);
        return;
      case 'address':
        this.stack.pushConstant(operation.address + machine.slide);
        return;
      case 'indexedAddress':
        return this.pushIndexed(operation.index, machine.slide);
      case 'indexedConstant':
        return this.pushIndexed(operation.index, 0n);
      case 'typedConstant':
        return this.pushTypedConstant(operation.type, operation.bytes);
      case 'registerValue':
        return this.pushSum(machine.register(operation.register, generic), operation.offset);
      case 'typedRegister':
        return this.pushTypedRegister(operation.register, operation.type);
      case 'frameBase':
        return this.pushFrameBase(operation.offset);
      case 'callFrameCfa':
        return this.pushCfa();
      case 'objectAddress':
        this.stack.take(machine.objectAddress ?? locationProblem(t('no object is known')));
        return;
      case 'entryValue':
        return this.pushEntryValue(operation.bytes);
      case 'parameterReference':
        return this.pushParameter(operation.entry);
      case 'dereference':
        return this.dereference(operation.size ?? generic.size, operation.type);
      case 'call':
        return this.call(operation.entry, operation.inUnit);
      case 'variableValue':
        return this.pushVariable(operation.entry);
      case 'convert':
      case 'reinterpret':
        return this.convert(operation.kind, operation.type);
      case 'branch':
        return this.branch(operation.target);
      case 'skip':
        this.jump(operation.target);
        return;
      case 'threadLocal':
        this.stack.fail(machine.threadLocal());
        return;
      case 'dereferenceInSpace':
        this.stack.fail(locationProblem(t('an expression reads another address space')));
        return;
      case 'unknown':
        this.stack.fail(locationProblem(unknownOperation(operation.code)));
        return;
      case 'uninitialized':
        if (this.cursor.remaining > 0) this.stack.fail(locationProblem(uninitializedTooEarly));
        return;
      case 'nop':
        return;
      case 'pick':
      case 'drop':
      case 'rotate':
      case 'arithmetic':
      case 'shift':
      case 'comparison':
      case 'unary':
      case 'plusConstant':
        this.stack.compute(operation);
        return;
      case 'register':
      case 'stackValue':
      case 'implicitValue':
      case 'implicitPointer':
      case 'piece':
        this.locate(operation);
    }
  }

  /** Operations that say where the thing is, or a piece of it (section 2.6.1). */
  private locate(operation: LocatingOperation): void {
    switch (operation.kind) {
      case 'register':
        this.location = { kind: 'register', register: operation.register };
        return;
      case 'stackValue': {
        const number = this.stack.pop();
        if (number) this.location = { kind: 'number', number };
        return;
      }
      case 'implicitValue':
        this.location = { kind: 'literal', bytes: operation.bytes };
        return;
      case 'implicitPointer':
        this.locateByPointer(operation.entry, operation.offset);
        return;
      case 'piece':
        this.addPiece(operation.size, operation.offset);
    }
  }

  /** Takes note of work that was done, counted in operations. */
  private spend(steps: number): void {
    const { budget } = this.nesting;
    budget.steps -= steps;
    if (budget.steps < 0) this.stack.fail(locationProblem(t('an expression does not end')));
  }

  /** The nesting of an expression inside this one. */
  private get inner(): Nesting {
    return { ...this.nesting, depth: this.nesting.depth + 1 };
  }

  /** The unit around the expression; fails without one. */
  private get unit(): ExpressionUnit | undefined {
    const { unit } = this.expression;
    if (!unit) this.stack.fail(locationProblem(t('an expression outside of a unit refers to one')));
    return unit;
  }

  /**
   * Pushes what a register holds plus an offset. One that the callee did not save cannot be
   * computed with.
   */
  private async pushSum(register: Requested<Word>, offset: bigint): Promise<void> {
    const value = register instanceof Promise ? await register : register;
    if (!isUnavailableWord(value)) this.stack.add({ value, type: this.generic }, offset);
    else
      this.stack.fail(
        value.kind === 'optimizedOut' ? locationProblem('value has been optimized out') : value,
      );
  }

  private async pushIndexed(index: number, slide: bigint): Promise<void> {
    const found = await this.expression.unit?.address(index);
    if (found === undefined)
      this.stack.fail(locationProblem(t('an address is missing from .debug_addr')));
    else this.stack.pushConstant(found + slide);
  }

  /** The base type at an offset of the unit; 0 is the generic type. */
  private async typeAt(offset: number): Promise<OperandType | undefined> {
    if (offset === 0) return this.generic;
    const type = await this.expression.unit?.baseType(offset);
    if (type && type.size > 0 && type.size <= maxNumberBytes) return operandType(type);
    this.stack.fail(
      locationProblem(t('an expression names a type that is not there, or of no number')),
    );
    return undefined;
  }

  private async pushTypedConstant(offset: number, bytes: Uint8Array): Promise<void> {
    const type = await this.typeAt(offset);
    if (type) this.stack.pushConstant(unsigned(bytes, this.expression.encoding.order), type);
  }

  private async pushTypedRegister(register: number, offset: number): Promise<void> {
    const type = await this.typeAt(offset);
    if (type) this.stack.take(await this.machine.register(register, type), type);
  }

  private async convert(kind: 'convert' | 'reinterpret', offset: number): Promise<void> {
    const type = await this.typeAt(offset);
    const entry = this.stack.pop();
    if (!type || !entry) return;
    if (kind === 'convert') this.stack.take(this.machine.convert(entry, type), type);
    else this.pushBits(entry, type);
  }

  /** Pushes the bits of an entry in another type, without a look at its sign or format. */
  private pushBits({ value, type: from }: StackEntry<Word>, type = this.generic): void {
    const [before, after] = [from, type].map(({ size }) => ({ kind: 'unsigned', size }) as const);
    if (before && after)
      this.stack.take(this.machine.convert({ value, type: before }, after), type);
  }

  private async dereference(size: number, typeOffset: number): Promise<void> {
    const type = await this.typeAt(typeOffset);
    const address = this.stack.pop();
    if (!type || !address) return;
    if (size > maxNumberBytes)
      this.stack.fail(locationProblem(t('an expression reads a number that is too big')));
    else this.stack.take(await this.machine.memory(address.value, size, type), type);
  }

  /** DW_AT_frame_base (section 3.3.5) plus an offset. */
  private async pushFrameBase(offset: bigint): Promise<void> {
    const { frame } = this.machine;
    const location = frame?.scope?.frameBase;
    const expression = location && expressionAt(location, frame);
    if (!expression) {
      this.stack.fail(locationProblem(t('the function has no frame base here')));
      return;
    }
    const base = await evaluateDwarfNumber(expression, this.machine, this.inner);
    if (isUnavailableWord(base)) this.stack.fail(base);
    else this.stack.add({ value: base, type: this.generic }, offset);
  }

  private async pushCfa(): Promise<void> {
    const { machine } = this;
    const { cfa, cfaRule: rule } = machine;
    if (cfa !== undefined) this.stack.push(cfa);
    else if (!rule) this.stack.fail({ kind: 'unavailable' });
    else if (rule.kind === 'register') {
      await this.pushSum(machine.register(rule.register, this.generic), rule.offset);
    } else {
      this.stack.take(await evaluateDwarfNumber(rule.expression, machine, this.inner));
    }
  }

  private async pushEntryValue(bytes: Uint8Array): Promise<void> {
    const block: DwarfExpression = { ...this.expression, bytes };
    this.spend(stepsOfEntryValue);
    if (this.stack.failure) return;
    const value = await this.machine.entryValue(block, this.inner);
    const type = await this.typeAt(entryRegister(block)?.type ?? 0);
    if (isUnavailableWord(value)) this.stack.fail(value);
    else if (type) this.pushBits({ value, type: this.generic }, type);
  }

  /** The value of a parameter that the compiler removed: the caller still describes it. */
  private async pushParameter(offset: number): Promise<void> {
    const { unit } = this.expression;
    this.spend(stepsOfEntryValue);
    if (this.stack.failure) return;
    if (!unit) this.stack.fail({ kind: 'optimizedOut' });
    else this.stack.take(await this.machine.parameterAtEntry(unit.entryOffset(offset), this.inner));
  }

  private expressionAt(location: LocationDescription | undefined): DwarfExpression | undefined {
    return location && expressionAt(location, this.machine.frame);
  }

  /** The operations of another entry, on this one's stack (section 2.5.1.5). */
  private async call(entry: number, inUnit: boolean): Promise<void> {
    const { unit } = this;
    const callee = this.expressionAt(await unit?.callee(inUnit ? unit.offset + entry : entry));
    if (!callee) return;
    const inner = new DwarfEvaluation(callee, this.machine, this.inner);
    inner.stack.entries = this.stack.entries;
    await inner.run();
    this.adopt(inner);
  }

  /** Pushes the value of a variable. */
  private async pushVariable(entry: number): Promise<void> {
    const location = await this.expression.unit?.pointee(entry);
    if (location?.kind === 'constant' && typeof location.value === 'bigint') {
      this.stack.pushConstant(location.value);
      return;
    }
    const expression = this.expressionAt(location);
    if (!expression) {
      this.stack.fail({ kind: 'optimizedOut' });
      return;
    }
    const place = await evaluateDwarf(expression, this.machine, this.inner);
    if (place.kind === 'memory') {
      this.stack.push(place.address);
      await this.dereference(this.generic.size, 0);
    } else if (place.kind === 'number') {
      this.pushBits(place.number);
    } else if (place.kind === 'register') {
      await this.pushSum(this.machine.register(place.register, this.generic), 0n);
    } else {
      this.stack.fail(
        'target' in place || 'pieces' in place || 'bytes' in place ? inPieces() : place,
      );
    }
  }

  private locateByPointer(entry: number, offset: bigint): void {
    const { unit } = this;
    if (unit) this.location = { kind: 'implicitPointer', target: { unit, offset: entry }, offset };
  }

  /** A piece of `size` bits, which is where the operations since the last one say. */
  private addPiece(size: number, offset?: number): void {
    const place = this.placeOfPiece();
    this.pieces.push(
      offset === undefined ? { location: place, size } : { location: place, size, offset },
    );
  }

  private placeOfPiece(): DwarfLocation<Word> {
    const { location } = this;
    this.location = undefined;
    if (location) return location;
    const top = this.stack.entries.pop();
    return top ? { kind: 'memory', address: top.value } : { kind: 'optimizedOut' };
  }

  private jump(target: number): void {
    const { cursor } = this;
    if (target >= 0 && target <= cursor.end) cursor.offset = target;
    else this.stack.fail(locationProblem(t('an expression jumps out of itself')));
  }

  private async branch(target: number): Promise<void> {
    const condition = this.stack.pop();
    const isTaken = condition && this.machine.isTrue(condition);
    if (isTaken) this.jump(target);
    else if (condition && isTaken === undefined) await this.goBothWays(condition, target);
  }

  /**
   * Executes what follows a branch that is decided later, once for each way, and joins what both
   * leave.
   */
  private async goBothWays(condition: StackEntry<Word>, target: number): Promise<void> {
    const [taken, other] = [this.fork(), this.fork()];
    if (target <= this.cursor.offset)
      this.stack.fail(locationProblem(t('an expression goes in a circle')));
    taken.jump(target);
    await taken.run();
    await other.run();
    this.cursor.offset = this.cursor.end;
    this.adopt(other);
    if (taken.stack.failure) this.stack.fail(taken.stack.failure);
    else this.join(condition, taken);
  }

  private fork(): DwarfEvaluation<Word> {
    const fork = new DwarfEvaluation(this.expression, this.machine, this.nesting);
    fork.cursor.offset = this.cursor.offset;
    fork.adopt(this);
    return fork;
  }

  /** Continues with what another evaluation left. */
  private adopt({ stack, pieces, location }: DwarfEvaluation<Word>): void {
    this.stack.entries = [...stack.entries];
    this.pieces = [...this.pieces, ...pieces];
    this.location = location;
    if (stack.failure) this.stack.fail(stack.failure);
  }

  /** Makes each entry that of `taken` where the condition holds. */
  private join(condition: StackEntry<Word>, taken: DwarfEvaluation<Word>): void {
    const { machine, stack } = this;
    const others = taken.stack.entries;
    const isPlaced = [this, taken].some(({ location, pieces }) => location ?? pieces.length > 0);
    if (isPlaced || others.length !== stack.entries.length) {
      stack.fail(locationProblem(t('an expression leaves its stack in two ways')));
      return;
    }
    stack.entries = stack.entries.map(({ value, type }, at) => {
      const then = others[at]?.value ?? value;
      return { value: then === value ? value : machine.choice(condition, then, value), type };
    });
  }
}

const inPieces = () => locationProblem(t('a variable in an expression is in pieces'));
const uninitializedTooEarly =
  'DWARF-2 expression error: DW_OP_GNU_uninit must always be the very last op.';

function unknownOperation(code: number): string {
  const name = operationName(code) ?? `operation 0x${code.toString(16)}`;
  return t({
    message: '{0} of an expression is not known',
    args: [name],
    comment: ['{0}: an operation of a DWARF expression, such as DW_OP_plus'],
  });
}
