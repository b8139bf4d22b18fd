// One opened trace, shared by every face that shows it: the editor and the debug adapter look at
// the same index, the same program and the same position.
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { counterBase, readCounters, type Counters } from '../format/counters';
import type { Description, Tracepoint } from '../format/description';
import { readDescription } from '../format/descriptionReader';
import { readFrame, type Frame } from '../format/frame';
import { FrameIndex, indexFrames } from '../format/frameIndex';
import { detectFraming, type DetectedFraming, type Framing } from '../format/framing';
import { numberInFrames } from '../format/tracepointLines';
import { readTargetDescription, type TargetDescription } from '../format/targetDescription';
import { inferPc } from '../machine/inferredPc';
import type { TransparentRange } from '../machine/memory';
import { pcField, registerLayout, type RegisterLayout } from '../machine/registerLayout';
import type { CallStack } from '../machine/stackFrame';
import { StoppedMachine } from '../machine/stoppedMachine';
import { callStack } from '../machine/unwind/callStack';
import type { Program } from '../symbols/program';
import { Emitter, type Disposable } from './emitter';
import { framesOfEvidence, leftOver, readEvidence, type AddressEvidence } from './addressEvidence';
import { PlacedProgram, type Location } from './placedProgram';
import { PlacedPrograms } from './placedPrograms';
import { matchProgram, type ProgramMatch } from './programMatch';
import { SteppingFrames } from './stepping';
import { transparentRanges, type TransparentSetting } from './transparentRanges';

/** What is known of a program behind a trace. */
export interface ProgramState {
  /** `unplaced`: position-independent, its slide is not known. `problem`: it cannot be used. */
  readonly state: 'none' | 'searching' | 'placed' | 'unplaced' | 'problem';
  readonly path?: string;
  /** Run-time address minus link-time address, modulo 2^64; of a program that is placed. */
  readonly slide?: bigint;
  /** Slides to choose from, of a program that is not placed. */
  readonly offered?: readonly bigint[];
  /** One sentence for a person. */
  readonly explanation: string;
}

/** A program with the open file that it is read from. */
export interface OpenedProgram extends Disposable {
  readonly program: Program;
}

/** A program that is in use. */
interface UsedProgram {
  readonly opened: OpenedProgram;
  readonly placed: PlacedProgram;
  readonly state: ProgramState;
}

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
  /** The position moved. */
  readonly onDidMove = this.moved.event;
  /** The index grew or was completed. */
  readonly onDidIndex = this.progressed.event;
  /** Program, diagnostics or transparent ranges changed: what was derived from them is stale. */
  readonly onDidChange = this.changed.event;

  private readonly diagnosticsBy = new Map<string, readonly Diagnostic[]>();
  private readonly tracepoints: ReadonlyMap<number, Tracepoint>;
  private readonly machines = new Map<number, Promise<StoppedMachine>>();
  private cancelIndexing = new AbortController();
  private traced: UsedProgram | undefined;
  private further: readonly UsedProgram[] = [];
  private placedPrograms = new PlacedPrograms();
  private transparentSetting: TransparentSetting = 'auto';
  private transparentList: readonly TransparentRange[] | undefined;
  private positionFrame = 0;
  private disposed = false;
  private indexingDone: Promise<void> = Promise.resolve();
  private progress: IndexProgress = { frames: 0, fraction: 0, complete: false };
  private frameIndex = new FrameIndex();
  private steppingFrames: SteppingFrames;
  private registerSet: RegisterLayout | undefined;
  private detected: DetectedFraming;
  private programState: ProgramState = { state: 'none', explanation: 'No program is chosen.' };

  private constructor(
    private readonly source: ByteSource,
    /** For a person: the file's name. */
    readonly name: string,
    readonly description: Description,
    private readonly target: TargetDescription | undefined,
    framing: DetectedFraming,
    layout: RegisterLayout | undefined,
  ) {
    this.tracepoints = new Map(
      description.tracepoints.map((each) => [numberInFrames(each.number), each]),
    );
    this.detected = framing;
    this.registerSet = layout;
    this.steppingFrames = new SteppingFrames(this.frameIndex, description.tracepoints);
  }

  /**
   * Opens a trace and begins to index it. Fails, with a sentence for a person, only where the file
   * does not begin as a trace file does. The source stays its owner's to close.
   */
  static async open(
    source: ByteSource,
    name: string,
  ): Promise<{ trace: Trace } | { problem: string }> {
    const read = await readDescription(source);
    if ('problem' in read) return read;
    const xml = read.description.targetXml;
    const target = xml === undefined ? undefined : readTargetDescription(xml);
    const framed = await frameUp(source, read.description, target?.target, undefined);
    const trace = new Trace(
      source,
      name,
      read.description,
      target?.target,
      framed.framing,
      framed.layout,
    );
    trace.diagnosticsBy.set('description', read.diagnostics);
    trace.diagnosticsBy.set('target', target?.diagnostics ?? []);
    trace.diagnosticsBy.set('framing', framed.diagnostics);
    trace.startIndexing();
    return { trace };
  }

  /** The file, for searches that read many frames at once. */
  get bytes(): ByteSource {
    return this.source;
  }

  /** Bytes of the file. */
  get fileSize(): number {
    return this.source.size;
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

  get framing(): Framing {
    return this.detected.framing;
  }

  /** Absent where neither the file nor a program says how registers are laid out. */
  get layout(): RegisterLayout | undefined {
    return this.registerSet;
  }

  get stepping(): SteppingFrames {
    return this.steppingFrames;
  }

  /** Everything found wrong or worth knowing, in the order of the file. */
  get diagnostics(): Diagnostic[] {
    return ['description', 'target', 'framing', 'index'].flatMap(
      (part) => this.diagnosticsBy.get(part) ?? [],
    );
  }

  get program(): ProgramState {
    return this.programState;
  }

  /** The programs behind the trace, the traced one first; slides may still be unknown. */
  get programs(): PlacedPrograms {
    return this.placedPrograms;
  }

  /** What is known of the programs beside the traced one: shared objects, a kernel's modules. */
  get furtherPrograms(): readonly ProgramState[] {
    return this.further.map(({ state }) => state);
  }

  /** The addresses that the programs answer for where a frame did not collect them; the same list until it changes. */
  get transparent(): readonly TransparentRange[] {
    this.transparentList ??= transparentRanges(this.placedPrograms, this.transparentSetting);
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

  /** Moves the position of every face that shows this trace. */
  moveTo(frame: number, mover: object): void {
    this.positionFrame = frame;
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
    return readFrame(this.source, this.frameIndex, number, this.framing);
  }

  /** A frame as a stopped machine. The frame must be in the index. */
  machine(frame: number): Promise<StoppedMachine> {
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
    return callStack(await this.machine(frame), this.placedPrograms.placements);
  }

  /** Function and source line of a run-time address. */
  async locate(address: bigint): Promise<Location> {
    return this.placedPrograms.locate(address);
  }

  /** What the trace says of run-time addresses; waits for the frames that it is read from. */
  async evidence(): Promise<AddressEvidence> {
    await this.reach(framesOfEvidence - 1);
    return readEvidence(this.description, this.frameIndex);
  }

  /** What the evidence says of addresses that no program in use takes up. */
  async leftOver(): Promise<AddressEvidence> {
    const { list } = this.placedPrograms;
    return leftOver(await this.evidence(), (address) => list.some((each) => each.holds(address)));
  }

  /** Says that programs are being tried. */
  searchingProgram(): void {
    this.setTraced(undefined, { state: 'searching', explanation: 'Looking for the program…' });
  }

  /** Goes on without a program, and says why. */
  withoutProgram(state: 'none' | 'problem', explanation: string, path?: string): void {
    this.setTraced(undefined, { state, explanation, ...(path !== undefined && { path }) });
  }

  /**
   * Uses a program as the traced one, at a slide if one is given, and closes it when it is no longer
   * used. Further programs go: they were placed by what the one before left over. A program that is
   * not the traced one is refused; the state says what came of it.
   */
  async useProgram(opened: OpenedProgram, slide: bigint | undefined): Promise<ProgramState> {
    const match = await this.match(opened.program, await this.evidence(), slide);
    const used = usedProgram(opened, match);
    if ('problem' in used) {
      this.setTraced(undefined, used.problem);
    } else {
      await this.frameWith(opened.program);
      this.setTraced(used, used.state);
    }
    return this.programState;
  }

  /**
   * Uses a further program, at a slide if one is given, else where what the others leave over of the
   * trace's addresses says that it lay. One of the same path is replaced.
   */
  async addProgram(opened: OpenedProgram, slide: bigint | undefined): Promise<ProgramState> {
    const { path } = opened.program;
    this.setFurther(this.further.filter(({ placed }) => placed.program.path !== path));
    const used = usedProgram(
      opened,
      await this.match(opened.program, await this.leftOver(), slide),
    );
    if ('problem' in used) return used.problem;
    this.setFurther([...this.further, used]);
    return used.state;
  }

  /** Goes on without a further program, by its path. */
  removeProgram(path: string): void {
    this.setFurther(this.further.filter(({ placed }) => placed.program.path !== path));
  }

  /** Which addresses the programs answer for. */
  setTransparent(setting: TransparentSetting): void {
    this.transparentSetting = setting;
    this.transparentList = undefined;
    this.machines.clear();
    this.changed.fire();
  }

  dispose(): void {
    this.disposed = true;
    this.cancelIndexing.abort();
    this.closePrograms();
    this.progress = { ...this.progress, complete: true };
    this.progressed.fire(this.progress);
    for (const emitter of [this.moved, this.progressed, this.changed]) emitter.dispose();
  }

  private match(
    program: Program,
    evidence: AddressEvidence,
    slide: bigint | undefined,
  ): Promise<ProgramMatch> {
    return matchProgram(program, evidence, this.registerSet?.architecture, slide);
  }

  private setTraced(traced: UsedProgram | undefined, state: ProgramState): void {
    this.traced?.opened.dispose();
    this.traced = traced;
    this.programState = state;
    this.setFurther([]);
  }

  private setFurther(further: readonly UsedProgram[]): void {
    for (const each of this.further) if (!further.includes(each)) each.opened.dispose();
    this.further = further;
    const used = this.traced ? [this.traced, ...further] : further;
    this.placedPrograms = new PlacedPrograms(used.map(({ placed }) => placed));
    this.transparentList = undefined;
    this.machines.clear();
    this.changed.fire();
    if (this.disposed) this.closePrograms();
  }

  private closePrograms(): void {
    for (const { opened } of this.traced ? [this.traced, ...this.further] : this.further) {
      opened.dispose();
    }
    this.traced = undefined;
    this.further = [];
  }

  /** A program can settle what the file left open: the byte order, or the registers' layout. */
  private async frameWith(program: Program): Promise<void> {
    const framed = await frameUp(this.source, this.description, this.target, program);
    const before = JSON.stringify([this.detected.framing, pcFieldText(this.registerSet)]);
    const after = JSON.stringify([framed.framing.framing, pcFieldText(framed.layout)]);
    this.registerSet = framed.layout;
    this.detected = framed.framing;
    this.diagnosticsBy.set('framing', framed.diagnostics);
    if (before !== after && !this.disposed) this.startIndexing();
  }

  private startIndexing(): void {
    this.cancelIndexing.abort();
    this.cancelIndexing = new AbortController();
    this.frameIndex = new FrameIndex();
    this.machines.clear();
    this.steppingFrames = new SteppingFrames(this.frameIndex, this.description.tracepoints);
    this.indexingDone = this.indexAll(this.frameIndex, this.cancelIndexing.signal);
  }

  private async indexAll(index: FrameIndex, signal: AbortSignal): Promise<void> {
    const report = (fraction: number, complete: boolean) => {
      if (signal.aborted) return;
      this.progress = { frames: index.count, fraction, complete };
      this.progressed.fire(this.progress);
    };
    const diagnostics = await this.walkFrames(index, signal, (fraction) => {
      report(fraction, false);
    });
    if (signal.aborted) return;
    this.diagnosticsBy.set('index', diagnostics);
    report(1, true);
    this.changed.fire();
  }

  /** A file that cannot be read to its end keeps the frames up to there. */
  private async walkFrames(
    index: FrameIndex,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<readonly Diagnostic[]> {
    const { framesOffset, status, tracepoints } = this.description;
    const field = this.registerSet && pcField(this.registerSet);
    const { framesInBuffer } = status ?? {};
    try {
      const walked = await indexFrames(index, this.source, framesOffset, this.framing, field, {
        signal,
        onProgress: (done, total) => {
          onProgress(done / total);
        },
        tracepoints: tracepoints.map(({ number }) => number),
        ...(framesInBuffer !== undefined && { framesInBuffer }),
      });
      return walked.diagnostics;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The file could not be read beyond frame ${index.count}: ${reason}.`;
      return [{ severity: 'error', code: 'read-failed', message }];
    }
  }

  private async readMachine(number: number): Promise<StoppedMachine> {
    // A program that settles the byte order makes the index anew.
    await this.reach(number);
    const frame = await this.frame(number);
    return new StoppedMachine(
      frame,
      this.registerSet,
      this.tracepoints.get(frame.tracepoint),
      this.transparent,
    );
  }
}

/** A program that matches a trace, ready for use; one that does not is closed. */
function usedProgram(
  opened: OpenedProgram,
  match: ProgramMatch,
): UsedProgram | { readonly problem: ProgramState } {
  const { program } = opened;
  const { slide, offered, sentence: explanation } = match;
  const said = { path: program.path, explanation };
  if (match.verdict === 'foreign') {
    opened.dispose();
    return { problem: { state: 'problem', ...said } };
  }
  const placed = new PlacedProgram(program, slide, explanation);
  const state: ProgramState =
    slide === undefined
      ? { state: 'unplaced', ...said, offered }
      : { state: 'placed', ...said, slide };
  return { opened, placed, state };
}

/** Frames kept ready: the one shown, and those stepped through just before. */
const rememberedMachines = 64;

interface FramedUp {
  readonly framing: DetectedFraming;
  readonly layout: RegisterLayout | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** How the frames are to be read: byte order, size of a register block, layout of the registers. */
async function frameUp(
  source: ByteSource,
  description: Description,
  target: TargetDescription | undefined,
  program: Program | undefined,
): Promise<FramedUp> {
  const described = target && registerLayout(target, program?.elf, 0).layout;
  const [onlyOrder, ...otherOrders] = described?.architecture.orders ?? [];
  const framing = await detectFraming(source, description, {
    ...(onlyOrder && otherOrders.length === 0 && { architectureOrder: onlyOrder }),
    ...(described && { registerTotal: described.size }),
    ...(program && { programOrder: program.elf.order }),
  });
  const { layout, diagnostics } = registerLayout(
    target,
    program?.elf,
    framing.framing.registerBlockSize,
  );
  return { framing, layout, diagnostics: [...framing.diagnostics, ...diagnostics] };
}

function pcFieldText(layout: RegisterLayout | undefined): string {
  const field = layout && pcField(layout);
  return field ? `${field.offset}/${field.size}/${field.mask?.toString() ?? ''}` : '';
}
