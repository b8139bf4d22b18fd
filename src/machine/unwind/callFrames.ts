// How the caller of code is found: by call frame information where the program has it, else by
// following the code itself.
import { LruCache } from '../../bytes/cache';
import type { CallFrameRow } from '../../symbols/dwarf/cfi/program';
import type { Program } from '../../symbols/program';
import type { Architecture } from '../arch/architecture';
import { emulatedRow } from '../emulation/emulatedRow';
import { emulatorOf } from '../emulation/emulators';
import { functionRangesAt, readPieces } from '../emulation/functionCode';
import { FunctionStates } from '../emulation/functionStates';
import { type LoadedModule, linkAddress } from '../stackFrame';

/** A stack has few functions without call frame information; a hostile file has many. */
const functionsKept = 256;
const rowsKept = 10_000;

/** What was found by following the code of one program. */
class EmulatedRows {
  private readonly rows = new LruCache<bigint, CallFrameRow | undefined>(rowsKept);
  private readonly functions = new LruCache<bigint, FunctionStates | undefined>(functionsKept);

  constructor(
    private readonly program: Program,
    private readonly architecture: Architecture,
  ) {}

  at(address: bigint): Promise<CallFrameRow | undefined> {
    return this.rows.get(address, () => this.find(address));
  }

  private async find(address: bigint): Promise<CallFrameRow | undefined> {
    const ranges = await functionRangesAt(this.program, address);
    const emulator = ranges && (await emulatorOf(this.program, ranges.entry, this.architecture));
    if (!emulator) return undefined;
    const states = await this.functions.get(ranges.entry, async () => {
      const pieces = await readPieces(this.program, ranges);
      return pieces && FunctionStates.of(pieces, emulator);
    });
    const found = states?.at(Number(address - ranges.entry));
    const row =
      found && emulatedRow(found.state, emulator, this.architecture, this.program.elf.order);
    return row && { ...row, start: address, end: address + 1n };
  }
}

const emulated = new WeakMap<Program, EmulatedRows>();

/**
 * How the caller of the code at a run-time address is found; undefined where neither call frame
 * information nor the code tells.
 */
export async function callFrameAt(
  pc: bigint,
  module: LoadedModule | undefined,
  architecture: Architecture | undefined,
): Promise<CallFrameRow | undefined> {
  if (!module) return undefined;
  const { program, slide } = module;
  const address = linkAddress(pc, slide);
  const described = await program.callFrameAt(address);
  if (described || !architecture) return described;
  const rows = emulated.get(program) ?? new EmulatedRows(program, architecture);
  emulated.set(program, rows);
  return rows.at(address);
}
