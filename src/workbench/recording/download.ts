// Fetches the frames of a run that is over into a trace file, with progress; cancelled, the file
// ends after the last whole frame.
import * as vscode from 'vscode';
import type { OutputFile } from '../../adapter/host';
import { WriteFailed } from '../../bytes/source';
import type { Downloaded, DownloadRun, TargetRecording } from '../../remote/client/recording';
import type { Sink } from '../../trace/export/sink';
import { saveProblem, saveFile } from '../files';
import { countedFrames, endText, isStoppedBySignal } from './recordingStatus';
import { openUri } from '../files';
import { progressNotification, showError, showInformation, showWarning, signalOf } from '../notify';
import { baseName } from '../../trace/paths';
import type { RecordingOutcome } from './recordedTraces';

/** Downloads into a file; where there is a problem, no file is written. */
async function download(
  recording: TargetRecording,
  file: vscode.Uri,
  openGrowing: () => Promise<void>,
): Promise<Downloaded | { readonly problem: string }> {
  const shown = progressNotification(vscode.l10n.t('Downloading the trace'), true);
  return vscode.window.withProgress(shown, (progress, token) => {
    let before = 0;
    const onProgress = ({ frames, of }: { frames: number; of?: number }) => {
      const increment = of === undefined || of === 0 ? 0 : (100 * (frames - before)) / of;
      before = frames;
      progress.report({ message: countedFrames(frames), increment });
    };
    return save(recording, file, openGrowing, { signal: signalOf(token), onProgress });
  });
}

async function save(
  recording: TargetRecording,
  file: vscode.Uri,
  openGrowing: () => Promise<void>,
  run: DownloadRun,
): Promise<Downloaded | { readonly problem: string }> {
  let result: Downloaded | { readonly problem: string } | undefined;
  try {
    await saveFile(file, async (output) => {
      result = await recording.download(shownWhileWritten(output, openGrowing), run);
      return !('problem' in result);
    });
  } catch (error) {
    if (error instanceof WriteFailed) return { problem: saveProblem(file, error) };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  return result ?? { problem: vscode.l10n.t('Nothing was downloaded.') };
}

/** Milliseconds after which a download is shown that goes on. */
const longDownload = 1000;

/** A file that is opened while it is written, where that takes long. */
function shownWhileWritten(output: OutputFile, open: () => Promise<void>): Sink {
  const began = performance.now();
  let isShown = false;
  return {
    write: async (bytes) => {
      await output.write(bytes);
      if (isShown || !output.show || performance.now() - began < longDownload) return;
      isShown = true;
      await output.show();
      void open();
    },
  };
}

/** What is done with a file that was downloaded. */
interface FetchedTrace {
  /** Opens it while it grows. */
  readonly openGrowing: () => Promise<void>;
  readonly keep: (outcome: RecordingOutcome) => Promise<void>;
  readonly open: (frame: number | undefined) => Promise<void>;
}

/**
 * Downloads into a file and shows it, at its last frame where a signal ended the run; a problem
 * where nothing came.
 */
export async function fetchTrace(
  recording: TargetRecording,
  file: vscode.Uri,
  { openGrowing, keep, open }: FetchedTrace,
): Promise<{ readonly problem: string } | undefined> {
  const { status } = recording;
  const downloaded = await download(recording, file, openGrowing);
  if ('problem' in downloaded) return downloaded;
  // It was held at its end for its frames, which are here now.
  if (recording.status.program === 'leaving') await recording.leave('detach');
  await keep({ frames: downloaded.frames, end: endText(status) });
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
    recordedText(end, frames),
    vscode.l10n.t('The trace is in {0}.', baseName(file.path)),
    ...findings.map(({ message }) => message),
  ];
  const save = vscode.l10n.t('Save As…');
  const show = isComplete ? showInformation : showWarning;
  if ((await show(sentences.join(' '), save)) === save) await saveAs(file);
}

/** `The program exited; 1,200 frames were recorded.` */
function recordedText(end: string, frames: number): string {
  const reason = end.replace(/\.$/, '');
  return frames === 1
    ? vscode.l10n.t('{0}; 1 frame was recorded.', reason)
    : vscode.l10n.t('{0}; {1} were recorded.', reason, countedFrames(frames));
}

/** Copies a recording to a file that the user chooses, and opens that. */
export async function saveAs(file: vscode.Uri): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.joinPath(file, '..');
  const defaultUri = vscode.Uri.joinPath(folder, baseName(file.path));
  const filters = { [vscode.l10n.t('Trace File')]: ['tf'] };
  const target = await vscode.window.showSaveDialog({ defaultUri, filters });
  if (!target || target.toString() === file.toString()) return;
  const problem = await copyTrace(file, target);
  if (problem === undefined) await vscode.commands.executeCommand('tracefile.open', target);
  else showError(saveProblem(target, problem));
}

/** Bytes that are copied at a time. */
const pieceSize = 1 << 20;

/** Copies a file; where that fails, says why, and a file that was there stays as it was. */
async function copyTrace(from: vscode.Uri, to: vscode.Uri): Promise<string | undefined> {
  const source = await openUri(from);
  if ('problem' in source) return source.problem;
  try {
    await saveFile(to, async (sink) => {
      for (let at = 0; at < source.size; at += pieceSize) {
        await sink.write(await source.read(at, Math.min(pieceSize, source.size - at)));
      }
      return true;
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await source.close();
  }
}
