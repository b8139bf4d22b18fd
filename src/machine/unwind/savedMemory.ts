// Registers that were saved to memory.
import { Origin } from '../memory';
import type { SavedRegister } from '../stackFrame';
import type { UnwoundMachine } from './activation';
import { unavailable } from './registerFile';

/** The register, by its DWARF number, that was saved at an address. */
export async function memoryRegister(
  address: bigint,
  dwarfNumber: number,
  machine: UnwoundMachine,
): Promise<SavedRegister> {
  const { bits, abi } = machine.names.layout.architecture;
  const name = abi.dwarf.get(dwarfNumber);
  const register = machine.names.layout.registers.find((each) => each.name === name);
  // A pseudo register is saved as the processor's mode knows it: half a register in 31-bit code of s390.
  const size = register && !register.pseudo ? Math.ceil(register.bitSize / 8) : bits / 8;
  return memoryBytes(BigInt.asUintN(bits, address), size, machine);
}

/** A register of `size` bytes that was saved at an address. */
export async function memoryBytes(
  address: bigint,
  size: number,
  { memory }: UnwoundMachine,
): Promise<SavedRegister> {
  const { bytes, origins } = await memory.read(address, size);
  if (origins.includes(Origin.unavailable)) return unavailable;
  return { kind: 'value', bytes, address };
}
