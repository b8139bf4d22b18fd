// VS Code in another language: the pages take its strings.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nPseudoLocalized, type l10nJsonFormat } from '@vscode/l10n-dev';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../../../scripts/steps/childProcesses.mjs';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { resultsFolder, root, samplesFolder } from '../../../scripts/steps/paths.mjs';
import { becomes } from '../../onScreen';
import { installedExtensions, openVscode } from './openVscode';
import { TracePage } from './tracePage';

/** The name that VS Code has for a language of no country, to see what is not translated. */
const pseudo = 'qps-ploc';

const tabNames = ['frame', 'compare', 'tracepoints', 'intervals', 'transitions', 'trace', 'bytes'];

/** The extension with a translation to the pseudo-language beside its strings. */
function translated(): { folder: string; strings: Record<string, string> } {
  const bundle = join(root, 'l10n', 'bundle.l10n.json');
  const strings = getL10nPseudoLocalized(
    JSON.parse(readFileSync(bundle, 'utf8')) as l10nJsonFormat,
  );
  const folder = join(temporaryFolder('translated'), 'extensions');
  cpSync(installedExtensions(), folder, { recursive: true });
  for (const name of readdirSync(folder, { withFileTypes: true })) {
    if (!name.isDirectory()) continue;
    const file = join(folder, name.name, 'l10n', `bundle.l10n.${pseudo}.json`);
    writeFileSync(file, JSON.stringify(strings));
  }
  return { folder, strings: strings as Record<string, string> };
}

describe('in another language', () => {
  it('the page shows and speaks it', async () => {
    const { folder, strings } = translated();
    const vscode = await openVscode({
      folder: samplesFolder,
      extensionsFolder: folder,
      language: pseudo,
    });
    await vscode.openFromExplorer('callqueue.tf', { keep: true });
    const { frame } = await TracePage.of(vscode);
    const said = (english: string) => strings[english] ?? assert.fail(english);
    const debug = said('Debug from frame {0}').replace('{0}', '0');
    await frame.getByRole('button', { name: debug }).waitFor();
    await frame.getByRole('tab', { name: said('Tracepoints') }).waitFor();
    await frame.getByRole('grid', { name: said('Frames') }).waitFor();
    await frame.getByText(said('{0} frames').replace('{0}', '246')).first().waitFor();
    await frame.locator('#tab-trace').click();
    await frame.getByText(said('Frames in the buffer')).waitFor();
    await becomes(() => frame.locator('html').getAttribute('lang'), pseudo);
    await vscode.screenshot(join(resultsFolder, 'views', 'pseudo-language.png'));
    const bars = frame.locator('.tabs, .filter-bar, .canvas-bar, .actions');
    // A pseudo-language leaves no letter as it was; names of the trace stay.
    await becomes(async () => {
      const text = (await bars.allInnerTexts()).join(' ');
      return [...text.matchAll(/\b(?!callqueue)[a-z]{4,}\b/gi)].map(([word]) => word);
    }, []);
  });

  it('is simplified Chinese in each tab, wide and narrow, and no label is cut', async () => {
    const vscode = await openVscode({ folder: samplesFolder, language: 'zh-cn' });
    await vscode.openFromExplorer('callqueue.tf', { keep: true });
    const page = await TracePage.of(vscode);
    const { frame } = page;
    await frame.getByRole('button', { name: '从帧 0 调试' }).waitFor();
    await page.select(1);
    for (const width of [1440, 900]) {
      await vscode.resize({ width, height: 900 });
      for (const tab of tabNames) {
        await frame.locator(`#tab-${tab}`).click();
        await frame.locator(`#tab-${tab}[aria-selected="true"]`).waitFor();
        await becomes(async () => [tab, width, await cutLabels(frame)], [tab, width, []]);
        await vscode.screenshot(join(resultsFolder, 'views', `chinese-${tab}-${width}.png`));
      }
    }
    await page.debug();
    await becomes(() => vscode.stopped(), 86);
    await vscode.showDebugView();
    await vscode.screenshot(join(resultsFolder, 'views', 'chinese-debugger.png'));
    const views = new DebugViews(vscode);
    await views.ask('tstatus');
    await views.consoleRow('Using a trace file.').waitFor();
    await views.ask('run');
    await views.consoleRow('不支持“run”').waitFor();
    await views.ask('help info');
    await views.consoleRow('所选栈帧的全部信息').waitFor();
    await vscode.screenshot(join(resultsFolder, 'views', 'chinese-console.png'));
  });
});

interface Label {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly textContent: string;
}

/** Labels that are wider than their place; those for screen readers alone are a pixel wide. */
async function cutLabels(frame: TracePage['frame']): Promise<string[]> {
  const labels = frame.locator('button, summary, label, [role=tab], [role=columnheader]');
  const isCut = ({ scrollWidth, clientWidth }: Label) =>
    clientWidth > 1 && scrollWidth > clientWidth + 1;
  const measured: Label[] = await labels.evaluateAll((all: Label[]) =>
    all.map(({ scrollWidth, clientWidth, textContent }) => ({
      ...{ scrollWidth, clientWidth, textContent },
    })),
  );
  return measured.filter(isCut).map(({ textContent }) => textContent.trim());
}
