// Where the tests of the editor's views begin: the sample trace with its program, in a window that a file of tests shares.
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, openVscode } from './openVscode';
import { TracePage } from './tracePage';

export interface OpenedSample {
  readonly vscode: Workbench;
  readonly page: TracePage;
}

/** Wide enough for the table, the details and a source side by side. */
const wide = { width: 2000, height: 1100 };

/** To be closed by `closeVscode` in an `after` hook. */
export async function sampleOpened(): Promise<OpenedSample> {
  const vscode = await openVscode({ folder: samplesFolder, shared: true, size: wide });
  return { vscode, page: await openSample(vscode) };
}

/** Opens the sample, or a copy of it, from the explorer; its page once it has found the program. */
export async function openSample(vscode: Workbench, name = 'callqueue.tf'): Promise<TracePage> {
  await vscode.openFromExplorer(name, { keep: true });
  const page = await TracePage.of(vscode);
  await page.frame.getByText('callqueue · slide 0').waitFor();
  return page;
}

/** Goes to a frame as the keyboard does: a number, and Enter. */
export async function goTo(page: TracePage, frame: number): Promise<void> {
  const grid = page.frame.locator('.frames-table [role="grid"]');
  await grid.focus();
  for (const digit of String(frame)) await grid.press(digit);
  await grid.press('Enter');
  await becomes(() => page.selected(), frame);
}
