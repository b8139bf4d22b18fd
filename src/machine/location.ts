// Where something is, once a location was evaluated in a stack frame (DWARF 5, section 2.6.1): the
// result of an expression, and the place of every value.
import type { ExpressionUnit, DwarfExpression, LocationDescription } from '../symbols/location';
import type { AddressRange } from '../symbols/addressMap';
import { operationsOf, type Operation } from '../symbols/dwarf/operations';
import { type StackFrame, linkAddress } from './stackFrame';

/** A place, or why it is missing. Addresses are run-time addresses. */
export type Location =
  | { readonly kind: 'memory'; readonly address: bigint }
  /** A register by its DWARF number, in the stack frame of the value. */
  | { readonly kind: 'register'; readonly register: number }
  /** A computed number: the value is its low bytes. */
  | { readonly kind: 'number'; readonly bytes: Uint8Array }
  /** The bytes themselves, from the first. */
  | { readonly kind: 'literal'; readonly bytes: Uint8Array }
  /** A pointer to a variable that has no address: what it would point to, `offset` bytes on. */
  | { readonly kind: 'implicitPointer'; readonly target: ImplicitTarget; readonly offset: bigint }
  | { readonly kind: 'pieces'; readonly pieces: readonly CompositePiece[] }
  /**
   * What is `offset` bytes into something of `size` bytes that is in another place than memory.
   */
  | {
      readonly kind: 'part';
      readonly of: Location;
      readonly size: number;
      readonly offset: number;
    }
  | Unavailable;

/** Why something has no place. */
export type Unavailable =
  /** Registers or memory that are needed were not collected. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'optimizedOut' }
  /** Damaged or beyond what can be known from a trace; the words are for the user. */
  | { readonly kind: 'problem'; readonly problem: string };

/** What DW_OP_implicit_pointer names. */
export interface ImplicitTarget {
  readonly unit: ExpressionUnit;
  /** Offset in .debug_info of the variable. */
  readonly offset: number;
}

/** A part of something that is in several places; in the order of the thing's own bits. */
export interface CompositePiece {
  readonly location: Location;
  /** How many bits of the thing it holds. */
  readonly size: number;
  /**
   * Bits of the place that come before it; absent for a piece of whole bytes that begins where the
   * place does.
   */
  readonly offset?: number;
}

/** Whether the place is unknown or absent. */
export function isUnavailable(place: Location): place is Unavailable {
  return place.kind === 'unavailable' || place.kind === 'optimizedOut' || place.kind === 'problem';
}

/** No place, for a reason that the user is shown. */
export function locationProblem(words: string): Unavailable {
  return { kind: 'problem', problem: words };
}

// What a location depends on: the PC of a stack frame, which chooses among expressions (DWARF 5,
// section 2.6.2), and the stack frame itself.

/** The expression; undefined where the compiler left none there, or the location is a constant. */
export function expressionAt(
  location: LocationDescription,
  frame: StackFrame | undefined,
): DwarfExpression | undefined {
  if (location.kind === 'expression') return location.expression;
  if (location.kind !== 'list' || !frame) return undefined;
  const pc = BigInt.asUintN(64, frame.lookupPc - (frame.module?.slide ?? 0n));
  const entry = location.entries.find(({ start, end }) => pc >= start && pc < end);
  return entry?.expression ?? location.fallback;
}

/**
 * Whether a location also holds after the call that a stack frame makes. If so, the compiler knows
 * that the callee preserves its registers, even those that callees may overwrite. A single
 * expression holds throughout the blocks around it.
 */
export function outlastsCall(
  location: LocationDescription,
  { pc, lookupPc, module, kind, scope }: StackFrame,
): boolean {
  if (pc === lookupPc || kind === 'tailCall') return false;
  const slide = module?.slide ?? 0n;
  const [call, back] = [linkAddress(lookupPc, slide), linkAddress(pc, slide)];
  const holdsBoth = ({ start, end }: AddressRange): boolean => call >= start && back < end;
  if (location.kind === 'list') return location.entries.some(holdsBoth);
  const blocks = scope?.blocks ?? [];
  return location.kind === 'expression' && blocks.every(({ ranges }) => ranges.some(holdsBoth));
}

/**
 * Whether a location is of one stack frame: not where the variable is the same for all, as a static
 * one is.
 */
export function needsFrame(location: LocationDescription): boolean {
  if (location.kind === 'list') return true;
  if (location.kind !== 'expression') return false;
  const [first] = operationsOf(location.expression, 1);
  return first !== undefined && ofStackFrame.has(first.kind);
}

const ofStackFrame: ReadonlySet<Operation['kind']> = new Set([
  'register',
  'registerValue',
  'frameBase',
  'typedRegister',
  'callFrameCfa',
  'entryValue',
  'piece',
]);
