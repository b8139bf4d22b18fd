// Things of the program whose bytes a frame holds, found without waiting: variables, members, elements, registers.
import { unsigned } from '../../bytes/cursor';
import type { Type } from '../../symbols/type';
import { isSigned, sizeOf, strip } from '../values/types';
import { NotQuick, type QuickFrame } from './quickFrame';
import { integerNumber, scalarNumber, type QuickNumber } from './quickNumber';
import type { Rules } from './rules';
import { floatScalar, isFloatType, scalarType, wrap } from './scalar';

/** Something of a type, in memory or in a register. */
export interface QuickObject {
  readonly type: Type;
  /** Reaches `size` of its bytes, `offset` bytes from its start; false where they are not available. */
  readonly reach: (offset: number, size: number) => boolean;
  /** Where it is in memory, as a run-time address; absent for what is in a register. */
  readonly address?: () => bigint | undefined;
}

/** Something in memory. */
export function objectAt(
  type: Type,
  address: () => bigint | undefined,
  frame: QuickFrame,
  addressSize: number,
): QuickObject {
  const bits = 8 * addressSize;
  const reach = (offset: number, size: number): boolean => {
    const start = address();
    if (start === undefined) return false;
    const from = offset === 0 ? start : BigInt.asUintN(bits, start + BigInt(offset));
    return frame.reachMemory(from, size);
  };
  return { type, reach, address };
}

/** Something in a register: the low bytes of `length` bytes at `offset` in the register block. */
export function objectInRegister(
  type: Type,
  { offset, length }: { readonly offset: number; readonly length: number },
  frame: QuickFrame,
): QuickObject {
  const size = sizeOf(type) ?? 0;
  if (size > length) throw new NotQuick();
  const start = frame.order === 'little' ? offset : offset + length - size;
  return { type, reach: (at, bytes) => frame.reachRegisters(start + at, bytes) };
}

/** A part of a thing, `offset` bytes into it. */
export function part(
  whole: QuickObject,
  type: Type,
  offset: number,
  addressBits: number,
): QuickObject {
  const { reach, address: start } = whole;
  const inner = (at: number, size: number): boolean => reach(offset + at, size);
  if (!start) return { type, reach: inner };
  const address = () => {
    const found = start();
    return found === undefined ? undefined : BigInt.asUintN(addressBits, found + BigInt(offset));
  };
  return { type, reach: inner, address };
}

/** What has no value in any frame. */
export function nothing(type: Type): QuickObject {
  return { type, reach: (_, size) => size === 0 };
}

/** The number that a thing is. */
export function numberIn(object: QuickObject, frame: QuickFrame, rules: Rules): QuickNumber {
  const type = scalarType(object.type);
  if (!type) throw new NotQuick();
  const { reach } = object;
  const { size } = type;
  const little = frame.order === 'little';
  const bytes = () => new Uint8Array(frame.view.buffer, frame.view.byteOffset + frame.at, size);
  if (isFloatType(type)) {
    return scalarNumber(type, () =>
      reach(0, size) ? floatScalar(type, bytes(), frame.order, rules.machine) : undefined,
    );
  }
  const reader = readerOf(size, isSigned(type), little, frame);
  if (reader) return integerNumber(type, () => (reach(0, size) ? reader() : undefined));
  return integerNumber(type, () =>
    reach(0, size) ? wrap(unsigned(bytes(), frame.order), type) : undefined,
  );
}

/** Reads an integer of a usual size at the place that was reached. */
function readerOf(
  size: number,
  isSigned: boolean,
  little: boolean,
  frame: QuickFrame,
): (() => bigint) | undefined {
  switch (size) {
    case 1:
      return isSigned
        ? () => BigInt(frame.view.getInt8(frame.at))
        : () => BigInt(frame.view.getUint8(frame.at));
    case 2:
      return isSigned
        ? () => BigInt(frame.view.getInt16(frame.at, little))
        : () => BigInt(frame.view.getUint16(frame.at, little));
    case 4:
      return isSigned
        ? () => BigInt(frame.view.getInt32(frame.at, little))
        : () => BigInt(frame.view.getUint32(frame.at, little));
    case 8:
      return isSigned
        ? () => frame.view.getBigInt64(frame.at, little)
        : () => frame.view.getBigUint64(frame.at, little);
    default:
      return undefined;
  }
}

/** A type without lengths that only a frame knows. */
export function isFixed(type: Type): boolean {
  const bare = strip(type);
  if (bare.kind !== 'array') return true;
  const isKnown = bare.dimensions.every(({ count }) => typeof count !== 'object');
  return isKnown && isFixed(bare.element);
}
