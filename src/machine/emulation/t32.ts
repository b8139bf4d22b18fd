// T32, the instructions of Thumb: Arm Architecture Reference Manual for A-profile, F3.1 "T32
// instruction set encoding".
import type { ByteOrder } from '../../bytes/cursor';
import { underCondition } from './a32';
import {
  ArmCore,
  armConvention,
  armFramePointers,
  linkRegister,
  pc,
  sp,
  type Calculation,
} from './armCore';
import type { Emulator, EmulatedStep } from './emulator';
import { bitField, halfwordAt, matches, signedBits } from './instructionWord';
import { constantValue, plus, type EmulatedState, type EmulatedValue } from './state';

export function t32Emulator(order: ByteOrder): Emulator {
  return {
    convention: armConvention,
    framePointers: armFramePointers,
    cfaOffset: 0,
    returnAddress: linkRegister,
    entrySlots: [],
    alignment: 2,
    execute: (code, at, offset, state) => executeAt({ code, order }, at, offset, state),
  };
}

interface Code {
  readonly code: Uint8Array;
  readonly order: ByteOrder;
}

function executeAt(
  from: Code,
  at: number,
  offset: number,
  state: EmulatedState,
): EmulatedStep | undefined {
  const first = halfwordAt(from.code, at, from.order === 'little');
  if (first === undefined) return undefined;
  if (matches(first, 0xff00, 0xbf00) && (first & 0xf) !== 0) {
    return executeBlock(from, at, offset, state, first);
  }
  if (first < 0xe800) return execute16(first, new ArmCore(state, offset, 2));
  const second = halfwordAt(from.code, at + 2, from.order === 'little');
  return second === undefined ? undefined : execute32(first, second, new ArmCore(state, offset, 4));
}

/** IT and the instructions that are executed, or not, as it says: together one step. */
function executeBlock(
  from: Code,
  at: number,
  offset: number,
  state: EmulatedState,
  word: number,
): EmulatedStep {
  // The lowest bit that is set ends the conditions.
  const count = 4 - Math.log2(word & -word & 0xf);
  let size = 2;
  let last: EmulatedStep = { size, flow: 'next' };
  for (let i = 0; i < count; i++) {
    const executed = state.clone();
    const step = executeAt(from, at + size, offset + size, executed);
    if (!step) break;
    const conditional = underCondition(step, state, executed);
    const target = conditional.target === undefined ? {} : { target: size + conditional.target };
    size += step.size;
    last = { ...conditional, ...target, size };
  }
  return { ...last, size };
}

function execute16(half: number, core: ArmCore): EmulatedStep {
  const low = half & 7;
  const [second, third] = [bitField(half, 3, 3), bitField(half, 6, 3)];
  const eighth = bitField(half, 8, 3);
  switch (half >> 11) {
    case 0b00000:
      // LSL by 0: MOV.
      core.set(low, bitField(half, 6, 5) === 0 ? core.get(second) : undefined);
      return core.next;
    case 0b00001:
    case 0b00010:
      core.set(low, undefined);
      return core.next;
    case 0b00011: {
      const by = bitField(half, 10, 1) === 1 ? constantValue(third) : core.get(third);
      const calculation = bitField(half, 9, 1) === 1 ? 'subtract' : 'add';
      return core.calculate(low, calculation, core.get(second), by);
    }
    case 0b00100:
      core.set(eighth, constantValue(half & 0xff));
      return core.next;
    case 0b00101:
      return core.next;
    case 0b00110:
      core.set(eighth, plus(core.get(eighth), half & 0xff));
      return core.next;
    case 0b00111:
      core.set(eighth, plus(core.get(eighth), -(half & 0xff)));
      return core.next;
    case 0b01000:
      return bitField(half, 10, 1) === 1 ? executeHigh(half, core) : executeLow(half, core);
    case 0b01001:
      core.set(eighth, undefined);
      return core.next;
    case 0b01010:
    case 0b01011:
      if (bitField(half, 9, 3) >= 3) core.set(low, undefined);
      return core.next;
    case 0b01100:
    case 0b01101:
      return core.transfer(
        [low],
        bitField(half, 11, 1) === 1,
        at(second, 4 * bitField(half, 6, 5)),
      );
    case 0b01110:
    case 0b01111:
      return core.transferPart(
        low,
        bitField(half, 11, 1) === 1,
        at(second, bitField(half, 6, 5)),
        1,
      );
    case 0b10000:
    case 0b10001:
      return core.transferPart(
        low,
        bitField(half, 11, 1) === 1,
        at(second, 2 * bitField(half, 6, 5)),
        2,
      );
    case 0b10010:
    case 0b10011:
      return core.transfer([eighth], bitField(half, 11, 1) === 1, at(sp, 4 * (half & 0xff)));
    case 0b10100:
      core.set(eighth, undefined);
      return core.next;
    case 0b10101:
      core.set(eighth, plus(core.get(sp), 4 * (half & 0xff)));
      return core.next;
    case 0b10110:
    case 0b10111:
      return executeMiscellaneous(half, core);
    case 0b11000:
    case 0b11001: {
      const isLoad = bitField(half, 11, 1) === 1;
      const mode = { isUp: true, isBefore: false, isWritten: true };
      return core.transferList(half & 0xff, isLoad, eighth, mode);
    }
    case 0b11010:
    case 0b11011:
      // UDF; SVC may return a result in r0.
      if (bitField(half, 8, 4) === 14) return core.end;
      if (bitField(half, 8, 4) === 15) {
        core.set(0, undefined);
        return core.next;
      }
      return core.jump(4 + 2 * signedBits(half, 0, 8), true);
    default:
      return core.jump(4 + 2 * signedBits(half, 0, 11), false);
  }
}

function at(base: number, by: number): Parameters<ArmCore['transfer']>[2] {
  return { base, by, isBefore: true, isWritten: false };
}

/** Data processing of low registers: all but TST, CMP and CMN change the first. */
function executeLow(half: number, core: ArmCore): EmulatedStep {
  const operation = bitField(half, 6, 4);
  if (operation !== 8 && operation !== 10 && operation !== 11) core.set(half & 7, undefined);
  return core.next;
}

/** ADD, CMP, MOV, BX, BLX of all registers. */
function executeHigh(half: number, core: ArmCore): EmulatedStep {
  const to = (half & 7) | (bitField(half, 7, 1) << 3);
  const from = bitField(half, 3, 4);
  switch (bitField(half, 8, 2)) {
    case 0:
      return core.calculate(to, 'add', core.get(to), core.get(from));
    case 1:
      return core.next;
    case 2:
      if (to === pc) return core.jumpTo(from);
      core.set(to, core.get(from));
      return core.next;
    default:
      return bitField(half, 7, 1) === 1 ? core.call() : core.jumpTo(from);
  }
}

function executeMiscellaneous(half: number, core: ArmCore): EmulatedStep {
  if (matches(half, 0xff00, 0xb000)) {
    const by = 4 * bitField(half, 0, 7);
    core.set(sp, plus(core.get(sp), bitField(half, 7, 1) === 1 ? -by : by));
    return core.next;
  }
  if (matches(half, 0xfe00, 0xb400)) {
    const list = (half & 0xff) | (bitField(half, 8, 1) << linkRegister);
    return core.transferList(list, false, sp, { isUp: false, isBefore: true, isWritten: true });
  }
  if (matches(half, 0xfe00, 0xbc00)) {
    const list = (half & 0xff) | (bitField(half, 8, 1) << pc);
    return core.transferList(list, true, sp, { isUp: true, isBefore: false, isWritten: true });
  }
  if (matches(half, 0xf500, 0xb100)) {
    const target = 4 + ((bitField(half, 9, 1) << 6) | (bitField(half, 3, 5) << 1));
    return core.jump(target, true);
  }
  // SXTH to UXTB, REV and its like.
  if (matches(half, 0xff00, 0xb200) || matches(half, 0xff00, 0xba00)) core.set(half & 7, undefined);
  return core.next;
}

function execute32(first: number, second: number, core: ArmCore): EmulatedStep {
  const word = ((first << 16) | second) >>> 0;
  if (matches(first, 0xfe40, 0xe800)) {
    const isUp = bitField(first, 7, 2) === 1;
    const mode = { isUp, isBefore: !isUp, isWritten: bitField(first, 5, 1) === 1 };
    return core.transferList(second, bitField(first, 4, 1) === 1, first & 0xf, mode);
  }
  if (matches(first, 0xfe40, 0xe840)) return executeDual(first, second, core);
  if (matches(first, 0xfe00, 0xea00)) return executeShifted(first, second, core);
  if (matches(first, 0xec00, 0xec00)) return core.executeCoprocessor(word);
  if (matches(first, 0xf800, 0xf000)) {
    return second >= 0x8000
      ? executeBranch(first, second, core)
      : executeImmediate(first, second, core);
  }
  if (matches(first, 0xfe00, 0xf800)) return executeTransfer(first, second, core);
  // Data processing of registers, multiplications; long ones have two results.
  if (matches(first, 0xfe00, 0xfa00)) {
    clobber(core, bitField(second, 8, 4));
    if (matches(first, 0xff80, 0xfb80)) clobber(core, bitField(second, 12, 4));
  }
  // Loads and stores of vector elements with an increment.
  if (matches(first, 0xff10, 0xf900) && (second & 0xf) !== pc) core.set(first & 0xf, undefined);
  return core.next;
}

/** Changes a register that is not one of those which lead to the caller. */
function clobber(core: ArmCore, register: number): void {
  if (register < sp) core.set(register, undefined);
}

/** LDRD, STRD, exclusive accesses, TBB, TBH. */
function executeDual(first: number, second: number, core: ArmCore): EmulatedStep {
  const [isBefore, isWritten] = [bitField(first, 8, 1) === 1, bitField(first, 5, 1) === 1];
  const registers = [bitField(second, 12, 4), bitField(second, 8, 4)];
  if (isBefore || isWritten) {
    const length = 4 * (second & 0xff);
    const by = bitField(first, 7, 1) === 1 ? length : -length;
    const addressing = { base: first & 0xf, by, isBefore, isWritten };
    return core.transfer(registers, bitField(first, 4, 1) === 1, addressing);
  }
  if (matches(first, 0xfff0, 0xe8d0) && matches(second, 0xffe0, 0xf000)) return core.jumpTo(0);
  for (const register of [...registers, second & 0xf]) clobber(core, register);
  return core.next;
}

/** By the operation code of data processing. */
const calculations: Readonly<Record<number, Calculation>> = {
  0: 'mask',
  1: 'mask',
  8: 'add',
  13: 'subtract',
};

function calculate(
  first: number,
  to: number,
  right: EmulatedValue | undefined,
  core: ArmCore,
): EmulatedStep {
  const operation = bitField(first, 5, 4);
  const from = first & 0xf;
  // Without a result: TST, TEQ, CMN, CMP.
  if (to === pc) return core.next;
  // ORR without a first operand: MOV.
  if (operation === 2 && from === pc) return core.calculate(to, 'move', undefined, right);
  return core.calculate(to, calculations[operation] ?? 'other', core.get(from), right);
}

function executeShifted(first: number, second: number, core: ArmCore): EmulatedStep {
  const isPlain = (second & 0x70f0) === 0;
  return calculate(
    first,
    bitField(second, 8, 4),
    isPlain ? core.get(second & 0xf) : undefined,
    core,
  );
}

function executeImmediate(first: number, second: number, core: ArmCore): EmulatedStep {
  const to = bitField(second, 8, 4);
  const number = (bitField(first, 10, 1) << 11) | (bitField(second, 12, 3) << 8) | (second & 0xff);
  if (bitField(first, 9, 1) === 0)
    return calculate(first, to, constantValue(expanded(number)), core);
  const half = ((first & 0xf) << 12) | number;
  switch (bitField(first, 4, 5)) {
    case 0b00000:
      return core.calculate(to, 'add', core.get(first & 0xf), constantValue(number));
    case 0b01010:
      return core.calculate(to, 'subtract', core.get(first & 0xf), constantValue(number));
    case 0b00100:
      core.set(to, constantValue(half));
      return core.next;
    case 0b01100:
      return core.moveTop(to, half);
    default:
      clobber(core, to);
      return core.next;
  }
}

/** ThumbExpandImm of the manual. */
function expanded(number: number): number {
  const byte = number & 0xff;
  switch (number >> 8) {
    case 0:
      return byte;
    case 1:
      return byte * 0x1_0001;
    case 2:
      return byte * 0x100_0100;
    case 3:
      return byte * 0x101_0101;
    default: {
      const value = 0x80 | (number & 0x7f);
      const by = number >> 7;
      return ((value >>> by) | (value << (32 - by))) >>> 0;
    }
  }
}

function executeBranch(first: number, second: number, core: ArmCore): EmulatedStep {
  // BL and BLX.
  if ((second & 0x4000) !== 0) return core.call();
  const sign = bitField(first, 10, 1);
  const [j1, j2] = [bitField(second, 13, 1), bitField(second, 11, 1)];
  if ((second & 0x1000) !== 0) {
    const [i1, i2] = [1 ^ j1 ^ sign, 1 ^ j2 ^ sign];
    const high = (sign === 1 ? -4 : 0) | (i1 << 1) | i2;
    return core.jump(
      4 + high * 2 ** 22 + (bitField(first, 0, 10) << 12) + (bitField(second, 0, 11) << 1),
      false,
    );
  }
  if (bitField(first, 7, 3) !== 7) {
    const high = (sign === 1 ? -4 : 0) | (j2 << 1) | j1;
    return core.jump(
      4 + high * 2 ** 18 + (bitField(first, 0, 6) << 12) + (bitField(second, 0, 11) << 1),
      true,
    );
  }
  // UDF; MRS.
  if (matches(first, 0xfff0, 0xf7f0) && (second & 0xf000) === 0xa000) return core.end;
  if (matches(first, 0xffe0, 0xf3e0)) clobber(core, bitField(second, 8, 4));
  return core.next;
}

/** LDR, STR and their like of one register. */
function executeTransfer(first: number, second: number, core: ArmCore): EmulatedStep {
  const to = bitField(second, 12, 4);
  const base = first & 0xf;
  const isLoad = bitField(first, 4, 1) === 1;
  const isWord = bitField(first, 5, 2) === 2;
  const size = 1 << bitField(first, 5, 2);
  // From the code itself.
  if (base === pc) {
    if (to === pc) return isWord ? core.jumpTo(0) : core.next;
    core.set(to, undefined);
    return core.next;
  }
  if (bitField(first, 7, 1) === 0 && bitField(second, 11, 1) === 0) {
    if (!isLoad) return core.next;
    if (to === pc) return isWord ? core.jumpTo(0) : core.next;
    core.set(to, undefined);
    return core.next;
  }
  const addressing = addressingOf(first, second, base);
  return isWord
    ? core.transfer([to], isLoad, addressing)
    : core.transferPart(to, isLoad, addressing, size);
}

function addressingOf(
  first: number,
  second: number,
  base: number,
): Parameters<ArmCore['transfer']>[2] {
  if (bitField(first, 7, 1) === 1) return at(base, second & 0xfff);
  const by = second & 0xff;
  return {
    base,
    by: bitField(second, 9, 1) === 1 ? by : -by,
    isBefore: bitField(second, 10, 1) === 1,
    isWritten: bitField(second, 8, 1) === 1,
  };
}
