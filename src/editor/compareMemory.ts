// The memory of two frames beside each other, sixteen bytes to a row.
import { TimeSlice } from '../bytes/timeSlice';
import type { MemoryIsland } from '../machine/memory';
import type { StoppedMachine } from '../machine/stoppedMachine';
import type { Trace } from '../trace/trace';
import type { ComparedMemory } from './compareMessages';
import { memoryRows } from './memoryRows';
import type { MemoryRow } from './messages';

const rowBytes = 16n;
/** Rows that are shown. */
const mostRows = 500;
/** Rows that are compared: what frames of a common size collect. */
const mostCompared = 65_536;

/** Rows with a byte that one of the frames collected and that is another, or not known, in the other; or all rows. */
export async function comparedMemory(
  trace: Trace,
  left: StoppedMachine,
  right: StoppedMachine,
  all: boolean,
  cancelled: AbortSignal,
): Promise<{ readonly memory: readonly ComparedMemory[]; readonly memoryLeftOut: number }> {
  const slice = new TimeSlice();
  const memory: ComparedMemory[] = [];
  let compared = 0;
  let found = 0;
  for (const address of rowAddresses([...left.memory.islands, ...right.memory.islands])) {
    if (++compared > mostCompared || cancelled.aborted) break;
    if (slice.usedUp) await slice.breathe();
    const [one, other] = await Promise.all([rowAt(left, address), rowAt(right, address)]);
    if (!one || !other) continue;
    const differs = one.bytes.some((byte, i) => byte !== other.bytes[i]);
    if (!differs && !all) continue;
    if (++found > mostRows) continue;
    const symbol = await trace.programs.symbol(address);
    memory.push({ left: one, right: other, differs, ...(symbol !== undefined && { symbol }) });
  }
  return { memory, memoryLeftOut: Math.max(0, found - mostRows) };
}

async function rowAt(machine: StoppedMachine, address: bigint): Promise<MemoryRow | undefined> {
  return memoryRows(await machine.memory.read(address, Number(rowBytes)))[0];
}

/** The addresses of the rows that islands touch, ascending, each once. */
function* rowAddresses(islands: readonly MemoryIsland[]): Generator<bigint> {
  const sorted = [...islands].sort((a, b) => (a.address < b.address ? -1 : 1));
  let next = 0n;
  for (const { address, length } of sorted) {
    const first = address & ~(rowBytes - 1n);
    const end = address + BigInt(length);
    for (next = first > next ? first : next; next < end; next += rowBytes) yield next;
  }
}
