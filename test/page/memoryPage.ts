// The page of the memory view in Chromium, over its real host, with the sample as the trace that is
// shown.
import { dirname } from 'node:path';
import type { Uri } from 'vscode';
import { openProgramOnDisk, programsIn } from '../../src/commandLine/nodeHost';
import { filesOnDisk } from '../../src/platform/fileSource';
import type { FrameCursor } from '../../src/trace/cursor';
import { openTraceFile } from '../../src/trace/openTraceFile';
import { OpenTraces } from '../../src/trace/openTraces';
import { baseName } from '../../src/trace/paths';
import { useFoundProgram } from '../../src/trace/programSearch';
import { MemoryPanel } from '../../src/workbench/memoryView/memoryPanel';
import { MemoryViewSettings } from '../../src/workbench/memoryView/settings';
import { sample } from '../vscode/browser/tracePage';
import { PanelPage } from './panelPage';
import type { KeptByVscode } from './testedPage';

interface MemoryPage {
  readonly page: PanelPage;
  /** Of the trace that is shown. */
  readonly cursor: FrameCursor;
}

/** Opens the page at a frame. `kept`: what VS Code keeps of it. */
export async function openMemoryPage(
  frame: number,
  { memento }: KeptByVscode,
): Promise<MemoryPage> {
  const traces = new OpenTraces((path) => openTraceFile(filesOnDisk, path), baseName);
  const lease = await traces.acquire(sample);
  if ('problem' in lease) throw new Error(lease.problem);
  const { trace } = lease;
  await useFoundProgram(trace, await programsIn([dirname(sample)]), openProgramOnDisk);
  trace.cursor.moveTo(frame, traces);
  const page = await PanelPage.open('memory', { width: 1100, height: 500 }, (window) => {
    const panel = new MemoryPanel(traces, new MemoryViewSettings(memento), {
      ...window,
      shownTrace: () => ({ path: sample, toString: () => sample }) as Uri,
      selectedLevel: () => Promise.resolve(0),
    });
    return {
      dispose: () => {
        panel.dispose();
        lease.dispose();
      },
    };
  });
  await page.frame.locator('[data-testid="memory-view"]').waitFor();
  return { page, cursor: trace.cursor };
}
