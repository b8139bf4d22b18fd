// AArch64: Arm Architecture Reference Manual, C4.1 "A64 instruction set encoding"; Procedure Call
// Standard for the Arm 64-bit Architecture, section 6.1.
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

const sp = 31;
const link = 30;
/** DWARF numbers of the vector registers begin here. */
const firstVector = 64;

export const aarch64Emulator: Emulator = {
  convention: { sp, scratch: [...Array.from({ length: 18 }, (_, i) => i), link] },
  framePointers: [29],
  cfaOffset: 0,
  returnAddress: link,
  entrySlots: [],
  alignment: 4,
  execute(code, at, offset, state) {
    const word = instructionWordAt(code, at, true);
    return word === undefined ? undefined : execute(word, offset, state);
  },
};

function execute(word: number, offset: number, state: EmulatedState): EmulatedStep {
  const branch = executeBranch(word, state);
  if (branch) return branch;
  // C4.1: bits 28 to 25 say which group an instruction is of.
  const group = bitField(word, 25, 4);
  if (group >> 1 === 0b100) computeImmediate(word, offset, state);
  else if ((group & 0b0101) === 0b0100) transfer(word, state);
  else if ((group & 0b0111) === 0b0101) computeRegister(word, offset, state);
  else if ((group & 0b0111) === 0b0111) computeVector(word, state);
  return { size: 4, flow: 'next' };
}

function executeBranch(word: number, state: EmulatedState): EmulatedStep | undefined {
  const size = 4;
  if (matches(word, 0x7c00_0000, 0x1400_0000)) {
    const target = 4 * signedBits(word, 0, 26);
    if (word >>> 31 === 0) return { size, flow: 'jump', target };
    state.afterCall();
    return { size, flow: 'call' };
  }
  // B.cond, BC.cond, CBZ, CBNZ.
  if (matches(word, 0xff00_0000, 0x5400_0000) || matches(word, 0x7e00_0000, 0x3400_0000)) {
    return { size, flow: 'conditional', target: 4 * signedBits(word, 5, 19) };
  }
  if (matches(word, 0x7e00_0000, 0x3600_0000)) {
    return { size, flow: 'conditional', target: 4 * signedBits(word, 5, 14) };
  }
  if (matches(word, 0xfe00_0000, 0xd600_0000)) {
    // BR, BLR, RET, ERET, and the forms that authenticate the address.
    const operation = bitField(word, 21, 3);
    if (operation === 0) return { size, flow: 'indirect' };
    if (operation !== 1) return { size, flow: 'end' };
    state.afterCall();
    return { size, flow: 'call' };
  }
  // BRK and HLT; UDF.
  if (matches(word, 0xff60_0000, 0xd420_0000) || matches(word, 0xff60_0000, 0xd440_0000)) {
    return { size, flow: 'end' };
  }
  if (word < 0x1_0000) return { size, flow: 'end' };
  if (matches(word, 0xff00_0000, 0xd400_0000)) state.set(0, undefined);
  if (matches(word, 0xffc0_0000, 0xd500_0000)) executeSystem(word, state);
  return undefined;
}

/** PACIASP, PACIBSP and their opposites sign the link register; MRS changes a general one. */
function executeSystem(word: number, state: EmulatedState): void {
  if (word === 0xd503_233f || word === 0xd503_237f) state.isReturnAddressSigned = true;
  if (word === 0xd503_23bf || word === 0xd503_23ff) state.isReturnAddressSigned = false;
  if (bitField(word, 21, 1) === 1) setGeneral(state, bitField(word, 0, 5), undefined);
}

/** A register, where number 31 is the zero register. */
function general(state: EmulatedState, register: number): EmulatedValue | undefined {
  return register === 31 ? constantValue(0) : state.get(register);
}

function setGeneral(
  state: EmulatedState,
  register: number,
  value: EmulatedValue | undefined,
): void {
  if (register !== 31) state.set(register, value);
}

function computeImmediate(word: number, offset: number, state: EmulatedState): void {
  const isWide = word >>> 31 === 1;
  const to = bitField(word, 0, 5);
  const from = bitField(word, 5, 5);
  const kind = bitField(word, 23, 3);
  if (kind === 0b010 || kind === 0b011) {
    // ADD and SUB; with tags there is another form of each (kind 3), of 16-byte granules.
    const isTagged = kind === 0b011;
    const by = isTagged
      ? 16 * bitField(word, 16, 6)
      : bitField(word, 10, 12) << (bitField(word, 22, 1) === 1 ? 12 : 0);
    const isSubtraction = bitField(word, 30, 1) === 1;
    const value = isWide ? plus(state.get(from), isSubtraction ? -by : by) : undefined;
    if (!isTagged && bitField(word, 29, 1) === 1) setGeneral(state, to, value);
    else state.set(to, value);
    return;
  }
  if (kind === 0b100) {
    const operation = bitField(word, 29, 2);
    // AND to the stack pointer aligns it.
    if (operation === 0 && to === sp) {
      state.set(sp, { base: baseComputedAt(offset), offset: 0 });
    } else if (operation === 3) setGeneral(state, to, undefined);
    else state.set(to, undefined);
    return;
  }
  if (kind === 0b101) moveWide(word, state);
  else setGeneral(state, to, undefined);
}

/** MOVN, MOVZ, MOVK. */
function moveWide(word: number, state: EmulatedState): void {
  const to = bitField(word, 0, 5);
  const shift = 16 * bitField(word, 21, 2);
  const part = bitField(word, 5, 16) * 2 ** shift;
  const operation = bitField(word, 29, 2);
  if (operation === 2) setGeneral(state, to, constantValue(part));
  else if (operation === 0) setGeneral(state, to, constantValue(-part - 1));
  else {
    const value = general(state, to);
    const below = value?.base === constantBase && value.offset >= 0 ? value.offset : undefined;
    // What is above the part is 0 where a number is built from its lower end.
    const isAbove = below !== undefined && below < 2 ** shift;
    setGeneral(state, to, isAbove ? constantValue(below + part) : undefined);
  }
}

function computeRegister(word: number, offset: number, state: EmulatedState): void {
  const isWide = word >>> 31 === 1;
  const to = bitField(word, 0, 5);
  const [from, other] = [bitField(word, 5, 5), bitField(word, 16, 5)];
  // ORR with the zero register: MOV.
  if (matches(word, 0x7fe0_ffe0, 0x2a00_03e0)) {
    setGeneral(state, to, isWide ? general(state, other) : undefined);
    return;
  }
  const isAddition = matches(word, 0x1f00_0000, 0x0b00_0000);
  if (!isAddition) {
    setGeneral(state, to, undefined);
    return;
  }
  const isExtended = bitField(word, 21, 1) === 1;
  const shift = isExtended ? bitField(word, 10, 3) : bitField(word, 10, 6);
  const isShiftedLeft = isExtended ? bitField(word, 13, 2) === 3 : bitField(word, 22, 2) === 0;
  const right = general(state, other);
  const left = isExtended ? state.get(from) : general(state, from);
  const sign = bitField(word, 30, 1) === 1 ? -1 : 1;
  const by =
    right?.base === constantBase ? constantValue(sign * right.offset * 2 ** shift) : undefined;
  const isPlain = sign === 1 && shift === 0;
  const value =
    isWide && isShiftedLeft ? sum(left, by ?? (isPlain ? right : undefined)) : undefined;
  const setsFlags = bitField(word, 29, 1) === 1;
  if (isExtended && !setsFlags) {
    // A variable part of the stack: its size is in a register.
    state.set(to, to === sp && !value ? { base: baseComputedAt(offset), offset: 0 } : value);
  } else setGeneral(state, to, value);
}

/** FMOV and conversions to a general register, and moves of vector elements to one. */
function computeVector(word: number, state: EmulatedState): void {
  const to = bitField(word, 0, 5);
  if (matches(word, 0x5f20_fc00, 0x1e20_0000)) {
    const operation = bitField(word, 16, 3);
    if (operation !== 2 && operation !== 3 && operation !== 7) setGeneral(state, to, undefined);
  }
  if (matches(word, 0xbfe0_fc00, 0x0e00_3c00) || matches(word, 0xbfe0_fc00, 0x0e00_2c00)) {
    setGeneral(state, to, undefined);
  }
}

/** Loads and stores. */
function transfer(word: number, state: EmulatedState): void {
  if (matches(word, 0x3a00_0000, 0x2800_0000)) transferPair(word, state);
  else if (matches(word, 0x3a00_0000, 0x3800_0000)) transferOne(word, state);
  else if (matches(word, 0x3b00_0000, 0x1800_0000)) {
    if (bitField(word, 26, 1) === 0) setGeneral(state, bitField(word, 0, 5), undefined);
  } else if (matches(word, 0xbe00_0000, 0x0c00_0000)) {
    // LD1 to ST4 with an increment.
    if (bitField(word, 23, 1) === 1) state.set(bitField(word, 5, 5), undefined);
  } else if (matches(word, 0xff20_0000, 0xd920_0000)) storeTag(word, state);
  else {
    // Exclusive and ordered: the value, and the status of a store.
    if (bitField(word, 22, 1) === 1) {
      setGeneral(state, bitField(word, 0, 5), undefined);
      setGeneral(state, bitField(word, 10, 5), undefined);
    }
    setGeneral(state, bitField(word, 16, 5), undefined);
  }
}

/** The bytes of a transfer, and the DWARF numbers of its registers. */
interface Transfer {
  readonly size: number;
  readonly registers: readonly number[];
  readonly isLoad: boolean;
  /** Whether registers hold what is in memory, no part or extension of it. */
  readonly isWhole: boolean;
}

function transferPair(word: number, state: EmulatedState): void {
  const isVector = bitField(word, 26, 1) === 1;
  const width = bitField(word, 30, 2);
  const size = isVector ? 4 << width : width === 2 ? 8 : 4;
  const first = isVector ? firstVector : 0;
  const move = {
    size,
    registers: [first + bitField(word, 0, 5), first + bitField(word, 10, 5)],
    isLoad: bitField(word, 22, 1) === 1,
    isWhole: size === 8,
  };
  moveMemory(
    state,
    move,
    bitField(word, 5, 5),
    size * signedBits(word, 15, 7),
    modes[bitField(word, 23, 2)],
  );
}

/** When the base register changes: never, or after or before the address is taken from it. */
type Mode = 'offset' | 'post' | 'pre';

const modes: readonly Mode[] = ['offset', 'post', 'offset', 'pre'];

function transferOne(word: number, state: EmulatedState): void {
  const isVector = bitField(word, 26, 1) === 1;
  const width = bitField(word, 30, 2);
  const operation = bitField(word, 22, 2);
  const size = isVector && operation >= 2 ? 16 : 1 << width;
  const move = {
    size,
    registers: [(isVector ? firstVector : 0) + bitField(word, 0, 5)],
    isLoad: isVector ? (operation & 1) === 1 : operation !== 0,
    isWhole: size === 8 && (isVector || operation < 2),
  };
  const base = bitField(word, 5, 5);
  // PRFM reads into nothing.
  if (!isVector && width === 3 && operation === 2) return;
  if (bitField(word, 24, 1) === 1) {
    moveMemory(state, move, base, size * bitField(word, 10, 12), 'offset');
  } else if (bitField(word, 21, 1) === 0) {
    moveMemory(state, move, base, signedBits(word, 12, 9), modes[bitField(word, 10, 2)]);
  } else if (bitField(word, 10, 2) === 2) {
    // The offset is in a register.
    if (move.isLoad && !isVector) setGeneral(state, bitField(word, 0, 5), undefined);
  } else if (!isVector) {
    // Atomic operations, and loads that authenticate, which may change their base.
    setGeneral(state, bitField(word, 0, 5), undefined);
    if (bitField(word, 10, 2) === 3) state.set(base, undefined);
  }
}

function moveMemory(
  state: EmulatedState,
  { size, registers, isLoad, isWhole }: Transfer,
  base: number,
  by: number,
  mode: Mode = 'offset',
): void {
  const before = state.get(base);
  const moved = plus(before, by);
  const address = mode === 'post' ? before : moved;
  if (mode !== 'offset' && !isLoad) state.set(base, moved);
  for (const [i, register] of registers.entries()) {
    const at = plus(address, i * size);
    if (isLoad) {
      const value = isWhole ? state.load(at, size) : undefined;
      if (register !== 31) state.set(register, value);
    } else {
      const value = register === 31 ? undefined : state.get(register);
      state.store(at, isWhole ? value : undefined, size);
    }
  }
  if (mode !== 'offset' && isLoad) state.set(base, moved);
}

/** STG and its like, with the base that they move. */
function storeTag(word: number, state: EmulatedState): void {
  const mode = bitField(word, 10, 2);
  const base = bitField(word, 5, 5);
  if (mode === 1 || mode === 3)
    state.set(base, plus(state.get(base), 16 * signedBits(word, 12, 9)));
}
