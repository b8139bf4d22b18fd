// What DWARF expressions ask of what they are evaluated for (evaluation.ts), and the places that
// they give.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import type { ByteOrder } from '../../bytes/cursor';
import type { CfaRule } from '../../symbols/dwarf/cfi/program';
import {
  type Arithmetic,
  type Comparison,
  type Shift,
  type UnaryArithmetic,
  operationsOf,
  type Operation,
} from '../../symbols/dwarf/operations';
import type { DwarfExpression } from '../../symbols/location';
import { type ImplicitTarget, type Unavailable, locationProblem } from '../location';
import type { StackFrame } from '../stackFrame';
import type { OperandType, StackEntry } from './operand';

/** What can be on the stack: a number, or an object without a `kind`. */
export type AnyWord = bigint | object;

/** A word, or why it is missing; at once, or once bytes were read. */
export type Requested<Word> = Word | Unavailable | Promise<Word | Unavailable>;

/**
 * What computes with the words of a stack, and is asked for all that is outside of an expression.
 */
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
  register(dwarfNumber: number, type: OperandType): Requested<Word>;
  /** `size` bytes of memory, as a number of the type. */
  memory(address: Word, size: number, type: OperandType): Requested<Word>;
  /**
   * What a register, or memory that it points to, was at the function's entry. `block` says which.
   */
  entryValue(block: DwarfExpression, nesting: Nesting): Requested<Word>;
  /** Why a thread-local variable has no address. */
  threadLocal(): Unavailable;
  /** What a parameter was at the function's entry, whose entry is at `offset` of .debug_info. */
  parameterAtEntry(offset: number, nesting: Nesting): Requested<Word>;

  /** Both entries are of one type, and so is what is computed. */
  arithmetic(name: Arithmetic, a: StackEntry<Word>, b: StackEntry<Word>): Word | Unavailable;
  /** How far is a number of any type. */
  shift(name: Shift, a: StackEntry<Word>, by: StackEntry<Word>): Word | Unavailable;
  /** 1 or 0, of the generic type. */
  compare(name: Comparison, a: StackEntry<Word>, b: StackEntry<Word>): Word | Unavailable;
  unary(name: UnaryArithmetic, a: StackEntry<Word>): Word | Unavailable;
  convert(a: StackEntry<Word>, type: OperandType): Word | Unavailable;
  /** A second one of a word. */
  copy(word: Word): Word;
  /** Whether an entry is not 0; undefined where that shows only later. */
  isTrue(entry: StackEntry<Word>): boolean | undefined;
  /** One word or the other, as a condition will say. */
  choice(condition: StackEntry<Word>, then: Word, otherwise: Word): Word;
}

/** Where the thing is that an expression describes. */
export type DwarfLocation<Word> =
  | { readonly kind: 'memory'; readonly address: Word }
  /** By its DWARF number. */
  | { readonly kind: 'register'; readonly register: number }
  | { readonly kind: 'number'; readonly number: StackEntry<Word> }
  | { readonly kind: 'literal'; readonly bytes: Uint8Array }
  | { readonly kind: 'implicitPointer'; readonly target: ImplicitTarget; readonly offset: bigint }
  | { readonly kind: 'pieces'; readonly pieces: readonly DwarfCompositePiece<Word>[] }
  | Unavailable;

/** A part of something that is in several places; sizes and offsets in bits. */
export interface DwarfCompositePiece<Word> {
  readonly location: DwarfLocation<Word>;
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

/** Whether a word is missing. */
export function isUnavailableWord(found: AnyWord | Unavailable): found is Unavailable {
  return typeof found === 'object' && 'kind' in found;
}

/** Far above what compilers write; expressions that take more go in a circle. */
const maxSteps = 10_000;

/** The nesting of an expression that is in no other. */
export function outermost(): Nesting {
  return { depth: 0, budget: { steps: maxSteps } };
}

// The register that an entry value is the value of (DWARF 5, section 2.5.1.7).

/** What an entry value is the value of. */
export interface EntryRegister {
  readonly register: number;
  /** It is what the register points to. */
  readonly dereferenced: boolean;
  /** Offset in the unit of the base type to read it by. */
  readonly type?: number;
}

/** The register that an expression names, or that it reads memory through. */
export function entryRegister(expression: DwarfExpression): EntryRegister | undefined {
  const [first, second, third] = operationsOf(expression, 3);
  if (first?.kind === 'register' && !second)
    return { register: first.register, dereferenced: false };
  if (first?.kind === 'typedRegister') {
    return { register: first.register, dereferenced: false, type: first.type };
  }
  const isPointer = first?.kind === 'registerValue' && first.offset === 0n;
  if (!isPointer || second?.kind !== 'dereference' || third) return undefined;
  return { register: first.register, dereferenced: true };
}

// The stack of a DWARF expression and what is computed on it (DWARF 5, sections 2.5.1.3 and
// 2.5.1.4).

/** An operation that involves only the stack. */
export type StackOperation = Extract<
  Operation,
  {
    kind:
      | 'pick'
      | 'drop'
      | 'rotate'
      | 'arithmetic'
      | 'comparison'
      | 'shift'
      | 'unary'
      | 'plusConstant';
  }
>;

/** The first failure stays. */
export class DwarfStack<Word extends AnyWord> {
  /** The top is the last. */
  entries: StackEntry<Word>[] = [];
  private failed: Unavailable | undefined;

  constructor(
    private readonly machine: DwarfMachine<Word>,
    private readonly generic: OperandType,
  ) {}

  get failure(): Unavailable | undefined {
    return this.failed;
  }

  fail(why: Unavailable): void {
    this.failed ??= why;
  }

  push(value: Word, type = this.generic): void {
    this.entries.push({ value, type });
  }

  pushConstant(value: bigint, type = this.generic): void {
    this.push(this.machine.constant(BigInt.asUintN(8 * type.size, value), type), type);
  }

  pop(): StackEntry<Word> | undefined {
    const top = this.entries.pop();
    if (!top) this.fail(stackEmpty());
    return top;
  }

  /** Pushes what was found, or fails. */
  take(found: Word | Unavailable, type = this.generic): void {
    if (isUnavailableWord(found)) this.fail(found);
    else this.push(found, type);
  }

  /** Pushes an entry with a number added. */
  add(a: StackEntry<Word>, offset: bigint): void {
    const { type } = a;
    const value = this.machine.constant(BigInt.asUintN(8 * type.size, offset), type);
    this.take(this.machine.arithmetic('plus', a, { value, type }), type);
  }

  compute(operation: StackOperation): void {
    const { machine } = this;
    switch (operation.kind) {
      case 'pick':
        this.pick(operation.depth);
        return;
      case 'drop':
        this.pop();
        return;
      case 'rotate':
        this.rotate(operation.count);
        return;
      case 'arithmetic':
        this.binary((a, b) => {
          this.take(machine.arithmetic(operation.name, a, b), a.type);
        });
        return;
      case 'comparison':
        this.binary((a, b) => {
          this.take(machine.compare(operation.name, a, b));
        });
        return;
      case 'shift': {
        const [by, a] = [this.pop(), this.pop()];
        if (by && a) this.take(machine.shift(operation.name, a, by), a.type);
        return;
      }
      case 'unary': {
        const a = this.pop();
        if (a) this.take(machine.unary(operation.name, a), a.type);
        return;
      }
      case 'plusConstant': {
        const a = this.pop();
        if (a) this.add(a, operation.value);
        return;
      }
    }
  }

  private pick(depth: number): void {
    const entry = this.entries.at(-1 - depth);
    if (entry) this.push(this.machine.copy(entry.value), entry.type);
    else this.fail(stackEmpty());
  }

  private rotate(count: number): void {
    if (this.entries.length < count) {
      this.fail(stackEmpty());
      return;
    }
    const last = this.entries.splice(-1);
    append(this.entries, [...last, ...this.entries.splice(1 - count)]);
  }

  private binary(compute: (a: StackEntry<Word>, b: StackEntry<Word>) => void): void {
    const [b, a] = [this.pop(), this.pop()];
    if (!a || !b) return;
    const mixed = (a.type.kind === 'float') !== (b.type.kind === 'float');
    if (mixed || a.type.size !== b.type.size) {
      this.fail(locationProblem('Incompatible types on DWARF stack'));
    } else {
      compute(a, b);
    }
  }
}

const stackEmpty = () =>
  locationProblem(t('an expression takes more from its stack than there is'));
