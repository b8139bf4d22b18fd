// What the address that stands at some place in memory leads to: how wide it is, and which symbol it is, only the host
// knows. The numbers that bytes make are the page's own work.
import { unsigned } from '../bytes/cursor';
import { hexAddress } from '../bytes/hex';
import { Origin } from '../machine/memory';
import { surroundingsOf } from '../values/value';
import type { Trace } from '../trace/trace';
import { awaitFrame } from './existingFrame';
import type { Pointer } from './frameMessages';
import type { RequestArguments } from './pageMessages';

/** The address that stands at an address, in the frame's byte order, with its symbol. */
export async function symbolicPointerAt(
  trace: Trace,
  { frame, address }: RequestArguments<'pointer'>,
): Promise<Pointer> {
  await awaitFrame(trace, frame);
  const machine = await trace.machine(frame);
  const { addressSize } = surroundingsOf(machine, trace.programs.placements, undefined);
  const { bytes, origins } = await machine.memory.read(BigInt(address), addressSize);
  if (origins.includes(Origin.unavailable)) return {};
  const value = unsigned(bytes, machine.frame.order);
  const symbol = await trace.programs.symbol(value);
  return { value: hexAddress(value), ...(symbol !== undefined && { symbol }) };
}
