// Where the page of a branch trace begins: it draws an empty page, then tells the host that it listens.
import '../language';
import type { BranchHostMessage, BranchPageMessage } from '../../src/editor/branch/messages';
import { BranchModel } from './model';
import { BranchPage } from './page';

declare function acquireVsCodeApi(): { postMessage(message: BranchPageMessage): void };

const vscode = acquireVsCodeApi();
const model = new BranchModel((message) => {
  vscode.postMessage(message);
});
new BranchPage(document.body, model);
window.addEventListener('message', ({ data }: MessageEvent<BranchHostMessage>) => {
  model.receive(data);
});
vscode.postMessage({ type: 'ready' });
