// The stack of a DWARF expression and what is computed on it (DWARF 5, sections 2.5.1.3 and 2.5.1.4).
import type { Operation } from '../../symbols/dwarf/operations';
import { placeProblem, type Nowhere } from '../place';
import { isAbsent, type AnyWord, type DwarfMachine } from './machine';
import type { OperandType, StackEntry } from './operand';

/** An operation on the stack alone. */
export type StackOperation = Extract<
  Operation,
  {
    kind:
      'pick' | 'drop' | 'rotate' | 'arithmetic' | 'comparison' | 'shift' | 'unary' | 'plusConstant';
  }
>;

/** The first failure stays. */
export class DwarfStack<Word extends AnyWord> {
  /** The top is the last. */
  entries: StackEntry<Word>[] = [];
  private failed: Nowhere | undefined;

  constructor(
    private readonly machine: DwarfMachine<Word>,
    private readonly generic: OperandType,
  ) {}

  get failure(): Nowhere | undefined {
    return this.failed;
  }

  fail(why: Nowhere): void {
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
    if (!top) this.fail(stackEmpty);
    return top;
  }

  /** Pushes what was found, or fails. */
  take(found: Word | Nowhere, type = this.generic): void {
    if (isAbsent(found)) this.fail(found);
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
    else this.fail(stackEmpty);
  }

  private rotate(count: number): void {
    if (this.entries.length < count) {
      this.fail(stackEmpty);
      return;
    }
    const entries = this.entries.splice(-count);
    this.entries.push(...entries.slice(-1), ...entries.slice(0, -1));
  }

  private binary(compute: (a: StackEntry<Word>, b: StackEntry<Word>) => void): void {
    const [b, a] = [this.pop(), this.pop()];
    if (!a || !b) return;
    const mixed = (a.type.kind === 'float') !== (b.type.kind === 'float');
    if (mixed || a.type.size !== b.type.size) {
      this.fail(placeProblem('Incompatible types on DWARF stack'));
    } else {
      compute(a, b);
    }
  }
}

const stackEmpty = placeProblem('an expression takes more from its stack than there is');
