// What was recorded: the bytes of a trace file, its description, and the index of its frames. The
// index grows while the file is read for the first time.
import { t } from '@vscode/l10n';
import { partitionPoint } from '../bytes/arrays';
import type { Diagnostic } from '../bytes/diagnostic';
import { type ByteSource, ReadFailed } from '../bytes/source';
import { inSteps, TimeSlice } from '../bytes/timeSlice';
import type { FrameLayout } from '../format/blocks';
import { counterBase, readingCounters, type CounterBase, type Counters } from '../format/counters';
import type { Description, Tracepoint, TraceStateVariable } from '../format/description';
import { readFrame, type Frame } from '../format/frame';
import { FrameIndex } from '../format/frameIndex';
import { numberInFrames } from '../format/tracepointLines';
import { inferPc } from '../machine/frameState';
import type { RegisterLayout } from '../machine/registerLayout';
import type { Program } from '../symbols/program';
import { framesOfEvidence, readEvidence, type AddressEvidence } from './slide';
import { frameWithProgram, isFramedAlike, walkFrames, type TraceContents } from './contents';
import { Emitter, type Disposable } from './emitter';
import { SteppingFrames } from './steppingFrames';

/** How far the index has come. */
export interface IndexProgress {
  readonly frames: number;
  /** 0 to 1, of the file's bytes. */
  readonly fraction: number;
  readonly complete: boolean;
}

/** The contents of a trace file, as the file has them now. */
export class Recording implements Disposable {
  private readonly progressed = new Emitter<IndexProgress>();
  private readonly fileChanged = new Emitter<string>();
  /** The index grew or was completed. */
  readonly onDidIndex = this.progressed.event;
  /** The file has changed since it was opened: a sentence for the user. */
  readonly onDidChangeFile = this.fileChanged.event;

  private fileFindings: readonly Diagnostic[] = [];
  private indexFindings: readonly Diagnostic[] = [];
  private cancelIndexing = new AbortController();
  private indexingDone: Promise<void> = Promise.resolve();
  private progress: IndexProgress = { frames: 0, fraction: 0, complete: false };
  private frameIndex = new FrameIndex();
  private readonly tracepoints = new Map<number, Tracepoint>();
  /** How the file writes counters; determined when they are first asked for. */
  private base: Promise<CounterBase | undefined> | undefined;
  private counted = new WeakMap<Tracepoint, Counters>();
  private steppingFrames = new SteppingFrames(this.frameIndex, []);
  private disposed = false;

  /** Begins to index the frames. `changed` is called when index or diagnostics change. */
  constructor(
    /** The file's name, for the user. */
    readonly name: string,
    private contents: TraceContents,
    private readonly changed: () => void,
  ) {
    this.startIndexing();
  }

  /** The text section. */
  get description(): Description {
    return this.contents.description;
  }

  /** The file, for searches that read many frames at once. */
  get bytes(): ByteSource {
    return this.contents.source;
  }

  /** Of a trace that is a folder: the names of its files. */
  get parts(): readonly string[] | undefined {
    return this.contents.source.parts;
  }

  /** In bytes. */
  get fileSize(): number {
    return this.contents.source.size;
  }

  /** The frames found so far; grows until {@link indexed}. */
  get index(): FrameIndex {
    return this.frameIndex;
  }

  /** Resolves when every frame is in the index, or the recording was disposed of. */
  get indexed(): Promise<void> {
    return this.indexingDone;
  }

  get indexProgress(): IndexProgress {
    return this.progress;
  }

  get frameLayout(): FrameLayout {
    return this.contents.frameLayout;
  }

  /** Absent where neither the file nor a program describes the registers. */
  get layout(): RegisterLayout | undefined {
    return this.contents.layout;
  }

  get stepping(): SteppingFrames {
    return this.steppingFrames;
  }

  /** Everything found wrong or worth knowing, in the order of the file. */
  get diagnostics(): Diagnostic[] {
    const { source, description, target, frameLayout } = this.contents.diagnostics;
    const frames = this.description.status?.running
      ? this.indexFindings.map(ofRunThatGoesOn)
      : this.indexFindings;
    return [this.fileFindings, source, description, target, frameLayout, frames].flat();
  }

  /** Whether every byte from the first frame to the last belongs to an undamaged frame. */
  get isSound(): boolean {
    const { index } = this;
    const end = index.count === 0 ? 0 : index.offset(index.count - 1);
    return this.indexFindings.every(
      ({ frame, offset }) => frame === undefined && (offset === undefined || offset >= end),
    );
  }

  /** The tracepoint that the description defines under a frame's tracepoint number. */
  tracepoint(number: number): Tracepoint | undefined {
    return this.tracepoints.get(number);
  }

  /** The trace state variable that the description defines under a number. */
  variable(number: number): TraceStateVariable | undefined {
    const { variables } = this.description;
    const at = partitionPoint(variables.length, (i) => (variables[i]?.number ?? 0) >= number);
    return variables[at]?.number === number ? variables[at] : undefined;
  }

  /** Hits and usage as the file counts them; undefined until all frames are in the index. */
  async counters(tracepoint: Tracepoint): Promise<Counters | undefined> {
    const { index, description, counted } = this;
    if (!this.progress.complete) return undefined;
    this.base ??= counterBase(description, (number) => index.bytesOf(number));
    const base = await this.base;
    const known = counted.get(tracepoint);
    if (known) return known;
    const frameBytes = index.bytesOf(tracepoint.number);
    const read = await inSteps(readingCounters(tracepoint, frameBytes, base));
    if (read) counted.set(tracepoint, read);
    return read;
  }

  /** Waits until the index holds a frame; false if the file does not have it. */
  async reach(frame: number): Promise<boolean> {
    while (this.frameIndex.count <= frame && !this.progress.complete) {
      await new Promise<void>((resolve) => {
        const listener = this.onDidIndex(() => {
          listener.dispose();
          resolve();
        });
      });
    }
    return frame >= 0 && frame < this.frameIndex.count;
  }

  /** A frame's bytes and blocks. The frame must be in the index. */
  frame(number: number): Promise<Frame> {
    return readFrame(this.bytes, this.frameIndex, number, this.frameLayout);
  }

  /** A frame's PC as a run-time address, collected or inferred, without reading the frame. */
  pc(frame: number): { readonly pc: bigint; readonly inferred: boolean } | undefined {
    const collected = this.frameIndex.pc(frame);
    if (collected !== undefined) return { pc: collected, inferred: false };
    const inferred = inferPc(this.tracepoints.get(this.frameIndex.tracepoint(frame)));
    return 'pc' in inferred ? { pc: inferred.pc, inferred: true } : undefined;
  }

  /** The run-time addresses in it; waits for the frames that they are read from. */
  async evidence(): Promise<AddressEvidence> {
    await this.reach(framesOfEvidence - 1);
    return readEvidence(this.description, this.frameIndex);
  }

  /** Reads the frames as a program says, if the file leaves byte order or registers open. */
  async settle(program: Program): Promise<void> {
    const before = this.contents;
    const framed = await frameWithProgram(before, program);
    // A file that changed meanwhile was read again with the programs in use then.
    if (this.contents !== before) return;
    this.contents = framed;
    if (!isFramedAlike(before, framed) && !this.disposed) this.startIndexing();
  }

  /** The file can no longer be read; what was read of it stays. */
  fileLost(finding: Diagnostic): void {
    if (this.disposed || this.fileFindings[0]?.message === finding.message) return;
    this.fileFindings = [finding];
    this.fileChanged.fire(finding.message);
    this.changed();
  }

  /**
   * Takes what the file holds now, all at once, so that nobody sees a trace without frames;
   * `sentence` says what changed. The caller closes the source of before.
   */
  replaceContents(
    contents: TraceContents,
    index: FrameIndex,
    findings: readonly Diagnostic[],
    sentence: string,
  ): void {
    if (this.disposed) return;
    this.cancelIndexing.abort();
    this.contents = contents;
    this.fileFindings = [];
    this.indexFindings = findings;
    this.useIndex(index);
    this.indexingDone = Promise.resolve();
    this.progress = { frames: index.count, fraction: 1, complete: true };
    this.fileChanged.fire(sentence);
    this.progressed.fire(this.progress);
    this.changed();
  }

  dispose(): void {
    this.disposed = true;
    this.cancelIndexing.abort();
    this.progress = { ...this.progress, complete: true };
    this.progressed.fire(this.progress);
    this.progressed.dispose();
    this.fileChanged.dispose();
  }

  private startIndexing(): void {
    this.cancelIndexing.abort();
    this.cancelIndexing = new AbortController();
    this.useIndex(new FrameIndex());
    // At once: who asks for a frame before any is read waits for it.
    this.progress = { frames: 0, fraction: 0, complete: false };
    this.indexingDone = this.indexAll(this.frameIndex, this.cancelIndexing.signal);
  }

  private useIndex(index: FrameIndex): void {
    const { tracepoints } = this.description;
    this.frameIndex = index;
    this.base = undefined;
    this.counted = new WeakMap();
    this.tracepoints.clear();
    for (const each of tracepoints) this.tracepoints.set(numberInFrames(each.number), each);
    this.steppingFrames = new SteppingFrames(index, tracepoints);
  }

  private async indexAll(index: FrameIndex, signal: AbortSignal): Promise<void> {
    const report = (fraction: number, complete: boolean) => {
      if (signal.aborted) return;
      this.progress = { frames: index.count, fraction, complete };
      this.progressed.fire(this.progress);
    };
    const { contents } = this;
    await new TimeSlice().yieldIfDue();
    const from = contents.description.framesOffset;
    const findings = await walkFrames(contents, index, from, signal, (fraction) => {
      report(fraction, false);
    });
    if (signal.aborted) return;
    this.indexFindings = findings;
    report(1, true);
    this.changed();
  }
}

// Long work over frames whose numbers mean other frames from one moment to the next: the file
// changed, or a program settled how its frames are read.

/** Fails where a trace has no longer the index that some work was begun with. */
export function requireCurrentIndex({ name, index }: Recording, begun: FrameIndex): void {
  if (index === begun) return;
  throw new ReadFailed(t('The frames of {0} were read anew meanwhile. Ask again.', name));
}

/** A file that is written during a run has no end yet. */
function ofRunThatGoesOn(finding: Diagnostic): Diagnostic {
  if (finding.code !== 'missing-end-marker') return finding;
  const message = t('The run went on when this was written: later frames are not in the file.');
  return { ...finding, severity: 'info', message };
}
