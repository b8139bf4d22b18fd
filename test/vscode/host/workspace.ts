// The folder that these tests open, theirs to write in, and VS Code's tabs as they look at them.
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';

/** A file of the workspace. */
export function file(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('The tests open no folder.');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Copies the sample trace to another name. */
export async function traceCopy(name: string): Promise<vscode.Uri> {
  const copy = file(name);
  await vscode.workspace.fs.copy(file('callqueue.tf'), copy, { overwrite: true });
  return copy;
}

/** Writes a text file. */
export async function textFile(name: string, text: string): Promise<vscode.Uri> {
  const uri = file(name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** The tabs that show a file, as `custom` or `text` with the number of their group. */
export function tabsOf(uri: vscode.Uri): string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
    tabs.flatMap(({ input }) => {
      const isText = input instanceof vscode.TabInputText;
      const isCustom = input instanceof vscode.TabInputCustom;
      if (!(isText || isCustom) || input.uri.toString() !== uri.toString()) return [];
      return [`${isText ? 'text' : 'custom'} ${viewColumn}`];
    }),
  );
}

/** Waits until something holds, some minutes at most. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await sleep(50);
  }
}

/** Long enough for a tab to be moved, if it were to be. In milliseconds. */
export const settling = 1500;

/** Whether VS Code shows where a session stopped: one that has ended may still be shown. */
export function isStopped(session = vscode.debug.activeDebugSession): boolean {
  const { activeStackItem: item } = vscode.debug;
  return item instanceof vscode.DebugStackFrame && item.session.id === session?.id;
}

export async function closeEverything(): Promise<void> {
  await vscode.debug.stopDebugging();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
