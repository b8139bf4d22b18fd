// Things of the program whose bytes a frame holds, found without waiting: variables, members,
// elements, registers.
import { type ByteOrder, unsigned } from '../../bytes/cursor';
import type { Type } from '../../symbols/type';
import { bitsAt } from '../../values/contents';
import { isSigned, lengthOf, sizeOf, strip } from '../../values/types';
import { maxValueSize, orderOf } from '../../values/value';
import type { LoweredNumber, LoweredObject } from '../lowering/lowered';
import { Failure } from '../problem';
import type { LanguageSemantics } from '../languageSemantics';
import { floatScalar, isFloatType, wrap, type ScalarType } from '../scalar';
import { NotCompilable, type SearchFrame, needsIo } from './searchFrame';
import {
  constantWord,
  integerReader,
  integerWord,
  scalarWord,
  type ClosureWord,
  type Read,
} from './numbers';
import type { CallFrameRow } from '../../symbols/dwarf/cfi/program';
import type { DwarfExpression } from '../../symbols/location';
import { evaluateDwarf, evaluateDwarfNumber } from '../../machine/dwarf/evaluation';
import { isUnavailableWord, outermost, type DwarfMachine } from '../../machine/dwarf/machine';
import {
  operandArithmetic,
  compareOperands,
  convertOperand,
  operand,
  shiftOperand,
  unaryOperand,
  type Computed,
  type Operand,
  type OperandType,
  type StackEntry,
} from '../../machine/dwarf/operand';
import type { StackFrame } from '../../machine/stackFrame';

/** Where something is, in memory or in a register. */
export interface ClosurePlace {
  /** Reaches `size` bytes, `offset` bytes from its start; false where they are not available. */
  readonly reach: (offset: number, size: number) => boolean;
  /** Where it is in memory, as a run-time address; absent for what is in a register. */
  readonly address?: ClosureWord;
}

/** Something of the search's current frame. */
export type ClosureObject = LoweredObject<ClosureWord, ClosurePlace>;

/** Something in memory; `type` is that of addresses. */
export function placeAt(address: ClosureWord, type: ScalarType, frame: SearchFrame): ClosurePlace {
  const start = integerReader(address);
  const reach = (offset: number, size: number): boolean => {
    const from = start();
    if (from === undefined) return false;
    return frame.reachMemory(offset === 0 ? from : wrap(from + BigInt(offset), type), size);
  };
  return { reach, address };
}

/** Something in a register: the low bytes of `length` bytes at `offset` in the register block. */
export function placeInRegister(
  type: Type,
  { offset, length }: { readonly offset: number; readonly length: number },
  frame: SearchFrame,
): ClosurePlace {
  const size = sizeOf(type) ?? 0;
  if (size > length) throw new NotCompilable();
  const start = frame.order === 'little' ? offset : offset + length - size;
  return { reach: (at, bytes) => frame.reachRegisters(start + at, bytes) };
}

/** The place `offset` bytes into another; `type` is that of addresses. */
export function placeInside(
  { reach, address: start }: ClosurePlace,
  offset: number,
  type: ScalarType,
): ClosurePlace {
  if (offset === 0) return start ? { reach, address: start } : { reach };
  const inner = (at: number, size: number): boolean => reach(offset + at, size);
  if (!start) return { reach: inner };
  if (start.constant !== undefined) {
    const value = wrap(start.constant + BigInt(offset), type);
    return { reach: inner, address: constantWord({ kind: 'integer', type, value }) };
  }
  const read = integerReader(start);
  const address = (): bigint | undefined => {
    const found = read();
    return found === undefined ? undefined : wrap(found + BigInt(offset), type);
  };
  return { reach: inner, address: integerWord(type, address) };
}

/** An element of an array in a register. */
export function elementPlace(
  { type, place }: ClosureObject,
  index: LoweredNumber<ClosureWord>,
  stride: bigint,
): ClosurePlace {
  const bare = strip(type);
  const dimension = bare.kind === 'array' ? bare.dimensions[0] : undefined;
  const lower = dimension?.lower ?? 0n;
  const length = dimension ? (lengthOf(dimension) ?? 0) : 0;
  const read = integerReader(index.word);
  const reach = (offset: number, bytes: number): boolean => {
    const i = read();
    if (i === undefined) return false;
    const element = Number(i - lower);
    if (element < 0 || element >= length) throw new Failure('no such vector element');
    return place.reach(element * Number(stride) + offset, bytes);
  };
  return { reach };
}

/** What has no value in any frame. */
export const unavailablePlace: ClosurePlace = { reach: (_, size) => size === 0 };

/** The number that a thing is. */
export function wordAt(
  { place: { reach }, bits }: ClosureObject,
  type: ScalarType,
  frame: SearchFrame,
  { machine }: LanguageSemantics,
): ClosureWord {
  const { size } = type;
  const order = orderOf(type, frame);
  if (bits) return integerWord(type, bitFieldReader(reach, bits, isSigned(type), frame, order));
  const bytes = () => new Uint8Array(frame.view.buffer, frame.view.byteOffset + frame.at, size);
  if (isFloatType(type)) {
    return scalarWord(() =>
      reach(0, size) ? floatScalar(type, bytes(), order, machine) : undefined,
    );
  }
  const reader = readerOf(size, isSigned(type), frame, order);
  if (reader) return integerWord(type, () => (reach(0, size) ? reader() : undefined));
  return integerWord(type, () =>
    reach(0, size) ? wrap(unsigned(bytes(), order), type) : undefined,
  );
}

function bitFieldReader(
  reach: ClosurePlace['reach'],
  { bit, size }: { readonly bit: number; readonly size: number },
  signed: boolean,
  frame: SearchFrame,
  order: ByteOrder,
): Read {
  const first = Math.floor(bit / 8);
  const length = Math.ceil((bit + size) / 8) - first;
  return () => {
    if (!reach(first, length)) return undefined;
    const { buffer, byteOffset } = frame.view;
    const bytes = new Uint8Array(buffer, byteOffset + frame.at, length);
    const value = bitsAt(bytes, bit - 8 * first, size, order);
    return signed ? BigInt.asIntN(size, value) : value;
  };
}

/** Reads an integer of a usual size at the place that was reached. */
function readerOf(
  size: number,
  signed: boolean,
  frame: SearchFrame,
  order: ByteOrder,
): (() => bigint) | undefined {
  const little = order === 'little';
  switch (size) {
    case 1:
      return signed
        ? () => BigInt(frame.view.getInt8(frame.at))
        : () => BigInt(frame.view.getUint8(frame.at));
    case 2:
      return signed
        ? () => BigInt(frame.view.getInt16(frame.at, little))
        : () => BigInt(frame.view.getUint16(frame.at, little));
    case 4:
      return signed
        ? () => BigInt(frame.view.getInt32(frame.at, little))
        : () => BigInt(frame.view.getUint32(frame.at, little));
    case 8:
      return signed
        ? () => frame.view.getBigInt64(frame.at, little)
        : () => frame.view.getBigUint64(frame.at, little);
    default:
      return undefined;
  }
}

/**
 * Reads the bytes of a thing, if all of them are available; they change with the next thing that
 * is read.
 */
export function bytesAt(
  { type, place: { reach }, bits }: ClosureObject,
  frame: SearchFrame,
): () => Uint8Array | undefined {
  if (bits) throw new NotCompilable();
  const size = Math.min(sizeOf(type) ?? 0, maxValueSize);
  return () => {
    if (!reach(0, size)) return undefined;
    return new Uint8Array(frame.view.buffer, frame.view.byteOffset + frame.at, size);
  };
}

/** Whether the frame itself holds all of a thing. */
export function isCollected(
  { type, place: { reach, address }, bits }: ClosureObject,
  frame: SearchFrame,
): () => boolean {
  if (bits) throw new NotCompilable();
  const size = Math.min(sizeOf(type) ?? 0, maxValueSize);
  if (!address) return () => reach(0, size);
  const read = integerReader(address);
  return () => {
    const start = read();
    return start !== undefined && frame.isCollected(start, size);
  };
}

/** A type without lengths that only a frame knows. */
export function isFixed(type: Type): boolean {
  const bare = strip(type);
  if (bare.kind !== 'array') return true;
  const isKnown = bare.dimensions.every(({ count }) => typeof count !== 'object');
  return isKnown && isFixed(bare.element);
}

// Where a variable is, as a function of a frame that does not wait (DWARF 5, sections 2.5 and
// 2.6): the words on the stack are functions.

/** A word: a function, and the number that it gives in every frame where that is one. */
interface CompiledWord {
  readonly read: Read;
  readonly constant?: bigint;
}

/** What locations at one place of the program are relative to. */
export interface CompiledStackFrame {
  readonly frame: SearchFrame;
  readonly stackFrame: StackFrame;
  /** Call frame information at the PC. */
  readonly row: CallFrameRow | undefined;
  /** A register by its DWARF number, as an unsigned number. */
  readonly register: (dwarfNumber: number) => Read;
}

/** Where something is. */
export type CompiledPlace =
  | { readonly kind: 'memory'; readonly address: Read }
  /** By its DWARF number. */
  | { readonly kind: 'register'; readonly register: number };

/**
 * The place that an expression gives; throws {@link NotCompilable} where it takes more than a
 * frame's bytes.
 */
export async function compiledPlace(
  expression: DwarfExpression,
  around: CompiledStackFrame,
): Promise<CompiledPlace> {
  const place = await evaluateDwarf(expression, compilingMachine(around));
  if (place.kind === 'memory') return { kind: 'memory', address: place.address.read };
  return place.kind === 'register' ? place : notCompilable();
}

/** The address that an expression computes from that of an object, which is on its stack. */
export async function compiledAddressFrom(
  expression: DwarfExpression,
  object: Read,
  around: CompiledStackFrame,
): Promise<Read> {
  const word = { read: object };
  const machine = { ...compilingMachine(around), objectAddress: word };
  const address = await evaluateDwarfNumber(expression, machine, outermost(), [word]);
  return isUnavailableWord(address) ? notCompilable() : address.read;
}

function compilingMachine(around: CompiledStackFrame): DwarfMachine<CompiledWord> {
  const { frame, stackFrame, row, register } = around;
  return {
    order: frame.order,
    slide: stackFrame.module?.slide ?? 0n,
    cfa: undefined,
    cfaRule: row?.cfa,
    frame: stackFrame,
    objectAddress: undefined,
    constant: fixedWord,
    register: (number, type) => {
      // Floating-point registers may hold numbers in a format of their own.
      if (type.kind === 'float') notCompilable();
      const read = register(number);
      return type.kind === 'generic' ? { read } : mapped({ read }, (value) => cutTo(value, type));
    },
    memory: (address, size, type) => ({ read: memoryRead(frame, address.read, size, type) }),
    entryValue: notCompilable,
    parameterAtEntry: notCompilable,
    threadLocal: notCompilable,
    arithmetic: (name, a, b) => {
      if (a.type.kind !== 'float' && (name === 'plus' || name === 'minus')) return sum(name, a, b);
      return combined(a, b, (x, y) => numberOf(operandArithmetic(name, x, y)));
    },
    shift: (name, a, by) => combined(a, by, (x, y) => numberOf(shiftOperand(name, x, y))),
    compare: (name, a, b) =>
      combined(a, b, (x, y) => {
        const holds = compareOperands(name, x, y);
        return holds === undefined ? undefined : BigInt(holds);
      }),
    unary: (name, a) => mapped(a.value, (value) => numberOf(unaryOperand(name, { ...a, value }))),
    convert: (a, type) =>
      mapped(a.value, (value) => numberOf(convertOperand({ ...a, value }, type))),
    // A function used twice in an expression would be called twice, those that it calls four times,
    // and so on.
    copy: (word) => (word.constant === undefined ? notCompilable() : word),
    isTrue: ({ value: { constant } }) => (constant === undefined ? undefined : constant !== 0n),
    choice: ({ value: condition }, then, otherwise) => ({
      read: () => {
        const chosen = condition.read();
        return chosen === undefined ? undefined : chosen === 0n ? otherwise.read() : then.read();
      },
    }),
  };
}

function notCompilable(): never {
  throw new NotCompilable();
}

/** Leaves an answer to the evaluation that says why it has none. */
function askLater(): never {
  throw needsIo;
}

/** Undefined for what cannot be computed. */
function numberOf(result: Computed): bigint | undefined {
  return typeof result === 'string' ? undefined : result.value;
}

function fixedWord(constant: bigint): CompiledWord {
  return { read: () => constant, constant };
}

function cutTo(value: bigint, { size }: OperandType): bigint {
  return BigInt.asUintN(8 * size, value);
}

function memoryRead(frame: SearchFrame, address: Read, size: number, type: OperandType): Read {
  const little = frame.order === 'little';
  const read = numberReader(frame, size, little);
  return () => {
    const at = address();
    return at === undefined || !frame.reachMemory(at, size) ? undefined : cutTo(read(), type);
  };
}

/** Reads an unsigned number at the place that was reached. */
function numberReader(frame: SearchFrame, size: number, little: boolean): () => bigint {
  switch (size) {
    case 1:
      return () => BigInt(frame.view.getUint8(frame.at));
    case 2:
      return () => BigInt(frame.view.getUint16(frame.at, little));
    case 4:
      return () => BigInt(frame.view.getUint32(frame.at, little));
    case 8:
      return () => frame.view.getBigUint64(frame.at, little);
    default:
      return notCompilable();
  }
}

/** A sum or difference of whole numbers, which nearly all locations are. */
function sum(
  name: 'plus' | 'minus',
  { value: a, type }: StackEntry<CompiledWord>,
  { value: b }: StackEntry<CompiledWord>,
): CompiledWord {
  const bits = 8 * type.size;
  const sign = name === 'plus' ? 1n : -1n;
  if (b.constant !== undefined) {
    const offset = BigInt.asIntN(bits, sign * b.constant);
    return mapped(a, (value) => BigInt.asUintN(bits, value + offset));
  }
  const read = (): bigint | undefined => {
    const [x, y] = [a.read(), b.read()];
    return x === undefined || y === undefined ? undefined : BigInt.asUintN(bits, x + sign * y);
  };
  return { read };
}

function mapped(
  { read, constant }: CompiledWord,
  map: (value: bigint) => bigint | undefined,
): CompiledWord {
  if (constant !== undefined) return fixedWord(map(constant) ?? notCompilable());
  return {
    read: () => {
      const value = read();
      return value === undefined ? undefined : (map(value) ?? askLater());
    },
  };
}

function combined(
  a: StackEntry<CompiledWord>,
  b: StackEntry<CompiledWord>,
  combine: (a: Operand, b: Operand) => bigint | undefined,
): CompiledWord {
  const compute = (x: bigint, y: bigint): bigint | undefined =>
    combine(operand(x, a.type), operand(y, b.type));
  const [first, second] = [a.value, b.value];
  if (first.constant !== undefined && second.constant !== undefined) {
    return fixedWord(compute(first.constant, second.constant) ?? notCompilable());
  }
  const read = (): bigint | undefined => {
    const [x, y] = [first.read(), second.read()];
    return x === undefined || y === undefined ? undefined : (compute(x, y) ?? askLater());
  };
  return { read };
}
