// The command "Export Frames…": which frames, in which format, where.
import * as vscode from 'vscode';
import { noteColumn, ownColumn, ownColumns, type ExportColumn } from '../trace/export/tables';
import { exportFrames, type ExportFormat, frameInfoXml } from '../trace/export/exportFrames';
import { type FrameList, AllFrames, SortedFrames } from '../trace/list/frameList';
import { baseName } from '../trace/paths';
import type { Trace } from '../trace/trace';
import type { Bookmarks } from './bookmarks';
import { activeTrace, debuggedTrace } from './shownTrace';
import type { TracePrograms } from './programs';
import type { WithTrace } from './workspaceTraces';
import { inform, progressNotification, showError, signalOf } from './notify';
import type { Make } from './files';
import { saveExport } from './saveExport';
import { FrameCondition } from '../trace/search/framePredicate';
import { chosenBy } from '../trace/search/search';

/** What the command acts on. */
interface ExportServices {
  readonly withTrace: WithTrace;
  readonly bookmarks: Bookmarks;
  readonly programs: TracePrograms;
  /** What the page of a trace shows; undefined if none is open. */
  tableOf(file: vscode.Uri): ChosenTable | undefined;
}

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat | 'frameInfo';
  readonly extension: string;
}

/** Registers the command; disposing of the result removes it. */
export function registerExport(services: ExportServices): vscode.Disposable {
  return vscode.commands.registerCommand('tracefile.exportFrames', async () => {
    const file = activeTrace() ?? debuggedTrace();
    if (file) await services.withTrace(file, (trace) => exportFrom(services, trace, file));
    else inform(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
  });
}

async function exportFrom(services: ExportServices, trace: Trace, file: vscode.Uri): Promise<void> {
  const table = services.tableOf(file);
  const marked = services.bookmarks.of(file).map(({ frame }) => frame);
  const frames = await chooseFrames(trace, table, marked);
  if (!frames) return;
  if (frames.count === 0) {
    inform(vscode.l10n.t('There is no such frame: nothing was exported.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(formats(frames), {
    title: vscode.l10n.t('Export {0} Frames: Format', frames.count),
  });
  const target = chosen && (await askWhere(file, chosen));
  if (!chosen || !target) return;
  if (target.toString() === file.toString()) {
    showError(vscode.l10n.t('A trace cannot be exported over itself: choose another name.'));
    return;
  }
  // Functions and values are the program's.
  await services.programs.ensure(trace, file);
  const shown = (await table?.exportColumns()) ?? [];
  const columns = withNotes(trace, shown, services.bookmarks.notes(file));
  const make = (signal: AbortSignal, report: (frames: number) => void): Make =>
    makerOf(trace, frames, chosen.format, columns, signal, report);
  const words = {
    title: vscode.l10n.t('Exporting {0} frames', frames.count),
    count: frames.count,
    holds: (name: string, count: string) => vscode.l10n.t('{0} holds {1} frames.', name, count),
  };
  await saveExport(target, words, make);
}

/** What makes the bytes of an export. */
function makerOf(
  trace: Trace,
  frames: FrameList,
  format: FormatItem['format'],
  columns: readonly ExportColumn[],
  signal: AbortSignal,
  onProgress: (frames: number) => void,
): Make {
  if (format !== 'frameInfo') {
    return (sink) => exportFrames(trace, { format, frames, columns }, sink, { signal, onProgress });
  }
  return async (sink) => {
    const xml = frameInfoXml(await trace.recording.frame(frames.frameAt(0)));
    await sink.write(new TextEncoder().encode(xml));
    return true;
  };
}

function withNotes(
  trace: Trace,
  shown: readonly ExportColumn[],
  notes: ReadonlyMap<number, string>,
): ExportColumn[] {
  const columns = shown.length > 0 ? shown : ownColumns.map((name) => ownColumn(trace, name));
  return notes.size > 0 ? [...columns, noteColumn(notes)] : [...columns];
}

function formats({ count }: FrameList): FormatItem[] {
  const items: FormatItem[] = [
    {
      format: 'trace',
      extension: 'tf',
      label: vscode.l10n.t('Trace File'),
      detail: vscode.l10n.t('gdb reads it. It has no place for notes on frames.'),
    },
    {
      format: 'csv',
      extension: 'csv',
      label: 'CSV',
      detail: vscode.l10n.t('The columns of the table, for spreadsheets.'),
    },
    {
      format: 'jsonLines',
      extension: 'jsonl',
      label: 'JSON Lines',
      detail: vscode.l10n.t('An object for each frame, with the columns of the table.'),
    },
    {
      format: 'markdown',
      extension: 'md',
      label: 'Markdown',
      detail: vscode.l10n.t('A table, with the columns of the table here.'),
    },
    {
      format: 'tdump',
      extension: 'txt',
      label: 'tdump',
      detail: vscode.l10n.t('What gdb’s tdump prints of each frame.'),
    },
  ];
  const info: FormatItem = {
    format: 'frameInfo',
    extension: 'xml',
    label: 'traceframe-info',
    detail: vscode.l10n.t('What the frame collected, as the XML document that gdb asks for.'),
  };
  return count === 1 ? [...items, info] : items;
}

function askWhere(
  file: vscode.Uri,
  { extension, label }: FormatItem,
): Thenable<vscode.Uri | undefined> {
  const stem = baseName(file.path).replace(/\.(tf|tfile|ctf)$/, '');
  const defaultUri = vscode.Uri.joinPath(file, '..', `${stem}-frames.${extension}`);
  return vscode.window.showSaveDialog({ defaultUri, filters: { [label]: [extension] } });
}

/** What a page shows. */
export interface ChosenTable {
  /** The frames that its filter lets through, in its order. */
  readonly frames: FrameList;
  /** Those of the rows that are selected, where several are. */
  readonly selection: FrameList | undefined;
  exportColumns(): Promise<readonly ExportColumn[]>;
}

interface FramesItem extends vscode.QuickPickItem {
  /** Returns undefined if the user cancels. */
  readonly choose: () => FrameList | Promise<FrameList | undefined>;
}

/** Lets the user choose; waits for the whole index. Undefined if they cancel. */
async function chooseFrames(
  trace: Trace,
  table: ChosenTable | undefined,
  marked: readonly number[],
): Promise<FrameList | undefined> {
  await trace.recording.indexed;
  const {
    recording: { index },
    cursor: { frame: position },
  } = trace;
  const all = new AllFrames(index);
  const items: FramesItem[] = [
    {
      label: vscode.l10n.t('All Frames'),
      description: String(index.count),
      choose: () => all,
    },
  ];
  if (table) {
    const { frames, selection } = table;
    items.unshift({
      label: vscode.l10n.t('Frames of the Table'),
      description: String(frames.count),
      detail: vscode.l10n.t('Filtered and sorted as they are shown.'),
      choose: () => copyOf(frames),
    });
    if (selection) {
      items.unshift({
        label: vscode.l10n.t('Selected Rows'),
        description: String(selection.count),
        choose: () => selection,
      });
    }
  }
  const there = marked.filter((frame) => frame < index.count);
  if (there.length > 0) {
    items.push({
      label: vscode.l10n.t('Bookmarked Frames'),
      description: String(there.length),
      choose: () => listOf(there),
    });
  }
  if (position < index.count) {
    items.push({
      label: vscode.l10n.t('Frame {0}', position),
      choose: () => listOf([position]),
    });
  }
  items.push({
    label: vscode.l10n.t('Frames That Match a Condition…'),
    choose: () => askForCondition(trace),
  });
  const title = vscode.l10n.t('Export Frames: Which?');
  const picked = await vscode.window.showQuickPick(items, { title });
  return picked?.choose();
}

function listOf(frames: readonly number[]): FrameList {
  return new SortedFrames(Uint32Array.from(frames));
}

/** The table may be filtered again while its frames are written. */
function copyOf(frames: FrameList): FrameList {
  if (frames instanceof AllFrames) return frames;
  const copy = new Uint32Array(frames.count);
  for (let row = 0; row < copy.length; row++) copy[row] = frames.frameAt(row);
  return new SortedFrames(copy);
}

async function askForCondition(trace: Trace): Promise<FrameList | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Frames to Export'),
    prompt: vscode.l10n.t('A condition that holds in them'),
    placeHolder: '$tracepoint == 2 && count > 10',
    validateInput: async (value) => {
      if (value.trim() === '') return undefined;
      const condition = await FrameCondition.compile(trace, value);
      return 'problem' in condition ? condition.problem : undefined;
    },
  });
  if (text === undefined || text.trim() === '') return undefined;
  const condition = await FrameCondition.compile(trace, text);
  return 'problem' in condition ? undefined : search(trace, condition);
}

function search(trace: Trace, condition: FrameCondition): Thenable<FrameList | undefined> {
  const title = vscode.l10n.t('Looking for frames: {0}', condition.text);
  return vscode.window.withProgress(progressNotification(title, true), async (progress, token) => {
    const found = await chosenBy(trace, condition, {
      signal: signalOf(token),
      onProgress: ({ matched }) => {
        progress.report({ message: vscode.l10n.t('{0} found', matched) });
      },
    });
    return token.isCancellationRequested ? undefined : found;
  });
}
