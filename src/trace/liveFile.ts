// A trace whose file changes while it is open: gdb writes it still, another run is saved over it, or it goes away. The new
// contents are read beside the old ones and take their place at once; where they are no trace, the old ones stay.
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { FrameIndex } from '../format/frameIndex';
import { frameHeaderLength } from '../format/framing';
import type { TraceSource } from '../format/traceSource';
import { isFramedAlike, readContents, walkFrames, type TraceContents } from './contents';
import { Fingerprint } from './fingerprint';
import type { Trace } from './trace';

/** A source that must be closed. */
export interface OwnedSource extends TraceSource {
  close(): Promise<void>;
}

/** Keeps an opened trace in step with its file, and owns the open file. */
export class LiveFile {
  private readonly ended = new AbortController();
  private reading: Promise<void> | undefined;
  private changedMeanwhile = false;
  /** Of the bytes of the frames in the index. */
  private fingerprint: Promise<Fingerprint | undefined>;

  constructor(
    private readonly trace: Trace,
    private source: OwnedSource,
    /** Opens the file anew, or says in a sentence why that fails. */
    private readonly open: () => Promise<OwnedSource | { readonly problem: string }>,
  ) {
    this.fingerprint = trace.indexed.then(() => this.takeFingerprint());
  }

  /** The file changed, or may have: reads it anew. Never rejects; the trace says what came of it. */
  changed(): Promise<void> {
    this.changedMeanwhile = true;
    this.reading ??= this.readUntilUnchanged().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Closes the file when nothing reads it any more. */
  async close(): Promise<void> {
    this.ended.abort();
    await this.reading;
    await this.trace.indexed;
    await this.source.close();
  }

  private async readUntilUnchanged(): Promise<void> {
    while (this.changedMeanwhile && !this.ended.signal.aborted) {
      this.changedMeanwhile = false;
      await this.trace.indexed;
      try {
        await this.readAgain();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.lost(`${this.trace.name} changed and cannot be read now: ${reason}.`);
      }
    }
  }

  private async readAgain(): Promise<void> {
    const opened = await this.open();
    if ('problem' in opened) {
      this.lost(opened.problem);
      return;
    }
    let isTaken = false;
    try {
      isTaken = await this.take(opened);
    } finally {
      await (isTaken ? this.swap(opened) : opened.close());
    }
  }

  private async swap(opened: OwnedSource): Promise<void> {
    const { source } = this;
    this.source = opened;
    this.fingerprint = this.takeFingerprint();
    await source.close();
  }

  /** Takes the contents of a file in place of those there are; false where they are not taken. */
  private async take(opened: OwnedSource): Promise<boolean> {
    const { trace, ended } = this;
    const { index, name, fileSize } = trace;
    const contents = await readContents(opened, trace.programs.list[0]?.program);
    if ('problem' in contents) {
      this.lost(`${name} was overwritten and is no trace file now.`);
      return false;
    }
    const isSameRun = sameDescription(trace, contents);
    const fingerprint = await this.fingerprint;
    if (isSameRun && opened.size < fileSize && (await isCut(fingerprint, opened))) {
      this.lost(cutShort(trace, opened.size));
      return false;
    }
    const grows =
      isSameRun &&
      opened.size >= fileSize &&
      trace.isSound &&
      isFramedAlike(trace, contents) &&
      (await fingerprint?.matches(opened)) === true;
    const next = grows ? index.startOfGrown() : new FrameIndex();
    const from = grows ? endOfFrames(trace) : contents.description.framesOffset;
    const findings = await walkFrames(contents, next, from, ended.signal);
    if (ended.signal.aborted) return false;
    if (trace.index !== index) {
      // A program settled meanwhile how frames are read.
      this.changedMeanwhile = true;
      return false;
    }
    trace.replaceContents(contents, next, findings, whatChanged(trace, next, grows));
    if (!isSameRun) await trace.placeProgramsAgain();
    return true;
  }

  private lost(why: string): void {
    const message = `${why} What was read before is shown as far as it can still be read.`;
    const finding: Diagnostic = { severity: 'error', code: 'file-changed', message };
    if (!this.ended.signal.aborted) this.trace.fileLost(finding);
  }

  private async takeFingerprint(): Promise<Fingerprint | undefined> {
    try {
      const { trace, source } = this;
      return await Fingerprint.take(source, trace.description.framesOffset, endOfFrames(trace));
    } catch {
      return undefined;
    }
  }
}

/** Offset in the file of the byte after the last frame of the index. */
function endOfFrames({ index, description }: Trace): number {
  const last = index.count - 1;
  if (last < 0) return description.framesOffset;
  return index.offset(last) + frameHeaderLength + index.size(last);
}

function sameDescription({ description }: Trace, contents: TraceContents): boolean {
  const { lines, framesOffset } = contents.description;
  return (
    framesOffset === description.framesOffset &&
    lines.length === description.lines.length &&
    lines.every(({ text }, i) => text === description.lines[i]?.text)
  );
}

async function isCut(fingerprint: Fingerprint | undefined, shorter: ByteSource): Promise<boolean> {
  return (await fingerprint?.matchesUpTo(shorter, shorter.size)) === true;
}

function cutShort({ name, index }: Trace, size: number): string {
  let low = 0;
  let high = index.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const end = index.offset(middle) + frameHeaderLength + index.size(middle);
    if (end <= size) low = middle + 1;
    else high = middle;
  }
  const lost = low < index.count ? ` Frames from ${low} on are no longer in it.` : '';
  return `${name} was cut to ${size} bytes.${lost}`;
}

function whatChanged({ name, index }: Trace, next: FrameIndex, grows: boolean): string {
  const added = next.count - index.count;
  if (grows && added > 0) {
    const frames = added === 1 ? 'a frame' : `${added} frames`;
    return `${name} grew by ${frames}: it holds ${next.count} now.`;
  }
  if (grows) return `${name} was written again; its frames are the same.`;
  const frames = next.count === 1 ? '1 frame' : `${next.count} frames`;
  return `${name} changed and was read anew: it holds ${frames} now.`;
}
