// The calls and returns of a branch trace, by the rules of gdb's `record function-call-history`:
// the trace is cut into segments, ranges of instructions in one activation of a function, and
// each has a level. A call begins an activation a level deeper, and so does a jump to the beginning
// of a function; a return continues with the nearest caller in the function returned to, and where
// none is known, that one is a level above; code of another function that was reached otherwise
// takes the place of the one before.
import { partitionPoint } from '../../bytes/arrays';
import type { TimeSlice } from '../../bytes/timeSlice';
import {
  type BlockShape,
  type BlockGap,
  unknownFunction,
  type TracedFunction,
} from './blockShapes';
import { BranchKind } from './instructionMap';
import { NumberColumn } from './numberColumn';

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

/** Segments by place from 0. Blocks are added in the order in which they ran. */
export class CallTree {
  private readonly firsts = new NumberColumn();
  /** The activation of each segment; of a gap, -1 minus its place among the gaps. */
  private readonly activationOf = new NumberColumn();
  private readonly gaps = new NumberColumn();
  private readonly gapActivations = new NumberColumn();
  private readonly activations = new Activations();
  private before: BlockShape | undefined;
  private lowest = 0;
  private greatest = 0;
  private lastNumber = 0;

  constructor(private readonly functions: readonly TracedFunction[]) {}

  /** How many segments there are, gaps among them. */
  get count(): number {
    return this.firsts.length;
  }

  /** Levels that there are. */
  get depth(): number {
    return this.count === 0 ? 0 : this.greatest - this.lowest + 1;
  }

  get gapCount(): number {
    return this.gaps.length;
  }

  at(place: number): CallSegment {
    const first = this.firsts.at(place);
    const activation = this.activationAt(place);
    return {
      number: place + 1,
      level: this.level(place),
      first,
      gap: this.gapAt(place),
      last: place + 1 < this.count ? this.firsts.at(place + 1) - 1 : this.lastNumber,
      function: this.functions[this.activations.functionOf(activation)] ?? nowhere,
    };
  }

  level(place: number): number {
    return this.activations.level(this.activationAt(place)) - this.lowest;
  }

  /** The number of the first instruction of a segment. */
  firstOf(place: number): number {
    return this.firsts.at(place);
  }

  isGap(place: number): boolean {
    return this.activationOf.at(place) < 0;
  }

  /** The place of the segment that holds an instruction. */
  placeOf(instruction: number): number {
    const next = partitionPoint(this.count, (place) => this.firsts.at(place) > instruction);
    return Math.max(0, next - 1);
  }

  /** Whether two segments belong to one activation of a function. */
  isSameActivation(place: number, other: number): boolean {
    return this.activationAt(place) === this.activationAt(other);
  }

  /** The known callers of a segment's activation, innermost first, at most `most`. */
  callersOf(place: number, most = maxCallers): readonly Caller[] {
    const callers: Caller[] = [];
    const { activations } = this;
    let at = this.activationAt(place);
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

  /** Adds what runs in the next block, from the number of its first instruction on. */
  addBlock(shape: BlockShape, first: number): void {
    const { before } = this;
    this.before = shape;
    this.lastNumber = first + shape.count - (shape.gap === 0 ? 1 : 0);
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
    const caller = this.lastActivation;
    this.add(number, this.activations.call(to, caller, link, place));
  }

  private leave(to: number, number: number): void {
    const { activations } = this;
    const place = this.count - 1;
    const left = this.lastActivation;
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
    this.add(number, this.activations.beside(to, this.lastActivation));
  }

  /** Continues after a gap. */
  private resume(to: number, number: number): void {
    const before = this.lastActivation;
    const level = this.activations.levelInStretch(before);
    this.activations.interrupt(before);
    this.add(number, this.activations.begin(to, level));
  }

  private addGap(number: number, gap: BlockGap): void {
    const { lastActivation: before } = this;
    const activation = this.count === 0 ? this.activations.begin(unknownFunction, 0) : before;
    this.gapActivations.add(activation);
    this.add(number, -1 - this.gaps.add(gap));
  }

  private add(number: number, activation: number): void {
    this.firsts.add(number);
    this.activationOf.add(activation);
  }

  private gapAt(place: number): BlockGap {
    return this.isGap(place) ? this.gaps.at(-1 - this.activationOf.at(place)) : 0;
  }

  private activationAt(place: number): number {
    const activation = this.activationOf.at(place);
    return activation < 0 ? this.gapActivations.at(-1 - activation) : activation;
  }

  private get lastActivation(): number {
    return this.activationAt(this.count - 1);
  }

  private hasCallerIn(to: number): boolean {
    const { activations } = this;
    let at = activations.caller(this.lastActivation);
    while (at !== none && activations.functionOf(at) !== to) at = activations.caller(at);
    return at !== none;
  }

  private get current(): number {
    return this.activations.functionOf(this.lastActivation);
  }

  /**
   * Ends the adding. Levels count from the outermost function that the trace shows: that may be
   * known last.
   */
  async measureLevels(slice: TimeSlice): Promise<void> {
    let lowest = Infinity;
    let greatest = -Infinity;
    for (let place = 0; place < this.count; place++) {
      const level = this.activations.level(this.activationAt(place));
      lowest = Math.min(lowest, level);
      greatest = Math.max(greatest, level);
      if ((place & 0xffff) === 0) await slice.yieldIfDue();
    }
    if (this.count > 0) [this.lowest, this.greatest] = [lowest, greatest];
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

const linkBits = 2;
const linkMask = (1 << linkBits) - 1;

function packedLink(link: Link, segment: number): number {
  return (segment << linkBits) | link;
}

/** Activations by number, in the order in which they were found. */
class Activations {
  private readonly functions = new NumberColumn();
  private readonly callers = new NumberColumn();
  /** Kinds of links, with the segments that they are known by. */
  private readonly links = new NumberColumn();
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
    this.links.add(packedLink(Link.none, none));
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
    this.links.set(activation, packedLink(link, segment));
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
    return (this.links.at(activation) & linkMask) as Link;
  }

  /** The segment that called, or to which the activation returned. */
  linkSegment(activation: number): number {
    return this.links.at(activation) >> linkBits;
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
