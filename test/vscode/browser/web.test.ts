// VS Code's extension host of the browser, a web worker: no node, no disk, every file by VS Code's
// own file systems. What runs there is the entry `browser` of package.json.
import assert from 'node:assert/strict';
import { before, after, describe, it } from 'mocha';
import { extensionId } from '../../../scripts/steps/manifest.mjs';
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { closeVscode, openVscode } from './openVscode';
import { TracePage } from './tracePage';

describe('in a browser’s extension host', () => {
  let vscode: Workbench;
  let page: TracePage;

  before(async () => {
    vscode = await openVscode({ folder: samplesFolder, inBrowser: true, shared: true });
    await vscode.openFromExplorer('callqueue.tf', { keep: true });
    page = await TracePage.of(vscode);
  });
  after(() => closeVscode(vscode));

  it('shows the frames, with the program that lies beside the trace', async () => {
    await becomes(() => page.frameCount(), 246);
    // Its load offset is 0, as it is for every program that cannot be moved: nothing to say.
    await becomes(() => page.text('.program-placed'), 'callqueue');
    await eventually('the functions', async () =>
      /answer\s+callqueue\.c/.test(await page.row(1).innerText()),
    );
    // The newest window is this one.
    const log = () => Promise.resolve(vscode.server.extensionHostLogs().at(-1) ?? '');
    await reads(log, /Eager extensions activated/);
    assert.ok(!(await log()).includes(`_doActivateExtension ${extensionId},`), 'node runs it too');
  });

  it('opens the source beside the trace', async () => {
    await page.select(1);
    await vscode.tab('callqueue.c').waitFor();
    await eventually('the source', async () =>
      (await vscode.textEditors()).some((text) => text.includes('answer(')),
    );
  });

  it('debugs: stack, variables, steps, breakpoints, instructions', async () => {
    await page.debug();
    await becomes(() => vscode.stopped(), 86);
    await vscode.showDebugView();
    await reads(async () => (await vscode.stackFrames())[0] ?? '', /^answer/);
    await vscode.expandVariable('Registers');
    await vscode.expandVariable('general');
    await eventually('rax', async () =>
      (await vscode.variables()).some((row) => /^rax\s*=\s*0x404040/.test(row)),
    );
    await vscode.debugButton('Step Over');
    // VS Code lets a click go by while a step is under way.
    await becomes(() => page.selected(), 2);
    await vscode.debugButton('Step Over');
    await becomes(() => vscode.stoppedLines(), [94]);
    const views = new DebugViews(vscode);
    await views.setInGutter(86);
    await vscode.debugButton('Continue');
    await becomes(() => vscode.stoppedLines(), [86]);
    await views.ask('x/2i $pc');
    await eventually('the instructions', async () =>
      /=> 0x4013a7 <answer\(?.*>:\s+mov/.test((await vscode.debugConsole()).join('\n')),
    );
  });
});
