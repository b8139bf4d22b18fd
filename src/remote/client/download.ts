// A run's frames as a trace file: the description first, then frames as they come, then the mark
// of the end. What is there when a download breaks off is a trace file too.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../../bytes/diagnostic';
import { type ByteOrder, concat } from '../../bytes/cursor';
import { frameHeaderLength } from '../../format/blocks';
import { endMarker } from '../../format/writer';
import { registerLayout } from '../../machine/registerLayout';
import type { Program } from '../../symbols/program';
import type { Sink } from '../../trace/export/sink';
import { readReply } from '../packets/fields';
import { readBufferReply, writeBufferPacket } from '../packets/frameSelection';
import type { TraceStatusReply } from '../packets/run';
import { type FrameShape, framesOneByOne } from './framesOneByOne';
import type { Downloaded, DownloadRun } from './recording';
import { malformed, type RspClient, TargetProblem } from './rspClient';
import type { Target } from './target';
import { describeRun, type RunDescription } from './traceDescription';

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
  const { registerBlockSize, tracepoints, status } = description;
  const layout = target.layout ?? registerLayout(undefined, program?.elf, registerBlockSize).layout;
  const shape: FrameShape = {
    order: target.order(program),
    registerBlockSize,
    layout,
    tracepoints,
    maxBytes: maxBytesOf(status),
  };
  const download = new Download(sink, description.status, run, findings);
  const byFrame = hasWrapped(description);
  if (byFrame) download.say('info', 'buffer-wrapped', bufferWrapped());
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

/** Bytes that the buffer of a run can hold. */
function maxBytesOf({ bufferSize }: TraceStatusReply): number {
  return bufferSize ? 2 * bufferSize : maxBuffer;
}

/** One download under way. */
class Download {
  private frames = 0;
  private bytes = 0;
  private isComplete = true;
  /** Frames that the target counts. */
  private readonly of: number | undefined;
  /** Bytes that its buffer can hold; more are no frames. */
  private readonly maxBytes: number;
  private readonly findings: Diagnostic[];

  constructor(
    private readonly sink: Sink,
    status: TraceStatusReply,
    private readonly run: DownloadRun,
    findings: readonly Diagnostic[],
  ) {
    this.of = status.framesInBuffer;
    this.maxBytes = maxBytesOf(status);
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
      const isRefused = error.kind === 'unsupported' || error.kind === 'refused';
      if (!byFrame && isRefused && this.frames === 0) {
        this.say(
          'info',
          'buffer-not-handed-out',
          t('{0} Its frames are fetched one by one.', error.message),
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
    let fetched = 0;
    for await (const piece of bufferPieces(client, target.features.bytesInReply)) {
      fetched += piece.length;
      if (fetched > this.maxBytes) {
        this.endless('buffer-endless', bufferEndless());
        return;
      }
      const before = whole.count;
      await this.write(whole.take(piece), whole.count - before);
      if (this.isCancelled()) return;
    }
    if (whole.remainder > 0 || (this.of !== undefined && whole.count !== this.of)) {
      this.isComplete = false;
      const counted = this.of === undefined ? '' : t(' of the {0} that the target counts', this.of);
      const message = t(
        'The buffer holds {0} whole frames{1}, and {2} bytes that are no frame.',
        whole.count,
        counted,
        whole.remainder,
      );
      this.say('warning', 'buffer-damaged', message);
    }
  }

  private async fetchFrames(client: RspClient, target: Target, shape: FrameShape): Promise<void> {
    if (!target.features.has('qXfer:traceframe-info:read')) {
      this.say('info', 'memory-not-told', memoryNotTold());
    }
    const most = Math.min(this.of ?? maxFrames, maxFrames);
    for await (const frame of framesOneByOne(client, target.features, shape)) {
      if (this.frames === most) {
        this.endless('frames-endless', framesEndless());
        return;
      }
      await this.write(frame, 1);
      if (this.isCancelled()) return;
    }
    if (this.of !== undefined && this.frames !== this.of) {
      this.isComplete = false;
      const message = t(
        '{0} frames were there of the {1} that the target counts.',
        this.frames,
        this.of,
      );
      this.say('warning', 'frames-missing', message);
    }
  }

  private endless(code: string, message: string): void {
    this.isComplete = false;
    this.say('error', code, `${message} ${this.kept()}`);
  }

  private isCancelled(): boolean {
    if (!this.run.signal?.aborted) return false;
    this.isComplete = false;
    this.say('info', 'download-cancelled', t('The download was cancelled. {0}', this.kept()));
    return true;
  }

  private kept(): string {
    const { frames, of } = this;
    return t('The file holds {0}{1} frames.', frames, of === undefined ? '' : ` of ${of}`);
  }
}

/** Bytes of a buffer whose size the target does not tell. */
const maxBuffer = 1 << 30;
/** Frames that are fetched one by one. */
const maxFrames = 1 << 22;

const bufferEndless = () => t('The target hands out more bytes than its buffer holds.');
const framesEndless = () => t('The target shows more frames than it counts.');
const bufferWrapped = () =>
  t(
    'New frames took the place of old ones in the circular buffer: the frames are fetched one by one.',
  );
const memoryNotTold = () =>
  t(
    'The target does not tell what a frame collected (qXfer:traceframe-info): it was asked for what each tracepoint was to collect.',
  );

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

/** The bytes there, at most `length`; none at the end. */
export async function askForPiece(
  client: RspClient,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const packet = writeBufferPacket({ kind: 'read-buffer', offset, length });
  const reply = await client.request(packet);
  const { kind } = readReply(reply);
  if (kind === 'unsupported') {
    throw new TargetProblem(
      'unsupported',
      t('The target does not hand out its buffer (qTBuffer).'),
    );
  }
  if (kind === 'error' && reply.length === 3) {
    throw new TargetProblem(
      'refused',
      t('The target refused to hand out its buffer ({0}).', reply),
    );
  }
  const read = readBufferReply(reply);
  if ('kind' in read || read.bytes.length > length) throw malformed(packet, reply, t('bytes or l'));
  return read.bytes;
}

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
