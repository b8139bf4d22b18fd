// Which emulator runs the code at an address of a program.
import type { Program } from '../../symbols/program';
import type { Architecture } from '../arch/architecture';
import { isArmBe8 } from '../arch/arm';
import { a32Emulator } from './a32';
import { aarch64Emulator } from './aarch64';
import type { Emulator } from './emulator';
import { mipsEmulator } from './mips';
import { powerpcEmulator } from './powerpc';
import { riscvEmulator } from './riscv';
import { s390Emulator } from './s390';
import { t32Emulator } from './t32';
import { i386Emulator, x86_64Emulator } from './x86';

/** The emulator for the function that begins at a link-time address. */
export async function emulatorOf(
  program: Program,
  entry: bigint,
  { feature, bits }: Pick<Architecture, 'feature' | 'bits'>,
): Promise<Emulator | undefined> {
  const { order } = program.elf;
  switch (feature) {
    case 'i386':
      return bits === 64 ? x86_64Emulator : i386Emulator;
    case 'aarch64':
      return aarch64Emulator;
    case 'riscv':
      return riscvEmulator(bits);
    case 's390':
      return s390Emulator(bits);
    case 'power':
      return powerpcEmulator(bits, order);
    case 'mips':
      return mipsEmulator(bits, order);
    case 'arm': {
      const codeOrder = isArmBe8(program.elf) ? 'little' : order;
      const code = await program.armCodeAt(entry);
      return code?.kind === 'thumb' ? t32Emulator(codeOrder) : a32Emulator(codeOrder);
    }
    default:
      return undefined;
  }
}
