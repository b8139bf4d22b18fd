// What a program says of the functions and symbols at its addresses, which are link-time ones.
import type { FunctionAddress } from './programPlaces';

/** The names of code or data. */
export interface CodeName {
  /**
   * As people write it: with namespaces, without arguments; the linker's name where nothing else is
   * known.
   */
  readonly name: string;
  /** The linker's, where it differs and the compiler gives it. */
  readonly linkageName?: string;
  /**
   * Offset in .debug_info and DW_LANG_… of a function's entry; absent for a symbol of the symbol
   * table.
   */
  readonly function?: { readonly offset: number; readonly language: number | undefined };
}

/**
 * The function that holds an address; where functions were inlined there, the innermost of them.
 */
export interface FunctionName extends CodeName {
  /** First link-time address of the piece of code that holds the address. */
  readonly start: bigint;
  /** Exclusive; undefined where a symbol has no size. */
  readonly end: bigint | undefined;
  readonly from: 'dwarf' | 'symbols';
}

/** The symbol that an address is written with: `<helper+53>`. */
export interface SymbolOffset extends CodeName {
  /** Bytes from the symbol; negative in a part of a function that is before its entry. */
  readonly offset: bigint;
}

/** A function, or a place where it was inlined, with its names. */
export interface DescribedFunction extends FunctionAddress {
  readonly name: string;
  readonly linkageName?: string;
  /** Offset in .debug_info of the entry that names it. */
  readonly offset: number;
  /** DW_LANG_… */
  readonly language: number | undefined;
}
