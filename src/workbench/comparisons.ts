// Two traces compared: the command that asks which, where their frames are shown, and what is saved
// of the comparison.
import * as vscode from 'vscode';
import type { Both, ComparedTraces, FramePlaces } from '../trace/comparison/comparedTraces';
import { messageWithoutSteering } from '../bytes/text';
import { comparisonCsv, comparisonMarkdown } from '../trace/comparison/comparisonReport';
import { baseName, tracePath } from '../trace/paths';
import { pickTrace } from './debugConfigurations';
import { saveProblem, saveFile, tabOfTrace, uriOf } from './files';
import { showError } from './notify';
import { offerToOpen } from './saveExport';
import { activeTrace, debuggedTrace } from './shownTrace';

/** Registers the command; disposing of the result removes it. `show` compares two traces. */
export function registerComparisons(show: (pair: Both<vscode.Uri>) => void): vscode.Disposable {
  return vscode.commands.registerCommand('tracefile.compareTraces', async (item, items) => {
    const pair = await askForPair(item, items);
    if (pair) show(pair);
  });
}

/** Of a menu: the files that are selected there. What is missing is asked for. */
async function askForPair(item: unknown, items: unknown): Promise<Both<vscode.Uri> | undefined> {
  const all: unknown[] = Array.isArray(items) && items.length > 0 ? items : [item];
  const [first, second] = all.flatMap((each) =>
    each instanceof vscode.Uri ? [traceOf(each)] : [],
  );
  const left = first ?? activeTrace() ?? debuggedTrace() ?? (await pickTraceToCompare(undefined));
  const right = left && (second ?? (await pickTraceToCompare(left)));
  return left && right && { left, right };
}

/** What names a trace: of gdb's CTF, the folder of the metadata. */
function traceOf(file: vscode.Uri): vscode.Uri {
  return file.with({ path: tracePath(file.path) });
}

async function pickTraceToCompare(left: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const title = left
    ? vscode.l10n.t('Compare {0} with…', baseName(left.path))
    : vscode.l10n.t('First Trace to Compare');
  const path = await pickTrace(title, left);
  return path === undefined ? undefined : traceOf(uriOf(path));
}

/** The comparison above, the traces side by side below it. */
const layout = { orientation: 1, groups: [{}, { groups: [{}, {}] }] };

/** What frames are shown with. */
interface FrameServices {
  /** Opens the tab of a trace in a column, and leaves the focus where it is. */
  openIn(viewColumn: number, tab: vscode.Uri): Promise<void>;
  goToFrame(file: vscode.Uri, frame: number): Promise<void>;
}

/** Shows a frame of each trace, side by side, and leaves the focus where it is. */
export async function showFrames(
  pair: Both<vscode.Uri>,
  frames: FramePlaces,
  comparison: vscode.ViewColumn,
  services: FrameServices,
): Promise<void> {
  if (vscode.window.tabGroups.all.length === 1) {
    await vscode.commands.executeCommand('vscode.setEditorLayout', layout);
  }
  const left = await tabOfTrace(pair.left);
  const right = await tabOfTrace(pair.right);
  const columns = columnsFor(left, right, comparison);
  await services.openIn(columns[0], left);
  await services.openIn(columns[1], right);
  if (frames.left !== undefined) await services.goToFrame(pair.left, frames.left);
  if (frames.right !== undefined) await services.goToFrame(pair.right, frames.right);
}

/** The columns in which two traces are open, else those next to the comparison. */
function columnsFor(
  left: vscode.Uri,
  right: vscode.Uri,
  comparison: vscode.ViewColumn,
): [number, number] {
  const { all } = vscode.window.tabGroups;
  const others = all.filter(({ viewColumn }) => viewColumn !== comparison);
  const columnOf = (file: vscode.Uri, taken?: number): number | undefined =>
    others.find(
      ({ viewColumn, tabs }) => viewColumn !== taken && tabs.some((tab) => shows(tab, file)),
    )?.viewColumn;
  const free = (...taken: (number | undefined)[]): number =>
    others.find(({ viewColumn }) => !taken.includes(viewColumn))?.viewColumn ?? all.length + 1;
  const open = columnOf(left);
  const rightColumn = columnOf(right, open);
  const leftColumn = open ?? free(rightColumn);
  return [leftColumn, rightColumn ?? free(leftColumn)];
}

function shows({ input }: vscode.Tab, file: vscode.Uri): boolean {
  return input instanceof vscode.TabInputCustom && input.uri.toString() === file.toString();
}

const formats = {
  markdown: { extension: 'md', textOf: comparisonMarkdown },
  csv: { extension: 'csv', textOf: comparisonCsv },
  json: {
    extension: 'json',
    textOf: (compared: ComparedTraces) =>
      `${JSON.stringify(messageWithoutSteering(compared), undefined, 2)}\n`,
  },
};

/** Asks where, and saves a comparison. */
export async function saveComparison(
  { left, right }: Both<vscode.Uri>,
  format: keyof typeof formats,
  compared: ComparedTraces,
): Promise<void> {
  const { extension, textOf } = formats[format];
  const stem = [left, right].map(({ path }) => baseName(path).replace(/\.\w+$/, '')).join('-');
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(left, '..', `${stem}.${extension}`),
    filters: { [extension]: [extension] },
  });
  if (!target) return;
  const name = baseName(target.path);
  try {
    await saveFile(target, async (file) => {
      await file.write(new TextEncoder().encode(textOf(compared)));
      return true;
    });
    offerToOpen(target, vscode.l10n.t('{0} holds the comparison.', name));
  } catch (error) {
    showError(saveProblem(target, error));
  }
}
