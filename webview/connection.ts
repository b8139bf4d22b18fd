// The wire to the extension host: VS Code's webview API, typed by src/editor/messages.ts and
// pageMessages.ts.
import type { HostMessage } from '../src/editor/messages';
import type { PageMessage } from '../src/editor/pageMessages';

interface VsCodeApi {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/**
 * The state is saved no more often than this, in milliseconds: scrolling changes it with every
 * paint.
 */
const saveIntervalMs = 50;

/** VS Code hands its API out once only: a page has one connection. */
export class HostConnection {
  private readonly vscode = acquireVsCodeApi();
  private saveTimer: number | undefined;
  private saveAgain = false;
  private isReady = false;

  /** The state that was saved when the page was last shown, or when one that it replaces was. */
  get savedState(): unknown {
    return this.vscode.getState() ?? parsed(document.body.dataset['place']);
  }

  post(message: PageMessage): void {
    this.vscode.postMessage(message);
  }

  /**
   * Hands each message of the host to `receive`. The host is told first that the page listens: when
   * VS Code hands over what it kept while the page was loading, or has nothing to hand over.
   */
  listen(receive: (message: HostMessage) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isMessage(data)) return;
      this.sayReady(data.type === 'remembered');
      receive(data);
    });
    window.addEventListener('load', () => {
      setTimeout(() => {
        this.sayReady(false);
      });
    });
  }

  private sayReady(heard: boolean): void {
    if (this.isReady) return;
    this.isReady = true;
    this.post({ type: 'ready', heard });
  }

  /**
   * Saves what `state` yields: at once, and again at the end of the interval if it was asked to
   * meanwhile.
   */
  save(state: () => unknown): void {
    if (this.saveTimer !== undefined) {
      this.saveAgain = true;
      return;
    }
    this.vscode.setState(state());
    this.saveAgain = false;
    this.saveTimer = window.setTimeout(() => {
      this.saveTimer = undefined;
      if (this.saveAgain) this.save(state);
    }, saveIntervalMs);
  }
}

/** What is in the page as JSON; undefined where nothing is. */
function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only VS Code posts messages with a type to a webview's window. */
function isMessage(data: unknown): data is HostMessage {
  return typeof data === 'object' && data !== null && 'type' in data;
}
