// Sources of a trace: finds the file that a program records, shows its line in a side editor, and
// lets the user locate a missing one.
import * as vscode from 'vscode';
import { baseName, folderOf } from '../trace/paths';
import {
  mapEntry,
  SourceLookup,
  type SourceLookupResult,
  sourceMismatch,
  type RecordedSource,
  type SourceMismatch,
  type SourcePermission,
} from '../trace/sourceLookup';
import { fileExists, pathOf, readTextBytes, uriOf, workspaceFolders } from './files';
import { isConfirmed, showError } from './notify';

/** The setting that holds the mapping, in the section `tracefile`. */
const sourceMapSetting = 'sourceMap';

/** A line of source, as a trace shows it. */
interface Place {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
}

/** The mappings that the user saved for this workspace. */
export function savedSourceMap(): Record<string, string> {
  return vscode.workspace
    .getConfiguration('tracefile')
    .get<Record<string, string>>(sourceMapSetting, {});
}

/** A source that is not on this machine. */
interface MissingSource {
  readonly sentence: string;
  /** Every path at which it was looked for. */
  readonly tried: readonly string[];
}

/** Shows the line of the selected frame. */
export class SideEditor implements vscode.Disposable {
  private readonly highlight = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.rangeHighlightForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });

  constructor(private readonly isPermitted: SourcePermission) {}

  dispose(): void {
    this.highlight.dispose();
  }

  /**
   * Opens a place in a side editor without taking the focus, or says that there is no such
   * file. A debugger marks the line itself, so it is highlighted only where `marked` is true.
   */
  async show(trace: vscode.Uri, place: Place, marked: boolean): Promise<MissingSource | undefined> {
    const found = await this.find(trace, place);
    if (found.path === undefined) return missingSource(place, found.tried);
    await this.reveal(uriOf(found.path), place.line, marked);
    return undefined;
  }

  /** Says that there is no such file, where there is none. */
  async missing(trace: vscode.Uri, place: Place): Promise<MissingSource | undefined> {
    const found = await this.find(trace, place);
    return found.path === undefined ? missingSource(place, found.tried) : undefined;
  }

  private find(trace: vscode.Uri, { file }: Place): Promise<SourceLookupResult> {
    const where = {
      sourceMap: savedSourceMap(),
      folders: [folderOf(pathOf(trace)), ...workspaceFolders()],
      isPermitted: this.isPermitted,
    };
    return new SourceLookup(where, fileExists).find(file);
  }

  private async reveal(uri: vscode.Uri, line: number, marked: boolean): Promise<void> {
    const range = new vscode.Range(line - 1, 0, line - 1, 0);
    const visible = vscode.window.visibleTextEditors.find(
      (editor) => editor.document.uri.toString() === uri.toString(),
    );
    const editor =
      visible ??
      (await vscode.window.showTextDocument(uri, {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
      }));
    for (const other of vscode.window.visibleTextEditors) {
      other.setDecorations(this.highlight, marked && other === editor ? [range] : []);
    }
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

function missingSource({ file }: Place, tried: readonly string[]): MissingSource {
  return { sentence: vscode.l10n.t('{0} was not found.', file), tried };
}

/**
 * Lets the user locate a recorded source, and saves the mapping for the workspace. A file that is
 * not the one that was compiled is taken only if the user insists. Returns whether one was taken.
 */
export async function locateSource(recorded: RecordedSource): Promise<boolean> {
  const chosen = await chooseSource(recorded.path);
  if (!chosen || !(await isTaken(recorded, chosen))) return false;
  const { from, to } = mapEntry(recorded.path, pathOf(chosen));
  await saveSourceMap({ ...savedSourceMap(), [from]: to });
  // As long as the Disassembly view is in front, VS Code shows every stop in it.
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  if (activeTab && activeTab.input === undefined) await vscode.window.showTextDocument(chosen);
  return true;
}

async function chooseSource(recorded: string): Promise<vscode.Uri | undefined> {
  const name = baseName(recorded);
  const [near] = await vscode.workspace.findFiles(`**/${name}`, '**/node_modules/**', 1);
  const defaultUri = near ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Where is {0}?', recorded),
    openLabel: vscode.l10n.t('This Is the Source'),
    ...(defaultUri && { defaultUri }),
  });
  return chosen?.[0];
}

async function isTaken(recorded: RecordedSource, chosen: vscode.Uri): Promise<boolean> {
  const contents = await readTextBytes(chosen);
  if (!contents) {
    showError(vscode.l10n.t('{0} cannot be read as a source.', pathOf(chosen)));
    return false;
  }
  const mismatch = sourceMismatch(recorded, pathOf(chosen), contents);
  if (!mismatch) return true;
  const sentence = vscode.l10n.t('{0} is not the source of the program.', pathOf(chosen));
  const use = vscode.l10n.t('Use It Anyway');
  return isConfirmed(sentence, use, mismatchText(recorded, mismatch));
}

function mismatchText({ path, lastLine }: RecordedSource, mismatch: SourceMismatch): string {
  switch (mismatch.kind) {
    case 'checksum':
      return vscode.l10n.t('Its MD5 checksum is not that of {0}, which was compiled.', path);
    case 'name':
      return vscode.l10n.t('Its name is not that of {0}, which was compiled.', path);
    case 'length':
      return vscode.l10n.t(
        'It has {0} lines, and the program has code at line {1} of {2}.',
        mismatch.lines,
        lastLine,
        path,
      );
  }
}

async function saveSourceMap(sourceMap: Record<string, string>): Promise<void> {
  const { isTrusted, workspaceFolders: folders } = vscode.workspace;
  // A workspace that is not trusted has no say in which files are read.
  const target =
    folders && isTrusted ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration('tracefile').update(sourceMapSetting, sourceMap, target);
}
