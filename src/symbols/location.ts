// Where something is while the program runs (DWARF 5, section 2.6): plain data, evaluated by the
// machine.
import type { BaseType } from './baseType';
import type { Encoding } from './dwarf/form';

/**
 * A DWARF expression with what its operations refer to. Addresses in it are link-time addresses.
 */
export interface DwarfExpression {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  /** The unit that it belongs to; absent in call frame information. */
  readonly unit?: ExpressionUnit;
}

/** What operations ask of the unit around them. */
export interface ExpressionUnit {
  /** Offset in .debug_info of the unit, to which some operands are relative. */
  readonly offset: number;
  /** DW_OP_addrx, DW_OP_constx and their GNU forms: an entry of .debug_addr. */
  address(index: number): Promise<bigint | undefined>;
  /** DW_OP_convert and other typed operations: the base type at an offset of the unit. */
  baseType(offset: number): Promise<BaseType | undefined>;
  /** DW_OP_call2, call4, call_ref: the location of the entry at an offset of .debug_info. */
  callee(offset: number): Promise<LocationDescription | undefined>;
  /**
   * DW_OP_GNU_parameter_ref: the offset that CallSiteParameter has of the entry at an offset of the
   * unit.
   */
  entryOffset(offset: number): number;
  /** DW_OP_implicit_pointer: the variable that is pointed to, at an offset of .debug_info. */
  pointee(offset: number): Promise<LocationDescription | undefined>;
}

/** Where a variable is. */
export type LocationDescription =
  | { readonly kind: 'expression'; readonly expression: DwarfExpression }
  /**
   * Different by PC. Ranges are link-time addresses, `end` exclusive; `fallback` holds everywhere
   * else.
   */
  | {
      readonly kind: 'list';
      readonly entries: readonly LocationEntry[];
      readonly fallback?: DwarfExpression;
    }
  /** A constant, as a number or as bytes in the program's order. */
  | { readonly kind: 'constant'; readonly value: bigint | Uint8Array }
  /** The compiler left none: optimized out. */
  | { readonly kind: 'none' };

/** An entry of a location list. */
export interface LocationEntry {
  readonly start: bigint;
  /** Of an entry that holds nowhere the same as the start. */
  readonly end: bigint;
  readonly expression: DwarfExpression;
  /** Listed as empty: GCC means the entry point of the function. */
  readonly atEntry?: true;
  /** Addresses that entries before this one say the next ones are relative to. */
  readonly bases?: readonly bigint[];
}
