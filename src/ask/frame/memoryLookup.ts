// Memory of a frame at what the user typed: any expression that is an address there.
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { hexAddress } from '../../bytes/hex';
import type { EvaluationContext } from '../../expressions/context';
import { evaluateAddress, evaluationContext, problemText } from '../../trace/expressions';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import { expression } from '../table/tableMessages';
import type { TraceAsked } from '../views';
import { memoryAt, memoryRangeSchema } from './memoryRows';

/** Bytes that are shown. */
const shownBytes = 256;

/** The address that an expression is; fails with a sentence where it is none. */
export async function addressIn(context: EvaluationContext, written: string): Promise<bigint> {
  const place = await evaluateAddress(written, context);
  if ('problem' in place) throw new RequestFailed(problemText(place), place.column);
  return place.address;
}

/** `memory`. */
export const memoryLookup = question({
  input: v.strictObject({ frame: wholeNumber, address: expression }),
  result: memoryRangeSchema,
  answer: async ({ trace }: TraceAsked, { frame, address: written }) => {
    await awaitFrame(trace.recording, frame);
    const [innermost] = (await trace.callStack(frame)).frames;
    const context = await evaluationContext(trace, frame, innermost);
    const address = await addressIn(context, written);
    const range = await memoryAt(trace.modules.current, context.state, address, shownBytes);
    const lookedUp = hexAddress(address);
    return { ...range, lookedUp, label: `${written} = ${lookedUp}` };
  },
});
