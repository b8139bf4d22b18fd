// Begins where most tests of the debugger begin: the sample trace, debugged from one of its frames.
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, openVscode } from './openVscode';
import { TracePage } from './tracePage';

/** Debugs the sample from a frame that is on the first screen of the table, with its source beside it. */
export async function debugSample(frame: number): Promise<{ vscode: Workbench; page: TracePage }> {
  const vscode = await openVscode({ folder: samplesFolder });
  await vscode.openFromExplorer('callqueue.tf', { keep: true });
  const page = await TracePage.of(vscode);
  await page.select(frame);
  await becomes(() => page.selected(), frame);
  // The page is narrower once its source stands beside it.
  await vscode.tab('callqueue.c').waitFor();
  await page.debug();
  await vscode.stopped();
  return { vscode, page };
}

/** The frame that the page shows, as its status line names it: the table may be too low for a row. */
export async function frameShown(page: TracePage): Promise<number> {
  return Number(/^frame (\d+) of/.exec(await page.text('footer, .statusline'))?.[1]);
}
