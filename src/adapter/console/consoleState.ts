// What the commands of the debug console share: the debugger that they ask, the selected stack frame, the settings, and
// where `list` and `x` go on.
import type { EvaluationContext } from '../../expressions/context';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import type { SearchOptions } from '../../trace/search/search';
import type { Trace } from '../../trace/trace';
import type { Disassembly } from '../disassembly';
import type { Evaluator, PrintView } from '../evaluation';
import { RequestFailed } from '../requestFailed';
import { PrintSettingValues } from './settings';
import type { SourceLookup } from '../../trace/sourceLookup';

/** What the console asks of the session that it is in. */
export interface ConsoleSession {
  readonly trace: Trace;
  readonly evaluator: Evaluator;
  /** Containers as their libraries show them, unless a setting says otherwise. */
  readonly prettyPrint: boolean;
  readonly sources: SourceText;
  /** Moves the debugger to a frame and tells everyone; fails with a sentence where there is none. */
  goTo(frame: number): Promise<void>;
  /** Runs a search that a pause ends, and shows how far it has come; fails where it was ended. */
  search<Found>(
    find: (options: Pick<SearchOptions, 'signal' | 'onProgress'>) => Promise<Found>,
  ): Promise<Found>;
  readonly disassembly: Pick<Disassembly, 'of'>;
  /** What a command says before it fails. */
  log(words: string): void;
}

/** A source by its recorded path, and as gdb writes it. */
interface SourceName {
  readonly path: string;
  readonly file: string;
}

/** A stack frame that was selected in the console, while the debugger and the client stand where they stood. */
interface Selection {
  readonly position: number;
  readonly clientLevel: number;
  readonly level: number;
}

/** The state of one console. */
export class ConsoleState {
  readonly settings = new PrintSettingValues();
  /** Lines that `list` showed last. */
  listed: (SourceName & { readonly first: number; readonly last: number }) | undefined;
  /** The source that was looked for last, as gdb writes it: that it is missing is said once. */
  lookedFor: string | undefined;
  /** Where `x` goes on, and how. */
  examined:
    | {
        readonly address: bigint;
        readonly count: number;
        readonly size: string;
      }
    | undefined;
  /** The letter of the format that `x` or `print` was given last: where none is given, it holds for both. */
  lastFormat: string | undefined;
  /** Whether the last answer about a place still holds, so that the next one tells only what is new. */
  told = false;
  private selection: Selection | undefined;
  private clientLevel = 0;

  constructor(readonly session: ConsoleSession) {}

  get trace(): Trace {
    return this.session.trace;
  }

  get evaluator(): Evaluator {
    return this.session.evaluator;
  }

  /** How values are written. */
  get view(): PrintView {
    return this.viewWith(this.settings);
  }

  /** How values are written with settings of one command. */
  viewWith(settings: PrintSettingValues): PrintView {
    return {
      settings: settings.print,
      prettyPrint: this.session.prettyPrint && !settings.rawValues,
    };
  }

  /** The stack frame that the client has selected; one selected here gives way when that changes. */
  setClientLevel(level: number): void {
    this.clientLevel = level;
  }

  /** Level of the selected stack frame. */
  get level(): number {
    const { selection, clientLevel, trace } = this;
    const holds =
      selection?.position === trace.cursor.frame && selection.clientLevel === this.clientLevel;
    return holds ? selection.level : clientLevel;
  }

  select(level: number): void {
    const { clientLevel } = this;
    this.selection = { position: this.trace.cursor.frame, clientLevel, level };
    this.listed = undefined;
  }

  stack(): Promise<CallStack> {
    return this.trace.callStack(this.trace.cursor.frame);
  }

  /** The stack frames that can be selected. */
  async stackFrames(): Promise<readonly StackFrame[]> {
    const { frames, unavailableCaller } = await this.stack();
    return unavailableCaller ? [...frames, unavailableCaller] : frames;
  }

  /** The selected stack frame, which may be the one whose PC was not collected. */
  async stackFrame(): Promise<StackFrame | undefined> {
    const frames = await this.stackFrames();
    return frames[this.level] ?? frames[0];
  }

  async context(): Promise<EvaluationContext> {
    return this.evaluator.context(await this.stackFrame());
  }

  /** The PC of the selected stack frame. */
  async pc(): Promise<bigint> {
    const frame = await this.stackFrame();
    if (!frame) throw new RequestFailed('No frame selected.');
    if (frame.kind === 'unavailable') throw new RequestFailed('value is not available');
    return frame.pc;
  }
}

// Lines of sources, found where sources are found and read once.

/** Files that are kept; the oldest goes. */
const maxFiles = 16;

/** The lines of a file. */
interface SourceLines {
  /** Where it is on this machine. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Reads sources by the paths that compilers recorded. */
export class SourceText {
  private readonly files = new Map<string, Promise<SourceLines | undefined>>();

  constructor(
    private readonly sources: Pick<SourceLookup, 'find'>,
    private readonly readText: (path: string) => Promise<string | undefined>,
  ) {}

  /** The lines of a source; undefined where it is not on this machine. */
  async of(recorded: string): Promise<SourceLines | undefined> {
    const { path } = await this.sources.find(recorded);
    if (path === undefined) return undefined;
    let lines = this.files.get(path);
    if (!lines) {
      const oldest = this.files.size >= maxFiles && this.files.keys().next();
      if (oldest && oldest.value !== undefined) this.files.delete(oldest.value);
      lines = this.read(path);
      this.files.set(path, lines);
    }
    return lines;
  }

  private async read(path: string): Promise<SourceLines | undefined> {
    const text = await this.readText(path);
    if (text === undefined) return undefined;
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    return { path, lines };
  }
}
