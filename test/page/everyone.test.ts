// The pages for everyone: axe in each view and theme, narrow, magnified, without motion.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Webview } from 'vscode';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { failedPage } from '../../src/editor/failedPage';
import { violationsIn } from './axe';
import { bytesOf, corpus, sample } from '../vscode/browser/tracePage';
import { becomes } from '../onScreen';
import { TestedPage } from './testedPage';
import { seen, unfoldTracks, views } from './views';
import { violationsInThemes } from './violations';
import { WebView } from './webView';

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);

describe('axe finds nothing in the views of the trace editor', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
  });

  afterAll(() => page.close());

  for (const view of views) {
    it(`in any theme: ${view.name}`, async () => {
      await seen(view, page, async () => {
        assert.deepEqual(await violationsInThemes(page.frame), {});
      });
    });
  }

  it('in a pane of 300 pixels', async () => {
    await page.resize({ width: 300, height: 1000 });
    const found: Record<string, string[]> = {};
    for (const view of views) {
      await seen(view, page, async () => {
        const here = await violationsIn(page.frame);
        if (here.length > 0) found[view.name] = here;
      });
    }
    assert.deepEqual(found, {});
    await becomes(pixelsCut, 0);
  });

  it('magnified to 200 %', async () => {
    // What a window of 1440 × 900 leaves to a page then.
    await page.resize({ width: 670, height: 350 });
    const grid = within('.frames-table [role="grid"]');
    await grid.press('End');
    await becomes(() => page.selected(), 245);
    const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;
    await becomes(async () => (await heightOf(grid)) > 80, true);
    await unfoldTracks(page);
    await within('.canvas-slider').scrollIntoViewIfNeeded();
    await within('.panel').scrollIntoViewIfNeeded();
    await becomes(async () => (await heightOf(within('.panel'))) > 40, true);
  });
});

/** By how much the page is wider than what is on the screen of it. */
function pixelsCut(): Promise<number> {
  return page.frame.evaluate(
    'Math.max(0, document.querySelector(".editor").scrollWidth - document.documentElement.clientWidth)',
  );
}

describe('axe finds nothing while a page waits', () => {
  let view: WebView;

  afterEach(() => view.close());

  for (const name of ['main', 'branch', 'memory']) {
    it(`for what it is to show: ${name}`, async () => {
      view = await emptyView(name);
      await view.load();
      await view.page.locator(name === 'memory' ? 'main' : 'progress').waitFor();
      assert.deepEqual(await violationsIn(view.page.mainFrame()), []);
    });
  }

  it('for the blocks of a branch trace to be followed, and where that was stopped', async () => {
    view = await emptyView('branch');
    await view.load();
    await view.page.locator('progress').waitFor();
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
      view.post({ type: 'event', event: { type: 'summary', summary } });
      const label = stopped ? 'Follow the Blocks' : 'Stop';
      await view.page.getByRole('button', { name: label, exact: true }).waitFor();
      assert.deepEqual(await violationsIn(view.page.mainFrame()), [], label);
    }
  });
});

/** A tab that is still to be loaded. */
function emptyView(name: string): Promise<WebView> {
  return WebView.open({ name, size: { width: 1440, height: 900 }, theme: 'Light Modern' });
}

describe('axe finds nothing in a file', () => {
  const sampleBytes = Buffer.from(bytesOf(sample));
  const withoutFrames = sampleBytes.subarray(0, sampleBytes.indexOf('\n\n') + 2);
  const cutOff = bytesOf(corpus('x86_64/app.tf')).subarray(0, 60_000);

  for (const [what, bytes, shown] of [
    ['without frames', Buffer.concat([withoutFrames, Buffer.alloc(2)]), '.frames .empty-note'],
    ['that is cut off', cutOff, '.pill.problem'],
  ] as const) {
    it(what, async () => {
      const file = join(temporaryFolder('file'), 'a.tfile');
      writeFileSync(file, bytes);
      page = await TestedPage.open({ file });
      await within(shown).waitFor();
      assert.deepEqual(await violationsInThemes(page.frame), {});
      await page.close();
    });
  }

  it('that is no trace', async () => {
    const view = await emptyView('main');
    const webview = {
      postMessage: (message: unknown) => {
        view.post(message);
        return Promise.resolve(true);
      },
      onDidReceiveMessage: view.onDidReceive,
    } as unknown as Webview;
    const failed = failedPage(webview, 'This is no trace file.', () => Promise.resolve());
    await view.load();
    await view.page.locator('.failed').waitFor();
    assert.deepEqual(await violationsInThemes(view.page.mainFrame()), {});
    failed.dispose();
    await view.close();
  });
});

describe('for those who want less motion', () => {
  it('nothing moves by itself', async () => {
    page = await TestedPage.open();
    await within('.track-head').nth(3).waitFor();
    await page.view.page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = await page.frame.evaluate<number>(
      `[...document.querySelectorAll('*')].filter((each) => {
        const { animationName, transitionDuration } = getComputedStyle(each);
        return animationName !== 'none' || transitionDuration !== '0s';
      }).length`,
    );
    assert.equal(moving, 0);
    await page.close();
  });
});
