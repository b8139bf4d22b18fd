// i386 and x86-64: Intel SDM volume 2. Instructions that move the stack pointer, copy registers, or
// keep them on the stack are followed; of all others, which general registers they change.
import {
  displacementOf,
  flowOfX86,
  signedNumber,
  x86Instruction,
  type X86Parts,
} from '../arch/x86Flow';
import type { Emulator, Flow, EmulatedStep } from './emulator';
import {
  baseComputedAt,
  constantValue,
  constantBase,
  isSame,
  plus,
  sum,
  type EmulatedState,
  type EmulatedValue,
} from './state';

/** DWARF numbers by the numbers in instructions (System V ABI, AMD64 supplement, figure 3.36). */
const numbers64 = [0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15];
/** The same of the Intel386 supplement, table 2.14. */
const numbers32 = [0, 1, 2, 3, 4, 5, 6, 7];

/** Numbers in instructions. */
const [ax, cx, dx, sp, bp, si, di, r11] = [0, 1, 2, 4, 5, 6, 7, 11] as const;

const returnAddress64 = 16;
const returnAddress32 = 8;

export const x86_64Emulator: Emulator = {
  convention: { sp: 7, scratch: [0, 1, 2, 4, 5, 8, 9, 10, 11] },
  framePointers: [6],
  cfaOffset: 8,
  returnAddress: returnAddress64,
  entrySlots: [
    { address: { base: 7, offset: 0 }, size: 8, value: { base: returnAddress64, offset: 0 } },
  ],
  alignment: 1,
  execute: (code, at, offset, state) => execute(code, at, offset, state, 64),
};

export const i386Emulator: Emulator = {
  convention: { sp: 4, scratch: [0, 1, 2] },
  framePointers: [5],
  cfaOffset: 4,
  returnAddress: returnAddress32,
  entrySlots: [
    { address: { base: 4, offset: 0 }, size: 4, value: { base: returnAddress32, offset: 0 } },
  ],
  alignment: 1,
  execute: (code, at, offset, state) => execute(code, at, offset, state, 32),
};

function execute(
  code: Uint8Array,
  at: number,
  offset: number,
  state: EmulatedState,
  width: 32 | 64,
): EmulatedStep | undefined {
  const read = x86Instruction(code, at, width);
  if (!read) return undefined;
  const instruction = new Instruction(code, read, offset, state, width);
  const kind = flowOfX86(read);
  const flow = instruction.isTrap ? 'end' : flows[kind];
  if (flow === 'next' || kind === 'conditional') instruction.compute();
  const { size } = read;
  const displacement = displacementOf(code, read);
  if (instruction.isPadding) return { size, flow: 'next', isPadding: true };
  if (flow !== 'call') {
    const leads = flow === 'jump' || flow === 'conditional';
    if (!leads) return { size, flow };
    if (displacement === undefined) return { size, flow: 'indirect' };
    return { size, flow, target: size + displacement };
  }
  // Position-independent code of i386 calls the next instruction to learn where it is.
  if (displacement === 0) instruction.push(undefined);
  else state.afterCall();
  return { size, flow: displacement === 0 ? 'next' : 'call' };
}

const flows: Readonly<Record<ReturnType<typeof flowOfX86>, Flow>> = {
  next: 'next',
  conditional: 'conditional',
  call: 'call',
  return: 'end',
  jump: 'jump',
  // A system call goes on; so does what a breakpoint stands in for.
  farCall: 'next',
  farReturn: 'end',
  farJump: 'end',
};

/** One instruction that is executed. */
class Instruction {
  private readonly reg: number;
  private readonly rm: number;
  private readonly isRegister: boolean;
  /** Whether its operands are as wide as addresses. */
  private readonly isWhole: boolean;
  private readonly word: number;

  constructor(
    private readonly code: Uint8Array,
    private readonly read: X86Parts,
    private readonly offset: number,
    private readonly state: EmulatedState,
    private readonly width: 32 | 64,
  ) {
    const { modrm, rex } = read.form;
    this.reg = ((modrm >> 3) & 7) | ((rex & 4) << 1);
    this.rm = (modrm & 7) | ((rex & 1) << 3);
    this.isRegister = modrm >= 0xc0;
    this.isWhole = width === 64 ? (rex & 8) !== 0 : !read.prefixes.operand;
    this.word = width / 8;
  }

  /** HLT and UD2: what compilers put where nothing goes on. */
  get isTrap(): boolean {
    const { map, opcode, isVex } = this.read.form;
    return !isVex && ((map === 0 && opcode === 0xf4) || (map === 1 && opcode === 0x0b));
  }

  /** NOP of any length, and LEA of a register to itself, which i386 has in its place. */
  get isPadding(): boolean {
    const { map, opcode, isVex } = this.read.form;
    if (isVex || map > 1) return false;
    if (map === 1) return opcode === 0x1f;
    if (opcode === 0x90) return !this.read.prefixes.hasF3;
    return opcode === 0x8d && isSame(this.address(), this.get(this.reg));
  }

  compute(): void {
    const { map, opcode, isVex } = this.read.form;
    if (isVex) this.computeVex();
    else if (map === 0) this.computeOneByte(opcode);
    else if (map === 1) this.computeTwoBytes(opcode);
    else if (map === 2) {
      // MOVBE, CRC32, ADCX; the others compute in vector registers.
      if (opcode >> 4 === 0xf) this.clobber(this.reg);
    } else if (map === 3) this.computeThreeBytes(opcode);
  }

  push(value: EmulatedValue | undefined): void {
    const top = plus(this.get(sp), -this.word);
    this.set(sp, top);
    this.state.store(top, value, this.word);
  }

  private pop(): EmulatedValue | undefined {
    const top = this.get(sp);
    const value = this.state.load(top, this.word);
    this.set(sp, plus(top, this.word));
    return value;
  }

  private computeOneByte(opcode: number): void {
    const low = opcode & 7;
    const register = low | ((this.read.form.rex & 1) << 3);
    if (opcode < 0x40) {
      this.computeArithmetic(opcode >> 3, low);
      return;
    }
    switch (opcode >> 3) {
      // INC and DEC of i386; in x86-64 they are prefixes.
      case 0x40 >> 3:
        this.set(register, plus(this.get(register), 1));
        return;
      case 0x48 >> 3:
        this.set(register, plus(this.get(register), -1));
        return;
      case 0x50 >> 3:
        this.push(this.get(register));
        return;
      case 0x58 >> 3:
        this.set(register, this.pop());
        return;
      case 0x90 >> 3:
        if (register !== ax) this.exchange(ax, register);
        return;
      case 0xb0 >> 3:
        this.clobberByte(register);
        return;
      case 0xb8 >> 3:
        this.set(register, constantValue(this.immediate()));
        return;
      default:
        this.computeOther(opcode);
    }
  }

  /** ADD, OR, ADC, SBB, AND, SUB, XOR, CMP, by their number, in six forms. */
  private computeArithmetic(operation: number, form: number): void {
    if (form > 5 || operation === compare) return;
    const isByte = (form & 1) === 0;
    if (form >= 4) {
      const by = isByte ? undefined : constantValue(this.immediate());
      this.setResult(ax, operation, this.get(ax), isByte ? undefined : by, isByte);
      return;
    }
    const [to, from] = form < 2 ? [this.rm, this.reg] : [this.reg, this.rm];
    const isStored = form < 2 && !this.isRegister;
    if (isStored) {
      this.state.store(this.address(), undefined, isByte ? 1 : this.operandSize());
      return;
    }
    const isLoaded = form >= 2 && !this.isRegister;
    if (operation === exclusiveOr && !isLoaded && to === from && !isByte) {
      this.set(to, constantValue(0));
      return;
    }
    this.setResult(to, operation, this.get(to), isLoaded ? undefined : this.get(from), isByte);
  }

  private setResult(
    to: number,
    operation: number,
    left: EmulatedValue | undefined,
    right: EmulatedValue | undefined,
    isByte: boolean,
  ): void {
    if (isByte) this.clobberByte(to);
    else if (!this.isWhole) this.clobber(to);
    else if (operation === add) this.set(to, sum(left, right));
    else if (operation === subtract) {
      const by = right?.base === constantBase ? constantValue(-right.offset) : undefined;
      this.set(to, sum(left, by));
    } else if (operation === and && to === sp && right?.base === constantBase) {
      // The stack is aligned: by how much it moves is not known.
      this.set(to, { base: baseComputedAt(this.offset), offset: 0 });
    } else this.clobber(to);
  }

  private computeOther(opcode: number): void {
    switch (opcode) {
      case 0x60:
        for (let i = 0; i < 8; i++) this.push(undefined);
        return;
      case 0x61:
        for (let i = 0; i < 8; i++) this.pop();
        for (const register of [ax, cx, dx, 3, bp, si, di]) this.clobber(register);
        return;
      case 0x63:
      case 0x69:
      case 0x6b:
        this.clobber(this.reg);
        return;
      case 0x68:
      case 0x6a:
        this.push(undefined);
        return;
      case 0x80:
      case 0x82:
        if (this.operation !== compare) this.changeRm(undefined, 1);
        return;
      case 0x81:
      case 0x83:
        this.computeImmediate();
        return;
      case 0x86:
      case 0x87:
        this.exchangeRm(opcode === 0x86);
        return;
      case 0x88:
        this.changeRm(undefined, 1);
        return;
      case 0x89:
        this.changeRm(this.isWhole ? this.get(this.reg) : undefined, this.operandSize());
        return;
      case 0x8a:
        this.clobberByte(this.reg);
        return;
      case 0x8b:
        this.set(this.reg, this.isWhole ? this.valueOfRm() : undefined);
        return;
      case 0x8c:
        this.changeRm(undefined, 2);
        return;
      case 0x8d:
        this.set(this.reg, this.isWhole ? this.address() : undefined);
        return;
      case 0x8f: {
        const value = this.pop();
        this.changeRm(value, this.word);
        return;
      }
      case 0x98:
        this.clobber(ax);
        return;
      case 0x99:
        this.clobber(dx);
        return;
      case 0x9c:
        this.push(undefined);
        return;
      case 0x9d:
        this.pop();
        return;
      case 0x9f:
      case 0xa0:
      case 0xa1:
      case 0xe4:
      case 0xe5:
      case 0xec:
      case 0xed:
      case 0xd7:
        this.clobber(ax);
        return;
      case 0xa4:
      case 0xa5:
      case 0xa6:
      case 0xa7:
      case 0xaa:
      case 0xab:
      case 0xac:
      case 0xad:
      case 0xae:
      case 0xaf:
      case 0x6c:
      case 0x6d:
      case 0x6e:
      case 0x6f:
        for (const register of [ax, cx, si, di]) this.clobber(register);
        return;
      case 0xc0:
      case 0xc1:
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        this.changeRm(undefined, this.operandSize());
        return;
      case 0xc6:
        this.changeRm(undefined, 1);
        return;
      case 0xc7:
        this.changeRm(constantValue(this.immediate()), this.operandSize());
        return;
      case 0xc8:
        this.enter();
        return;
      case 0xc9:
        this.set(sp, this.get(bp));
        this.set(bp, this.pop());
        return;
      case 0xe0:
      case 0xe1:
      case 0xe2:
        this.clobber(cx);
        return;
      case 0xf6:
      case 0xf7:
        this.computeUnary(opcode === 0xf6);
        return;
      case 0xfe:
        this.changeRm(undefined, 1);
        return;
      case 0xff:
        this.computeFf();
        return;
      default:
    }
  }

  /** The number in the ModRM byte that says which operation an opcode means. */
  private get operation(): number {
    return (this.read.form.modrm >> 3) & 7;
  }

  private computeImmediate(): void {
    const { operation } = this;
    if (operation === compare) return;
    if (this.isRegister) {
      const by = constantValue(this.immediate());
      this.setResult(this.rm, operation, this.get(this.rm), by, false);
    } else this.state.store(this.address(), undefined, this.operandSize());
  }

  private enter(): void {
    const size =
      (this.code[this.read.addressEnd] ?? 0) | ((this.code[this.read.addressEnd + 1] ?? 0) << 8);
    this.push(this.get(bp));
    this.set(bp, this.get(sp));
    this.set(sp, plus(this.get(sp), -size));
  }

  /** TEST, NOT, NEG, and the multiplications and divisions of two registers. */
  private computeUnary(isByte: boolean): void {
    const { operation } = this;
    if (operation < 2) return;
    if (operation < 4) this.changeRm(undefined, isByte ? 1 : this.operandSize());
    else for (const register of [ax, dx]) this.clobber(register);
  }

  /** INC, DEC, PUSH; calls and jumps lead elsewhere. */
  private computeFf(): void {
    const { operation } = this;
    if (operation === 6) this.push(this.valueOfRm());
    else if (operation < 2) {
      const by = operation === 0 ? 1 : -1;
      const value = this.isRegister && this.isWhole ? plus(this.get(this.rm), by) : undefined;
      this.changeRm(value, this.operandSize());
    }
  }

  private computeTwoBytes(opcode: number): void {
    switch (opcode >> 4) {
      case 4:
        this.clobber(this.reg);
        return;
      case 9:
        this.changeRm(undefined, 1);
        return;
      default:
    }
    switch (opcode) {
      case 0x02:
      case 0x03:
      case 0x2c:
      case 0x2d:
      case 0x50:
      case 0xaf:
      case 0xb6:
      case 0xb7:
      case 0xb8:
      case 0xbc:
      case 0xbd:
      case 0xbe:
      case 0xbf:
      case 0xc5:
      case 0xd7:
        this.clobber(this.reg);
        return;
      case 0x05:
        for (const register of [ax, cx, r11]) this.clobber(register);
        return;
      case 0x31:
      case 0x32:
      case 0x33:
        for (const register of [ax, dx]) this.clobber(register);
        return;
      case 0xa2:
      case 0x01:
        for (const register of [ax, cx, dx]) this.clobber(register);
        if (opcode === 0xa2) this.clobber(3);
        return;
      case 0x20:
      case 0x21:
        this.clobber(this.rm);
        return;
      case 0x7e:
        // MOVD and MOVQ to a general register; with F3 both are vector registers.
        if (!this.read.prefixes.hasF3) this.changeRm(undefined, this.operandSize());
        return;
      // PUSH and POP of FS and GS.
      case 0xa0:
      case 0xa8:
        this.push(undefined);
        return;
      case 0xa1:
      case 0xa9:
        this.pop();
        return;
      case 0xa4:
      case 0xa5:
      case 0xab:
      case 0xac:
      case 0xad:
      case 0xb3:
      case 0xbb:
        this.changeRm(undefined, this.operandSize());
        return;
      case 0xae:
        // RDFSBASE, RDGSBASE.
        if (this.isRegister && this.read.prefixes.hasF3) this.clobber(this.rm);
        return;
      case 0xba:
        if (this.operation > 4) this.changeRm(undefined, this.operandSize());
        return;
      case 0xb0:
      case 0xb1:
        this.clobber(ax);
        this.changeRm(undefined, this.operandSize());
        return;
      case 0xc0:
      case 0xc1:
        this.clobber(this.reg);
        this.changeRm(undefined, this.operandSize());
        return;
      case 0xc7:
        if (this.isRegister) this.clobber(this.rm);
        else for (const register of [ax, dx]) this.clobber(register);
        return;
      case 0xc8:
      case 0xc9:
      case 0xca:
      case 0xcb:
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        this.clobber((opcode & 7) | ((this.read.form.rex & 1) << 3));
        return;
      case 0x11:
      case 0x13:
      case 0x17:
      case 0x29:
      case 0x2b:
      case 0x7f:
      case 0xd6:
      case 0xe7:
        if (!this.isRegister) this.state.store(this.address(), undefined, this.vectorSize(opcode));
        return;
      default:
    }
  }

  /** Bytes that a move from a vector register stores. */
  private vectorSize(opcode: number): number {
    const { repeat } = this.read.prefixes;
    if (opcode === 0x11 && repeat !== 0) return repeat === 0xf3 ? 4 : 8;
    return opcode === 0x13 || opcode === 0x17 || opcode === 0xd6 ? 8 : 16;
  }

  /** PEXTRB to EXTRACTPS, and the comparisons of strings. */
  private computeThreeBytes(opcode: number): void {
    if (opcode >= 0x14 && opcode <= 0x17) this.changeRm(undefined, 4);
    if (opcode === 0x60 || opcode === 0x61) this.clobber(cx);
    if (opcode === 0x62 || opcode === 0x63) this.clobber(cx);
  }

  private computeVex(): void {
    const { map, opcode, vvvv } = this.read.form;
    const general = generalVex[map];
    if (general?.reg.has(opcode)) this.clobber(this.reg);
    if (general?.vvvv.has(opcode)) this.clobber(vvvv);
    if (general?.rm.has(opcode) && this.isRegister) this.clobber(this.rm);
    if (map === 3 && opcode >= 0x60 && opcode <= 0x63) this.clobber(cx);
  }

  private get(register: number): EmulatedValue | undefined {
    return this.state.get(this.dwarf(register));
  }

  private set(register: number, value: EmulatedValue | undefined): void {
    this.state.set(this.dwarf(register), value);
  }

  private clobber(register: number): void {
    this.set(register, undefined);
  }

  private dwarf(register: number): number {
    return (this.width === 64 ? numbers64 : numbers32)[register] ?? register;
  }

  /** AH, CH, DH and BH have the numbers of SPL to DIL, which a prefix without bits tells apart. */
  private clobberByte(register: number): void {
    if (register >= 4 && register < 8) this.clobber(register - 4);
    if (register !== sp) this.clobber(register);
  }

  private operandSize(): number {
    if (this.isWhole) return this.word;
    return this.read.prefixes.operand ? 2 : 4;
  }

  /** Changes what the ModRM byte names: a register, or `size` bytes of memory. */
  private changeRm(value: EmulatedValue | undefined, size: number): void {
    if (!this.isRegister) this.state.store(this.address(), value, size);
    else if (size === 1) this.clobberByte(this.rm);
    else this.set(this.rm, size === this.word || value?.base === constantBase ? value : undefined);
  }

  private valueOfRm(): EmulatedValue | undefined {
    return this.isRegister ? this.get(this.rm) : this.state.load(this.address(), this.word);
  }

  private exchange(one: number, other: number): void {
    const [first, second] = [this.get(one), this.get(other)];
    this.set(one, this.isWhole ? second : undefined);
    this.set(other, this.isWhole ? first : undefined);
  }

  private exchangeRm(isByte: boolean): void {
    if (isByte) {
      this.clobberByte(this.reg);
      this.changeRm(undefined, 1);
    } else if (this.isRegister) this.exchange(this.reg, this.rm);
    else {
      const value = this.get(this.reg);
      this.set(this.reg, this.isWhole ? this.valueOfRm() : undefined);
      this.state.store(this.address(), this.isWhole ? value : undefined, this.operandSize());
    }
  }

  /** The address in memory that the ModRM byte and what follows it give. */
  private address(): EmulatedValue | undefined {
    const { form, prefixes, addressStart } = this.read;
    const [mod, rm] = [form.modrm >> 6, form.modrm & 7];
    if (prefixes.address || prefixes.segment) return undefined;
    const hasSib = rm === 4;
    const sib = hasSib ? (this.code[addressStart + 1] ?? 0) : 0;
    const base = hasSib ? sib & 7 : rm;
    // Without a base: an absolute address, or one from the PC.
    if (mod === 0 && base === 5) return undefined;
    const index = ((sib >> 3) & 7) | ((form.rex & 2) << 2);
    const at = addressStart + (hasSib ? 2 : 1);
    const size = mod === 1 ? 1 : mod === 2 ? 4 : 0;
    const displacement = size === 0 ? 0 : signedNumber(this.code, at, size);
    const value = plus(this.get(base | ((form.rex & 1) << 3)), displacement);
    if (!hasSib || index === 4) return value;
    const scaled = this.get(index);
    if (scaled?.base !== constantBase) return sib >> 6 === 0 ? sum(value, scaled) : undefined;
    return plus(value, scaled.offset * (1 << (sib >> 6)));
  }

  /** The immediate operand, signed; of eight bytes the lower four. */
  private immediate(): number {
    const { addressEnd, displacement, immediate } = this.read;
    return signedNumber(this.code, addressEnd + displacement, Math.min(immediate, 4));
  }
}

/** Operations by their number in opcodes. */
const [add, and, subtract, exclusiveOr, compare] = [0, 4, 5, 6, 7] as const;

/** The VEX forms that change general registers, by opcode map and by the changed operand. */
const generalVex: readonly (
  | {
      readonly reg: ReadonlySet<number>;
      readonly vvvv: ReadonlySet<number>;
      readonly rm: ReadonlySet<number>;
    }
  | undefined
)[] = [
  undefined,
  {
    reg: new Set([0x2c, 0x2d, 0x50, 0x93, 0xc5, 0xd7]),
    vvvv: new Set(),
    rm: new Set([0x7e]),
  },
  { reg: new Set([0xf2, 0xf5, 0xf6, 0xf7]), vvvv: new Set([0xf3, 0xf6]), rm: new Set() },
  { reg: new Set([0xf0]), vvvv: new Set(), rm: new Set([0x14, 0x15, 0x16, 0x17]) },
];
