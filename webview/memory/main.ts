// Where the memory view's page begins: it draws an empty page, then tells the host that it listens.
import '../language';
import type { MemoryHostMessage } from '../../src/workbench/memoryView/messages';
import type { MemoryPageMessage } from '../../src/workbench/memoryView/pageMessages';
import { MemoryPage } from './page';

declare function acquireVsCodeApi(): { postMessage(message: MemoryPageMessage): void };

const vscode = acquireVsCodeApi();
const page = new MemoryPage(document.body, (message) => {
  vscode.postMessage(message);
});
window.addEventListener('message', ({ data }: MessageEvent<MemoryHostMessage>) => {
  page.receive(data);
});
vscode.postMessage({ type: 'ready' });
