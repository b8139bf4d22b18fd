// Debugging a trace, clicked through.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { bytesOf, corpus, sample, TracePage } from './tracePage';

const withAnotherProgram = {
  version: '0.2.0',
  configurations: [
    {
      type: 'tracefile',
      request: 'launch',
      name: 'with another program',
      trace: '${workspaceFolder}/other/callqueue.tf',
      program: '${workspaceFolder}/other/program',
    },
  ],
};

describe('debugging', () => {
  const shared = sharedWindow({
    files: {
      'traces/app.tf': bytesOf(corpus('x86_64/app.tf')),
      'traces/app': bytesOf(corpus('x86_64/app')),
      'elsewhere/helper.c': bytesOf(corpus('x86_64/app.c')),
    },
  });

  it('starts with F5 on the trace, steps both ways, and moves and follows the table', async () => {
    const { vscode, page } = await shared.freshSample();
    await page.select(1);
    await becomes(() => page.selected(), 1);
    await vscode.page.keyboard.press('F5');
    await becomes(() => vscode.stopped(), 86);
    const views = new DebugViews(vscode);
    await views.foldViews(['Watch', 'Call Stack']);
    await vscode.expandVariable('Registers');
    await vscode.expandVariable('general');
    await eventually('rax', async () =>
      (await vscode.variables()).some((row) => /^rax\s*=\s*0x404040/.test(row)),
    );
    await views.foldViews(['Watch', 'Call Stack'], false);
    await vscode.debugButton('Step Over');
    // VS Code lets a click go by while a step is under way.
    await becomes(() => page.selected(), 2);
    await vscode.debugButton('Step Over');
    await becomes(() => vscode.stoppedLines(), [94]);
    await becomes(() => page.selected(), 3);
    await vscode.debugButton('Step Back');
    await becomes(() => vscode.stoppedLines(), [86]);
    await becomes(() => page.selected(), 2);
    await vscode.debugButton('Reverse');
    await becomes(() => page.selected(), 0);

    // The other way round: the debugger follows the table, which keeps the keyboard.
    await page.select(3);
    await becomes(() => vscode.stoppedLines(), [94]);
    await becomes(() => page.hasFocus(), true);
    await vscode.page.keyboard.press('ArrowUp');
    await becomes(() => page.selected(), 2);
    await becomes(() => vscode.stoppedLines(), [86]);
    await becomes(() => page.hasFocus(), true);
    await vscode.page.keyboard.press('ArrowUp');
    await becomes(() => page.selected(), 1);
  });

  it('says which source is missing, and finds it where the user says', async () => {
    const { vscode } = shared;
    await vscode.openFile('app.tf');
    const page = await TracePage.of(vscode);
    await page.select(1);
    await eventually('the note', async () => (await page.details()).includes('was not found'));
    await page.frame.getByText(/\d places tried/).click();
    await eventually('the paths', async () => (await page.details()).includes('traces/app.c'));
    await page.frame.getByText('Locate Source File…').click();
    await vscode.quickInput.answerFileDialog(join(vscode.folder, 'elsewhere', 'helper.c'));
    await reads(() => vscode.dialog().innerText(), /Its name is not that of \/build\/app\/app\.c/);
    await vscode.dialog().getByText('Use It Anyway').click();
    await vscode.tab('helper.c').waitFor();
    await page.select(2);
    await page.debug();
    assert.ok((await vscode.stopped()) > 0);
    await eventually(
      'the note to go',
      async () => !(await page.details()).includes('was not found'),
    );
  });
});

describe('debugging by launch.json', () => {
  const shared = sharedWindow({
    files: {
      'other/callqueue.tf': bytesOf(sample),
      'other/program': bytesOf(corpus('s390x/app')),
      '.vscode/launch.json': JSON.stringify(withAnotherProgram),
    },
  });

  it('goes on where it names a program that is not the traced one', async () => {
    const { vscode } = shared;
    await vscode.openFile('other/callqueue.tf');
    const page = await TracePage.of(vscode);
    await page.debug();
    await reads(async () => (await vscode.debugConsole()).join('\n'), /another machine/);
    await vscode.debugButton('Step Over');
    await reads(async () => (await vscode.stackFrames())[0] ?? '', /^0x4013a7/);
    await vscode.tab('callqueue.tf').click();
    const shown = await TracePage.of(vscode);
    await becomes(() => shown.selected(), 1);
    await reads(() => shown.text('[data-testid="trace-editor"]'), /program/);
  });
});
