// The code of a stopped program: its bytes, which instructions they are, and where instructions are
// known to begin.
import { unsigned, type ByteOrder } from '../bytes/cursor';
import type { MemorySpan } from '../machine/memory';
import { type LoadedModule, linkAddress, runTimeAddress } from '../machine/stackFrame';
import type { Registers } from '../machine/registers';
import { instructionSetOf, type DisassemblyFlavor, type InstructionSet } from './instructionSet';

/** Addresses at which one set of instructions holds. */
export interface CodeRegion {
  readonly set: InstructionSet;
  /** Data among code. */
  readonly isData: boolean;
  /** Run-time address where the range begins; undefined where it has no known beginning. */
  readonly start: bigint | undefined;
  /** Exclusive; undefined where it has no known end. */
  readonly end: bigint | undefined;
}

/** What code needs of a stopped machine (a FrameState is one). */
export interface CodeMachine {
  readonly memory: { read(address: bigint, length: number): Promise<MemorySpan> };
  readonly registers: Registers | undefined;
  readonly frame: { readonly order: ByteOrder };
}

/** The code around a frame. All addresses are run-time addresses. */
export class CodeWindow {
  private constructor(
    private readonly machine: CodeMachine,
    private readonly modules: readonly LoadedModule[],
    private readonly set: InstructionSet,
  ) {}

  /** The code of a frame; undefined where neither the trace nor a program names the processor. */
  static of(
    machine: CodeMachine,
    modules: readonly LoadedModule[],
    flavor: DisassemblyFlavor,
  ): CodeWindow | undefined {
    const architecture = machine.registers?.layout.architecture;
    const set = instructionSetOf(
      architecture,
      modules[0]?.program.elf,
      machine.frame.order,
      flavor,
    );
    return set && new CodeWindow(machine, modules, set);
  }

  /** The bytes there, each with its origin. */
  read(address: bigint, length: number): Promise<MemorySpan> {
    return this.machine.memory.read(address, length);
  }

  /**
   * Which instructions are at an address: on 32-bit Arm what symbols say, else the processor's
   * state.
   */
  async at(address: bigint): Promise<CodeRegion> {
    const { set } = this;
    if (set.name !== 'arm') return { set, isData: false, start: undefined, end: undefined };
    for (const { program, slide } of this.modules) {
      const found = await program.armCodeAt(linkAddress(address, slide));
      if (!found) continue;
      const { kind, start, end } = found;
      return {
        set: kind === 'thumb' ? { ...set, name: 'thumb' } : set,
        isData: kind === 'data',
        start: runTimeAddress(start, slide),
        end: end === undefined ? undefined : runTimeAddress(end, slide),
      };
    }
    const name = this.isInThumbState() ? 'thumb' : 'arm';
    return { set: { ...set, name }, isData: false, start: undefined, end: undefined };
  }

  /**
   * The nearest addresses at or below one where an instruction is known to begin, the nearest last:
   * of a symbol, a function or an inlined one, a line.
   */
  async boundariesAt(address: bigint): Promise<readonly bigint[]> {
    for (const { program, slide } of this.modules) {
      const at = linkAddress(address, slide);
      const [line, called, symbol] = await Promise.all([
        program.lines.lineSpanAt(at),
        program.functionAt(at),
        program.symbolAt(at),
      ]);
      const known = [symbol && at - symbol.offset, called?.start, line?.start];
      const below = known.flatMap((each) => (each !== undefined && each <= at ? [each] : []));
      if (below.length > 0) {
        return below.sort((a, b) => (a < b ? -1 : 1)).map((each) => runTimeAddress(each, slide));
      }
    }
    return [];
  }

  /** The T bit of the status register. */
  private isInThumbState(): boolean {
    const status = this.machine.registers?.read('cpsr')?.bytes;
    return status !== undefined && (unsigned(status, this.machine.frame.order) & 0x20n) !== 0n;
  }
}
