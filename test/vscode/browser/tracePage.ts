// The trace editor's page as a user sees it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { root, samplesFolder } from '../../../scripts/steps/paths.mjs';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes } from '../../onScreen';

export const sample = join(samplesFolder, 'callqueue.tf');

/** A file of the recorded traces. */
export function corpus(path: string): string {
  return join(root, 'test', 'corpus', path);
}

export function bytesOf(path: string): Uint8Array {
  return readFileSync(path);
}

/** The page of a trace, in VS Code or alone. */
export class TracePage {
  constructor(readonly frame: Frame) {}

  /** The page that is in front in VS Code, once it shows its table. */
  static async of(workbench: Workbench): Promise<TracePage> {
    return new TracePage(
      await workbench.webview('.frames-table [role="grid"] [role="row"][aria-selected]'),
    );
  }

  /** Marks a page that is about to be loaded again, for `loadedAgain`. */
  async markAsLost(): Promise<void> {
    await this.frame.evaluate("document.body.classList.add('lost')");
  }

  /** The page in front, once it is not one that is marked as lost. */
  static async loadedAgain(workbench: Workbench): Promise<TracePage> {
    let page!: TracePage;
    await eventually('a new page', async () => {
      page = await TracePage.of(workbench);
      return (await page.frame.locator('body.lost').count()) === 0;
    });
    return page;
  }

  text(selector: string): Promise<string> {
    return this.frame.locator(selector).first().innerText();
  }

  /** Frames that the table holds, its header row not counted. */
  async frameCount(): Promise<number> {
    const rows = await this.frame
      .locator('.frames-table [role="grid"]')
      .getAttribute('aria-rowcount');
    return Number(rows) - 1;
  }

  /** The row of a frame, where it is in sight. */
  row(frame: number) {
    return this.frame.locator(
      `.frames-table [role="grid"] [role="row"][aria-rowindex="${frame + 2}"]`,
    );
  }

  async select(frame: number): Promise<void> {
    await this.row(frame).click();
  }

  /** Goes to a frame as the keyboard does: a number, and Enter. Its details follow its row. */
  async goTo(frame: number): Promise<void> {
    const grid = this.frame.locator('.frames-table [role="grid"]');
    const typed = this.frame.locator('.number-box').filter({ hasText: new RegExp(`\\b${frame}$`) });
    // A debugger that stops meanwhile takes the focus, and what was typed is forgotten.
    await tried(`frame ${frame}`, async (timeout) => {
      await grid.press('Escape', { timeout });
      for (const digit of String(frame)) await grid.press(digit, { timeout });
      await typed.waitFor({ timeout });
      await grid.press('Enter', { timeout });
      await eventually('it', async () => (await this.selected()) === frame, timeout);
    });
    await becomes(() => this.frame.locator('#tab-frame').innerText(), `Frame ${frame}`);
  }

  /** The number of the selected frame. */
  async selected(): Promise<number> {
    const row = this.frame.locator(
      '.frames-table [role="grid"] [role="row"][aria-selected="true"]',
    );
    return Number(await row.getAttribute('aria-rowindex')) - 2;
  }

  /** Whether what is typed goes to the table. */
  async hasFocus(): Promise<boolean> {
    return (await this.frame.locator('.frames-table [role="grid"]:focus').count()) > 0;
  }

  /** Opens a tab of the details, and its panel; `Problems` has their number behind its name. */
  async showTab(name: string): Promise<void> {
    const whole = new RegExp(`^${name}( \\(|$)`);
    await this.frame.getByRole('tab', { name: whole }).click();
    await this.frame.getByRole('tab', { name: whole, selected: true }).waitFor();
    await this.frame.getByRole('tabpanel', { name: whole }).waitFor();
  }

  /** Opens a section of the details, where it is closed. */
  async openSection(title: string): Promise<void> {
    const has = this.frame.getByRole('heading', { name: title, exact: true });
    const section = this.frame.locator('.panel details', { has }).last();
    await tried(`the section ${title}`, async (timeout) => {
      const isOpen = async () => (await section.getAttribute('open', { timeout })) !== null;
      if (await isOpen()) return;
      await section.locator('summary').first().click({ timeout });
      await eventually('it to open', isOpen, timeout);
    });
  }

  /** The details beside the table. */
  details(): Promise<string> {
    return this.text('[data-testid="frame-details"]');
  }

  /** By the keyboard: a source that opens beside the page moves what is under the pointer. */
  async debug(): Promise<void> {
    await this.frame.locator('[data-testid="debug-from-frame"]').press('Enter');
  }
}
