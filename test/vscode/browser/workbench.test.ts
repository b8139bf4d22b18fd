// The window that the other tests stand on, and the ways to drive it.
import { describe, it } from 'mocha';
import { becomes } from '../../onScreen';
import { openVscode } from './openVscode';
import { sharedWindow } from './sharedWindow';

describe('a VS Code window', () => {
  const shared = sharedWindow({
    files: { 'a.txt': 'first', 'deep/b.txt': 'second' },
  });

  it('opens with the extension installed', async () => {
    const { vscode } = shared;
    const extensions = vscode.page.locator('.extensions-viewlet');
    const ours = extensions.getByText('GDB Trace Files', { exact: true }).first();
    await vscode.commandUntil('Extensions: Show Installed Extensions', () => ours.isVisible());
  });

  it('opens files from quick open and from the explorer', async () => {
    const { vscode } = shared;
    await vscode.openFile('deep/b.txt');
    await vscode.openFromExplorer('a.txt');
    await becomes(() => vscode.textEditors(), ['first']);
    await becomes(
      () => vscode.tabs(),
      [
        { name: 'b.txt', active: false, preview: false, group: 0 },
        { name: 'a.txt', active: true, preview: true, group: 0 },
      ],
    );
  });

  it('changes its colours and its size', async () => {
    const { vscode } = shared;
    await becomes(() => vscode.themeKind(), 'vs');
    await vscode.setTheme('Light High Contrast', 'hc-light');
    await vscode.resize({ width: 800, height: 500 });
    const workbench = vscode.page.locator('.monaco-workbench');
    await becomes(async () => (await workbench.boundingBox())?.width, 800);
  });
});

describe('a VS Code window with a file', () => {
  it('starts with it, as `code FILE` does, and has it again after a restart', async () => {
    const vscode = await openVscode({ files: { 'notes.txt': 'one line' }, open: 'notes.txt' });
    await becomes(() => vscode.textEditors(), ['one line']);
    await vscode.reload();
    await becomes(() => vscode.textEditors(), ['one line']);
  });
});
