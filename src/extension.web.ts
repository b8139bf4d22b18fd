// The entry in a browser's extension host: the same, without what needs node.
import type * as vscode from 'vscode';
import { registerProviders } from './activation';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  registerProviders(context, async () => {
    const { startServices } = await import('./services');
    return (tabs) => startServices(context, tabs);
  });
}
