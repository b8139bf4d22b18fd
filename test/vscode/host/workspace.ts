// The folder that these tests open, theirs to write in, and VS Code's tabs and debug sessions.
import assert from 'node:assert/strict';
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

/** Between two looks that cost much, or that do something, in milliseconds. */
export const seldom = 1000;

/**
 * Waits until something holds, some minutes at most.
 * @param pause milliseconds between two looks
 */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  pause = 50,
): Promise<void> {
  const end = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await sleep(pause);
  }
}

/**
 * Takes the first answer of whatever asks, until something holds. What is not listed yet cannot be
 * taken, and a picker from which a page took the focus is gone.
 */
export async function accepting(
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    if (await holds()) return true;
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return false;
  };
  await eventually(what, isDone, seldom);
}

let markers = 0;

/**
 * Waits until every tab that was opened before is a trace editor, if it were to be: one that is
 * opened now has become one.
 */
export async function tabsAreClaimed(): Promise<void> {
  const marker = await traceCopy(`marker-${++markers}.tf`);
  await vscode.commands.executeCommand('vscode.open', marker, { preview: false });
  await eventually('the trace editor', () => tabsOf(marker).join() === 'custom 1');
}

/** Whether VS Code shows where a session stopped: one that has ended may still be shown. */
export function isStopped(session = vscode.debug.activeDebugSession): boolean {
  const { activeStackItem: item } = vscode.debug;
  return item instanceof vscode.DebugStackFrame && item.session.id === session?.id;
}

/**
 * Debugs a trace, and waits until VS Code shows where it stopped, or until it stopped where another
 * session is shown. Before that VS Code may not have sent the breakpoints yet, and the session goes
 * to its first frame after them, wherever a step led meanwhile.
 */
export async function debug(configuration: object): Promise<vscode.DebugSession> {
  const isAlone = vscode.debug.activeDebugSession === undefined;
  let stopped: vscode.DebugSession | undefined;
  const stops = vscode.debug.registerDebugAdapterTrackerFactory('tracefile', {
    createDebugAdapterTracker: (session) => ({
      onDidSendMessage: ({ event }: { event?: string }) => {
        if (event === 'stopped') stopped = session;
      },
    }),
  });
  try {
    const whole = { type: 'tracefile', request: 'launch', name: 'test', ...configuration };
    assert.equal(await vscode.debug.startDebugging(undefined, whole), true);
    await eventually('a stop', () => stopped !== undefined && (!isAlone || isStopped(stopped)));
    assert.ok(stopped);
    return stopped;
  } finally {
    stops.dispose();
  }
}

export async function closeEverything(): Promise<void> {
  await vscode.debug.stopDebugging();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
