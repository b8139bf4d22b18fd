// What VS Code loads in node when it has started: the doors, and what they lead to there.
import * as vscode from 'vscode';
import { registerDoors } from './doors';
import type { Parts } from './features';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  registerDoors(context, async () => {
    const [{ startFeatures }, { registerServing }, { registerRecording }, branchRecording] =
      await Promise.all([
        import('./features'),
        import('./workbench/serving/serveCommand'),
        import('./workbench/recording/recordingParts'),
        import('./workbench/branch/branchRecordingCommands'),
      ]);
    const connecting = [
      ({ traces, programs }: Parts) => registerServing(traces, programs),
      (parts: Parts) => registerRecording(context, parts),
      () => branchRecording.registerBranchRecording(context),
    ];
    return (tabs) => startFeatures(context, tabs, connecting);
  });
  // Sockets and processes are node's: where there are none, menus do not offer what needs them.
  void vscode.commands.executeCommand('setContext', 'tracefile.canConnect', true);
}
