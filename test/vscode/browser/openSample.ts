// Where the tests of the editor's views begin: the sample trace with its program, in the trace
// editor.
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { tried } from '../../../scripts/vscode/waiting.mjs';
import { becomes } from '../../onScreen';
import { TracePage } from './tracePage';

export interface OpenedSample {
  readonly vscode: Workbench;
  readonly page: TracePage;
}

/** Opens the sample, or a copy of it, from the explorer; its page once it has found the program. */
export async function openSample(vscode: Workbench, name = 'callqueue.tf'): Promise<TracePage> {
  await vscode.openFromExplorer(name, { keep: true });
  const page = await TracePage.of(vscode);
  await page.frame.locator('.program-placed').waitFor();
  return page;
}

/** Goes to a frame as the keyboard does: a number, and Enter. Its details follow its row. */
export async function goTo(page: TracePage, frame: number): Promise<void> {
  const grid = page.frame.locator('.frames-table [role="grid"]');
  const typed = page.frame.locator('.number-box').filter({ hasText: new RegExp(`\\b${frame}$`) });
  // A debugger that stops meanwhile takes the focus, and what was typed is forgotten.
  await tried(`the number ${frame}`, async (timeout) => {
    for (const digit of String(frame)) await grid.press(digit, { timeout });
    await typed.waitFor({ timeout }).catch(async (error: unknown) => {
      await grid.press('Escape');
      throw error;
    });
  });
  await grid.press('Enter');
  await becomes(() => page.selected(), frame);
  await becomes(() => page.frame.locator('#tab-frame').innerText(), `Frame ${frame}`);
}
