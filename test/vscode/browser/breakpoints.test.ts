// Breakpoints, clicked: in the gutter, by the menus of values and in the disassembly.
import { before, describe, it } from 'mocha';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { debugSample, frameShown } from './debugSample';
import { becomes, reads } from '../../onScreen';
import { sampleOpened } from './sharedWindow';
import type { TracePage } from './tracePage';

async function consoleSays(vscode: Workbench, words: RegExp): Promise<void> {
  await eventually(`the console to say ${String(words)}`, async () =>
    (await vscode.debugConsole()).some((line) => words.test(line)),
  );
}

let vscode: Workbench;
let page: TracePage;
let views: DebugViews;

/** Debugs the sample for tests that stand on each other. */
async function debugAnew(): Promise<void> {
  ({ vscode, page } = await debugSample(sampleOpened(), 1));
  views = new DebugViews(vscode);
}

describe('breakpoints', () => {
  describe('in the gutter', () => {
    before(debugAnew);

    it('stop both ways, and say which and where; one that no frame can hit says why', async () => {
      await views.setInGutter(86);
      await becomes(() => views.marks(), ['debug-breakpoint']);
      await views.setInGutter(88);
      await becomes(() => views.marks(), ['debug-breakpoint', 'debug-breakpoint-unverified']);
      await eventually('why', async () =>
        (await views.hoverGutter(88)).includes(
          'No frame is at this line. The nearest lines that have frames: 66, 86, 94.',
        ),
      );
      await vscode.debugButton('Continue');
      await becomes(() => frameShown(page), 2);
      const words = /^Breakpoint \d+ at answer, callqueue\.c:86 · frame 2 of 246$/;
      await eventually('why it stopped', async () => words.test(await views.whyStopped()));
      await consoleSays(vscode, new RegExp(words.source.replace('$', '\\s*$')));
      await reads(async () => (await vscode.stackFrames())[0] ?? '', /^answer/);
      await vscode.debugButton('Reverse');
      await becomes(() => frameShown(page), 1);
      await vscode.debugButton('Reverse');
      await becomes(() => frameShown(page), 0);
      await eventually('the end', async () =>
        (await views.whyStopped()).endsWith('This is the first frame.'),
      );
    });

    it('take conditions and log messages; a line of the log leads to its frame', async () => {
      for (const line of [86, 88]) await views.removeInGutter(line);
      await views.addInGutter(86, 'Add Conditional Breakpoint...', 'call->state == HUNG_UP');
      await becomes(() => views.marks(), ['debug-breakpoint-conditional']);
      await views.addInGutter(94, 'Add Logpoint...', '{queue.waiting,x} wait');
      await becomes(() => views.marks(), ['debug-breakpoint-conditional', 'debug-breakpoint-log']);
      await vscode.debugButton('Continue');
      await becomes(() => frameShown(page), 152);
      await consoleSays(vscode, /^frame 149: 0x2 wait\s+callqueue\.c:94$/);
      await consoleSays(vscode, /^Breakpoint \d+ at answer, callqueue\.c:86 · frame 152 of 246/);
      await views
        .consoleRow('frame 149')
        .locator('a.link')
        .click({ modifiers: ['Control'] });
      await becomes(() => frameShown(page), 149);
      await becomes(() => vscode.stoppedLines(), [94]);
      await becomes(() => views.whyStopped(), 'Frame 149 of 246 · tracepoint 5');
    });
  });

  describe('of all other kinds', () => {
    before(debugAnew);

    /** From the first frame, with no breakpoint left. */
    async function beginAgain(): Promise<void> {
      await vscode.command('Remove All Breakpoints');
      await views.ask('tfind 1');
      await becomes(() => frameShown(page), 1);
    }

    it('typed in the console are in the gutter and the list too, and can be removed on either side', async () => {
      await views.ask('break 86');
      await becomes(() => views.marks(), ['debug-breakpoint']);
      await views.ask('tbreak 94');
      await becomes(() => views.marks(), ['debug-breakpoint', 'debug-breakpoint']);
      await views.ask('condition 1 call->state == HUNG_UP');
      await eventually('the condition', async () =>
        (await views.hoverGutter(86)).includes('if call->state == HUNG_UP'),
      );
      // A line that a person sets in the same source sends back those that were typed.
      await views.setInGutter(88);
      await becomes(async () => (await views.marks()).length, 3);
      await views.removeInGutter(88);
      await becomes(async () => (await views.marks()).length, 2);
      await views.ask('continue');
      await becomes(() => views.marks(), ['debug-breakpoint']);
      await vscode.debugButton('Continue');
      await becomes(() => frameShown(page), 152);
      await views.removeInGutter(86);
      await becomes(() => views.marks(), []);
      await views.ask('info breakpoints 1');
      await consoleSays(vscode, /No breakpoint or watchpoint matching '1'/);
      await views.setInGutter(86);
      await becomes(() => views.marks(), ['debug-breakpoint']);
      await views.ask('delete 4');
      await becomes(() => views.marks(), []);
    });

    it('stop where a variable changes, from its menu', async () => {
      await beginAgain();
      await views.pickInMenuOf(views.variable('minute'), 'Break on Value Change');
      await vscode.debugButton('Continue');
      await becomes(() => frameShown(page), 2);
      await eventually('what changed', async () =>
        /^Data breakpoint \d+: minute changed to \d+ at answer/.test(await views.whyStopped()),
      );
    });

    it('stop where a watched value changes, whatever format it is watched in', async () => {
      await beginAgain();
      await views.addWatch('queue->ring[0].number,x');
      await reads(() => views.watched('queue->ring'), /^0x/);
      await views.pickInMenuOf(views.watch('queue->ring'), 'Break on Value Change');
      await vscode.debugButton('Continue');
      await becomes(() => frameShown(page), 17);
      await becomes(() => views.watched('queue->ring'), '0x9');
      await vscode.debugButton('Reverse');
      await becomes(() => frameShown(page), 0);
    });

    it('stop at an instruction of the disassembly', async () => {
      await beginAgain();
      await vscode.command('Open Disassembly View');
      await views.instruction('0x4013a7').waitFor();
      await reads(() => views.instruction('0x4013a7').innerText(), /86:.*queue->waiting--;/);
      await reads(() => views.instruction('0x401391').innerText(), /call +0x401136 <roll>/);
      await views.instruction('0x4013a7').locator('.codicon').first().click();
      await vscode.debugButton('Continue');
      await becomes(() => frameShown(page), 2);
      await eventually('which breakpoint', async () =>
        /^Instruction breakpoint \d+ at answer/.test(await views.whyStopped()),
      );
    });
  });
});
