// Fetches the frames of a run that is over into a trace file, with progress; cancelled, the file
// ends after the last whole frame.
import * as vscode from 'vscode';
import type { Downloaded, TargetRecording } from '../../remote/client/recording';
import { saveFile } from '../saveFile';
import { countedFrames, endText, isStoppedBySignal } from './recordingStatus';
import { progressNotification, showInformation, showWarning } from '../notify';
import { baseName } from '../../trace/paths';

/** Downloads into a file; where there is a problem, no file is written. */
async function download(
  recording: TargetRecording,
  file: vscode.Uri,
): Promise<Downloaded | { readonly problem: string }> {
  const shown = progressNotification(vscode.l10n.t('Downloading the trace'), true);
  return vscode.window.withProgress(shown, (progress, token) => {
    const cancelled = new AbortController();
    token.onCancellationRequested(() => {
      cancelled.abort();
    });
    let before = 0;
    const onProgress = ({ frames, of }: { frames: number; of?: number }) => {
      const increment = of === undefined || of === 0 ? 0 : (100 * (frames - before)) / of;
      before = frames;
      progress.report({ message: countedFrames(frames), increment });
    };
    return save(recording, file, { signal: cancelled.signal, onProgress });
  });
}

async function save(
  recording: TargetRecording,
  file: vscode.Uri,
  run: Parameters<TargetRecording['download']>[1],
): Promise<Downloaded | { readonly problem: string }> {
  let result: Downloaded | { readonly problem: string } | undefined;
  try {
    await saveFile(file, async (sink) => {
      result = await recording.download(sink, run);
      return !('problem' in result);
    });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  return result ?? { problem: vscode.l10n.t('Nothing was downloaded.') };
}

/**
 * Downloads into a file and shows it, at its last frame where a signal ended the run; a problem
 * where nothing came.
 */
export async function fetchTrace(
  recording: TargetRecording,
  file: vscode.Uri,
  open: (frame: number | undefined) => Promise<void>,
): Promise<{ readonly problem: string } | undefined> {
  const { status } = recording;
  const downloaded = await download(recording, file);
  if ('problem' in downloaded) return downloaded;
  // It was held at its end for its frames, which are here now.
  if (recording.status.program === 'leaving') await recording.leave('detach');
  const isLastShown = isStoppedBySignal(status);
  await open(isLastShown && downloaded.frames > 0 ? downloaded.frames - 1 : undefined);
  void showDownloaded(file, downloaded, endText(status));
  return undefined;
}

async function showDownloaded(
  file: vscode.Uri,
  downloaded: Downloaded,
  end: string,
): Promise<void> {
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

/** Recordings that are kept. */
const maxKept = 20;

/** The folder of the recordings. */
export class RecordedFiles {
  private readonly folder: vscode.Uri;

  constructor({ storageUri, globalStorageUri }: vscode.ExtensionContext) {
    this.folder = vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'recordings');
  }

  /**
   * A file for a new recording of a program, named after it and the time; old recordings make room.
   */
  async next(program: string | undefined, now: Date): Promise<vscode.Uri> {
    await vscode.workspace.fs.createDirectory(this.folder);
    await this.makeRoom();
    const name = `${program === undefined ? 'trace' : baseName(program)}-${fileTimestamp(now)}.tf`;
    return vscode.Uri.joinPath(this.folder, name);
  }

  private async makeRoom(): Promise<void> {
    const entries = await vscode.workspace.fs.readDirectory(this.folder);
    const files = entries.map(([name]) => vscode.Uri.joinPath(this.folder, name));
    const dated = await Promise.all(
      files.map(async (file) => ({ file, at: (await vscode.workspace.fs.stat(file)).mtime })),
    );
    dated.sort((a, b) => b.at - a.at);
    for (const { file } of dated.slice(maxKept - 1)) await vscode.workspace.fs.delete(file);
  }
}

/** `2026-11-21-203015`, in the time of this machine. */
export function fileTimestamp(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day}-${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join('')}`;
}
