// Encoded pointers in exception handling sections (Linux Standard Base, "DWARF Extensions", table
// "DWARF Exception Header Encoding").
import type { DwarfCursor } from './cursor';

/** The low four bits: how the number is written. */
const Format = {
  absolute: 0x00,
  uleb: 0x01,
  udata2: 0x02,
  udata4: 0x03,
  udata8: 0x04,
  signed: 0x08,
  sleb: 0x09,
  sdata2: 0x0a,
  sdata4: 0x0b,
  sdata8: 0x0c,
} as const;

/** The next three: what it is relative to. */
const Relative = {
  absolute: 0x00,
  pc: 0x10,
  text: 0x20,
  data: 0x30,
  function: 0x40,
  aligned: 0x50,
} as const;

/** The number is the address of the pointer. */
const indirect = 0x80;
/** No pointer at all. */
export const omitted = 0xff;

/** What encoded pointers are relative to. Link-time addresses. */
export interface PointerBases {
  /** Of the cursor's offset 0. */
  readonly cursor: bigint;
  readonly text: bigint;
  readonly data: bigint;
  /** The first address of the function, where it is known. */
  readonly function?: bigint;
}

/** A pointer as read. */
export interface EncodedPointer {
  readonly address: bigint;
  /** True where the pointer stands at the address. */
  readonly indirect: boolean;
}

/** Reads a pointer. An encoding that is none leaves the cursor overrun. */
export function readPointer(
  cursor: DwarfCursor,
  encoding: number,
  addressSize: number,
  bases: PointerBases,
): EncodedPointer {
  const relative = encoding & 0x70;
  if (relative === Relative.aligned) alignTo(cursor, addressSize, bases.cursor);
  const at = bases.cursor + BigInt(cursor.offset);
  const value = readFormat(cursor, encoding & 0x0f, addressSize);
  const base = value === 0n ? 0n : baseOf(relative, at, bases);
  if (base === undefined) cursor.overrun = true;
  return {
    address: BigInt.asUintN(8 * addressSize, value + (base ?? 0n)),
    indirect: (encoding & indirect) !== 0,
  };
}

/** Reads a length that is written as pointers of an encoding are. */
export function readLength(cursor: DwarfCursor, encoding: number, addressSize: number): bigint {
  return BigInt.asUintN(8 * addressSize, readFormat(cursor, encoding & 0x07, addressSize));
}

/** Bytes that a number of an encoding takes; undefined where that depends on the number. */
export function pointerSize(encoding: number, addressSize: number): number | undefined {
  switch (encoding & 0x07) {
    case Format.absolute:
      return addressSize;
    case Format.udata2:
      return 2;
    case Format.udata4:
      return 4;
    case Format.udata8:
      return 8;
    default:
      return undefined;
  }
}

function readFormat(cursor: DwarfCursor, format: number, addressSize: number): bigint {
  switch (format) {
    case Format.absolute:
      return cursor.address(addressSize);
    case Format.signed:
      return BigInt.asIntN(8 * addressSize, cursor.address(addressSize));
    case Format.uleb:
      return cursor.uleb64();
    case Format.sleb:
      return cursor.sleb64();
    case Format.udata2:
      return BigInt(cursor.u16());
    case Format.sdata2:
      return BigInt(cursor.i16());
    case Format.udata4:
      return BigInt(cursor.u32());
    case Format.sdata4:
      return BigInt(cursor.i32());
    case Format.udata8:
      return cursor.u64();
    case Format.sdata8:
      return cursor.i64();
    default:
      cursor.overrun = true;
      return 0n;
  }
}

function baseOf(relative: number, at: bigint, bases: PointerBases): bigint | undefined {
  switch (relative) {
    case Relative.absolute:
    case Relative.aligned:
      return 0n;
    case Relative.pc:
      return at;
    case Relative.text:
      return bases.text;
    case Relative.data:
      return bases.data;
    case Relative.function:
      return bases.function;
    default:
      return undefined;
  }
}

function alignTo(cursor: DwarfCursor, size: number, base: bigint): void {
  const past = Number((base + BigInt(cursor.offset)) % BigInt(size));
  if (past > 0) cursor.skip(size - past);
}
