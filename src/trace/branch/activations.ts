// The activations of functions in a branch trace: each call of a function, its caller, and its
// depth. A recording begins somewhere in the middle, so callers are found late: when a function
// returns to one that was not seen before. Most activations end in the piece of the trace in which
// they begin, and are made again with it; kept are those that others of later pieces may ask for.
import { partitionPoint } from '../../bytes/arrays';
import { NumberColumn } from './numberColumn';

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
export const noActivation = -1;

/** Callers from before gaps that a return is compared with, at most. */
const maxBeforeGaps = 256;

const linkBits = 2;
const linkMask = (1 << linkBits) - 1;

function packedLink(link: Link, segment: number): number {
  return (segment << linkBits) | link;
}

const noLink = packedLink(Link.none, noActivation);

/** Activations by place. */
class ActivationColumns {
  readonly functions = new NumberColumn();
  readonly callers = new NumberColumn();
  /** Kinds of links, with the segments that they are known by. */
  readonly links = new NumberColumn();
  readonly levels = new NumberColumn();
  /** In which range without a gap each began. */
  readonly stretches = new NumberColumn();

  get count(): number {
    return this.functions.length;
  }

  add(ofFunction: number, level: number, stretch: number, caller: number, link: number): void {
    this.functions.add(ofFunction);
    this.levels.add(level);
    this.stretches.add(stretch);
    this.callers.add(caller);
    this.links.add(link);
  }

  /** Adds one of others. */
  take(from: ActivationColumns, place: number): void {
    this.add(
      from.functions.at(place),
      from.levels.at(place),
      from.stretches.at(place),
      from.callers.at(place),
      from.links.at(place),
    );
  }
}

/** The activations that are kept, by ascending number. */
class KeptActivations extends ActivationColumns {
  private readonly numbers = new NumberColumn();

  /** The place of one; -1 where it is not kept. */
  placeOf(activation: number): number {
    const { numbers } = this;
    const next = partitionPoint(numbers.length, (place) => numbers.at(place) > activation);
    return next > 0 && numbers.at(next - 1) === activation ? next - 1 : -1;
  }

  keep(activation: number, from: ActivationColumns, place: number): void {
    this.numbers.add(activation);
    this.take(from, place);
  }
}

/**
 * Ranges of the trace without a gap: what to add to the levels in each, what ran when it began, and
 * the levels that it has.
 */
class Stretches {
  readonly shifts = new NumberColumn();
  readonly interruptedBy = new NumberColumn();
  private readonly lowest = new NumberColumn();
  private readonly greatest = new NumberColumn();

  constructor() {
    this.add(0, noActivation);
  }

  get count(): number {
    return this.shifts.length;
  }

  add(shift: number, interruptedBy: number): void {
    this.shifts.add(shift);
    this.interruptedBy.add(interruptedBy);
    this.lowest.add(greatestNumber);
    this.greatest.add(-greatestNumber);
  }

  /** Takes the level of a segment. */
  measure(stretch: number, level: number): void {
    if (level < this.lowest.at(stretch)) this.lowest.set(stretch, level);
    if (level > this.greatest.at(stretch)) this.greatest.set(stretch, level);
  }

  /** The lowest and the greatest level; undefined where no segment is in it. */
  levelsOf(stretch: number): readonly [number, number] | undefined {
    const [lowest, greatest] = [this.lowest.at(stretch), this.greatest.at(stretch)];
    if (lowest > greatest) return undefined;
    return [lowest + this.shifts.at(stretch), greatest + this.shifts.at(stretch)];
  }
}

const greatestNumber = 2 ** 31 - 1;

/** What all pieces of a trace share. */
export interface SharedActivations {
  readonly kept: KeptActivations;
  readonly stretches: Stretches;
}

export function sharedActivations(): SharedActivations {
  return { kept: new KeptActivations(), stretches: new Stretches() };
}

/** Where the activations of a piece begin. */
export interface ActivationStart {
  /** The number of the first that is new. */
  readonly activation: number;
  /** Ranges without a gap so far. */
  readonly stretches: number;
}

/**
 * Activations by number, in the order in which they were found, those of a piece with those that
 * are kept of the pieces before. Made again, they are the same; what is known of the kept ones from
 * later then counts only behind the segment by which it is known.
 */
export class Activations {
  private readonly own = new ActivationColumns();
  private stretches: number;
  /** Own ones to keep, beside those that run at the end. */
  private readonly wanted: number[] = [];
  /** Whether all of the piece was made again. */
  private isWhole = false;

  constructor(
    private readonly shared: SharedActivations,
    private readonly start: ActivationStart,
    /** Whether the piece is made again. */
    private readonly isAgain: boolean,
  ) {
    ({ stretches: this.stretches } = start);
  }

  /** Where the next piece begins. */
  get end(): ActivationStart {
    return {
      activation: this.start.activation + this.own.count,
      stretches: this.stretches,
    };
  }

  /** One whose caller is not known, at a level. */
  begin(ofFunction: number, level: number): number {
    return this.add(ofFunction, level, this.stretches - 1, noActivation, noLink);
  }

  /** One that another called, with the last instruction of a segment. */
  call(ofFunction: number, caller: number, link: Link, segment: number): number {
    const level = this.levelInStretch(caller) + 1;
    return this.add(ofFunction, level, this.stretchOf(caller), caller, packedLink(link, segment));
  }

  /** The caller of one whose caller was not known, to which it returned with a segment. */
  callerOf(called: number, ofFunction: number, segment: number): number {
    const level = this.levelInStretch(called) - 1;
    const caller = this.add(ofFunction, level, this.stretchOf(called), noActivation, noLink);
    this.linkTo(called, caller, Link.return, segment);
    return caller;
  }

  /**
   * A similar activation: the same caller and level, in another function or for only some of its
   * segments. `segment`: the one that is added next.
   */
  beside(ofFunction: number, activation: number, segment: number): number {
    const caller = this.caller(activation, segment);
    const link = caller === noActivation ? noLink : this.packedLinkOf(activation);
    const level = this.levelInStretch(activation);
    return this.add(ofFunction, level, this.stretchOf(activation), caller, link);
  }

  /** Keeps one that a segment of the piece before belongs to. */
  want(activation: number): void {
    this.wanted.push(activation);
  }

  /**
   * A part of the trace is missing: what is added from now on is at levels of its own until a
   * caller from before is met.
   */
  interrupt(activation: number): void {
    this.stretches++;
    if (this.isAgain) return;
    const { stretches } = this.shared;
    stretches.add(stretches.shifts.at(this.stretchOf(activation)), activation);
    this.want(activation);
  }

  /**
   * The nearest caller above an activation that is in a function. Where the callers end at a gap,
   * the search continues in the stack of before the gap, and what it finds there is joined to what
   * came after.
   */
  callerIn(ofFunction: number, activation: number, segment: number): number {
    let outermost = activation;
    const callerOf = (at: number) => this.caller(at, segment);
    for (let at = callerOf(activation); at !== noActivation; at = callerOf(at)) {
      if (this.functionOf(at) === ofFunction) return at;
      outermost = at;
    }
    let left = maxBeforeGaps;
    for (let inside = outermost; left > 0;) {
      let at = this.shared.stretches.interruptedBy.at(this.stretchOf(inside));
      if (at === noActivation) break;
      for (; at !== noActivation && left > 0; at = callerOf(at), left--) {
        inside = at;
        if (this.functionOf(at) !== ofFunction) continue;
        this.join(outermost, at, segment);
        return at;
      }
    }
    return noActivation;
  }

  /** Whether a caller above an activation is in a function. */
  hasCallerIn(ofFunction: number, activation: number, segment: number): boolean {
    let at = this.caller(activation, segment);
    while (at !== noActivation && this.functionOf(at) !== ofFunction) at = this.caller(at, segment);
    return at !== noActivation;
  }

  /** The outermost known caller of an activation, or itself. */
  outermost(activation: number, segment: number): number {
    let at = activation;
    for (let up = this.caller(at, segment); up !== noActivation; up = this.caller(at, segment))
      at = up;
    return at;
  }

  /**
   * Whether one of an activation and its callers was called, so that it should have returned to its
   * caller.
   */
  wasCalled(activation: number, segment: number): boolean {
    for (let at = activation; at !== noActivation; at = this.caller(at, segment)) {
      if (this.link(at) === Link.call) return true;
    }
    return false;
  }

  functionOf(activation: number): number {
    const place = this.ownPlaceOf(activation);
    const { kept } = this.shared;
    return place >= 0 ? this.own.functions.at(place) : kept.functions.at(kept.placeOf(activation));
  }

  /**
   * The caller of an activation, as far as it is known when a segment is added; by all of the trace
   * where none is given.
   */
  caller(activation: number, segment = Infinity): number {
    const link = this.packedLinkOf(activation);
    const isKnown = (link & linkMask) !== Link.return || link >> linkBits < segment;
    if (!isKnown) return noActivation;
    const kept = this.keptPlaceOf(activation);
    return kept < 0
      ? this.own.callers.at(activation - this.start.activation)
      : this.shared.kept.callers.at(kept);
  }

  link(activation: number): Link {
    return (this.packedLinkOf(activation) & linkMask) as Link;
  }

  /** The segment that called, or to which the activation returned. */
  linkSegment(activation: number): number {
    return this.packedLinkOf(activation) >> linkBits;
  }

  /** Its level as it was found, relative to its range of the recording. */
  levelInStretch(activation: number): number {
    const place = this.ownPlaceOf(activation);
    const { kept } = this.shared;
    return place >= 0 ? this.own.levels.at(place) : kept.levels.at(kept.placeOf(activation));
  }

  /** Its depth in the whole trace, from any number on. */
  level(activation: number): number {
    const { stretches } = this.shared;
    return this.levelInStretch(activation) + stretches.shifts.at(this.stretchOf(activation));
  }

  /** Takes the activation of a segment. */
  measure(activation: number): void {
    if (this.isAgain) return;
    this.shared.stretches.measure(this.stretchOf(activation), this.levelInStretch(activation));
  }

  /** Ends the piece, and keeps what may be asked for later. `last`: what runs at its end. */
  finish(last: number): void {
    if (this.isWhole) return;
    this.isWhole = true;
    if (this.isAgain) return;
    this.want(last);
    const found = new Set<number>();
    for (const each of this.wanted) {
      let at = each;
      for (; at >= this.start.activation && !found.has(at); at = this.ownCaller(at)) found.add(at);
    }
    for (const each of [...found].sort((a, b) => a - b)) {
      this.shared.kept.keep(each, this.own, each - this.start.activation);
    }
  }

  private ownCaller(activation: number): number {
    return this.own.callers.at(activation - this.start.activation);
  }

  private add(
    ofFunction: number,
    level: number,
    stretch: number,
    caller: number,
    link: number,
  ): number {
    this.own.add(ofFunction, level, stretch, caller, link);
    return this.start.activation + this.own.count - 1;
  }

  private linkTo(activation: number, caller: number, link: Link, segment: number): void {
    const place = activation - this.start.activation;
    // Of one that is kept it is known already where the piece is made again.
    if (place < 0 && this.isAgain) return;
    if (place < 0) this.want(caller);
    const columns = place < 0 ? this.shared.kept : this.own;
    const at = place < 0 ? this.shared.kept.placeOf(activation) : place;
    columns.callers.set(at, caller);
    columns.links.set(at, packedLink(link, segment));
  }

  private join(outermost: number, caller: number, segment: number): void {
    this.linkTo(outermost, caller, Link.return, segment);
    if (this.isAgain) return;
    const level = this.level(caller) + 1 - this.levelInStretch(outermost);
    this.shared.stretches.shifts.set(this.stretchOf(outermost), level);
  }

  private stretchOf(activation: number): number {
    const place = this.ownPlaceOf(activation);
    const { kept } = this.shared;
    return place >= 0 ? this.own.stretches.at(place) : kept.stretches.at(kept.placeOf(activation));
  }

  private packedLinkOf(activation: number): number {
    const kept = this.keptPlaceOf(activation);
    return kept < 0
      ? this.own.links.at(activation - this.start.activation)
      : this.shared.kept.links.at(kept);
  }

  /** Its place among the kept; below 0 for one of a piece that is being made. */
  private keptPlaceOf(activation: number): number {
    if (!this.isWhole && activation >= this.start.activation) return -1;
    return this.shared.kept.placeOf(activation);
  }

  /** Its place among those that the piece found; below 0 for one of another. */
  private ownPlaceOf(activation: number): number {
    const place = activation - this.start.activation;
    return place < this.own.count ? place : -1;
  }
}
