// VS Code's quick input on the screen: the command palette, quick open, and what commands ask.
import { eventually, timeLimit, tried, write } from './waiting.mjs';

/** What the parts are called in the page, as VS Code 1.139 builds it. */
const parts = {
  title: '.quick-input-title',
  input: '.quick-input-widget input[type="text"]',
  row: '.quick-input-list .monaco-list-row',
};

/** The quick input of a window. */
export class QuickInput {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.input = page.locator(parts.input).first();
  }

  /**
   * Types into VS Code's quick input.
   * @param {string} key that opens it
   * @param {string} text
   */
  async type(key, text) {
    await tried(`the input at ${key}`, (timeout) => this.open(key, text, timeout));
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {number} timeout milliseconds
   */
  async open(key, text, timeout) {
    await this.close(timeout);
    await this.page.keyboard.press(key);
    await write(this.input, text, timeout);
  }

  /**
   * What VS Code offers in one that is open, it offers until that closes. @param {number} timeout
   * milliseconds
   */
  async close(timeout) {
    const { input } = this;
    if (!(await input.isVisible())) return;
    await input.press('Escape', { timeout });
    await input.waitFor({ state: 'hidden', timeout });
  }

  /**
   * Takes a row of the quick pick that is open, and waits until it closes: what is opened before
   * that would close with it.
   * @param {string} label
   * @param {number} [timeout] milliseconds
   */
  async pick(label, timeout = timeLimit) {
    await write(this.input, label, timeout);
    await this.row(label).click({ timeout });
    await this.closed(label, timeout);
  }

  /**
   * Opens the quick input by a key, and takes a row, then one for each question that follows.
   * @param {string} key
   * @param {string} text to type
   * @param {string} label of the row
   * @param {...string} picks labels of rows
   */
  async takeAt(key, text, label, ...picks) {
    const ask = async (/** @type {number} */ timeout) => {
      await this.open(key, text, timeout);
      await this.row(label).click({ timeout });
    };
    await tried([label, ...picks].join(', '), (timeout) => this.answer(ask, picks, timeout, text));
    await this.closed(picks.at(-1) ?? text);
  }

  /**
   * Makes what asks by a quick pick, and takes a row of it.
   * @param {(timeout: number) => Promise<unknown>} ask
   * @param {string} label of the row
   */
  async pickAfter(ask, label) {
    await tried(label, (timeout) => this.answer(ask, [label], timeout));
    await this.closed(label);
  }

  /**
   * Asks and answers from the start: a page that takes the focus meanwhile closes the quick pick,
   * and a row may not be known yet.
   * @param {(timeout: number) => Promise<unknown>} ask
   * @param {readonly string[]} labels a row's for each question
   * @param {number} timeout milliseconds
   * @param {string} [typed] what stands in the quick pick that leads to the first question
   */
  async answer(ask, labels, timeout, typed) {
    await this.close(timeout);
    await ask(timeout);
    const { input } = this;
    let last = typed;
    for (const label of labels) {
      const before = last;
      await eventually('a question', () => this.isAnother(before), timeout);
      await write(input, label, timeout);
      await this.row(label).click({ timeout });
      last = label;
    }
  }

  /**
   * Whether a quick pick is open, and not the one before. @param {string} [typed] what stood in
   * that
   */
  async isAnother(typed) {
    const { input } = this;
    return (await input.isVisible()) && (await input.inputValue({ timeout: 1000 })) !== typed;
  }

  /**
   * Waits until the quick pick closes, or is another.
   * @param {string} typed what stood in it
   * @param {number} [timeout] milliseconds
   */
  async closed(typed, timeout = timeLimit) {
    const { input } = this;
    const isClosed = async () => {
      if (!(await input.isVisible())) return true;
      const now = await input.inputValue({ timeout: 1000 }).catch(() => '');
      return now !== typed;
    };
    await eventually('the quick pick to close', isClosed, timeout);
  }

  /**
   * Waits for a step of several, by its title.
   * @param {string} title
   * @param {number} [timeout] milliseconds
   */
  async titled(title, timeout = timeLimit) {
    await this.page.locator(parts.title).getByText(title, { exact: true }).waitFor({ timeout });
  }

  /**
   * Types what a list does not have, which shows it then, and adds it.
   * @param {string} text
   */
  async add(text) {
    const rows = this.page.locator(parts.row);
    await write(this.input, text);
    await eventually(`${text} alone`, async () => (await rows.count()) === 1);
    await this.input.press('Enter');
    await eventually('the whole list', async () => (await rows.count()) > 1);
  }

  /**
   * Answers a dialog that asks for a file.
   * @param {string} path of the file
   */
  async answerFileDialog(path) {
    const { input } = this;
    // The dialog writes its folder into the box once it has listed it, over what is already there.
    await this.page.locator(parts.row).first().waitFor();
    await tried('the dialog to take the file', async (timeout) => {
      if (!(await input.isVisible())) return;
      await eventually('its path in the box', () => this.holds(path, timeout), timeout);
      await input.press('Enter', { timeout });
      // A second one while it closes would go to what lies behind it.
      await input.waitFor({ state: 'hidden', timeout });
    });
  }

  /**
   * Whether a text stands in the box, where it is written until it does.
   * @param {string} text
   * @param {number} timeout milliseconds
   */
  async holds(text, timeout) {
    const { input } = this;
    if ((await input.inputValue({ timeout })) === text) return true;
    await write(input, text, timeout);
    return false;
  }

  /** @param {string} text that stands in it, with nothing before or after */
  row(text) {
    const label = this.page.getByText(text, { exact: true });
    return this.page.locator(parts.row).filter({ has: label }).first();
  }
}
