// The one window that most tests share: starting VS Code takes longer than a test. Each test begins
// with nothing on the screen of the one before, whatever became of that, and with a copy of the
// sample of its own: what the extension remembers of a trace, it remembers by the file. A test that
// fails takes the window with it, once the tests that stand on it are through.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, before, beforeEach } from 'mocha';
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import { usualSize, type Size } from '../../../scripts/vscode/browser.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { closeVscode, openVscode, writeFiles, type VscodeOptions } from './openVscode';
import { openSample, type OpenedSample } from './openSample';
import { bytesOf, sample } from './tracePage';

export interface FreshSample extends OpenedSample {
  /** The copy's file, in the window's folder. */
  readonly name: string;
}

export interface SharedWindow {
  readonly vscode: Workbench;
  /**
   * Opens a copy of the sample of which nothing is remembered; its program and source lie beside
   * it.
   */
  freshSample(): Promise<FreshSample>;
}

const theme = { name: 'Light Modern', kind: 'vs' };

const settings = {
  'workbench.colorTheme': theme.name,
  // As a window's first session shows it.
  'debug.internalConsoleOptions': 'openOnSessionStart',
};

/** Wide enough for the table, the details and a source side by side. */
export const wide = { width: 2000, height: 1100 };

/** In pixels. */
const sideBarWidth = 240;

let opened: Workbench | undefined;
let failed = false;
let copies = 0;

afterEach(function () {
  failed ||= this.currentTest?.isFailed() ?? false;
});

/**
 * To be called in a `describe`, for its tests. The window's folder holds the samples and more
 * files.
 */
export function sharedWindow({ files = {}, size = usualSize }: SharedOptions = {}): SharedWindow {
  let isFirst = true;
  const vscode = () => {
    if (opened === undefined) throw new Error('The window opens before the first test.');
    return opened;
  };
  before(async () => {
    await cleanWindow(size);
    layOut(vscode().folder, files);
  });

  // Not after a test: of one that failed, a picture is taken then.
  beforeEach(async () => {
    if (!isFirst) await cleanWindow(size, files);
    isFirst = false;
  });

  return {
    get vscode() {
      return vscode();
    },
    freshSample: () => freshSample(vscode()),
  };
}

type SharedOptions = Pick<VscodeOptions, 'files' | 'size'>;

/**
 * For tests that stand on each other: the window with a copy of the sample, until other tests
 * begin.
 */
export async function sampleOpened(size: Size = usualSize): Promise<FreshSample> {
  const vscode = await cleanWindow(size);
  layOut(vscode.folder);
  return freshSample(vscode);
}

/**
 * The window, as a new one shows itself.
 * @param files for its folder, where it is new
 */
async function cleanWindow(size: Size, files: VscodeOptions['files'] = {}): Promise<Workbench> {
  if (opened !== undefined && failed) {
    await closeVscode(opened);
    opened = undefined;
  }
  failed = false;
  if (opened === undefined) {
    opened = await openVscode({
      folder: samplesFolder,
      files,
      settings,
      size,
      shared: true,
      ownServer: true,
    });
    await opened.resizeSideBar(sideBarWidth);
    return opened;
  }
  // A menu may stand open.
  await opened.page.keyboard.press('Escape');
  await opened.resize(size);
  if ((await opened.themeKind()) !== theme.kind) await opened.setTheme(theme.name, theme.kind);
  await opened.clear();
  await opened.resizeSideBar(sideBarWidth);
  return opened;
}

/** Leaves in the window's folder the samples and these files alone. */
function layOut(folder: string, files: VscodeOptions['files'] = {}): void {
  const kept = readdirSync(samplesFolder);
  for (const name of readdirSync(folder).filter((each) => !kept.includes(each))) {
    rmSync(join(folder, name), { recursive: true });
  }
  cpSync(samplesFolder, folder, { recursive: true });
  writeFiles(folder, files);
}

async function freshSample(vscode: Workbench): Promise<FreshSample> {
  copies++;
  const name = `callqueue-${copies}.tf`;
  writeFiles(vscode.folder, { [name]: bytesOf(sample) });
  return { vscode, page: await openSample(vscode, name), name };
}
