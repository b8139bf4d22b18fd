// Where something is, once a location was evaluated in a stack frame (DWARF 5, section 2.6.1): the result of an
// expression, and the place of every value.
import type { ExpressionUnit } from '../symbols/location';

/** A place, or why there is none. Addresses are run-time addresses. */
export type Place =
  | { readonly kind: 'memory'; readonly address: bigint }
  /** A register by its DWARF number, in the stack frame of the value. */
  | { readonly kind: 'register'; readonly register: number }
  /** A computed number: the value is its low bytes. */
  | { readonly kind: 'number'; readonly bytes: Uint8Array }
  /** The bytes themselves, from the first. */
  | { readonly kind: 'literal'; readonly bytes: Uint8Array }
  /** A pointer to a variable that has no address: what it would point to, `offset` bytes on. */
  | { readonly kind: 'implicitPointer'; readonly target: ImplicitTarget; readonly offset: bigint }
  | { readonly kind: 'pieces'; readonly pieces: readonly Piece[] }
  /** What lies `offset` bytes into something of `size` bytes that is in another place than memory. */
  | {
      readonly kind: 'part';
      readonly of: Place;
      readonly size: number;
      readonly offset: number;
    }
  | Nowhere;

/** Why there is no place. */
export type Nowhere =
  /** Registers or memory that are needed were not collected. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'optimizedOut' }
  /** Damaged or beyond what can be known from a trace; the words are for a person. */
  | { readonly kind: 'problem'; readonly problem: string };

/** What DW_OP_implicit_pointer names. */
export interface ImplicitTarget {
  readonly unit: ExpressionUnit;
  /** Offset in .debug_info of the variable. */
  readonly offset: number;
}

/** A part of something that is in several places; in the order of the thing's own bits. */
export interface Piece {
  readonly place: Place;
  /** How many bits of the thing it holds. */
  readonly size: number;
  /** Bits of the place that come before it; absent for a piece of whole bytes that begins where the place does. */
  readonly offset?: number;
}

/** Whether a place is none. */
export function isNowhere(place: Place): place is Nowhere {
  return place.kind === 'unavailable' || place.kind === 'optimizedOut' || place.kind === 'problem';
}

/** No place, for a reason that a person is told. */
export function placeProblem(words: string): Nowhere {
  return { kind: 'problem', problem: words };
}
