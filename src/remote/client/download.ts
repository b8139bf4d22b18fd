// A run's frames as a trace file: the description first, then frames as they come, then the mark
// of the end. What is there when a download breaks off is a trace file too.
import type { Diagnostic } from '../../bytes/diagnostic';
import { endMarker, frameHeader } from '../../format/writer';
import { pcField } from '../../machine/registerLayout';
import type { Program } from '../../symbols/program';
import type { Sink } from '../../trace/export/sink';
import {
  type RspClient,
  TargetProblem,
  malformed,
  requestDocument,
  type TargetFeatures,
} from './rspClient';
import type { Downloaded, DownloadRun } from './recording';
import type { Target } from './target';
import { describeRun, type RunDescription } from './traceDescription';
import {
  readBufferReply,
  writeBufferPacket,
  readFoundFrame,
  writeFramePacket,
} from '../packets/frameSelection';
import { readReply, latin1Bytes as latin1Bytes, hex64 } from '../packets/fields';
import { concat } from '../../bytes/concat';
import type { ByteOrder } from '../../bytes/cursor';
import { fromHex } from '../../bytes/hex';
import { blockTypes } from '../../format/blocks';
import { readTraceframeInfo, type CollectedItem } from '../../format/traceframeInfo';
import { readVariableValue, writeStatusPacket } from '../packets/run';
import { frameHeaderLength } from '../../format/blocks';

/**
 * Writes the frames of a run that is over. Rejects where the sink does, and where nothing at all
 * could be fetched.
 */
export async function downloadRun(
  client: RspClient,
  target: Target,
  description: RunDescription,
  program: Program | undefined,
  sink: Sink,
  run: DownloadRun,
): Promise<Downloaded> {
  const { bytes, findings } = describeRun(description);
  const shape: FrameShape = {
    order: target.order(program),
    registerBlockSize: description.registerBlockSize,
    pc: target.layout && pcField(target.layout),
  };
  const download = new Download(sink, description.status.framesInBuffer, run, findings);
  const byFrame = hasWrapped(description);
  if (byFrame) download.say('info', 'buffer-wrapped', bufferWrapped);
  await download.write(bytes, 0);
  const isByFrame = await download.fetch(client, target, shape, byFrame);
  await download.write(new Uint8Array(endMarker), 0);
  return download.result(isByFrame);
}

/** Whether old frames gave way to new ones, or may have. */
function hasWrapped({ status }: RunDescription): boolean {
  const { circularBuffer = false, framesInBuffer, framesCreated } = status;
  return circularBuffer && (framesCreated === undefined || framesCreated !== framesInBuffer);
}

/** One download under way. */
class Download {
  private frames = 0;
  private bytes = 0;
  private isComplete = true;
  private readonly findings: Diagnostic[];

  constructor(
    private readonly sink: Sink,
    private readonly of: number | undefined,
    private readonly run: DownloadRun,
    findings: readonly Diagnostic[],
  ) {
    this.findings = [...findings];
  }

  async write(bytes: Uint8Array, frames: number): Promise<void> {
    if (bytes.length > 0) await this.sink.write(bytes);
    this.frames += frames;
    this.bytes += bytes.length;
    const { of } = this;
    this.run.onProgress?.({
      frames: this.frames,
      bytes: this.bytes,
      ...(of !== undefined && { of }),
    });
  }

  /** Fetches all frames, and tells whether one by one. */
  async fetch(
    client: RspClient,
    target: Target,
    shape: FrameShape,
    byFrame: boolean,
  ): Promise<boolean> {
    try {
      if (byFrame) await this.fetchFrames(client, target, shape);
      else await this.fetchBuffer(client, target, shape);
      return byFrame;
    } catch (error) {
      if (!(error instanceof TargetProblem)) throw error;
      if (!byFrame && error.kind === 'unsupported') {
        this.say(
          'info',
          'buffer-not-handed-out',
          `${error.message} Its frames are fetched one by one.`,
        );
        return this.fetch(client, target, shape, true);
      }
      this.isComplete = false;
      this.say('error', 'download-broken-off', `${error.message} ${this.kept()}`);
      return byFrame;
    }
  }

  say(severity: Diagnostic['severity'], code: string, message: string): void {
    this.findings.push({ severity, code, message });
  }

  result(byFrame: boolean): Downloaded {
    const { frames, bytes, isComplete, findings } = this;
    return { frames, bytes, isComplete, byFrame, findings };
  }

  private async fetchBuffer(client: RspClient, target: Target, shape: FrameShape): Promise<void> {
    const whole = new WholeFrames(shape.order);
    for await (const piece of bufferPieces(client, target.features.bytesInReply)) {
      const before = whole.count;
      await this.write(whole.take(piece), whole.count - before);
      if (this.isCancelled()) return;
    }
    if (whole.remainder > 0 || (this.of !== undefined && whole.count !== this.of)) {
      this.isComplete = false;
      const counted = this.of === undefined ? '' : ` of the ${this.of} that the target counts`;
      const message = `The buffer holds ${whole.count} whole frames${counted}, and ${whole.remainder} bytes that are no frame.`;
      this.say('warning', 'buffer-damaged', message);
    }
  }

  private async fetchFrames(client: RspClient, target: Target, shape: FrameShape): Promise<void> {
    if (!target.features.has('qXfer:traceframe-info:read')) {
      this.say('error', 'memory-not-told', memoryNotTold);
    }
    for await (const frame of framesOneByOne(client, target.features, shape)) {
      await this.write(frame, 1);
      if (this.isCancelled()) return;
    }
    if (this.of !== undefined && this.frames !== this.of) {
      this.isComplete = false;
      const message = `${this.frames} frames were there of the ${this.of} that the target counts.`;
      this.say('warning', 'frames-missing', message);
    }
  }

  private isCancelled(): boolean {
    if (!this.run.signal?.aborted) return false;
    this.isComplete = false;
    this.say('info', 'download-cancelled', `The download was cancelled. ${this.kept()}`);
    return true;
  }

  private kept(): string {
    const { frames, of } = this;
    return `The file holds ${frames}${of === undefined ? '' : ` of ${of}`} frames.`;
  }
}

const bufferWrapped =
  'New frames took the place of old ones in the circular buffer: the frames are fetched one by one.';
const memoryNotTold =
  'The target does not tell which memory a frame collected (qXfer:traceframe-info): the frames hold registers alone.';

// The frames of a run as the target's buffer holds them, in pieces as big as its packets: gdb
// manual, "Tracepoint Packets", qTBuffer.

/** Times that a piece is asked for whose answer makes no sense. */
const tries = 3;

/**
 * The buffer piece by piece, `length` bytes each. Rejects with a {@link TargetProblem}:
 * `unsupported` where it cannot be read so.
 */
async function* bufferPieces(client: RspClient, length: number): AsyncGenerator<Uint8Array, void> {
  for (let offset = 0; ;) {
    const bytes = await readPiece(client, offset, length);
    if (bytes.length === 0) return;
    yield bytes;
    offset += bytes.length;
  }
}

async function readPiece(client: RspClient, offset: number, length: number): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askForPiece(client, offset, length);
    } catch (error) {
      const isWorthIt = error instanceof TargetProblem && error.kind === 'malformed';
      if (!isWorthIt || attempt === tries) throw error;
    }
  }
}

async function askForPiece(client: RspClient, offset: number, length: number): Promise<Uint8Array> {
  const packet = writeBufferPacket({ kind: 'read-buffer', offset, length });
  const reply = await client.request(packet);
  const { kind } = readReply(reply);
  if (kind === 'unsupported') {
    throw new TargetProblem('unsupported', 'The target does not hand out its buffer (qTBuffer).');
  }
  if (kind === 'error' && reply.length === 3) {
    throw new TargetProblem('refused', `The target refused to hand out its buffer (${reply}).`);
  }
  const read = readBufferReply(reply);
  if ('kind' in read || read.bytes.length > length) throw malformed(packet, reply, 'bytes or l');
  return read.bytes;
}

// The frames of a run one by one, as gdb looks at them: gdb manual, "Tracepoint Packets"
// (QTFrame) and "Traceframe Info Format". It takes some packets a frame, and is right where the
// buffer as a whole is not: gdbserver hands out a circular buffer that wrapped with stale bytes
// in it.

/** Bytes that the length of an M block can tell. */
const maxMemoryBlock = 0xffff;
const utf8 = new TextDecoder();

/** How the target's frames are written. */
export interface FrameShape {
  readonly order: ByteOrder;
  /** Bytes; frames of another size keep none. */
  readonly registerBlockSize: number;
  /**
   * Where the PC is in a register block, in bytes: a target infers it where no register was
   * collected.
   */
  readonly pc: { readonly offset: number; readonly size: number } | undefined;
}

/**
 * Every frame's bytes, its header included. What is selected on the target is as before in the
 * end.
 */
async function* framesOneByOne(
  client: RspClient,
  features: TargetFeatures,
  shape: FrameShape,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let number = 0; ; number++) {
      const frame = await readFrame(client, features, shape, number);
      if (!frame) return;
      yield frame;
    }
  } finally {
    if (client.lost === undefined) {
      const none = writeFramePacket({ kind: 'select-frame', by: 'number', frame: undefined });
      await client.request(none).catch(() => undefined);
    }
  }
}

async function readFrame(
  client: RspClient,
  features: TargetFeatures,
  shape: FrameShape,
  number: number,
): Promise<Uint8Array | undefined> {
  const packet = writeFramePacket({ kind: 'select-frame', by: 'number', frame: number });
  const reply = await client.request(packet);
  const { kind } = readReply(reply);
  if (kind === 'unsupported') {
    throw new TargetProblem('unsupported', 'The target does not show single frames (QTFrame).');
  }
  const found = readFoundFrame(reply);
  if ('kind' in found) throw malformed(packet, reply, found.expected);
  if (found.frame === undefined) return undefined;
  if (found.frame !== number) throw malformed(packet, reply, `frame ${number}`);
  const blocks = [await readRegisters(client, shape)];
  for (const item of await readItems(client, features)) {
    blocks.push(
      item.kind === 'memory'
        ? await readMemory(client, features, shape, item)
        : await readVariable(client, shape, item.number),
    );
  }
  const bytes = concat(blocks);
  return concat([frameHeader(found.tracepoint ?? 0, bytes.length, shape), bytes]);
}

/**
 * The R block; empty where the frame has none, and the target tells at most the PC, which it
 * infers.
 */
async function readRegisters(
  client: RspClient,
  { registerBlockSize, pc }: FrameShape,
): Promise<Uint8Array> {
  if (registerBlockSize === 0) return none;
  const digits = (await client.request('g')).slice(0, 2 * registerBlockSize);
  if (/^E[\da-f]{2}$/i.test(digits) || digits.length < 2 * registerBlockSize) return none;
  const told = pc && digits.slice(0, 2 * pc.offset) + digits.slice(2 * (pc.offset + pc.size));
  if (/^x*$/.test(told ?? digits)) return none;
  const block = new Uint8Array(1 + registerBlockSize);
  block[0] = blockTypes.R;
  block.set(fromHex(digits.replace(/x/g, '0')), 1);
  return block;
}

/** What the frame collected besides registers, in the order of its blocks. */
async function readItems(
  client: RspClient,
  features: TargetFeatures,
): Promise<readonly CollectedItem[]> {
  if (!features.has('qXfer:traceframe-info:read')) return [];
  const document = await requestDocument(client, features, 'traceframe-info');
  return document === undefined ? [] : readTraceframeInfo(utf8.decode(latin1Bytes(document))).items;
}

/** M blocks. Bytes that the target does not hand out after all end them. */
async function readMemory(
  client: RspClient,
  features: TargetFeatures,
  { order }: FrameShape,
  { start, length }: Extract<CollectedItem, { kind: 'memory' }>,
): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  const whole = Number(length < maximum ? length : maximum);
  for (let at = 0; at < whole || blocks.length === 0;) {
    const address = BigInt.asUintN(64, start + BigInt(at));
    const wanted = Math.min(whole - at, maxMemoryBlock);
    const bytes = await readBytes(client, address, wanted, features.bytesInReply);
    const header = new DataView(new ArrayBuffer(memoryHeaderLength));
    header.setUint8(0, blockTypes.M);
    header.setBigUint64(1, address, order === 'little');
    header.setUint16(9, bytes.length, order === 'little');
    blocks.push(new Uint8Array(header.buffer), bytes);
    at += bytes.length;
    if (bytes.length < wanted) break;
  }
  return concat(blocks);
}

async function readBytes(
  client: RspClient,
  address: bigint,
  length: number,
  most: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < length;) {
    const wanted = Math.min(length - at, most);
    const reply = await client.request(`m${hex64(address + BigInt(at))},${wanted.toString(16)}`);
    const bytes = readReply(reply).kind === 'data' ? fromHex(reply).subarray(0, wanted) : none;
    if (bytes.length === 0) break;
    pieces.push(bytes);
    at += bytes.length;
  }
  return concat(pieces);
}

/** A V block; nothing where the target does not tell the value. */
async function readVariable(
  client: RspClient,
  { order }: FrameShape,
  number: number,
): Promise<Uint8Array> {
  const packet = writeStatusPacket({ kind: 'variable-value', number });
  const read = readVariableValue(await client.request(packet));
  if ('kind' in read || read.value === undefined) return none;
  const block = new DataView(new ArrayBuffer(variableBlockLength));
  block.setUint8(0, blockTypes.V);
  block.setInt32(1, number, order === 'little');
  block.setBigInt64(5, read.value, order === 'little');
  return new Uint8Array(block.buffer);
}

const none = new Uint8Array(0);
/** Bytes of memory that one frame can hold: what its size can tell. */
const maximum = 0xffff_ffffn;
/** Bytes: type, address and length; type, number and value. */
const memoryHeaderLength = 11;
const variableBlockLength = 13;

// The frames in bytes of a trace buffer that come in pieces: GDB manual, "Trace File Format".
// Only whole frames go on, so that what was saved of a broken download is a trace file that ends
// well.

/** Cuts a stream of bytes after whole frames. */
export class WholeFrames {
  /** Frames that were whole so far. */
  count = 0;
  private rest: Uint8Array[] = [];
  private restLength = 0;
  /** Bytes that must be there before anything is whole. */
  private wanted = frameHeaderLength;
  private isOver = false;

  constructor(private readonly order: ByteOrder) {}

  /** Bytes that are not yet a whole frame, or belong to none. */
  get remainder(): number {
    return this.restLength;
  }

  /** Takes the next bytes, and gives those of the frames that they complete. */
  take(bytes: Uint8Array): Uint8Array {
    this.rest.push(bytes);
    this.restLength += bytes.length;
    if (this.restLength < this.wanted || this.isOver) return noBytes;
    const all = concat(this.rest);
    const end = this.walk(all);
    this.rest = end === all.length ? [] : [all.subarray(end)];
    this.restLength = all.length - end;
    return all.subarray(0, end);
  }

  /** The end of the last whole frame. */
  private walk(all: Uint8Array): number {
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const little = this.order === 'little';
    let at = 0;
    this.wanted = frameHeaderLength;
    while (at + frameHeaderLength <= all.length) {
      // A frame of tracepoint 0 is the end of a trace file.
      this.isOver = view.getInt16(at, little) === 0;
      if (this.isOver) return at;
      const length = frameHeaderLength + view.getUint32(at + 2, little);
      this.wanted = length;
      if (at + length > all.length) return at;
      at += length;
      this.count++;
      this.wanted = frameHeaderLength;
    }
    return at;
  }
}

const noBytes = new Uint8Array(0);
