// Types that several architectures' registers have.
import { floatFormats } from '../float/format';
import { float, integer, pointer, union, vector, type RegisterType } from '../registerType';

export const int8 = integer(1, true);
export const int16 = integer(2, true);
export const int32 = integer(4, true);
export const int64 = integer(8, true);
export const int128 = integer(16, true);
export const uint8 = integer(1, false);
export const uint16 = integer(2, false);
export const uint32 = integer(4, false);
export const uint64 = integer(8, false);
export const uint128 = integer(16, false);
export const half = float(floatFormats.half);
export const bfloat16 = float(floatFormats.bfloat16);
export const single = float(floatFormats.single);
export const double = float(floatFormats.double);

/** Numbers and addresses of one width. */
export interface Word {
  readonly int: RegisterType;
  readonly uint: RegisterType;
  readonly code: RegisterType;
  readonly data: RegisterType;
}

/** Those of `bits` bits. */
export function word(bits: 32 | 64): Word {
  const size = bits / 8;
  return {
    int: integer(size, true),
    uint: integer(size, false),
    code: pointer(size, 'code'),
    data: pointer(size, 'data'),
  };
}

/** The vector register of z/Architecture, and of x86 without its 16-bit floating-point lanes. */
export const vec128 = union('vec128', {
  v4_float: vector(single, 4),
  v2_double: vector(double, 2),
  v16_int8: vector(int8, 16),
  v8_int16: vector(int16, 8),
  v4_int32: vector(int32, 4),
  v2_int64: vector(int64, 2),
  uint128,
});
