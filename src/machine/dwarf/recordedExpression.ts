// DWARF expressions evaluated on what a frame collected: the words on the stack are numbers.
import { unsigned } from '../../bytes/cursor';
import type { DwarfExpression } from '../../symbols/location';
import { Origin } from '../memory';
import { placeProblem, type Nowhere, type Place } from '../place';
import type { ExpressionContext } from './context';
import { entryValue, parameterAtEntry } from './entryValue';
import { evaluateDwarf, evaluateDwarfNumber } from './evaluation';
import type { DwarfMachine, DwarfPlace } from './machine';
import {
  operandArithmetic,
  compareOperands,
  convertOperand,
  operandBytes,
  shiftOperand,
  unaryOperand,
  type Computed,
  type OperandType,
} from './operand';

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
  const machine = recordedMachine(context);
  return placeOf(await evaluateDwarf(expression, machine, context.nesting, initial), context);
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
  if (expression.bytes.length === 0) return { kind: 'optimizedOut' };
  return evaluateDwarfNumber(expression, recordedMachine(context), context.nesting, initial);
}

function placeOf(place: DwarfPlace<bigint>, context: ExpressionContext): Place {
  switch (place.kind) {
    case 'number':
      return { kind: 'number', bytes: operandBytes(place.number, context.order) };
    case 'pieces':
      return {
        kind: 'pieces',
        pieces: place.pieces.map((piece) => ({ ...piece, place: placeOf(piece.place, context) })),
      };
    case 'memory':
    case 'register':
    case 'literal':
    case 'implicitPointer':
    case 'unavailable':
    case 'optimizedOut':
    case 'problem':
      return place;
  }
}

function recordedMachine(context: ExpressionContext): DwarfMachine<bigint> {
  const { order, slide, cfa, frame, objectAddress } = context;
  return {
    cfaRule: undefined,
    ...{ order, slide, cfa, frame, objectAddress },
    constant: (value) => value,
    register: (number, type) => registerNumber(context, number, type),
    memory: (address, size, type) => readNumber(context, address, size, type),
    entryValue: (block, nesting) => entryValue(block, { ...context, nesting }, evaluateNumber),
    threadLocal: () => placeProblem('TLS: a trace does not say where thread-local variables are'),
    parameterAtEntry: (offset, nesting) =>
      parameterAtEntry(offset, { ...context, nesting }, evaluateNumber),
    arithmetic: (name, a, b) => numberOf(operandArithmetic(name, a, b)),
    shift: (name, a, by) => numberOf(shiftOperand(name, a, by)),
    compare: (name, a, b) => {
      const holds = compareOperands(name, a, b);
      return holds === undefined ? unsupported : BigInt(holds);
    },
    unary: (name, a) => numberOf(unaryOperand(name, a)),
    convert: (a, type) => numberOf(convertOperand(a, type)),
    copy: (value) => value,
    isTrue: ({ value }) => value !== 0n,
    choice: (condition, then, otherwise) => (condition.value === 0n ? otherwise : then),
  };
}

const unsupported = placeProblem(
  'an expression computes with numbers of a size that is not supported',
);

function numberOf(result: Computed): bigint | Nowhere {
  if (result === 'division by zero') return placeProblem('Division by zero');
  return result === 'unsupported' ? unsupported : result.value;
}

/** What a register holds, as an unsigned number; the low bytes of it where a type is narrower. */
function registerNumber(
  context: ExpressionContext,
  number: number,
  type: OperandType,
): bigint | Nowhere {
  const { order } = context;
  const found = context.register(number);
  if (found.kind !== 'value') {
    return { kind: found.kind === 'unavailable' ? 'unavailable' : 'optimizedOut' };
  }
  const { bytes } = found;
  if (type.kind === 'generic') return unsigned(bytes, order);
  const start = order === 'little' ? 0 : Math.max(0, bytes.length - type.size);
  return unsigned(bytes.subarray(start, start + type.size), order);
}

async function readNumber(
  { memory, order }: ExpressionContext,
  address: bigint,
  size: number,
  type: OperandType,
): Promise<bigint | Nowhere> {
  const { bytes, origins } = await memory.read(address, size);
  if (origins.includes(Origin.unavailable)) return { kind: 'unavailable' };
  return BigInt.asUintN(8 * type.size, unsigned(bytes, order));
}
