// Which instructions a processor reads at an address: the architecture, its mode there, and the
// byte order of code, which is not always that of data.
import type { ByteOrder } from '../bytes/cursor';
import { architectureOf } from '../machine/arch';
import { isArmBe8 } from '../machine/arch/arm';
import type { Architecture } from '../machine/arch/architecture';

/** The two ways of writing x86 instructions; gdb's `set disassembly-flavor`. */
export type DisassemblyFlavor = 'att' | 'intel';

/** Names of instruction sets. */
export type InstructionSetName =
  | 'x86-32'
  | 'x86-64'
  | 'arm'
  | 'thumb'
  | 'aarch64'
  | 'riscv32'
  | 'riscv64'
  | 'powerpc'
  | 'powerpc64'
  | 's390'
  | 'mips32'
  | 'mips64';

/** How bytes are to be read as instructions. */
export interface InstructionSet {
  readonly name: InstructionSetName;
  /** Of code. */
  readonly order: ByteOrder;
  readonly flavor: DisassemblyFlavor;
}

/** How long instructions are, in bytes. */
interface InstructionLengths {
  readonly shortest: number;
  readonly longest: number;
}

const variable: Partial<Record<InstructionSetName, InstructionLengths>> = {
  'x86-32': { shortest: 1, longest: 15 },
  'x86-64': { shortest: 1, longest: 15 },
  thumb: { shortest: 2, longest: 4 },
  riscv32: { shortest: 2, longest: 4 },
  riscv64: { shortest: 2, longest: 4 },
  s390: { shortest: 2, longest: 6 },
};

/** The lengths that instructions have; instructions begin at multiples of the shortest. */
export function lengthsOf({ name }: InstructionSet): InstructionLengths {
  return variable[name] ?? { shortest: 4, longest: 4 };
}

/** How many bytes gdb takes for one unit where `bytes` do not begin with an instruction. */
export function invalidSize(bytes: Uint8Array, set: InstructionSet): number {
  const isRiscv = set.name === 'riscv32' || set.name === 'riscv64';
  const isLong = set.name === 's390' || (isRiscv && ((bytes[0] ?? 0) & 3) === 3);
  return Math.min(bytes.length, isLong ? 4 : lengthsOf(set).shortest);
}

/** What an ELF header says of the code in its file (an `ElfFacts` is one). */
interface ProgramCode {
  readonly bits: 32 | 64;
  readonly order: ByteOrder;
  /** e_machine. */
  readonly machine: number;
  readonly flags: number;
}

/**
 * The instructions of a processor. `program` is used where it says more than the architecture:
 * code's byte order and, where there is no architecture, everything.
 */
export function instructionSetOf(
  architecture: Pick<Architecture, 'feature' | 'bits'> | undefined,
  program: ProgramCode | undefined,
  dataOrder: ByteOrder,
  flavor: DisassemblyFlavor,
): InstructionSet | undefined {
  const known = architecture ?? (program && architectureOf(undefined, program));
  const name = known && names[`${known.feature} ${known.bits}`];
  if (name === undefined) return undefined;
  const codeIsLittle =
    name === 'aarch64' ||
    name.startsWith('riscv') ||
    (name === 'arm' && program !== undefined && isArmBe8(program));
  return { name, order: codeIsLittle ? 'little' : dataOrder, flavor };
}

/** Instruction sets by an architecture's feature and width. */
const names: Readonly<Record<string, InstructionSetName>> = {
  'i386 32': 'x86-32',
  'i386 64': 'x86-64',
  'aarch64 64': 'aarch64',
  'arm 32': 'arm',
  'riscv 32': 'riscv32',
  'riscv 64': 'riscv64',
  'power 32': 'powerpc',
  'power 64': 'powerpc64',
  's390 32': 's390',
  's390 64': 's390',
  'mips 32': 'mips32',
  'mips 64': 'mips64',
};
