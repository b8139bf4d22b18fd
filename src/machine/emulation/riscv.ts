// RISC-V: Unprivileged ISA, chapters "RV32I", "RV64I" and "C"; RISC-V ABIs specification, "Register
// Convention".
import type { Emulator, EmulatedStep } from './emulator';
import { bitField, halfwordAt, matches, signedBits, instructionWordAt } from './instructionWord';
import {
  baseComputedAt,
  constantValue,
  constantBase,
  plus,
  sum,
  type EmulatedState,
  type EmulatedValue,
} from './state';

const link = 1;
const sp = 2;
/** DWARF numbers of the floating-point registers begin here. */
const firstFloat = 32;

export function riscvEmulator(width: 32 | 64): Emulator {
  const word = width / 8;
  return {
    convention: { sp, scratch: [link, 5, 6, 7, ...range(10, 17), ...range(28, 31)] },
    framePointers: [8],
    cfaOffset: 0,
    returnAddress: link,
    entrySlots: [],
    alignment: 2,
    execute(code, at, offset, state) {
      const first = halfwordAt(code, at, true);
      if (first === undefined) return undefined;
      const machine = new Hart(state, offset, word);
      if ((first & 3) !== 3) return machine.executeCompressed(first);
      const whole = instructionWordAt(code, at, true);
      return whole === undefined ? undefined : machine.execute(whole);
    },
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** One instruction that is executed. */
class Hart {
  constructor(
    private readonly state: EmulatedState,
    private readonly offset: number,
    /** Bytes of a general register. */
    private readonly word: number,
  ) {}

  execute(word: number): EmulatedStep {
    const size = 4;
    const to = bitField(word, 7, 5);
    const [from, other] = [bitField(word, 15, 5), bitField(word, 20, 5)];
    const operation = bitField(word, 12, 3);
    const immediate = signedBits(word, 20, 12);
    switch (bitField(word, 2, 5)) {
      case 0b00000:
        this.load(to, from, immediate, operation === (this.word === 8 ? 3 : 2));
        break;
      case 0b00001:
        if (operation === 3) this.loadFloat(to, from, immediate);
        break;
      case 0b00100:
        this.set(to, operation === 0 ? plus(this.get(from), immediate) : this.shifted(word));
        break;
      case 0b00101:
        this.set(to, undefined);
        break;
      case 0b00110:
        // ADDIW.
        this.set(to, operation === 0 ? this.number(from, immediate) : undefined);
        break;
      case 0b01000:
      case 0b01001: {
        const by = (signedBits(word, 25, 7) << 5) | to;
        const isFloat = bitField(word, 2, 5) === 0b01001;
        this.store(isFloat ? firstFloat + other : other, from, by, 1 << operation);
        break;
      }
      case 0b01011:
      case 0b01110:
      case 0b10100:
        this.set(to, undefined);
        break;
      case 0b01100:
        this.computeTwo(word, to, from, other);
        break;
      case 0b01101:
        this.set(to, constantValue(word & ~0xfff));
        break;
      case 0b11000: {
        const target =
          (signedBits(word, 31, 1) << 12) |
          (bitField(word, 7, 1) << 11) |
          (bitField(word, 25, 6) << 5) |
          (bitField(word, 8, 4) << 1);
        return { size, flow: 'conditional', target };
      }
      case 0b11001:
        return this.jumpToRegister(to, from, size);
      case 0b11011: {
        const target =
          (signedBits(word, 31, 1) << 20) |
          (bitField(word, 12, 8) << 12) |
          (bitField(word, 20, 1) << 11) |
          (bitField(word, 21, 10) << 1);
        return this.jump(to, target, size);
      }
      case 0b11100:
        // EBREAK goes on; MRET, SRET and URET return. CSR instructions change a register.
        if (operation !== 0) this.set(to, undefined);
        else if (matches(word, 0xdfff_ffff, 0x1020_0073)) return { size, flow: 'end' };
        else if (word === 0x73) this.set(10, undefined);
        break;
      default:
    }
    return { size, flow: 'next' };
  }

  executeCompressed(half: number): EmulatedStep {
    const size = 2;
    const kind = (bitField(half, 13, 3) << 2) | (half & 3);
    const register = bitField(half, 7, 5);
    const other = bitField(half, 2, 5);
    const [high, low] = [8 + bitField(half, 7, 3), 8 + bitField(half, 2, 3)];
    const small = (signedBits(half, 12, 1) << 5) | bitField(half, 2, 5);
    const is64 = this.word === 8;
    switch (kind) {
      case 0b00000: {
        if (half === 0) return { size, flow: 'end' };
        const by =
          (bitField(half, 11, 2) << 4) |
          (bitField(half, 7, 4) << 6) |
          (bitField(half, 6, 1) << 2) |
          (bitField(half, 5, 1) << 3);
        this.set(low, plus(this.get(sp), by));
        break;
      }
      case 0b01000:
        this.load(low, high, 0, false);
        break;
      case 0b01100:
        if (is64) this.load(low, high, doubleOffset(half), true);
        break;
      case 0b11000:
        this.store(low, high, wordOffset(half), 4);
        break;
      case 0b10100:
        this.store(firstFloat + low, high, doubleOffset(half), 8);
        break;
      case 0b11100:
        this.store(
          is64 ? low : firstFloat + low,
          high,
          is64 ? doubleOffset(half) : wordOffset(half),
          this.word,
        );
        break;
      case 0b00001:
        this.set(register, plus(this.get(register), small));
        break;
      case 0b00101:
        if (!is64) return this.jump(link, jumpOffset(half), size);
        this.set(register, this.number(register, small));
        break;
      case 0b01001:
        this.set(register, constantValue(small));
        break;
      case 0b01101:
        if (register === sp) this.set(sp, plus(this.get(sp), stackOffset(half)));
        else this.set(register, constantValue(small << 12));
        break;
      case 0b10001:
        this.set(high, undefined);
        break;
      case 0b10101:
        return this.jump(0, jumpOffset(half), size);
      case 0b11001:
      case 0b11101: {
        const target =
          (signedBits(half, 12, 1) << 8) |
          (bitField(half, 10, 2) << 3) |
          (bitField(half, 5, 2) << 6) |
          (bitField(half, 3, 2) << 1) |
          (bitField(half, 2, 1) << 5);
        return { size, flow: 'conditional', target };
      }
      case 0b00010:
        this.set(register, undefined);
        break;
      case 0b00110:
        this.loadFloat(register, sp, doubleStackOffset(half));
        break;
      case 0b01010: {
        const by =
          (bitField(half, 2, 2) << 6) | (bitField(half, 12, 1) << 5) | (bitField(half, 4, 3) << 2);
        this.load(register, sp, by, !is64);
        break;
      }
      case 0b01110:
        if (is64) this.load(register, sp, doubleStackOffset(half), true);
        break;
      case 0b10010:
        return this.moveOrJump(bitField(half, 12, 1) === 1, register, other);
      case 0b10110:
        this.store(firstFloat + other, sp, storeOffset(half, 3), 8);
        break;
      case 0b11010:
        this.store(other, sp, storeOffset(half, 2), 4);
        break;
      case 0b11110:
        this.store(
          is64 ? other : firstFloat + other,
          sp,
          storeOffset(half, is64 ? 3 : 2),
          this.word,
        );
        break;
      default:
    }
    return { size, flow: 'next' };
  }

  /** C.JR, C.MV, C.JALR, C.ADD, C.EBREAK. */
  private moveOrJump(isSecond: boolean, register: number, other: number): EmulatedStep {
    const size = 2;
    if (other === 0) {
      if (register === 0) return { size, flow: isSecond ? 'next' : 'end' };
      return this.jumpToRegister(isSecond ? link : 0, register, size);
    }
    this.set(register, isSecond ? sum(this.get(register), this.get(other)) : this.get(other));
    return { size, flow: 'next' };
  }

  private jump(to: number, target: number, size: number): EmulatedStep {
    if (to === 0) return { size, flow: 'jump', target };
    return this.call(to, size);
  }

  /** Register 5 is the link of the routines that save registers for functions (-msave-restore). */
  private call(to: number, size: number): EmulatedStep {
    if (to !== link) {
      for (const register of [to, sp]) this.set(register, undefined);
      return { size, flow: 'call' };
    }
    this.state.afterCall();
    return { size, flow: 'call' };
  }

  private jumpToRegister(to: number, from: number, size: number): EmulatedStep {
    if (to !== 0) return this.call(to, size);
    return { size, flow: from === link || from === 5 ? 'end' : 'indirect' };
  }

  /** ADD and SUB of registers; a number is needed for one. */
  private computeTwo(word: number, to: number, from: number, other: number): void {
    const operation = bitField(word, 25, 7);
    const isSum = bitField(word, 12, 3) === 0 && (operation === 0 || operation === 0x20);
    const [left, right] = [this.get(from), this.get(other)];
    const isSubtraction = operation === 0x20;
    const by =
      right?.base === constantBase
        ? constantValue(isSubtraction ? -right.offset : right.offset)
        : undefined;
    const value = isSum ? sum(left, by ?? (isSubtraction ? undefined : right)) : undefined;
    // A variable part of the stack: its size is in a register.
    const moved = { base: baseComputedAt(this.offset), offset: 0 };
    this.set(to, to === sp && !value ? moved : value);
  }

  /** ANDI to the stack pointer aligns it; SLLI shifts a number. */
  private shifted(word: number): EmulatedValue | undefined {
    const [to, from, operation] = [
      bitField(word, 7, 5),
      bitField(word, 15, 5),
      bitField(word, 12, 3),
    ];
    if (operation === 7 && to === sp) return { base: baseComputedAt(this.offset), offset: 0 };
    const value = this.get(from);
    const isNumber = operation === 1 && value?.base === constantBase;
    return isNumber ? constantValue(value.offset * 2 ** bitField(word, 20, 6)) : undefined;
  }

  private number(register: number, by: number): EmulatedValue | undefined {
    const value = this.get(register);
    return value?.base === constantBase ? plus(value, by) : undefined;
  }

  private load(to: number, base: number, by: number, isWhole: boolean): void {
    const address = plus(this.get(base), by);
    this.set(to, isWhole ? this.state.load(address, this.word) : undefined);
  }

  private loadFloat(to: number, base: number, by: number): void {
    this.state.set(firstFloat + to, this.state.load(plus(this.get(base), by), 8));
  }

  private store(register: number, base: number, by: number, size: number): void {
    const isWhole = size === this.word || register >= firstFloat;
    const value = register === 0 || !isWhole ? undefined : this.state.get(register);
    this.state.store(plus(this.get(base), by), value, size);
  }

  private get(register: number): EmulatedValue | undefined {
    return register === 0 ? constantValue(0) : this.state.get(register);
  }

  private set(register: number, value: EmulatedValue | undefined): void {
    if (register !== 0) this.state.set(register, value);
  }
}

// The offsets of compressed instructions, whose bits are in an order of their own.

function wordOffset(half: number): number {
  return (bitField(half, 10, 3) << 3) | (bitField(half, 6, 1) << 2) | (bitField(half, 5, 1) << 6);
}

function doubleOffset(half: number): number {
  return (bitField(half, 10, 3) << 3) | (bitField(half, 5, 2) << 6);
}

function doubleStackOffset(half: number): number {
  return (bitField(half, 2, 3) << 6) | (bitField(half, 12, 1) << 5) | (bitField(half, 5, 2) << 3);
}

/** Of C.SWSP and C.SDSP: in units of `2 ** scale` bytes. */
function storeOffset(half: number, scale: 2 | 3): number {
  return scale === 3
    ? (bitField(half, 7, 3) << 6) | (bitField(half, 10, 3) << 3)
    : (bitField(half, 7, 2) << 6) | (bitField(half, 9, 4) << 2);
}

function stackOffset(half: number): number {
  return (
    (signedBits(half, 12, 1) << 9) |
    (bitField(half, 6, 1) << 4) |
    (bitField(half, 5, 1) << 6) |
    (bitField(half, 3, 2) << 7) |
    (bitField(half, 2, 1) << 5)
  );
}

function jumpOffset(half: number): number {
  return (
    (signedBits(half, 12, 1) << 11) |
    (bitField(half, 11, 1) << 4) |
    (bitField(half, 9, 2) << 8) |
    (bitField(half, 8, 1) << 10) |
    (bitField(half, 7, 1) << 6) |
    (bitField(half, 6, 1) << 7) |
    (bitField(half, 3, 3) << 1) |
    (bitField(half, 2, 1) << 5)
  );
}
