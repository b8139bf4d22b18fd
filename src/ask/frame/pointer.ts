// The pointer that is stored at an address of a frame's memory.
import * as v from 'valibot';
import { unsigned } from '../../bytes/cursor';
import { hexAddress } from '../../bytes/hex';
import { Origin } from '../../machine/memory';
import { valueContextOf } from '../../values/value';
import type { Immutable } from '../../wire/contract';
import { hexNumber, question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import type { TraceAsked } from '../views';

const pointerValue = v.strictObject({
  /** Hexadecimal with `0x`; absent where not all of its bytes are known. */
  value: v.exactOptional(v.string()),
  symbol: v.exactOptional(v.string()),
});
export type Pointer = Immutable<v.InferOutput<typeof pointerValue>>;

/** `pointer`: read in the frame's byte order. */
export const pointerInMemory = question({
  input: v.strictObject({ frame: wholeNumber, address: hexNumber }),
  result: pointerValue,
  answer: async ({ trace }: TraceAsked, { frame, address }) => {
    await awaitFrame(trace.recording, frame);
    const machine = await trace.machine(frame);
    const { addressSize } = valueContextOf(machine, trace.modules.current.loaded, undefined);
    const { bytes, origins } = await machine.memory.read(BigInt(address), addressSize);
    if (origins.includes(Origin.unavailable)) return {};
    const value = unsigned(bytes, machine.frame.order);
    const symbol = await trace.modules.current.symbol(value);
    return { value: hexAddress(value), ...(symbol !== undefined && { symbol }) };
  },
});
