// The packets that any stopped machine answers: gdb manual, "Packets". Registers and memory are
// the selected frame's; nothing is written, and nothing runs.
import type { Recording } from '../../trace/recording';
import type { ModuleList } from '../../trace/moduleList';
import { toHex } from '../../bytes/hex';
import { Origin, FrameMemory } from '../../machine/memory';
import { FileType } from '../../symbols/elf';
import type { Trace } from '../../trace/trace';
import { Fields, writeReply } from '../packets/fields';
import { registersText, registerReply } from './registers';
import { numberInFrames } from '../../format/tracepointLines';
import type { FrameState } from '../../machine/frameState';
import { findFrame } from '../../trace/search/search';
import type { FramePredicate } from '../../trace/search/framePredicate';
import { transparentRanges, type RunTimeRange } from '../../trace/moduleList';
import type { FoundFrameReply, FrameSelection } from '../packets/frameSelection';

/** Characters of the longest packet, as gdbserver has it. */
export const packetSize = 0x47ff;
/**
 * Bytes that a reply holds as hexadecimal digits, or each behind a `}`, with room for what stands
 * around them.
 */
export const maxReplyBytes = (packetSize - 16) >> 1;
/** Where gdb takes no error with a text: for memory, registers and documents. */
export const notThere = 'E01';

const ok = 'OK';
const unsupported = '';

/** The reply to a packet that is none of tracing; empty for one that is not known. */
export async function answerMachine(
  trace: Trace,
  selected: SelectedFrame,
  packet: string,
): Promise<string> {
  switch (packet.charAt(0)) {
    case 'g':
      return registersText(trace.recording, await selected.machine());
    case 'p':
      return readRegister(trace.recording, selected, packet);
    case 'm':
      return readMemory(selected, packet);
    case '?':
      return 'T05thread:1;';
    case 'H':
    case 'T':
    case 'D':
    case 'k':
    // Breakpoints may be set: nothing runs into them.
    case 'z':
    case 'Z':
      return ok;
    case 'G':
    case 'P':
    case 'M':
    case 'X':
      return writeReply({ kind: 'error', text: 'A trace cannot be written to.' });
    default:
      return answerQuery(trace.modules.current, packet);
  }
}

async function readRegister(
  recording: Recording,
  selected: SelectedFrame,
  packet: string,
): Promise<string> {
  const fields = new Fields(packet.slice(1));
  const number = fields.count();
  if (fields.failed) return notThere;
  return registerReply(recording, await selected.machine(), number) ?? notThere;
}

async function readMemory(selected: SelectedFrame, packet: string): Promise<string> {
  const fields = new Fields(packet.slice(1));
  const address = fields.number();
  fields.expect(',');
  const length = fields.count();
  if (fields.failed || !fields.atEnd) return notThere;
  const memory = await selected.memory();
  const { bytes, origins } = await memory.read(address, Math.min(length, maxReplyBytes));
  const missing = origins.indexOf(Origin.unavailable);
  const there = missing < 0 ? bytes : bytes.subarray(0, missing);
  return there.length === 0 && length > 0 ? notThere : toHex(there);
}

function answerQuery(modules: ModuleList, packet: string): string {
  if (packet === 'QStartNoAckMode') return ok;
  if (packet === 'qC') return 'QC1';
  if (packet === 'qfThreadInfo') return 'm1';
  if (packet === 'qsThreadInfo') return 'l';
  if (packet.startsWith('vKill')) return ok;
  if (packet.startsWith('qAttached')) return '1';
  if (packet === 'qOffsets') return offsets(modules);
  return unsupported;
}

/**
 * gdb moves only code and data by this; where it moves the whole file, the auxiliary vector says
 * it.
 */
function offsets(programs: ModuleList): string {
  const [placed] = programs.all;
  if (!placed?.slide || placed.program.elf.type === FileType.shared) return unsupported;
  const digits = placed.slide.toString(16);
  return `Text=${digits};Data=${digits};Bss=${digits}`;
}

// The frame that gdb looks at (QTFrame), and where bytes come from that it did not collect (QTro).

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
      this.frame =
        frame !== undefined && (await this.trace.recording.reach(frame)) ? frame : undefined;
    } else {
      const options = { from: this.frame ?? -1, direction: 1, signal: this.signal } as const;
      const found = await findFrame(this.trace, [testOf(selection)], options);
      if (!found) return {};
      this.frame = found.frame;
    }
    if (this.frame === undefined) return {};
    return { frame: this.frame, tracepoint: this.trace.recording.index.tracepoint(this.frame) };
  }

  /** The selected frame; undefined if none exists. */
  async machine(): Promise<FrameState | undefined> {
    return this.frame === undefined ? undefined : this.trace.machine(this.frame);
  }

  /**
   * Memory as the selected frame has it; without a frame, what the programs hold that does not
   * change.
   */
  async memory(): Promise<FrameMemory> {
    const machine = await this.machine();
    if (machine && !this.clientRanges) return machine.memory;
    const ranges = transparentRanges(this.trace.modules.current, this.clientRanges ?? 'auto');
    return new FrameMemory(machine?.frame ?? emptyFrame(this.trace.recording), ranges);
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

function emptyFrame({ frameLayout }: Recording) {
  return {
    number: -1,
    tracepoint: 0,
    offset: 0,
    bytes: noBytes,
    order: frameLayout.order,
    blocks: [],
    diagnostics: [],
  };
}
