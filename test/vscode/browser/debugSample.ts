// Begins where most tests of the debugger begin: the sample trace, debugged from one of its frames.
import type { OpenedSample } from './openSample';
import type { TracePage } from './tracePage';

/** Debugs the sample from one of its frames, with its source beside it. */
export async function debugSample(
  sample: Promise<OpenedSample>,
  frame: number,
): Promise<OpenedSample> {
  const { vscode, page } = await sample;
  await page.goTo(frame);
  // The page is narrower once its source stands beside it.
  await vscode.tab('callqueue.c').waitFor();
  await page.debug();
  await vscode.stopped();
  // Its lines stay where they are once it is said above them how often they are hit.
  await vscode.page
    .locator('.codelens-decoration:visible', { hasText: 'hit in' })
    .first()
    .waitFor();
  return { vscode, page };
}

/**
 * The frame that the page shows, as its status line names it: the table may be too low for a row.
 */
export async function frameShown(page: TracePage): Promise<number> {
  return Number(/^frame (\d+) of/.exec(await page.text('footer, .statusline'))?.[1]);
}
