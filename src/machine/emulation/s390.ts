// z/Architecture: Principles of Operation, chapter 7 "General Instructions"; ELF Application Binary
// Interface, s390x supplement, "Function Calling Sequence".
import type { Emulator, EmulatedStep } from './emulator';
import {
  baseComputedAt,
  constantValue,
  constantBase,
  plus,
  sum,
  type EmulatedState,
  type EmulatedValue,
} from './state';

const literals = 13;
const link = 14;
const sp = 15;
/** Calls leave the other floating-point registers as they are: functions keep values there. */
const firstFloat = 16;
/** DWARF numbers of f0 … f15, less `firstFloat`. */
const floats = [0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15];

export function s390Emulator(width: 32 | 64): Emulator {
  return {
    convention: { sp, scratch: [0, 1, 2, 3, 4, 5, link] },
    framePointers: [11],
    // The caller's area where its callee saves registers.
    cfaOffset: width === 64 ? 160 : 96,
    returnAddress: link,
    entrySlots: [],
    alignment: 2,
    execute(code, at, offset, state) {
      const size = [2, 4, 4, 6][(code[at] ?? 0) >> 6] ?? 2;
      if (at + size > code.length) return undefined;
      const instruction = new Instruction(code.subarray(at, at + size), state, offset, width / 8);
      return instruction.execute();
    },
  };
}

/** One instruction that is executed. */
class Instruction {
  private readonly size: number;
  private readonly opcode: number;
  /** The fields R1, and R2, R3 or X2, of the second byte. */
  private readonly r1: number;
  private readonly r3: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly state: EmulatedState,
    private readonly offset: number,
    /** Bytes of a general register. */
    private readonly word: number,
  ) {
    this.size = bytes.length;
    const first = this.byte(0);
    // Some have a part of their operation code elsewhere.
    this.opcode =
      first === 0xa5 ||
      first === 0xa7 ||
      first === 0xc0 ||
      first === 0xc2 ||
      first === 0xc4 ||
      first === 0xc6 ||
      first === 0xcc
        ? (first << 4) | (this.byte(1) & 0xf)
        : first >= 0xe3 && this.size === 6
          ? (first << 8) | this.byte(5)
          : first >= 0xb2 && this.size === 4 && (first <= 0xb3 || first === 0xb9)
            ? (first << 8) | this.byte(1)
            : first;
    this.r1 = this.byte(1) >> 4;
    this.r3 = this.byte(1) & 0xf;
  }

  execute(): EmulatedStep {
    const { size } = this;
    const branch = this.executeBranch();
    if (branch) return branch;
    if (size === 2) this.computeRegisters(this.opcode, this.r1, this.r3);
    else if (this.byte(0) === 0xb9)
      this.computeRegisters(this.opcode, this.byte(3) >> 4, this.byte(3) & 0xf);
    else this.compute();
    return { size, flow: 'next' };
  }

  private executeBranch(): EmulatedStep | undefined {
    const { size, opcode, r1, r3 } = this;
    switch (opcode) {
      // BCR, the return of most functions.
      case 0x07:
        if (r1 === 0 || r3 === 0) return { size, flow: 'next' };
        if (r1 !== 15) return { size, flow: 'next' };
        return { size, flow: r3 === link ? 'end' : 'indirect' };
      case 0x0d:
        return r3 === 0 ? { size, flow: 'next' } : this.call(r1);
      case 0x47:
        return { size, flow: r1 === 15 ? 'indirect' : 'next' };
      case 0x4d:
      case 0x0c:
        return this.call(r1);
      case 0xa74:
        return this.relative(this.half(2), r1);
      case 0xa75:
        // Over a literal pool, to which the register then points.
        if (r1 === literals) {
          this.set(r1, undefined);
          return { size, flow: 'jump', target: 2 * this.half(2) };
        }
        return this.call(r1);
      case 0xc05:
        return this.call(r1);
      case 0xc04:
        return this.relative(this.fullword(2), r1);
      case 0xa76:
      case 0xa77:
        this.set(r1, undefined);
        return { size, flow: 'conditional', target: 2 * this.half(2) };
      case 0xcc6:
        this.set(r1, undefined);
        return { size, flow: 'conditional', target: 2 * this.fullword(2) };
      // BRXH, BRXLE; their forms of 64 bits.
      case 0x84:
      case 0x85:
        this.set(r1, undefined);
        return { size, flow: 'conditional', target: 2 * this.half(2) };
      case 0xec44:
      case 0xec45:
        this.set(r1, undefined);
        return { size, flow: 'conditional', target: 2 * this.half(2) };
      // Comparisons that branch.
      case 0xec64:
      case 0xec65:
      case 0xec76:
      case 0xec77:
      case 0xec7c:
      case 0xec7d:
      case 0xec7e:
      case 0xec7f:
        return { size, flow: 'conditional', target: 2 * this.half(2) };
      default:
        return undefined;
    }
  }

  private relative(halfwords: number, mask: number): EmulatedStep {
    const { size } = this;
    if (mask === 0) return { size, flow: 'next' };
    return { size, flow: mask === 15 ? 'jump' : 'conditional', target: 2 * halfwords };
  }

  /** Code also branches to the next instruction with a link, to learn where it is. */
  private call(to: number): EmulatedStep {
    const { size } = this;
    if (to !== link) {
      this.set(to, undefined);
      return { size, flow: 'next' };
    }
    this.state.afterCall();
    return { size, flow: 'call' };
  }

  /** Operations of two general registers. */
  private computeRegisters(opcode: number, to: number, from: number): void {
    const is64 = this.word === 8;
    switch (opcode) {
      case 0x18:
        this.set(to, is64 ? undefined : this.get(from));
        return;
      case 0xb904:
        this.set(to, is64 ? this.get(from) : undefined);
        return;
      case 0x1a:
        this.set(to, is64 ? undefined : this.sumOf(to, from, 1));
        return;
      case 0xb908:
        this.set(to, this.moved(to, this.sumOf(to, from, 1)));
        return;
      case 0xb909:
        this.set(to, this.moved(to, this.sumOf(to, from, -1)));
        return;
      case 0x1b:
        this.set(to, is64 ? undefined : this.moved(to, this.sumOf(to, from, -1)));
        return;
      // AGRK, SGRK: the third operand is in the third byte.
      case 0xb9e8:
        this.set(to, sum(this.get(this.byte(2) >> 4), this.get(from)));
        return;
      // SVC returns a result in r2.
      case 0x0a:
        this.set(2, undefined);
        return;
      // Comparisons and tests.
      case 0x19:
      case 0x15:
      case 0x12:
      case 0x05:
      case 0xb902:
        if (opcode === 0x12 || opcode === 0xb902) {
          if (to !== from) this.set(to, opcode === 0xb902 ? this.get(from) : undefined);
        }
        return;
      case 0xb920:
      case 0xb921:
      case 0xb930:
      case 0xb931:
      case 0x59:
        return;
      default:
        // 0x20 … 0x3f: floating point.
        if (opcode >= 0x20 && opcode <= 0x3f)
          this.setFloat(to, opcode === 0x28 ? this.float(from) : undefined);
        else this.clobberPair(to, opcode);
    }
  }

  /** Multiplications, divisions and long shifts change a pair of registers. */
  private clobberPair(to: number, opcode: number): void {
    this.set(to, undefined);
    const changesPair = [0x1c, 0x1d, 0x0e, 0x0f, 0xb986, 0xb987, 0xb997, 0xb90d, 0xb91d, 0xb9ec];
    if (changesPair.includes(opcode) && (to & 1) === 0) this.set(to + 1, undefined);
  }

  private compute(): void {
    const { opcode, r1, r3, word } = this;
    const is64 = word === 8;
    switch (opcode) {
      // STMG, STM, LMG, LM.
      case 0xeb24:
      case 0x90:
        this.each(r1, r3, (register, at) => {
          const is8 = opcode === 0xeb24;
          this.state.store(at, this.isOfWord(is8) ? this.get(register) : undefined, is8 ? 8 : 4);
        });
        return;
      case 0xeb04:
      case 0x98: {
        const isWhole = this.isOfWord(opcode === 0xeb04);
        const loaded: [number, EmulatedValue | undefined][] = [];
        this.each(r1, r3, (register, at) =>
          loaded.push([register, isWhole ? this.state.load(at, word) : undefined]),
        );
        for (const [register, value] of loaded) this.set(register, value);
        return;
      }
      // STG, ST, STY.
      case 0xe324:
        this.state.store(this.address(true), is64 ? this.get(r1) : undefined, 8);
        return;
      case 0x50:
      case 0xe350:
        this.state.store(this.address(opcode !== 0x50), is64 ? undefined : this.get(r1), 4);
        return;
      // LG, L, LY.
      case 0xe304:
        this.set(r1, is64 ? this.state.load(this.address(true), 8) : undefined);
        return;
      case 0x58:
      case 0xe358:
        this.set(r1, is64 ? undefined : this.state.load(this.address(opcode !== 0x58), 4));
        return;
      // LA, LAY.
      case 0x41:
      case 0xe371:
        this.set(r1, this.address(opcode !== 0x41));
        return;
      // AGHI, AHI, AGFI, AFI, SLGFI, SLFI, AGHIK, AHIK.
      case 0xa7b:
        this.set(r1, plus(this.get(r1), this.half(2)));
        return;
      case 0xa7a:
        this.set(r1, is64 ? undefined : plus(this.get(r1), this.half(2)));
        return;
      case 0xc28:
        this.set(r1, plus(this.get(r1), this.fullword(2)));
        return;
      case 0xc29:
        this.set(r1, is64 ? undefined : plus(this.get(r1), this.fullword(2)));
        return;
      case 0xc24:
        this.set(r1, plus(this.get(r1), -(this.fullword(2) >>> 0)));
        return;
      case 0xecd9:
      case 0xecd8:
        this.set(
          r1,
          this.isOfWord(opcode === 0xecd9) ? plus(this.get(r3), this.half(2)) : undefined,
        );
        return;
      // LGHI, LHI, LGFI.
      case 0xa79:
      case 0xa78:
        this.set(r1, constantValue(this.half(2)));
        return;
      case 0xc01:
        this.set(r1, constantValue(this.fullword(2)));
        return;
      // AG, A, SG, S of numbers in a literal pool.
      case 0xe308:
      case 0xe309:
      case 0x5a:
      case 0x5b:
        this.set(r1, this.moved(r1, undefined));
        return;
      // NILL, NILF and the like.
      case 0xa57:
        this.set(r1, r1 === sp ? this.aligned() : undefined);
        return;
      // LDGR, LGDR, STD, LD and their like.
      case 0xb3c1:
        this.setFloat(this.byte(3) >> 4, is64 ? this.get(this.byte(3) & 0xf) : undefined);
        return;
      case 0xb3cd:
        this.set(this.byte(3) >> 4, is64 ? this.float(this.byte(3) & 0xf) : undefined);
        return;
      case 0x60:
      case 0xed67:
        this.state.store(this.address(opcode !== 0x60), this.float(r1), 8);
        return;
      case 0x68:
      case 0xed65:
        this.setFloat(r1, this.state.load(this.address(opcode !== 0x68), 8));
        return;
      // VLGV, to a general register.
      case 0xe721:
        this.set(r1, undefined);
        return;
      // MVC and its like.
      case 0xd2:
      case 0xd7:
        this.state.store(this.storage(2), undefined, this.byte(1) + 1);
        return;
      default:
        this.computeOther();
    }
  }

  private computeOther(): void {
    const { r1 } = this;
    const first = this.byte(0);
    // Storage to storage, decimals, vectors, floating point, immediates in storage: none of them
    // changes a general register.
    if (first >= 0xd0 && first <= 0xdf) return;
    if (first === 0xe5 || first === 0xe6 || first === 0xe7 || first === 0xf8 || first >= 0xf0)
      return;
    if (first === 0xed || (first >= 0x60 && first <= 0x7f && first !== 0x71)) return;
    if (first === 0xb3 && ![0x98, 0x99, 0x9a, 0xa8, 0xa9, 0xaa, 0x9c, 0xac].includes(this.byte(1)))
      return;
    if (notChanging.has(this.opcode)) return;
    if (first === 0xb3) this.set(this.byte(3) >> 4, undefined);
    else if (first === 0xb2) {
      for (const register of [0, 1, this.byte(3) >> 4])
        if (register !== sp) this.set(register, undefined);
    } else {
      this.set(r1, undefined);
      if (
        [
          0x5c, 0x5d, 0x8c, 0x8d, 0x8e, 0x8f, 0xe386, 0xe387, 0xe38d, 0xe397, 0xe30d, 0xe31d,
        ].includes(this.opcode)
      ) {
        this.set(r1 | 1, undefined);
      }
    }
  }

  private isOfWord(is64: boolean): boolean {
    return is64 === (this.word === 8);
  }

  /** Registers from one to another, around from 15 to 0, with where each is in memory. */
  private each(
    first: number,
    last: number,
    look: (register: number, at: EmulatedValue | undefined) => void,
  ): void {
    const size = this.size === 6 ? 8 : 4;
    const start = this.size === 6 ? this.long(2) : this.storage(2);
    const count = ((last - first + 16) % 16) + 1;
    for (let i = 0; i < count; i++) look((first + i) % 16, plus(start, i * size));
  }

  private sumOf(one: number, other: number, sign: 1 | -1): EmulatedValue | undefined {
    const [left, right] = [this.get(one), this.get(other)];
    if (sign === 1) return sum(left, right);
    return right?.base === constantBase ? plus(left, -right.offset) : undefined;
  }

  /** Where the stack pointer is moved by a number that is not known, a base of its own. */
  private moved(to: number, value: EmulatedValue | undefined): EmulatedValue | undefined {
    return value ?? (to === sp ? this.aligned() : undefined);
  }

  private aligned(): EmulatedValue {
    return { base: baseComputedAt(this.offset), offset: 0 };
  }

  /** Base, index and displacement of RX and RXY. */
  private address(isLong: boolean): EmulatedValue | undefined {
    const index = this.r3;
    const base = isLong ? this.long(2) : this.storage(2);
    return index === 0 ? base : sum(base, this.get(index));
  }

  /** Base and displacement, of 12 bits. */
  private storage(at: number): EmulatedValue | undefined {
    const base = this.byte(at) >> 4;
    const by = ((this.byte(at) & 0xf) << 8) | this.byte(at + 1);
    return plus(base === 0 ? constantValue(0) : this.get(base), by);
  }

  /** Base and displacement, of 20 bits and signed. */
  private long(at: number): EmulatedValue | undefined {
    const base = this.byte(at) >> 4;
    const low = ((this.byte(at) & 0xf) << 8) | this.byte(at + 1);
    const high = (this.byte(at + 2) << 24) >> 24;
    return plus(base === 0 ? constantValue(0) : this.get(base), high * 4096 + low);
  }

  private byte(at: number): number {
    return this.bytes[at] ?? 0;
  }

  private half(at: number): number {
    return (((this.byte(at) << 8) | this.byte(at + 1)) << 16) >> 16;
  }

  private fullword(at: number): number {
    return (this.half(at) << 16) | (this.half(at + 2) & 0xffff);
  }

  private get(register: number): EmulatedValue | undefined {
    return this.state.get(register);
  }

  private set(register: number, value: EmulatedValue | undefined): void {
    this.state.set(register, value);
  }

  private float(register: number): EmulatedValue | undefined {
    return this.state.get(firstFloat + (floats[register] ?? 0));
  }

  private setFloat(register: number, value: EmulatedValue | undefined): void {
    this.state.set(firstFloat + (floats[register] ?? 0), value);
  }
}

/** Stores, comparisons and tests that name a general register and do not change it. */
const notChanging = new Set([
  0x40, 0x42, 0x49, 0x55, 0x59, 0x91, 0x92, 0x94, 0x95, 0x96, 0x97, 0x9b, 0xbd, 0xbe, 0xa70, 0xa71,
  0xa72, 0xa73, 0xa7e, 0xa7f, 0xc02, 0xc2c, 0xc2d, 0xc2e, 0xc2f, 0xc47, 0xc4b, 0xc4f, 0xc62, 0xc64,
  0xc65, 0xc66, 0xc67, 0xc6a, 0xc6c, 0xc6d, 0xc6e, 0xc6f, 0xe320, 0xe321, 0xe330, 0xe331, 0xe32e,
  0xe32f, 0xe336, 0xe33e, 0xe33f, 0xe34e, 0xe355, 0xe359, 0xe370, 0xe372, 0xe373, 0xe379, 0xe3cf,
  0xe3cd, 0xeb20, 0xeb21, 0xeb23, 0xeb2b, 0xeb2c, 0xeb2d, 0xeb51, 0xeb52, 0xeb54, 0xeb55, 0xeb56,
  0xeb57, 0xeb6a, 0xeb7a, 0xeb71, 0xeb6e, 0xeb7e, 0xec70, 0xec71, 0xec72, 0xec73,
]);
