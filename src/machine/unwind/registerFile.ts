// The registers of one stack frame by gdb's names: those of the machine in the innermost one, and
// what unwinding says of them in each of its callers.
import { unsigned, type ByteOrder, toBytes } from '../../bytes/cursor';
import type { RegisterLayout } from '../registerLayout';
import type { Registers } from '../registers';
import type { SavedRegister } from '../stackFrame';

export const unavailable: SavedRegister = { kind: 'unavailable' };
export const notSaved: SavedRegister = { kind: 'notSaved' };

/** What all stack frames of a machine have in common. */
export interface RegisterNames {
  readonly layout: RegisterLayout;
  readonly order: ByteOrder;
  /** Names that are not the register's own. */
  readonly aliases: Readonly<Record<string, string | undefined>>;
}

export function registerNames(layout: RegisterLayout, order: ByteOrder): RegisterNames {
  const { aliases, pc, sp, fp, ps } = layout.architecture;
  return { layout, order, aliases: { ...aliases, pc, sp, fp, ps } };
}

/** The registers of one stack frame. */
export interface RegisterFile {
  /** A register by gdb's name; absent where the processor has none of that name. */
  named(name: string): SavedRegister | undefined;
  /** A register by its DWARF number. */
  numbered(dwarfNumber: number): SavedRegister;
  /** The same, and for one that no callee saved what the innermost stack frame has in it. */
  left(dwarfNumber: number): SavedRegister;
}

/** The registers of the innermost stack frame. */
export class MachineRegisters implements RegisterFile {
  constructor(
    private readonly names: RegisterNames,
    private readonly registers: Registers,
  ) {}

  named(name: string): SavedRegister | undefined {
    const read = this.registers.read(name);
    return read && (read.bytes ? { kind: 'value', bytes: read.bytes } : unavailable);
  }

  numbered(dwarfNumber: number): SavedRegister {
    return numberedIn(this, this.names, dwarfNumber) ?? unavailable;
  }

  left(dwarfNumber: number): SavedRegister {
    return this.numbered(dwarfNumber);
  }
}

/** The registers of a caller. */
export class CallerRegisters implements RegisterFile {
  /** `known`: those that unwinding says something of, by the names of the layout. */
  constructor(
    private readonly names: RegisterNames,
    private readonly known: ReadonlyMap<string, SavedRegister>,
    private readonly callee?: RegisterFile,
  ) {}

  named(name: string): SavedRegister | undefined {
    const { layout, aliases } = this.names;
    const known = this.known.get(name) ?? this.known.get(aliases[name] ?? '');
    if (known) return known;
    const own = layout.registers.find((register) => register.name === name);
    const register =
      own ?? layout.registers.find((candidate) => candidate.name === (aliases[name] ?? ''));
    if (!register) return undefined;
    const { derivation, type } = register;
    return derivation ? this.derived(derivation, type.size) : notSaved;
  }

  numbered(dwarfNumber: number): SavedRegister {
    return numberedIn(this, this.names, dwarfNumber) ?? notSaved;
  }

  left(dwarfNumber: number): SavedRegister {
    const own = this.numbered(dwarfNumber);
    return own.kind === 'notSaved' ? (this.callee?.left(dwarfNumber) ?? own) : own;
  }

  private derived(
    { from, value }: { from: readonly string[]; value: (...parts: bigint[]) => bigint },
    size: number,
  ): SavedRegister {
    const parts: bigint[] = [];
    for (const name of from) {
      const part = this.named(name) ?? notSaved;
      if (part.kind !== 'value') return part;
      parts.push(unsigned(part.bytes, this.names.order));
    }
    return { kind: 'value', bytes: toBytes(value(...parts), size, this.names.order) };
  }
}

/** The registers of another stack frame, but for some. */
export class ChangedRegisters implements RegisterFile {
  constructor(
    private readonly names: RegisterNames,
    private readonly registers: RegisterFile,
    private readonly changed: ReadonlyMap<string, SavedRegister>,
  ) {}

  named(name: string): SavedRegister | undefined {
    const { aliases } = this.names;
    return (
      this.changed.get(name) ?? this.changed.get(aliases[name] ?? '') ?? this.registers.named(name)
    );
  }

  numbered(dwarfNumber: number): SavedRegister {
    return numberedIn(this, this.names, dwarfNumber) ?? notSaved;
  }

  left(dwarfNumber: number): SavedRegister {
    return this.numbered(dwarfNumber);
  }
}

function numberedIn(
  file: RegisterFile,
  { layout }: RegisterNames,
  dwarfNumber: number,
): SavedRegister | undefined {
  const { abi } = layout.architecture;
  const name = abi.dwarf.get(dwarfNumber);
  if (name === undefined) return undefined;
  const wider = abi.wider?.(name);
  return (wider === undefined ? undefined : file.named(wider)) ?? file.named(name);
}
