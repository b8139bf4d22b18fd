// Where a variable is, as a function of a frame that does not wait (DWARF 5, sections 2.5 and 2.6): the words on the
// stack are functions.
import type { CallFrameRow } from '../../symbols/dwarf/callFrame';
import type { DwarfExpression } from '../../symbols/location';
import { evaluateDwarf, evaluateDwarfNumber } from '../../machine/dwarf/evaluation';
import { isAbsent, outermost, type DwarfMachine } from '../../machine/dwarf/machine';
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
import { needsIo, NotCompilable, type SearchFrame } from './searchFrame';
import type { Read } from './words';

/** A word: a function, and the number that it gives in every frame where that is one. */
interface Compiled {
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

/** The place that an expression gives; throws {@link NotCompilable} where it takes more than a frame's bytes. */
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
  return isAbsent(address) ? notCompilable() : address.read;
}

function compilingMachine(around: CompiledStackFrame): DwarfMachine<Compiled> {
  const { frame, stackFrame, row, register } = around;
  return {
    order: frame.order,
    slide: stackFrame.placement?.slide ?? 0n,
    cfa: undefined,
    cfaRule: row?.cfa,
    frame: stackFrame,
    objectAddress: undefined,
    constant: constantWord,
    register: (number, type) => {
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
    // A function that stood twice would be called twice, those that it calls four times, and so on.
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

/** Leaves an answer to the evaluation that says why there is none. */
function askLater(): never {
  throw needsIo;
}

/** Undefined for what cannot be computed. */
function numberOf(result: Computed): bigint | undefined {
  return typeof result === 'string' ? undefined : result.value;
}

function constantWord(constant: bigint): Compiled {
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
  { value: a, type }: StackEntry<Compiled>,
  { value: b }: StackEntry<Compiled>,
): Compiled {
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
  { read, constant }: Compiled,
  map: (value: bigint) => bigint | undefined,
): Compiled {
  if (constant !== undefined) return constantWord(map(constant) ?? notCompilable());
  return {
    read: () => {
      const value = read();
      return value === undefined ? undefined : (map(value) ?? askLater());
    },
  };
}

function combined(
  a: StackEntry<Compiled>,
  b: StackEntry<Compiled>,
  combine: (a: Operand, b: Operand) => bigint | undefined,
): Compiled {
  const compute = (x: bigint, y: bigint): bigint | undefined =>
    combine(operand(x, a.type), operand(y, b.type));
  const [first, second] = [a.value, b.value];
  if (first.constant !== undefined && second.constant !== undefined) {
    return constantWord(compute(first.constant, second.constant) ?? notCompilable());
  }
  const read = (): bigint | undefined => {
    const [x, y] = [first.read(), second.read()];
    return x === undefined || y === undefined ? undefined : (compute(x, y) ?? askLater());
  };
  return { read };
}
