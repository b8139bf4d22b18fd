// Saves what is exported: with progress, an end that the user may ask for, and what came of it.
import { groupedDigits } from '../bytes/groupedDigits';
import * as vscode from 'vscode';
import { baseName } from '../trace/paths';
import { saveFile, saveProblem, type Make } from './files';
import { progressNotification, showError, showInformation, signalOf } from './notify';

/** What is exported, in words and in number. */
interface ExportWords {
  /** Over the progress. */
  readonly title: string;
  /** Rows or frames. */
  readonly count: number;
  /** What the file holds then, from its name and the number as text. */
  readonly holds: (name: string, count: string) => string;
}

/**
 * Saves a file and offers to open it. A failure is shown.
 * @param make writes; it reports how many of `count` are done
 */
export async function saveExport(
  target: vscode.Uri,
  { title, count, holds }: ExportWords,
  make: (signal: AbortSignal, report: (done: number) => void) => Make,
): Promise<void> {
  try {
    const isSaved = await vscode.window.withProgress(
      progressNotification(title, true),
      (progress, token) => {
        let before = 0;
        const report = (done: number) => {
          progress.report({ increment: (100 * (done - before)) / Math.max(1, count) });
          before = done;
        };
        return saveFile(target, make(signalOf(token), report));
      },
    );
    if (isSaved) offerToOpen(target, holds(baseName(target.path), groupedDigits(count)));
  } catch (error) {
    showError(saveProblem(target, error));
  }
}

/** Says what a file holds now, and opens it where the user wants that. */
export function offerToOpen(target: vscode.Uri, sentence: string): void {
  const open = vscode.l10n.t('Open');
  void showInformation(sentence, open).then((chosen) => {
    if (chosen === open) void vscode.commands.executeCommand('vscode.open', target);
  });
}
