// What computing goes by: the target's types and the language of the expression.
import type { Style } from '../values/language';
import type { BaseTypes } from './baseTypes';

/** The rules of one evaluation. */
export interface Rules {
  readonly types: BaseTypes;
  readonly language: Style;
  /** ELF e_machine. */
  readonly machine: number | undefined;
  readonly typesOnly: TypesOnly | false;
}

/** How an expression is evaluated whose type alone is asked for. */
export type TypesOnly =
  /** Nothing is read, every number is 1: the type at a place of the program, in every frame. */
  | 'static'
  /**
   * As by gdb's `whatis`, `ptype` and `sizeof`: variables that are computed with must be known,
   * members, elements and what pointers lead to are zero.
   */
  | 'whatis';
