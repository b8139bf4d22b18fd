// What differs by processor, as one small table for each: its names, the registers that gdb takes
// for granted where a trace describes none, and the pseudo registers that gdb computes from the raw
// ones.
import type { ByteOrder } from '../../bytes/cursor';
import type { CallFrameRow } from '../../symbols/dwarf/cfi/program';
import type { RegisterType } from '../registerType';

/** A processor architecture at one register width. */
export interface Architecture {
  /** As gdb's `set architecture` prints it. */
  readonly name: string;
  /** Width of the general registers. */
  readonly bits: 32 | 64;
  /** The byte orders that its traces can have, the likelier first. */
  readonly orders: readonly ByteOrder[];
  /** The values of `<architecture>` that mean it, possibly at another width. */
  readonly described: RegExp;
  /** The name of gdb's features for it: the third part of `org.gnu.gdb.i386.core`. */
  readonly feature: string;
  /** ELF e_machine. */
  readonly elfMachines: readonly number[];
  /** Name of the program counter. */
  readonly pc: string;
  /**
   * Where a register block holds the PC, if not in the register of that name, and which of its bits
   * it is.
   */
  readonly pcHolder?: { readonly register: string; readonly mask?: bigint };
  /** Name of the stack pointer. */
  readonly sp: string;
  /** Name of the frame pointer, where there is a usual one. */
  readonly fp: string | undefined;
  /** Whether gdb's `$fp` is the canonical frame address instead. */
  readonly fpIsCfa?: boolean;
  /** Name of the status register that gdb calls `$ps`. */
  readonly ps: string | undefined;
  /** What its ABI says of registers and calls. */
  readonly abi: Abi;
  /** Further names, each with the register's own. */
  readonly aliases: Readonly<Record<string, string>>;
  /**
   * Register blocks without a description, the likeliest first, each as long as it is known to get.
   */
  readonly builtIn: readonly (readonly RawRegister[])[];
  /**
   * The last of the registers that gdb takes for granted of a GNU/Linux program where a target
   * describes none, as `maint print remote-registers` lists them; absent where they are all those
   * of {@link builtIn}.
   */
  readonly lastAssumed?: string;
  /** A register of a description as gdb shows it, where it shows another name, type or group. */
  adapt?(register: RawRegister): RawRegister;
  /**
   * gdb's pseudo registers, given the names of the raw ones. The first of two with one name that
   * can be computed counts.
   */
  pseudoRegisters(raw: ReadonlySet<string>): readonly PseudoRegister[];
}

/**
 * What call frame information and locations leave to the ABI's documents. Registers go by gdb's
 * names.
 */
export interface Abi {
  /** Registers by their DWARF numbers. */
  readonly dwarf: ReadonlyMap<number, string>;
  /**
   * The register that a DWARF number means as well, where the processor has it: `ymm0` for `xmm0`.
   */
  wider?(name: string): string;
  /**
   * Registers that are the same after a call as before it, if call frame information does not say
   * otherwise.
   */
  readonly kept: ReadonlySet<string>;
  /** False where a caller's stack pointer is kept like any other register, and is not the CFA. */
  readonly stackPointerIsCfa: boolean;
  /** The register that a call leaves the return address in; absent where that is on the stack. */
  readonly link?: string;
  /**
   * A return address without the bits that are not address. `signed`: by pointer authentication.
   */
  codeAddress?(returnAddress: bigint, signed: boolean): bigint;
  /** What functions with a frame pointer leave on the stack; absent where no layout is usual. */
  readonly frameRecord?: FrameRecord;
  /** How gdb leaves code that no function holds; absent where it looks for a frame pointer. */
  readonly unknownCode?: Pick<CallFrameRow, 'cfa' | 'registers' | 'returnAddress'>;
}

/** Where a frame pointer leads to: bytes from what it points to. */
interface FrameRecord {
  readonly pointer: string;
  readonly callersPointer: bigint;
  readonly returnAddress: bigint;
  readonly cfa: bigint;
}

/** A register that is in the register block. */
export interface RawRegister {
  readonly name: string;
  /** Its place in the block's order; absent where it follows the one before it in a list. */
  readonly number?: number;
  readonly bitSize: number;
  readonly type: RegisterType;
  /** Absent where the type decides. */
  readonly group?: string | undefined;
}

/** A register that is computed. */
export interface PseudoRegister {
  readonly name: string;
  readonly type: RegisterType;
  /** Absent where the type decides. */
  readonly group?: string;
  /** Names of the registers that it is computed from; without one of them it does not exist. */
  readonly from: readonly string[];
  /**
   * Computes it from their values, which are unsigned; what does not fit into `type` is cut off.
   */
  readonly value: (parts: readonly bigint[]) => bigint;
  /** Registers that gdb no longer lists where this one exists. */
  readonly hides?: readonly string[];
}

/**
 * The group of registers that gdb lists in none: names for a part of another register, and such
 * parts themselves.
 */
export const other = 'other';

/** Registers of one type, by their names with blanks between. */
export function registers(names: string, type: RegisterType, group?: string): RawRegister[] {
  return names.split(' ').map((name) => ({ name, bitSize: 8 * type.size, type, group }));
}

/** Names with a number in them: `x0` … `x30`, or with a suffix `ymm0h` … `ymm15h`. */
export function numbered(prefix: string, first: number, last: number, suffix = ''): string {
  const names = Array.from(
    { length: last - first + 1 },
    (_, i) => `${prefix}${first + i}${suffix}`,
  );
  return names.join(' ');
}

/**
 * DWARF numbers from `first` on, for names with blanks between; `-` for a number that is not used.
 */
export function dwarfNumbers(
  ...runs: readonly (readonly [first: number, names: string])[]
): ReadonlyMap<number, string> {
  const numbers = runs.flatMap(([first, names]) =>
    names.split(' ').map((name, i) => [first + i, name] as const),
  );
  return new Map(numbers.filter(([, name]) => name !== '-'));
}

/** A set of names, given with blanks between. */
export function names(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

/** A pseudo register that is the low part of another, or its bits from `shift` up. */
export function pseudoRegister(
  name: string,
  type: RegisterType,
  whole: string,
  shift = 0,
): PseudoRegister {
  return {
    name,
    type,
    group: other,
    from: [whole],
    value: ([value = 0n]) => value >> BigInt(shift),
  };
}

/** A pseudo register that is two others side by side, `lowBits` of them in the lower one. */
export function join(
  name: string,
  type: RegisterType,
  high: string,
  low: string,
  lowBits: number,
): Omit<PseudoRegister, 'group'> {
  return {
    name,
    type,
    from: [high, low],
    value: ([upper = 0n, lower = 0n]) => (upper << BigInt(lowBits)) | lower,
  };
}

/** One pseudo register, or several, for each number from 0 up to `count`. */
export function each<T>(count: number, make: (i: number) => T | readonly T[]): T[] {
  return Array.from({ length: count }, (_, i) => i).flatMap(make);
}
