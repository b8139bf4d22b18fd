// Which formatter writes the instructions of which set.
import type { InstructionSet } from '../instructionSet';
import { formatAarch64 } from './aarch64';
import { formatArm } from './arm';
import { formatMips } from './mips';
import { formatPowerpc } from './powerpc';
import { formatRiscv } from './riscv';
import { formatS390 } from './s390';
import type { Formatter } from './formatter';
import { formatX86Att, formatX86Intel } from './x86';

/** The formatter of an instruction set. */
export function formatterOf({ name, flavor }: InstructionSet): Formatter {
  switch (name) {
    case 'x86-32':
    case 'x86-64':
      return flavor === 'att' ? formatX86Att : formatX86Intel;
    case 'arm':
    case 'thumb':
      return formatArm;
    case 'aarch64':
      return formatAarch64;
    case 'riscv32':
    case 'riscv64':
      return formatRiscv;
    case 'powerpc':
    case 'powerpc64':
      return formatPowerpc;
    case 's390':
      return formatS390;
    case 'mips32':
    case 'mips64':
      return formatMips;
  }
}
