// Which frames are steps. A file does not mark them: gdbserver writes one frame for the hit and one
// for each instruction that `while-stepping` collected after it, all with the same number.
import type { TimeSlice } from '../bytes/timeSlice';
import type { Tracepoint } from '../format/description';
import { numberInFrames } from '../format/tracepointLines';
import type { FrameIndex } from '../format/frameIndex';

/** Tells hits from the steps that follow them. */
export class SteppingFrames {
  private readonly tracepoints = new Map<number, SteppingTracepoint>();

  constructor(
    private readonly index: FrameIndex,
    tracepoints: readonly Tracepoint[],
  ) {
    for (const tracepoint of tracepoints) {
      if (tracepoint.step === 0) continue;
      this.tracepoints.set(numberInFrames(tracepoint.number), describe(tracepoint));
    }
  }

  /**
   * Whether a frame is a step: its tracepoint steps, and its PC differs from all of the
   * tracepoint's locations.
   */
  isStep(frame: number): boolean {
    const tracepoint = this.tracepoints.get(this.index.tracepoint(frame));
    if (!tracepoint) return false;
    const pc = this.index.pc(frame);
    return pc === undefined ? tracepoint.hitsHaveRegisters : !tracepoint.addresses.has(pc);
  }

  /**
   * How many more steps can follow `frame` in its hit. Where a hit has no frame (its condition was
   * false, but gdbserver steps nevertheless), only the number of steps separates its steps from the
   * next ones.
   */
  async stepsAhead(frame: number, slice: TimeSlice): Promise<number> {
    const step = this.tracepoints.get(this.index.tracepoint(frame))?.step ?? 0;
    if (!this.isStep(frame)) return step;
    const stepsBefore = await this.stepsBefore(frame, slice);
    return step - 1 - (stepsBefore % step);
  }

  /**
   * Steps between a step and the nearest earlier hit, or the beginning; only of this tracepoint.
   */
  private async stepsBefore(frame: number, slice: TimeSlice): Promise<number> {
    const number = this.index.tracepoint(frame);
    let steps = 0;
    for (let earlier = frame - 1; earlier >= 0; earlier--) {
      if (slice.usedUp) await slice.yieldIfDue();
      if (this.index.tracepoint(earlier) !== number) continue;
      if (!this.isStep(earlier)) break;
      steps++;
    }
    return steps;
  }
}

interface SteppingTracepoint {
  readonly step: number;
  readonly addresses: ReadonlySet<bigint>;
  /** A frame without registers cannot be a hit where hits collect them. */
  readonly hitsHaveRegisters: boolean;
}

function describe(tracepoint: Tracepoint): SteppingTracepoint {
  return {
    step: tracepoint.step,
    addresses: new Set(tracepoint.locations.map((location) => location.address)),
    hitsHaveRegisters: tracepoint.locations.some((location) =>
      location.actions.some((action) => action.kind === 'registers'),
    ),
  };
}
