// Where a variable is, as a function that does not wait (DWARF 5, sections 2.5 and 2.6): for the expressions that
// compilers write most, a register or an address that is a sum of registers, constants and memory.
import { DwarfCursor } from '../../symbols/dwarf/cursor';
import type { CallFrameRow } from '../../symbols/dwarf/callFrame';
import type { DwarfExpression } from '../../symbols/location';
import { DW_OP } from '../dwarf/operations';
import { expressionAt } from '../locationAt';
import type { StackFrame } from '../stackFrame';
import { NotQuick, type QuickFrame } from './quickFrame';

/** A number of the frame that the search has come to; undefined is one that is not available. */
export type Read = () => bigint | undefined;

/** Where something is. */
type QuickPlace =
  | { readonly kind: 'memory'; readonly address: Read }
  /** By its DWARF number. */
  | { readonly kind: 'register'; readonly register: number }
  /** A computed number of as many bytes as an address. */
  | { readonly kind: 'number'; readonly value: Read };

/** What locations at one place of the program are relative to. */
export interface QuickStackFrame {
  readonly frame: QuickFrame;
  readonly stackFrame: StackFrame;
  /** Call frame information at the PC. */
  readonly row: CallFrameRow | undefined;
  /** Bits of a general register, to which the canonical frame address is cut. */
  readonly bits: number;
  /** A register by its DWARF number, as an unsigned number. */
  readonly register: (dwarfNumber: number) => Read;
}

/** The place that a location's expression gives; throws {@link NotQuick} where it takes more than is known here. */
export async function quickPlace(
  expression: DwarfExpression,
  around: QuickStackFrame,
): Promise<QuickPlace> {
  return new Translation(expression, around).place();
}

/** One expression, its stack filled with functions in place of numbers. */
class Translation {
  private readonly stack: Read[] = [];
  private readonly cursor: DwarfCursor;
  private readonly bits: number;

  constructor(
    private readonly expression: DwarfExpression,
    private readonly around: QuickStackFrame,
  ) {
    const { bytes, encoding } = expression;
    this.cursor = new DwarfCursor(bytes, encoding.order);
    this.bits = 8 * encoding.addressSize;
  }

  async place(): Promise<QuickPlace> {
    const { cursor } = this;
    const register = this.wholeRegister();
    if (register !== undefined) return { kind: 'register', register };
    while (cursor.remaining > 0) {
      const operation = cursor.u8();
      if (operation === DW_OP.stack_value && cursor.remaining === 0) {
        return { kind: 'number', value: this.pop() };
      }
      await this.translate(operation);
      if (cursor.overrun) throw new NotQuick();
    }
    return { kind: 'memory', address: this.pop() };
  }

  /** The register that the expression names, if it does nothing else. */
  private wholeRegister(): number | undefined {
    const { bytes, encoding } = this.expression;
    const cursor = new DwarfCursor(bytes, encoding.order);
    const first = cursor.u8();
    const register =
      first === DW_OP.regx
        ? cursor.uleb()
        : first >= DW_OP.reg0 && first <= DW_OP.reg31
          ? first - DW_OP.reg0
          : undefined;
    return cursor.remaining === 0 && !cursor.overrun ? register : undefined;
  }

  private async translate(operation: number): Promise<void> {
    const { cursor, around } = this;
    if (operation >= DW_OP.breg0 && operation <= DW_OP.breg31) {
      this.add(around.register(operation - DW_OP.breg0), cursor.sleb64());
      return;
    }
    switch (operation) {
      case DW_OP.bregx:
        this.add(around.register(cursor.uleb()), cursor.sleb64());
        return;
      case DW_OP.fbreg:
        this.add(await this.frameBase(), cursor.sleb64());
        return;
      case DW_OP.call_frame_cfa:
        this.stack.push(await canonicalAddress(around));
        return;
      case DW_OP.plus_uconst:
        this.add(this.pop(), cursor.uleb64());
        return;
      case DW_OP.deref:
        this.stack.push(this.dereferenced(this.pop()));
        return;
      case DW_OP.plus:
      case DW_OP.minus:
        this.combine(operation === DW_OP.plus ? 1n : -1n);
        return;
      default:
        this.constant(operation);
    }
  }

  private constant(operation: number): void {
    const { cursor, around } = this;
    const value = constantOf(operation, cursor, this.bits / 8, around.stackFrame);
    const cut = BigInt.asUintN(this.bits, value);
    this.stack.push(() => cut);
  }

  private add(base: Read, offset: bigint): void {
    const { bits } = this;
    this.stack.push(() => {
      const start = base();
      return start === undefined ? undefined : BigInt.asUintN(bits, start + offset);
    });
  }

  private combine(sign: bigint): void {
    const { bits } = this;
    const second = this.pop();
    const first = this.pop();
    this.stack.push(() => {
      const [a, b] = [first(), second()];
      if (a === undefined || b === undefined) return undefined;
      return BigInt.asUintN(bits, a + sign * b);
    });
  }

  private dereferenced(address: Read): Read {
    const { frame } = this.around;
    const little = frame.order === 'little';
    const size = this.bits / 8;
    if (size !== 4 && size !== 8) throw new NotQuick();
    return () => {
      const at = address();
      if (at === undefined || !frame.reachMemory(at, size)) return undefined;
      return size === 8
        ? frame.view.getBigUint64(frame.at, little)
        : BigInt(frame.view.getUint32(frame.at, little));
    };
  }

  /** DW_AT_frame_base (DWARF 5, section 3.3.5), which may name a register that holds it. */
  private async frameBase(): Promise<Read> {
    const { around } = this;
    const location = around.stackFrame.scope?.frameBase;
    const expression = location && expressionAt(location, around.stackFrame);
    if (!expression || expression.bytes[0] === DW_OP.fbreg) throw new NotQuick();
    const place = await quickPlace(expression, around);
    if (place.kind === 'register') return around.register(place.register);
    return place.kind === 'memory' ? place.address : place.value;
  }

  private pop(): Read {
    const top = this.stack.pop();
    if (!top) throw new NotQuick();
    return top;
  }
}

/** The canonical frame address, by the rule that holds at the PC. */
async function canonicalAddress(around: QuickStackFrame): Promise<Read> {
  const rule = around.row?.cfa;
  if (!rule) throw new NotQuick();
  const { bits } = around;
  if (rule.kind === 'register') {
    const base = around.register(rule.register);
    return () => {
      const start = base();
      return start === undefined ? undefined : BigInt.asUintN(bits, start + rule.offset);
    };
  }
  // An expression of call frame information must not ask for what it defines.
  if (rule.expression.bytes.includes(DW_OP.call_frame_cfa)) throw new NotQuick();
  const place = await quickPlace(rule.expression, around);
  if (place.kind !== 'memory') throw new NotQuick();
  return () => {
    const address = place.address();
    return address === undefined ? undefined : BigInt.asUintN(bits, address);
  };
}

function constantOf(
  operation: number,
  cursor: DwarfCursor,
  addressSize: number,
  { placement }: StackFrame,
): bigint {
  if (operation >= DW_OP.lit0 && operation <= DW_OP.lit31) return BigInt(operation - DW_OP.lit0);
  switch (operation) {
    case DW_OP.addr:
      return cursor.address(addressSize) + (placement?.slide ?? 0n);
    case DW_OP.const1u:
      return BigInt(cursor.u8());
    case DW_OP.const1s:
      return BigInt(cursor.i8());
    case DW_OP.const2u:
      return BigInt(cursor.u16());
    case DW_OP.const2s:
      return BigInt(cursor.i16());
    case DW_OP.const4u:
      return BigInt(cursor.u32());
    case DW_OP.const4s:
      return BigInt(cursor.i32());
    case DW_OP.const8u:
      return cursor.u64();
    case DW_OP.const8s:
      return cursor.i64();
    case DW_OP.constu:
      return cursor.uleb64();
    case DW_OP.consts:
      return cursor.sleb64();
    default:
      throw new NotQuick();
  }
}
