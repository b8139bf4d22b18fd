// The registers of one frame, by any name that gdb has for them (gdb manual, "Registers").
import { unsigned, type ByteOrder, toBytes } from '../bytes/cursor';
import type { Register, RegisterLayout } from './registerLayout';

/** A register with what the frame holds of it. */
interface RegisterValue {
  readonly register: Register;
  /** In the target's byte order; absent where the register was not collected. */
  readonly bytes: Uint8Array | undefined;
}

/** One frame's registers. */
export class Registers {
  private readonly byName: ReadonlyMap<string, Register>;

  /**
   * `block` is the payload of the frame's first R block, which may be shorter or longer than the
   * layout; `inferredPc` (inferPc) stands in for the PC where there is no block.
   */
  constructor(
    readonly layout: RegisterLayout,
    private readonly order: ByteOrder,
    private readonly block: Uint8Array | undefined,
    private readonly inferredPc: bigint | undefined,
  ) {
    this.byName = registersByName(layout);
  }

  /** The PC, as a run-time address; absent where it was neither collected nor inferred. */
  get pc(): bigint | undefined {
    const bytes = this.read('pc')?.bytes;
    return bytes && unsigned(bytes, this.order);
  }

  /** Whether the PC is taken from the tracepoint, not from the frame. */
  get pcInferred(): boolean {
    return this.block === undefined && this.inferredPc !== undefined;
  }

  /** Every name that `read` knows. */
  names(): Iterable<string> {
    return this.byName.keys();
  }

  /**
   * A register by gdb's name for it or one of its parts, or by `pc`, `sp`, `fp`, `ps`; absent if
   * there is none.
   */
  read(name: string): RegisterValue | undefined {
    const register = this.byName.get(name);
    return register && { register, bytes: this.bytesOf(register) };
  }

  private bytesOf(register: Register): Uint8Array | undefined {
    if (this.block === undefined) return this.inferred(register);
    if (!register.derivation) return this.collected(register);
    const { from, value } = register.derivation;
    const parts: bigint[] = [];
    for (const name of from) {
      const bytes = this.read(name)?.bytes;
      if (!bytes) return undefined;
      parts.push(unsigned(bytes, this.order));
    }
    return toBytes(value(...parts), register.type.size, this.order);
  }

  /** The PC, and the register that holds it, with the bits that gdb sets beside the address. */
  private inferred({ name, type }: Register): Uint8Array | undefined {
    const { pc, pcHolder } = this.layout.architecture;
    const isHolder = name === pcHolder?.register;
    if (this.inferredPc === undefined || (name !== pc && !isHolder)) return undefined;
    const beside = isHolder && pcHolder.mask !== undefined ? ~pcHolder.mask : 0n;
    return toBytes(this.inferredPc | beside, type.size, this.order);
  }

  private collected({ offset, bitSize }: Register): Uint8Array | undefined {
    if (offset === undefined || !this.block) return undefined;
    const end = offset + Math.ceil(bitSize / 8);
    return end <= this.block.length ? this.block.subarray(offset, end) : undefined;
  }
}

const namesOfLayouts = new WeakMap<RegisterLayout, ReadonlyMap<string, Register>>();

/** Registers by name and alias; a layout's is made once, since every frame of a trace asks. */
function registersByName(layout: RegisterLayout): ReadonlyMap<string, Register> {
  const known = namesOfLayouts.get(layout);
  if (known) return known;
  const byName = new Map<string, Register>();
  for (const register of layout.registers) {
    if (register.name !== '' && !byName.has(register.name)) byName.set(register.name, register);
  }
  const { aliases, pc, sp, fp, ps } = layout.architecture;
  for (const [alias, name] of Object.entries({ ...aliases, pc, sp, fp, ps })) {
    const register = name === undefined ? undefined : byName.get(name);
    if (register && !byName.has(alias)) byName.set(alias, register);
  }
  namesOfLayouts.set(layout, byName);
  return byName;
}
