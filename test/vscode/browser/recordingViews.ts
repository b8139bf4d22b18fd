// What a person does to record, in a window: the menu of a line number, the pickers, the views of
// Run and Debug.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { resultsFolder } from '../../../scripts/steps/paths.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { write } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { openVscode, type VscodeOptions } from './openVscode';
import { TracePage } from './tracePage';

export const startProgram = 'Start a Program under gdbserver…';

/**
 * For tests that stand on each other: a window in whose folder these programs are built, each from
 * one file.
 */
export function openPrograms(
  sources: Readonly<Record<string, string>>,
  others: NonNullable<VscodeOptions['files']> = {},
): Promise<Workbench> {
  const names = Object.keys(sources);
  const written = Object.entries(sources).map(([name, source]) => [`${name}.c`, source] as const);
  return openVscode({
    shared: true,
    files: { ...others, ...Object.fromEntries(written) },
    prepare: (folder) => {
      for (const name of names) {
        execFileSync('gcc', ['-g', '-O0', '-o', name, `${name}.c`], { cwd: folder });
      }
    },
  });
}

/** Leaves nothing on the screen of the tests before but one source, open. */
export async function startAt(vscode: Workbench, source: string): Promise<void> {
  await vscode.clear();
  await vscode.command('Notifications: Clear All Notifications');
  await vscode.openFromExplorer(source, { keep: true });
}

/** Starts a program of the folder under gdbserver, and records it; the page of its trace. */
export async function record(vscode: Workbench, program: string): Promise<TracePage> {
  await vscode.command('GDB Trace: Record Trace…', startProgram, program, 'Record');
  return TracePage.of(vscode);
}

/** Asks how a program of the folder is to be started, and changes one part of it. */
export async function startWith(
  vscode: Workbench,
  program: string,
  parts: Readonly<Record<string, string>>,
): Promise<void> {
  const [first = ''] = Object.keys(parts);
  await vscode.command('GDB Trace: Record Trace…', startProgram, program, first);
  for (const [part, text] of Object.entries(parts)) {
    if (part !== first) await vscode.quickInput.pick(part);
    await step(vscode, `Record Trace: Start ${program}: ${part}`);
    await type(vscode, text);
    await vscode.quickInput.input.press('Enter');
    await step(vscode, `Record Trace: Start ${program}`);
  }
}

/** Picks from the menu of a line number. */
export async function lineMenu(vscode: Workbench, line: number, label: string): Promise<void> {
  const numbers = vscode.page.locator('.margin-view-overlays .line-numbers');
  const number = numbers.filter({ hasText: new RegExp(`^${line}$`) });
  await new DebugViews(vscode).pickInMenuOf(number, label);
}

export async function removeTracepoints(vscode: Workbench): Promise<void> {
  await vscode.command('GDB Trace: Remove All Tracepoints…');
  await reads(
    () => vscode.dialog().innerText(),
    /Remove all tracepoints and trace state variables\?/,
  );
  await vscode.dialog().getByText('Remove All', { exact: true }).click();
  await vscode.dialog().waitFor({ state: 'hidden' });
}

/** Waits for a step of the pickers, by its title. */
export function step({ quickInput }: Workbench, title: string): Promise<void> {
  return quickInput.titled(title);
}

/** Types into the input that is open. */
export async function type({ quickInput }: Workbench, text: string): Promise<void> {
  await write(quickInput.input, text);
}

export async function saysInNotifications(vscode: Workbench, sentence: RegExp): Promise<void> {
  const isTold = async () => sentence.test((await vscode.notifications()).join('\n'));
  await vscode.commandUntil('Notifications: Show Notifications', isTold);
}

/** Leaves the target, which ends with its program. */
export async function endProgram(vscode: Workbench): Promise<void> {
  await vscode.command('GDB Trace: Leave Target…', 'End the Program');
  await becomes(async () => (await statusText(vscode)).length, 0);
}

/** What the status bar says of the recording. */
export async function statusText({ page }: Workbench): Promise<string[]> {
  return page.locator('.statusbar-item[id*="recording"]').allInnerTexts();
}

/** The rows of the view "Recordings". */
export async function recordingRows(vscode: Workbench): Promise<Locator> {
  return (await openPane(vscode, 'Recordings')).locator('.monaco-list-row');
}

/** A view of Run and Debug, opened. */
export async function openPane(vscode: Workbench, name: string): Promise<Locator> {
  const pane = vscode.page.locator('.pane', {
    has: vscode.page.locator(`[aria-label="${name} Section"]`),
  });
  await vscode.commandUntil('View: Show Run and Debug', () => pane.isVisible());
  await new DebugViews(vscode).foldViews([name], false);
  return pane;
}

export function picture(vscode: Workbench, name: string): Promise<void> {
  return vscode.screenshot(join(resultsFolder, 'recording', `${name}.png`));
}
