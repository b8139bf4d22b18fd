// What the registers and the stack hold at one instruction of a function, as far as the code
// before it tells: in terms of what registers held when the function was entered.

/** A sum: what `base` stands for, and an offset in bytes. */
export interface EmulatedValue {
  /** The DWARF number of a register, for what it held at the entry, or one of the bases below. */
  readonly base: number;
  readonly offset: number;
}

/** Of a number that is known. */
export const constantBase = -1;
/** Below it: bases of what single instructions compute, such as an alignment. */
const computedBase = -2;

/** The base of a value that only the instruction at `offset` of the function knows. */
export function baseComputedAt(offset: number): number {
  return computedBase - Math.abs(offset);
}

export function constantValue(offset: number): EmulatedValue {
  return { base: constantBase, offset };
}

export function isSame(one: EmulatedValue | undefined, other: EmulatedValue | undefined): boolean {
  return one?.base === other?.base && one?.offset === other?.offset;
}

export function plus(value: EmulatedValue | undefined, bytes: number): EmulatedValue | undefined {
  return value && { base: value.base, offset: value.offset + bytes };
}

/** The sum of two values; undefined unless one of them is a number. */
export function sum(
  one: EmulatedValue | undefined,
  other: EmulatedValue | undefined,
): EmulatedValue | undefined {
  if (one?.base === constantBase) return plus(other, one.offset);
  return other?.base === constantBase ? plus(one, other.offset) : undefined;
}

/** What memory holds at `address`. */
export interface Slot {
  readonly address: EmulatedValue;
  /** Bytes. */
  readonly size: number;
  readonly value: EmulatedValue;
}

/** What calls do to registers, which go by their DWARF numbers. */
export interface CallConvention {
  /** The stack pointer. */
  readonly sp: number;
  /** The general registers that a function may leave changed. */
  readonly scratch: readonly number[];
}

/** Registers and stack at one instruction. Registers go by their DWARF numbers. */
export class EmulatedState {
  /** Whether the return address, where it is now, has a signature of pointer authentication. */
  isReturnAddressSigned = false;

  private constructor(
    readonly convention: CallConvention,
    /** Absent: what was there at the entry. */
    private readonly registers: Map<number, EmulatedValue | undefined>,
    private slots: readonly Slot[],
  ) {}

  /** As at the entry of a function, with what the call left on the stack, and in no register. */
  static atEntry(convention: CallConvention, slots: readonly Slot[]): EmulatedState {
    const registers = new Map(slots.map(({ value }) => [value.base, undefined]));
    return new EmulatedState(convention, registers, slots);
  }

  clone(): EmulatedState {
    const copy = new EmulatedState(this.convention, new Map(this.registers), this.slots);
    copy.isReturnAddressSigned = this.isReturnAddressSigned;
    return copy;
  }

  /** What a register holds; undefined where that is not known. */
  get(register: number): EmulatedValue | undefined {
    return this.registers.has(register)
      ? this.registers.get(register)
      : { base: register, offset: 0 };
  }

  set(register: number, value: EmulatedValue | undefined): void {
    if (value?.base === register && value.offset === 0) this.registers.delete(register);
    else this.registers.set(register, value);
  }

  /** The registers that do not hold what they held at the entry. */
  changed(): Iterable<readonly [number, EmulatedValue | undefined]> {
    return this.registers;
  }

  get stack(): readonly Slot[] {
    return this.slots;
  }

  load(address: EmulatedValue | undefined, size: number): EmulatedValue | undefined {
    if (!address) return undefined;
    return this.slots.find((slot) => slot.size === size && isSame(slot.address, address))?.value;
  }

  /**
   * Stores where the address is known. A correct program overwrites what it saved only as a whole:
   * other stores there are those of a loop that ends before.
   */
  store(address: EmulatedValue | undefined, value: EmulatedValue | undefined, size: number): void {
    if (!address || address.base === constantBase) return;
    const others = this.slots.filter(
      (slot) => slot.size !== size || !isSame(slot.address, address),
    );
    // A number tells nothing of where registers were saved.
    const isKept = value !== undefined && value.base !== constantBase;
    this.slots = isKept ? [...others, { address, size, value }] : others;
  }

  /** What a function that was called leaves. */
  afterCall(): void {
    const { sp, scratch } = this.convention;
    for (const register of scratch) this.registers.set(register, undefined);
    const stack = this.get(sp);
    if (!stack) return;
    this.slots = this.slots.filter(
      ({ address }) => address.base !== stack.base || address.offset >= stack.offset,
    );
  }

  /** Keeps what another state has too; returns whether something was lost. */
  join(other: EmulatedState): boolean {
    let lost = other.isReturnAddressSigned && !this.isReturnAddressSigned;
    this.isReturnAddressSigned ||= other.isReturnAddressSigned;
    for (const register of new Set([...this.registers.keys(), ...other.registers.keys()])) {
      const own = this.get(register);
      if (own === undefined || isSame(own, other.get(register))) continue;
      this.registers.set(register, undefined);
      lost = true;
    }
    const common = this.slots.filter((slot) =>
      other.slots.some(
        ({ address, size, value }) =>
          size === slot.size && isSame(address, slot.address) && isSame(value, slot.value),
      ),
    );
    if (common.length < this.slots.length) {
      this.slots = common;
      lost = true;
    }
    return lost;
  }
}
