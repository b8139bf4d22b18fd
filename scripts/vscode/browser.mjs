// Debian's Chromium, headless, kept from calling its maker's servers.
import { chromium } from 'playwright-core';
import { chromiumPath } from '../steps/systemPackages.mjs';

/** @typedef {{ width: number, height: number }} Size in CSS pixels */

/** A window that shows an editor, a source beside it and the debugger. */
export const usualSize = { width: 1440, height: 900 };

/** Starts Chromium; it ends with this process, or by `close`. */
export function launchBrowser() {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Threads that compile and collect garbage beside the page cost more than they save here.
      '--js-flags=--single-threaded',
    ],
  });
}
