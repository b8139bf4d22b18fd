// How long an instruction of the program is, for fast tracepoints, which put a jump in its place: gdb manual, "Create and
// Delete Tracepoints" (`ftrace`).
import { CodeWindow } from '../../disassembly/code';
import type { Decoder } from '../../disassembly/decoder';
import { Disassembler } from '../../disassembly/disassembler';
import type { AgentTarget } from '../../expressions/agent/scene';
import { linkAddress } from '../../machine/linkAddress';
import { Origin, type MemorySpan } from '../../machine/memory';
import { Registers } from '../../machine/registers';
import type { LoadedModule } from '../../machine/stackFrame';

/** A function that gives the bytes of the instruction at a run-time address; undefined where none is there. */
export function instructionLengths(
  { layout, order, placements }: Pick<AgentTarget, 'layout' | 'order' | 'placements'>,
  decoder: Decoder,
): (address: bigint) => Promise<number | undefined> {
  const machine = {
    memory: { read: (address: bigint, length: number) => readProgram(placements, address, length) },
    registers: new Registers(layout, order, undefined, undefined),
    frame: { order },
  };
  const code = CodeWindow.of(machine, placements, 'att');
  return async (address) => {
    const [row] = code ? await new Disassembler(decoder, code).from(address, 1) : [];
    return row?.kind === 'instruction' && row.address === address ? row.size : undefined;
  };
}

/** What the programs' files load at an address. */
async function readProgram(
  placements: readonly LoadedModule[],
  address: bigint,
  length: number,
): Promise<MemorySpan> {
  const span = { address, bytes: new Uint8Array(length), origins: new Uint8Array(length) };
  span.origins.fill(Origin.unavailable);
  for (const { program, slide } of placements) {
    const loaded = await program.readLoaded(linkAddress(address, slide), length);
    if (loaded.length === 0) continue;
    span.bytes.set(loaded);
    span.origins.fill(Origin.transparent, 0, loaded.length);
    break;
  }
  return span;
}
