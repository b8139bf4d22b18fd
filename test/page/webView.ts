// A web view as VS Code has it, in Chromium alone: the page's real HTML with its policy, VS Code's
// colours, the API of a page, and messages that are copied as VS Code copies them.
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Size } from '../../scripts/vscode/browser.mjs';
import { pageDocument, type PageDocument } from '../../src/editor/pageDocument';
import { Emitter } from '../../src/trace/emitter';
import { emptyPage } from './chromium';
import { themeScript, type ThemeName } from './themes';

/** Where the files of a page come from; no request for it leaves the browser. */
const origin = 'http://page.test';

export interface WebViewOptions {
  /** Of the page, as src/editor/page.ts has it. */
  readonly name: string;
  /** Where the user was on the page that this one replaces, whenever it is loaded. */
  readonly place?: () => string | undefined;
  readonly size: Size;
  readonly theme: ThemeName;
  /** English unless given. */
  readonly language?: PageLanguage;
}

/** A language of VS Code, and what VS Code has of its strings. */
export type PageLanguage = Pick<PageDocument, 'language' | 'strings'>;

export const english: PageLanguage = { language: 'en', strings: undefined };

/** Runs in the page before its own script does; VS Code's part of a web view. */
const pageScript = `
  const typed = (key, value) => {
    if (value?.typedArray === undefined) return value;
    const bytes = Uint8Array.from(atob(value.bytes), (each) => each.charCodeAt(0));
    return new globalThis[value.typedArray](bytes.buffer);
  };
  globalThis.receiveMessages = (texts) => {
    for (const text of texts) postMessage(JSON.parse(text, typed), '*');
  };
  globalThis.acquireVsCodeApi = () => {
    delete globalThis.acquireVsCodeApi;
    return {
      postMessage: (message) => void toHost(JSON.stringify(message)),
      // Kept as long as the tab.
      getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
      setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
    };
  };
  addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    let context = {};
    for (let at = event.composedPath()[0]; at; at = at.parentElement) {
      at = at.closest('[data-vscode-context]');
      if (!at) break;
      context = { ...JSON.parse(at.dataset.vscodeContext), ...context };
    }
    void openMenu(JSON.stringify(context));
  });
`;

/** One tab. */
export class WebView {
  private readonly received = new Emitter<unknown>();
  private readonly hidden = new Emitter<void>();
  private readonly menus = new Emitter<unknown>();
  private outgoing: string[] = [];
  private sending = Promise.resolve();
  /** What is posted to a page that does not listen is lost. */
  private isHeard = false;
  private isOpen = true;
  /** What the page reported as an error. */
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly options: WebViewOptions,
  ) {}

  /** An empty tab: {@link load} brings the page, once its host is there. */
  static async open(options: WebViewOptions): Promise<WebView> {
    const view = new WebView(await emptyPage(options.size), options);
    await view.prepare();
    return view;
  }

  readonly onDidReceive = this.received.event;
  readonly onDidHide = this.hidden.event;

  /** Loads the page; the one before, if any, is gone with what it was asking for. */
  async load(): Promise<void> {
    this.isHeard = false;
    this.outgoing = [];
    this.hidden.fire();
    await this.page.goto(`${origin}/`);
  }

  /** Hands a message to the page. */
  post(message: unknown): void {
    if (!this.isHeard) return;
    this.outgoing.push(JSON.stringify(message, packed));
    this.sending = this.sending.then(() => this.send());
  }

  /** What VS Code would choose the context menu by that a gesture opens. */
  async menuOf(open: () => Promise<void>): Promise<unknown> {
    const opened = new Promise((resolve) => {
      const listening = this.menus.event((context) => {
        listening.dispose();
        resolve(context);
      });
    });
    await open();
    return opened;
  }

  /** Ends the tab; what the page says as it goes is not heard. */
  async close(): Promise<void> {
    this.isHeard = false;
    this.isOpen = false;
    await this.page.context().close();
  }

  private async prepare(): Promise<void> {
    const { page, options } = this;
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    await page.exposeFunction('toHost', (text: string) => {
      if (!this.isOpen) return;
      this.isHeard = true;
      this.received.fire(JSON.parse(text));
    });
    await page.exposeFunction('openMenu', (text: string) => {
      this.menus.fire(JSON.parse(text));
    });
    await page.addInitScript(pageScript);
    await page.addInitScript(themeScript(options.theme));
    await page.route(`${origin}/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      const file = name === '' ? this.html() : inject('pageFiles')[name];
      const contentType = contentTypes[name.split('.').at(-1) ?? ''] ?? 'text/html';
      return file === undefined
        ? route.fulfill({ status: 204 })
        : route.fulfill({ contentType, body: file });
    });
  }

  private html(): string {
    const { name, place, language = english } = this.options;
    return pageDocument({
      ...language,
      name,
      place: place?.() ?? '',
      source: origin,
      asset: (file) => `${origin}/${file}`,
    });
  }

  private async send(): Promise<void> {
    const texts = this.outgoing.splice(0);
    if (texts.length === 0 || !this.isHeard) return;
    const handOver = `receiveMessages(${JSON.stringify(texts)})`;
    await this.page.evaluate(handOver).catch((error: unknown) => {
      // Otherwise the page was left meanwhile.
      if (this.isHeard) throw error;
    });
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
};

/** Messages are JSON, in which typed arrays stay; VS Code knows no other binary data. */
function packed(_: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  const typedArray = value.constructor.name;
  if (!/^(Int|Uint|Float|BigInt|BigUint)\d+(Clamped)?Array$/.test(typedArray)) {
    throw new Error(`VS Code hands no ${typedArray} to a page.`);
  }
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  return { typedArray, bytes };
}
