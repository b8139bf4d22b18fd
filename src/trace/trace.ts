// One opened trace, shared by all who show it: the editor and the debug adapter use the same index,
// the same modules and the same position.
import { LruCache } from '../bytes/cache';
import type { FrameIndex } from '../format/frameIndex';
import type { TraceSource } from '../format/traceSource';
import { FrameState } from '../machine/frameState';
import type { TransparentRange } from '../machine/memory';
import type { BacktraceLimits, CallStack } from '../machine/stackFrame';
import { callStack } from '../machine/unwind/callStack';
import { unexplained } from './slide';
import { readContents, type TraceContents } from './contents';
import { FrameCursor } from './cursor';
import { Emitter, type Disposable } from './emitter';
import { ModuleManager, type Matching } from './moduleManager';
import { matchNamedProgram } from './programMatch';
import { TracePrinters } from './printers';
import { Recording } from './recording';
import { RangeList } from '../symbols/rangeList';

/** An opened trace file: what was recorded, the programs that ran, and the frame that is shown. */
export class Trace implements Disposable {
  private readonly changed = new Emitter<void>();
  /**
   * The recording, the modules or the printers changed: what was derived from them is stale.
   */
  readonly onDidChange = this.changed.event;
  readonly recording: Recording;
  readonly cursor = new FrameCursor();
  readonly modules: ModuleManager = new ModuleManager({
    furtherGoWithTraced: true,
    changed: () => {
      this.changed.fire();
    },
    matching: () => this.matching(),
    accepted: (program) => this.recording.settle(program),
    reopened: (used, again) => this.modules.placeReopened(used, again),
  });
  /** How values are shown instead of as what they are made of. */
  readonly printers = new TracePrinters(() => {
    this.changed.fire();
  });
  private readonly machines: FrameMachines;

  private constructor(name: string, contents: TraceContents) {
    this.recording = new Recording(name, contents, () => {
      this.changed.fire();
    });
    this.machines = new FrameMachines(this.recording, this.modules);
  }

  /**
   * Opens a trace and begins to index it. Fails, with a sentence for the user, only where the file
   * does not begin as a trace file does. The caller closes the source.
   */
  static async open(
    source: TraceSource,
    name: string,
  ): Promise<{ trace: Trace } | { problem: string }> {
    const contents = await readContents(source, undefined);
    return 'problem' in contents ? contents : { trace: new Trace(name, contents) };
  }

  /** A frame as a stopped machine. The frame must be in the index. */
  machine(frame: number): Promise<FrameState> {
    return this.machines.get(frame);
  }

  /** The call stack of a frame; `limits`: where else it ends than gdb's does by itself. */
  async callStack(frame: number, limits?: BacktraceLimits): Promise<CallStack> {
    return callStack(await this.machine(frame), this.modules.current.loaded, limits);
  }

  dispose(): void {
    this.modules.dispose();
    this.recording.dispose();
    this.cursor.dispose();
    this.printers.dispose();
    this.changed.dispose();
  }

  private matching(): Matching {
    const { recording } = this;
    const evidence = recording.evidence();
    return async (program, slide, placed) => {
      const rest = unexplained(await evidence, placed);
      return matchNamedProgram(program, rest, recording.layout?.architecture, slide);
    };
  }
}

/** Frames as stopped machines; the last ones are kept while index and transparent ranges stay. */
class FrameMachines {
  private kept = new LruCache<number, FrameState>(maxMachines);
  private index: FrameIndex | undefined;
  private transparent = new RangeList<TransparentRange>([]);

  constructor(
    private readonly recording: Recording,
    private readonly modules: ModuleManager,
  ) {}

  get(frame: number): Promise<FrameState> {
    const { index } = this.recording;
    const { transparent } = this.modules;
    if (index !== this.index || transparent !== this.transparent) {
      this.kept = new LruCache(maxMachines);
      this.index = index;
      this.transparent = transparent;
    }
    return this.kept.get(frame, () => this.read(frame));
  }

  private async read(number: number): Promise<FrameState> {
    const { recording, modules } = this;
    // A program that settles the byte order replaces the index.
    await recording.reach(number);
    const frame = await recording.frame(number);
    const tracepoint = recording.tracepoint(frame.tracepoint);
    const state = new FrameState(frame, recording.layout, tracepoint, modules.transparent);
    await state.memory.prepare();
    return state;
  }
}

/** The frame that is shown, and those that were stepped through just before. */
const maxMachines = 64;
