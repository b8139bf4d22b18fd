// A page in Chromium with the panel that it has in VS Code.
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { Size } from '../../scripts/vscode/browser.mjs';
import type { PageWindow } from '../../src/editor/tracePanel';
import type { Disposable } from '../../src/trace/emitter';
import { AskedOfVscode, windowOf } from './testedPage';
import { WebView } from './webView';

/** Makes the host of a page; what is disposed of with the page may be more. */
type MakePanel = (window: PageWindow, asked: AskedOfVscode) => Disposable;

export class PanelPage {
  readonly asked = new AskedOfVscode();
  private readonly panel: Disposable;

  private constructor(
    private readonly view: WebView,
    makePanel: MakePanel,
  ) {
    this.panel = makePanel(windowOf(view, this.asked), this.asked);
  }

  /** Loads a page by its name, as src/editor/page.ts has it. */
  static async open(name: string, size: Size, makePanel: MakePanel): Promise<PanelPage> {
    const view = await WebView.open({ name, size, theme: 'Light Modern' });
    const page = new PanelPage(view, makePanel);
    await view.load();
    return page;
  }

  get frame(): Frame {
    return this.view.page.mainFrame();
  }

  get mouse() {
    return this.view.page.mouse;
  }

  resize(size: Size): Promise<void> {
    return this.view.page.setViewportSize(size);
  }

  /** Hides the page and shows it again: VS Code loads it anew, with the state that it saved. */
  reload(): Promise<void> {
    return this.view.load();
  }

  /** Ends the page; fails where an error was reported on it, or by its host. */
  async close(): Promise<void> {
    await this.view.close();
    this.panel.dispose();
    assert.deepEqual([...this.view.errors, ...this.asked.errors], []);
  }
}
