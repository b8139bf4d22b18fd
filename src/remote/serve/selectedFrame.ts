// The frame that gdb looks at (QTFrame), and where bytes come from that it did not collect (QTro).
import { numberInFrames } from '../../format/tracepointLines';
import { FrameMemory } from '../../machine/memory';
import type { StoppedMachine } from '../../machine/stoppedMachine';
import { findFrame } from '../../trace/search/search';
import type { FramePredicate } from '../../trace/search/framePredicate';
import type { Trace } from '../../trace/trace';
import { transparentRanges, type RunTimeRange } from '../../trace/moduleList';
import type { FoundFrameReply, FrameSelection } from '../packets/frameSelection';

/** One past the last address. */
const addressEnd = 1n << 64n;
const noBytes = new Uint8Array(0);

/** The frame selected by one client. */
export class SelectedFrame {
  /** Absent where no frame is selected, as in the beginning. */
  private frame: number | undefined;
  private clientRanges: readonly RunTimeRange[] | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly signal: AbortSignal,
  ) {}

  /** Selects a frame. One that is not found leaves the selection as it was, but for a number. */
  async select(selection: FrameSelection): Promise<FoundFrameReply> {
    if (selection.by === 'number') {
      const { frame } = selection;
      this.frame = frame !== undefined && (await this.trace.reach(frame)) ? frame : undefined;
    } else {
      const options = { from: this.frame ?? -1, direction: 1, signal: this.signal } as const;
      const found = await findFrame(this.trace, [testOf(selection)], options);
      if (!found) return {};
      this.frame = found.frame;
    }
    if (this.frame === undefined) return {};
    return { frame: this.frame, tracepoint: this.trace.index.tracepoint(this.frame) };
  }

  /** The selected frame; undefined where there is none. */
  async machine(): Promise<StoppedMachine | undefined> {
    return this.frame === undefined ? undefined : this.trace.machine(this.frame);
  }

  /** Memory as the selected frame has it; without a frame, what the programs hold that does not change. */
  async memory(): Promise<FrameMemory> {
    const machine = await this.machine();
    if (machine && !this.clientRanges) return machine.memory;
    const ranges = transparentRanges(this.trace.programs, this.clientRanges ?? 'auto');
    return new FrameMemory(machine?.frame ?? emptyFrame(this.trace), ranges);
  }

  /** From now on the programs answer for these addresses alone. */
  setTransparent(ranges: readonly RunTimeRange[]): void {
    this.clientRanges = ranges;
  }
}

function testOf(selection: Exclude<FrameSelection, { by: 'number' }>): FramePredicate {
  switch (selection.by) {
    case 'pc':
      return { addresses: new Set([selection.address]) };
    case 'tracepoint':
      return { tracepoints: new Set([numberInFrames(selection.number)]) };
    case 'range':
      return { ranges: [{ start: selection.start, end: selection.end + 1n }] };
    case 'outside':
      return {
        ranges: [
          { start: 0n, end: selection.start },
          { start: selection.end + 1n, end: addressEnd },
        ],
      };
  }
}

function emptyFrame({ framing }: Trace) {
  return {
    number: -1,
    tracepoint: 0,
    offset: 0,
    bytes: noBytes,
    order: framing.order,
    blocks: [],
    diagnostics: [],
  };
}
