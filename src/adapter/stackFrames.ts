// The call stack of the frame where the debugger is, as DAP's stack frames. A source that is
// not on this machine is replaced by a page that says so.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import type { CallStack, StackFrame } from '../machine/stackFrame';
import { baseName } from '../trace/paths';
import type { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';
import { functionNameOf } from '../trace/text/stackFrameText';
import type { ClientPlaces, Log } from './client';
import type { MissingSources } from './missingSources';
import { RequestFailed } from '../bytes/requestFailed';

/** The stack frames of one stop after another. */
export class StackFrames {
  private stack: Promise<CallStack> | undefined;
  /** Ids go on counting, so that one of an earlier stop is recognised. */
  private firstId = 1;
  private count = 0;

  constructor(
    private readonly trace: Trace,
    private readonly sources: SourceLookup,
    private readonly places: ClientPlaces,
    readonly missing: MissingSources,
    private readonly log: Log,
  ) {}

  /** The debugger moved: ids handed out before hold no more. */
  clear(): void {
    this.stack = undefined;
    this.firstId += this.count;
    this.count = 0;
  }

  /** DAP's stack frames from level `start`, at most `levels`, and how many there are in all. */
  async list(start: number, levels: number): Promise<DebugProtocol.StackTraceResponse['body']> {
    const stack = await this.current();
    const rows = [
      ...stack.frames.map((frame) => () => this.row(stack, frame)),
      ...(stack.end === undefined ? [] : [() => this.endRow(stack)]),
    ];
    const first = Math.max(0, start);
    const shown = rows.slice(first, levels > 0 ? first + levels : undefined);
    return {
      stackFrames: await Promise.all(shown.map(async (row) => row())),
      totalFrames: rows.length,
    };
  }

  /**
   * The stack frame that a client has selected, by its id. One of an earlier stop, which a client
   * may send before it hears of the move, represents the one that it selects next: the innermost,
   * as no id does.
   */
  async selected(id: number | undefined): Promise<StackFrame | undefined> {
    const isEarlier = Number.isInteger(id) && id !== undefined && id >= 1 && id < this.firstId;
    return id === undefined || isEarlier ? this.innermost() : this.frame(id);
  }

  /**
   * The stack frame of an id of this stop; undefined for the row that says why there are no more.
   */
  async frame(id: number): Promise<StackFrame | undefined> {
    const { frames } = await this.current();
    const level = id - this.firstId;
    if (!Number.isInteger(level) || level < 0 || level > frames.length) {
      throw new RequestFailed(t('The debugger has moved since: ask for the call stack again.'));
    }
    return frames[level];
  }

  /** The innermost stack frame; absent where the PC is not known. */
  async innermost(): Promise<StackFrame | undefined> {
    return (await this.current()).frames[0];
  }

  /** Whether the disassembly shows where the debugger is, since no source does. */
  async isInDisassembly(): Promise<boolean> {
    if (this.missing.shownBy !== 'disassembly') return false;
    // Without a program there is no code to show: the view would only hide the trace.
    const innermost = await this.innermost();
    if (innermost && !innermost.module) return false;
    const [top] = (await this.list(0, 1)).stackFrames;
    return top !== undefined && top.source === undefined;
  }

  /** The path of the source that the innermost stack frame has. */
  async source(): Promise<string | undefined> {
    const stack = await this.list(0, 1).catch(() => undefined);
    return stack?.stackFrames[0]?.source?.path;
  }

  private async current(): Promise<CallStack> {
    const reading = (this.stack ??= this.trace.callStack(this.trace.cursor.frame));
    const stack = await reading.catch((error: unknown) => {
      if (this.stack === reading) this.stack = undefined;
      throw error;
    });
    this.count = stack.frames.length + 1;
    return stack;
  }

  private async row(stack: CallStack, frame: StackFrame): Promise<DebugProtocol.StackFrame> {
    const { level, pc, kind } = frame;
    const line = await this.trace.modules.current.lineOf(stack, frame);
    const name =
      kind === 'signal' ? signalHandler : ((await functionNameOf(frame)) ?? hexAddress(pc));
    return {
      id: this.firstId + level,
      instructionPointerReference: hexAddress(pc),
      // VS Code selects no stack frame that is subtle.
      ...(kind === 'guess' && level > 0 && { presentationHint: 'subtle' as const }),
      ...(await this.namedPlace(name, line)),
      ...(level === 0 && !line && this.placeWithoutLine(frame)),
    };
  }

  /**
   * The row below the outermost stack frame: why there are no more. Without any, it is the one that
   * is selected, for which VS Code needs a source.
   */
  private endRow({ frames, end = '' }: CallStack): DebugProtocol.StackFrame {
    const row = { id: this.firstId + frames.length, name: end, line: 0, column: 0 };
    return frames.length > 0
      ? { ...row, presentationHint: 'label' }
      : { ...row, source: this.missing.noStack(end) };
  }

  /** What is shown of the innermost stack frame, which VS Code else does not select. */
  private placeWithoutLine({ module }: StackFrame): Pick<DebugProtocol.StackFrame, 'source'> {
    const { missing } = this;
    const isShown = missing.shownBy === undefined || (module && missing.shownBy === 'disassembly');
    return isShown ? {} : { source: missing.noLine(module !== undefined) };
  }

  private async namedPlace(
    name: string,
    line: SourcePlace | undefined,
  ): Promise<SourcePosition & { readonly name: string }> {
    const found = line && (await this.find(line.file));
    if (!found || found.path !== undefined) return { name, ...(await this.placeOf(line)) };
    const recorded = { name, ...(await this.placeOf(line)) };
    return this.missing.stackFrame(recorded, line, found.tried);
  }

  /** The source line of a frame of the trace, whichever it is. */
  async placeAt(frame: number): Promise<SourcePosition> {
    const at = this.trace.recording.pc(frame);
    return this.placeOf(at && (await this.trace.modules.current.locate(at.pc)).source);
  }

  private async placeOf(source: SourcePlace | undefined): Promise<SourcePosition> {
    if (!source) return { line: 0, column: 0 };
    const { missing, places } = this;
    const { file } = source;
    const found = await this.find(file);
    return {
      line: places.line(source.line),
      column: places.column(Math.max(source.column, 1)),
      source:
        found.path === undefined
          ? missing.source(file, found.tried)
          : { name: baseName(found.path), path: places.path(found.path) },
    };
  }

  /** Where a recorded file is here; one that is not is said once. */
  private async find(file: string): ReturnType<SourceLookup['find']> {
    const { missing } = this;
    const found = await this.sources.find(file);
    if (found.path === undefined && missing.isNew(file)) {
      this.log(missing.describe(file, found.tried), 'important');
    }
    return found;
  }
}

/** gdb's words for the stack frame that the system made to call a signal's handler. */
const signalHandler = '<signal handler called>';

/** A line as the client counts and writes it; line 0 where none is known. */
type SourcePosition = Pick<DebugProtocol.StackFrame, 'line' | 'column' | 'source'>;

/** A line as recorded. */
type SourcePlace = { readonly file: string; readonly line: number; readonly column: number };
