// The pages for everyone: axe in each view and theme, narrow panes, magnified, without motion. What
// was seen is kept as pictures in test-results/views/.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, before, describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { resultsFolder } from '../../../scripts/steps/paths.mjs';
import { openWaitingPage } from '../../../scripts/vscode/testPage.mjs';
import { launchBrowser } from '../../../scripts/vscode/browser.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { violationsIn } from './axe';
import { becomes } from '../../onScreen';
import { type OpenedSample } from './openSample';
import { sampleOpened, sharedWindow } from './sharedWindow';
import { violationsInThemes } from './themes';
import { bytesOf, corpus, sample } from './tracePage';
import { seen, views } from './views';

function picture(vscode: Workbench, name: string): Promise<void> {
  return vscode.screenshot(join(resultsFolder, 'views', `${name}.png`));
}

describe('axe finds nothing in the views of the trace editor', () => {
  let opened: OpenedSample;

  before(async () => {
    opened = await sampleOpened();
  });

  for (const view of views) {
    it(`in any theme: ${view.name}`, async () => {
      const { vscode, page } = opened;
      await seen(view, page, async () => {
        assert.deepEqual(await violationsInThemes(vscode, page.frame), {});
        await picture(vscode, view.name);
      });
    });
  }

  it('in a pane of 300 pixels', async () => {
    const { vscode, page } = opened;
    await vscode.setTheme('Dark Modern', 'vs-dark');
    await vscode.command('View: Close Editors in Other Groups');
    await vscode.command('View: Toggle Primary Side Bar Visibility');
    await vscode.resize({ width: 352, height: 1100 });
    await becomes(async () => (await widths(page.frame)).shown < 330, true);
    const found: Record<string, string[]> = {};
    for (const view of views) {
      await seen(view, page, async () => {
        const here = await violationsIn(page.frame);
        if (here.length > 0) found[view.name] = here;
        await picture(vscode, `narrow-${view.name}`);
      });
    }
    assert.deepEqual(found, {});
    const { shown, needed } = await widths(page.frame);
    assert.ok(needed <= shown, `${needed} pixels in a pane of ${shown}`);
  });

  it('magnified to 200 %', async () => {
    const { vscode, page } = opened;
    // What a window of 1440 × 900 has room for then.
    await vscode.resize({ width: 720, height: 450 });
    await picture(vscode, 'magnified');
    const grid = page.frame.locator('.frames-table [role="grid"]');
    await grid.press('End');
    await becomes(() => page.selected(), 245);
    const { height = 0 } = (await grid.boundingBox()) ?? {};
    assert.ok(height > 80, `a table of ${height} pixels`);
    const tracks = page.frame.getByRole('button', { name: 'Tracks', exact: true });
    if ((await tracks.getAttribute('aria-expanded')) === 'false') await tracks.click();
    await page.frame.locator('.canvas-slider').scrollIntoViewIfNeeded();
    await page.frame.locator('.panel').scrollIntoViewIfNeeded();
    await picture(vscode, 'magnified-details');
    const panel = await page.frame.locator('.panel').boundingBox();
    assert.ok((panel?.height ?? 0) > 40, `a panel of ${panel?.height ?? 0} pixels`);
  });
});

/** Of the page in pixels: what is on the screen, and what all of it needs. */
async function widths(frame: Frame): Promise<{ shown: number; needed: number }> {
  return frame.evaluate(
    '({ shown: document.documentElement.clientWidth, needed: document.querySelector(".editor").scrollWidth })',
  );
}

describe('axe finds nothing while a page waits', () => {
  it('for its trace, in each editor', async () => {
    const browser = await launchBrowser();
    for (const name of ['main', 'branch', 'memory']) {
      const page = await openWaitingPage(browser, name);
      if (name !== 'memory') await page.locator('progress').waitFor();
      assert.deepEqual(await violationsIn(page.mainFrame()), [], name);
    }
    await browser.close();
  });

  it('for the blocks of a branch trace to be followed, and where that was stopped', async () => {
    const browser = await launchBrowser();
    const page = await openWaitingPage(browser, 'branch');
    for (const stopped of [false, true]) {
      const summary = {
        name: 'x.btrace',
        fileSize: 1000,
        format: 'bts',
        blocks: 250,
        diagnostics: [],
        program: { state: 'placed', name: 'x', explanation: '', doubtful: false },
        followed: 100,
        stopped,
        position: 1,
        debugged: false,
      };
      const message = JSON.stringify({ type: 'event', event: { type: 'summary', summary } });
      await page.evaluate(`postMessage(${message}, '*')`);
      const label = stopped ? 'Follow the Blocks' : 'Stop';
      await page.getByRole('button', { name: label, exact: true }).waitFor();
      assert.deepEqual(await violationsIn(page.mainFrame()), [], label);
    }
    await browser.close();
  });
});

describe('for everyone', () => {
  const empty = () => {
    const bytes = bytesOf(sample);
    const end = Buffer.from(bytes).indexOf('\n\n') + 2;
    return Uint8Array.from([...bytes.subarray(0, end), 0, 0]);
  };
  const files = {
    'empty.tfile': [empty(), '.frames .empty-note'],
    'cut.tfile': [bytesOf(corpus('x86_64/app.tf')).subarray(0, 60_000), '.pill.problem'],
    'none.tfile': ['these are notes\n', '.failed'],
  } as const;

  const shared = sharedWindow({
    files: Object.fromEntries(Object.entries(files).map(([name, [bytes]]) => [name, bytes])),
  });

  describe('axe finds nothing in a file', () => {
    it('without frames, that is cut off, that is no trace', async () => {
      const { vscode } = shared;
      for (const [name, [, selector]] of Object.entries(files)) {
        await vscode.openFromExplorer(name, { keep: true });
        const frame = await vscode.webview(selector);
        assert.deepEqual(await violationsInThemes(vscode, frame), {}, name);
        await picture(vscode, name);
      }
    });
  });

  describe('axe finds nothing in the memory view', () => {
    it('in any theme', async () => {
      const { vscode } = await shared.freshSample();
      await vscode.commandWithText('GDB Trace: View Memory of Trace…', '$sp');
      const memory = await vscode.webview('[data-testid="memory-view"]');
      assert.deepEqual(await violationsInThemes(vscode, memory), {});
      await picture(vscode, 'memory');
    });
  });

  describe('for those who want less motion', () => {
    afterEach(() => shared.vscode.page.emulateMedia({ reducedMotion: null }));

    it('nothing moves by itself', async () => {
      const { vscode, page } = await shared.freshSample();
      await vscode.page.emulateMedia({ reducedMotion: 'reduce' });
      const moving = await page.frame.evaluate<number>(
        `[...document.querySelectorAll('*')].filter((each) => {
          const { animationName, transitionDuration } = getComputedStyle(each);
          return animationName !== 'none' || transitionDuration !== '0s';
        }).length`,
      );
      assert.equal(moving, 0);
    });
  });
});
