// How runs go, as the settings say.
import * as vscode from 'vscode';
import type { RunOptions } from '../../remote/client/recording';

/** The options of a run. */
export function recordingOptions(): RunOptions {
  const settings = vscode.workspace.getConfiguration('tracefile.recording');
  const bufferSize = settings.get<number>('bufferSize', 0);
  return {
    circular: settings.get('circularBuffer', false),
    disconnected: settings.get('disconnected', true),
    ...(bufferSize > 0 && { bufferSize }),
  };
}
