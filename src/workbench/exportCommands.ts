// The command "Export Frames…": which frames, in which format, where.
import * as vscode from 'vscode';
import { noteColumn, ownColumn, ownColumns, type ExportColumn } from '../trace/export/columns';
import { exportFrames, type ExportFormat } from '../trace/export/exportFrames';
import { frameInfoXml } from '../trace/export/frameInfo';
import type { FrameList } from '../trace/list/frameList';
import { baseName } from '../trace/paths';
import type { Trace } from '../trace/trace';
import type { Bookmarks } from './bookmarks';
import { activeTrace } from './debugging';
import { chooseFrames, type ChosenTable } from './exportedFrames';
import type { WithTrace } from './launchPickers';
import { progressNotification, showError, showInformation } from './notify';
import { saveFile, type Make } from './saveFile';
import { debuggedTrace } from './shownTrace';

/** What the command acts on. */
interface ExportServices {
  readonly withTrace: WithTrace;
  readonly bookmarks: Bookmarks;
  /** What the page of a trace shows; undefined where none is open. */
  tableOf(file: vscode.Uri): ChosenTable | undefined;
}

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat | 'frameInfo';
  readonly extension: string;
}

/** Registers the command; disposing of the result takes it away. */
export function registerExport(services: ExportServices): vscode.Disposable {
  return vscode.commands.registerCommand('tracefile.exportFrames', async () => {
    const file = activeTrace() ?? debuggedTrace();
    if (file) await services.withTrace(file, (trace) => exportFrom(services, trace, file));
    else say(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
  });
}

async function exportFrom(services: ExportServices, trace: Trace, file: vscode.Uri): Promise<void> {
  const table = services.tableOf(file);
  const marked = services.bookmarks.of(file).map(({ frame }) => frame);
  const frames = await chooseFrames(trace, table, marked);
  if (!frames) return;
  if (frames.count === 0) {
    say(vscode.l10n.t('There is no such frame: nothing was exported.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(formats(frames), {
    title: vscode.l10n.t('Export {0} Frames: Format', frames.count),
  });
  const target = chosen && (await askWhere(file, chosen));
  if (!chosen || !target) return;
  if (target.toString() === file.toString()) {
    sayProblem(vscode.l10n.t('A trace cannot be exported over itself: choose another name.'));
    return;
  }
  const shown = (await table?.exportColumns()) ?? [];
  const columns = withNotes(trace, shown, services.bookmarks.notes(file));
  const make = (signal: AbortSignal, report: (frames: number) => void): Make =>
    makerOf(trace, frames, chosen.format, columns, signal, report);
  await save(target, frames.count, make);
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
    const xml = frameInfoXml(await trace.frame(frames.frameAt(0)));
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

async function save(
  target: vscode.Uri,
  count: number,
  make: (signal: AbortSignal, report: (frames: number) => void) => Make,
): Promise<void> {
  const title = vscode.l10n.t('Exporting {0} frames', count);
  try {
    const isSaved = await vscode.window.withProgress(
      progressNotification(title, true),
      (progress, token) => {
        const cancelled = new AbortController();
        token.onCancellationRequested(() => {
          cancelled.abort();
        });
        let before = 0;
        const report = (frames: number) => {
          progress.report({ increment: (100 * (frames - before)) / count });
          before = frames;
        };
        return saveFile(target, make(cancelled.signal, report));
      },
    );
    if (isSaved) offerToOpen(target, count);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    sayProblem(vscode.l10n.t('{0} was not written: {1}', baseName(target.path), reason));
  }
}

function offerToOpen(target: vscode.Uri, count: number): void {
  const open = vscode.l10n.t('Open');
  const sentence = vscode.l10n.t('{0} holds {1} frames.', baseName(target.path), count);
  void showInformation(sentence, open).then((chosen) => {
    if (chosen === open) void vscode.commands.executeCommand('vscode.open', target);
  });
}

function say(sentence: string): void {
  void showInformation(sentence);
}

function sayProblem(sentence: string): void {
  showError(sentence);
}
