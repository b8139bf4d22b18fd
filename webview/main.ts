// Where the pages begin. They share so much that one script has them all; the body of the page says
// which it is.
import './language';
import type { MemoryHostMessage } from '../src/workbench/memoryView/messages';
import type { MemoryPageMessage } from '../src/workbench/memoryView/pageMessages';
import { BranchPage } from './branch/page';
import { ComparisonPage } from './comparison/page';
import { PageWire } from '../src/wire/page';
import { vscodePort } from './vscodePort';
import { MemoryPage } from './memory/page';
import { Page } from './page';

declare function acquireVsCodeApi(): {
  postMessage(message: MemoryPageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/**
 * By the names that the host gives them (src/editor/page.ts). Each draws an empty page, then says
 * that it listens.
 */
const pages: Readonly<Record<string, () => void>> = {
  main: () => {
    new Page(document.body, new PageWire(vscodePort()));
  },
  bytes: () => {
    new Page(document.body, new PageWire(vscodePort()), { onlyBytes: true });
  },
  branch: () => {
    new BranchPage(document.body, new PageWire(vscodePort()));
  },
  comparison: () => {
    new ComparisonPage(document.body, new PageWire(vscodePort()));
  },
  memory: () => {
    const vscode = acquireVsCodeApi();
    const page = new MemoryPage(document.body, (message) => {
      vscode.postMessage(message);
    });
    window.addEventListener('message', ({ data }: MessageEvent<MemoryHostMessage>) => {
      page.receive(data);
    });
    vscode.postMessage({ type: 'ready' });
  },
};

pages[document.body.dataset['page'] ?? '']?.();
