// What call frame information says of an address (DWARF 5, section 6.4.1): one row of the table that tells,
// for every instruction, where the caller's registers are. Addresses are link-time addresses.
import type { DwarfExpression } from '../location';

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

/** Where a caller's register is (DWARF 5, section 6.4.1, "Register rules"). Offsets are bytes from the CFA. */
export type RegisterRule =
  | { readonly kind: 'undefined' }
  | { readonly kind: 'sameValue' }
  /** Saved at the address; or, as `valOffset`, the address itself. */
  | { readonly kind: 'offset' | 'valOffset'; readonly offset: bigint }
  /** In another register. */
  | { readonly kind: 'register'; readonly register: number }
  /** Saved at what the expression computes; or, as `valExpression`, that itself. The CFA is on its stack. */
  | { readonly kind: 'expression' | 'valExpression'; readonly expression: DwarfExpression };
