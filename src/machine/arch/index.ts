// All architectures, and which of them a trace was recorded on.
import type { TargetDescription } from '../../format/targetDescription';
import { aarch64 } from './aarch64';
import type { Architecture } from './architecture';
import { arm } from './arm';
import { mips32, mips64 } from './mips';
import { powerpc, powerpc64 } from './ppc';
import { riscv32, riscv64 } from './riscv';
import { s390_31, s390_64 } from './s390';
import { i386, x86_64 } from './x86';

/** What an ELF header says of the processor (an `Elf` is one). */
export interface ProgramMachine {
  /** e_machine. */
  readonly machine: number;
  /** The width that EI_CLASS says. */
  readonly bits: 32 | 64;
}

/** Of two with one name, the narrower first. */
export const architectures: readonly Architecture[] = [
  i386,
  x86_64,
  aarch64,
  arm,
  riscv32,
  riscv64,
  powerpc,
  powerpc64,
  s390_31,
  s390_64,
  mips32,
  mips64,
];

/**
 * The architecture of a trace: what the target description says, in its `<architecture>` or its
 * features, else the program's.
 */
export function architectureOf(
  target: TargetDescription | undefined,
  program: ProgramMachine | undefined,
): Architecture | undefined {
  const named = architectures.filter(({ described }) => described.test(target?.architecture ?? ''));
  if (named.length > 0) return byWidth(named, target, program);
  const featured = architectures.filter(({ feature }) => hasFeature(target, feature));
  if (featured.length > 0 && !target?.architecture) return byWidth(featured, target, program);
  const { machine, bits } = program ?? {};
  const running = architectures.filter(
    ({ elfMachines }) => machine !== undefined && elfMachines.includes(machine),
  );
  return running.find((candidate) => candidate.bits === bits) ?? running[0];
}

/** One name can mean two widths: the described PC decides, then the program, then the name. */
function byWidth(
  candidates: readonly Architecture[],
  target: TargetDescription | undefined,
  program: ProgramMachine | undefined,
): Architecture | undefined {
  const registers = target?.features.flatMap((feature) => feature.registers) ?? [];
  const holdsPc = ({ pc, pcHolder, bits }: Architecture) =>
    registers.some((reg) => reg.name === (pcHolder?.register ?? pc) && reg.bitSize === bits);
  const nameSays = target?.architecture?.includes('64') ? 64 : 32;
  return (
    candidates.find(holdsPc) ??
    candidates.find(({ bits }) => program?.bits === bits && runs(candidates, program)) ??
    candidates.find(({ bits }) => bits === nameSays) ??
    candidates[0]
  );
}

function runs(candidates: readonly Architecture[], { machine }: ProgramMachine): boolean {
  return candidates.some(({ elfMachines }) => elfMachines.includes(machine));
}

function hasFeature(target: TargetDescription | undefined, name: string): boolean {
  return (
    target?.features.some((feature) => feature.name.startsWith(`org.gnu.gdb.${name}.`)) ?? false
  );
}
