// Evaluates DWARF expressions (DWARF 5, sections 2.5 and 2.6; the extensions of GNU) on what a frame collected. Steps
// and calls are counted, so that an expression that loops ends.
import type { ByteOrder } from '../bytes/cursor';
import { unsigned } from '../bytes/cursor';
import { DwarfCursor } from '../symbols/dwarf/cursor';
import type { DwarfExpression, Location } from '../symbols/location';
import {
  arithmetic,
  compare,
  convert,
  negate,
  operand,
  operandBytes,
  operandOf,
  operandType,
  shift,
  type Arithmetic,
  type Comparison,
  type Computed,
  type Operand,
  type OperandType,
  type Shift,
} from './dwarfOperand';
import { DW_OP } from './dwarfOperations';
import { entryValue, registerOf } from './entryValue';
import { frameBaseOf } from './frameBase';
import { expressionAt } from './locationAt';
import { Origin, type MemorySpan } from './memory';
import { isNowhere, type Nowhere, type Piece, type Place } from './place';
import type { SavedRegister, StackFrame } from './stackFrame';

/** What an expression may ask of the stack frame that it is evaluated in. Addresses are run-time addresses. */
export interface ExpressionContext {
  readonly order: ByteOrder;
  readonly memory: { read(address: bigint, length: number): Promise<MemorySpan> };
  /** A register by its DWARF number. */
  register(dwarfNumber: number): SavedRegister;
  /** Run-time address minus link-time address of the program that the expression is of. */
  readonly slide: bigint;
  /** The canonical frame address; absent where it is not available. */
  readonly cfa?: bigint | undefined;
  /** The stack frame, for DW_OP_fbreg and entry values; absent in call frame information. */
  readonly frame?: StackFrame | undefined;
  /** The address that DW_OP_push_object_address gives. */
  readonly objectAddress?: bigint;
  /** How many expressions are being evaluated around this one. */
  readonly depth?: number;
}

/** Far above what compilers write; an expression that takes more loops. */
const mostSteps = 10_000;
const mostEntries = 10_000;
const mostDepth = 32;

/** What a context holds of a stack frame. */
export function contextOf(
  frame: StackFrame,
  { order, memory }: Pick<ExpressionContext, 'order' | 'memory'>,
  depth = 0,
): ExpressionContext {
  return {
    order,
    memory,
    register: (number) => frame.register(number),
    slide: frame.placement?.slide ?? 0n,
    cfa: frame.cfa,
    frame,
    depth,
  };
}

/**
 * Where the thing is that an expression describes. `initial` is on the stack before, the top last. A plain number that
 * is left on the stack is an address in memory; {@link evaluateNumber} is for expressions that compute one.
 */
export async function evaluatePlace(
  expression: DwarfExpression,
  context: ExpressionContext,
  initial: readonly bigint[] = [],
): Promise<Place> {
  if (expression.bytes.length === 0) return { kind: 'optimizedOut' };
  return new Evaluation(context, expression, initial).place();
}

/**
 * The number that an expression leaves on the stack, or that the register holds that it names: call frame information,
 * array bounds, frame bases, offsets of members.
 */
export async function evaluateNumber(
  expression: DwarfExpression,
  context: ExpressionContext,
  initial: readonly bigint[] = [],
): Promise<bigint | Nowhere> {
  const place = await evaluatePlace(expression, context, initial);
  switch (place.kind) {
    case 'memory':
      return place.address;
    case 'number':
    case 'literal':
      return unsigned(place.bytes, context.order);
    case 'register':
      return registerNumber(context, place.register);
    case 'unavailable':
    case 'optimizedOut':
    case 'problem':
      return place;
    case 'implicitPointer':
    case 'pieces':
    case 'part':
      return problem('an expression gives no number');
  }
}

/** What a register holds, as an unsigned number. */
export function registerNumber(
  context: Pick<ExpressionContext, 'register' | 'order'>,
  number: number,
): bigint | Nowhere {
  const register = context.register(number);
  if (register.kind === 'value') return unsigned(register.bytes, context.order);
  return { kind: register.kind === 'unavailable' ? 'unavailable' : 'optimizedOut' };
}

function problem(words: string): Nowhere {
  return { kind: 'problem', problem: words };
}

/** One expression on its way. The first failure stays. */
class Evaluation {
  private readonly stack: Operand[];
  private readonly pieces: Piece[] = [];
  /** Set by operations that say where the thing is. */
  private location: Place | undefined;
  private failure: Nowhere | undefined;
  private steps = 0;
  private readonly generic: OperandType;
  private readonly depth: number;

  constructor(
    private readonly context: ExpressionContext,
    private readonly expression: DwarfExpression,
    initial: readonly bigint[],
  ) {
    this.generic = { kind: 'generic', size: expression.encoding.addressSize };
    this.stack = initial.map((value) => operand(value, this.generic));
    this.depth = context.depth ?? 0;
  }

  async place(): Promise<Place> {
    await this.run(this.expression);
    if (this.failure) return this.failure;
    if (this.pieces.length > 0) return { kind: 'pieces', pieces: this.pieces };
    return this.location ?? this.addressOnTop();
  }

  private async run(expression: DwarfExpression): Promise<void> {
    const cursor = new DwarfCursor(expression.bytes, expression.encoding.order);
    while (cursor.remaining > 0 && !this.failure) {
      if (++this.steps > mostSteps) {
        this.fail(problem('an expression does not end'));
        return;
      }
      await this.execute(cursor.u8(), cursor, expression);
      if (cursor.overrun) this.fail(problem('an expression ends in the middle of an operation'));
      if (this.stack.length > mostEntries) this.fail(problem('an expression fills its stack'));
    }
  }

  private async execute(
    operation: number,
    cursor: DwarfCursor,
    expression: DwarfExpression,
  ): Promise<void> {
    if (operation >= DW_OP.lit0 && operation <= DW_OP.lit31) {
      this.push(BigInt(operation - DW_OP.lit0));
    } else if (operation >= DW_OP.reg0 && operation <= DW_OP.reg31) {
      this.location = { kind: 'register', register: operation - DW_OP.reg0 };
    } else if (operation >= DW_OP.breg0 && operation <= DW_OP.breg31) {
      this.pushRegister(operation - DW_OP.breg0, cursor.sleb64());
    } else {
      const done =
        this.constant(operation, cursor) ||
        this.rearrange(operation, cursor) ||
        this.compute(operation, cursor) ||
        (await this.ask(operation, cursor, expression)) ||
        (await this.typed(operation, cursor, expression)) ||
        (await this.fromUnit(operation, cursor, expression));
      if (!done) this.locate(operation, cursor, expression);
    }
  }

  /** Operations that push a number that they hold. */
  private constant(operation: number, cursor: DwarfCursor): boolean {
    switch (operation) {
      case DW_OP.addr:
        this.push(cursor.address(this.generic.size) + this.context.slide);
        return true;
      case DW_OP.const1u:
        this.push(BigInt(cursor.u8()));
        return true;
      case DW_OP.const1s:
        this.push(BigInt(cursor.i8()));
        return true;
      case DW_OP.const2u:
        this.push(BigInt(cursor.u16()));
        return true;
      case DW_OP.const2s:
        this.push(BigInt(cursor.i16()));
        return true;
      case DW_OP.const4u:
        this.push(BigInt(cursor.u32()));
        return true;
      case DW_OP.const4s:
        this.push(BigInt(cursor.i32()));
        return true;
      case DW_OP.const8u:
        this.push(cursor.u64());
        return true;
      case DW_OP.const8s:
        this.push(cursor.i64());
        return true;
      case DW_OP.constu:
        this.push(cursor.uleb64());
        return true;
      case DW_OP.consts:
        this.push(cursor.sleb64());
        return true;
      default:
        return false;
    }
  }

  /** Operations on the order of the stack, and on that of the operations. */
  private rearrange(operation: number, cursor: DwarfCursor): boolean {
    switch (operation) {
      case DW_OP.dup:
        this.pick(0);
        return true;
      case DW_OP.over:
        this.pick(1);
        return true;
      case DW_OP.pick:
        this.pick(cursor.u8());
        return true;
      case DW_OP.drop:
        this.pop();
        return true;
      case DW_OP.swap:
        this.rotate(2);
        return true;
      case DW_OP.rot:
        this.rotate(3);
        return true;
      case DW_OP.skip:
        this.jump(cursor, cursor.i16());
        return true;
      case DW_OP.bra: {
        const distance = cursor.i16();
        if (this.pop().bits !== 0n) this.jump(cursor, distance);
        return true;
      }
      case DW_OP.nop:
      case DW_OP.GNU_uninit:
        return true;
      default:
        return false;
    }
  }

  /** Arithmetic, comparison, logic. */
  private compute(operation: number, cursor: DwarfCursor): boolean {
    const binary = arithmeticOf.get(operation);
    if (binary) {
      this.binary((a, b) => arithmetic(binary, a, b));
      return true;
    }
    const comparison = comparisonOf.get(operation);
    if (comparison) {
      this.binary((a, b) => {
        const holds = compare(comparison, a, b);
        return holds === undefined ? 'unsupported' : operand(holds ? 1n : 0n, this.generic);
      });
      return true;
    }
    const shifted = shiftOf.get(operation);
    if (shifted) {
      const by = this.pop();
      this.take(shift(shifted, this.pop(), by));
      return true;
    }
    switch (operation) {
      case DW_OP.abs: {
        const value = this.pop();
        const below = compare('lt', value, operand(0n, value.type));
        this.take(below ? negate(value) : value);
        return true;
      }
      case DW_OP.neg:
        this.take(negate(this.pop()));
        return true;
      case DW_OP.not: {
        const value = this.pop();
        this.take(value.type.kind === 'float' ? 'unsupported' : operand(~value.bits, value.type));
        return true;
      }
      case DW_OP.plus_uconst: {
        const value = this.pop();
        this.take(arithmetic('plus', value, operand(cursor.uleb64(), value.type)));
        return true;
      }
      default:
        return false;
    }
  }

  /** Operations that ask the stack frame, its memory and its caller. */
  private async ask(
    operation: number,
    cursor: DwarfCursor,
    expression: DwarfExpression,
  ): Promise<boolean> {
    switch (operation) {
      case DW_OP.bregx:
        this.pushRegister(cursor.uleb(), cursor.sleb64());
        return true;
      case DW_OP.fbreg:
        await this.pushFromFrameBase(cursor.sleb64());
        return true;
      case DW_OP.call_frame_cfa:
        this.pushKnown(this.context.cfa ?? { kind: 'unavailable' });
        return true;
      case DW_OP.push_object_address:
        this.pushKnown(this.context.objectAddress ?? problem('no object is known'));
        return true;
      case DW_OP.deref:
        await this.dereference(this.generic.size, this.generic);
        return true;
      case DW_OP.deref_size:
        await this.dereference(cursor.u8(), this.generic);
        return true;
      case DW_OP.entry_value:
      case DW_OP.GNU_entry_value:
        await this.pushEntryValue(cursor.take(cursor.uleb()), expression);
        return true;
      case DW_OP.GNU_parameter_ref:
        cursor.skip(4);
        this.fail({ kind: 'optimizedOut' });
        return true;
      case DW_OP.form_tls_address:
      case DW_OP.GNU_push_tls_address:
        this.fail(problem('TLS: a trace does not say where thread-local variables are'));
        return true;
      default:
        return false;
    }
  }

  /** Operations that name a base type. */
  private async typed(
    operation: number,
    cursor: DwarfCursor,
    expression: DwarfExpression,
  ): Promise<boolean> {
    const typeHere = () => this.typeAt(cursor.uleb(), expression);
    switch (operation) {
      case DW_OP.deref_type:
      case DW_OP.GNU_deref_type: {
        const size = cursor.u8();
        await this.dereference(size, await typeHere());
        return true;
      }
      case DW_OP.regval_type:
      case DW_OP.GNU_regval_type: {
        const register = cursor.uleb();
        this.pushTyped(register, await typeHere());
        return true;
      }
      case DW_OP.const_type:
      case DW_OP.GNU_const_type: {
        const type = await typeHere();
        const { order } = expression.encoding;
        this.stack.push(operandOf(cursor.take(cursor.u8()), type, order));
        return true;
      }
      case DW_OP.convert:
      case DW_OP.GNU_convert: {
        const type = await typeHere();
        this.take(convert(this.pop(), type));
        return true;
      }
      case DW_OP.reinterpret:
      case DW_OP.GNU_reinterpret: {
        const type = await typeHere();
        this.stack.push(operand(this.pop().bits, type));
        return true;
      }
      default:
        return false;
    }
  }

  /** Operations on what the unit knows: addresses, other entries, calls. */
  private async fromUnit(
    operation: number,
    cursor: DwarfCursor,
    expression: DwarfExpression,
  ): Promise<boolean> {
    const { unit, encoding } = expression;
    if (!unit) return false;
    switch (operation) {
      case DW_OP.addrx:
      case DW_OP.GNU_addr_index: {
        const address = await unit.address(cursor.uleb());
        this.pushKnown(address === undefined ? noEntry : address + this.context.slide);
        return true;
      }
      case DW_OP.constx:
      case DW_OP.GNU_const_index:
        this.pushKnown((await unit.address(cursor.uleb())) ?? noEntry);
        return true;
      case DW_OP.call2:
        await this.call(await unit.callee(unit.offset + cursor.u16()));
        return true;
      case DW_OP.call4:
        await this.call(await unit.callee(unit.offset + cursor.u32()));
        return true;
      case DW_OP.call_ref:
        await this.call(await unit.callee(cursor.sectionOffset(encoding.offsetSize)));
        return true;
      case DW_OP.GNU_variable_value:
        await this.pushVariable(await unit.pointee(cursor.sectionOffset(encoding.offsetSize)));
        return true;
      default:
        return false;
    }
  }

  /** Operations that say where the thing is, or a piece of it. */
  private locate(operation: number, cursor: DwarfCursor, expression: DwarfExpression): void {
    const { encoding, unit } = expression;
    switch (operation) {
      case DW_OP.regx:
        this.location = { kind: 'register', register: cursor.uleb() };
        return;
      case DW_OP.xderef:
      case DW_OP.xderef_size:
      case DW_OP.xderef_type:
        this.fail(problem('an expression reads another address space'));
        return;
      case DW_OP.stack_value:
        this.location = {
          kind: 'number',
          bytes: operandBytes(this.pop(), encoding.order),
        };
        return;
      case DW_OP.implicit_value:
        this.location = { kind: 'literal', bytes: cursor.take(cursor.uleb()) };
        return;
      case DW_OP.implicit_pointer:
      case DW_OP.GNU_implicit_pointer: {
        const size = encoding.version === 2 ? encoding.addressSize : encoding.offsetSize;
        const target = Number(cursor.address(size));
        const offset = cursor.sleb64();
        this.location = unit
          ? { kind: 'implicitPointer', target: { unit, offset: target }, offset }
          : problem('an implicit pointer stands outside of a unit');
        return;
      }
      case DW_OP.piece: {
        this.addPiece(8 * cursor.uleb());
        return;
      }
      case DW_OP.bit_piece: {
        const size = cursor.uleb();
        this.addPiece(size, cursor.uleb());
        return;
      }
      default:
        this.fail(problem(`operation 0x${operation.toString(16)} of an expression is not known`));
    }
  }

  private addPiece(size: number, offset?: number): void {
    const empty = this.location === undefined && this.stack.length === 0;
    const place = empty ? ({ kind: 'optimizedOut' } as const) : this.locationOfPiece();
    this.pieces.push({ place, size, ...(offset !== undefined && { offset }) });
  }

  private locationOfPiece(): Place {
    const place = this.location ?? { kind: 'memory', address: this.pop().bits };
    this.location = undefined;
    return place;
  }

  private addressOnTop(): Place {
    const top = this.stack.at(-1);
    return top ? { kind: 'memory', address: top.bits } : problem('an expression leaves nothing');
  }

  private fail(why: Nowhere): void {
    this.failure ??= why;
  }

  private push(value: bigint): void {
    this.stack.push(operand(value, this.generic));
  }

  private pushKnown(value: bigint | Nowhere): void {
    if (typeof value === 'bigint') this.push(value);
    else this.fail(value);
  }

  private pop(): Operand {
    const top = this.stack.pop();
    if (!top) this.fail(problem('an expression takes more from its stack than there is'));
    return top ?? operand(0n, this.generic);
  }

  /** Pushes what an operation gave. */
  private take(result: Computed): void {
    if (typeof result !== 'string') this.stack.push(result);
    else if (result === 'division by zero') this.fail(problem('Division by zero'));
    else this.fail(problem('an expression computes with numbers of a size that is not supported'));
  }

  private binary(operation: (a: Operand, b: Operand) => Computed): void {
    const b = this.pop();
    const a = this.pop();
    const mixed = (a.type.kind === 'float') !== (b.type.kind === 'float');
    if (mixed || a.type.size !== b.type.size) {
      this.fail(problem('an expression mixes types'));
    } else {
      this.take(operation(a, b));
    }
  }

  private pick(depth: number): void {
    const entry = this.stack.at(-1 - depth);
    if (entry) this.stack.push(entry);
    else this.fail(problem('an expression takes more from its stack than there is'));
  }

  /** Moves the top below the `count` - 1 entries under it. */
  private rotate(count: number): void {
    const entries = Array.from({ length: count }, () => this.pop()).reverse();
    this.stack.push(...entries.slice(-1), ...entries.slice(0, -1));
  }

  private jump(cursor: DwarfCursor, distance: number): void {
    const target = cursor.offset + distance;
    if (target < 0 || target > cursor.end) this.fail(problem('an expression jumps out of itself'));
    else cursor.offset = target;
  }

  private pushRegister(number: number, offset: bigint): void {
    const value = registerNumber(this.context, number);
    this.pushKnown(typeof value === 'bigint' ? value + offset : addressLost(value));
  }

  private pushTyped(number: number, type: OperandType): void {
    const register = this.context.register(number);
    if (register.kind !== 'value') {
      this.fail({ kind: register.kind === 'unavailable' ? 'unavailable' : 'optimizedOut' });
      return;
    }
    const { bytes } = register;
    const start = this.context.order === 'little' ? 0 : Math.max(0, bytes.length - type.size);
    this.stack.push(operandOf(bytes.subarray(start, start + type.size), type, this.context.order));
  }

  private async pushFromFrameBase(offset: bigint): Promise<void> {
    const base = await frameBaseOf(this.deeper());
    this.pushKnown(typeof base === 'bigint' ? base + offset : base);
  }

  private async dereference(size: number, type: OperandType): Promise<void> {
    const address = this.pop().bits;
    if (this.failure) return;
    if (size > 16) {
      this.fail(problem('an expression reads a number that is too big'));
      return;
    }
    const { bytes, origins } = await this.context.memory.read(address, size);
    if (origins.includes(Origin.unavailable)) {
      this.fail({ kind: 'unavailable' });
      return;
    }
    this.stack.push(operandOf(bytes, type, this.context.order));
  }

  /** 0 is the generic type. */
  private async typeAt(offset: number, { unit }: DwarfExpression): Promise<OperandType> {
    if (offset === 0) return this.generic;
    const type = await unit?.baseType(offset);
    if (!type) this.fail(problem('an expression names a type that is not there'));
    return type ? operandType(type) : this.generic;
  }

  private async call(location: Location | undefined): Promise<void> {
    const callee = location && this.expressionOf(location);
    if (!callee) return;
    if (this.depth >= mostDepth) {
      this.fail(problem('an expression calls itself'));
      return;
    }
    const inner = new Evaluation(this.deeper(), callee, []);
    inner.stack.push(...this.stack.splice(0));
    await inner.run(callee);
    this.steps += inner.steps;
    this.stack.push(...inner.stack);
    this.location = inner.location;
    this.pieces.push(...inner.pieces);
    if (inner.failure) this.fail(inner.failure);
  }

  private async pushVariable(location: Location | undefined): Promise<void> {
    if (location?.kind === 'constant' && typeof location.value === 'bigint') {
      this.push(location.value);
      return;
    }
    const found = location && this.expressionOf(location);
    if (!found) {
      this.fail({ kind: 'optimizedOut' });
      return;
    }
    const place = await evaluatePlace(found, this.deeper());
    if (place.kind === 'memory') {
      this.push(place.address);
      return this.dereference(this.generic.size, this.generic);
    }
    if (place.kind === 'number') {
      this.push(unsigned(place.bytes, this.context.order));
      return;
    }
    if (place.kind === 'register') {
      this.pushRegister(place.register, 0n);
      return;
    }
    this.fail(isNowhere(place) ? place : problem('a variable in an expression is in pieces'));
  }

  private async pushEntryValue(block: Uint8Array, expression: DwarfExpression): Promise<void> {
    const inner = { ...expression, bytes: block };
    const value = await entryValue(inner, this.deeper());
    if (typeof value !== 'bigint') {
      this.fail(value);
      return;
    }
    const type = registerOf(inner)?.type;
    const known = type === undefined ? this.generic : await this.typeAt(type, expression);
    this.stack.push(operand(value, known));
  }

  private expressionOf(location: Location): DwarfExpression | undefined {
    return expressionAt(location, this.context.frame);
  }

  /** The context of an expression inside this one. One that is too deep gets no frame to go on with. */
  private deeper(): ExpressionContext {
    const { context } = this;
    const depth = this.depth + 1;
    return { ...context, depth, frame: depth > mostDepth ? undefined : context.frame };
  }
}

/** A register that the callee did not save cannot be computed with. */
function addressLost(why: Nowhere): Nowhere {
  return why.kind === 'optimizedOut' ? problem('value has been optimized out') : why;
}

const noEntry = problem('an address is missing from .debug_addr');

const arithmeticOf = new Map<number, Arithmetic>([
  [DW_OP.and, 'and'],
  [DW_OP.div, 'div'],
  [DW_OP.minus, 'minus'],
  [DW_OP.mod, 'mod'],
  [DW_OP.mul, 'mul'],
  [DW_OP.or, 'or'],
  [DW_OP.plus, 'plus'],
  [DW_OP.xor, 'xor'],
]);

const comparisonOf = new Map<number, Comparison>([
  [DW_OP.eq, 'eq'],
  [DW_OP.ge, 'ge'],
  [DW_OP.gt, 'gt'],
  [DW_OP.le, 'le'],
  [DW_OP.lt, 'lt'],
  [DW_OP.ne, 'ne'],
]);

const shiftOf = new Map<number, Shift>([
  [DW_OP.shl, 'shl'],
  [DW_OP.shr, 'shr'],
  [DW_OP.shra, 'shra'],
]);
