// A trace answers as a stopped target whose run is over: gdb manual, "Tracepoint Packets" and "Packets".
// What gdb then shows with tfind, tdump, tstatus, x, print and bt comes from the trace's frames.
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { writeBufferReply } from '../packets/buffer';
import { writeFeatures, type Feature } from '../packets/features';
import { writeFoundFrame } from '../packets/frameSelection';
import { readPacket, type TracePacket } from '../packets/packet';
import { writeReply } from '../packets/reply';
import { writeStatusReply, writeTracepointStatus, writeVariableValue } from '../packets/status';
import { writeDocumentPart } from '../packets/transfer';
import { writeTracepointPiece, writeUploadedVariable } from '../packets/upload';
import { traceDocument } from './documents';
import { ClientFiles, type OpenFile } from './programFiles';
import { countersOf, statusOf, tracepointPieces, uploadedVariables } from './experiment';
import { answerMachine, maxReplyBytes, notThere, packetSize } from './machinePackets';
import { SelectedFrame } from './selectedFrame';
import { TraceBuffer } from './traceBuffer';

const ok = 'OK';
const unsupported = '';

/** Answers one client's packets. */
export class TraceServer implements Disposable {
  private readonly selected: SelectedFrame;
  private readonly buffer: TraceBuffer;
  private readonly files: ClientFiles;
  private readonly pending = { tracepoints: [] as string[], variables: [] as string[] };

  /** `openFile` opens programs' files for gdb; `signal` ends searches that are under way. */
  constructor(
    private readonly trace: Trace,
    openFile: OpenFile,
    signal: AbortSignal,
  ) {
    this.files = new ClientFiles(trace, openFile);
    this.selected = new SelectedFrame(trace, signal);
    this.buffer = new TraceBuffer(trace);
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
        return writeStatusReply(statusOf(trace));
      case 'tracepoint-status': {
        const counters = countersOf(trace, packet.number, packet.address);
        return counters ? writeTracepointStatus(counters) : unsupported;
      }
      case 'variable-value':
        return writeVariableValue((await selected.machine())?.variable(packet.number));
      case 'upload-tracepoints': {
        if (!packet.next) {
          this.pending.tracepoints = tracepointPieces(trace).map(writeTracepointPiece);
        }
        return this.pending.tracepoints.shift() ?? 'l';
      }
      case 'upload-variables': {
        if (!packet.next) {
          this.pending.variables = uploadedVariables(trace).map(writeUploadedVariable);
        }
        return this.pending.variables.shift() ?? 'l';
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

function features({ description, programs }: Trace): Feature[] {
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
    ...(programs.list.length > 0
      ? ['qXfer:auxv:read', 'qXfer:exec-file:read', 'qXfer:libraries-svr4:read']
      : []),
  ];
  return [
    { name: 'PacketSize', state: { value: packetSize.toString(16) } },
    ...names.map((name): Feature => ({ name, state: 'yes' })),
  ];
}
