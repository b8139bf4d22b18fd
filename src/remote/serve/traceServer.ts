// A trace answers as a stopped target whose run is over: gdb manual, "Tracepoint Packets" and
// "Packets". What gdb then shows with tfind, tdump, tstatus, x, print and bt comes from the
// trace's frames.
import type { Recording } from '../../trace/recording';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { writeBufferReply, writeFoundFrame } from '../packets/frameSelection';
import { writeFeatures, type Feature } from '../packets/features';
import { readPacket, type TracePacket } from '../packets/packet';
import { writeReply } from '../packets/fields';
import {
  writeStatusReply,
  writeTracepointStatus,
  writeVariableValue,
  type TraceStatusReply,
} from '../packets/run';
import { writeDocumentPart } from '../packets/transfer';
import {
  writeTracepointPiece,
  writeUploadedVariable,
  type TracepointPiece,
  type UploadedVariable,
} from '../packets/upload';
import { traceDocument, ClientFiles, type OpenFile } from './documents';
import { mainLanguage } from '../../trace/expressions';
import { styleOf } from '../../symbols/dwarf/languages';
import {
  answerMachine,
  maxReplyBytes,
  notThere,
  packetSize,
  SelectedFrame,
  blockSizeInGdb,
} from './machinePackets';
import { partitionPoint } from '../../bytes/arrays';
import { concat } from '../../bytes/cursor';
import type { CounterBase } from '../../format/counters';
import { TimeSlice } from '../../bytes/timeSlice';
import { frameHeaderLength } from '../../format/blocks';
import type { Tracepoint, TracepointLocation } from '../../format/description';

const ok = 'OK';
const unsupported = '';

/** Answers one client's packets. */
export class TraceServer implements Disposable {
  private readonly selected: SelectedFrame;
  private readonly buffer: TraceBuffer;
  private readonly files: ClientFiles;
  /** What is left of an upload. */
  private readonly pending: {
    tracepoints: Iterator<TracepointPiece, undefined>;
    variables: Iterator<UploadedVariable, undefined>;
  } = { tracepoints: [].values(), variables: [].values() };

  /** `openFile` opens programs' files for gdb; `signal` ends searches that are under way. */
  constructor(
    private readonly trace: Trace,
    openFile: OpenFile,
    signal: AbortSignal,
  ) {
    this.files = new ClientFiles(trace, openFile);
    this.selected = new SelectedFrame(trace, signal);
    this.buffer = new TraceBuffer(trace.recording);
  }

  /** The reply to a packet; empty for one that is not known. */
  async answer(packet: string): Promise<string> {
    const { trace, selected } = this;
    const traced = readPacket(packet);
    if (traced?.kind === 'malformed') return error(`The packet should be ${traced.expected}.`);
    try {
      return await (traced ? this.answerTraced(traced) : answerMachine(trace, selected, packet));
    } catch {
      // The file cannot be read any more.
      return notThere;
    }
  }

  dispose(): void {
    this.files.dispose();
  }

  private async answerTraced(packet: TracePacket): Promise<string> {
    const { trace, selected } = this;
    switch (packet.kind) {
      case 'supported':
        return writeFeatures(features(trace));
      case 'trace-status':
        return writeStatusReply(statusOf(trace.recording));
      case 'tracepoint-status': {
        const counters = await countersOf(trace.recording, packet.number, packet.address);
        return counters ? writeTracepointStatus(counters) : unsupported;
      }
      case 'variable-value':
        return writeVariableValue((await selected.machine())?.variable(packet.number));
      case 'upload-tracepoints': {
        if (!packet.next) {
          const language = await mainLanguage(trace.modules.current.loaded);
          this.pending.tracepoints = await tracepointPieces(trace.recording, language);
        }
        const { value: piece } = this.pending.tracepoints.next();
        return piece ? writeTracepointPiece(piece) : 'l';
      }
      case 'upload-variables': {
        if (!packet.next) {
          this.pending.variables = uploadedVariables(trace.recording);
        }
        const { value: variable } = this.pending.variables.next();
        return variable ? writeUploadedVariable(variable) : 'l';
      }
      case 'select-frame': {
        const found = await selected.select(packet);
        const leaves = packet.by === 'number' && packet.frame === undefined;
        return leaves ? ok : writeFoundFrame(found);
      }
      case 'read-buffer':
        return this.readBuffer(packet.offset, packet.length);
      case 'read-object':
        return this.readObject(packet);
      case 'file-system':
      case 'open-file':
      case 'read-file':
      case 'file-status':
      case 'close-file':
      case 'read-link':
        return this.files.answer(packet, maxReplyBytes);
      case 'transparent':
        selected.setTransparent(packet.ranges);
        return ok;
      case 'list-markers':
      case 'marker-at':
        return 'l';
      case 'disconnected-tracing':
        return ok;
      case 'branch-trace':
      case 'branch-buffer':
      case 'shortest-fast-instruction':
      case 'save':
        return unsupported;
      case 'buffer-size':
      case 'circular-buffer':
      case 'clear-experiment':
      case 'define-actions':
      case 'define-source':
      case 'define-tracepoint':
      case 'define-variable':
      case 'disable-tracepoint':
      case 'enable-tracepoint':
      case 'notes':
      case 'start-trace':
      case 'stop-trace':
        return error('A trace is served that was recorded before: it cannot be changed.');
    }
  }

  private async readBuffer(offset: number, length: number): Promise<string> {
    const { problem } = this.buffer;
    if (problem !== undefined) return error(problem);
    return writeBufferReply(await this.buffer.read(offset, Math.min(length, maxReplyBytes)));
  }

  private async readObject({
    object,
    annex,
    offset,
    length,
  }: Extract<TracePacket, { kind: 'read-object' }>): Promise<string> {
    const document = traceDocument(this.trace, await this.selected.machine(), object, annex);
    if (document === undefined) return notThere;
    const end = offset + Math.min(length, maxReplyBytes);
    return writeDocumentPart({ data: document.slice(offset, end), last: end >= document.length });
  }
}

function error(text: string): string {
  return writeReply({ kind: 'error', text });
}

function features({
  recording: { description },
  modules: { current: programs },
}: Trace): Feature[] {
  const names = [
    'QStartNoAckMode',
    'ConditionalTracepoints',
    'TraceStateVariables',
    'TracepointSource',
    'FastTracepoints',
    'StaticTracepoints',
    'tracenz',
    'qXfer:traceframe-info:read',
    'qXfer:statictrace:read',
    ...(description.targetXml === undefined ? [] : ['qXfer:features:read']),
    ...(programs.all.length > 0
      ? ['qXfer:auxv:read', 'qXfer:exec-file:read', 'qXfer:libraries-svr4:read']
      : []),
  ];
  return [
    { name: 'PacketSize', state: { value: packetSize.toString(16) } },
    ...names.map((name): Feature => ({ name, state: 'yes' })),
  ];
}

// The trace buffer as gdb downloads it for `tsave` (qTBuffer): the frames, one after the other. A
// file's frames may have damage between them; the buffer has none.

/** Reads the buffer; quick where one reading begins where the last ended. */
export class TraceBuffer {
  /** A frame, and where it begins in the buffer. */
  private at = { frame: 0, offset: 0 };
  private last: { readonly frame: number; readonly bytes: Uint8Array } | undefined;

  constructor(private readonly recording: Recording) {}

  /**
   * Why the frames cannot be downloaded: gdb writes into a file what it takes to be the size of a
   * register block, and reads the frames by that. Undefined where they can.
   */
  get problem(): string | undefined {
    const { layout, frameLayout } = this.recording;
    if (!layout || frameLayout.registerBlockSize === 0) return undefined;
    const inGdb = blockSizeInGdb(this.recording);
    if (frameLayout.registerBlockSize === inGdb) return undefined;
    return `The trace has register blocks of ${frameLayout.registerBlockSize} bytes and gdb would save them as of ${inGdb}: copy the file instead.`;
  }

  /** Up to `length` bytes from `offset`; none at the end. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    await this.moveTo(offset);
    const pieces: Uint8Array[] = [];
    let wanted = length;
    let skipped = offset - this.at.offset;
    for (let { frame } = this.at; wanted > 0 && (await this.recording.reach(frame)); frame++) {
      const piece = (await this.bytesOf(frame)).subarray(skipped, skipped + wanted);
      pieces.push(piece);
      wanted -= piece.length;
      skipped = 0;
    }
    return concat(pieces);
  }

  /** Goes to the frame that holds an offset, or to the end. */
  private async moveTo(offset: number): Promise<void> {
    if (offset < this.at.offset) this.at = { frame: 0, offset: 0 };
    const slice = new TimeSlice();
    while (
      this.at.frame < this.recording.index.count ||
      (await this.recording.reach(this.at.frame))
    ) {
      const end = this.at.offset + frameHeaderLength + this.recording.index.size(this.at.frame);
      if (end > offset) return;
      this.at = { frame: this.at.frame + 1, offset: end };
      if (slice.usedUp) await slice.yieldIfDue();
    }
  }

  /** A frame with its header, as it is in a file. */
  private async bytesOf(frame: number): Promise<Uint8Array> {
    if (this.last?.frame === frame) return this.last.bytes;
    const { tracepoint, bytes, order } = await this.recording.frame(frame);
    const written = new Uint8Array(frameHeaderLength + bytes.length);
    const header = new DataView(written.buffer);
    header.setInt16(0, tracepoint, order === 'little');
    header.setUint32(2, bytes.length, order === 'little');
    written.set(bytes, frameHeaderLength);
    this.last = { frame, bytes: written };
    return written;
  }
}

// The trace's tracepoints and variables as a target tells of them (qTfP, qTfV), and the
// state of each and of the run (qTStatus, qTP, qTV).

const utf8 = new TextEncoder();

/**
 * Every piece of every tracepoint. gdb numbers tracepoints in the reverse of the order in which
 * they come; the order is the file's, so that it gives them the numbers that it gives when it
 * reads the file itself.
 */
export async function tracepointPieces(
  recording: Recording,
  language?: number,
): Promise<Generator<TracepointPiece, undefined>> {
  const inFile: ToldLocation[] = [];
  const slice = new TimeSlice();
  for (const tracepoint of recording.description.tracepoints) {
    const base = (await recording.counters(tracepoint))?.base;
    const told = { tracepoint: inLanguage(tracepoint, language), base };
    for (const location of tracepoint.locations) {
      inFile[location.fileIndex] = { ...told, location };
      if (slice.usedUp) await slice.yieldIfDue();
    }
  }
  return piecesInOrder(inFile);
}

/** A location with what is the same for all of its tracepoint. */
interface ToldLocation {
  readonly tracepoint: Tracepoint;
  readonly base: CounterBase | undefined;
  readonly location: TracepointLocation;
}

/** Made one by one as they are asked for: each location has all the commands of its tracepoint. */
function* piecesInOrder(locations: readonly ToldLocation[]): Generator<TracepointPiece, undefined> {
  for (const each of locations) yield* piecesOf(each);
  return undefined;
}

/**
 * gdb reads what was typed in the language of the program, and leaves the target where it cannot:
 * recordings of Rust programs are planned in C. Of such text what is the same in both stays.
 */
function inLanguage(tracepoint: Tracepoint, language: number | undefined): Tracepoint {
  if (styleOf(language) !== 'rust') return tracepoint;
  const { condition = '', ...rest } = tracepoint;
  const commands = tracepoint.commands.flatMap((command) => {
    const [, word = '', items] = /^((?:collect|teval)(?:\/\w+)?)\s+(.*)/s.exec(command) ?? [];
    if (items === undefined) return command;
    const kept = items.split(/,\s*/).filter((item) => /^\$(reg|arg|loc|_ret|_sdata)/.test(item));
    return kept.length > 0 ? `${word} ${kept.join(', ')}` : [];
  });
  const isInBoth = /^\$\w+ ?([!=]=|[<>]=?) ?\d+$/.test(condition);
  return { ...rest, ...(isInBoth && { condition }), commands };
}

function* piecesOf({ tracepoint, base, location }: ToldLocation): Generator<TracepointPiece> {
  const { number, step, pass } = tracepoint;
  const { address, enabled, kind, fastLength, conditionBytecode } = location;
  const place = { number, address };
  yield {
    piece: 'T',
    ...place,
    enabled,
    step,
    pass,
    isStatic: kind === 'static',
    ...(fastLength !== undefined && { fastLength }),
    ...(conditionBytecode && { conditionBytecode }),
  };
  const noStepping = { opensStepping: false, steppingActions: [] };
  for (const action of location.actions) {
    yield { piece: 'A', ...place, actions: [action], ...noStepping };
  }
  for (const action of location.steppingActions) {
    yield { piece: 'S', ...place, actions: [action], ...noStepping };
  }
  yield* sourcesOf(tracepoint, address);
  const counters = locationCounters(location, base);
  if (counters) yield { piece: 'V', ...place, ...counters };
}

function* sourcesOf(tracepoint: Tracepoint, address: bigint): Generator<TracepointPiece> {
  const { number, at, condition, commands } = tracepoint;
  const piece = (type: string, string: string): TracepointPiece => {
    const text = utf8.encode(string);
    return { piece: 'Z', number, address, type, start: 0, length: text.length, text };
  };
  if (at !== undefined) yield piece('at', at);
  if (condition !== undefined) yield piece('cond', condition);
  for (const command of commands) yield piece('cmd', command);
}

/** Every trace state variable, in the file's order. */
export function* uploadedVariables({
  description,
}: Recording): Generator<UploadedVariable, undefined> {
  for (const { number, name, initialValue, builtin } of description.variables) {
    yield { piece: 'variable', number, initialValue, builtin, name: utf8.encode(name) };
  }
  return undefined;
}

/**
 * The run's status. It is always over, whatever the file says: gdb does not look at the frames of a
 * run in progress.
 */
function statusOf({ description, index }: Recording): TraceStatusReply {
  const { status } = description;
  if (!status) return { ...overForSomeReason, framesInBuffer: index.count };
  const isKnown = status.stopReason !== 'unknown' && !status.running;
  return { ...status, ...(!isKnown && overForSomeReason), running: false, unknownFields: [] };
}

const overForSomeReason: TraceStatusReply = {
  running: false,
  stopReason: 'unknown',
  stopWord: '',
  stopTracepoint: 0,
  stopText: '',
  unknownFields: [],
};

/**
 * A tracepoint's hits and bytes, as hexadecimal digits; undefined where the file does not count
 * them, or not all frames are known yet, which tell how its digits are meant.
 */
async function countersOf(
  recording: Recording,
  number: number,
  address: bigint,
): Promise<{ hits: string; usage: string } | undefined> {
  const { tracepoints } = recording.description;
  const tracepoint = found(tracepoints, (each) => each.number >= number);
  if (tracepoint?.number !== number) return undefined;
  const location = found(tracepoint.locations, (each) => each.address >= address);
  if (location?.address !== address) return undefined;
  return locationCounters(location, (await recording.counters(tracepoint))?.base);
}

/** The first of some things from which `holds` is true. */
function found<T>(things: readonly T[], holds: (thing: T) => boolean): T | undefined {
  return things[partitionPoint(things.length, (i) => holds(things[i] as T))];
}

function locationCounters(
  { counters }: TracepointLocation,
  base: CounterBase | undefined,
): { hits: string; usage: string } | undefined {
  if (!base || !counters) return undefined;
  const radix = base === 'decimal' ? 10 : 16;
  const { hits, usage } = counters;
  const hex = (digits: string) => Number.parseInt(digits, radix).toString(16);
  return { hits: hex(hits), usage: hex(usage) };
}
