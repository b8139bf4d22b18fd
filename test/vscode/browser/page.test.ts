// The page of a trace where VS Code has a part in it: its menus, keys, clipboard and pickers, and
// the window that it restores.
import { before, describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually, tried, write } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { sampleOpened } from './sharedWindow';
import { TracePage } from './tracePage';

describe('the page of a trace in VS Code', () => {
  let vscode: Workbench;
  let page: TracePage;
  const pill = () => page.frame.locator('.pill.program');

  before(async () => {
    ({ vscode, page } = await sampleOpened());
  });

  it('has menus, keys and the clipboard', async () => {
    const views = new DebugViews(vscode);
    const copied = (): Promise<string> => vscode.page.evaluate('navigator.clipboard.readText()');
    await vscode.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goTo(1);
    await vscode.page.keyboard.press('Control+C');
    await reads(copied, /^1\t4\t/);
    for (const frame of [3, 6]) {
      await views.pickInMenuOf(page.row(frame).locator('.cell-frame'), 'Toggle Bookmark');
      await page.row(frame).locator('.bookmarked').waitFor();
    }
    await views.pickInMenuOf(page.row(2).locator('.cell-frame'), 'Copy Link to Frame');
    await reads(copied, /open\?file=.*&frame=2$/);
    await page.goTo(1);
    for (const [key, frame] of [
      ['L', 3],
      ['L', 6],
      ['J', 3],
    ] as const) {
      await vscode.page.keyboard.press(`Control+Alt+${key}`);
      await becomes(() => page.selected(), frame);
    }
    await vscode.page.keyboard.press('ArrowRight');
    await vscode.page.keyboard.press('ArrowRight');
    await page.row(3).locator('.cell-tracepoint.cursor').waitFor();
    await vscode.page.keyboard.press('Shift+F10');
    await views.pickInMenu('Show Only This Tracepoint');
    await becomes(() => page.frameCount(), 105);
  });

  it('has its program placed and removed from its header', async () => {
    await becomes(() => pill().innerText(), 'callqueue');
    const { input } = vscode.quickInput;
    const ask = (timeout: number) => pill().click({ timeout });
    await tried('a slide that is not understood, and one that is found', async (timeout) => {
      await vscode.quickInput.pickAfter(ask, 'Set Load Offset…');
      const isSlide = async () => (await input.inputValue({ timeout })).startsWith('0x');
      await eventually('the slide', isSlide, timeout);
      await write(input, 'main', timeout);
      const message = vscode.page.locator('.quick-input-message', { hasText: 'Type “auto”' });
      await message.waitFor({ timeout });
      await write(input, 'auto', timeout);
      await input.press('Enter', { timeout });
      await input.waitFor({ state: 'hidden', timeout });
    });
    await becomes(() => pill().innerText(), 'callqueue');
    await vscode.quickInput.pickAfter(ask, 'Remove Program…');
    await reads(() => pill().innerText(), /Choose/);
  });

  it('is restored with its window: filter, bookmarks, and no program until one is chosen', async () => {
    await vscode.reload();
    page = await TracePage.of(vscode);
    await becomes(() => page.frame.locator('#filter').inputValue(), '$tracepoint == 5');
    await reads(() => page.text('.track-heads'), /Bookmarks\s*2/);
    await reads(() => pill().innerText(), /Choose/);
    await vscode.command('GDB Trace: Choose Program…', 'callqueue');
    await becomes(() => pill().innerText(), 'callqueue');
  });
});
