// What the commands of the debug console share: the debugger that they ask, the selected stack
// frame, the settings, and where `list` and `x` go on.
import { t } from '@vscode/l10n';
import { LruCache } from '../../bytes/cache';
import type { ConvenienceValue, EvaluationContext } from '../../expressions/context';
import { Failure } from '../../expressions/problem';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import type { SearchOptions } from '../../trace/search/search';
import { linkedFunctionName } from '../../trace/expressions';
import type { Trace } from '../../trace/trace';
import type { Disassembly } from '../disassembly';
import type { Evaluator, PrintView } from '../evaluation';
import type { BasicPattern } from './basicPattern';
import type { RunEnd } from '../navigation';
import type { DapStopReason } from '../stopped';
import { RequestFailed } from '../../bytes/requestFailed';
import type { Followed } from '../breakpoints/requestedStop';
import { ConsoleBreakpoints, type SessionBreakpoints } from './breakpoints';
import type { UserCommand } from './script';
import { languageCode } from './languageCodes';
import { scriptSettingNamed } from './scriptSettings';
import { PrintSettingValues } from './settings';
import { valueContextOf, type ValueContext } from '../../values/value';
import type { PathSubstitution, SourceLookup } from '../../trace/sourceLookup';

/** What the console asks of the session that it is in. */
export interface ConsoleSession {
  readonly trace: Trace;
  readonly evaluator: Evaluator;
  /** Containers as their libraries show them, unless a setting says otherwise. */
  readonly prettyPrint: boolean;
  readonly sources: SourceText;
  /**
   * Moves the debugger to a frame and tells everyone; fails with a sentence if it does not exist.
   */
  goTo(frame: number, why?: DapStopReason, within?: AbortSignal): Promise<void>;
  /** Where a run from a frame ends; undefined where it was cancelled. */
  runEnd(options: SearchOptions): Promise<RunEnd | undefined>;
  /** Runs a search that a pause ends, and shows how far it has come; fails where it was ended. */
  search<Found>(
    find: (options: Pick<SearchOptions, 'signal' | 'onProgress'>) => Promise<Found>,
    title?: string,
    way?: Pick<SearchOptions, 'from' | 'direction'>,
  ): Promise<Found>;
  readonly disassembly: Pick<Disassembly, 'of' | 'flavor'>;
  /** Looks for sources by other rules. */
  substitutePaths(rules: readonly PathSubstitution[]): void;
  readonly breakpoints: SessionBreakpoints;
  /** What a watchpoint on an expression follows, or why it cannot. */
  followed(expression: string): Promise<Followed | { readonly problem: string }>;
  /** The text of a script, by its path or its name in the folder of the trace. */
  readScript(name: string): Promise<string | undefined>;
  /** What a command says before it fails. */
  log(words: string): void;
}

/** Characters that one line may write. */
const maxOutput = 1 << 24;

/** A source by its recorded path, and as gdb writes it. */
interface SourceName {
  readonly path: string;
  readonly file: string;
}

/** An expression that is displayed. */
export interface Display {
  readonly number: number;
  /** `/x` and the like; empty where none was given. */
  readonly format: string;
  readonly expression: string;
  isEnabled: boolean;
}

/** Runs a line as if it was typed, and writes its answer. */
type RunLine = (line: string) => Promise<void>;

/** A stack frame that was selected in the console; valid until the debugger or the client moves. */
interface Selection {
  readonly position: number;
  readonly clientLevel: number;
  readonly level: number;
}

/** The state of one console. */
export class ConsoleState {
  settings = new PrintSettingValues();
  /** The rules of `set substitute-path`. */
  substitutions: readonly PathSubstitution[] = [];
  /** The first line that was listed last, and the one where `list` goes on. */
  listed: (SourceName & { readonly first: number; readonly next: number }) | undefined;
  /** The number of the value at which `show values +` goes on. */
  shownValues = 1;
  /** What `search` looked for last. */
  searched: BasicPattern | undefined;
  /** The source that was looked for last, as gdb writes it: that it is missing is said once. */
  lookedFor: string | undefined;
  /** Where `x` continues, and how. */
  examined:
    | {
        readonly address: bigint;
        readonly count: number;
        readonly size: string;
      }
    | undefined;
  /**
   * The letter of the format that `x` or `print` was given last: where none is given, it holds for
   * both.
   */
  lastFormat: string | undefined;
  /**
   * Whether the last answer about a place still holds, so that the next one tells only what is new.
   */
  told = false;
  /** Whether it was said that the language which is set is not that of the source. */
  isLanguageTold = false;
  /** Commands that were defined, by their names. */
  readonly userCommands = new Map<string, UserCommand>();
  /** The command that was typed before the one that runs. */
  previousLine: string | undefined;
  /** What `thread name` called the thread. */
  threadName = '';
  /** How many user-defined commands run inside of each other. */
  depth = 0;
  /** What was written by the line that runs, apart from its answer. */
  private output: string[] = [];
  private outputLength = 0;
  /** What `display` prints, and how many there have been. */
  readonly displays: Display[] = [];
  displayed = 0;
  /** Ends the script that runs. */
  private scriptSignal: AbortSignal | undefined;
  /** How many scripts run inside of each other: what they say of a place is shorter. */
  private scripts = 0;
  /** How many commands run others whose words they take. */
  private captures = 0;
  /** The position at which `tfind` said that no frame is looked at. */
  private leftAt: number | undefined;
  private selection: Selection | undefined;
  private clientLevel = 0;

  readonly breakpoints: ConsoleBreakpoints;

  /** `runLine`: runs a line as if it was typed, and writes its answer. */
  constructor(
    readonly session: ConsoleSession,
    readonly runLine: RunLine,
  ) {
    this.breakpoints = new ConsoleBreakpoints(session.trace, session.breakpoints);
    session.evaluator.console = {
      setting: (name) =>
        name === 'disassembly-flavor'
          ? { text: session.disassembly.flavor }
          : (this.settings.valueOf(name) ?? scriptSettingNamed(name, this.settings)),
      convenience: (name) => this.convenience(name),
      warn: (words) => {
        session.log(words);
      },
      inputRadix: () => this.settings.inputRadix,
      wholeObjects: () => this.settings.print.objects,
      symbolNaming: () => this.settings.symbolNaming,
      maxValueSize: () => this.settings.maxValueSize,
      stack: () => this.stack(),
      language: () => languageCode(this.settings.get('language')),
    };
  }

  get trace(): Trace {
    return this.session.trace;
  }

  get evaluator(): Evaluator {
    return this.session.evaluator;
  }

  /** Whether a script runs, or a command for several stack frames: what is said is shorter. */
  get isInScript(): boolean {
    return this.scripts > 0;
  }

  /** The frame at which `tfind` continues: -1 if none is selected. */
  get foundFrame(): number {
    const { frame: position } = this.trace.cursor;
    return this.leftAt === position ? -1 : position;
  }

  /** No frame is looked at, as `$trace_frame` tells; the debugger stays. */
  leave(): void {
    this.leftAt = this.trace.cursor.frame;
    this.told = false;
  }

  /** Writes a line before the answer of the line that runs. */
  writeLine(line: string): void {
    this.write(`${line}\n`);
  }

  /** The same, as it is. */
  write(words: string): void {
    this.outputLength += words.length;
    if (this.outputLength > maxOutput) {
      throw new RequestFailed(t('The output is too long: it ends here.'));
    }
    this.output.push(words);
  }

  /** Takes what was written. */
  takeOutput(): string {
    const written = this.output.join('');
    this.output = [];
    this.outputLength = 0;
    return written;
  }

  /** Runs a line as if it was typed, and gives what it writes. */
  async captured(line: string): Promise<string> {
    const { output } = this;
    this.output = [];
    this.captures++;
    try {
      await this.runLine(line);
      return this.output.join('');
    } finally {
      this.captures--;
      this.output = output;
    }
  }

  /** Whether the line that runs was not typed itself: a word in it is a command. */
  get isInner(): boolean {
    return this.captures > 0 || this.isInScript;
  }

  /** Runs a script; the outermost one can be cancelled. */
  async inScript(run: (signal: AbortSignal | undefined) => Promise<unknown>): Promise<void> {
    const { session, scriptSignal: around } = this;
    const within = async (signal: AbortSignal | undefined) => {
      this.scriptSignal = signal;
      this.scripts++;
      try {
        await run(signal);
      } finally {
        this.scripts--;
        this.scriptSignal = around;
      }
    };
    await (this.scripts > 0
      ? within(around)
      : session.search(({ signal }) => within(signal), t('Running the script…')));
  }

  /** Runs a search, as part of the script where one runs. */
  search<Found>(
    find: (options: Pick<SearchOptions, 'signal' | 'onProgress'>) => Promise<Found>,
    title?: string,
    way?: Pick<SearchOptions, 'from' | 'direction'>,
  ): Promise<Found> {
    const { scriptSignal } = this;
    if (this.scripts === 0) return this.session.search(find, title, way);
    return find(scriptSignal ? { signal: scriptSignal } : {});
  }

  /** Moves the debugger to a frame; `why` is for the client. */
  async goTo(frame: number, why?: DapStopReason): Promise<void> {
    if (this.scriptSignal?.aborted === true)
      throw new RequestFailed(t('The script was cancelled.'));
    this.leftAt = undefined;
    await this.session.goTo(frame, why, this.scriptSignal);
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

  /** What `tfind` leaves behind, and gdb's numbers of the one process and thread. */
  private convenience(name: string): ConvenienceValue | Promise<ConvenienceValue> {
    if (/^_(thread|gthread|inferior)$/.test(name)) return 1n;
    // The gdb whose commands and words these are.
    if (name === '_gdb_major') return 13n;
    if (name === '_gdb_minor') return 1n;
    // A trace has no signal that stopped the program.
    if (name === '_siginfo') throw new Failure('Unable to read siginfo');
    if (name === 'trace_func') return this.foundFunction();
    const isLeft = this.foundFrame < 0 && /^(trace_frame|tracepoint|trace_line)$/.test(name);
    return isLeft ? -1n : undefined;
  }

  private async foundFunction(): Promise<string | undefined> {
    const { foundFrame, trace } = this;
    return foundFrame < 0 ? undefined : linkedFunctionName(trace, await trace.machine(foundFrame));
  }

  /**
   * The stack frame that the client has selected; one selected here gives way when that changes.
   */
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
    return this.trace.callStack(this.trace.cursor.frame, this.settings.backtraceLimits);
  }

  /** The stack frames that can be selected. */
  async stackFrames(): Promise<readonly StackFrame[]> {
    return selectable(await this.stack());
  }

  /** The selected stack frame, which may be the one whose PC was not collected. */
  async stackFrame(): Promise<StackFrame | undefined> {
    const frames = await this.stackFrames();
    return frames[this.level] ?? frames[0];
  }

  async context(): Promise<EvaluationContext> {
    return this.evaluator.consoleContext(await this.stackFrame());
  }

  /** Where an expression of the source would be evaluated, whatever language is set. */
  async sourceContext(): Promise<EvaluationContext> {
    return this.evaluator.context(await this.stackFrame());
  }

  /** What the values of a stack frame are read in and written by. */
  async valueContext(frame: StackFrame): Promise<ValueContext> {
    const { trace, settings } = this;
    const machine = await trace.machine(trace.cursor.frame);
    const context = valueContextOf(machine, trace.modules.current.loaded, frame, trace.printers);
    const language = languageCode(settings.get('language')) ?? context.language;
    const { symbolNaming, maxValueSize } = settings;
    return { ...context, language, symbolNaming, maxValueSize };
  }

  /** The PC of the selected stack frame. */
  async pc(): Promise<bigint> {
    const frame = await this.stackFrame();
    if (!frame) throw new RequestFailed('No frame selected.');
    if (frame.kind === 'unavailable') throw new RequestFailed('value is not available');
    return frame.pc;
  }
}

/** The stack frames of a call stack that can be selected. */
export function selectable({ frames, unavailableCaller }: CallStack): readonly StackFrame[] {
  return unavailableCaller ? [...frames, unavailableCaller] : frames;
}

// Lines of sources, found where sources are found and read once at a stop.

/** Files that are kept. */
const maxFiles = 16;

/** The lines of a file. */
interface SourceLines {
  /** Where it is on this machine. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Reads sources by the paths that compilers recorded. */
export class SourceText {
  private files = new LruCache<string, SourceLines | undefined>(maxFiles);

  constructor(
    private readonly sources: Pick<SourceLookup, 'find'>,
    private readonly readText: (path: string) => Promise<string | undefined>,
  ) {}

  /** Reads again what is asked for later: a file may have changed. */
  readAgain(): void {
    this.files = new LruCache(maxFiles);
  }

  /** The lines of a source; undefined where it is not on this machine. */
  async of(recorded: string): Promise<SourceLines | undefined> {
    const { path } = await this.sources.find(recorded);
    return path === undefined ? undefined : this.files.get(path, () => this.read(path));
  }

  private async read(path: string): Promise<SourceLines | undefined> {
    const text = await this.readText(path);
    if (text === undefined) return undefined;
    const lines = text.split(/\r?\n/).map(withControls);
    if (lines.at(-1) === '') lines.pop();
    return { path, lines };
  }
}

/** A line of source as gdb prints it: `^L` is a form feed. */
function withControls(line: string): string {
  return line.replace(/[\0-\x08\n-\x1f\x7f]/g, (control) => {
    return `^${String.fromCharCode(control.charCodeAt(0) ^ 0x40)}`;
  });
}
