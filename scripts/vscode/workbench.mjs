// A VS Code window in a browser, driven as a person drives it: keys, clicks, and what stands on the screen.
import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { usualSize } from './browser.mjs';

/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {import('playwright-core').Locator} Locator */

/** What the workbench's parts are called in its page, as VS Code 1.139 builds it. */
const parts = {
  workbench: '.monaco-workbench',
  quickInput: '.quick-input-widget input[type="text"]',
  quickPick: '.quick-input-list .monaco-list-row',
  tab: '.editor-group-container .tab',
  explorerRow: '.explorer-folders-view .monaco-list-row',
  notification: '.notification-list-item-message',
  dialog: '.monaco-dialog-box',
  panel: '.part.panel',
  debugToolbar: '.debug-toolbar',
  stackFrameLine: '.monaco-editor .debug-top-stack-frame-line',
  stackFrame: '.debug-call-stack .monaco-list-row .stack-frame',
  variable: '.debug-variables .monaco-list-row',
  debugConsole: '.repl .monaco-list-row',
  statusBarItem: '.statusbar-item',
};

/** How long a person would wait before calling it broken, in milliseconds. */
const patience = 60_000;

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
    return new Workbench(await context.newPage(), options);
  }

  /** Starts VS Code in the window, and waits until its extensions run. */
  async load() {
    const { folder, open, page, server } = this;
    const files = open === undefined ? [] : [/** @type {const} */ (['openFile', server.uri(open)])];
    await this.started(() => page.goto(server.address(folder, files)));
  }

  /** Closes and opens the window. VS Code's own command saves what it had open; the address names no file any more. */
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
    await this.page.locator(parts.workbench).waitFor({ timeout: patience });
    await eventually('the extension host to start', () => {
      const log = this.server.extensionHostLogs()[earlier] ?? '';
      const own =
        this.extension === undefined || log.includes(`_doActivateExtension ${this.extension},`);
      return own && log.includes('Eager extensions activated');
    });
  }

  /**
   * Runs a command by its title, from the command palette.
   * @param {string} title with its category, as the palette shows it: `View: Close All Editors`
   */
  async command(title) {
    await this.takeAt('F1', `>${title}`, title);
  }

  /**
   * Opens a file by name, from quick open.
   * @param {string} path in the folder
   */
  async openFile(path) {
    const name = basename(path);
    await this.takeAt('Control+P', path, name);
    await this.tab(name).first().waitFor({ timeout: patience });
  }

  /**
   * Opens a file at the folder's top from the explorer: a click gives a preview, a double click keeps it.
   * @param {string} name
   * @param {{ keep?: boolean }} [options]
   */
  async openFromExplorer(name, { keep = false } = {}) {
    const row = this.explorerRow(name);
    await (keep ? row.dblclick({ timeout: patience }) : row.click({ timeout: patience }));
    await this.tab(name).first().waitFor({ timeout: patience });
  }

  /** @param {string} name of a file at the folder's top */
  explorerRow(name) {
    return this.page
      .locator(parts.explorerRow)
      .filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /**
   * Types into VS Code's quick input.
   * @param {string} key that opens it
   * @param {string} text
   */
  async quickInput(key, text) {
    const input = this.page.locator(parts.quickInput).first();
    // An editor that opens meanwhile takes the focus, and the input closes.
    await eventually(`the input at ${key}`, async () => {
      await this.page.keyboard.press(key);
      return input.fill(text, { timeout: 5000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /**
   * Picks a row of the quick pick that is open.
   * @param {string} text its label
   */
  async pick(text) {
    await this.page.locator(parts.quickInput).first().fill(text);
    await this.takeRow(text);
  }

  /**
   * Takes a row of the quick pick, and waits until it closes: what is opened before that would close with it.
   * @param {string} label
   */
  async takeRow(label) {
    const input = this.page.locator(parts.quickInput).first();
    const typed = await input.inputValue();
    await this.quickPickRow(label).click({ timeout: patience });
    await this.closed(typed);
  }

  /**
   * Opens the quick input by a key, and takes a row. A page that takes the focus meanwhile closes it: it is opened again then.
   * @param {string} key
   * @param {string} text to type
   * @param {string} label of the row
   */
  async takeAt(key, text, label) {
    await eventually(`${label} in the quick pick`, async () => {
      await this.quickInput(key, text);
      return this.quickPickRow(label)
        .click({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await this.closed(text);
  }

  /** Waits until the quick pick closes, or is another. @param {string} typed what stood in it */
  async closed(typed) {
    const input = this.page.locator(parts.quickInput).first();
    await eventually('the quick pick to close', async () => {
      if (!(await input.isVisible())) return true;
      const now = await input.inputValue({ timeout: 1000 }).catch(() => '');
      return now !== typed;
    });
  }

  /**
   * Answers a dialog that asks for a file.
   * @param {string} path of the file
   */
  async answerFileDialog(path) {
    const input = this.page.locator(parts.quickInput).first();
    // The dialog writes its folder into the box once it has listed it, over what is already there.
    await this.page.locator(parts.quickPick).first().waitFor({ timeout: patience });
    await eventually('the dialog to take the file', async () => {
      if (!(await input.isVisible())) return true;
      if ((await input.inputValue()) === path) await input.press('Enter');
      else await input.fill(path);
      return false;
    });
  }

  /** @param {string} text that stands in it, with nothing before or after */
  quickPickRow(text) {
    const label = this.page.getByText(text, { exact: true });
    return this.page.locator(parts.quickPick).filter({ has: label }).first();
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

  /** Leaves no editor and no panel on the screen, and the explorer in the side bar. */
  async clear() {
    await this.command('View: Close All Editors');
    await this.page.locator(parts.tab).first().waitFor({ state: 'hidden', timeout: patience });
    if (await this.page.locator(parts.panel).isVisible()) await this.command('View: Hide Panel');
    const explorer = this.page.locator(parts.explorerRow).first();
    if (!(await explorer.isVisible())) await this.command('View: Show Explorer');
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
    await this.page.locator(parts.debugToolbar).waitFor({ timeout: patience });
    await eventually('a source line where the debugger stands', async () => {
      return ((await this.stoppedLines())[0] ?? 0) > 0;
    });
    return (await this.stoppedLines())[0] ?? 0;
  }

  /** Shows the call stack and the variables. VS Code does so by itself only at a breakpoint. */
  async showDebugView() {
    await this.command('View: Show Run and Debug');
    await this.page.locator(parts.variable).first().waitFor({ timeout: patience });
  }

  /** The call stack's texts, the innermost stack frame first. */
  async stackFrames() {
    const rows = this.page.locator(parts.stackFrame);
    await rows.first().waitFor({ timeout: patience });
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
    await rows.first().waitFor({ timeout: patience });
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
    await row.waitFor({ timeout: patience });
    if ((await row.getAttribute('aria-expanded')) === 'false')
      await row.locator('.monaco-tl-twistie').click();
    await eventually(
      `${name} to open`,
      async () => (await row.getAttribute('aria-expanded')) === 'true',
    );
  }

  /** Presses a button of the debugger's tool bar. @param {string} label such as `Step Over` */
  async debugButton(label) {
    await this.page
      .locator(`${parts.debugToolbar} .action-label[aria-label^="${label}"]`)
      .click({ timeout: patience });
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
    await this.command('Preferences: Color Theme');
    await this.pick(name);
    await this.page.locator(`${parts.workbench}.${kind}`).waitFor({ timeout: patience });
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

/**
 * Waits until something holds.
 * @param {string} what is waited for, for the message
 * @param {() => boolean | Promise<boolean>} holds
 * @throws {Error} when it has not come to hold in a minute
 */
export async function eventually(what, holds) {
  const end = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > end)
      throw new Error(`Waited ${patience / 1000} s in vain for ${what}.`);
    await sleep(100);
  }
}
