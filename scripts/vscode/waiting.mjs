// Waiting for what comes on the screen, and making gestures that VS Code may undo, on machines of
// any speed.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/**
 * Milliseconds after which nothing is waited for any more: on the busiest machine what is waited
 * for takes a tenth of it.
 */
export const timeLimit = 300_000;

/**
 * Waits until something holds. What is lost while it is looked at, such as a page that is loaded
 * again, is looked at again.
 * @param {string} what is waited for, for the message
 * @param {() => boolean | Promise<boolean>} holds
 * @param {number} [timeout] milliseconds
 * @throws {Error} when it has not come to hold by then
 */
export async function eventually(what, holds, timeout = timeLimit) {
  const end = performance.now() + timeout;
  for (;;) {
    /** @type {unknown} */
    let cause;
    try {
      if (await holds()) return;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end)
      throw new Error(`Waited ${timeout / 1000} s in vain for ${what}.`, { cause });
    await sleep(100);
  }
}

/**
 * Makes a gesture until it comes to its end: VS Code takes pickers, menus and hovers away when
 * something else happens. The first has time enough on a busy machine, since one that is given up
 * may still come to its end beside the next; each later one has twice the time of the one before, and
 * none begins once `timeLimit` is over.
 * @param {string} what is tried, for the message
 * @param {(timeout: number) => Promise<unknown>} gesture rejects when it was in vain after so many milliseconds
 */
export async function tried(what, gesture) {
  const end = performance.now() + timeLimit;
  for (let timeout = 15_000; ; timeout *= 2) {
    try {
      await gesture(timeout);
      return;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      if (performance.now() > end) throw new Error(`Tried in vain: ${what}. ${why}`, { cause });
    }
  }
}

/**
 * Opens the menu of something. A code lens that goes moves the lines below it, and VS Code takes the
 * click for a neighbour before it draws them where they are then.
 * @param {import('playwright-core').Locator} on
 * @param {number} timeout milliseconds
 * @throws {Error} where it moved meanwhile: whose menu is open is not known
 */
export async function openMenuOf(on, timeout) {
  const before = await on.boundingBox({ timeout });
  await on.click({ button: 'right', timeout });
  await on.evaluate(
    (element) => {
      const view = element.ownerDocument.defaultView;
      return new Promise((drawn) =>
        view.requestAnimationFrame(() => view.requestAnimationFrame(drawn)),
      );
    },
    undefined,
    { timeout },
  );
  const after = await on.boundingBox({ timeout });
  if (!isDeepStrictEqual(before, after)) throw new Error('It moved under the click.');
}

/**
 * Writes a text into a box, over what is there. Playwright's `fill` selects the box, then types into
 * what has the focus by then: a source, where the debugger stops meanwhile.
 * @param {import('playwright-core').Locator} box
 * @param {string} text
 * @param {number} [timeout] milliseconds
 */
export async function write(box, text, timeout = timeLimit) {
  await box.waitFor({ timeout });
  await box.evaluate(
    (input, value) => {
      input.focus();
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
    { timeout },
  );
}
