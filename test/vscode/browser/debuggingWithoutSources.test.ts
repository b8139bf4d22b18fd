// Debugging a trace whose sources, or program, are not on this machine: the field case of a
// post-mortem tool.
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { bytesOf, corpus, TracePage } from './tracePage';

const pie = (name: string) => bytesOf(corpus(`programs/pie/${name}`));

describe('debugging without sources', () => {
  const shared = sharedWindow({
    files: {
      'traces/harbour.tf': pie('harbour.plain.tf'),
      'traces/harbour': pie('harbour'),
      'traces/libgauge.so': pie('libgauge.so'),
      'traces/alone/app.tf': bytesOf(corpus('x86_64/app.tf')),
      'elsewhere/gauge.c': pie('gauge.c'),
      'elsewhere/harbour.c': pie('harbour.c'),
    },
  });

  async function debugFrame(name: string, frame: number): Promise<Workbench> {
    const { vscode } = shared;
    await vscode.openFile(name);
    const page = await TracePage.of(vscode);
    await page.select(frame);
    await page.debug();
    return vscode;
  }

  it('opens the disassembly, and asks for the source of the stack frame that is selected', async () => {
    const vscode = await debugFrame('harbour.tf', 0);
    const views = new DebugViews(vscode);
    await eventually('Registers', async () =>
      (await vscode.variables()).some((row) => row.startsWith('Registers')),
    );
    await views.addWatch('$rip');
    await reads(() => views.watched('$rip'), /0x/);
    await views.instruction('call').waitFor();
    await reads(async () => (await vscode.stackFrames()).join('\n'), /main · harbour\.c:\d+/);
    await becomes(inFront, ['harbour', 'Disassembly']);
    await vscode.debugButton('Step Over');
    await reads(async () => (await vscode.stackFrames())[0] ?? '', /^gauge_read · gauge\.c:16/);
    await reads(() => views.watched('$rip'), /0x7ffff7fbc188/);

    await vscode.page.getByText(/^watch · harbour\.c:20/).click();
    await locate(vscode, 'gauge.c');
    await reads(() => vscode.dialog().innerText(), /gauge\.c is not the source of the program/);
    await reads(() => vscode.dialog().innerText(), /Its name is not that of .*harbour\.c/);
    await vscode.dialog().getByText('Cancel').click();
    await vscode.dialog().waitFor({ state: 'hidden' });
  });

  // A source that was located stays so for the window.
  it('has stack, breakpoints and hits once a source is located', async () => {
    const vscode = await debugFrame('harbour.tf', 0);
    const views = new DebugViews(vscode);
    await views.instruction('call').waitFor();
    await vscode.openFile('elsewhere/gauge.c');
    await views.setInGutter(16);
    await becomes(() => views.marks(), ['debug-breakpoint-unverified']);
    await locate(vscode, 'gauge.c');
    await becomes(() => vscode.stopped(), 9);
    await reads(async () => (await vscode.stackFrames()).join('\n'), /main\s+harbour\.c/);
    await becomes(() => views.marks(), ['debug-breakpoint']);
    await vscode.page.locator('.codelens-decoration', { hasText: 'hit in' }).first().waitFor();
    await vscode.debugButton('Continue');
    await becomes(() => vscode.stopped(), 16);
  });

  it('has registers, memory and the PC without a program', async () => {
    const vscode = await debugFrame('alone/app.tf', 1);
    const views = new DebugViews(vscode);
    await reads(async () => (await vscode.stackFrames()).join('\n'), /0x40117b/);
    await becomes(inFront, ['app', 'No program']);
    await views.foldViews(['Watch', 'Call Stack']);
    await vscode.expandVariable('Collected Memory');
    await reads(async () => (await vscode.variables()).join('\n'), /0x404060.*bytes:/);
    await vscode.expandVariable('Registers');
    await vscode.expandVariable('general');
    await reads(async () => (await vscode.variables()).join('\n'), /rax\s*=\s*0x3/);
    await views.foldViews(['Watch', 'Call Stack'], false);
    await views.addWatch('$pc');
    await reads(() => views.watched('$pc'), /0x40117b/);
  });

  /** The tab that each editor group shows, by its name without the extension. */
  function inFront(): Promise<string[]> {
    return shared.vscode.page.locator('.tabs-container .tab.active .label-name').allInnerTexts();
  }

  async function locate(vscode: Workbench, name: string): Promise<void> {
    await vscode.command('GDB Trace: Locate Source File…');
    await vscode.quickInput.answerFileDialog(join(vscode.folder, 'elsewhere', name));
  }
});
