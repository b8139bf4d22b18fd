// The registers that a target's agent reads, by gdb's names and by DWARF's numbers.
import type { Register, RegisterLayout } from '../../machine/registerLayout';
import { Failure } from '../problem';
import { extended, shiftedDown, type Code } from './code';

/** Bytes of the widest register that an agent pushes; gdbserver dies of a wider one. */
const widestWord = 8;

/** The registers of a target. */
export class AgentRegisters {
  private readonly byName: ReadonlyMap<string, Register>;

  constructor(readonly layout: RegisterLayout) {
    const { aliases, pc, sp, fp, ps } = layout.architecture;
    const byName = new Map(layout.registers.map((register) => [register.name, register]));
    for (const [alias, name] of Object.entries({ ...aliases, pc, sp, fp, ps })) {
      const register = name === undefined ? undefined : byName.get(name);
      if (register && !byName.has(alias)) byName.set(alias, register);
    }
    this.byName = byName;
  }

  /** Every register that stands in the register block. */
  get all(): readonly Register[] {
    return this.layout.registers.filter(({ pseudo }) => !pseudo);
  }

  /** A register by gdb's name for it or a part of it, or by `pc`, `sp`, `fp`, `ps`. */
  named(name: string): Register | undefined {
    return this.byName.get(name);
  }

  /** A register by its DWARF number. */
  numbered(dwarfNumber: number): Register {
    const name = this.layout.architecture.abi.dwarf.get(dwarfNumber);
    const register = name === undefined ? undefined : this.byName.get(name);
    if (register) return register;
    throw new Failure(`The target does not describe register ${name ?? `number ${dwarfNumber}`}.`);
  }

  /** The raw registers that a register is, or is computed from. */
  rawOf(register: Register): readonly Register[] {
    if (!register.derivation) return [register];
    return register.derivation.from.flatMap((name) => {
      const part = this.byName.get(name);
      return part ? this.rawOf(part) : [];
    });
  }

  /** Pushes a register without its sign. */
  code(register: Register): Code {
    const size = Math.ceil(register.bitSize / 8);
    if (!register.derivation) {
      if (size <= widestWord) return [{ kind: 'register', number: register.number }];
      throw new Failure(
        `The target cannot compute with $${register.name}, which has ${size} bytes.`,
      );
    }
    const [whole, ...others] = this.rawOf(register);
    const shift = whole && others.length === 0 ? shiftOf(register, whole) : undefined;
    if (!whole || shift === undefined) {
      throw new Failure(
        `The target cannot compute with $${register.name}, which has no place of its own.`,
      );
    }
    const { bits } = shift;
    return extended(shiftedDown(this.code(whole), shift.down), bits, false);
  }
}

/** Where in another register the bits of a part are: how far down, and how many; undefined where they are computed. */
function shiftOf(
  { derivation, bitSize }: Register,
  whole: Register,
): { down: number; bits: number } | undefined {
  const value = derivation?.value;
  if (!value || derivation.from.length !== 1) return undefined;
  const cut = (word: bigint): bigint => BigInt.asUintN(bitSize, value(word));
  const seen = Array.from({ length: whole.bitSize }, (_, bit) => bit).filter(
    (bit) => cut(1n << BigInt(bit)) !== 0n,
  );
  const [down = 0] = seen;
  const isPart = seen.every(
    (bit, i) => bit === down + i && cut(1n << BigInt(bit)) === 1n << BigInt(i),
  );
  return isPart ? { down, bits: seen.length } : undefined;
}
