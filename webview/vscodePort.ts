// What VS Code gives a web view: its API, the messages to the window, and what the body holds of a
// page that this one replaces.
import type { PageMessage } from '../src/wire/contract';
import type { PagePort } from '../src/wire/page';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** VS Code hands its API out once only: a page has one port. */
export function vscodePort(): PagePort {
  const vscode = acquireVsCodeApi();
  return {
    post: (message) => {
      vscode.postMessage(message);
    },
    listen: (receive, loaded) => {
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        receive(data);
      });
      window.addEventListener('load', () => {
        setTimeout(loaded);
      });
    },
    get savedState() {
      return vscode.getState() ?? parsed(document.body.dataset['place']);
    },
    save: (state) => {
      vscode.setState(state);
    },
  };
}

/** What is in the page as JSON; undefined where nothing is. */
function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
