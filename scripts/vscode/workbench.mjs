// A VS Code window in a browser, driven as a person drives it: keys, clicks, and what stands on the
// screen.
import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { usualSize } from './browser.mjs';
import { QuickInput } from './quickInput.mjs';
import { clearingKey } from './server.mjs';
import { eventually, timeLimit, tried, write } from './waiting.mjs';

/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {import('playwright-core').Locator} Locator */

/**
 * Milliseconds after which a key that clears the window was lost: far longer than the commands
 * take.
 */
const maxClearing = 60_000;

/** What the workbench's parts are called in its page, as VS Code 1.139 builds it. */
const parts = {
  workbench: '.monaco-workbench',
  tab: '.editor-group-container .tab',
  explorerRow: '.explorer-folders-view .monaco-list-row',
  focusedExplorer: '.explorer-folders-view .monaco-list:focus-within',
  refreshExplorer: '.action-label[aria-label^="Refresh Explorer"]',
  notification: '.notification-list-item-message',
  dialog: '.monaco-dialog-box',
  sideBar: '.part.sidebar',
  panel: '.part.panel',
  debugToolbar: '.debug-toolbar',
  stackFrameLine: '.monaco-editor .debug-top-stack-frame-line',
  stackFrame: '.debug-call-stack .monaco-list-row .stack-frame',
  variable: '.debug-variables .monaco-list-row',
  debugConsole: '.repl .monaco-list-row',
  statusBarItem: '.statusbar-item',
};

/** On the window itself: a page that loads takes the focus, and with it what is typed. */
const pressClearingKey = `(() => {
  document.activeElement?.blur();
  const key = ${JSON.stringify({ ...clearingKey, bubbles: true, cancelable: true })};
  document.querySelector('${parts.workbench}').dispatchEvent(new KeyboardEvent('keydown', key));
})()`;

/**
 * @typedef {object} WindowOptions
 * @property {import('playwright-core').Browser} browser
 * @property {import('./server.mjs').Server} server
 * @property {string} folder to open
 * @property {string} [open] path of a file that the window starts with, as `code FILE` does
 * @property {import('./browser.mjs').Size} [size]
 * @property {string} [extension] as `publisher.name`: an extension that starts by itself, to wait for
 */

/** @typedef {{ name: string, active: boolean, preview: boolean, group: number }} Tab */

/** One VS Code window. */
export class Workbench {
  /**
   * @param {import('playwright-core').Page} page
   * @param {WindowOptions} options
   */
  constructor(page, options) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.server = options.server;
    this.folder = options.folder;
    this.open = options.open;
    this.extension = options.extension;
  }

  /**
   * A window of its own: nothing is remembered from another. It is empty until `load`.
   * @param {WindowOptions} options
   */
  static async create(options) {
    const context = await options.browser.newContext({ viewport: options.size ?? usualSize });
    context.setDefaultTimeout(timeLimit);
    return new Workbench(await context.newPage(), options);
  }

  /** Starts VS Code in the window, and waits until its extensions run. */
  async load() {
    const { folder, open, page, server } = this;
    const files = open === undefined ? [] : [/** @type {const} */ (['openFile', server.uri(open)])];
    await this.started(() => page.goto(server.address(folder, files)));
  }

  /**
   * Closes and opens the window. VS Code's own command saves what it had open; the address names no
   * file any more.
   */
  async reload() {
    const address = this.server.address(this.folder);
    await this.page.evaluate(`history.replaceState(null, '', ${JSON.stringify(address)})`);
    await this.started(() => this.command('Developer: Reload Window'));
  }

  /**
   * Until then VS Code knows no extension's editors, commands and debuggers.
   * @param {() => Promise<unknown>} load what makes the window start
   */
  async started(load) {
    const earlier = this.server.extensionHostLogs().length;
    await load();
    await this.page.locator(parts.workbench).waitFor();
    await eventually('the extension host to start', () => {
      const log = this.server.extensionHostLogs()[earlier] ?? '';
      const own =
        this.extension === undefined || log.includes(`_doActivateExtension ${this.extension},`);
      return own && log.includes('Eager extensions activated');
    });
  }

  /**
   * Runs a command by its title, from the command palette, and picks from what it asks.
   * @param {string} title with its category, as the palette shows it: `View: Close All Editors`
   * @param {...string} picks a row's label for each question
   */
  async command(title, ...picks) {
    await this.quickInput.takeAt('F1', `>${title}`, title, ...picks);
  }

  /**
   * Runs a command that asks for a text.
   * @param {string} title as for `command`
   * @param {string} text
   */
  async commandWithText(title, text) {
    const { input } = this.quickInput;
    await tried(`${title}: ${text}`, async (timeout) => {
      await this.command(title);
      // The palette, which may not have closed yet, has the same box.
      const isAsked = async () => !(await input.inputValue()).startsWith('>');
      await eventually(`the question of ${title}`, isAsked, timeout);
      await write(input, text, timeout);
      await input.press('Enter', { timeout });
      await input.waitFor({ state: 'hidden', timeout });
    });
  }

  /**
   * Runs a command until what it leads to is on the screen; not at all where it is there.
   * @param {string} title as for `command`, of one that can be run twice
   * @param {() => Promise<boolean>} holds
   */
  async commandUntil(title, holds) {
    if (await holds()) return;
    await tried(`what ${title} leads to`, async (timeout) => {
      await this.command(title);
      await eventually(`what ${title} leads to`, holds, timeout);
    });
  }

  /**
   * Opens a file by name, from quick open.
   * @param {string} path in the folder
   */
  async openFile(path) {
    const name = basename(path);
    await this.quickInput.takeAt('Control+P', path, name);
    await this.tab(name).first().waitFor();
  }

  /**
   * Opens a file at the folder's top from the explorer: a click gives a preview, a double click
   * keeps it.
   * @param {string} name
   * @param {{ keep?: boolean }} [options]
   */
  async openFromExplorer(name, { keep = false } = {}) {
    const row = this.explorerRow(name);
    // Where the explorer's watcher missed a new file, the folder is read again.
    await tried(`${name} in an editor`, async (timeout) => {
      await row.waitFor({ timeout }).catch(async (error) => {
        await this.page.locator(parts.refreshExplorer).first().dispatchEvent('click');
        throw error;
      });
      await (keep ? row.dblclick({ timeout }) : row.click({ timeout }));
      await this.tab(name).first().waitFor({ timeout });
    });
  }

  /** @param {string} name of a file at the folder's top */
  explorerRow(name) {
    return this.page
      .locator(parts.explorerRow)
      .filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Every tab, group by group, as it stands on the screen. @returns {Promise<Tab[]>} */
  async tabs() {
    return this.page.locator(parts.tab).evaluateAll((tabs) => {
      return tabs.map((tab) => ({
        name: tab.getAttribute('data-resource-name') ?? '',
        active: tab.classList.contains('active'),
        preview: tab.querySelector('.monaco-icon-label.italic') !== null,
        group: [...tab.ownerDocument.querySelectorAll('.editor-group-container')].findIndex(
          (each) => each.contains(tab),
        ),
      }));
    });
  }

  /**
   * Ends the debugging, and leaves no editor, no panel and no breakpoint on the screen, and the
   * explorer in the side bar.
   */
  async clear() {
    const { page } = this;
    const isDone = async () => (await page.locator(parts.focusedExplorer).count()) === 1;
    const isClear = async () =>
      (await page.locator(parts.tab).count()) === 0 &&
      !(await page.locator(parts.panel).isVisible()) &&
      !(await page.locator(parts.debugToolbar).isVisible());
    // An editor that was about to open comes when the others have closed.
    await tried('an empty window', async (timeout) => {
      // The explorer has the focus again once all is done. No other clearing begins before: it
      // would close what is opened after this one.
      await page.evaluate(pressClearingKey);
      await eventually('the focus in the explorer', isDone, maxClearing);
      await eventually('an empty window', isClear, timeout);
    });
  }

  /** @param {string} name of the file that it shows */
  tab(name) {
    return this.page.locator(`${parts.tab}[data-resource-name="${name}"]`);
  }

  /** What the text editors on the screen show, one text for each. */
  async textEditors() {
    const editors = this.page.locator('.editor-instance .monaco-editor:visible .view-lines');
    // The editor writes its spaces as no-break spaces.
    return (await editors.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
  }

  /**
   * The page of a custom editor. It stands two frames deep.
   * @param {string} selector of something in it that is on the screen
   * @returns {Promise<Frame>}
   */
  async webview(selector) {
    /** @type {Frame | undefined} */
    let found;
    await eventually(`a webview with ${selector}`, async () => {
      found = await this.visibleWebview(selector);
      return found !== undefined;
    });
    return /** @type {Frame} */ (found);
  }

  /**
   * As `webview`, but looks only once.
   * @param {string} selector
   * @returns {Promise<Frame | undefined>}
   */
  async visibleWebview(selector) {
    for (const frame of this.page.frames()) {
      if (frame === this.page.mainFrame()) continue;
      // A frame may be gone by the time it is asked.
      if (
        await frame
          .locator(selector)
          .first()
          .isVisible()
          .catch(() => false)
      )
        return frame;
    }
    return undefined;
  }

  /**
   * Waits until the debugger stands on a source line that is on the screen.
   * @returns {Promise<number>} that line's number
   */
  async stopped() {
    await this.page.locator(parts.debugToolbar).waitFor();
    let line = 0;
    await eventually('a source line where the debugger stands', async () => {
      [line = 0] = await this.stoppedLines();
      return line > 0;
    });
    return line;
  }

  /** Shows the call stack and the variables. VS Code does so by itself only at a breakpoint. */
  async showDebugView() {
    await this.command('View: Show Run and Debug');
    await this.page.locator(parts.variable).first().waitFor();
  }

  /** The call stack's texts, the innermost stack frame first. */
  async stackFrames() {
    const rows = this.page.locator(parts.stackFrame);
    await rows.first().waitFor();
    return rows.allInnerTexts();
  }

  /** The line numbers, in the editors on the screen, that the debugger marks as where it stands. */
  async stoppedLines() {
    return this.page.locator(parts.stackFrameLine).evaluateAll((marks) =>
      marks.map((mark) => {
        const top = mark.getBoundingClientRect().top;
        const numbers = [
          ...(mark.closest('.monaco-editor')?.querySelectorAll('.line-numbers') ?? []),
        ];
        const beside = numbers.find((each) => Math.abs(each.getBoundingClientRect().top - top) < 2);
        return Number(beside?.textContent);
      }),
    );
  }

  /**
   * The Variables view's rows as they stand on the screen, such as `Registers` or `rip 0x401136`.
   * @returns {Promise<string[]>}
   */
  async variables() {
    const rows = this.page.locator(parts.variable);
    await rows.first().waitFor();
    return rows.evaluateAll((list) =>
      list
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => (row.textContent ?? '').trim()),
    );
  }

  /**
   * Opens a scope or a value in the Variables view, if it is closed.
   * @param {string} name as its row begins
   */
  async expandVariable(name) {
    const row = this.page
      .locator(
        `${parts.variable}[aria-label^="${name}" i], ${parts.variable}[aria-label^="Scope ${name}" i]`,
      )
      .first();
    await row.waitFor();
    await tried(`${name} opened`, async (timeout) => {
      const isOpen = async () => (await row.getAttribute('aria-expanded', { timeout })) === 'true';
      if (await isOpen()) return;
      await row.locator('.monaco-tl-twistie').click({ timeout });
      await eventually(`${name} to open`, isOpen, timeout);
    });
  }

  /** Presses a button of the debugger's tool bar. @param {string} label such as `Step Over` */
  async debugButton(label) {
    const name = `.action-label[aria-label^="${label}"]:not(.disabled)`;
    const button = this.page.locator(`${parts.debugToolbar} ${name}`);
    await button.waitFor();
    // In one task: the tool bar may be drawn again between the pointer's down and up.
    await button.dispatchEvent('click');
  }

  /** What the debug console shows, line by line. */
  async debugConsole() {
    return this.page.locator(parts.debugConsole).allInnerTexts();
  }

  /** The notifications on the screen. */
  async notifications() {
    return this.page.locator(parts.notification).allInnerTexts();
  }

  /** The status bar's texts. */
  async statusBar() {
    return (await this.page.locator(parts.statusBarItem).allInnerTexts()).filter(
      (text) => text !== '',
    );
  }

  /** The dialog that is open. @returns {Locator} */
  dialog() {
    return this.page.locator(parts.dialog);
  }

  /**
   * @param {string} name `Light Modern`, `Dark Modern`, `Dark High Contrast` or `Light High Contrast`
   * @param {string} kind the class that VS Code then gives its pages: `vs`, `vs-dark`, `hc-black` or `hc-light`
   */
  async setTheme(name, kind) {
    await this.command('Preferences: Color Theme', name);
    await this.page.locator(`${parts.workbench}.${kind}`).waitFor();
  }

  /** The kind of theme that the window has, as `setTheme` names it. @returns {Promise<string>} */
  async themeKind() {
    const classes = (await this.page.locator(parts.workbench).getAttribute('class')) ?? '';
    return /\b(vs-dark|vs|hc-black|hc-light)\b/.exec(classes)?.[1] ?? '';
  }

  /** @param {import('./browser.mjs').Size} size */
  async resize(size) {
    await this.page.setViewportSize(size);
  }

  /**
   * Makes the side bar so wide, in pixels: how wide it is depends on every size that the window has
   * had.
   * @param {number} width
   */
  async resizeSideBar(width) {
    const { page } = this;
    const bar = page.locator(parts.sideBar);
    await eventually(`a side bar of ${width} pixels`, async () => {
      const box = await bar.boundingBox();
      if (!box || box.width === width) return box !== null;
      // The sash is between it and the editors.
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width + 2, y);
      await page.mouse.down();
      await page.mouse.move(box.x + width + 2, y, { steps: 4 });
      await page.mouse.up();
      return false;
    });
  }

  /** Takes a picture of the window. @param {string} path of the PNG file */
  async screenshot(path) {
    mkdirSync(dirname(path), { recursive: true });
    // A button under the pointer looks pressed.
    await this.page.mouse.move(0, 0);
    await this.page.screenshot({ path });
  }

  async close() {
    await this.page.context().close();
  }
}
