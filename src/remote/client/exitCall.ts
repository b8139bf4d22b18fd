// The call of Linux that ends a program, exit_group, by processor: the numbers of the kernel's own tables.
import type { Architecture } from '../../machine/arch/architecture';

/** By e_machine and width. */
const calls: readonly (readonly [machine: number, bits: 32 | 64, call: number])[] = [
  [3, 32, 252], // i386
  [62, 64, 231], // x86-64
  [40, 32, 248], // Arm
  [183, 64, 94], // AArch64
  [243, 32, 94], // RISC-V
  [243, 64, 94],
  [20, 32, 234], // PowerPC
  [21, 64, 234],
  [22, 32, 248], // s390
  [22, 64, 248],
  [8, 32, 4246], // MIPS
  [8, 64, 5205],
];

/** The call's number; undefined for a processor that is not known. */
export function exitCall(architecture: Architecture | undefined): number | undefined {
  const found = calls.find(
    ([machine, bits]) => architecture?.bits === bits && architecture.elfMachines.includes(machine),
  );
  return found?.[2];
}
