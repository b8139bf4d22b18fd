// The trace editor's page, used as a person does: each gesture is repeated until the page shows
// what it leads to.
import { eventually, tried, write } from './waiting.mjs';

/** @typedef {import('./workbench.mjs').Workbench} Workbench */

/** What the page calls its parts. */
const parts = {
  placeholder: '.frames-table .placeholder',
  editor: '[data-testid="trace-editor"]',
  grid: '.frames-table [role="grid"][aria-rowcount]',
  row: '.frames-table [role="grid"] [role="row"][aria-selected]:not([hidden])',
  number: '.cell-frame',
  details: '[data-testid="frame-details"]',
  debug: '[data-testid="debug-from-frame"]',
  placed: '.program-placed',
};

/** The page of the trace that is in front. A page may be loaded again: it is looked for each time. */
export class TraceEditor {
  /** @param {Workbench} workbench */
  constructor(workbench) {
    this.workbench = workbench;
  }

  page() {
    return this.workbench.webview(parts.editor);
  }

  /** Waits for the program, by which the page knows functions and variables. */
  async hasProgram() {
    await eventually('the program', async () =>
      (await this.page()).locator(parts.placed).isVisible(),
    );
  }

  /** Frames that the table holds, its head not counted. */
  async frameCount() {
    const grid = (await this.page()).locator(parts.grid);
    return Number(await grid.getAttribute('aria-rowcount')) - 1;
  }

  /** Scrolls the table to its first row, which is selected then. */
  async scrollToTop() {
    await tried('the first row', async (timeout) => {
      const page = await this.page();
      await page.locator(parts.grid).press('Home', { timeout });
      const first = page.locator(`${parts.row}[aria-rowindex="2"][aria-selected="true"]`);
      await first.waitFor({ timeout });
    });
  }

  /**
   * Clicks a frame that is in sight.
   * @param {number} frame
   * @param {{ place?: RegExp, source?: RegExp }} [shown] what its row reads then, and a source
   *   editor beside it
   * @returns {Promise<string>} what its row reads
   */
  async select(frame, { place = /./, source } = {}) {
    let text = '';
    // A page that is loaded again shows the frame, but not its source.
    await tried(`frame ${frame} is selected`, async (timeout) => {
      const page = await this.page();
      const number = page.locator(parts.number, { hasText: new RegExp(`^\\s*${frame}\\s*$`) });
      await page.locator(parts.row).filter({ has: number }).click({ timeout });
      const selected = page.locator(`${parts.row}[aria-selected="true"]`);
      await eventually(
        'its row',
        async () => {
          text = oneLine(await selected.innerText({ timeout }));
          return text.startsWith(`${frame} `) && place.test(text);
        },
        timeout,
      );
      if (source === undefined) return;
      await eventually(
        'the source beside',
        async () => (await this.workbench.textEditors()).some((shown) => source.test(shown)),
        timeout,
      );
    });
    return text;
  }

  /**
   * Shows only frames.
   * @param {string} condition
   * @param {(count: number) => boolean} expected whether so many are right
   */
  async filter(condition, expected) {
    await tried(`frames where ${condition}`, async (timeout) => {
      const box = (await this.page()).locator('#filter');
      await write(box, condition, timeout);
      await box.press('Enter', { timeout });
      await eventually('them alone', async () => expected(await this.frameCount()), timeout);
    });
  }

  /**
   * Draws an expression over all frames.
   * @param {string} expression
   * @param {RegExp} [head] what the head of the track reads then
   */
  async addTrack(expression, head = /./) {
    await tried(`a track of ${expression}`, async (timeout) => {
      const page = await this.page();
      const track = page.locator(`.track-head[data-track="value ${expression}"]`);
      if (!(await track.isVisible())) {
        await write(page.locator('#track-expression'), expression, timeout);
        // The browser's own list of completions may take Enter for itself.
        await page.getByRole('button', { name: 'Add track', exact: true }).click({ timeout });
      }
      await eventually(
        'its head',
        async () => head.test(oneLine(await track.innerText({ timeout }))),
        timeout,
      );
    });
  }

  /**
   * Opens a tab of the details.
   * @param {string} name
   */
  async showTab(name) {
    await tried(`the tab ${name}`, async (timeout) => {
      const page = await this.page();
      await page.getByRole('tab', { name, exact: true }).click({ timeout });
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor({ timeout });
    });
  }

  /**
   * Waits until the details of the frame have a text.
   * @param {RegExp} text
   */
  async details(text) {
    await eventually(`details like ${String(text)}`, async () =>
      text.test(await (await this.page()).locator(parts.details).innerText()),
    );
  }

  /** Waits until every row on the screen is read. */
  async drawn() {
    await eventually(
      'the rows',
      async () => (await (await this.page()).locator(parts.placeholder).count()) === 0,
    );
  }

  /** Debugs from the selected frame. */
  async debug() {
    const { page } = this.workbench;
    const toolbar = page.locator('.debug-toolbar');
    await tried('the debugger', async (timeout) => {
      if (await toolbar.isVisible()) return;
      // A question of a command that was given twice lies over the page.
      await this.workbench.quickInput.close(timeout);
      await (await this.page()).locator(parts.debug).first().click({ timeout });
      await toolbar.waitFor({ timeout });
    });
  }
}

/** @param {string} text */
export function oneLine(text) {
  return text.trim().replaceAll(/\s+/g, ' ');
}
