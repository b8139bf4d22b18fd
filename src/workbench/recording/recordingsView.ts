// The view "Recordings" in the debug sidebar: the traces that were recorded in this workspace, and
// its commands. The files are the user's: only their command deletes one.
import * as vscode from 'vscode';
import { baseName } from '../../trace/paths';
import { pathOf, fileExists } from '../files';
import { isConfirmed, showError } from '../notify';
import { saveAs } from './download';
import { pickOne } from './prompts';
import type { RecordedTrace, RecordedTraces } from './recordedTraces';
import { countedFrames } from './recordingStatus';
import { writeCommands } from '../../remote/record/plan';

const viewId = 'tracefile.recordings';
/** True where there is something that the view can show. */
const anyContext = 'tracefile.anyRecordings';

/** What the view's commands act on. */
interface RecordingsServices {
  readonly recordings: RecordedTraces;
  openRecorded(trace: RecordedTrace): Promise<void>;
  recordAgain(trace: RecordedTrace): Promise<void>;
  compare(one: RecordedTrace, other: RecordedTrace): Promise<void>;
}

/** A recording, as the view and its commands have it. */
class RecordingItem {
  constructor(readonly trace: RecordedTrace) {}
}

/** Fills the view and registers its commands; disposing of the result removes them. */
export function registerRecordingsView(services: RecordingsServices): vscode.Disposable {
  const { recordings } = services;
  const on =
    (act: (trace: RecordedTrace) => unknown) =>
    async (item: unknown): Promise<void> => {
      const trace = item instanceof RecordingItem ? item.trace : await pickRecording(recordings);
      if (trace) await act(trace);
    };
  const commands: Record<string, (item: unknown, items: unknown) => unknown> = {
    'tracefile.openRecording': on((trace) => services.openRecorded(trace)),
    'tracefile.renameRecording': on((trace) => rename(trace, recordings)),
    'tracefile.saveRecordingAs': on(({ file }) => saveAs(file)),
    'tracefile.revealRecording': on(({ file }) =>
      vscode.commands.executeCommand('revealFileInOS', file),
    ),
    'tracefile.compareRecordings': (item, items) => compare(item, items, services),
    'tracefile.recordAgain': on((trace) => services.recordAgain(trace)),
    'tracefile.deleteRecording': (item, items) => remove(item, items, recordings),
  };
  return vscode.Disposable.from(
    new RecordingsView(recordings),
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

class RecordingsView implements vscode.TreeDataProvider<RecordingItem>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly recordings: RecordedTraces) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      vscode.window.createTreeView(viewId, { treeDataProvider: this, canSelectMany: true }),
      recordings.onDidChange(() => {
        this.changed.fire();
        void this.setAnyContext();
      }),
    );
    void this.setAnyContext();
  }

  async getChildren(item?: RecordingItem): Promise<RecordingItem[]> {
    if (item) return [];
    return (await this.recordings.all()).map((trace) => new RecordingItem(trace));
  }

  getTreeItem(item: RecordingItem): vscode.TreeItem {
    const { trace } = item;
    const tree = new vscode.TreeItem(nameOf(trace.file));
    tree.id = trace.file.toString();
    tree.description = descriptionOf(trace);
    tree.tooltip = tooltipOf(trace);
    tree.iconPath = new vscode.ThemeIcon('record');
    tree.contextValue = 'recording';
    const title = vscode.l10n.t('Open {0}', nameOf(trace.file));
    tree.command = { command: 'tracefile.openRecording', title, arguments: [item] };
    return tree;
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async setAnyContext(): Promise<void> {
    const isAny = await this.recordings.isAny();
    await vscode.commands.executeCommand('setContext', anyContext, isAny);
  }
}

/** The name without what all have. */
function nameOf(file: vscode.Uri): string {
  return baseName(file.path).replace(/\.tf$/, '');
}

/** `20 frames · The program exited. · calls · 21 Nov, 20:30`: the name often has the last two. */
function descriptionOf({ time, origin, frames, end }: RecordedTrace): string {
  const when = new Date(time).toLocaleString(vscode.env.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const parts = [
    frames === undefined ? undefined : countedFrames(frames),
    end,
    origin.program === undefined ? undefined : baseName(origin.program),
    when,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function tooltipOf(trace: RecordedTrace): vscode.MarkdownString {
  const { target, program, plan } = trace.origin;
  const text = new vscode.MarkdownString();
  text.appendText(`${pathOf(trace.file)}\n\n${descriptionOf(trace)}\n\n`);
  if (program !== undefined) text.appendText(`${vscode.l10n.t('Program: {0}', program)}\n\n`);
  if (target !== undefined) text.appendText(`${vscode.l10n.t('Target: {0}', target)}\n\n`);
  return plan ? text.appendCodeblock(writeCommands(plan), 'text') : text;
}

async function pickRecording(
  recordings: RecordedTraces,
  other?: RecordedTrace,
): Promise<RecordedTrace | undefined> {
  const traces = await recordings.all();
  const items = traces
    .filter(({ file }) => file.toString() !== other?.file.toString())
    .map((trace) => ({ label: nameOf(trace.file), description: descriptionOf(trace), trace }));
  const title = other
    ? vscode.l10n.t('Compare {0} with…', nameOf(other.file))
    : vscode.l10n.t('Recordings');
  return (await pickOne(items, { title }))?.trace;
}

async function rename({ file }: RecordedTrace, recordings: RecordedTraces): Promise<void> {
  const renamed = (name: string) => vscode.Uri.joinPath(file, '..', `${name.trim()}.tf`);
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename {0}', nameOf(file)),
    value: nameOf(file),
    ignoreFocusOut: true,
    validateInput: async (typed) => {
      if (/[/\\\0]/.test(typed) || !/[^\s.]/.test(typed)) {
        return vscode.l10n.t('A name without slashes.');
      }
      const isTaken = typed.trim() !== nameOf(file) && (await fileExists(pathOf(renamed(typed))));
      return isTaken ? vscode.l10n.t('There is a recording of that name.') : undefined;
    },
  });
  if (name === undefined || name.trim() === nameOf(file)) return;
  await reported(async () => {
    await vscode.workspace.fs.rename(file, renamed(name), { overwrite: false });
    await recordings.move(file, renamed(name));
  });
}

async function compare(item: unknown, items: unknown, services: RecordingsServices): Promise<void> {
  const [first, second] = chosen(item, items);
  const one = first ?? (await pickRecording(services.recordings));
  const other = one && (second ?? (await pickRecording(services.recordings, one)));
  if (one && other) await services.compare(one, other);
}

async function remove(item: unknown, items: unknown, recordings: RecordedTraces): Promise<void> {
  const meant = chosen(item, items);
  if (meant.length === 0) {
    const picked = await pickRecording(recordings);
    if (picked) meant.push(picked);
  }
  const [first] = meant;
  if (!first) return;
  const question =
    meant.length === 1
      ? vscode.l10n.t('Delete the recording {0}?', nameOf(first.file))
      : vscode.l10n.t('Delete {0} recordings?', meant.length);
  const detail = vscode.l10n.t('It cannot be brought back.');
  if (!(await isConfirmed(question, vscode.l10n.t('Delete'), detail))) return;
  for (const { file } of meant) {
    await reported(async () => {
      await vscode.workspace.fs.delete(file);
      await recordings.forget(file);
    });
  }
}

/** The recordings of a menu: all that are selected where several are. */
function chosen(item: unknown, items: unknown): RecordedTrace[] {
  const all: unknown[] = Array.isArray(items) && items.length > 0 ? items : [item];
  return all.flatMap((each) => (each instanceof RecordingItem ? [each.trace] : []));
}

async function reported(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    showError(error instanceof Error ? error.message : String(error));
  }
}
