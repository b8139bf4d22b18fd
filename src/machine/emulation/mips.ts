// MIPS: MIPS32 and MIPS64 Architecture, volume II; MIPS ABI o32 and n64, "Registers".
import type { ByteOrder } from '../../bytes/cursor';
import type { Emulator, EmulatedStep } from './emulator';
import { bitField, signedBits, instructionWordAt } from './instructionWord';
import {
  baseComputedAt,
  constantValue,
  constantBase,
  plus,
  sum,
  type EmulatedState,
  type EmulatedValue,
} from './state';

const sp = 29;
const link = 31;
/** DWARF numbers of the floating-point registers begin here. */
const firstFloat = 32;

/** Code of 32-bit instructions: not MIPS16, not microMIPS. */
export function mipsEmulator(width: 32 | 64, order: ByteOrder): Emulator {
  const scratch = [...Array.from({ length: 15 }, (_, i) => 1 + i), 24, 25, link];
  return {
    convention: { sp, scratch },
    framePointers: [30],
    cfaOffset: 0,
    returnAddress: link,
    entrySlots: [],
    alignment: 4,
    execute(code, at, offset, state) {
      const word = instructionWordAt(code, at, order === 'little');
      return word === undefined ? undefined : execute(word, offset, state, width / 8);
    },
  };
}

function execute(code: number, offset: number, state: EmulatedState, word: number): EmulatedStep {
  const size = 4;
  const [rs, rt, rd] = [bitField(code, 21, 5), bitField(code, 16, 5), bitField(code, 11, 5)];
  const immediate = signedBits(code, 0, 16);
  const target = 4 + 4 * immediate;
  const hasDelaySlot = true as const;
  switch (code >>> 26) {
    case 0:
      return executeSpecial(code, offset, state, word);
    case 1: {
      // BLTZ, BGEZ and, with a link, BAL.
      if (rt === 0x10 || rt === 0x11) {
        state.set(link, undefined);
        if (immediate !== 1) state.afterCall();
        return { size, flow: immediate === 1 ? 'next' : 'call', hasDelaySlot };
      }
      return rt < 4 ? { size, flow: 'conditional', target, hasDelaySlot } : { size, flow: 'next' };
    }
    case 2:
      // Inside of 256 MiB around the delay slot: the function does not know where it is.
      return { size, flow: 'indirect', hasDelaySlot };
    case 3:
      state.afterCall();
      return { size, flow: 'call', hasDelaySlot };
    case 4:
      // BEQ of a register with itself: B.
      return { size, flow: rs === rt ? 'jump' : 'conditional', target, hasDelaySlot };
    case 5:
    case 6:
    case 7:
      return { size, flow: 'conditional', target, hasDelaySlot };
    // The likely forms execute the delay slot only where they branch.
    case 0x14:
    case 0x15:
    case 0x16:
    case 0x17:
      return { size, flow: 'conditional', target };
    case 0x11:
      if (rs === 8) return { size, flow: 'conditional', target, hasDelaySlot };
      // MFC1, DMFC1, CFC1, MFHC1.
      if (rs < 4) setGeneral(state, rt, undefined);
      return { size, flow: 'next' };
    default:
  }
  compute(code, { rs, rt, rd, immediate, offset, word }, state);
  return { size, flow: 'next' };
}

interface Fields {
  readonly rs: number;
  readonly rt: number;
  readonly rd: number;
  readonly immediate: number;
  readonly offset: number;
  /** Bytes of a general register. */
  readonly word: number;
}

function compute(
  code: number,
  { rs, rt, rd, immediate, word }: Fields,
  state: EmulatedState,
): void {
  const at = plus(state.get(rs), immediate);
  switch (code >>> 26) {
    case 8:
    case 9:
      setGeneral(
        state,
        rt,
        word === 4 || rs === 0 ? plus(general(state, rs), immediate) : undefined,
      );
      return;
    case 0x18:
    case 0x19:
      setGeneral(state, rt, plus(general(state, rs), immediate));
      return;
    case 0xd: {
      const value = general(state, rs);
      setGeneral(
        state,
        rt,
        value?.base === constantBase ? plus(value, immediate & 0xffff) : undefined,
      );
      return;
    }
    case 0xf:
      setGeneral(state, rt, constantValue(immediate * 0x1_0000));
      return;
    case 0x23:
      setGeneral(state, rt, word === 4 ? state.load(at, 4) : undefined);
      return;
    case 0x37:
      setGeneral(state, rt, state.load(at, 8));
      return;
    case 0x2b:
      state.store(at, word === 4 ? general(state, rt) : undefined, 4);
      return;
    case 0x3f:
      state.store(at, general(state, rt), 8);
      return;
    // LDC1 and SDC1.
    case 0x35:
      state.set(firstFloat + rt, state.load(at, 8));
      return;
    case 0x3d:
      state.store(at, state.get(firstFloat + rt), 8);
      return;
    case 0x28:
      state.store(at, undefined, 1);
      return;
    case 0x29:
      state.store(at, undefined, 2);
      return;
    // LWC1, SWC1, SWL, SWR and others that store or load no general register; PREF, CACHE.
    case 0x31:
    case 0x39:
    case 0x2a:
    case 0x2c:
    case 0x2d:
    case 0x2e:
    case 0x2f:
    case 0x33:
    case 0x13:
    case 0x12:
      return;
    // SPECIAL2 and SPECIAL3: MUL, CLZ, EXT, INS, SEB, RDHWR.
    case 0x1c:
      setGeneral(state, rd, undefined);
      return;
    case 0x1f:
      for (const register of [rt, rd]) if (register !== sp) setGeneral(state, register, undefined);
      return;
    default:
      setGeneral(state, rt, undefined);
  }
}

function executeSpecial(
  code: number,
  offset: number,
  state: EmulatedState,
  word: number,
): EmulatedStep {
  const size = 4;
  const [rs, rt, rd] = [bitField(code, 21, 5), bitField(code, 16, 5), bitField(code, 11, 5)];
  const next = { size, flow: 'next' } as const;
  const [left, right] = [general(state, rs), general(state, rt)];
  switch (code & 0x3f) {
    case 8:
      return { size, flow: rs === link ? 'end' : 'indirect', hasDelaySlot: true };
    case 9:
      // With the zero register for the link, JR of release 6.
      if (rd === 0) return { size, flow: rs === link ? 'end' : 'indirect', hasDelaySlot: true };
      state.afterCall();
      return { size, flow: 'call', hasDelaySlot: true };
    // ADDU, DADDU, OR: MOVE.
    case 0x20:
    case 0x21:
    case 0x2c:
    case 0x2d: {
      const isWhole = word === 4 || (code & 0x3f) >= 0x2c;
      setGeneral(state, rd, isWhole ? sum(left, right) : undefined);
      return next;
    }
    case 0x25:
      setGeneral(state, rd, rt === 0 ? left : rs === 0 ? right : undefined);
      return next;
    case 0x22:
    case 0x23:
    case 0x2e:
    case 0x2f: {
      const value = right?.base === constantBase ? plus(left, -right.offset) : undefined;
      setGeneral(state, rd, value ?? moved(rd, offset));
      return next;
    }
    // AND of the stack pointer aligns it.
    case 0x24:
      setGeneral(state, rd, moved(rd, offset));
      return next;
    case 0x0d:
      return { size, flow: 'end' };
    // SYSCALL, SYNC, MTHI, MTLO, traps; multiplications and divisions change HI and LO.
    case 0x0c:
      for (const register of [2, 3, 7]) state.set(register, undefined);
      return next;
    case 0x0f:
    case 0x11:
    case 0x13:
    case 0x30:
    case 0x31:
    case 0x32:
    case 0x33:
    case 0x34:
    case 0x36:
      return next;
    default:
      setGeneral(state, rd, undefined);
      return next;
  }
}

/** Where the stack pointer is moved by what is not known, a base of its own. */
function moved(register: number, offset: number): EmulatedValue | undefined {
  return register === sp ? { base: baseComputedAt(offset), offset: 0 } : undefined;
}

function general(state: EmulatedState, register: number): EmulatedValue | undefined {
  return register === 0 ? constantValue(0) : state.get(register);
}

function setGeneral(
  state: EmulatedState,
  register: number,
  value: EmulatedValue | undefined,
): void {
  if (register !== 0) state.set(register, value);
}
