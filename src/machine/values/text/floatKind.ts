// The format of a floating-point type: its size, and what the processor makes of `long double`.
import type { ByteOrder } from '../../../bytes/cursor';
import type { BaseType } from '../../../symbols/type';
import { doubleDoubleText, floatFormats, floatText, type FloatFormat } from '../../floatText';

const x86: readonly (number | undefined)[] = [3, 62];
const powerPc: readonly (number | undefined)[] = [20, 21];
const ieeeName = /float128|ieee128|_Float128|quad/;

/** A floating-point number as gdb prints it; its digits tell it from every other one. */
export function floatTypeText(
  bytes: Uint8Array,
  { name }: Pick<BaseType, 'name'>,
  order: ByteOrder,
  machine: number | undefined,
): string {
  const size = bytes.length;
  if (size === 16 && powerPc.includes(machine) && !ieeeName.test(name)) {
    return doubleDoubleText(bytes, order);
  }
  const format = formatOf(name, size, machine);
  if (!format) return '<invalid float value>';
  const stored = order === 'little' ? bytes.subarray(0, format.size) : bytes.subarray(-format.size);
  return floatText(stored, order, format);
}

function formatOf(
  name: string,
  size: number,
  machine: number | undefined,
): FloatFormat | undefined {
  const { half, bfloat16, single, double, quad, i387 } = floatFormats;
  switch (size) {
    case 2:
      return /bf(loat)?16/.test(name) ? bfloat16 : half;
    case 4:
      return single;
    case 8:
      return double;
    case 10:
    case 12:
      return i387;
    case 16:
      return x86.includes(machine) && !ieeeName.test(name) ? i387 : quad;
    default:
      return undefined;
  }
}
