// What the trace page opens as editors of VS Code: its bytes, and a tracepoint's source.
import { before, describe, it } from 'mocha';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes } from '../../onScreen';
import { type OpenedSample } from './openSample';
import { sampleOpened } from './sharedWindow';
import { TracePage } from './tracePage';

let opened: OpenedSample;

describe('the page opens', () => {
  before(async () => {
    opened = await sampleOpened();
  });

  it('the bytes as one further tab, which View: Close Editor closes', async () => {
    const { vscode, page } = opened;
    await page.select(4);
    await becomes(() => page.selected(), 4);
    await page.showTab('Bytes');
    const tabs = async () => (await vscode.tabs()).filter(({ group }) => group === 0).length;
    await becomes(tabs, 1);
    await page.frame.getByRole('button', { name: 'Open the bytes in an editor' }).click();
    await (await vscode.webview('.bytes-alone .hex-row')).locator('.hex-row').first().waitFor();
    await becomes(tabs, 2);
    await vscode.command('View: Close Editor');
    await becomes(tabs, 1);
    await becomes(async () => (await TracePage.of(vscode)).selected(), 4);
  });

  it('a tracepoint’s source at its line', async () => {
    const { vscode } = opened;
    const page = await TracePage.of(vscode);
    await page.showTab('Tracepoints');
    await page.frame.locator('[data-testid="tracepoint-3"] .locations .link').first().click();
    await vscode.tab('callqueue.c').waitFor();
    // Further down than what is in sight of a file that opens at its start.
    await eventually('the line', async () =>
      (await vscode.textEditors()).some((text) => text.includes('call->state = HUNG_UP;')),
    );
  });
});
