// Fetches the frames of a run that is over into a trace file, with progress; cancelled, the file ends after the last whole frame.
import * as vscode from 'vscode';
import type { Downloaded, Recording } from '../../remote/client/recording';
import { saveFile } from '../saveFile';
import { countedFrames } from './recordingWords';
import { progressNotification } from '../notify';

/** Downloads into a file; where there is a problem, no file is written. */
export async function download(
  recording: Recording,
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
  recording: Recording,
  file: vscode.Uri,
  run: Parameters<Recording['download']>[1],
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
