// A run that is over becomes a trace file that is shown: its frames are downloaded, opened with their program, and can be saved
// elsewhere.
import * as vscode from 'vscode';
import type { Downloaded, Recording } from '../../remote/client/recording';
import { baseName } from '../../trace/paths';
import { download } from './download';
import { countedFrames, endText } from './recordingWords';
import { showInformation, showWarning } from '../notify';

/** Downloads into a file and shows it; a problem where nothing came. */
export async function fetchTrace(
  recording: Recording,
  file: vscode.Uri,
  open: () => Promise<void>,
): Promise<{ readonly problem: string } | undefined> {
  const { run } = recording.status;
  const downloaded = await download(recording, file);
  if ('problem' in downloaded) return downloaded;
  // It was held at its end for its frames, which are here now.
  if (recording.status.program === 'leaving') await recording.leave('detach');
  await open();
  void tell(file, downloaded, endText(run));
  return undefined;
}

async function tell(file: vscode.Uri, downloaded: Downloaded, end: string): Promise<void> {
  const { frames, isComplete, findings } = downloaded;
  const sentences = [
    end,
    vscode.l10n.t('{0} holds {1}.', baseName(file.path), countedFrames(frames)),
    ...findings.map(({ message }) => message),
  ];
  const save = vscode.l10n.t('Save As…');
  const show = isComplete ? showInformation : showWarning;
  if ((await show(sentences.join(' '), save)) === save) await saveAs(file);
}

async function saveAs(file: vscode.Uri): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.joinPath(file, '..');
  const defaultUri = vscode.Uri.joinPath(folder, baseName(file.path));
  const filters = { [vscode.l10n.t('Trace File')]: ['tf'] };
  const target = await vscode.window.showSaveDialog({ defaultUri, filters });
  if (!target) return;
  await vscode.workspace.fs.copy(file, target, { overwrite: true });
  await vscode.commands.executeCommand('tracefile.open', target);
}
