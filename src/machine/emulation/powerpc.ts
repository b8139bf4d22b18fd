// PowerPC: Power ISA book I, chapters 2 and 3; 64-bit ELF V2 ABI, section 2.2; System V ABI,
// PowerPC supplement, "Registers" and "The Stack Frame".
import type { ByteOrder } from '../../bytes/cursor';
import type { Emulator, EmulatedStep } from './emulator';
import { bitField, matches, signedBits, instructionWordAt } from './instructionWord';
import {
  baseComputedAt,
  constantValue,
  constantBase,
  plus,
  sum,
  type EmulatedState,
  type EmulatedValue,
} from './state';

const sp = 1;
/** DWARF number of the link register in call frame information. */
const link = 65;
/** DWARF numbers of the floating-point registers begin here. */
const firstFloat = 32;
/** Numbers of special registers. */
const linkNumber = 8;

export function powerpcEmulator(width: 32 | 64, order: ByteOrder): Emulator {
  return {
    convention: { sp, scratch: [0, ...Array.from({ length: 10 }, (_, i) => 3 + i), link] },
    framePointers: [31],
    cfaOffset: 0,
    returnAddress: link,
    entrySlots: [],
    alignment: 4,
    execute(code, at, offset, state) {
      const word = instructionWordAt(code, at, order === 'little');
      return word === undefined
        ? undefined
        : new Instruction(word, offset, state, width / 8).execute();
    },
  };
}

/** One instruction that is executed. */
class Instruction {
  private readonly to: number;
  private readonly base: number;
  private readonly third: number;
  private readonly immediate: number;

  constructor(
    private readonly code: number,
    private readonly offset: number,
    private readonly state: EmulatedState,
    /** Bytes of a general register. */
    private readonly word: number,
  ) {
    this.to = bitField(code, 21, 5);
    this.base = bitField(code, 16, 5);
    this.third = bitField(code, 11, 5);
    this.immediate = signedBits(code, 0, 16);
  }

  execute(): EmulatedStep {
    const branch = this.executeBranch();
    if (branch) return branch;
    this.compute();
    return { size: 4, flow: 'next' };
  }

  private executeBranch(): EmulatedStep | undefined {
    const { code, to, base } = this;
    const size = 4;
    const isCall = (code & 1) === 1;
    const always = (to & 0x14) === 0x14;
    switch (code >>> 26) {
      case 0:
        return { size, flow: 'end' };
      case 18: {
        const target = signedBits(code, 2, 24) * 4;
        // A branch with a link to the next instruction tells code where it is.
        if (isCall) return this.call(target === 4);
        return (code & 2) === 0 ? { size, flow: 'jump', target } : { size, flow: 'end' };
      }
      case 16: {
        const target = signedBits(code, 2, 14) * 4;
        if (isCall) return this.call(target === 4);
        return { size, flow: always ? 'jump' : 'conditional', target };
      }
      case 19: {
        const operation = bitField(code, 1, 10);
        // RFI, RFID and the like.
        if (operation === 50 || operation === 18 || operation === 274) return { size, flow: 'end' };
        if (operation !== 16 && operation !== 528 && operation !== 560) return undefined;
        if (isCall) return this.call(false);
        if (!always) return { size, flow: 'next' };
        return { size, flow: operation === 16 ? 'end' : 'indirect' };
      }
      case 31:
      case 3:
        // TRAP.
        return (code >>> 26 === 3 || bitField(code, 1, 10) === 4) &&
          to === 31 &&
          base === this.third
          ? { size, flow: 'end' }
          : undefined;
      default:
        return undefined;
    }
  }

  private call(isNext: boolean): EmulatedStep {
    if (isNext) this.state.set(link, undefined);
    else this.state.afterCall();
    return { size: 4, flow: isNext ? 'next' : 'call' };
  }

  private compute(): void {
    const { code, to, base, immediate, word } = this;
    switch (code >>> 26) {
      // MULLI, SUBFIC, ADDIC.
      case 7:
      case 8:
      case 12:
      case 13:
        this.set(to, undefined);
        return;
      case 14:
        this.set(to, base === 0 ? constantValue(immediate) : plus(this.get(base), immediate));
        return;
      case 15:
        this.set(to, this.shiftedSum());
        return;
      // RLWIMI, RLWINM, RLWNM, RLD….
      case 20:
      case 21:
      case 23:
      case 30:
        this.setResult(base, undefined);
        return;
      case 24:
        this.set(base, this.orImmediate(code & 0xffff));
        return;
      case 25:
        this.set(base, this.orImmediate((code & 0xffff) * 0x1_0000));
        return;
      case 26:
      case 27:
      case 28:
      case 29:
        this.set(base, undefined);
        return;
      case 31:
        this.computeExtended();
        return;
      case 32:
      case 33:
        this.load(immediate, word === 4);
        return;
      case 34:
      case 35:
      case 40:
      case 41:
      case 42:
      case 43:
        this.load(immediate, false);
        return;
      case 36:
      case 37:
        this.store(immediate, this.to, 4);
        return;
      case 38:
      case 39:
        this.store(immediate, undefined, 1);
        return;
      case 44:
      case 45:
        this.store(immediate, undefined, 2);
        return;
      case 46:
        for (let register = to; register < 32; register++) {
          const at = plus(this.get(base), immediate + 4 * (register - to));
          this.set(register, word === 4 ? this.state.load(at, 4) : undefined);
        }
        return;
      case 47:
        for (let register = to; register < 32; register++) {
          const at = plus(this.get(base), immediate + 4 * (register - to));
          this.state.store(at, word === 4 ? this.get(register) : undefined, 4);
        }
        return;
      // LFD and STFD.
      case 50:
        this.state.set(firstFloat + to, this.state.load(plus(this.get(base), immediate), 8));
        return;
      case 54:
        this.state.store(plus(this.get(base), immediate), this.state.get(firstFloat + to), 8);
        return;
      case 49:
      case 51:
      case 53:
      case 55:
        this.set(base, plus(this.get(base), immediate));
        return;
      case 58:
        this.load(immediate & ~3, (code & 3) < 2, (code & 3) === 1);
        return;
      case 62:
        if ((code & 3) < 2) this.store(immediate & ~3, to, 8, (code & 3) === 1);
        return;
      default:
    }
  }

  /** ADDIS. */
  private shiftedSum(): EmulatedValue | undefined {
    const by = this.immediate * 0x1_0000;
    return this.base === 0 ? constantValue(by) : plus(this.get(this.base), by);
  }

  /** ORI and ORIS: of a number, or a copy. */
  private orImmediate(by: number): EmulatedValue | undefined {
    const value = this.get(this.to);
    return by === 0 || value?.base === constantBase ? plus(value, by) : undefined;
  }

  private computeExtended(): void {
    const { code, to, base, third } = this;
    switch (bitField(code, 1, 10)) {
      // OR: MR.
      case 444:
        this.set(base, to === third ? this.get(to) : undefined);
        return;
      case 266:
        this.set(to, sum(this.get(base), this.get(third)));
        return;
      // MFSPR, MTSPR.
      case 339:
        this.set(to, this.special === linkNumber ? this.state.get(link) : undefined);
        return;
      case 467:
        if (this.special === linkNumber) this.state.set(link, this.get(to));
        return;
      // STWX, STDX, STWUX, STDUX.
      case 151:
      case 149:
        this.storeIndexed(false);
        return;
      case 183:
      case 181:
        this.storeIndexed(true);
        return;
      default:
        this.clobberExtended();
    }
  }

  /** The number of the special register, whose halves are exchanged in the instruction. */
  private get special(): number {
    return this.base | (this.third << 5);
  }

  private storeIndexed(isUpdate: boolean): void {
    const moved = { base: baseComputedAt(this.offset), offset: 0 };
    const address = sum(this.get(this.base), this.get(this.third));
    this.state.store(address, undefined, this.word);
    // A part of the stack whose size is in a register.
    if (isUpdate) this.set(this.base, address ?? (this.base === sp ? moved : undefined));
  }

  private clobberExtended(): void {
    const { code, to, base } = this;
    const operation = bitField(code, 1, 10);
    if (notChanging.has(operation)) return;
    if (changingSecond.has(operation)) this.set(base, undefined);
    else this.set(to, undefined);
    // Loads that move their base.
    if (updating.has(operation)) this.set(base, undefined);
  }

  private setResult(register: number, value: EmulatedValue | undefined): void {
    // RLDICR of the stack pointer aligns it.
    this.set(register, register === sp ? { base: baseComputedAt(this.offset), offset: 0 } : value);
  }

  private load(by: number, isWhole: boolean, isUpdate = this.isUpdate): void {
    const address = plus(this.get(this.base), by);
    this.set(this.to, isWhole ? this.state.load(address, this.word) : undefined);
    if (isUpdate) this.set(this.base, address);
  }

  private store(
    by: number,
    from: number | undefined,
    size: number,
    isUpdate = this.isUpdate,
  ): void {
    const address = this.base === 0 ? undefined : plus(this.get(this.base), by);
    const value = from === undefined || size !== this.word ? undefined : this.get(from);
    this.state.store(address, value, size);
    if (isUpdate) this.set(this.base, address);
  }

  /** Of loads and stores from LWZ to STHU the odd ones move their base. */
  private get isUpdate(): boolean {
    return matches(this.code, 0x0400_0000, 0x0400_0000);
  }

  private get(register: number): EmulatedValue | undefined {
    return this.state.get(register);
  }

  private set(register: number, value: EmulatedValue | undefined): void {
    this.state.set(register, value);
  }
}

/** Operations of opcode 31 that change no general register: comparisons, stores, barriers. */
const notChanging = new Set([
  0, 4, 32, 68, 54, 86, 144, 150, 214, 215, 278, 246, 247, 407, 439, 470, 512, 598, 599, 631, 567,
  535, 661, 662, 663, 694, 695, 725, 727, 758, 759, 854, 918, 982, 983, 1014, 160, 178, 146, 210,
  242, 660, 6, 38, 7, 39, 71, 103, 359, 135, 167, 199, 231, 487, 76, 12, 140, 588, 716, 844, 972,
  268, 332, 524, 652, 780, 908, 876, 396, 364, 306, 274,
]);
/** Those whose result goes to the second register of the instruction. */
const changingSecond = new Set([
  24, 26, 27, 28, 58, 60, 124, 122, 154, 186, 252, 284, 316, 412, 476, 508, 378, 506, 536, 538, 539,
  792, 794, 824, 826, 827, 890, 922, 954, 986, 413,
]);
const updating = new Set([53, 55, 119, 311, 373, 375, 181, 183]);
