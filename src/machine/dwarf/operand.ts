// What is on the stack of a DWARF expression and how it is computed with (DWARF 5, section
// 2.5.1): the generic type, an address-sized number without a sign of its own, and the base types
// that typed operations name.
import { type ByteOrder, toBytes } from '../../bytes/cursor';
import type { BaseType } from '../../symbols/baseType';
import type {
  Arithmetic,
  Comparison,
  Shift,
  UnaryArithmetic,
} from '../../symbols/dwarf/operations';

/** How an operand's bits are read. */
export interface OperandType {
  readonly kind: 'generic' | 'signed' | 'unsigned' | 'float';
  /** Bytes. */
  readonly size: number;
}

/** An entry of the stack; what its value is depends on who computes with it. */
export interface StackEntry<Word> {
  readonly value: Word;
  readonly type: OperandType;
}

/** An entry that is known: its bits as an unsigned number of the type's size. */
export type Operand = StackEntry<bigint>;

const DW_ATE_float = 0x04;
const signedEncodings = [0x05, 0x06, 0x0d];

/** The type of an operand that a base type describes. */
export function operandType({ encoding, size }: BaseType): OperandType {
  if (encoding === DW_ATE_float) return { kind: 'float', size };
  return { kind: signedEncodings.includes(encoding) ? 'signed' : 'unsigned', size };
}

/** An operand of a whole number, cut to the type's size. */
export function operand(value: bigint, type: OperandType): Operand {
  return { value: BigInt.asUintN(8 * type.size, value), type };
}

/**
 * The bits of an operand as a number with a sign, unless its type has none; the generic type has
 * one.
 */
function signedValue({ value, type }: Operand): bigint {
  return type.kind === 'unsigned' ? value : BigInt.asIntN(8 * type.size, value);
}

/** A result, or why it is missing. */
export type Computed = Operand | 'division by zero' | 'unsupported';

/** Computes with two operands of one type. */
export function operandArithmetic(operation: Arithmetic, a: Operand, b: Operand): Computed {
  if (a.type.kind === 'float') return floatArithmetic(operation, a, b);
  const [x, y] = [signedValue(a), signedValue(b)];
  switch (operation) {
    case 'and':
      return operand(x & y, a.type);
    case 'or':
      return operand(x | y, a.type);
    case 'xor':
      return operand(x ^ y, a.type);
    case 'plus':
      return operand(x + y, a.type);
    case 'minus':
      return operand(x - y, a.type);
    case 'mul':
      return operand(x * y, a.type);
    case 'div':
      return y === 0n ? 'division by zero' : operand(x / y, a.type);
    case 'mod':
      return modulo(a, b);
  }
}

/** The generic type is divided with a sign, but its remainder is taken without. */
function modulo(a: Operand, b: Operand): Computed {
  if (b.value === 0n) return 'division by zero';
  if (a.type.kind !== 'signed') return operand(a.value % b.value, a.type);
  return operand(signedValue(a) % signedValue(b), a.type);
}

function floatArithmetic(operation: Arithmetic, a: Operand, b: Operand): Computed {
  const [x, y] = [floatValue(a), floatValue(b)];
  if (x === undefined || y === undefined) return 'unsupported';
  switch (operation) {
    case 'plus':
      return floatOperand(x + y, a.type);
    case 'minus':
      return floatOperand(x - y, a.type);
    case 'mul':
      return floatOperand(x * y, a.type);
    case 'div':
      return floatOperand(x / y, a.type);
    case 'and':
    case 'or':
    case 'xor':
    case 'mod':
      return 'unsupported';
  }
}

/** Shifts the first operand by the second. */
export function shiftOperand(operation: Shift, a: Operand, b: Operand): Computed {
  if (a.type.kind === 'float') return 'unsupported';
  const width = 8 * a.type.size;
  const by = b.value < BigInt(width) ? b.value : BigInt(width);
  if (operation === 'shl') return operand(a.value << by, a.type);
  const value = operation === 'shr' ? a.value : BigInt.asIntN(width, a.value);
  return operand(value >> by, a.type);
}

/** Compares two operands of one type; undefined where that cannot be done. */
export function compareOperands(
  operation: Comparison,
  a: Operand,
  b: Operand,
): boolean | undefined {
  const float = a.type.kind === 'float';
  const x = float ? floatValue(a) : signedValue(a);
  const y = float ? floatValue(b) : signedValue(b);
  if (x === undefined || y === undefined) return undefined;
  switch (operation) {
    case 'eq':
      return x === y;
    case 'ne':
      return x !== y;
    case 'ge':
      return x >= y;
    case 'gt':
      return x > y;
    case 'le':
      return x <= y;
    case 'lt':
      return x < y;
  }
}

/** Computes with one operand. */
export function unaryOperand(operation: UnaryArithmetic, a: Operand): Computed {
  switch (operation) {
    case 'abs':
      return compareOperands('lt', a, operand(0n, a.type)) ? negate(a) : a;
    case 'neg':
      return negate(a);
    case 'not':
      return a.type.kind === 'float' ? 'unsupported' : operand(~a.value, a.type);
  }
}

function negate(a: Operand): Computed {
  if (a.type.kind !== 'float') return operand(-a.value, a.type);
  const value = floatValue(a);
  return value === undefined ? 'unsupported' : floatOperand(-value, a.type);
}

/** The value of an operand in another type. */
export function convertOperand(a: Operand, type: OperandType): Computed {
  if (a.type.kind === 'float' || type.kind === 'float') {
    const value = a.type.kind === 'float' ? floatValue(a) : Number(signedValue(a));
    if (value === undefined) return 'unsupported';
    if (type.kind === 'float') return floatOperand(value, type);
    return Number.isFinite(value) ? operand(BigInt(Math.trunc(value)), type) : 'unsupported';
  }
  return operand(signedValue(a), type);
}

/** The bytes of an operand in the target's order. */
export function operandBytes({ value, type }: Operand, order: ByteOrder): Uint8Array {
  return toBytes(value, type.size, order);
}

function floatValue({ value: bits, type }: Operand): number | undefined {
  const view = new DataView(new ArrayBuffer(8));
  if (type.size === 8) {
    view.setBigUint64(0, bits);
    return view.getFloat64(0);
  }
  if (type.size !== 4) return undefined;
  view.setUint32(0, Number(bits));
  return view.getFloat32(0);
}

function floatOperand(value: number, type: OperandType): Computed {
  const view = new DataView(new ArrayBuffer(8));
  if (type.size === 8) {
    view.setFloat64(0, value);
    return { value: view.getBigUint64(0), type };
  }
  if (type.size !== 4) return 'unsupported';
  view.setFloat32(0, value);
  return { value: BigInt(view.getUint32(0)), type };
}
