// What the trace editor asks of VS Code and of the rest of the extension.
import type { DebugSession, Event, Uri } from 'vscode';
import type { Disposable } from '../trace/emitter';
import type { OpenTraces } from '../trace/openTraces';
import type { RecordedSource } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';
import type { FileProblems } from './fileProblems';
import type { UnavailableCell } from '../ask/table/frameRow';
import type { SourceProblem } from '../ask/frame/frameDetails';
import type { SourcePlace } from '../ask/table/tableMessages';

/** What the trace editor needs beyond the trace itself. */
export interface EditorServices {
  readonly traces: OpenTraces;
  /**
   * Finds the program of a trace that has none yet. Never rejects: the trace says what went wrong.
   */
  ensureProgram(trace: Trace, file: Uri): Promise<void>;
  /** Shows the programs of a trace, for the user to choose, place, add and remove them. */
  chooseProgram(trace: Trace, file: Uri): Promise<void>;
  /**
   * Shows a line in a side editor without taking the focus; returns a problem if the source was not
   * found.
   */
  showSource(file: Uri, place: SourcePlace): Promise<SourceProblem | undefined>;
  /** A problem if the source of a line is not found; shows nothing. */
  missingSource(file: Uri, place: SourcePlace): Promise<SourceProblem | undefined>;
  /** A column shows that a frame did not collect its value. */
  showsUnavailable(file: Uri, cell: UnavailableCell): void;
  /** Lets the user say where a source is. */
  locateSource(recorded: RecordedSource): Promise<void>;
  /** What a page chose to keep for a trace, as JSON. */
  remembered(file: Uri): string | undefined;
  remember(file: Uri, table: string): void;
  /** Keeps where the user is on a page of a trace, as JSON. */
  rememberPage(file: Uri, page: string): void;
  /** Where the user was on the page of a file when it was last open. */
  restoredPage(file: Uri): string | undefined;
  /** Filters that the user saved, for all traces. */
  savedFilters: readonly string[];
  readonly bookmarks: FrameBookmarks;
  /** The problems of open files, in VS Code's own list. */
  readonly problems: Pick<FileProblems, 'follow'>;
  debug(file: Uri, frame: number): Promise<void>;
  /** Shows the file in the text editor, and leaves it there. */
  openAsText(file: Uri): Promise<void>;
  /** Shows the bytes of the file in an editor of their own. */
  openBytes(file: Uri): Promise<void>;
  /** A debug session of a trace began or ended. */
  readonly onDidChangeDebugged: Event<void>;
  /** Whether a debugger goes to the frame that the user selects. */
  readonly selectionMovesDebugger: boolean;
  /** The debug session that shows this trace now. */
  debugSession(file: Uri): DebugSession | undefined;
}

/** The frames of each trace that the user marked, with notes. */
interface FrameBookmarks {
  /** By frame number. */
  of(file: Uri): readonly { readonly frame: number; readonly note: string }[];
  toggle(file: Uri, frame: number): void;
  setNote(file: Uri, frame: number, note: string): void;
  /** The bookmarks of a file changed. */
  onDidChange(listener: (file: Uri) => void): Disposable;
}
