// Looking at a stop, clicked through: the memory view, formats, hovers, inline values, and the
// programs of a trace.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { debugSample } from './debugSample';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { TracePage } from './tracePage';

async function memoryAt(vscode: Workbench, expression: string): Promise<Frame> {
  await vscode.commandWithText('GDB Trace: View Memory of Trace…', expression);
  const memory = await vscode.webview('[data-testid="memory-view"]');
  await eventually('the place', async () => (await placeOf(memory)).startsWith(expression));
  return memory;
}

function placeOf(memory: Frame): Promise<string> {
  return memory.locator('.memory-place').innerText();
}

function inspected(memory: Frame): Promise<string> {
  return memory.locator('.inspector').innerText();
}

/** The text of the row of the Variables view that begins so. */
async function variable(vscode: Workbench, name: string): Promise<string> {
  return (await vscode.variables()).find((row) => row.startsWith(name)) ?? '';
}

async function contextMenu(vscode: Workbench, row: string, item: string): Promise<void> {
  const found = vscode.page.locator(`.debug-variables .monaco-list-row[aria-label^="${row}"]`);
  await new DebugViews(vscode).pickInMenuOf(found.first(), item);
}

describe('looking at a stop', () => {
  const shared = sharedWindow();

  describe('the memory view', () => {
    it('follows an expression from frame to frame, and marks what changed and where bytes come from', async () => {
      const { vscode, page } = await debugSample(shared, 8);
      const memory = await memoryAt(vscode, 'queue->waiting');
      await memory.locator('#address').fill('&queue->waiting');
      await memory.locator('#address').press('Enter');
      await eventually('the place', async () =>
        /^&queue->waiting = 0x404168 · frame 8/.test(await placeOf(memory)),
      );
      await eventually('its bytes', async () =>
        /^0x404168 · collected in this frame\s[^]*\sint8\s+\d+/.test(await inspected(memory)),
      );
      await vscode.debugButton('Step Over');
      await becomes(() => page.selected(), 9);
      await eventually('the change', async () =>
        (await placeOf(memory)).includes('frame 9 · changes since frame 8'),
      );
      await eventually(
        'a changed byte',
        async () => (await memory.locator('.byte-changed').count()) > 1,
      );
      const changed = memory.locator('.hex-bytes .byte-changed').first();
      const words = await changed.getAttribute('title');
      assert.match(words ?? '', /^collected in this frame; was [\da-f]{2} at the last stop$/);
    });

    it('puts bytes together, goes to pointers with the keyboard, and keeps its state with the trace', async () => {
      const { vscode, name } = await debugSample(shared, 8);
      const memory = await memoryAt(vscode, '$sp');
      await memory.locator('select[aria-label="Bytes in a group"]').selectOption('8');
      const group = memory.locator('.group.cursor');
      await eventually('groups of 8', async () => (await group.innerText()).length === 16);
      const little = await group.innerText();
      await memory.locator('select[aria-label="Byte order"]').selectOption('big');
      await eventually('the other order', async () => {
        const big = await group.innerText();
        return big !== little && big === (little.match(/../g) ?? []).reverse().join('');
      });
      await memory.locator('select[aria-label="Byte order"]').selectOption('');
      await becomes(() => group.innerText(), little);
      await memory.locator('#address').fill('&queue');
      await memory.locator('#address').press('Enter');
      await eventually('the pointer', async () => (await placeOf(memory)).startsWith('&queue'));
      await eventually('its bytes', async () => /a04040|4040a0/.test(await group.innerText()));
      await memory.locator('.hex-grid').press('Enter');
      await eventually('what it points to', async () =>
        (await placeOf(memory)).startsWith('0x404'),
      );
      await vscode.reload();
      await vscode.openFile(name);
      await TracePage.of(vscode);
      const again = await memoryAt(vscode, '$pc');
      await becomes(() => again.locator('select[aria-label="Bytes in a group"]').inputValue(), '8');
      await becomes(() => again.locator('#history option[value="&queue"]').count(), 1);
    });

    it('selects with the mouse and with keys, and copies in each format', async () => {
      const { vscode } = await debugSample(shared, 8);
      await vscode.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const memory = await memoryAt(vscode, '&queue->waiting');
      const copied = (): Promise<string> => vscode.page.evaluate('navigator.clipboard.readText()');
      const bytes = memory.locator('.hex-bytes .byte');
      await bytes.nth(2).hover();
      await vscode.page.mouse.down();
      await bytes.nth(5).hover();
      await vscode.page.mouse.up();
      await becomes(() => memory.locator('.byte.selected').count(), 4);
      await memory.locator('.hex-grid').press('Shift+ArrowLeft');
      await reads(() => inspected(memory), /· 3 bytes ·/);
      const digits = (await memory.locator('.byte.selected').allInnerTexts()).join(' ');
      await memory.locator('.hex-grid').press('Control+C');
      await becomes(copied, digits);
      await memory.getByRole('button', { name: 'Copy as C Array' }).click();
      await reads(copied, /^static const unsigned char memory_0x[\da-f]+\[3\] = \{/);
      await memory.locator('.hex-grid').press('PageDown');
      await memory.locator('.hex-grid').press('Control+A');
      await eventually(
        'all of it',
        async () => (await memory.locator('.group:not(.selected)').count()) === 0,
      );
    });

    it('opens from the menu of a variable, at what it points to', async () => {
      const { vscode } = await debugSample(shared, 8);
      await vscode.expandVariable('Arguments');
      await contextMenu(vscode, 'queue', 'View Memory of Trace…');
      const memory = await vscode.webview('[data-testid="memory-view"]');
      await eventually('the place', async () => /^queue = 0x404/.test(await placeOf(memory)));
      const labels = memory.locator('.hex-labels');
      await reads(async () => (await labels.allInnerTexts()).join(' '), /<queue>/);
    });
  });

  describe('the formats of values', () => {
    it('switch for one value from its menu, and for all from the status bar', async () => {
      const { vscode } = await debugSample(shared, 8);
      await vscode.expandVariable('Arguments');
      let usual = '';
      await eventually('the usual value', async () => {
        usual = /(\d+)$/.exec(await variable(vscode, 'minute'))?.[1] ?? '';
        return usual !== '';
      });
      await tried('the binary digits', async (timeout) => {
        await vscode.quickInput.pickAfter(
          () => contextMenu(vscode, 'minute', 'Format Value…'),
          'Binary',
        );
        const digits = Number(usual).toString(2);
        const isBinary = async () => (await variable(vscode, 'minute')).endsWith(digits);
        await eventually('the binary digits', isBinary, timeout);
      });
      const all = vscode.page.locator('.statusbar-item[id$="tracefile.valueFormat"]');
      await vscode.quickInput.pickAfter((timeout) => all.click({ timeout }), 'Octal');
      await eventually('the octal pointer', async () =>
        /=\s*0\d+/.test(await variable(vscode, 'queue')),
      );
      await reads(async () => (await vscode.statusBar()).join('\n'), /Octal/);
    });
  });

  describe('source while debugging', () => {
    it('has values at its lines, and of whole chains of members under the pointer', async () => {
      const { vscode } = await debugSample(shared, 8);
      const editor = vscode.page.locator('.monaco-editor', { hasText: 'call->number' }).first();
      await eventually('inline values', async () =>
        /call = 0x/.test((await editor.innerText()).replaceAll('\u00a0', ' ')),
      );
      const hover = vscode.page.locator('.debug-hover-widget');
      await tried('the value of the chain', async (timeout) => {
        await editor.locator('.view-line', { hasText: 'call->number' }).click({ timeout });
        await vscode.quickInput.type('Control+P', ':84:25');
        await vscode.page.keyboard.press('Enter');
        await vscode.command('Debug: Show Hover');
        const isShown = async () => /^\d+$/.test(await hover.innerText({ timeout }));
        await eventually('the value', isShown, timeout);
      });
    });
  });

  describe('the programs of a trace', () => {
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

    it('are one thing, the frames another: Go to Frame… goes there', async () => {
      const { vscode, page } = await shared.freshSample();
      await vscode.commandWithText('GDB Trace: Go to Frame…', '42');
      await becomes(() => page.selected(), 42);
    });
  });
});
