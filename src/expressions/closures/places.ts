// Things of the program whose bytes a frame holds, found without waiting: variables, members, elements, registers.
import { unsigned } from '../../bytes/cursor';
import type { Type } from '../../symbols/type';
import { bitsAt } from '../../values/bits';
import { isSigned, lengthOf, sizeOf, strip } from '../../values/types';
import { maxValueSize } from '../../values/value';
import type { LoweredNumber, LoweredObject } from '../lowering/lowered';
import { Failure } from '../problem';
import type { Rules } from '../rules';
import { floatScalar, isFloatType, wrap, type ScalarType } from '../scalar';
import { NotCompilable, type SearchFrame } from './searchFrame';
import {
  constantWord,
  integerReader,
  integerWord,
  scalarWord,
  type ClosureWord,
  type Read,
} from './words';

/** Where something is, in memory or in a register. */
export interface ClosurePlace {
  /** Reaches `size` bytes, `offset` bytes from its start; false where they are not available. */
  readonly reach: (offset: number, size: number) => boolean;
  /** Where it is in memory, as a run-time address; absent for what is in a register. */
  readonly address?: ClosureWord;
}

/** Something of the frame that the search has come to. */
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
export const nowherePlace: ClosurePlace = { reach: (_, size) => size === 0 };

/** The number that a thing is. */
export function wordAt(
  { place: { reach }, bits }: ClosureObject,
  type: ScalarType,
  frame: SearchFrame,
  { machine }: Rules,
): ClosureWord {
  const { size } = type;
  if (bits) return integerWord(type, bitFieldReader(reach, bits, isSigned(type), frame));
  const bytes = () => new Uint8Array(frame.view.buffer, frame.view.byteOffset + frame.at, size);
  if (isFloatType(type)) {
    return scalarWord(() =>
      reach(0, size) ? floatScalar(type, bytes(), frame.order, machine) : undefined,
    );
  }
  const reader = readerOf(size, isSigned(type), frame);
  if (reader) return integerWord(type, () => (reach(0, size) ? reader() : undefined));
  return integerWord(type, () =>
    reach(0, size) ? wrap(unsigned(bytes(), frame.order), type) : undefined,
  );
}

function bitFieldReader(
  reach: ClosurePlace['reach'],
  { bit, size }: { readonly bit: number; readonly size: number },
  signed: boolean,
  frame: SearchFrame,
): Read {
  const first = Math.floor(bit / 8);
  const length = Math.ceil((bit + size) / 8) - first;
  return () => {
    if (!reach(first, length)) return undefined;
    const { buffer, byteOffset } = frame.view;
    const bytes = new Uint8Array(buffer, byteOffset + frame.at, length);
    const value = bitsAt(bytes, bit - 8 * first, size, frame.order);
    return signed ? BigInt.asIntN(size, value) : value;
  };
}

/** Reads an integer of a usual size at the place that was reached. */
function readerOf(size: number, signed: boolean, frame: SearchFrame): (() => bigint) | undefined {
  const little = frame.order === 'little';
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

/** Reads the bytes of a thing, if all of them are available; they change with the next thing that is read. */
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
