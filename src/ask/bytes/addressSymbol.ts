// The symbol at or before a run-time address.
import * as v from 'valibot';
import { hexNumber, question } from '../question';
import type { TraceAsked } from '../views';

/** `addressSymbol`. */
export const addressSymbol = question({
  input: v.strictObject({ address: hexNumber }),
  result: v.strictObject({ symbol: v.exactOptional(v.string()) }),
  answer: async ({ trace }: TraceAsked, { address }) => {
    const symbol = await trace.modules.current.symbol(BigInt(address));
    return symbol === undefined ? {} : { symbol };
  },
});
