// The entry in a browser's extension host. VS Code loads one file of an extension there; this one
// loads the others, which are those of node, where they are needed.
import * as vscode from 'vscode';
import { EventEmitter, URL } from './platform/nodeModules.web';
import { Scripts, type Imports } from './platform/scripts.web';
import type * as webActivation from './webActivation';

/** Called by VS Code once. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const read = async (name: string) => {
    const file = vscode.Uri.joinPath(context.extensionUri, 'dist', name);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  };
  const imports = JSON.parse(await read('imports.json')) as Imports;
  const modules = { vscode, events: { EventEmitter }, url: { URL } };
  const scripts = new Scripts(read, imports, modules);
  const loaded = (await scripts.load('webActivation.js')) as typeof webActivation;
  loaded.activate(context);
}
