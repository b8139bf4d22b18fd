// What computing goes by: the target's types and the language of the expression.
import type { Style } from '../values/language';
import type { BaseTypes } from './baseTypes';

/** The rules of one evaluation. */
export interface Rules {
  readonly types: BaseTypes;
  readonly language: Style;
  /** ELF e_machine. */
  readonly machine: number | undefined;
  /** Nothing is read, every number is 1: for `sizeof` and for the type of an expression. */
  readonly typesOnly: boolean;
}
