// A value of the program: its type, where it is, and what the frame holds of it, read when it is asked for.
import type { ByteOrder } from '../../bytes/cursor';
import type { Type } from '../../symbols/type';
import type { MemorySpan } from '../memory';
import type { Place } from '../place';
import type { Placement, StackFrame } from '../stackFrame';
import type { StoppedMachine } from '../stoppedMachine';
import type { Contents } from './contents';
import { fetchContents } from './fetch';

/** What values need to know of the stopped program. Addresses are run-time addresses. */
export interface Surroundings {
  readonly order: ByteOrder;
  /** Bytes in an address. */
  readonly addressSize: number;
  /** ELF e_machine of the program. */
  readonly machine: number | undefined;
  readonly memory: { read(address: bigint, length: number): Promise<MemorySpan> };
  /** The programs and where they lay; the first one that knows an address answers. */
  readonly placements: readonly Placement[];
  /** DW_LANG_… by which values are written: that of the selected stack frame. */
  readonly language: number | undefined;
  /** The selected stack frame, for registers and lengths of arrays; absent where there is none. */
  readonly frame: StackFrame | undefined;
}

/** The surroundings of values in a stack frame of a machine; `frame` is undefined where there is none. */
export function surroundingsOf(
  machine: StoppedMachine,
  placements: readonly Placement[],
  frame: StackFrame | undefined,
): Surroundings {
  const { elf } = (frame?.placement ?? placements[0])?.program ?? {};
  const bits = elf?.bits ?? machine.registers?.layout.architecture.bits ?? 64;
  return {
    order: machine.frame.order,
    addressSize: bits / 8,
    machine: elf?.machine ?? machine.registers?.layout.architecture.elfMachines[0],
    memory: machine.memory,
    placements,
    language: frame?.scope?.language,
    frame,
  };
}

/** Bits of a bit field, counted from the place's start in memory order. */
export interface BitRange {
  readonly bit: number;
  readonly size: number;
}

/** A value. Its type has no lengths that are still to be computed (`dynamicType.ts`). */
export class Value {
  private fetched: Promise<Contents> | undefined;

  /** `bits` for a bit field: its type is the declared one, its contents those of a whole number of that type. */
  constructor(
    readonly type: Type,
    readonly place: Place,
    readonly surroundings: Surroundings,
    readonly bits?: BitRange,
  ) {}

  /** Where it is in memory; absent for a bit field and for what is not in memory. */
  get address(): bigint | undefined {
    return this.place.kind === 'memory' && !this.bits ? this.place.address : undefined;
  }

  /** Its bytes, as many as its type has, with what is missing. Read once, unless that fails. Never more than `mostBytes`. */
  contents(): Promise<Contents> {
    this.fetched ??= fetchContents(this).catch((error: unknown) => {
      this.fetched = undefined;
      throw error;
    });
    return this.fetched;
  }
}

/** gdb's default of `set max-value-size`, in bytes. */
export const mostBytes = 65_536;
