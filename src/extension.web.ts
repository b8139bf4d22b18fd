// What VS Code loads in a browser's extension host: the same doors, behind which lies what needs no node.
import type * as vscode from 'vscode';
import { registerDoors } from './doors';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  registerDoors(context, async () => {
    const { startFeatures } = await import('./features');
    return (tabs) => startFeatures(context, tabs);
  });
}
