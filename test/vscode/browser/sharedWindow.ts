// A window that the tests of a `describe` share. Each begins with nothing on the screen of the test before, whatever became of that,
// and may open a copy of the sample of its own: what the extension remembers of a trace, it remembers by the file.
import { after, before, beforeEach } from 'mocha';
import { samplesFolder } from '../../../scripts/steps/paths.mjs';
import { usualSize } from '../../../scripts/vscode/browser.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { closeVscode, openVscode, type VscodeOptions } from './openVscode';
import { openSample, type OpenedSample } from './sampleOpened';
import { bytesOf, sample } from './tracePage';

export interface FreshSample extends OpenedSample {
  /** The copy's file, in the window's folder. */
  readonly name: string;
}

export interface SharedWindow {
  readonly vscode: Workbench;
  /** Opens a copy of the sample of which nothing is remembered; its program and source lie beside it. */
  freshSample(): Promise<FreshSample>;
}

const theme = { name: 'Light Modern', kind: 'vs' };

const settings = {
  'workbench.colorTheme': theme.name,
  // As a window's first session shows it.
  'debug.internalConsoleOptions': 'openOnSessionStart',
};

/** To be called in a `describe`, for its tests. The window opens the sample's folder with more files. */
export function sharedWindow({ files, size = usualSize }: SharedOptions = {}): SharedWindow {
  let opened: Workbench | undefined;
  let test = 0;
  const copy = (number: number) => `callqueue-${number}.tf`;
  const vscode = () => {
    if (opened === undefined) throw new Error('The window opens before the first test.');
    return opened;
  };
  before(async function () {
    const copies = Array.from({ length: this.test?.parent?.total() ?? 0 }, (_, i) => copy(i + 1));
    opened = await openVscode({
      folder: samplesFolder,
      files: { ...Object.fromEntries(copies.map((name) => [name, bytesOf(sample)])), ...files },
      settings,
      size,
      shared: true,
    });
  });

  // Not after a test: of one that failed, a picture is taken then.
  beforeEach(async () => {
    test++;
    if (test === 1) return;
    // A menu may stand open.
    await vscode().page.keyboard.press('Escape');
    await vscode().resize(size);
    if ((await vscode().themeKind()) !== theme.kind)
      await vscode().setTheme(theme.name, theme.kind);
    await new DebugViews(vscode()).clear();
    await vscode().clear();
  });

  after(async () => {
    if (opened) await closeVscode(opened);
  });

  return {
    get vscode() {
      return vscode();
    },
    async freshSample() {
      const name = copy(test);
      return { vscode: vscode(), page: await openSample(vscode(), name), name };
    },
  };
}

type SharedOptions = Pick<VscodeOptions, 'files' | 'size'>;
