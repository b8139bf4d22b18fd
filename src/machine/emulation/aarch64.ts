// AArch64: Arm Architecture Reference Manual, C4.1 "A64 instruction set encoding"; Procedure Call
// Standard for the Arm 64-bit Architecture, section 6.1.
import type { Emulator, Step } from './emulator';
import { bits, matches, signedBits, wordAt } from './instructionWord';
import {
  baseComputedAt,
  constant,
  constantBase,
  plus,
  sum,
  type EmulatedState,
  type Value,
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
    const word = wordAt(code, at, true);
    return word === undefined ? undefined : execute(word, offset, state);
  },
};

function execute(word: number, offset: number, state: EmulatedState): Step {
  const branch = executeBranch(word, state);
  if (branch) return branch;
  // C4.1: bits 28 to 25 say which group an instruction is of.
  const group = bits(word, 25, 4);
  if (group >> 1 === 0b100) computeImmediate(word, offset, state);
  else if ((group & 0b0101) === 0b0100) transfer(word, state);
  else if ((group & 0b0111) === 0b0101) computeRegister(word, offset, state);
  else if ((group & 0b0111) === 0b0111) computeVector(word, state);
  return { size: 4, flow: 'next' };
}

function executeBranch(word: number, state: EmulatedState): Step | undefined {
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
    const operation = bits(word, 21, 3);
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
  if (bits(word, 21, 1) === 1) setGeneral(state, bits(word, 0, 5), undefined);
}

/** A register, where number 31 is the zero register. */
function general(state: EmulatedState, register: number): Value | undefined {
  return register === 31 ? constant(0) : state.get(register);
}

function setGeneral(state: EmulatedState, register: number, value: Value | undefined): void {
  if (register !== 31) state.set(register, value);
}

function computeImmediate(word: number, offset: number, state: EmulatedState): void {
  const isWide = word >>> 31 === 1;
  const to = bits(word, 0, 5);
  const from = bits(word, 5, 5);
  const kind = bits(word, 23, 3);
  if (kind === 0b010 || kind === 0b011) {
    // ADD and SUB; with tags there is another form of each (kind 3), of 16-byte granules.
    const isTagged = kind === 0b011;
    const by = isTagged
      ? 16 * bits(word, 16, 6)
      : bits(word, 10, 12) << (bits(word, 22, 1) === 1 ? 12 : 0);
    const isSubtraction = bits(word, 30, 1) === 1;
    const value = isWide ? plus(state.get(from), isSubtraction ? -by : by) : undefined;
    if (!isTagged && bits(word, 29, 1) === 1) setGeneral(state, to, value);
    else state.set(to, value);
    return;
  }
  if (kind === 0b100) {
    const operation = bits(word, 29, 2);
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
  const to = bits(word, 0, 5);
  const shift = 16 * bits(word, 21, 2);
  const part = bits(word, 5, 16) * 2 ** shift;
  const operation = bits(word, 29, 2);
  if (operation === 2) setGeneral(state, to, constant(part));
  else if (operation === 0) setGeneral(state, to, constant(-part - 1));
  else {
    const value = general(state, to);
    const below = value?.base === constantBase && value.offset >= 0 ? value.offset : undefined;
    // What is above the part is 0 where a number is built from its lower end.
    const isAbove = below !== undefined && below < 2 ** shift;
    setGeneral(state, to, isAbove ? constant(below + part) : undefined);
  }
}

function computeRegister(word: number, offset: number, state: EmulatedState): void {
  const isWide = word >>> 31 === 1;
  const to = bits(word, 0, 5);
  const [from, other] = [bits(word, 5, 5), bits(word, 16, 5)];
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
  const isExtended = bits(word, 21, 1) === 1;
  const shift = isExtended ? bits(word, 10, 3) : bits(word, 10, 6);
  const isShiftedLeft = isExtended ? bits(word, 13, 2) === 3 : bits(word, 22, 2) === 0;
  const right = general(state, other);
  const left = isExtended ? state.get(from) : general(state, from);
  const sign = bits(word, 30, 1) === 1 ? -1 : 1;
  const by = right?.base === constantBase ? constant(sign * right.offset * 2 ** shift) : undefined;
  const isPlain = sign === 1 && shift === 0;
  const value =
    isWide && isShiftedLeft ? sum(left, by ?? (isPlain ? right : undefined)) : undefined;
  const setsFlags = bits(word, 29, 1) === 1;
  if (isExtended && !setsFlags) {
    // A variable part of the stack: its size is in a register.
    state.set(to, to === sp && !value ? { base: baseComputedAt(offset), offset: 0 } : value);
  } else setGeneral(state, to, value);
}

/** FMOV and conversions to a general register, and moves of vector elements to one. */
function computeVector(word: number, state: EmulatedState): void {
  const to = bits(word, 0, 5);
  if (matches(word, 0x5f20_fc00, 0x1e20_0000)) {
    const operation = bits(word, 16, 3);
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
    if (bits(word, 26, 1) === 0) setGeneral(state, bits(word, 0, 5), undefined);
  } else if (matches(word, 0xbe00_0000, 0x0c00_0000)) {
    // LD1 to ST4 with an increment.
    if (bits(word, 23, 1) === 1) state.set(bits(word, 5, 5), undefined);
  } else if (matches(word, 0xff20_0000, 0xd920_0000)) storeTag(word, state);
  else {
    // Exclusive and ordered: the value, and the status of a store.
    if (bits(word, 22, 1) === 1) {
      setGeneral(state, bits(word, 0, 5), undefined);
      setGeneral(state, bits(word, 10, 5), undefined);
    }
    setGeneral(state, bits(word, 16, 5), undefined);
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
  const isVector = bits(word, 26, 1) === 1;
  const width = bits(word, 30, 2);
  const size = isVector ? 4 << width : width === 2 ? 8 : 4;
  const first = isVector ? firstVector : 0;
  const move = {
    size,
    registers: [first + bits(word, 0, 5), first + bits(word, 10, 5)],
    isLoad: bits(word, 22, 1) === 1,
    isWhole: size === 8,
  };
  moveMemory(
    state,
    move,
    bits(word, 5, 5),
    size * signedBits(word, 15, 7),
    modes[bits(word, 23, 2)],
  );
}

/** When the base register changes: never, or after or before the address is taken from it. */
type Mode = 'offset' | 'post' | 'pre';

const modes: readonly Mode[] = ['offset', 'post', 'offset', 'pre'];

function transferOne(word: number, state: EmulatedState): void {
  const isVector = bits(word, 26, 1) === 1;
  const width = bits(word, 30, 2);
  const operation = bits(word, 22, 2);
  const size = isVector && operation >= 2 ? 16 : 1 << width;
  const move = {
    size,
    registers: [(isVector ? firstVector : 0) + bits(word, 0, 5)],
    isLoad: isVector ? (operation & 1) === 1 : operation !== 0,
    isWhole: size === 8 && (isVector || operation < 2),
  };
  const base = bits(word, 5, 5);
  // PRFM reads into nothing.
  if (!isVector && width === 3 && operation === 2) return;
  if (bits(word, 24, 1) === 1) {
    moveMemory(state, move, base, size * bits(word, 10, 12), 'offset');
  } else if (bits(word, 21, 1) === 0) {
    moveMemory(state, move, base, signedBits(word, 12, 9), modes[bits(word, 10, 2)]);
  } else if (bits(word, 10, 2) === 2) {
    // The offset is in a register.
    if (move.isLoad && !isVector) setGeneral(state, bits(word, 0, 5), undefined);
  } else if (!isVector) {
    // Atomic operations, and loads that authenticate, which may change their base.
    setGeneral(state, bits(word, 0, 5), undefined);
    if (bits(word, 10, 2) === 3) state.set(base, undefined);
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
  const mode = bits(word, 10, 2);
  const base = bits(word, 5, 5);
  if (mode === 1 || mode === 3)
    state.set(base, plus(state.get(base), 16 * signedBits(word, 12, 9)));
}
