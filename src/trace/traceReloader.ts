// A trace whose file changes while it is open: gdb is still writing it, another run is saved over
// it, or it is deleted. Once the new contents are read they replace the old ones; if they are not a
// trace, the old ones stay. A failed read is tried again.
import { t } from '@vscode/l10n';
import type { Recording } from './recording';
import type { Diagnostic } from '../bytes/diagnostic';
import { partitionPoint } from '../bytes/arrays';
import { ReadFailed } from '../bytes/source';
import type { Description } from '../format/description';
import { FrameIndex } from '../format/frameIndex';
import { frameHeaderLength } from '../format/blocks';
import { isCutByMedium, isFramedAlike, readContents, walkFrames } from './contents';
import { ReloadDebounce } from './reloadDebounce';
import type { ValidatedSource } from './validatedSource';
import type { Trace } from './trace';

/** The code of what is found where the file cannot be read any more as it was. */
export const fileChanged = 'file-changed';

/** Keeps an opened trace in step with its file, and owns the open file. */
export class TraceReloader {
  private readonly ended = new AbortController();
  private readonly debounce = new ReloadDebounce(() => void this.changed());
  private reading: Promise<void> | undefined;
  private changedMeanwhile = false;

  constructor(
    private readonly trace: Trace,
    private file: ValidatedSource,
    /** Opens the file again, or says in a sentence why that fails. */
    private readonly open: () => Promise<ValidatedSource | { readonly problem: string }>,
  ) {
    this.follow(file);
    void trace.recording.indexed.then(() => this.indexed());
  }

  /** Something happened to the file: it is read again when it is quiet. */
  touched(): void {
    this.debounce.whenQuiet();
  }

  /**
   * The file changed, or may have: reads it again. Never rejects; the trace says what came of it.
   */
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
    this.debounce.dispose();
    await this.reading;
    await this.trace.recording.indexed;
    await this.file.close();
  }

  private follow(file: ValidatedSource): void {
    file.onTouched = () => {
      this.touched();
    };
  }

  private async indexed(): Promise<void> {
    await this.file.remember(endOfFrames(this.trace.recording));
    if (isCutByMedium(this.trace.recording.diagnostics)) this.debounce.afterFailure();
  }

  private async readUntilUnchanged(): Promise<void> {
    while (this.changedMeanwhile && !this.ended.signal.aborted) {
      this.changedMeanwhile = false;
      await this.trace.recording.indexed;
      try {
        await this.readAgain();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const why = t(
          '{0} changed and cannot be read now: {1}.',
          this.trace.recording.name,
          reason,
        );
        this.lost(error instanceof ReadFailed ? reason : why);
      }
    }
  }

  private async readAgain(): Promise<void> {
    const opened = await this.open();
    if ('problem' in opened) {
      this.lost(opened.problem);
      return;
    }
    this.follow(opened);
    const { description } = this.trace.recording;
    let isTaken = false;
    try {
      isTaken = await this.take(opened);
    } finally {
      await (isTaken ? this.swap(opened) : opened.close());
    }
    if (!(await isSameRun(description, this.trace.recording.description)))
      await this.trace.modules.placeAgain();
  }

  private async swap(opened: ValidatedSource): Promise<void> {
    const { file } = this;
    this.file = opened;
    this.debounce.succeeded();
    await file.close();
    await this.indexed();
  }

  /** Takes the contents of a file in place of those there are; false where they are not taken. */
  private async take(opened: ValidatedSource): Promise<boolean> {
    const { trace, ended, file } = this;
    const { index, name, fileSize } = trace.recording;
    const { source } = opened;
    const contents = await readContents(source, trace.modules.current.all[0]?.program);
    if ('problem' in contents) {
      this.lost(t('{0} was overwritten and is no trace file now.', name));
      return false;
    }
    await opened.remember(contents.description.framesOffset);
    const isSame = await isSameRun(trace.recording.description, contents.description);
    const isCut = isSame && source.size < fileSize && !isCutByMedium(trace.recording.diagnostics);
    if (isCut && (await file.beginsAlike(source, source.size))) {
      this.lost(cutShort(trace.recording, source.size));
      return false;
    }
    const grows =
      isSame &&
      source.size >= fileSize &&
      trace.recording.isSound &&
      isFramedAlike(trace.recording, contents) &&
      (await file.beginsAlike(source));
    const next = grows ? index.startOfGrown() : new FrameIndex();
    const from = grows ? endOfFrames(trace.recording) : contents.description.framesOffset;
    const findings = await walkFrames(contents, next, from, ended.signal);
    if (ended.signal.aborted) return false;
    if (trace.recording.index !== index) {
      // A program settled meanwhile how frames are read.
      this.changedMeanwhile = true;
      return false;
    }
    if (isCutByMedium(findings) && next.count <= index.count) {
      if (isCutByMedium(trace.recording.diagnostics)) this.debounce.afterFailure();
      else this.lost(findings.at(-1)?.message ?? '');
      return false;
    }
    trace.recording.replaceContents(
      contents,
      next,
      findings,
      whatChanged(trace.recording, next, grows),
    );
    trace.cursor.keepWithin(next.count);
    return true;
  }

  private lost(why: string): void {
    const message = t('{0} What was read before is shown as far as it can still be read.', why);
    const finding: Diagnostic = { severity: 'error', code: fileChanged, message };
    if (this.ended.signal.aborted) return;
    this.trace.recording.fileLost(finding);
    this.debounce.afterFailure();
  }
}

/** Offset in the file of the byte after the last frame of the index. */
function endOfFrames({ index, description }: Recording): number {
  const last = index.count - 1;
  if (last < 0) return description.framesOffset;
  return index.offset(last) + frameHeaderLength + index.size(last);
}

async function isSameRun(one: Description, other: Description): Promise<boolean> {
  return one.framesOffset === other.framesOffset && (await one.lines.equals(other.lines));
}

function cutShort({ name, index }: Recording, size: number): string {
  const endOf = (frame: number) => index.offset(frame) + frameHeaderLength + index.size(frame);
  const first = partitionPoint(index.count, (frame) => endOf(frame) > size);
  const lost = first < index.count ? t(' Frames from {0} on are no longer in it.', first) : '';
  return t('{0} was cut to {1} bytes.{2}', name, size, lost);
}

function whatChanged(recording: Recording, next: FrameIndex, grows: boolean): string {
  const { name, index } = recording;
  const added = next.count - index.count;
  if (grows && isCutByMedium(recording.diagnostics)) {
    return t('{0} can be read again: it holds {1} frames.', name, next.count);
  }
  if (grows && added > 0) {
    const frames = added === 1 ? 'a frame' : `${added} frames`;
    return t('{0} grew by {1}: it holds {2} now.', name, frames, next.count);
  }
  if (grows) return t('{0} was written again; its frames are the same.', name);
  const frames = next.count === 1 ? '1 frame' : `${next.count} frames`;
  return t('{0} changed and was read anew: it holds {1} now.', name, frames);
}
