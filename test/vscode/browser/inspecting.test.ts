// What a person asks while debugging: keys that move, gdb's commands, watch expressions, hovers,
// formats, and memory.
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { debugSample, frameShown } from './debugSample';
import { sharedWindow } from './sharedWindow';

/** Views that leave the Variables no room. */
const others = ['Watch', 'Call Stack', 'Breakpoints'];

const variableOf = (views: DebugViews, name: string) => () => views.variable(name).innerText();

/** Waits until the memory view shows such a place. */
async function looksAt(vscode: Workbench, place: RegExp): Promise<void> {
  const memory = await vscode.webview('[data-testid="memory-view"]');
  await reads(() => memory.locator('.memory-place').innerText(), place);
}

/** Shows the value of the chain of members at a place of the source. */
async function hoverAt(vscode: Workbench, place: string, value: RegExp): Promise<void> {
  const editor = vscode.page.locator('.monaco-editor', { hasText: 'call->number' }).first();
  const hover = vscode.page.locator('.debug-hover-widget');
  await tried('the value of the chain', async (timeout) => {
    await editor.locator('.view-line', { hasText: 'call->number' }).click({ timeout });
    await vscode.quickInput.type('Control+P', place);
    await vscode.quickInput.input.press('Enter', { timeout });
    await vscode.command('Debug: Show Hover');
    const isShown = async () => value.test(await hover.innerText({ timeout }));
    await eventually('the value', isShown, timeout);
  });
}

describe('while debugging', () => {
  const shared = sharedWindow();

  it('one moves by buttons, keys and gdb’s commands, and the call stack says where', async () => {
    const { vscode, page } = await debugSample(shared.freshSample(), 1);
    const views = new DebugViews(vscode);
    const goesTo = async (frame: number, tracepoint: number) => {
      await becomes(() => frameShown(page), frame);
      const place = `Frame ${frame} of 246 · tracepoint ${tracepoint}`;
      await eventually(place, async () => (await views.whyStopped()).startsWith(place));
    };
    await goesTo(1, 4);
    await vscode.debugButton('Step Over');
    await goesTo(2, 4);
    await vscode.debugButton('Step Back');
    await goesTo(1, 4);
    for (const [key, frame, tracepoint] of [
      ['Control+F9', 2, 4],
      ['Control+F9', 5, 4],
      ['Control+Shift+F9', 2, 4],
      ['Control+F8', 5, 4],
      ['Control+Alt+End', 245, 2],
      ['Control+Shift+F7', 5, 4],
      ['Control+F7', 245, 2],
      ['Control+Alt+Home', 0, 5],
    ] as const) {
      await vscode.page.keyboard.press(key);
      await goesTo(frame, tracepoint);
    }
    await vscode.debugButton('Step Into');
    await goesTo(1, 4);
    await vscode.debugButton('Restart');
    await goesTo(0, 5);

    await vscode.commandWithText('GDB Trace: Go to Frame…', '42');
    await goesTo(42, 4);

    const says = (line: RegExp) =>
      reads(async () => (await vscode.debugConsole()).join('\n\n'), line);
    await views.ask('tfind 41');
    await goesTo(41, 5);
    await says(/^Found trace frame 41, tracepoint 5\n#0 {2}main \(\) at /m);
    await views.ask('info registers rip');
    await says(/^rip +0x4013f3 +0x4013f3 <main\+20>/m);
    await views.type('tfi');
    await eventually('tfind', async () => (await views.suggestions()).includes('tfind'));
  });

  it('values stand at their lines, are shown by their chains of members, and watched', async () => {
    const { vscode, page } = await debugSample(shared.freshSample(), 1);
    const views = new DebugViews(vscode);
    const line = vscode.page.locator('.view-line', { hasText: 'agent->busyUntil = minute' });
    const hasValue = async () =>
      /agent = 0x404040 <agents>/.test((await line.innerText()).replaceAll('\u00a0', ' '));
    // The part of VS Code's editor that asks for values comes once that is idle
    // (`BeforeFirstInteraction`): where that is after the stop, it asks as soon as the text is
    // scrolled.
    await tried('values at their lines', (timeout) =>
      eventually('values', hasValue, timeout).catch(async (error: unknown) => {
        await line.hover({ timeout });
        await vscode.page.mouse.wheel(0, 40);
        throw error;
      }),
    );
    await hoverAt(vscode, ':84:25', /^\d+$/);
    await views.addWatch('queue->ring[0].number,x');
    await becomes(() => views.watched('queue->ring'), '0x1');
    await views.addWatch('queue->waiting + 100');
    await becomes(() => views.watched('queue->waiting'), '101');
    await views.pickInMenuOf(views.watch('queue->ring'), 'View Memory of Trace…');
    await looksAt(vscode, /^&\(queue->ring\[0\]\.number\) = 0x4040a0 · frame 1/);
    await vscode.debugButton('Step Over');
    await becomes(() => frameShown(page), 2);
    await looksAt(vscode, /frame 2 · changes since frame 1/);
  });

  it('values have menus: their formats, and the memory that they are or point to', async () => {
    const { vscode } = await debugSample(shared.freshSample(), 1);
    const views = new DebugViews(vscode);
    await tried('hexadecimal', async (timeout) => {
      const ask = () => views.pickInMenuOf(views.variable('minute'), 'Format Value…');
      await vscode.quickInput.pickAfter(ask, 'Hexadecimal');
      const isDone = async () => /=\s*0x\d/.test(await variableOf(views, 'minute')());
      await eventually('hexadecimal', isDone, timeout);
    });
    const all = vscode.page.locator('.statusbar-item[id$="tracefile.valueFormat"]');
    await vscode.quickInput.pickAfter((timeout) => all.click({ timeout }), 'Octal');
    await reads(variableOf(views, 'queue'), /=\s*0\d+/);
    await reads(async () => (await vscode.statusBar()).join('\n'), /Octal/);
    await vscode.quickInput.pickAfter((timeout) => all.click({ timeout }), 'As Usual');
    await reads(variableOf(views, 'queue'), /=\s*0x4040a0/);
    await views.pickInMenuOf(views.variable('queue'), 'View Memory of Trace…');
    await looksAt(vscode, /^queue = 0x4040a0/);

    await views.foldViews(others);
    await vscode.expandVariable('Collected Memory');
    await vscode.expandVariable('0x4040a0 <queue>');
    const row = views.variable('0x4040b0');
    const items = [
      'Copy Value',
      'Copy as Expression',
      'Break on Value Change',
      'Go to Last Change',
    ];
    await eventually('the menu', async () => {
      const menu = await views.menuOf(row);
      return items.every((item) => menu.includes(item));
    });
    await views.pickInMenuOf(row, 'View Memory of Trace…');
    await looksAt(vscode, /0x4040b0/);
    await views.foldViews(others, false);
  });
});
