// What a person asks while debugging: keys that move, watch expressions, hovers, formats, gdb's
// commands.
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually, tried } from '../../../scripts/vscode/waiting.mjs';
import { debugSample, frameShown } from './debugSample';
import { becomes } from '../../onScreen';
import { sharedWindow } from './sharedWindow';

describe('while debugging', () => {
  const shared = sharedWindow();

  describe('moving', () => {
    it('goes by the buttons and by the keys, and the call stack says where', async () => {
      const { vscode, page } = await debugSample(shared, 1);
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
    });
  });

  describe('values', () => {
    it('are watched, in a format of one’s own, with their memory', async () => {
      const { vscode } = await debugSample(shared, 1);
      const views = new DebugViews(vscode);
      await views.addWatch('queue->ring[0].number,x');
      await becomes(() => views.watched('queue->ring'), '0x1');
      await views.addWatch('queue->waiting + 100');
      await becomes(() => views.watched('queue->waiting'), '101');
      await views.pickInMenuOf(views.watch('queue->ring'), 'View Memory of Trace…');
      const memory = await vscode.webview('[data-testid="memory-view"]');
      await eventually('the place', async () =>
        (await memory.locator('.memory-place').innerText()).startsWith(
          '&(queue->ring[0].number) = 0x4040a0',
        ),
      );
    });

    it('take formats from the menu of a variable', async () => {
      const { vscode } = await debugSample(shared, 1);
      const views = new DebugViews(vscode);
      const ask = () => views.pickInMenuOf(views.variable('minute'), 'Format Value…');
      await tried('hexadecimal', async (timeout) => {
        await vscode.quickInput.pickAfter(ask, 'Hexadecimal');
        const isDone = async () => /=\s*0x\d/.test(await views.variable('minute').innerText());
        await eventually('hexadecimal', isDone, timeout);
      });
    });

    it('are copied and opened from the menu of a row of collected memory', async () => {
      const { vscode } = await debugSample(shared, 1);
      const views = new DebugViews(vscode);
      await views.foldViews(['Watch', 'Call Stack', 'Breakpoints']);
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
      const memory = await vscode.webview('[data-testid="memory-view"]');
      await eventually('the place', async () =>
        (await memory.locator('.memory-place').innerText()).includes('0x4040b0'),
      );
      await views.foldViews(['Watch', 'Call Stack', 'Breakpoints'], false);
    });

    it('stand at the ends of their lines and under the pointer', async () => {
      const { vscode } = await debugSample(shared, 1);
      const line = vscode.page.locator('.view-line', { hasText: 'agent->busyUntil = minute' });
      await eventually('the inline values', async () =>
        /agent = 0x404040 <agents>/.test((await line.innerText()).replaceAll('\u00a0', ' ')),
      );
      const name = line.getByText('minute', { exact: false }).first();
      const hover = vscode.page.locator('.debug-hover-widget');
      await tried('the value under the pointer', async (timeout) => {
        // A hover begins with a movement.
        await vscode.page.mouse.move(0, 0);
        await name.hover({ timeout });
        const isShown = async () => (await hover.innerText({ timeout })) === '0';
        await eventually('the value', isShown, timeout);
      });
    });
  });

  describe('the debug console', () => {
    it('takes gdb’s commands, and completes them', async () => {
      const { vscode, page } = await debugSample(shared, 1);
      const views = new DebugViews(vscode);
      await views.ask('tfind 41');
      await becomes(() => frameShown(page), 41);
      await eventually('gdb’s words', async () =>
        (await vscode.debugConsole()).some((line) =>
          line.startsWith('Found trace frame 41, tracepoint 5\n#0  main () at '),
        ),
      );
      await becomes(() => views.whyStopped(), 'Frame 41 of 246 · tracepoint 5');
      await views.ask('info registers rip');
      await eventually('the register', async () =>
        (await vscode.debugConsole()).some((line) =>
          /^rip +0x4013f3 +0x4013f3 <main\+20>/.test(line),
        ),
      );
      await views.type('tfi');
      await eventually('tfind', async () => (await views.suggestions()).includes('tfind'));
    });
  });
});
