// What the entry of a browser's extension host loads: extension.ts, without what needs node.
import type * as vscode from 'vscode';
import { registerProviders } from './activation';

/** See extension.ts. */
export function activate(context: vscode.ExtensionContext): void {
  registerProviders(context, async () => {
    const { startServices } = await import('./services');
    return (tabs) => startServices(context, tabs);
  });
}
