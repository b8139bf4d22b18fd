// What the adapter needs of the program that it runs in: VS Code's extension host, or plain node.
import type { Decoder } from '../disassembly/decoder';
import type { Disposable } from '../trace/emitter';
import type { BranchTrace } from '../trace/branch/branchTrace';
import type { BranchTraceLease } from '../trace/branch/openBranchTraces';
import type { FileExists, SourcePermission } from '../trace/sourceLookup';
import type { TraceLease } from '../trace/openTraces';
import type { Transport } from '../remote/rspConnection';
import type { Sink } from '../trace/export/sink';
import type { OpenProgram } from '../trace/programSearch';
import type { Trace } from '../trace/trace';
import type { WithoutSource } from './missingSources';

/** Files and workspace, as one host knows them. */
export interface AdapterHost {
  /** The absolute path of an argument that may be relative to the workspace. */
  resolve(path: string): string;
  acquireTrace(path: string): Promise<TraceLease | { problem: string }>;
  readonly openProgram: OpenProgram;
  /**
   * Finds the program of a trace whose launch names none; the trace's program state says what came
   * of it.
   */
  findProgram(trace: Trace, tracePath: string): Promise<void>;
  acquireBranchTrace(path: string): Promise<BranchTraceLease | { problem: string }>;
  /** As {@link findProgram}, of a branch trace. */
  findBranchProgram(trace: BranchTrace, tracePath: string): Promise<void>;
  /** Folders under which sources may be, in addition to the trace's own. */
  readonly sourceFolders: readonly string[];
  /** Mappings that hold for every launch. */
  readonly sourceMap: Readonly<Record<string, string>>;
  readonly fileExists: FileExists;
  /** Which sources may be looked at that only the program says where they are. */
  readonly sourcePermission?: SourcePermission;
  /**
   * How the client shows a stack frame whose source is not on this machine: in a disassembly view,
   * which VS Code opens by itself where the stack frame has no source and the reason of the stop is
   * an instruction breakpoint; or by a page that says so, in which no line is marked. Absent where
   * it takes the line that is recorded.
   */
  readonly withoutSource?: WithoutSource;
  /**
   * Awaited before the client hears of a stop, which may open a source, by its path, or the
   * disassembly.
   */
  readonly beforeStop?: (source?: string) => Promise<void>;
  /**
   * Has texts written in the client's language, such as `zh-cn`. Absent where what the adapter runs
   * in has a language of its own.
   */
  readonly setLanguage?: (locale: string) => Promise<void>;
  /** The text of a file at an absolute path; undefined if none can be read. */
  readText(path: string): Promise<string | undefined>;
  /** What decodes instructions, for one session, which disposes of it. */
  startDecoder(): Decoder & Disposable;
  /**
   * Connects to a target, named as gdb's `target remote` takes it; `onWords` hears what a command
   * that is one says.
   */
  connectTarget(
    target: string,
    onWords: (text: string) => void,
  ): Promise<
    { readonly connection: Transport; readonly reliable: boolean } | { readonly problem: string }
  >;
  /** Begins a file at an absolute path; rejects with the system's error. */
  createFile(path: string): Promise<OutputFile>;
}

/**
 * A file that is written. Whoever began it keeps or discards it; until then the one of before
 * stays.
 */
export interface OutputFile extends Sink {
  /** Gives the file its name while it is still written; absent where that cannot be. */
  show?(): Promise<void>;
  keep(): Promise<void>;
  discard(): Promise<void>;
}
