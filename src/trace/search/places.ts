// The places of the program where frames stop. Names are looked up once for each, however many frames stop there.
import { Holds } from '../../format/blocks';
import type { Compiled } from '../../expressions/compile';
import type { Problem } from '../../expressions/problem';
import type { CompiledCondition } from '../../expressions/closures/condition';
import type { Trace } from '../trace';

/** An expression at one place. */
export interface ExpressionPlace {
  /** Absent where it means nothing there. */
  readonly compiled?: Compiled;
  readonly problem?: Problem;
  /** Absent where it needs the evaluation that waits. */
  readonly condition?: CompiledCondition;
}

/** Distinct PCs are few in a trace; those of a hostile one are forgotten. */
const mostPlaces = 20_000;

/** An expression at the places that a search came to. */
export class ExpressionPlaces {
  /** By the PC's upper and lower half. */
  private readonly byPc = new Map<number, Map<number, ExpressionPlace>>();
  /** By tracepoint number: of frames without registers, whose PC is inferred, and of those with none. */
  private readonly inferred = new Map<number, ExpressionPlace>();
  private readonly withoutPc = new Map<number, ExpressionPlace>();
  private count = 0;
  private isMeant = false;
  private firstProblem: Problem | undefined;

  constructor(private readonly trace: Trace) {}

  /** The place of a frame; undefined where none was made for it. */
  of(frame: number): ExpressionPlace | undefined {
    const { index } = this.trace;
    const holds = index.holds(frame);
    if ((holds & Holds.pc) !== 0) {
      return this.byPc.get(index.pcHigh(frame))?.get(index.pcLow(frame));
    }
    const tracepoint = index.tracepoint(frame);
    return (holds & Holds.registers) === 0
      ? this.inferred.get(tracepoint)
      : this.withoutPc.get(tracepoint);
  }

  /** Why the expression means nothing at any place so far; undefined where it means something at one. */
  get problem(): Problem | undefined {
    return this.isMeant ? undefined : this.firstProblem;
  }

  /** Remembers what was made for a frame's place. */
  set(frame: number, place: ExpressionPlace): void {
    this.isMeant ||= place.compiled !== undefined;
    this.firstProblem ??= place.problem;
    if (++this.count > mostPlaces) this.clear();
    const { index } = this.trace;
    const holds = index.holds(frame);
    const tracepoint = index.tracepoint(frame);
    if ((holds & Holds.pc) === 0) {
      const map = (holds & Holds.registers) === 0 ? this.inferred : this.withoutPc;
      map.set(tracepoint, place);
      return;
    }
    const high = index.pcHigh(frame);
    let lows = this.byPc.get(high);
    if (!lows) this.byPc.set(high, (lows = new Map<number, ExpressionPlace>()));
    lows.set(index.pcLow(frame), place);
  }

  private clear(): void {
    this.count = 0;
    this.byPc.clear();
    this.inferred.clear();
    this.withoutPc.clear();
  }
}
