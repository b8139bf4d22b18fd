// What the editor asks of the rest of the extension; extension.ts hands it in.
import type { DebugSession, Event, Uri } from 'vscode';
import type { Disposable } from '../trace/emitter';
import type { OpenTraces } from '../trace/openTraces';
import type { Trace } from '../trace/trace';
import type { SourceProblem } from './messages';
import type { SourcePlace } from './tableMessages';

/** What the trace editor needs beyond the trace itself. */
export interface EditorServices {
  readonly traces: OpenTraces;
  /** Finds the program of a trace that has none yet. Never rejects: the trace says what went wrong. */
  ensureProgram(trace: Trace, file: Uri): Promise<void>;
  /** Shows the programs of a trace, for the user to choose, place, add and remove them. */
  chooseProgram(trace: Trace, file: Uri): Promise<void>;
  /** Shows a line beside the trace without taking the focus; says so where the source was not found. */
  showSource(file: Uri, place: SourcePlace): Promise<SourceProblem | undefined>;
  /** Lets the user say where a source is. */
  locateSource(recorded: string): Promise<void>;
  /** What a page chose to keep for a trace, as JSON. */
  remembered(file: Uri): string | undefined;
  remember(file: Uri, table: string): void;
  /** Keeps where the user is on a page of a trace, as JSON. */
  rememberPage(file: Uri, page: string): void;
  /** Where the user was on the page of a file, if the tab is there in place of one that lost its host. */
  lostPlace(tab: Uri, file: Uri): string | undefined;
  /** Filters that the user saved, for all traces. */
  savedFilters: readonly string[];
  readonly bookmarks: FrameBookmarks;
  debug(file: Uri, frame: number): Promise<void>;
  /** Shows the file in the text editor, and leaves it there. */
  openAsText(file: Uri): Promise<void>;
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
