// What a register holds of a value that is in it: the low bytes, and the bytes of the registers after it where one is
// too small; x87 registers hold every floating-point number in their own format.
import { unsigned } from '../../bytes/cursor';
import type { BaseType, Type } from '../../symbols/type';
import type { Place } from '../place';
import { Contents } from './contents';
import { DW_ATE } from '../../symbols/dwarf/constants';
import type { Surroundings } from './value';

/** As many registers as one value can fill. */
const mostRegisters = 8;

/** `size` bytes of a register of the surroundings' stack frame. */
export function bitsOfRegister(
  register: number,
  size: number,
  { frame, order }: Surroundings,
): Contents {
  const bytes = new Uint8Array(size);
  for (let filled = 0, i = 0; filled < size; i++) {
    const saved = i < mostRegisters ? frame?.register(register + i) : undefined;
    if (saved?.kind !== 'value' || saved.bytes.length === 0) {
      return Contents.missing(size, saved?.kind === 'notSaved' ? 'optimizedOut' : 'unavailable');
    }
    const rest = size - filled;
    const start = order === 'little' ? 0 : Math.max(0, saved.bytes.length - rest);
    bytes.set(saved.bytes.subarray(start, start + rest), filled);
    filled += Math.min(rest, saved.bytes.length - start);
  }
  return new Contents(bytes);
}

/** e_machine of the processors with x87 registers, with the DWARF number of the first of the eight. */
const firstX87 = new Map([
  [3, 11],
  [62, 33],
]);

const x87Bytes = 10;

/** A floating-point number of another format in an x87 register; undefined for everything else. */
export function convertedRegister(
  type: Type,
  place: Place,
  { frame, machine, order }: Surroundings,
): Contents | undefined {
  const first = firstX87.get(machine ?? 0);
  const converts =
    place.kind === 'register' &&
    first !== undefined &&
    place.register >= first &&
    place.register < first + 8 &&
    isNarrowFloat(type);
  if (!converts) return undefined;
  const saved = frame?.register(place.register);
  if (saved?.kind !== 'value') return undefined;
  const bytes = new Uint8Array(type.size);
  const view = new DataView(bytes.buffer);
  const value = fromX87(unsigned(saved.bytes.subarray(0, x87Bytes), order));
  if (type.size === 8) view.setFloat64(0, value, true);
  else view.setFloat32(0, value, true);
  return new Contents(bytes);
}

function isNarrowFloat(type: Type): type is BaseType {
  return (
    type.kind === 'base' && type.encoding === DW_ATE.float && (type.size === 4 || type.size === 8)
  );
}

function fromX87(bits: bigint): number {
  const mantissa = BigInt.asUintN(64, bits);
  const exponent = Number(BigInt.asUintN(15, bits >> 64n));
  const sign = bits >> 79n === 1n ? -1 : 1;
  if (exponent === 0x7fff) return BigInt.asUintN(63, mantissa) === 0n ? sign * Infinity : NaN;
  return sign * Number(mantissa) * 2 ** (exponent - 16383 - 63);
}
