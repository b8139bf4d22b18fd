// What bytes mean as numbers, in both byte orders. No DOM in here.
import type { Endian } from '../../src/workbench/memoryView/messages';

/** A type, and the first bytes read as it. */
export interface Interpretation {
  readonly type: string;
  /** Absent where not all of its bytes are there. */
  readonly little?: string;
  readonly big?: string;
}

/** The most bytes that a reading takes. */
export const maxInterpretedBytes = 8;

interface Type {
  readonly name: string;
  readonly size: number;
  readonly read: (view: DataView, little: boolean) => string;
}

const types: readonly Type[] = [
  { name: 'binary', size: 1, read: (view) => view.getUint8(0).toString(2).padStart(8, '0') },
  { name: 'char', size: 1, read: (view) => character(view.getUint8(0)) },
  { name: 'int8', size: 1, read: (view) => String(view.getInt8(0)) },
  { name: 'uint8', size: 1, read: (view) => String(view.getUint8(0)) },
  { name: 'int16', size: 2, read: (view, little) => String(view.getInt16(0, little)) },
  { name: 'uint16', size: 2, read: (view, little) => String(view.getUint16(0, little)) },
  { name: 'int32', size: 4, read: (view, little) => String(view.getInt32(0, little)) },
  { name: 'uint32', size: 4, read: (view, little) => String(view.getUint32(0, little)) },
  { name: 'int64', size: 8, read: (view, little) => String(view.getBigInt64(0, little)) },
  { name: 'uint64', size: 8, read: (view, little) => String(view.getBigUint64(0, little)) },
  { name: 'float', size: 4, read: (view, little) => single(view.getFloat32(0, little)) },
  { name: 'double', size: 8, read: (view, little) => number(view.getFloat64(0, little)) },
];

/** The first of some bytes as each type; undefined bytes are not known. */
export function readings(bytes: readonly (number | undefined)[]): Interpretation[] {
  const known = bytes.slice(0, maxInterpretedBytes);
  const end = known.indexOf(undefined);
  const there = (end < 0 ? known : known.slice(0, end)).map((byte) => byte ?? 0);
  const view = new DataView(Uint8Array.from(there).buffer);
  return types.map(({ name, size, read }) =>
    view.byteLength < size
      ? { type: name }
      : { type: name, little: read(view, true), big: read(view, false) },
  );
}

/** The bytes as one hexadecimal number. */
export function hexReading(bytes: readonly (number | undefined)[]): Interpretation {
  const little = unsignedOf(bytes, 'little');
  const big = unsignedOf(bytes, 'big');
  if (little === undefined || big === undefined) return { type: 'hex' };
  return { type: 'hex', little: `0x${little.toString(16)}`, big: `0x${big.toString(16)}` };
}

/** The unsigned number that bytes make; undefined where one is not known, and without bytes. */
export function unsignedOf(
  bytes: readonly (number | undefined)[],
  order: Endian,
): bigint | undefined {
  if (bytes.length === 0) return undefined;
  let value = 0n;
  for (const byte of order === 'big' ? bytes : [...bytes].reverse()) {
    if (byte === undefined) return undefined;
    value = (value << 8n) | BigInt(byte);
  }
  return value;
}

/** As C writes it: `'g'`, `'\n'`, `'\203'`. */
function character(byte: number): string {
  const escapes: Readonly<Record<number, string>> = {
    0x07: '\\a',
    0x08: '\\b',
    0x09: '\\t',
    0x0a: '\\n',
    0x0b: '\\v',
    0x0c: '\\f',
    0x0d: '\\r',
    0x27: "\\'",
    0x5c: '\\\\',
  };
  const isPrintable = byte >= 0x20 && byte < 0x7f;
  const text =
    escapes[byte] ??
    (isPrintable ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`);
  return `'${text}'`;
}

/** The shortest digits that are this float and no other: 0.1, not 0.10000000149011612. */
function single(value: number): string {
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return number(Object.is(value, -0) ? value : short);
  }
  return number(value);
}

/** gdb's words for what is no number. */
function number(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return Object.is(value, -0) ? '-0' : String(value);
}
