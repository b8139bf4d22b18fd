// The table where VS Code has a part in it: its menus, keys and clipboard, and the window that it
// restores.
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { TracePage } from './tracePage';

describe('the table in VS Code', () => {
  const shared = sharedWindow();

  it('has menus, keys and the clipboard, and is restored with its window', async () => {
    const { vscode, page } = await shared.freshSample();
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
    await vscode.reload();
    const again = await TracePage.of(vscode);
    await becomes(() => again.frame.locator('#filter').inputValue(), '$tracepoint == 5');
    await reads(() => again.text('.track-heads'), /Bookmarks\s*2/);
  });
});
