// Numbers by the thousand travel as typed arrays.
import * as v from 'valibot';

/** Whole numbers. */
export const uint32Array = v.instance<new () => Uint32Array>(Uint32Array);

/** Numbers; NaN where there is none. */
export const float64Array = v.instance<new () => Float64Array>(Float64Array);

/** Bytes, or marks. */
export const uint8Array = v.instance<new () => Uint8Array>(Uint8Array);
