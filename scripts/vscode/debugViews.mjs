// VS Code's debugger on the screen: the gutter's breakpoints, the call stack's title, watch
// expressions, the debug console, the disassembly. Driven as a person drives it.
import { isDeepStrictEqual } from 'node:util';
import { eventually, openMenuOf, tried, write } from './waiting.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

/** What the parts are called in the page, as VS Code 1.139 builds it. */
const parts = {
  gutter: '.editor-instance .monaco-editor .margin-view-overlays .line-numbers',
  mark: '.editor-instance .glyph-margin-widgets [class*="codicon-debug-breakpoint"]',
  hover: '.monaco-hover:visible',
  breakpointEditor: '.breakpoint-widget .monaco-editor',
  whyStopped: '.call-stack-state-message .label',
  paneHeader: '.pane-header',
  watch: '.debug-watch .monaco-list-row',
  watchInput: '.debug-watch input',
  consoleInput: '.repl-input-wrapper .native-edit-context',
  consoleText: '.repl-input-wrapper .view-lines',
  consoleRow: '.repl .monaco-list-row',
  suggestion: '.suggest-widget.visible .monaco-list-row',
  instruction: '.disassembly-view .monaco-list-row',
  menu: '.monaco-menu',
};

/** The debugger's views in a window. */
export class DebugViews {
  /** @param {import('./workbench.mjs').Workbench} workbench */
  constructor(workbench) {
    this.workbench = workbench;
    this.page = workbench.page;
  }

  /**
   * Folds or opens views: Variables has the room of those that are folded, and rows out of sight
   * are not there.
   * @param {readonly string[]} names
   * @param {boolean} fold
   */
  async foldViews(names, fold = true) {
    for (const name of names) {
      const header = this.page.locator(`.pane-header[aria-label="${name} Section"]`);
      const isDone = async () => (await header.getAttribute('aria-expanded')) === String(!fold);
      await tried(`${name} ${fold ? 'folded' : 'opened'}`, async (timeout) => {
        if (await isDone()) return;
        // At its left: the buttons at its right may reach the middle.
        await header.click({ timeout, position: { x: 8, y: 8 } });
        await eventually(`${name} to turn`, isDone, timeout);
      });
    }
  }

  /**
   * Sets a breakpoint by a click beside a line number.
   * @param {number} line that is on the screen
   */
  async setInGutter(line) {
    await this.clickGutter(line, true);
  }

  /**
   * Removes a breakpoint by a click beside a line number.
   * @param {number} line that is on the screen
   */
  async removeInGutter(line) {
    await this.clickGutter(line, false);
  }

  /**
   * @param {number} line
   * @param {boolean} wanted whether the line has a mark after the click, which it then has not before
   */
  async clickGutter(line, wanted) {
    const isMarked = async () => (await this.markedLines()).get(line);
    await eventually(
      `line ${line} ${wanted ? 'without' : 'with'} a mark`,
      async () => (await isMarked()) === !wanted,
    );
    const before = await this.markedLines();
    let isClicked = false;
    await tried(`a click beside line ${line}`, async (timeout) => {
      if (isClicked && (await isMarked()) === wanted) return;
      await this.clickBeside(line, timeout);
      isClicked = true;
      const isDone = async () => (await isMarked()) === wanted;
      await eventually('its mark to come or go', isDone, timeout).catch(async (error) => {
        // The text scrolled meanwhile: another line was clicked.
        const lines = [...(await this.markedLines())].filter(
          ([each, marked]) => each !== line && before.get(each) === !marked,
        );
        for (const [other] of lines) await this.clickBeside(other, timeout);
        throw error;
      });
    });
  }

  /**
   * @param {number} line
   * @param {number} timeout milliseconds
   */
  async clickBeside(line, timeout) {
    const { x, y } = await this.besideLine(line, timeout);
    await this.page.mouse.click(x, y);
  }

  /**
   * The lines on the screen, and whether each has a mark, once both rest: an editor draws its marks
   * later than its lines, as when the debugger moves.
   * @returns {Promise<Map<number, boolean>>}
   */
  async markedLines() {
    let last = await this.drawnLines();
    let equal = 0;
    await eventually('the marks to rest', async () => {
      const before = last;
      last = await this.drawnLines();
      equal = isDeepStrictEqual(last, before) ? equal + 1 : 0;
      return equal === 5;
    });
    return last;
  }

  /** The lines on the screen, and whether each has a mark now. */
  async drawnLines() {
    const { numbers, marks } = await this.margin();
    return new Map(
      numbers.map(({ text, middle: height }) => [
        Number(text),
        marks.some(({ middle }) => Math.abs(middle - height) < 5),
      ]),
    );
  }

  /** The line numbers and the marks on the screen, at one time: they move with the text. */
  async margin() {
    const all = await this.page.locator(`${parts.gutter}, ${parts.mark}`).evaluateAll((elements) =>
      elements.map((element) => {
        const { y, height } = element.getBoundingClientRect();
        const isNumber = element.classList.contains('line-numbers');
        return { middle: y + height / 2, text: element.textContent, isNumber };
      }),
    );
    return {
      numbers: all.filter(({ isNumber }) => isNumber),
      marks: all.filter(({ isNumber }) => !isNumber),
    };
  }

  /**
   * What stands beside a line while the pointer rests there.
   * @param {number} line
   */
  async hoverGutter(line) {
    const hover = this.page.locator(parts.hover);
    await tried(`a hover beside line ${line}`, async (timeout) => {
      const { x, y } = await this.besideLine(line, timeout);
      // A hover begins with a movement; the pointer may rest there already.
      await this.page.mouse.move(x + 200, y);
      await this.page.mouse.move(x, y, { steps: 5 });
      await hover.first().waitFor({ timeout });
    });
    // The hover writes its spaces as no-break spaces.
    return (await hover.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /**
   * Adds a breakpoint with something to type, from the gutter's menu.
   * @param {number} line
   * @param {'Add Conditional Breakpoint...' | 'Add Logpoint...'} item
   * @param {string} text
   */
  async addInGutter(line, item, text) {
    await this.pickInMenuOf(this.lineNumber(line), item);
    const editor = this.page.locator(parts.breakpointEditor);
    await editor.first().waitFor();
    await editor.locator(':focus').waitFor({ state: 'attached' });
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
    await editor.first().waitFor({ state: 'hidden' });
  }

  /**
   * The breakpoints' marks in the gutters on the screen, such as `debug-breakpoint-unverified`, top
   * to bottom.
   */
  async marks() {
    const classes = await this.page
      .locator(parts.mark)
      .evaluateAll((marks) =>
        marks
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((mark) => mark.className),
      );
    return classes.map((each) => /codicon-(debug-breakpoint[\w-]*)/.exec(each)?.[1] ?? '');
  }

  /**
   * @param {number} line
   * @param {number} timeout milliseconds
   */
  async besideLine(line, timeout) {
    const place = { x: 0, y: NaN };
    const isAtRest = async () => {
      const box = await this.lineNumber(line).boundingBox({ timeout });
      if (box === null) return false;
      const before = place.y;
      place.x = box.x - 8;
      place.y = box.y + box.height / 2;
      return place.y === before;
    };
    await eventually(`line ${line} to rest`, isAtRest, timeout);
    return place;
  }

  /** @param {number} line @returns {Locator} its number beside the text */
  lineNumber(line) {
    const numbers = this.page.locator(parts.gutter);
    return numbers.filter({ hasText: new RegExp(`^${line}$`) }).first();
  }

  /** Where and why the debugger stopped, as the call stack's title says it. */
  async whyStopped() {
    return (await this.page.locator(parts.whyStopped).allInnerTexts()).join('');
  }

  /** @param {string} expression */
  async addWatch(expression) {
    const input = this.page.locator(parts.watchInput);
    await tried(`${expression} in the Watch view`, async (timeout) => {
      if (await this.watch(expression).isVisible()) return;
      if (!(await input.isVisible())) await this.pressInWatch('Add Expression', timeout);
      await write(input, expression, timeout);
      await input.press('Enter', { timeout });
      await this.watch(expression).waitFor({ timeout });
    });
  }

  /**
   * @param {string} label of a button that is in the head of the Watch view under the pointer
   * @param {number} timeout milliseconds
   */
  async pressInWatch(label, timeout) {
    const header = this.page.locator(parts.paneHeader, { hasText: 'Watch' });
    await header.hover({ timeout });
    await header.locator(`[aria-label="${label}"]`).click({ timeout });
  }

  /** @param {string} expression @returns {Locator} its row */
  watch(expression) {
    return this.page.locator(parts.watch, { hasText: expression });
  }

  /** @param {string} expression @returns {Promise<string>} as its row shows it */
  async watched(expression) {
    const text = await this.watch(expression).innerText();
    return text.slice(text.indexOf('=') + 1).trim();
  }

  /** @param {string} name @returns {Locator} the row of the Variables view whose name it is */
  variable(name) {
    return this.page.locator(`.debug-variables .monaco-list-row[aria-label^="${name},"]`).first();
  }

  /** What the menu of something on the screen offers. @param {Locator} on */
  async menuOf(on) {
    const items = this.page.locator(`${parts.menu} .action-label`);
    await tried('a menu', async (timeout) => {
      await openMenuOf(on, timeout);
      await items.first().waitFor({ timeout });
    });
    const labels = await items.allInnerTexts();
    await tried('the menu to close', async (timeout) => {
      await this.page.keyboard.press('Escape');
      await items.first().waitFor({ state: 'hidden', timeout });
    });
    return labels.filter((label) => label !== '');
  }

  /**
   * Picks from the menu of something on the screen.
   * @param {Locator} on
   * @param {string} item
   */
  async pickInMenuOf(on, item) {
    await this.pickInMenuAt((timeout) => openMenuOf(on, timeout), item);
  }

  /**
   * Picks from a menu. A view that is written anew closes its menu: it is opened again then.
   * @param {(timeout: number) => Promise<unknown>} open
   * @param {string} item
   */
  async pickInMenuAt(open, item) {
    const row = this.menuRow(item);
    await tried(`a menu with ${item}`, async (timeout) => {
      if (await this.page.locator(parts.menu).first().isVisible())
        await this.page.keyboard.press('Escape');
      await open(timeout);
      await row.click({ timeout });
    });
    await this.menuTakes(item);
  }

  /** @param {string} item of the menu that is open */
  async pickInMenu(item) {
    await this.menuRow(item).click();
    await this.menuTakes(item);
  }

  /** A menu that has just opened lets a click go by. @param {string} item that was clicked */
  async menuTakes(item) {
    const row = this.menuRow(item);
    await eventually(`the menu to take ${item}`, async () => {
      if (await row.isVisible()) await row.click({ timeout: 1000 }).catch(() => undefined);
      return !(await row.isVisible());
    });
  }

  /** @param {string} item */
  menuRow(item) {
    return this.page.locator(parts.menu).getByText(item, { exact: true });
  }

  /** The debug console's input, which takes keys. */
  consoleInput() {
    return this.page.locator(parts.consoleInput);
  }

  /**
   * Types into the debug console, and asks for completions.
   * @param {string} text
   */
  async type(text) {
    await tried(`${text} in the debug console`, async (timeout) => {
      await this.paste(text, timeout);
      await this.consoleInput().press('Control+Space', { timeout });
    });
  }

  /**
   * Pastes into the debug console, at one stroke: a debugger that stops meanwhile takes the focus
   * into the source, and with it what is typed.
   * @param {string} text
   * @param {number} timeout milliseconds
   */
  async paste(text, timeout) {
    const input = this.consoleInput();
    await input.waitFor({ timeout });
    await input.evaluate(
      (element, pasted) => {
        const { ClipboardEvent, DataTransfer } = element.ownerDocument.defaultView;
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        element.focus();
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      text,
      { timeout },
    );
    const isThere = async () => (await this.consoleText()) === text.trim();
    await this.orCleared(() => eventually('the text', isThere, timeout));
  }

  /** What is typed in the debug console. */
  async consoleText() {
    const text = await this.page.locator(parts.consoleText).innerText();
    return text.replaceAll('\u00a0', ' ').trim();
  }

  /**
   * Empties the debug console's input where a gesture was in vain.
   * @param {() => Promise<void>} gesture
   */
  async orCleared(gesture) {
    try {
      await gesture();
    } catch (error) {
      await this.consoleInput().press('Control+A');
      await this.consoleInput().press('Delete');
      throw error;
    }
  }

  /**
   * Asks in the debug console.
   * @param {string} command
   */
  async ask(command) {
    await tried(`${command} in the debug console`, async (timeout) => {
      const isTaken = async () => (await this.consoleText()) === '';
      await this.paste(command, timeout);
      // With the list of completions open, Enter takes one of them; it may open after Escape.
      await this.consoleInput().press('Escape', { timeout });
      await this.consoleInput().press('Enter', { timeout });
      await this.orCleared(() => eventually('it to be taken', isTaken, timeout));
    });
  }

  /** What the completion offers, label by label. */
  async suggestions() {
    const labels = this.page.locator(`${parts.suggestion} .label-name`);
    return labels.allInnerTexts();
  }

  /** @param {string} text @returns {Locator} the first row of the debug console with it */
  consoleRow(text) {
    return this.page.locator(parts.consoleRow, { hasText: text }).first();
  }

  /** @param {string} text of an instruction on the screen @returns {Locator} its row in the disassembly */
  instruction(text) {
    return this.page.locator(parts.instruction, { hasText: text }).first();
  }
}
