// The calls and returns of a branch trace, by the rules of gdb's `record function-call-history`:
// the trace is cut into segments, ranges of instructions in one activation of a function, and
// each has a level. A call begins an activation a level deeper, and so does a jump to the beginning
// of a function; a return continues with the nearest caller in the function returned to, and where
// none is known, that one is a level above; code of another function that was reached otherwise
// takes the place of the one before.
import { partitionPoint } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { type BlockIndex, NumberColumn } from './blockIndex';
import {
  type BlockShape,
  type BlockGap,
  unknownFunction,
  type TracedFunction,
} from './blockShapes';
import { BranchKind } from './instructionMap';

/** A range of instructions in one activation of a function, or a gap. */
export interface CallSegment {
  /** From 1, as gdb counts. */
  readonly number: number;
  /** 0 for the outermost function of the trace. */
  readonly level: number;
  /** Numbers of its first and last instruction; of a gap, its own. */
  readonly first: number;
  readonly last: number;
  readonly function: TracedFunction;
  /** Why instructions are missing; 0 where none are. */
  readonly gap: BlockGap;
}

/** Segments by place from 0. */
export class CallTree {
  private readonly firsts = new NumberColumn();
  private readonly activationOf = new NumberColumn();
  private readonly gaps = new NumberColumn();
  private readonly activations = new Activations();
  /** Of each segment, from 0. */
  private levels = new Int32Array(0);
  private greatest = 0;
  private gapsSeen = 0;

  private constructor(
    private readonly index: BlockIndex,
    private readonly functions: readonly TracedFunction[],
  ) {}

  /** Follows all blocks; undefined when cancelled. */
  static async build(
    index: BlockIndex,
    functions: readonly TracedFunction[],
    signal: AbortSignal,
  ): Promise<CallTree | undefined> {
    const tree = new CallTree(index, functions);
    const slice = new TimeSlice();
    let before: BlockShape | undefined;
    for (let block = 0; block < index.blocks.count; block++) {
      const shape = index.shape(block);
      if (shape) tree.addBlock(shape, before, index.firstOf(block));
      before = shape;
      if ((block & 0x3ff) !== 0) continue;
      await slice.yieldIfDue();
      if (signal.aborted) return undefined;
    }
    await tree.measureLevels(slice);
    return tree;
  }

  /** How many segments there are, gaps among them. */
  get count(): number {
    return this.firsts.length;
  }

  /** Levels that there are. */
  get depth(): number {
    return this.count === 0 ? 0 : this.greatest + 1;
  }

  get gapCount(): number {
    return this.gapsSeen;
  }

  at(place: number): CallSegment {
    const first = this.firsts.at(place);
    const gap = this.gaps.at(place);
    const activation = this.activationOf.at(place);
    return {
      number: place + 1,
      level: this.level(place),
      first,
      gap,
      last: place + 1 < this.count ? this.firsts.at(place + 1) - 1 : this.index.count,
      function: this.functions[this.activations.functionOf(activation)] ?? nowhere,
    };
  }

  level(place: number): number {
    return this.levels[place] ?? 0;
  }

  /** The number of the first instruction of a segment. */
  firstOf(place: number): number {
    return this.firsts.at(place);
  }

  isGap(place: number): boolean {
    return this.gaps.at(place) !== 0;
  }

  /** The place of the segment that holds an instruction. */
  placeOf(instruction: number): number {
    const next = partitionPoint(this.count, (place) => this.firsts.at(place) > instruction);
    return Math.max(0, next - 1);
  }

  /** Whether two segments belong to one activation of a function. */
  isSameActivation(place: number, other: number): boolean {
    return this.activationOf.at(place) === this.activationOf.at(other);
  }

  /** The known callers of a segment's activation, innermost first, at most `most`. */
  callersOf(place: number, most = maxCallers): readonly Caller[] {
    const callers: Caller[] = [];
    const { activations } = this;
    let at = this.activationOf.at(place);
    for (let up = activations.caller(at); up !== none; up = activations.caller(at)) {
      if (callers.length === most) break;
      const link = activations.link(at);
      const segment = activations.linkSegment(at);
      callers.push({
        function: this.functions[activations.functionOf(up)] ?? nowhere,
        link,
        segment,
      });
      at = up;
    }
    return callers;
  }

  private addBlock(shape: BlockShape, before: BlockShape | undefined, first: number): void {
    shape.runs.forEach((run, i) => {
      const number = first + run.from;
      if (this.count === 0) this.add(number, this.activations.begin(run.function, 0));
      else if (i > 0) this.switchTo(run.function, number);
      else if (!before || before.gap !== 0 || shape.beginUnknown) this.resume(run.function, number);
      else this.follow(before.last, run.function, run.start, number);
    });
    if (shape.gap !== 0) this.addGap(first + shape.count, shape.gap);
  }

  /** Goes from the last instruction of a block to the first of the next, in a function. */
  private follow(last: BlockShape['last'], to: number, start: bigint, number: number): void {
    const { name } = this.functions[this.current] ?? nowhere;
    switch (last.kind) {
      case BranchKind.return:
        // The dynamic linker returns to the function that it resolved, which then returns for it.
        if (name === '_dl_runtime_resolve') this.enter(to, Link.tailCall, number);
        else this.leave(to, number);
        return;
      case BranchKind.call:
        // A call of the next instruction asks where the code is.
        if (last.address + BigInt(last.size) === start) this.switchTo(to, number);
        else this.enter(to, Link.call, number);
        return;
      case BranchKind.jump:
        this.jump(to, start, number, name);
        return;
      case BranchKind.none:
        this.switchTo(to, number);
    }
  }

  private jump(to: number, start: bigint, number: number, from: string): void {
    const entry = this.functions[to]?.start;
    if (entry === start) this.enter(to, Link.tailCall, number);
    else if (from.startsWith('_Unwind_') && this.hasCallerIn(to)) this.leave(to, number);
    else if (entry === undefined && to !== this.current) this.enter(to, Link.tailCall, number);
    else this.switchTo(to, number);
  }

  private enter(to: number, link: Link, number: number): void {
    const place = this.count - 1;
    const caller = this.activationOf.at(place);
    this.add(number, this.activations.call(to, caller, link, place));
  }

  private leave(to: number, number: number): void {
    const { activations } = this;
    const place = this.count - 1;
    const left = this.activationOf.at(place);
    const found = activations.callerIn(to, left, this.count);
    if (found !== none) {
      this.add(number, found);
    } else if (activations.wasCalled(left)) {
      // It should have returned to a caller and did not, as where a system switches between stacks.
      const alone = activations.beside(activations.functionOf(left), left);
      this.activationOf.set(place, alone);
      this.add(number, activations.callerOf(alone, to, this.count));
    } else {
      const outermost = activations.outermost(left);
      this.add(number, activations.callerOf(outermost, to, this.count));
    }
  }

  /** Continues in a function that was entered neither by a call nor by a return. */
  private switchTo(to: number, number: number): void {
    if (to === this.current) return;
    this.add(number, this.activations.beside(to, this.activationOf.at(this.count - 1)));
  }

  /** Continues after a gap. */
  private resume(to: number, number: number): void {
    const before = this.activationOf.at(this.count - 1);
    const level = this.activations.levelInStretch(before);
    this.activations.interrupt(before);
    this.add(number, this.activations.begin(to, level));
  }

  private addGap(number: number, gap: BlockGap): void {
    const before = this.activationOf.at(this.count - 1);
    const activation = this.count === 0 ? this.activations.begin(unknownFunction, 0) : before;
    this.add(number, activation, gap);
    this.gapsSeen++;
  }

  private add(number: number, activation: number, gap: BlockGap = 0): void {
    this.firsts.add(number);
    this.activationOf.add(activation);
    this.gaps.add(gap);
  }

  private hasCallerIn(to: number): boolean {
    const { activations } = this;
    let at = activations.caller(this.activationOf.at(this.count - 1));
    while (at !== none && activations.functionOf(at) !== to) at = activations.caller(at);
    return at !== none;
  }

  private get current(): number {
    return this.activations.functionOf(this.activationOf.at(this.count - 1));
  }

  /** Levels count from the outermost function that the trace shows. */
  private async measureLevels(slice: TimeSlice): Promise<void> {
    const levels = new Int32Array(this.count);
    let lowest = Infinity;
    for (let place = 0; place < levels.length; place++) {
      const level = this.activations.level(this.activationOf.at(place));
      levels[place] = level;
      lowest = Math.min(lowest, level);
      if ((place & 0xffff) === 0) await slice.yieldIfDue();
    }
    for (let place = 0; place < levels.length; place++) {
      const level = (levels[place] ?? 0) - lowest;
      levels[place] = level;
      this.greatest = Math.max(this.greatest, level);
      if ((place & 0xffff) === 0) await slice.yieldIfDue();
    }
    this.levels = levels;
  }
}

/** A caller of a segment's activation. */
export interface Caller {
  readonly function: TracedFunction;
  readonly link: Link;
  /**
   * Index of the segment that called, or, after a return, of the first one that was returned to.
   */
  readonly segment: number;
}

/** Callers that are listed at most. */
const maxCallers = 1000;

const nowhere: TracedFunction = { name: '??', start: undefined };

// The activations of functions in a branch trace: each call of a function, its caller, and its
// depth. A recording begins somewhere in the middle, so callers are found late: when a function
// returns to one that was not seen before.

/** How the caller of an activation is known. */
export const Link = {
  /** It is not. */
  none: 0,
  /** It called. */
  call: 1,
  /** It jumped to the function: a tail call. */
  tailCall: 2,
  /** The function returned to it. */
  return: 3,
} as const;
export type Link = (typeof Link)[keyof typeof Link];

/** No activation, or no segment. */
const none = -1;

/** Callers from before gaps that a return is compared with, at most. */
const maxBeforeGaps = 256;

/** Activations by number, in the order in which they were found. */
class Activations {
  private readonly functions = new NumberColumn();
  private readonly callers = new NumberColumn();
  private readonly links = new NumberColumn();
  private readonly linkSegments = new NumberColumn();
  private readonly levels = new NumberColumn();
  private readonly ranges = new NumberColumn();
  /**
   * Of ranges of the trace without a gap: what to add to the levels in them, and what ran when
   * each began.
   */
  private readonly shifts = new NumberColumn();
  private readonly interruptedBy = new NumberColumn();

  constructor() {
    this.shifts.add(0);
    this.interruptedBy.add(none);
  }

  /** One whose caller is not known, at a level. */
  begin(ofFunction: number, level: number): number {
    this.callers.add(none);
    this.links.add(Link.none);
    this.linkSegments.add(none);
    this.levels.add(level);
    this.ranges.add(this.shifts.length - 1);
    return this.functions.add(ofFunction);
  }

  /** One that another called, with the last instruction of a segment. */
  call(ofFunction: number, caller: number, link: Link, segment: number): number {
    const called = this.begin(ofFunction, this.levels.at(caller) + 1);
    this.ranges.set(called, this.ranges.at(caller));
    this.linkTo(called, caller, link, segment);
    return called;
  }

  /** The caller of one whose caller was not known, to which it returned with a segment. */
  callerOf(called: number, ofFunction: number, segment: number): number {
    const caller = this.begin(ofFunction, this.levels.at(called) - 1);
    this.ranges.set(caller, this.ranges.at(called));
    this.linkTo(called, caller, Link.return, segment);
    return caller;
  }

  /**
   * A similar activation: the same caller and level, in another function or for only some of its
   * segments.
   */
  beside(ofFunction: number, activation: number): number {
    const made = this.begin(ofFunction, this.levels.at(activation));
    this.linkTo(
      made,
      this.callers.at(activation),
      this.link(activation),
      this.linkSegment(activation),
    );
    this.ranges.set(made, this.ranges.at(activation));
    return made;
  }

  linkTo(activation: number, caller: number, link: Link, segment: number): void {
    this.callers.set(activation, caller);
    this.links.set(activation, link);
    this.linkSegments.set(activation, segment);
  }

  /**
   * A part of the trace is missing: what is added from now on is at levels of its own until a
   * caller from before is met.
   */
  interrupt(activation: number): void {
    this.shifts.add(this.shifts.at(this.ranges.at(activation)));
    this.interruptedBy.add(activation);
  }

  /**
   * The nearest caller above an activation that is in a function. Where the callers end at a gap,
   * the search continues in the stack of before the gap, and what it finds there is joined to what
   * came after.
   */
  callerIn(ofFunction: number, activation: number, segment: number): number {
    let outermost = activation;
    for (let at = this.caller(activation); at !== none; at = this.caller(at)) {
      if (this.functionOf(at) === ofFunction) return at;
      outermost = at;
    }
    let left = maxBeforeGaps;
    for (let inside = outermost; left > 0;) {
      let at = this.interruptedBy.at(this.ranges.at(inside));
      if (at === none) break;
      for (; at !== none && left > 0; at = this.caller(at), left--) {
        inside = at;
        if (this.functionOf(at) !== ofFunction) continue;
        this.join(outermost, at, segment);
        return at;
      }
    }
    return none;
  }

  /** The outermost known caller of an activation, or itself. */
  outermost(activation: number): number {
    let at = activation;
    for (let caller = this.caller(at); caller !== none; caller = this.caller(at)) at = caller;
    return at;
  }

  /**
   * Whether one of an activation and its callers was called, so that it should have returned to its
   * caller.
   */
  wasCalled(activation: number): boolean {
    for (let at = activation; at !== none; at = this.caller(at)) {
      if (this.link(at) === Link.call) return true;
    }
    return false;
  }

  functionOf(activation: number): number {
    return this.functions.at(activation);
  }

  caller(activation: number): number {
    return activation === none ? none : this.callers.at(activation);
  }

  link(activation: number): Link {
    return this.links.at(activation) as Link;
  }

  /** The segment that called, or to which the activation returned. */
  linkSegment(activation: number): number {
    return this.linkSegments.at(activation);
  }

  /** Its level as it was found, relative to its range of the recording. */
  levelInStretch(activation: number): number {
    return this.levels.at(activation);
  }

  /** Its depth in the whole trace, from any number on. */
  level(activation: number): number {
    return this.levels.at(activation) + this.shifts.at(this.ranges.at(activation));
  }

  private join(outermost: number, caller: number, segment: number): void {
    const range = this.ranges.at(outermost);
    this.linkTo(outermost, caller, Link.return, segment);
    this.shifts.set(range, this.level(caller) + 1 - this.levels.at(outermost));
  }
}
