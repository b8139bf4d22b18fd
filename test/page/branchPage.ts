// The page of a branch trace in Chromium, over its real host.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Uri } from 'vscode';
import { nodeHost } from '../../src/commandLine/nodeHost';
import { BranchPanel, type BranchPanelServices } from '../../src/editor/branch/branchPanel';
import type { BranchTrace } from '../../src/trace/branch/branchTrace';
import { Emitter } from '../../src/trace/emitter';
import { decoderHere } from '../capstone';
import { PanelPage } from './panelPage';
import type { AskedOfVscode } from './testedPage';

interface BranchPage {
  readonly page: PanelPage;
  readonly trace: BranchTrace;
}

/** Opens a file in a page; its program and its source may lie beside it. */
export async function openBranchPage(file: string): Promise<BranchPage> {
  const decoder = await decoderHere();
  const host = nodeHost(dirname(file), undefined, undefined, () => decoder);
  const lease = await host.acquireBranchTrace(file);
  if ('problem' in lease) throw new Error(lease.problem);
  const { trace } = lease;
  const page = await PanelPage.open('branch', { width: 1300, height: 850 }, (window, asked) => {
    const uri = { path: file, toString: () => `file://${file}` } as Uri;
    const panel = new BranchPanel(uri, trace, window, servicesOf(dirname(file), asked));
    return {
      dispose: () => {
        panel.dispose();
        lease.dispose();
      },
    };
  });
  await host.findBranchProgram(trace, file);
  return { page, trace };
}

/** Sources lie in a folder; nobody debugs. */
function servicesOf(sources: string, asked: AskedOfVscode): BranchPanelServices {
  return {
    chooseProgram: () => Promise.resolve(),
    showSource: (_, place) => {
      asked.sources.push(place);
      return Promise.resolve(undefined);
    },
    sourceText: (_, recorded) => readFile(join(sources, basename(recorded)), 'utf8'),
    debug: (_, instruction) => {
      asked.debugged.push(instruction);
      return Promise.resolve();
    },
    isDebugged: () => false,
    onDidChangeDebugged: new Emitter<void>().event,
    openAsText: () => Promise.resolve(),
  };
}
