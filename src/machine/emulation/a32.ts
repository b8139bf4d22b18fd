// A32, the 32-bit instructions of Arm: Arm Architecture Reference Manual for A-profile, F4.1 "A32
// instruction set encoding".
import type { ByteOrder } from '../../bytes/cursor';
import {
  ArmCore,
  armConvention,
  armFramePointers,
  linkRegister,
  pc,
  type Calculation,
} from './armCore';
import type { Emulator, EmulatedStep } from './emulator';
import { bitField, matches, signedBits, instructionWordAt } from './instructionWord';
import { constantValue, type EmulatedState, type EmulatedValue } from './state';

const always = 14;
const unconditional = 15;

export function a32Emulator(order: ByteOrder): Emulator {
  return {
    convention: armConvention,
    framePointers: armFramePointers,
    cfaOffset: 0,
    returnAddress: linkRegister,
    entrySlots: [],
    alignment: 4,
    execute(code, at, offset, state) {
      const word = instructionWordAt(code, at, order === 'little');
      return word === undefined ? undefined : execute(word, offset, state);
    },
  };
}

function execute(word: number, offset: number, state: EmulatedState): EmulatedStep {
  const condition = word >>> 28;
  if (condition === unconditional) return executeUnconditional(word, new ArmCore(state, offset, 4));
  if (condition === always) return executeAlways(word, new ArmCore(state, offset, 4));
  const executed = state.clone();
  const step = executeAlways(word, new ArmCore(executed, offset, 4));
  return underCondition(step, state, executed);
}

/** An instruction that may have been executed, which leads as `step` says. */
export function underCondition(
  step: EmulatedStep,
  state: EmulatedState,
  executed: EmulatedState,
): EmulatedStep {
  const { size, flow } = step;
  switch (flow) {
    case 'jump':
      return { ...step, flow: 'conditional' };
    case 'indirect':
      return { size, flow: 'conditional', isIndirect: true };
    case 'end':
      return { size, flow: 'next' };
    case 'next':
    case 'call':
    case 'conditional':
      state.join(executed);
      return step;
  }
}

function executeUnconditional(word: number, core: ArmCore): EmulatedStep {
  // BLX; loads and stores of vector elements with an increment.
  if (matches(word, 0xfe00_0000, 0xfa00_0000)) return core.call();
  if (matches(word, 0xff10_0000, 0xf400_0000) || matches(word, 0xff30_0000, 0xf420_0000)) {
    if (bitField(word, 0, 4) !== pc) core.set(bitField(word, 16, 4), undefined);
  }
  return core.next;
}

function executeAlways(word: number, core: ArmCore): EmulatedStep {
  switch (bitField(word, 25, 3)) {
    case 0b000:
    case 0b001:
      return executeData(word, core);
    case 0b011:
      if (bitField(word, 4, 1) === 1) return executeMedia(word, core);
      return executeTransfer(word, core);
    case 0b010:
      return executeTransfer(word, core);
    case 0b100:
      return core.transferList(word & 0xffff, bitField(word, 20, 1) === 1, bitField(word, 16, 4), {
        isUp: bitField(word, 23, 1) === 1,
        isBefore: bitField(word, 24, 1) === 1,
        isWritten: bitField(word, 21, 1) === 1,
      });
    case 0b101:
      if (bitField(word, 24, 1) === 1) return core.call();
      return core.jump(8 + 4 * signedBits(word, 0, 24), false);
    default:
      // SVC may return a result in r0.
      if (bitField(word, 24, 4) === 0b1111) core.set(0, undefined);
      return bitField(word, 24, 4) === 0b1111 ? core.next : core.executeCoprocessor(word);
  }
}

/** By the operation code of data processing. */
const calculations: Readonly<Record<number, Calculation>> = {
  0: 'mask',
  2: 'subtract',
  4: 'add',
  13: 'move',
  14: 'mask',
};

function executeData(word: number, core: ArmCore): EmulatedStep {
  const to = bitField(word, 12, 4);
  const isImmediate = bitField(word, 25, 1) === 1;
  if (matches(word, 0x0fff_fff0, 0x012f_ff10)) return core.jumpTo(bitField(word, 0, 4));
  if (matches(word, 0x0fff_fff0, 0x012f_ff30)) return core.call();
  if (matches(word, 0x0ff0_0000, 0x0300_0000)) {
    core.set(to, constantValue((bitField(word, 16, 4) << 12) | bitField(word, 0, 12)));
    return core.next;
  }
  if (matches(word, 0x0ff0_0000, 0x0340_0000)) {
    return core.moveTop(to, (bitField(word, 16, 4) << 12) | bitField(word, 0, 12));
  }
  if (!isImmediate && bitField(word, 4, 1) === 1 && bitField(word, 7, 1) === 1) {
    return bitField(word, 5, 2) === 0
      ? executeMultiply(word, core)
      : executeHalfTransfer(word, core);
  }
  const operation = bitField(word, 21, 4);
  if (operation >= 8 && operation < 12) {
    // Comparisons, which set flags; without them MRS, CLZ, SMLAxy and others.
    if (bitField(word, 20, 1) === 0) {
      for (const register of [to, bitField(word, 16, 4)]) clobber(core, register);
    }
    return core.next;
  }
  const calculation = calculations[operation] ?? 'other';
  const right = isImmediate ? constantValue(rotated(word)) : shifted(word, core);
  const left = core.get(bitField(word, 16, 4));
  if (to === pc && operation === 13 && right?.base !== linkRegister)
    return core.jumpTo(bitField(word, 0, 4));
  return core.calculate(to, calculation, left, right);
}

/** Changes a register that is not one of those which lead to the caller. */
function clobber(core: ArmCore, register: number): void {
  if (register < 13) core.set(register, undefined);
}

/** An immediate of eight bits, rotated right. */
function rotated(word: number): number {
  const value = bitField(word, 0, 8);
  const by = 2 * bitField(word, 8, 4);
  return ((value >>> by) | (by === 0 ? 0 : value << (32 - by))) >>> 0;
}

/** A register that is not shifted. */
function shifted(word: number, core: ArmCore): EmulatedValue | undefined {
  return bitField(word, 4, 8) === 0 ? core.get(bitField(word, 0, 4)) : undefined;
}

/** Multiplications and exclusive accesses. */
function executeMultiply(word: number, core: ArmCore): EmulatedStep {
  const isExclusive = bitField(word, 24, 1) === 1;
  const isLong = bitField(word, 23, 1) === 1;
  if (!isExclusive) clobber(core, bitField(word, 16, 4));
  if (isExclusive || isLong) clobber(core, bitField(word, 12, 4));
  return core.next;
}

function addressingOf(word: number, by: number): Parameters<ArmCore['transfer']>[2] {
  const isBefore = bitField(word, 24, 1) === 1;
  return {
    base: bitField(word, 16, 4),
    by: bitField(word, 23, 1) === 1 ? by : -by,
    isBefore,
    isWritten: !isBefore || bitField(word, 21, 1) === 1,
  };
}

/** LDRH, LDRD and their like. */
function executeHalfTransfer(word: number, core: ArmCore): EmulatedStep {
  const to = bitField(word, 12, 4);
  const by = (bitField(word, 8, 4) << 4) | bitField(word, 0, 4);
  const addressing = addressingOf(word, by);
  const isLoad = bitField(word, 20, 1) === 1;
  const operation = bitField(word, 5, 2);
  const isDouble = !isLoad && operation >= 2;
  if (bitField(word, 22, 1) === 0) return executeIndexed(word, core, isLoad || operation === 2);
  if (isDouble) return core.transfer([to, to + 1], operation === 2, addressing);
  return core.transferPart(to, isLoad, addressing, 2);
}

/** With an offset in a register. */
function executeIndexed(word: number, core: ArmCore, isLoad: boolean): EmulatedStep {
  const { base, isWritten } = addressingOf(word, 0);
  const to = bitField(word, 12, 4);
  if (isWritten) core.set(base, undefined);
  if (!isLoad) return core.next;
  if (to === pc) return core.jumpTo(0);
  core.set(to, undefined);
  return core.next;
}

/** LDR, STR, LDRB, STRB. */
function executeTransfer(word: number, core: ArmCore): EmulatedStep {
  const isLoad = bitField(word, 20, 1) === 1;
  if (bitField(word, 25, 1) === 1) return executeIndexed(word, core, isLoad);
  const addressing = addressingOf(word, bitField(word, 0, 12));
  const to = bitField(word, 12, 4);
  if (bitField(word, 22, 1) === 1) return core.transferPart(to, isLoad, addressing, 1);
  return core.transfer([to], isLoad, addressing);
}

function executeMedia(word: number, core: ArmCore): EmulatedStep {
  // UDF.
  if (matches(word, 0x0ff0_00f0, 0x07f0_00f0)) return core.end;
  for (const register of [bitField(word, 12, 4), bitField(word, 16, 4)]) clobber(core, register);
  return core.next;
}
