// What A32 and T32 instructions have in common (Arm Architecture Reference Manual for A-profile,
// AArch32 state; Procedure Call Standard for the Arm Architecture, section 6.1).
import type { EmulatedStep } from './emulator';
import { bitField } from './instructionWord';
import {
  baseComputedAt,
  constantValue,
  constantBase,
  plus,
  sum,
  type EmulatedState,
  type EmulatedValue,
} from './state';

export const sp = 13;
export const linkRegister = 14;
export const pc = 15;
/** DWARF numbers of the double registers begin here. */
const firstDouble = 256;

export const armConvention = { sp, scratch: [0, 1, 2, 3, 12, linkRegister] };
/** T32 code has its frame pointer in r7, A32 code in r11. */
export const armFramePointers = [11, 7];

/** How a transfer addresses memory. */
export interface Addressing {
  readonly base: number;
  /** Bytes. */
  readonly by: number;
  /** Whether `by` is added before the access; otherwise after it. */
  readonly isBefore: boolean;
  /** Whether the base register is changed. */
  readonly isWritten: boolean;
}

/** The two-operand calculations that are followed. */
export type Calculation = 'add' | 'subtract' | 'move' | 'mask' | 'other';

/** One instruction that is executed. */
export class ArmCore {
  constructor(
    readonly state: EmulatedState,
    private readonly offset: number,
    private readonly size: number,
  ) {}

  get next(): EmulatedStep {
    return { size: this.size, flow: 'next' };
  }

  get end(): EmulatedStep {
    return { size: this.size, flow: 'end' };
  }

  jump(target: number, isConditional: boolean): EmulatedStep {
    return { size: this.size, flow: isConditional ? 'conditional' : 'jump', target };
  }

  call(): EmulatedStep {
    this.state.afterCall();
    return { size: this.size, flow: 'call' };
  }

  /** A jump to what a register holds. */
  jumpTo(register: number): EmulatedStep {
    return { size: this.size, flow: register === linkRegister ? 'end' : 'indirect' };
  }

  get(register: number): EmulatedValue | undefined {
    return register === pc ? undefined : this.state.get(register);
  }

  set(register: number, value: EmulatedValue | undefined): void {
    if (register !== pc) this.state.set(register, value);
  }

  /** The result of a calculation, in a register; to the PC it is a jump. */
  calculate(
    to: number,
    calculation: Calculation,
    left: EmulatedValue | undefined,
    right: EmulatedValue | undefined,
  ): EmulatedStep {
    if (to === pc) {
      const isReturn = calculation === 'move' && right?.base === linkRegister;
      return { size: this.size, flow: isReturn ? 'end' : 'indirect' };
    }
    this.set(to, this.result(calculation, left, right) ?? this.moved(to));
    return this.next;
  }

  private result(
    calculation: Calculation,
    left: EmulatedValue | undefined,
    right: EmulatedValue | undefined,
  ): EmulatedValue | undefined {
    if (calculation === 'move') return right;
    if (calculation === 'add') return sum(left, right);
    if (calculation !== 'subtract' || right?.base !== constantBase) return undefined;
    return plus(left, -right.offset);
  }

  /** Where the stack pointer is moved by what is not known, a base of its own. */
  private moved(register: number): EmulatedValue | undefined {
    return register === sp ? { base: baseComputedAt(this.offset), offset: 0 } : undefined;
  }

  /** Loads or stores registers that follow each other in memory, of `size` bytes. */
  transfer(
    registers: readonly number[],
    isLoad: boolean,
    addressing: Addressing,
    size: 4 | 8 = 4,
  ): EmulatedStep {
    const { base, by, isBefore, isWritten } = addressing;
    const before = this.get(base);
    const moved = plus(before, by);
    this.move(registers, isLoad, isBefore ? moved : before, size);
    if (isWritten && !(isLoad && registers.includes(base))) this.set(base, moved);
    if (!isLoad || !registers.includes(pc)) return this.next;
    return { size: this.size, flow: base === sp ? 'end' : 'indirect' };
  }

  /** LDM and STM: of the registers of a list, from the lowest address on. */
  transferList(
    list: number,
    isLoad: boolean,
    base: number,
    mode: { readonly isUp: boolean; readonly isBefore: boolean; readonly isWritten: boolean },
  ): EmulatedStep {
    const registers = Array.from({ length: 16 }, (_, i) => i).filter(
      (i) => bitField(list, i, 1) === 1,
    );
    const length = 4 * registers.length;
    const before = this.get(base);
    const { isUp, isBefore, isWritten } = mode;
    const first = isUp ? (isBefore ? 4 : 0) : isBefore ? -length : 4 - length;
    if (isWritten && !isLoad) this.set(base, plus(before, isUp ? length : -length));
    this.move(registers, isLoad, plus(before, first), 4);
    if (isWritten && isLoad && !registers.includes(base)) {
      this.set(base, plus(before, isUp ? length : -length));
    }
    if (!isLoad || !registers.includes(pc)) return this.next;
    // Code with a frame pointer also returns by LDMDB from it.
    return this.end;
  }

  private move(
    registers: readonly number[],
    isLoad: boolean,
    start: EmulatedValue | undefined,
    size: 4 | 8,
  ): void {
    const loaded: [number, EmulatedValue | undefined][] = [];
    for (const [i, register] of registers.entries()) {
      const at = plus(start, i * size);
      if (isLoad) loaded.push([register, this.state.load(at, size)]);
      else this.state.store(at, this.get(register), size);
    }
    for (const [register, value] of loaded) this.set(register, value);
  }

  /** A load or store of part of a register. */
  transferPart(
    register: number,
    isLoad: boolean,
    addressing: Addressing,
    size: number,
  ): EmulatedStep {
    const { base, by, isBefore, isWritten } = addressing;
    const before = this.get(base);
    const moved = plus(before, by);
    if (!isLoad) this.state.store(isBefore ? moved : before, undefined, size);
    if (isWritten) this.set(base, moved);
    if (isLoad) this.set(register, undefined);
    return this.next;
  }

  /**
   * Instructions of coprocessors, vector registers among them, which both sets encode alike (their
   * first four bits apart).
   */
  executeCoprocessor(word: number): EmulatedStep {
    const [to, base] = [bitField(word, 12, 4), bitField(word, 16, 4)];
    const isVector = bitField(word, 9, 3) === 0b101;
    const isLoad = bitField(word, 20, 1) === 1;
    // MCRR and MRRC.
    if (bitField(word, 21, 7) === 0b1100010) {
      if (isLoad) for (const register of [to, base]) this.set(register, undefined);
      return this.next;
    }
    if (bitField(word, 24, 4) >> 1 === 0b110) {
      return isVector ? this.transferVector(word, isLoad) : this.moveBase(word);
    }
    // MRC.
    if (bitField(word, 24, 4) === 0b1110 && bitField(word, 4, 1) === 1 && isLoad)
      this.set(to, undefined);
    return this.next;
  }

  /** VLDM, VSTM, VLDR, VSTR. */
  private transferVector(word: number, isLoad: boolean): EmulatedStep {
    const isDouble = bitField(word, 8, 1) === 1;
    const isUp = bitField(word, 23, 1) === 1;
    const isBefore = bitField(word, 24, 1) === 1;
    const isWritten = bitField(word, 21, 1) === 1;
    const length = 4 * bitField(word, 0, 8);
    const base = bitField(word, 16, 4);
    const by = isUp ? length : -length;
    if (!isDouble) {
      const addressing = { base, by, isBefore, isWritten };
      if (!isLoad) return this.transferPart(pc, false, addressing, isBefore ? 4 : length);
      if (isWritten) this.set(base, plus(this.get(base), by));
      return this.next;
    }
    const first = firstDouble + (bitField(word, 12, 4) | (bitField(word, 22, 1) << 4));
    const isOne = isBefore && !isWritten;
    const count = isOne ? 1 : bitField(word, 1, 7);
    const registers = Array.from({ length: count }, (_, i) => first + i);
    return this.transfer(registers, isLoad, { base, by, isBefore, isWritten }, 8);
  }

  /** LDC and STC that change their base. */
  private moveBase(word: number): EmulatedStep {
    if (bitField(word, 21, 1) === 1) this.set(bitField(word, 16, 4), undefined);
    return this.next;
  }

  /** MOVT: the upper half of a number. */
  moveTop(to: number, half: number): EmulatedStep {
    const value = this.get(to);
    const isNumber = value?.base === constantBase;
    const low = isNumber ? value.offset & 0xffff : 0;
    this.set(to, isNumber ? constantValue(half * 0x1_0000 + low) : undefined);
    return this.next;
  }
}
