// The entry in node: registers the providers, with the features that need sockets and processes.
import * as vscode from 'vscode';
import { registerProviders } from './activation';
import type { Services } from './services';
import { registerMcpServer } from './workbench/mcpServer';

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
  context.subscriptions.push(registerMcpServer(context));
  // Sockets and processes need node: in a browser, menus do not offer what uses them.
  void vscode.commands.executeCommand('setContext', 'tracefile.canConnect', true);
}
