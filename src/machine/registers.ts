// The registers of one frame, by any name that gdb has for them (gdb manual, "Registers").
import { unsigned, type ByteOrder, toBytes, concat } from '../bytes/cursor';
import type { Register, RegisterLayout } from './registerLayout';
import { pointer } from './registerType';
import {
  decodeFloat,
  encodeFloatType,
  floatFormats,
  formatOf,
  type FloatFormat,
  type FloatType,
} from './float/binaryFloat';
import type { StackFrame } from './stackFrame';

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
   * layout; `inferredPc` (inferPc) replaces the PC in a frame without such a block.
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
   * none exists.
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
    return toBytes(value(parts), register.type.size, this.order);
  }

  /** The PC, and the register that holds it, with the bits that gdb sets next to the address. */
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
    if (!register || byName.has(alias)) continue;
    // `$fp` points to data whatever the register is.
    const type = alias === 'fp' ? pointer(register.type.size, 'data') : register.type;
    byName.set(alias, { ...register, type });
  }
  namesOfLayouts.set(layout, byName);
  return byName;
}

// Values in registers that hold them in another format, or elsewhere than in their low bytes: what
// gdb does by `convert_register` and `value_from_register` of each processor.

/** What registers are asked of. */
interface RegisterContext {
  readonly frame: StackFrame | undefined;
  readonly order: ByteOrder;
  /** ELF e_machine of the program. */
  readonly machine: number | undefined;
}

/** DWARF numbers of registers of one kind. */
interface Run {
  readonly first: number;
  readonly count: number;
}

const [i386, mips, powerpc, powerpc64, s390, x86_64] = [3, 8, 20, 21, 22, 62];

/** By e_machine. */
const x87 = new Map<number, Run>([
  [i386, { first: 11, count: 8 }],
  [x86_64, { first: 33, count: 8 }],
]);
const mipsFloats: Run = { first: 32, count: 32 };
const powerpcFloats: Run = { first: 32, count: 32 };
const s390Floats: Run = { first: 16, count: 16 };
const s390Vectors: Run = { first: 68, count: 16 };

function isIn({ first, count }: Run, register: number): boolean {
  return register >= first && register < first + count;
}

/**
 * The bytes of a floating-point number in a register that holds such numbers in its own format, or
 * in two registers, the upper half in the second; undefined elsewhere. `register`: its DWARF
 * number.
 */
export function convertedRegister(
  type: FloatType,
  register: number,
  context: RegisterContext,
): Uint8Array | undefined {
  const { machine = 0 } = context;
  const x87Registers = x87.get(machine);
  if (x87Registers && isIn(x87Registers, register)) {
    return converted(type, register, floatFormats.i387, context);
  }
  if ((machine === powerpc || machine === powerpc64) && isIn(powerpcFloats, register)) {
    if (type.size === 4) return converted(type, register, floatFormats.double, context);
    if (formatOf(type, machine) === floatFormats.quad) {
      return valueOf(context.frame?.registerNamed(`vs${register - powerpcFloats.first}`));
    }
  }
  const isPair = machine === mips && context.order === 'big' && type.size === 8;
  return isPair && isIn(mipsFloats, register) ? mipsPair(register, context) : undefined;
}

/** The number of a register as its type has it. */
function converted(
  type: FloatType,
  register: number,
  format: FloatFormat,
  { frame, order, machine }: RegisterContext,
): Uint8Array | undefined {
  const bytes = valueOf(frame?.register(register))?.subarray(0, format.size);
  return bytes && encodeFloatType(decodeFloat(bytes, order, format), type, order, machine);
}

/** Two registers of 32 bits, the second of which has the upper half of a double. */
function mipsPair(register: number, { frame }: RegisterContext): Uint8Array | undefined {
  const [low, high] = [register, register + 1].map((each) => valueOf(frame?.register(each)));
  return low?.length === 4 && high ? concat([high, low]) : undefined;
}

function valueOf(saved: ReturnType<StackFrame['registerNamed']>): Uint8Array | undefined {
  return saved?.kind === 'value' ? saved.bytes : undefined;
}

/** Where `size` bytes begin in a register of `length` bytes, by its DWARF number. */
export function startInRegister(
  register: number,
  size: number,
  length: number,
  { order, machine }: Pick<RegisterContext, 'order' | 'machine'>,
): number {
  const isLeft =
    machine === s390 &&
    ((isIn(s390Floats, register) && size < length) || isIn(s390Vectors, register));
  return order === 'little' || isLeft ? 0 : Math.max(0, length - size);
}
