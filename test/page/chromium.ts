// One Chromium for all page tests of a process: it ends with the process.
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, type Size } from '../../scripts/vscode/browser.mjs';

let browser: Promise<Browser> | undefined;

/** A page in a profile of its own. */
export async function emptyPage(size: Size): Promise<Page> {
  browser ??= launchBrowser();
  const page = await (await browser).newPage({ viewport: size });
  // As long as the tests themselves: a busy machine is no fault of the page.
  page.setDefaultTimeout(600_000);
  return page;
}
