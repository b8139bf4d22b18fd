// The state of one DWARF expression on its way (DWARF 5, section 2.5): its stack, and where the thing is that it describes.
import { DwarfCursor } from '../../symbols/dwarf/cursor';
import type { DwarfExpression } from '../../symbols/location';
import { problem, type Nowhere, type Piece, type Place } from '../place';
import { newBudget, type Budget, type ExpressionContext } from './context';
import { operand, type Computed, type Operand, type OperandType } from './operand';

const mostEntries = 10_000;

/** What an operation does to an evaluation whose cursor stands at its operands. */
export type Execute = (evaluation: Evaluation) => void | Promise<void>;

/** Operations of one kind, by their numbers. */
export type Operations = readonly (readonly [operation: number, execute: Execute])[];

/** One expression on its way. The first failure stays. */
export class Evaluation {
  /** Where the next operation is, or the operands of the present one. */
  readonly cursor: DwarfCursor;
  /** The top is the last. */
  readonly stack: Operand[] = [];
  readonly pieces: Piece[] = [];
  /** Set by operations that say where the thing is. */
  location: Place | undefined;
  readonly generic: OperandType;
  readonly budget: Budget;
  private failed: Nowhere | undefined;

  constructor(
    readonly context: ExpressionContext,
    readonly expression: DwarfExpression,
  ) {
    this.cursor = new DwarfCursor(expression.bytes, expression.encoding.order);
    this.generic = { kind: 'generic', size: expression.encoding.addressSize };
    this.budget = context.budget ?? newBudget();
  }

  get failure(): Nowhere | undefined {
    return this.failed;
  }

  /** Where the thing is, once all operations are done. */
  get place(): Place {
    if (this.failed) return this.failed;
    if (this.pieces.length > 0) return { kind: 'pieces', pieces: this.pieces };
    return this.location ?? this.addressOnTop();
  }

  /** The context of an expression inside this one. */
  get inner(): ExpressionContext {
    const { context, budget } = this;
    return { ...context, budget, depth: (context.depth ?? 0) + 1 };
  }

  fail(why: Nowhere): void {
    this.failed ??= why;
  }

  /** Takes note of work that was done, counted in operations. */
  spend(steps: number): void {
    this.budget.steps -= steps;
    if (this.budget.steps < 0) this.fail(problem('an expression does not end'));
  }

  /** Looks whether the last operation stayed in its bounds. */
  check(): void {
    if (this.cursor.overrun) this.fail(problem('an expression ends in the middle of an operation'));
    if (this.stack.length > mostEntries) this.fail(problem('an expression fills its stack'));
  }

  push(value: bigint): void {
    this.stack.push(operand(value, this.generic));
  }

  pushKnown(value: bigint | Nowhere): void {
    if (typeof value === 'bigint') this.push(value);
    else this.fail(value);
  }

  pop(): Operand {
    const top = this.stack.pop();
    if (!top) this.fail(stackEmpty);
    return top ?? operand(0n, this.generic);
  }

  /** Pushes what an operation computed. */
  take(result: Computed): void {
    if (typeof result !== 'string') this.stack.push(result);
    else if (result === 'division by zero') this.fail(problem('Division by zero'));
    else this.fail(problem('an expression computes with numbers of a size that is not supported'));
  }

  /** Pushes a copy of the entry `depth` below the top. */
  pick(depth: number): void {
    const entry = this.stack.at(-1 - depth);
    if (entry) this.stack.push(entry);
    else this.fail(stackEmpty);
  }

  /** Moves the top below the `count` - 1 entries under it. */
  rotate(count: number): void {
    const entries = Array.from({ length: count }, () => this.pop()).reverse();
    this.stack.push(...entries.slice(-1), ...entries.slice(0, -1));
  }

  /** Goes on `distance` bytes from where the cursor is. */
  jump(distance: number): void {
    const { cursor } = this;
    const target = cursor.offset + distance;
    if (target < 0 || target > cursor.end) this.fail(problem('an expression jumps out of itself'));
    else cursor.offset = target;
  }

  private addressOnTop(): Place {
    const top = this.stack.at(-1);
    return top ? { kind: 'memory', address: top.bits } : problem('an expression leaves nothing');
  }
}

const stackEmpty = problem('an expression takes more from its stack than there is');
