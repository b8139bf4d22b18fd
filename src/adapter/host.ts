// What the adapter needs of the program that it runs in: VS Code's extension host, or plain node.
import type { FileExists } from '../trace/sourceLookup';
import type { TraceLease } from '../trace/openTraces';
import type { OpenProgram } from '../trace/programSearch';
import type { Trace } from '../trace/trace';

/** Files and workspace, as one host knows them. */
export interface AdapterHost {
  /** The absolute path of an argument that may be relative to the workspace. */
  resolve(path: string): string;
  acquireTrace(path: string): Promise<TraceLease | { problem: string }>;
  readonly openProgram: OpenProgram;
  /** Finds the program of a trace whose launch names none; the trace's program state says what came of it. */
  findProgram(trace: Trace, tracePath: string): Promise<void>;
  /** Folders under which sources may lie, besides the trace's own. */
  readonly sourceFolders: readonly string[];
  /** Mappings that hold for every launch. */
  readonly sourceMap: Readonly<Record<string, string>>;
  readonly fileExists: FileExists;
}
