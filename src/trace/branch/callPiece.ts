// A piece of the calls of a branch trace: segments one after another, and the activations of
// functions that they belong to.
import { partitionPoint } from '../../bytes/arrays';
import {
  Activations,
  type ActivationStart,
  Link,
  noActivation,
  type SharedActivations,
} from './activations';
import { type BlockGap, unknownFunction } from './blockShapes';
import { CallStep } from './callSteps';
import { NumberColumn } from './numberColumn';

/** How a piece begins. */
export interface PieceStart {
  /** The place of its first segment. */
  readonly from: number;
  readonly activations: ActivationStart;
  /** The activation that ran before; {@link noActivation} at the beginning of the trace. */
  readonly before: number;
}

/** How a trace begins. */
export const startOfTrace: PieceStart = {
  from: 0,
  activations: { activation: 0, stretches: 1 },
  before: noActivation,
};

/** Segments by their places in the whole trace. */
export class CallPiece {
  /** Segments, gaps among them. */
  count = 0;
  /** What the segment before its first belongs to, where its own steps tell that. */
  foundBefore: number | undefined;
  readonly activations: Activations;
  private readonly firsts = new NumberColumn();
  private readonly activationOf = new NumberColumn();
  private readonly gaps = new NumberColumn();
  private last: number;

  constructor(
    shared: SharedActivations,
    readonly start: PieceStart,
    isAgain: boolean,
  ) {
    this.activations = new Activations(shared, start.activations, isAgain);
    this.last = start.before;
  }

  /** How the next piece begins. */
  get end(): PieceStart {
    return { from: this.next, activations: this.activations.end, before: this.last };
  }

  /** The function that ran last. */
  get current(): number {
    return this.activations.functionOf(this.last);
  }

  holds(place: number): boolean {
    return place >= this.start.from && place < this.next;
  }

  /** The number of the first instruction of a segment. */
  firstOf(place: number): number {
    return this.firsts.at(place - this.start.from);
  }

  gapOf(place: number): BlockGap {
    return this.gaps.at(place - this.start.from);
  }

  activationAt(place: number): number {
    return this.activationOf.at(place - this.start.from);
  }

  /** The place of the segment that holds an instruction. */
  placeOf(instruction: number): number {
    const next = partitionPoint(this.count, (at) => this.firsts.at(at) > instruction);
    return this.start.from + Math.max(0, next - 1);
  }

  /** Whether a caller of what ran last is in a function. */
  hasCallerIn(to: number): boolean {
    return this.activations.hasCallerIn(to, this.last, this.next);
  }

  /** Adds a segment. `of`: its function, or why it is a gap. `number`: of its first instruction. */
  take(step: CallStep, of: number, number: number): void {
    const { activations, last, next } = this;
    switch (step) {
      case CallStep.call:
        this.add(number, activations.call(of, last, Link.call, next - 1));
        return;
      case CallStep.tailCall:
        this.add(number, activations.call(of, last, Link.tailCall, next - 1));
        return;
      case CallStep.leave:
        this.leave(of, number);
        return;
      case CallStep.switchTo:
        this.add(number, activations.beside(of, last, next));
        return;
      case CallStep.resume:
        this.resume(of, number);
        return;
      case CallStep.gap:
        this.add(number, last === noActivation ? activations.begin(unknownFunction, 0) : last, of);
    }
  }

  /** Ends the adding. `lastActivation`: of its last segment, where the next piece tells that. */
  finish(lastActivation?: number): void {
    if (lastActivation !== undefined) this.activationOf.set(this.count - 1, lastActivation);
    this.activations.finish(this.last);
  }

  private get next(): number {
    return this.start.from + this.count;
  }

  private leave(to: number, number: number): void {
    const { activations, last: left, next } = this;
    const found = activations.callerIn(to, left, next);
    if (found !== noActivation) {
      this.add(number, found);
    } else if (activations.wasCalled(left, next)) {
      // It should have returned to a caller and did not, as where a system switches between stacks.
      const alone = activations.beside(activations.functionOf(left), left, next);
      this.replaceLast(alone);
      this.add(number, activations.callerOf(alone, to, next));
    } else {
      const outermost = activations.outermost(left, next);
      this.add(number, activations.callerOf(outermost, to, next));
    }
  }

  private replaceLast(activation: number): void {
    if (this.count > 0) {
      this.activationOf.set(this.count - 1, activation);
    } else {
      this.foundBefore = activation;
      this.activations.want(activation);
    }
  }

  /** Continues after a gap, or begins. */
  private resume(to: number, number: number): void {
    const { activations, last } = this;
    const level = last === noActivation ? 0 : activations.levelInStretch(last);
    if (last !== noActivation) activations.interrupt(last);
    this.add(number, activations.begin(to, level));
  }

  private add(number: number, activation: number, gap: BlockGap = 0): void {
    this.firsts.add(number);
    this.activationOf.add(activation);
    this.gaps.add(gap);
    this.activations.measure(activation);
    this.last = activation;
    this.count++;
  }
}
