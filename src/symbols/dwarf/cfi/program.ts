// Running call frame instructions (DWARF 5, section 6.4.2 and 6.4.3; the extensions of GNU, MIPS
// and Arm among them): the rows of a function, one after the other.
import { t } from '@vscode/l10n';
import { Machine } from '../../elf';
import type { DwarfExpression } from '../../location';
import { type CallFrameSection, type Fde, readPointer } from './entries';
import { DW_CFA } from '../constants';
import { DwarfCursor } from '../cursor';

/** States that may wait on the stack of DW_CFA_remember_state; compilers need a handful. */
const maxRemembered = 256;
/** Rules copied while one function's rows are made; more is damage, or an attack. */
const maxCopies = 1 << 20;

/** The state that instructions change. */
interface State {
  cfaRegister: number | undefined;
  cfaOffset: bigint;
  cfaExpression: Uint8Array | undefined;
  rules: Map<number, RegisterRule>;
  /** True where `rules` belongs to a row, or to a state that is remembered, as well. */
  shared: boolean;
  signed: boolean;
}

/** The rows of one function. Run it once. */
export class CfiProgram {
  /** What could not be run; absent while all is well. */
  problem: string | undefined;
  private state: State = {
    cfaRegister: undefined,
    cfaOffset: 0n,
    cfaExpression: undefined,
    rules: new Map(),
    shared: false,
    signed: false,
  };
  private initial: ReadonlyMap<number, RegisterRule> | undefined;
  private readonly remembered: State[] = [];
  private copies = 0;
  private location: bigint;

  /**
   * `start`: link-time address of the function. `machine`: ELF e_machine, which decides what some
   * instructions mean.
   */
  constructor(
    private readonly section: CallFrameSection,
    private readonly description: Fde,
    private readonly start: bigint,
    private readonly machine: number,
  ) {
    this.location = start;
  }

  /** The rows in the order of their addresses. They end early where there is a problem. */
  *rows(): Generator<CallFrameRow> {
    const { cie: common, length, instructions } = this.description;
    const end = this.start + length;
    for (const location of this.run(common.instructions, undefined)) this.location = location;
    this.location = this.start;
    this.initial = this.state.rules;
    this.state.shared = true;
    if (this.problem) return;
    for (const next of this.run(instructions, this.description.instructionsAddress)) {
      if (next > this.location) yield this.row(next < end ? next : end);
      this.location = next;
    }
    if (!this.problem && this.location < end) yield this.row(end);
  }

  private row(end: bigint): CallFrameRow {
    this.state.shared = true;
    const { returnAddress, isSignal } = this.description.cie;
    return {
      start: this.location,
      end,
      cfa: this.cfaRule(),
      registers: this.state.rules,
      returnAddress,
      isSignal,
      returnAddressSigned: this.state.signed,
    };
  }

  private cfaRule(): CfaRule | undefined {
    const { cfaRegister, cfaOffset, cfaExpression } = this.state;
    if (cfaExpression) return { kind: 'expression', expression: this.expression(cfaExpression) };
    if (cfaRegister === undefined) return undefined;
    return { kind: 'register', register: cfaRegister, offset: cfaOffset };
  }

  private expression(bytes: Uint8Array): DwarfExpression {
    return { bytes, encoding: this.description.cie.encoding };
  }

  /** Runs instructions, and gives each new location. */
  private *run(instructions: Uint8Array, address: bigint | undefined): Generator<bigint> {
    const cursor = new DwarfCursor(instructions, this.section.order);
    while (cursor.remaining > 0 && !this.problem) {
      const next = this.step(cursor, address);
      if (cursor.overrun) this.problem ??= t('an instruction that ends inside the entry');
      else if (next !== undefined && !this.problem) yield next;
    }
  }

  /** Runs one instruction; the new location, where it sets one. */
  private step(cursor: DwarfCursor, address: bigint | undefined): bigint | undefined {
    const opcode = cursor.u8();
    const low = opcode & 0x3f;
    switch (opcode & 0xc0) {
      case DW_CFA.advance_loc:
        return this.advanced(BigInt(low));
      case DW_CFA.offset:
        this.set(low, { kind: 'offset', offset: this.factored(cursor.uleb64()) });
        return undefined;
      case DW_CFA.restore:
        this.restore(low);
        return undefined;
    }
    const next = this.advance(opcode, cursor, address);
    if (next === undefined) this.change(opcode, cursor);
    return next;
  }

  private advance(
    opcode: number,
    cursor: DwarfCursor,
    address: bigint | undefined,
  ): bigint | undefined {
    switch (opcode) {
      case DW_CFA.set_loc:
        return this.setLocation(cursor, address);
      case DW_CFA.advance_loc1:
        return this.advanced(BigInt(cursor.u8()));
      case DW_CFA.advance_loc2:
        return this.advanced(BigInt(cursor.u16()));
      case DW_CFA.advance_loc4:
        return this.advanced(BigInt(cursor.u32()));
      case DW_CFA.MIPS_advance_loc8:
        return this.advanced(cursor.u64());
      default:
        return undefined;
    }
  }

  private advanced(delta: bigint): bigint {
    return this.location + delta * this.description.cie.codeAlignment;
  }

  private setLocation(cursor: DwarfCursor, address: bigint | undefined): bigint {
    const { encoding, pointerEncoding } = this.description.cie;
    const bases = { ...this.section, cursor: address ?? 0n, function: this.start };
    return readPointer(cursor, pointerEncoding, encoding.addressSize, bases).address;
  }

  private change(opcode: number, cursor: DwarfCursor): void {
    const { state } = this;
    switch (opcode) {
      case DW_CFA.nop:
        break;
      case DW_CFA.def_cfa:
        this.defineCfa(cursor.uleb(), cursor.uleb64());
        break;
      case DW_CFA.def_cfa_sf:
        this.defineCfa(cursor.uleb(), this.factored(cursor.sleb64()));
        break;
      case DW_CFA.LLVM_def_aspace_cfa:
        this.defineCfa(cursor.uleb(), cursor.uleb64());
        cursor.skipLeb();
        break;
      case DW_CFA.LLVM_def_aspace_cfa_sf:
        this.defineCfa(cursor.uleb(), this.factored(cursor.sleb64()));
        cursor.skipLeb();
        break;
      case DW_CFA.def_cfa_register:
        this.defineCfa(cursor.uleb(), undefined);
        break;
      case DW_CFA.def_cfa_offset:
        state.cfaOffset = this.reversible(cursor.uleb64());
        break;
      case DW_CFA.def_cfa_offset_sf:
        state.cfaOffset = this.reversible(this.factored(cursor.sleb64()));
        break;
      case DW_CFA.def_cfa_expression:
        state.cfaExpression = cursor.take(cursor.uleb());
        break;
      case DW_CFA.remember_state:
        this.remember();
        break;
      case DW_CFA.restore_state:
        this.recall();
        break;
      case DW_CFA.GNU_args_size:
        cursor.skipLeb();
        break;
      case DW_CFA.AARCH64_negate_ra_state_with_pc:
        state.signed = !state.signed;
        break;
      case DW_CFA.GNU_window_save:
        // On AArch64 the opcode is DW_CFA_AARCH64_negate_ra_state; on SPARC it saves a register
        // window.
        if (this.machine === Machine.aarch64) state.signed = !state.signed;
        else this.problem = 'instruction 0x2d';
        break;
      case DW_CFA.restore_extended:
        this.restore(cursor.uleb());
        break;
      default:
        this.changeRegister(opcode, cursor);
    }
  }

  private changeRegister(opcode: number, cursor: DwarfCursor): void {
    const register = cursor.uleb();
    const rule = this.ruleOf(opcode, cursor);
    if (rule) this.set(register, rule);
    else this.problem = `instruction 0x${opcode.toString(16)}`;
  }

  private ruleOf(opcode: number, cursor: DwarfCursor): RegisterRule | undefined {
    switch (opcode) {
      case DW_CFA.undefined:
        return { kind: 'undefined' };
      case DW_CFA.same_value:
        return { kind: 'sameValue' };
      case DW_CFA.register:
        return { kind: 'register', register: cursor.uleb() };
      case DW_CFA.offset_extended:
        return { kind: 'offset', offset: this.factored(cursor.uleb64()) };
      case DW_CFA.offset_extended_sf:
        return { kind: 'offset', offset: this.factored(cursor.sleb64()) };
      case DW_CFA.GNU_negative_offset_extended:
        return { kind: 'offset', offset: this.factored(-cursor.uleb64()) };
      case DW_CFA.val_offset:
        return { kind: 'valOffset', offset: this.factored(cursor.uleb64()) };
      case DW_CFA.val_offset_sf:
        return { kind: 'valOffset', offset: this.factored(cursor.sleb64()) };
      case DW_CFA.expression:
        return { kind: 'expression', expression: this.expression(cursor.take(cursor.uleb())) };
      case DW_CFA.val_expression:
        return { kind: 'valExpression', expression: this.expression(cursor.take(cursor.uleb())) };
      default:
        return undefined;
    }
  }

  private defineCfa(register: number, offset: bigint | undefined): void {
    this.state.cfaRegister = register;
    this.state.cfaExpression = undefined;
    if (offset !== undefined) this.state.cfaOffset = this.reversible(offset);
  }

  private factored(offset: bigint): bigint {
    return offset * this.description.cie.dataAlignment;
  }

  private reversible(offset: bigint): bigint {
    return this.description.cie.reversedOffsets ? -offset : offset;
  }

  private set(register: number, rule: RegisterRule): void {
    this.own().set(register, rule);
  }

  private restore(register: number): void {
    const rule = this.initial?.get(register);
    if (rule) this.set(register, rule);
    else if (this.state.rules.has(register)) this.own().delete(register);
  }

  private remember(): void {
    if (this.remembered.length >= maxRemembered) {
      this.problem = t('states remembered without end');
      return;
    }
    this.state.shared = true;
    this.remembered.push({ ...this.state });
  }

  private recall(): void {
    const state = this.remembered.pop();
    if (state) this.state = state;
    else this.problem = t('a state that was not remembered');
  }

  /** The rules, as a map that nobody else has. */
  private own(): Map<number, RegisterRule> {
    const { state } = this;
    if (!state.shared) return state.rules;
    this.copies += state.rules.size;
    if (this.copies > maxCopies) {
      this.problem = t('more rules than any function has');
      return new Map();
    }
    state.rules = new Map(state.rules);
    state.shared = false;
    return state.rules;
  }
}

// The call frame information of an address (DWARF 5, section 6.4.1): one row of the table that
// says, for every instruction, where the caller's registers are. Addresses are link-time addresses.

/** A row: how to find the caller while the PC is in its range. */
export interface CallFrameRow {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  /** Where the canonical frame address comes from; absent where the row does not say. */
  readonly cfa: CfaRule | undefined;
  /** By DWARF number; what is not there is left to the ABI. */
  readonly registers: ReadonlyMap<number, RegisterRule>;
  /** DWARF number of the register, or of the column, that holds the return address. */
  readonly returnAddress: number;
  /** True where the frame was made by a signal: its caller was interrupted and did not call. */
  readonly isSignal: boolean;
  /** True where the return address is signed (AArch64 pointer authentication). */
  readonly returnAddressSigned: boolean;
}

/** The canonical frame address: a register plus bytes, or what an expression computes. */
export type CfaRule =
  | { readonly kind: 'register'; readonly register: number; readonly offset: bigint }
  | { readonly kind: 'expression'; readonly expression: DwarfExpression };

/**
 * Where a caller's register is (DWARF 5, section 6.4.1, "Register rules"). Offsets are bytes from
 * the CFA.
 */
export type RegisterRule =
  | { readonly kind: 'undefined' }
  | { readonly kind: 'sameValue' }
  /** Saved at the address; or, as `valOffset`, the address itself. */
  | { readonly kind: 'offset' | 'valOffset'; readonly offset: bigint }
  /** In another register. */
  | { readonly kind: 'register'; readonly register: number }
  /**
   * Saved at what the expression computes; or, as `valExpression`, that itself. The CFA is on its
   * stack.
   */
  | { readonly kind: 'expression' | 'valExpression'; readonly expression: DwarfExpression };
