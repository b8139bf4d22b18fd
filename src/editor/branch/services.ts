// What the editor of branch traces asks of the rest of the extension; services.ts hands it in.
import type { Event, Uri } from 'vscode';
import type { BranchTrace } from '../../trace/branch/branchTrace';
import type { OpenBranchTraces } from '../../trace/branch/openBranchTraces';
import type { SourceProblem } from '../messages';
import type { SourcePlace } from '../tableMessages';

export interface BranchEditorServices {
  readonly traces: OpenBranchTraces;
  /** Finds the program of a trace that has none yet. Never rejects: the trace says what went wrong. */
  ensureProgram(trace: BranchTrace, file: Uri): Promise<void>;
  chooseProgram(trace: BranchTrace, file: Uri): Promise<void>;
  /** Shows a line beside the trace without taking the focus; says so where the source was not found. */
  showSource(file: Uri, place: SourcePlace): Promise<SourceProblem | undefined>;
  /** The text of a recorded source; undefined where it is not on this machine. */
  sourceText(file: Uri, recorded: string): Promise<string | undefined>;
  debug(file: Uri, instruction: number): Promise<void>;
  isDebugged(file: Uri): boolean;
  readonly onDidChangeDebugged: Event<void>;
  /** Shows the document in the text editor, at a line. */
  openAsText(file: Uri, line?: number): Promise<void>;
}
