// What VS Code loads in node when it has started: registers what it may ask for, and what that leads to there.
import * as vscode from 'vscode';
import { registerProviders } from './activation';
import type { Services } from './services';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  registerProviders(context, async () => {
    const [
      { startServices },
      { registerServing },
      { registerRecording },
      { registerBranchRecording },
    ] = await Promise.all([
      import('./services'),
      import('./workbench/serving'),
      import('./workbench/recording/recording'),
      import('./workbench/branch/branchRecorder'),
    ]);
    const connecting = [
      ({ traces, programs }: Services) => registerServing(traces, programs),
      (services: Services) => registerRecording(context, services),
      () => registerBranchRecording(context),
    ];
    return (tabs) => startServices(context, tabs, connecting);
  });
  // Sockets and processes are node's: where there are none, menus do not offer what needs them.
  void vscode.commands.executeCommand('setContext', 'tracefile.canConnect', true);
}
