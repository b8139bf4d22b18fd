// Where the pages begin. They share so much that one script has them all; the body of the page says
// which it is.
import './language';
import { BranchPage } from './branch/page';
import { ComparisonPage } from './comparison/page';
import { PageWire } from '../src/wire/page';
import { vscodePort } from './vscodePort';
import { MemoryPage } from './memory/page';
import { Page } from './page';

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
    new MemoryPage(document.body, new PageWire(vscodePort()));
  },
};

pages[document.body.dataset['page'] ?? '']?.();
