// Which speller writes the instructions of which set.
import type { InstructionSet } from '../instructionSet';
import { spellAarch64 } from './aarch64';
import { spellArm } from './arm';
import { spellMips } from './mips';
import { spellPowerpc } from './powerpc';
import { spellRiscv } from './riscv';
import { spellS390 } from './s390';
import type { Speller } from './spelling';
import { spellX86Att } from './x86Att';
import { spellX86Intel } from './x86Intel';

/** The speller of an instruction set. */
export function spellerOf({ name, flavor }: InstructionSet): Speller {
  switch (name) {
    case 'x86-32':
    case 'x86-64':
      return flavor === 'att' ? spellX86Att : spellX86Intel;
    case 'arm':
    case 'thumb':
      return spellArm;
    case 'aarch64':
      return spellAarch64;
    case 'riscv32':
    case 'riscv64':
      return spellRiscv;
    case 'powerpc':
    case 'powerpc64':
      return spellPowerpc;
    case 's390':
      return spellS390;
    case 'mips32':
    case 'mips64':
      return spellMips;
  }
}
