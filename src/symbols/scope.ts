// What is visible at an address (DWARF 5, sections 3.3 to 3.5 and 4.1): functions, the blocks in
// them, and their variables, as plain data. Addresses are link-time addresses.
import type { AddressRange } from './addressMap';
import type { DwarfExpression, LocationDescription } from './location';
import type { Type } from './type';

/** A variable, parameter or constant. */
export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly location: LocationDescription;
  /** Offset in .debug_info of its entry. */
  readonly offset: number;
  /** From 1; absent where the compiler did not say. */
  readonly line?: number;
  /** Made by the compiler: `this`, `__for_range`. */
  readonly artificial: boolean;
}

/** A variable outside of functions. Its name has the namespaces and types around it. */
export interface GlobalVariable extends Variable {
  /** Path of its unit's source file, as recorded. */
  readonly file: string;
  /** Whether other files see it. */
  readonly external: boolean;
  readonly linkageName?: string;
  /** DW_LANG_… of its unit. */
  readonly language: number | undefined;
}

/** Listed by gdb among the variables: an enumerator, a label that the compiler left no code for. */
export interface ListedName {
  readonly name: string;
  /** How many of the block's variables are declared before it. */
  readonly position: number;
  /** Of an enumerator. */
  readonly constant?: { readonly type: Type; readonly value: bigint };
}

/** A block of a function with the variables declared in it. */
export interface LexicalBlock {
  readonly ranges: readonly AddressRange[];
  readonly variables: readonly Variable[];
  /** In the order of the file. */
  readonly listedNames: readonly ListedName[];
  /** How much is declared in it: variables, types, enumerators, labels. */
  readonly declared: number;
}

/** What a block declares. */
export type BlockSymbol =
  | { readonly kind: 'variable'; readonly name: string; readonly variable: Variable }
  /** Declared here and defined elsewhere: `extern int g;`. */
  | { readonly kind: 'declaration'; readonly name: string; readonly type: Type }
  | { readonly kind: 'type'; readonly name: string }
  | {
      readonly kind: 'enumerator';
      readonly name: string;
      readonly value: bigint;
      readonly size: number;
    }
  /** `address`: a link-time address; absent where the compiler left no code for it. */
  | { readonly kind: 'label'; readonly name: string; readonly address: bigint | undefined };

/** The symbols of a block. */
export interface BlockSymbols {
  readonly block: LexicalBlock;
  readonly symbols: readonly BlockSymbol[];
}

/**
 * A function that another one is nested in, as GNU C, Fortran, Ada and Pascal have them (DWARF 5,
 * section 3.3.5).
 */
export interface EnclosingFunction {
  readonly name?: string;
  /** Offsets in .debug_info, as those of a {@link FunctionScope}. */
  readonly offset: number;
  readonly declaration: number;
  /** Those that the nested function sees, the innermost block's first. */
  readonly variables: readonly Variable[];
  /** Gives the frame base of the stack frame that the nested function's one belongs to, in that. */
  readonly staticLink: LocationDescription | undefined;
}

/** A function, or an inlined one, at an address. */
export interface FunctionScope {
  /** With namespaces and types around it, without arguments; absent where none is recorded. */
  readonly name?: string;
  readonly linkageName?: string;
  /** DW_LANG_… of its unit. */
  readonly language: number | undefined;
  /** Offset in .debug_info of its entry. */
  readonly offset: number;
  /** Offset in .debug_info of the entry that all its instances refer to. */
  readonly declaration: number;
  readonly ranges: readonly AddressRange[];
  /** Address of its entry point. */
  readonly entry: bigint;
  /** Where it was inlined; absent for a function with code of its own. */
  readonly inlinedAt?: { readonly file: string; readonly line: number; readonly column: number };
  /** DW_AT_frame_base of the function, or of the one around an inlined one. */
  readonly frameBase: LocationDescription | undefined;
  readonly parameters: readonly Variable[];
  /** The blocks that hold the address, innermost first; the last is the function's own. */
  readonly blocks: readonly LexicalBlock[];
  /** Present where the compiler says that the program begins here, as Rust's does of its `main`. */
  readonly isMain?: true;
}

/** What a call says of itself (DWARF 5, section 3.4): found by the address after the call. */
export interface CallSite {
  readonly returnAddress: bigint;
  /** A jump that ends the caller. */
  readonly tail: boolean;
  /**
   * Entry address of the callee, an expression that gives it, evaluated in the caller, or its
   * symbol where another program has it. Read when asked for, as the parameters are: of the
   * hundreds of calls of a function one or two are looked at.
   */
  readonly target: () => Promise<CallTarget | undefined>;
  readonly parameters: () => Promise<readonly CallSiteParameter[]>;
}

export type CallTarget = bigint | DwarfExpression | { readonly symbol: string };

/** What an argument was when the call was made. Both expressions are evaluated in the caller. */
export interface CallSiteParameter {
  /**
   * Where the callee finds it: a register or a stack slot; absent where the compiler left it out of
   * the call.
   */
  readonly location?: DwarfExpression;
  /**
   * Offset in .debug_info of the parameter's entry in the callee, where the compiler says which one
   * it is.
   */
  readonly offset?: number;
  readonly value: DwarfExpression | undefined;
  /** What its address points to, where the compiler gives it. */
  readonly dataValue?: DwarfExpression;
}
