// Where the tests of the editor's views begin: the sample trace with its program, in the trace
// editor.
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
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
