// What DWARF expressions ask of what they are evaluated for (evaluation.ts), and the places that they give.
import type { ByteOrder } from '../../bytes/cursor';
import type { CfaRule } from '../../symbols/dwarf/callFrame';
import type {
  Arithmetic,
  Comparison,
  Shift,
  UnaryArithmetic,
} from '../../symbols/dwarf/operations';
import type { DwarfExpression } from '../../symbols/location';
import type { ImplicitTarget, Nowhere } from '../place';
import type { StackFrame } from '../stackFrame';
import type { OperandType, StackEntry } from './operand';

/** What can stand on the stack: a number, or an object without a `kind`. */
export type AnyWord = bigint | object;

/** A word, or why there is none; at once, or once bytes were read. */
export type Asked<Word> = Word | Nowhere | Promise<Word | Nowhere>;

/** What computes with the words of a stack, and is asked for all that lies outside of an expression. */
export interface DwarfMachine<Word extends AnyWord> {
  /** The stack frame that expressions are of; absent in call frame information. */
  readonly frame: StackFrame | undefined;
  readonly order: ByteOrder;
  /** Run-time address minus link-time address of the program that expressions are of. */
  readonly slide: bigint;
  /** The canonical frame address, where it is known. */
  readonly cfa: Word | undefined;
  /** How it is found where it is not. */
  readonly cfaRule: CfaRule | undefined;
  /** The address that DW_OP_push_object_address gives. */
  readonly objectAddress: Word | undefined;

  /** `value`: without a sign, of the type's size. */
  constant(value: bigint, type: OperandType): Word;
  /** A register by its DWARF number, as a number of the type. */
  register(dwarfNumber: number, type: OperandType): Asked<Word>;
  /** `size` bytes of memory, as a number of the type. */
  memory(address: Word, size: number, type: OperandType): Asked<Word>;
  /** What a register, or memory that it points to, was at the function's entry. `block` says which. */
  entryValue(block: DwarfExpression, nesting: Nesting): Asked<Word>;
  /** Why there is no address of a thread-local variable. */
  threadLocal(): Nowhere;
  /** What a parameter was at the function's entry, whose entry is at `offset` of .debug_info. */
  parameterAtEntry(offset: number, nesting: Nesting): Asked<Word>;

  /** Both entries are of one type, and so is what is computed. */
  arithmetic(name: Arithmetic, a: StackEntry<Word>, b: StackEntry<Word>): Word | Nowhere;
  /** How far is a number of any type. */
  shift(name: Shift, a: StackEntry<Word>, by: StackEntry<Word>): Word | Nowhere;
  /** 1 or 0, of the generic type. */
  compare(name: Comparison, a: StackEntry<Word>, b: StackEntry<Word>): Word | Nowhere;
  unary(name: UnaryArithmetic, a: StackEntry<Word>): Word | Nowhere;
  convert(a: StackEntry<Word>, type: OperandType): Word | Nowhere;
  /** A second one of a word. */
  copy(word: Word): Word;
  /** Whether an entry is not 0; undefined where that shows only later. */
  isTrue(entry: StackEntry<Word>): boolean | undefined;
  /** One word or the other, as a condition will say. */
  choice(condition: StackEntry<Word>, then: Word, otherwise: Word): Word;
}

/** Where the thing is that an expression describes. */
export type DwarfPlace<Word> =
  | { readonly kind: 'memory'; readonly address: Word }
  /** By its DWARF number. */
  | { readonly kind: 'register'; readonly register: number }
  | { readonly kind: 'number'; readonly number: StackEntry<Word> }
  | { readonly kind: 'literal'; readonly bytes: Uint8Array }
  | { readonly kind: 'implicitPointer'; readonly target: ImplicitTarget; readonly offset: bigint }
  | { readonly kind: 'pieces'; readonly pieces: readonly DwarfPiece<Word>[] }
  | Nowhere;

/** A part of something that is in several places; sizes and offsets in bits. */
export interface DwarfPiece<Word> {
  readonly place: DwarfPlace<Word>;
  readonly size: number;
  readonly offset?: number;
}

/** What an expression and all that it evaluates on its way may still do. */
interface Budget {
  /** Operations. */
  steps: number;
}

/** How deep an expression is inside others. */
export interface Nesting {
  readonly depth: number;
  readonly budget: Budget;
}

/** Whether there is no word. */
export function isAbsent(found: AnyWord | Nowhere): found is Nowhere {
  return typeof found === 'object' && 'kind' in found;
}

/** Far above what compilers write; expressions that take more go in a circle. */
const maxSteps = 10_000;

/** The nesting of an expression that is in no other. */
export function outermost(): Nesting {
  return { depth: 0, budget: { steps: maxSteps } };
}
