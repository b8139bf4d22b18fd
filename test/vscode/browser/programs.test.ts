// The programs of a trace, from the header of its editor.
import { describe, it } from 'mocha';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import { becomes } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { TracePage } from './tracePage';

describe('the programs of a trace', () => {
  const shared = sharedWindow();

  it('are shown, placed and removed from the editor’s header, and remembered', async () => {
    const { vscode, page, name } = await shared.freshSample();
    const pill = page.frame.locator('.pill.program');
    await eventually('the program', async () => (await pill.innerText()).includes('callqueue'));
    const input = vscode.page.locator('.quick-input-widget input[type="text"]').first();
    const ask = (timeout: number) => pill.click({ timeout });
    await tried('a slide that is not understood, and one that is found', async (timeout) => {
      await vscode.quickInput.pickAfter(ask, 'Set Load Offset…');
      const isSlide = async () => (await input.inputValue({ timeout })).startsWith('0x');
      await eventually('the slide', isSlide, timeout);
      await input.fill('main', { timeout });
      const message = vscode.page.locator('.quick-input-message', { hasText: 'Type “auto”' });
      await message.waitFor({ timeout });
      await input.fill('auto', { timeout });
      await input.press('Enter', { timeout });
      await input.waitFor({ state: 'hidden', timeout });
    });
    await becomes(() => pill.innerText(), 'callqueue');
    await vscode.quickInput.pickAfter(ask, 'Remove Program…');
    await eventually('no program', async () => (await pill.innerText()).includes('Choose'));
    await vscode.reload();
    await vscode.openFromExplorer(name, { keep: true });
    const again = (await TracePage.of(vscode)).frame.locator('.pill.program');
    await eventually('no program', async () => (await again.innerText()).includes('Choose'));
    await vscode.command('GDB Trace: Choose Program…', 'callqueue');
    await becomes(() => again.innerText(), 'callqueue');
  });
});
