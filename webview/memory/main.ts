// Where the memory view's page begins: it draws an empty page, then tells the host that it listens.
import '../language';
import type { HostMessage } from '../../src/workbench/memoryView/messages';
import type { PageMessage } from '../../src/workbench/memoryView/pageMessages';
import { MemoryPage } from './page';

declare function acquireVsCodeApi(): { postMessage(message: PageMessage): void };

const vscode = acquireVsCodeApi();
const page = new MemoryPage(document.body, (message) => {
  vscode.postMessage(message);
});
window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => {
  page.receive(data);
});
vscode.postMessage({ type: 'ready' });
