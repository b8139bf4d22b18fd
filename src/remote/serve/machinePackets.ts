// The packets that any stopped machine answers: gdb manual, "Packets". Registers and memory are
// the selected frame's; nothing is written, and nothing runs.
import type { Recording } from '../../trace/recording';
import { type ModuleList, transparentRanges, type RunTimeRange } from '../../trace/moduleList';
import { toHex } from '../../bytes/hex';
import { Origin, FrameMemory } from '../../machine/memory';
import { FileType } from '../../symbols/elf';
import type { Trace } from '../../trace/trace';
import { Fields, writeReply } from '../packets/fields';
import { numberInFrames } from '../../format/tracepointLines';
import type { FrameState } from '../../machine/frameState';
import { findFrame } from '../../trace/search/search';
import type { FramePredicate } from '../../trace/search/framePredicate';
import type { FoundFrameReply, FrameSelection } from '../packets/frameSelection';
import { pcField } from '../../machine/registerLayout';
import { toBytes } from '../../bytes/cursor';

/** Characters of the longest packet, as gdbserver has it. */
export const packetSize = 0x47ff;
/**
 * Bytes that fit into a reply as hexadecimal digits, or each escaped with `}`, with room for the
 * rest of the packet.
 */
export const maxReplyBytes = (packetSize - 16) >> 1;
/** Where gdb takes no error with a text: for memory, registers and documents. */
export const notThere = 'E01';

const ok = 'OK';
const unsupported = '';

/** The reply to a packet that does not concern tracing; empty for an unknown one. */
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

// Registers as gdb asks for them: gdb manual, "Packets", g and p. A block of registers in a trace
// is what a target answered to g, so it is answered unchanged; `x` represents a register that
// was not collected.

/**
 * All registers of a frame, two characters a byte. Without a frame they are zero: gdb refuses a
 * target whose PC, and on some processors whose SP, is not there.
 */
function registersText(recording: Recording, machine: FrameState | undefined): string {
  const size = blockSizeInGdb(recording);
  const block = machine?.frame.blocks.find(({ kind }) => kind === 'R');
  if (!machine) return '00'.repeat(size);
  if (!block) return withPc(recording, machine.pc, unavailable(size));
  const end = block.offset + Math.min(block.length, size);
  const bytes = machine.frame.bytes.subarray(block.offset, end);
  const whole = wholeRegisters(recording, bytes.length);
  return toHex(bytes.subarray(0, whole)) + unavailable(size - whole);
}

/**
 * Bytes of a register block as gdb knows it, who refuses a longer one: of all registers that the
 * trace describes, else of those that gdb takes for granted.
 */
export function blockSizeInGdb({ layout, frameLayout }: Recording): number {
  const last =
    layout?.from === 'built-in'
      ? layout.registers.find(({ name }) => name === layout.architecture.lastAssumed)
      : undefined;
  if (last?.offset !== undefined) return last.offset + Math.ceil(last.bitSize / 8);
  return layout?.size ?? frameLayout.registerBlockSize;
}

/** The register of a number; undefined where it does not exist. */
function registerReply(
  recording: Recording,
  machine: FrameState | undefined,
  number: number,
): string | undefined {
  const register = recording.layout?.registers.find(
    (each) => each.number === number && each.offset !== undefined,
  );
  if (register?.offset === undefined) return undefined;
  const text = registersText(recording, machine);
  return text.slice(2 * register.offset, 2 * (register.offset + Math.ceil(register.bitSize / 8)));
}

function unavailable(bytes: number): string {
  return 'xx'.repeat(bytes);
}

/** Bytes of the registers that a block of `length` bytes holds whole. */
function wholeRegisters({ layout }: Recording, length: number): number {
  if (!layout || length >= layout.size) return length;
  let whole = 0;
  for (const { offset, bitSize } of layout.registers) {
    if (offset === undefined) continue;
    const end = offset + Math.ceil(bitSize / 8);
    if (end <= length && end > whole) whole = end;
  }
  return whole;
}

/** With the PC that was inferred, where the layout says in which register it is. */
function withPc({ layout, frameLayout }: Recording, pc: bigint | undefined, text: string): string {
  const field = layout && pcField(layout);
  if (!field || pc === undefined) return text;
  const { offset, size } = field;
  const digits = toHex(toBytes(pc, size, frameLayout.order));
  return text.slice(0, 2 * offset) + digits + text.slice(2 * (offset + size));
}
