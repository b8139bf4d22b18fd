// Debugging a trace whose sources, or program, are not on this machine: the field case of a
// post-mortem tool.
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from './openVscode';
import { sharedWindow } from './sharedWindow';
import { bytesOf, corpus, TracePage } from './tracePage';

const pie = (name: string) => bytesOf(corpus(`programs/pie/${name}`));

describe('debugging without sources', () => {
  const shared = sharedWindow({
    files: {
      'traces/harbour.tf': pie('harbour.plain.tf'),
      'traces/harbour': pie('harbour'),
      'traces/libgauge.so': pie('libgauge.so'),
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

  it('selects the innermost stack frame, and opens the disassembly', async () => {
    const vscode = await debugFrame('harbour.tf', 0);
    const views = new DebugViews(vscode);
    await eventually('Registers', async () =>
      (await vscode.variables()).some((row) => row.startsWith('Registers')),
    );
    await views.addWatch('$rip');
    await reads(() => views.watched('$rip'), /0x/);
    await views.instruction('call').waitFor();
    await reads(async () => (await vscode.stackFrames()).join('\n'), /main · harbour\.c:\d+/);
    await vscode.debugButton('Step Over');
    await reads(async () => (await vscode.stackFrames())[0] ?? '', /^gauge_read · gauge\.c:16/);
    await reads(() => views.watched('$rip'), /0x7ffff7fbc188/);
  });

  it('shows the source once it is located', async () => {
    const vscode = await debugFrame('harbour.tf', 0);
    await new DebugViews(vscode).instruction('call').waitFor();
    await vscode.command('GDB Trace: Locate Source File…');
    await vscode.quickInput.answerFileDialog(join(vscode.folder, 'elsewhere', 'gauge.c'));
    await becomes(() => vscode.stopped(), 9);
    await reads(async () => (await vscode.stackFrames()).join('\n'), /main\s+harbour\.c/);
  });
});
