// The page that compares two traces in Chromium, over its real host.
import { dirname } from 'node:path';
import type { Uri, ViewColumn } from 'vscode';
import { openProgramOnDisk, programsIn } from '../../src/commandLine/nodeHost';
import {
  ComparisonPanel,
  type ComparisonServices,
} from '../../src/editor/comparison/comparisonPanel';
import type { ComparisonFormat } from '../../src/editor/comparison/messages';
import { filesOnDisk } from '../../src/platform/fileSource';
import type { Both, ComparedTraces, FramePlaces } from '../../src/trace/comparison/comparedTraces';
import { openTraceFile } from '../../src/trace/openTraceFile';
import { OpenTraces } from '../../src/trace/openTraces';
import { baseName } from '../../src/trace/paths';
import { useFoundProgram } from '../../src/trace/programSearch';
import type { Trace } from '../../src/trace/trace';
import { PanelPage } from './panelPage';

/** What the page asked of VS Code. */
export interface AskedOfComparison {
  readonly shown: FramePlaces[];
  readonly saved: (readonly [format: ComparisonFormat, compared: ComparedTraces])[];
  /** The names of the files that were to be opened. */
  readonly opened: string[];
}

interface ComparisonPage {
  readonly page: PanelPage;
  readonly asked: AskedOfComparison;
}

/**
 * Compares two files; their programs lie beside them, or the user chooses them: `choose` gives the
 * path for the name of a trace.
 */
export async function openComparison(
  files: Both<string>,
  choose?: (trace: string) => string,
): Promise<ComparisonPage> {
  const asked: AskedOfComparison = { shown: [], saved: [], opened: [] };
  const pair = { left: uriOf(files.left), right: uriOf(files.right) };
  const services = servicesOf(asked, choose);
  const column = 1 as unknown as ViewColumn;
  const page = await PanelPage.open(
    'comparison',
    { width: 1310, height: 1030 },
    (window) => new ComparisonPanel(pair, { ...window, column }, services),
  );
  return { page, asked };
}

function uriOf(path: string): Uri {
  return { path, toString: () => path } as Uri;
}

function servicesOf(
  { shown, saved, opened }: AskedOfComparison,
  choose?: (trace: string) => string,
): ComparisonServices {
  return {
    traces: new OpenTraces((path) => openTraceFile(filesOnDisk, path), baseName),
    ensureProgram: async (trace, { path }) => {
      if (trace.modules.traced.state === 'none' && trace.modules.current.all.length === 0)
        await useFoundProgram(trace, await programsIn([dirname(path)]), openProgramOnDisk);
    },
    chooseProgram: async (trace, { path }) => {
      if (choose) await useProgram(trace, choose(baseName(path)));
    },
    showFrames: (_, frames) => Promise.resolve(void shown.push(frames)),
    openTrace: ({ path }) => Promise.resolve(void opened.push(baseName(path))),
    save: (_, format, compared) => Promise.resolve(void saved.push([format, compared])),
  };
}

async function useProgram({ modules }: Trace, path: string): Promise<void> {
  const program = await openProgramOnDisk(path);
  if ('problem' in program) throw new Error(program.problem);
  await modules.use(program, undefined);
}
