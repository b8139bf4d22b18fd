// Which frames are steps. Nothing in a file marks them: gdbserver writes one frame for the hit and
// one for each instruction that `while-stepping` collected after it, all with the same number.
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

  /** Whether a frame is a step: its tracepoint steps, and its PC is at none of the tracepoint's locations. */
  isStep(frame: number): boolean {
    const tracepoint = this.tracepoints.get(this.index.tracepoint(frame));
    if (!tracepoint) return false;
    const pc = this.index.pc(frame);
    return pc === undefined ? tracepoint.hitsHaveRegisters : !tracepoint.addresses.has(pc);
  }

  /**
   * The frame that the steps of `frame`'s hit belong to: the hit itself, the nearest earlier one of
   * a step, or the first of a run of at most `step` steps where the hit has no frame (its condition
   * was false: gdbserver steps all the same).
   */
  hitOf(frame: number): number {
    const number = this.index.tracepoint(frame);
    const step = this.tracepoints.get(number)?.step ?? 0;
    if (!this.isStep(frame)) return frame;
    const steps = [frame];
    for (let earlier = frame - 1; earlier >= 0; earlier--) {
      if (this.index.tracepoint(earlier) !== number) continue;
      if (!this.isStep(earlier)) {
        if (steps.length <= step) return earlier;
        break;
      }
      steps.push(earlier);
    }
    const positionInRun = (steps.length - 1) % step;
    return steps[positionInRun] ?? frame;
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
