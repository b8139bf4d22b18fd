// One opened trace, shared by every face that shows it: the editor and the debug adapter look at
// the same index, the same program and the same position.
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { counterBase, readCounters, type Counters } from '../format/counters';
import type { Description, Tracepoint } from '../format/description';
import { readFrame, type Frame } from '../format/frame';
import { FrameIndex } from '../format/frameIndex';
import type { FrameLayout } from '../format/blocks';
import type { TraceSource } from '../format/traceSource';
import { numberInFrames } from '../format/tracepointLines';
import { inferPc, FrameState } from '../machine/frameState';
import type { TransparentRange } from '../machine/memory';
import type { RegisterLayout } from '../machine/registerLayout';
import type { CallStack } from '../machine/stackFrame';
import { callStack } from '../machine/unwind/callStack';
import type { Program } from '../symbols/program';
import { Emitter, type Disposable } from './emitter';
import { framesOfEvidence, leftOver, readEvidence, type AddressEvidence } from './addressEvidence';
import {
  frameWithProgram,
  isFramedAlike,
  readContents,
  walkFrames,
  type TraceContents,
} from './contents';
import type { AddressDescription } from './traceModule';
import { type ModuleList, transparentRanges, type TransparentSetting } from './moduleList';
import { matchNamedProgram } from './programMatch';
import { SteppingFrames } from './steppingFrames';
import {
  type OpenedProgram,
  type ModuleState,
  type UsedModule,
  ModuleManager,
  type Matching,
} from './moduleManager';

/** The position moved to another frame. */
export interface Movement {
  readonly frame: number;
  /** Who moved it, so that the mover can tell its own movement from another's. */
  readonly mover: object;
}

/** How far the index has come. */
export interface IndexProgress {
  readonly frames: number;
  /** 0 to 1, of the file's bytes. */
  readonly fraction: number;
  readonly complete: boolean;
}

/** An opened trace file. */
export class Trace implements Disposable {
  private readonly moved = new Emitter<Movement>();
  private readonly progressed = new Emitter<IndexProgress>();
  private readonly changed = new Emitter<void>();
  private readonly fileSaid = new Emitter<string>();
  /** The position moved. */
  readonly onDidMove = this.moved.event;
  /** The index grew or was completed. */
  readonly onDidIndex = this.progressed.event;
  /** Program, diagnostics or transparent ranges changed: what was derived from them is stale. */
  readonly onDidChange = this.changed.event;
  /** The file is another now than the one that was opened: a sentence for a person. */
  readonly onDidChangeFile = this.fileSaid.event;

  /** What became of the file since it was opened. */
  private fileFindings: readonly Diagnostic[] = [];
  private indexFindings: readonly Diagnostic[] = [];
  private readonly machines = new Map<number, Promise<FrameState>>();
  private cancelIndexing = new AbortController();
  private readonly used = new ModuleManager({
    furtherGoWithTraced: true,
    changed: () => {
      this.answersChanged();
    },
    openedAnew: (used, again) => this.replaceProgram(used, again),
  });
  private transparentSetting: TransparentSetting = 'auto';
  private transparentList: readonly TransparentRange[] | undefined;
  private positionFrame = 0;
  private hasMoved = false;
  private disposed = false;
  private indexingDone: Promise<void> = Promise.resolve();
  private progress: IndexProgress = { frames: 0, fraction: 0, complete: false };
  private frameIndex = new FrameIndex();
  private tracepoints: ReadonlyMap<number, Tracepoint>;
  private steppingFrames: SteppingFrames;

  private constructor(
    /** For a person: the file's name. */
    readonly name: string,
    private contents: TraceContents,
  ) {
    this.tracepoints = byNumber(contents);
    this.steppingFrames = new SteppingFrames(this.frameIndex, contents.description.tracepoints);
  }

  /**
   * Opens a trace and begins to index it. Fails, with a sentence for a person, only where the file
   * does not begin as a trace file does. The source stays its owner's to close.
   */
  static async open(
    source: TraceSource,
    name: string,
  ): Promise<{ trace: Trace } | { problem: string }> {
    const contents = await readContents(source, undefined);
    if ('problem' in contents) return contents;
    const trace = new Trace(name, contents);
    trace.startIndexing();
    return { trace };
  }

  /** The description section, as the file has it now. */
  get description(): Description {
    return this.contents.description;
  }

  /** The file, for searches that read many frames at once. */
  get bytes(): ByteSource {
    return this.contents.source;
  }

  /** Where there is no such file, but a folder: the names of the files there of which it is made. */
  get madeOf(): readonly string[] | undefined {
    return this.contents.source.parts;
  }

  /** Bytes of the file. */
  get fileSize(): number {
    return this.contents.source.size;
  }

  /** The frames found so far; grows until {@link indexed}. */
  get index(): FrameIndex {
    return this.frameIndex;
  }

  /** Resolves when every frame is in the index, or the trace was disposed of. */
  get indexed(): Promise<void> {
    return this.indexingDone;
  }

  get indexProgress(): IndexProgress {
    return this.progress;
  }

  get frameLayout(): FrameLayout {
    return this.contents.frameLayout;
  }

  /** Absent where neither the file nor a program says how registers are laid out. */
  get layout(): RegisterLayout | undefined {
    return this.contents.layout;
  }

  get stepping(): SteppingFrames {
    return this.steppingFrames;
  }

  /** Everything found wrong or worth knowing, in the order of the file. */
  get diagnostics(): Diagnostic[] {
    const { source, description, target, frameLayout } = this.contents.diagnostics;
    return [this.fileFindings, source, description, target, frameLayout, this.indexFindings].flat();
  }

  /** Whether every byte from the first frame to the last belongs to a frame in which nothing is damaged. */
  get isSound(): boolean {
    const { index } = this;
    const end = index.count === 0 ? 0 : index.offset(index.count - 1);
    return this.indexFindings.every(
      ({ frame, offset }) => frame === undefined && (offset === undefined || offset >= end),
    );
  }

  /** What is known of the traced program. */
  get program(): ModuleState {
    return this.used.state;
  }

  /** The programs behind the trace, the traced one first; slides may still be unknown. */
  get programs(): ModuleList {
    return this.used.placed;
  }

  /** What is known of the programs beside the traced one: shared objects, a kernel's modules. */
  get furtherPrograms(): readonly ModuleState[] {
    return this.used.furtherStates;
  }

  /** The addresses that the programs answer for where a frame did not collect them; the same list until it changes. */
  get transparent(): readonly TransparentRange[] {
    this.transparentList ??= transparentRanges(this.programs, this.transparentSetting);
    return this.transparentList;
  }

  get position(): number {
    return this.positionFrame;
  }

  /** The tracepoint that the description defines under a frame's tracepoint number. */
  tracepoint(number: number): Tracepoint | undefined {
    return this.tracepoints.get(number);
  }

  /** Hits and usage as the file counts them; what their digits mean is known when every frame is. */
  counters(tracepoint: Tracepoint): Counters | undefined {
    const { index, description } = this;
    if (!this.progress.complete) return undefined;
    const base = counterBase(description, (number) => index.bytesOf(number));
    return readCounters(tracepoint, index.bytesOf(tracepoint.number), base);
  }

  /** Whether anybody has moved the position since the trace was opened. */
  get isMoved(): boolean {
    return this.hasMoved;
  }

  /** Moves the position of every face that shows this trace. */
  moveTo(frame: number, mover: object): void {
    this.positionFrame = frame;
    this.hasMoved = true;
    this.moved.fire({ frame, mover });
  }

  /** Waits until the index holds a frame; false where the trace has no such frame. */
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

  /** A frame as a stopped machine. The frame must be in the index. */
  machine(frame: number): Promise<FrameState> {
    let machine = this.machines.get(frame);
    if (!machine) {
      machine = this.readMachine(frame);
      const oldest = this.machines.size >= rememberedMachines && this.machines.keys().next();
      if (oldest && oldest.value !== undefined) this.machines.delete(oldest.value);
      this.machines.set(frame, machine);
      machine.catch(() => this.machines.delete(frame));
    }
    return machine;
  }

  /** A frame's PC as a run-time address, collected or inferred, without reading the frame. */
  pc(frame: number): { readonly pc: bigint; readonly inferred: boolean } | undefined {
    const collected = this.frameIndex.pc(frame);
    if (collected !== undefined) return { pc: collected, inferred: false };
    const inferred = inferPc(this.tracepoints.get(this.frameIndex.tracepoint(frame)));
    return 'pc' in inferred ? { pc: inferred.pc, inferred: true } : undefined;
  }

  /** The call stack of a frame. */
  async callStack(frame: number): Promise<CallStack> {
    return callStack(await this.machine(frame), this.programs.modules);
  }

  /** Function and source line of a run-time address. */
  async locate(address: bigint): Promise<AddressDescription> {
    return this.programs.locate(address);
  }

  /** What the trace says of run-time addresses; waits for the frames that it is read from. */
  async evidence(): Promise<AddressEvidence> {
    await this.reach(framesOfEvidence - 1);
    return readEvidence(this.description, this.frameIndex);
  }

  /** What the evidence says of addresses that no program in use takes up. */
  async leftOver(): Promise<AddressEvidence> {
    const { list } = this.programs;
    return leftOver(await this.evidence(), list);
  }

  /** Says that programs are being tried. */
  searchingProgram(): void {
    this.used.without({ state: 'searching', explanation: 'Looking for the program…' });
  }

  /** Goes on without a program, and says why. */
  withoutProgram(state: 'none' | 'problem', explanation: string, path?: string): void {
    this.used.without({ state, explanation, ...(path !== undefined && { path }) });
  }

  /**
   * Uses a program as the traced one, at a slide if one is given, and closes it when it is no longer
   * used. Further programs go: they were placed by what the one before left over. A program that is
   * not the traced one is refused; the state says what came of it. Rejects where the program cannot be read; the one before
   * stays.
   */
  useProgram(opened: OpenedProgram, slide: bigint | undefined): Promise<ModuleState> {
    const match = this.matching();
    return this.used.use(opened, slide, async (program, ...where) => {
      const found = await match(program, ...where);
      if (found.verdict !== 'foreign') await this.frameWith(program);
      return found;
    });
  }

  /**
   * Uses a further program, at a slide if one is given, else where what the others leave over of the trace's addresses says
   * that it lay. One of the same path is replaced, once the new one is in use. Rejects where the program cannot be read.
   */
  addProgram(opened: OpenedProgram, slide: bigint | undefined): Promise<ModuleState> {
    return this.used.add(opened, slide, this.matching());
  }

  /** Goes on without a further program, by its path. */
  removeProgram(path: string): void {
    this.used.remove(path);
  }

  /** Which addresses the programs answer for. */
  setTransparent(setting: TransparentSetting): void {
    this.transparentSetting = setting;
    this.answersChanged();
  }

  /** The file is no longer what it was, but what was read of it goes on being shown. */
  fileLost(finding: Diagnostic): void {
    if (this.disposed || this.fileFindings[0]?.message === finding.message) return;
    this.fileFindings = [finding];
    this.fileSaid.fire(finding.message);
    this.changed.fire();
  }

  /**
   * Takes what the file holds now, all at once, so that no face sees a trace without frames; `sentence` says what changed.
   * The source of before stays its owner's to close.
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
    this.fileSaid.fire(sentence);
    this.progressed.fire(this.progress);
    this.changed.fire();
    if (this.positionFrame >= index.count) this.moveTo(Math.max(0, index.count - 1), this);
  }

  /**
   * Places the programs anew: the file holds another run now, in which they may have lain elsewhere, unless the user said
   * where. Programs that cannot be read stay where they were, and the state says so: one that was written anew is opened
   * again, and placed then.
   */
  placeProgramsAgain(): Promise<void> {
    return this.used.placeAgain(this.matching());
  }

  dispose(): void {
    this.disposed = true;
    this.cancelIndexing.abort();
    this.used.dispose();
    this.progress = { ...this.progress, complete: true };
    this.progressed.fire(this.progress);
    for (const emitter of [this.moved, this.progressed, this.changed, this.fileSaid]) {
      emitter.dispose();
    }
  }

  /** Uses a program that was opened anew where it lay; one that was not placed may be now. */
  private async replaceProgram(used: UsedModule, again: OpenedProgram): Promise<void> {
    const placed = used.module.of(again.program);
    this.used.replace(used.opened, { ...used, opened: again, module: placed });
    await this.placeProgramsAgain();
  }

  private matching(): Matching {
    const evidence = this.evidence();
    return async (program, slide, beside) => {
      const rest = leftOver(await evidence, beside);
      return matchNamedProgram(program, rest, this.layout?.architecture, slide);
    };
  }

  /** Programs answer for other addresses now, or for the same ones otherwise. */
  private answersChanged(): void {
    this.transparentList = undefined;
    this.machines.clear();
    this.changed.fire();
  }

  /** A program can settle what the file left open: the byte order, or the registers' layout. */
  private async frameWith(program: Program): Promise<void> {
    const before = this.contents;
    const framed = await frameWithProgram(before, program);
    // A file that changed meanwhile was read anew with the programs in use then.
    if (this.contents !== before) return;
    this.contents = framed;
    if (!isFramedAlike(before, framed) && !this.disposed) this.startIndexing();
  }

  private startIndexing(): void {
    this.cancelIndexing.abort();
    this.cancelIndexing = new AbortController();
    this.useIndex(new FrameIndex());
    this.indexingDone = this.indexAll(this.frameIndex, this.cancelIndexing.signal);
  }

  private useIndex(index: FrameIndex): void {
    this.frameIndex = index;
    this.machines.clear();
    this.tracepoints = byNumber(this.contents);
    this.steppingFrames = new SteppingFrames(index, this.description.tracepoints);
  }

  private async indexAll(index: FrameIndex, signal: AbortSignal): Promise<void> {
    const report = (fraction: number, complete: boolean) => {
      if (signal.aborted) return;
      this.progress = { frames: index.count, fraction, complete };
      this.progressed.fire(this.progress);
    };
    const { contents } = this;
    const findings = await walkFrames(
      contents,
      index,
      contents.description.framesOffset,
      signal,
      (fraction) => {
        report(fraction, false);
      },
    );
    if (signal.aborted) return;
    this.indexFindings = findings;
    report(1, true);
    this.changed.fire();
  }

  private async readMachine(number: number): Promise<FrameState> {
    // A program that settles the byte order makes the index anew.
    await this.reach(number);
    const frame = await this.frame(number);
    return new FrameState(
      frame,
      this.layout,
      this.tracepoints.get(frame.tracepoint),
      this.transparent,
    );
  }
}

function byNumber({ description }: TraceContents): ReadonlyMap<number, Tracepoint> {
  return new Map(description.tracepoints.map((each) => [numberInFrames(each.number), each]));
}

/** Frames kept ready: the one shown, and those stepped through just before. */
const rememberedMachines = 64;
