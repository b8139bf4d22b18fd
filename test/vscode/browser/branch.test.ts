// Branch traces in VS Code: their editor, sources beside it, and the debugger. test/page has what
// their page does by itself.
import { describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { bytesOf, corpus } from './tracePage';

const settings = { 'tracefile.sourceMap': { '/build/branches': '.' } };
const recorded = (name: string) => [name, bytesOf(corpus(`branches/${name}`))] as const;
const files = {
  ...Object.fromEntries(['tree', 'tree.c', 'tree.btrace'].map(recorded)),
  'bad.btrace': '<btrace version="1.0">\n<block begin="0x1"\n',
  '.vscode/settings.json': JSON.stringify(settings),
};

async function open(vscode: Workbench, name: string): Promise<Frame> {
  await vscode.openFromExplorer(name, { keep: true });
  return vscode.webview('[data-testid="branch-editor"], [data-testid="branch-failed"]');
}

describe('branch traces in VS Code', () => {
  const shared = sharedWindow({ files, size: { width: 1600, height: 900 } });

  it('show their source beside, and are debugged: the page follows the debugger', async () => {
    const { vscode } = shared;
    const page = await open(vscode, 'tree.btrace');
    const position = () => page.locator('[data-testid="branch-position"]').innerText();
    await page.locator('.instruction', { hasText: '_start+6' }).waitFor();
    for (const to of ['instruction 4', 'instruction 8']) {
      await page.locator('[data-testid="nextCall"]').press('Enter');
      await becomes(position, to);
    }
    await vscode.tab('tree.c').waitFor();
    await reads(() => page.locator('.instructions').innerText(), /tree\.c:1[3-6]\s+\S/);
    await page.locator('[data-testid="branch-debug"]').press('Enter');
    await vscode.stopped();
    await reads(async () => (await vscode.stackFrames()).join(' '), /factorial.*main.*_start/s);
    await vscode.debugButton('Step Out');
    await becomes(position, 'instruction 57');
    await vscode.debugButton('Step Back');
    await becomes(position, 'instruction 6');
  });

  it('that cannot be read say where they are wrong, and open as text', async () => {
    const { vscode } = shared;
    const page = await open(vscode, 'bad.btrace');
    await page.getByText(/Line 3, column \d+/).click();
    await eventually('the text', async () =>
      (await vscode.textEditors()).some((text) => text.includes('<block begin=')),
    );
  });
});
