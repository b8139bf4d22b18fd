// The activations of functions in a branch trace: each call of a function, who called it, and how deep it lay. A recording
// begins somewhere in the middle, so callers come to light late: when a function returns to one that was not seen before.
import { NumberColumn } from './columns';

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
export const none = -1;

/** Callers from before gaps that a return is compared with, at most. */
const mostBeforeGaps = 256;

/** Activations by number, in the order in which they came to light. */
export class Activations {
  private readonly functions = new NumberColumn();
  private readonly callers = new NumberColumn();
  private readonly links = new NumberColumn();
  private readonly linkSegments = new NumberColumn();
  private readonly levels = new NumberColumn();
  private readonly stretches = new NumberColumn();
  /** Of stretches of the trace without a gap: what to add to the levels in them, and what ran when each began. */
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
    this.stretches.add(this.shifts.length - 1);
    return this.functions.add(ofFunction);
  }

  /** One that another called, with the last instruction of a segment. */
  call(ofFunction: number, caller: number, link: Link, segment: number): number {
    const called = this.begin(ofFunction, this.levels.at(caller) + 1);
    this.stretches.set(called, this.stretches.at(caller));
    this.linkTo(called, caller, link, segment);
    return called;
  }

  /** The caller of one whose caller was not known, to which it returned with a segment. */
  callerOf(called: number, ofFunction: number, segment: number): number {
    const caller = this.begin(ofFunction, this.levels.at(called) - 1);
    this.stretches.set(caller, this.stretches.at(called));
    this.linkTo(called, caller, Link.return, segment);
    return caller;
  }

  /** A like one: the same caller and level, in another function or for a part of its segments alone. */
  beside(ofFunction: number, activation: number): number {
    const made = this.begin(ofFunction, this.levels.at(activation));
    this.linkTo(
      made,
      this.callers.at(activation),
      this.link(activation),
      this.linkSegment(activation),
    );
    this.stretches.set(made, this.stretches.at(activation));
    return made;
  }

  linkTo(activation: number, caller: number, link: Link, segment: number): void {
    this.callers.set(activation, caller);
    this.links.set(activation, link);
    this.linkSegments.set(activation, segment);
  }

  /** A part of the trace is missing: what is added from now on is at levels of its own until a caller from before is met. */
  interrupt(activation: number): void {
    this.shifts.add(this.shifts.at(this.stretches.at(activation)));
    this.interruptedBy.add(activation);
  }

  /**
   * The nearest caller above an activation that is in a function. Where the callers end at a gap, the search goes on in the
   * stack from before the gap, and what is found there is joined to what came after.
   */
  callerIn(ofFunction: number, activation: number, segment: number): number {
    let outermost = activation;
    for (let at = this.caller(activation); at !== none; at = this.caller(at)) {
      if (this.functionOf(at) === ofFunction) return at;
      outermost = at;
    }
    let left = mostBeforeGaps;
    for (let inside = outermost; left > 0;) {
      let at = this.interruptedBy.at(this.stretches.at(inside));
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

  /** Whether one of an activation and its callers was called, so that it should have returned to its caller. */
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

  /** As it came to light, in its stretch. */
  levelInStretch(activation: number): number {
    return this.levels.at(activation);
  }

  /** Its depth in the whole trace, from any number on. */
  level(activation: number): number {
    return this.levels.at(activation) + this.shifts.at(this.stretches.at(activation));
  }

  private join(outermost: number, caller: number, segment: number): void {
    const stretch = this.stretches.at(outermost);
    this.linkTo(outermost, caller, Link.return, segment);
    this.shifts.set(stretch, this.level(caller) + 1 - this.levels.at(outermost));
  }
}
