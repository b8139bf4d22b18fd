// A run's frames as a trace file: the description first, then frames as they come, then the mark of the end. What is there when
// a download breaks off is a trace file too.
import type { Diagnostic } from '../../bytes/diagnostic';
import { endMarker } from '../../format/writer';
import { pcField } from '../../machine/registerLayout';
import type { Program } from '../../symbols/program';
import type { Sink } from '../../trace/export/sink';
import { bufferPieces } from './bufferDownload';
import type { Exchange } from './exchange';
import { framesOneByOne, type FrameShape } from './frameDownload';
import type { Downloaded, DownloadRun } from './recording';
import type { Target } from './target';
import { TargetProblem } from './targetProblem';
import { describeRun, type RunDescription } from './traceDescription';
import { WholeFrames } from './wholeFrames';

/** Writes the frames of a run that is over. Rejects where the sink does, and where nothing at all could be fetched. */
export async function downloadRun(
  exchange: Exchange,
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
  const isByFrame = await download.fetch(exchange, target, shape, byFrame);
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
    exchange: Exchange,
    target: Target,
    shape: FrameShape,
    byFrame: boolean,
  ): Promise<boolean> {
    try {
      if (byFrame) await this.fetchFrames(exchange, target, shape);
      else await this.fetchBuffer(exchange, target, shape);
      return byFrame;
    } catch (error) {
      if (!(error instanceof TargetProblem)) throw error;
      if (!byFrame && error.kind === 'unsupported') {
        this.say(
          'info',
          'buffer-not-handed-out',
          `${error.message} Its frames are fetched one by one.`,
        );
        return this.fetch(exchange, target, shape, true);
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

  private async fetchBuffer(exchange: Exchange, target: Target, shape: FrameShape): Promise<void> {
    const whole = new WholeFrames(shape.order);
    for await (const piece of bufferPieces(exchange, target.features.bytesInReply)) {
      const before = whole.count;
      await this.write(whole.take(piece), whole.count - before);
      if (this.isCancelled()) return;
    }
    if (whole.leftOver > 0 || (this.of !== undefined && whole.count !== this.of)) {
      this.isComplete = false;
      const counted = this.of === undefined ? '' : ` of the ${this.of} that the target counts`;
      const message = `The buffer holds ${whole.count} whole frames${counted}, and ${whole.leftOver} bytes that are no frame.`;
      this.say('warning', 'buffer-damaged', message);
    }
  }

  private async fetchFrames(exchange: Exchange, target: Target, shape: FrameShape): Promise<void> {
    if (!target.features.has('qXfer:traceframe-info:read')) {
      this.say('error', 'memory-not-told', memoryNotTold);
    }
    for await (const frame of framesOneByOne(exchange, target.features, shape)) {
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
