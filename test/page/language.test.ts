// The page in another language than English. VS Code gives the strings to it and to its host.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nPseudoLocalized, type l10nJsonFormat } from '@vscode/l10n-dev';
import { afterEach, describe, it } from 'vitest';
import { bundleFile } from '../../scripts/language.mjs';
import { resultsFolder, root } from '../../scripts/steps/paths.mjs';
import type { Size } from '../../scripts/vscode/browser.mjs';
import { useStrings } from '../../src/platform/thread';
import { becomes } from '../onScreen';
import { TestedPage } from './testedPage';

type Strings = Readonly<Record<string, string>>;

/** What is in each tab once it is drawn. */
const tabs = {
  frame: '[data-testid="variables"] [role="treeitem"]',
  compare: '.panel input',
  tracepoints: '[data-testid="tracepoint-5"]',
  intervals: '.suggested-intervals button',
  transitions: '#transition-state',
  trace: '.panel .facts',
  bytes: '[data-testid="bytes-view"] [role="treeitem"]',
};

let page: TestedPage;
const within = (selector: string) => page.frame.locator(selector);
const labels = () => within('button, summary, label, [role=tab], [role=columnheader]');

async function openIn(language: string, strings: Strings, size: Size): Promise<void> {
  useStrings(JSON.stringify(strings));
  page = await TestedPage.open({ size, language: { language, strings } });
}

async function showTab(name: string, drawn: string): Promise<void> {
  await within(`#tab-${name}`).click();
  await within(`#tab-${name}[aria-selected="true"]`).waitFor();
  await within(drawn).first().waitFor();
}

/** Keeps a picture for a person to look at. */
function keep(name: string) {
  return page.view.page.screenshot({ path: join(resultsFolder, 'views', `${name}.png`) });
}

afterEach(() => {
  useStrings('{}');
  return page.close();
});

it('no label of the page stays English in a pseudo-language', async () => {
  const english = JSON.parse(readFileSync(bundleFile, 'utf8')) as l10nJsonFormat;
  const strings = getL10nPseudoLocalized(english) as Strings;
  const said = (text: string) => strings[text] ?? assert.fail(text);
  await openIn('qps-ploc', strings, { width: 1440, height: 900 });
  const { frame } = page;
  const debug = said('Debug from frame {0}').replace('{0}', '0');
  await frame.getByRole('button', { name: debug }).waitFor();
  await frame.getByRole('tab', { name: said('Tracepoints') }).waitFor();
  await frame.getByRole('grid', { name: said('Frames') }).waitFor();
  await frame.getByText(said('{0} frames').replace('{0}', '246')).first().waitFor();
  await becomes(() => within('html').getAttribute('lang'), 'qps-ploc');
  for (const [tab, drawn] of Object.entries(tabs)) {
    await showTab(tab, drawn);
    await becomes(async () => [tab, await englishWords()], [tab, []]);
  }
  await showTab('trace', tabs.trace);
  // Its host's words.
  await frame.getByText(said('Frames in the buffer')).waitFor();
  await keep('pseudo-language');
});

/** A pseudo-language leaves no letter as it was; names of the trace stay. */
async function englishWords(): Promise<string[]> {
  const bars = within('.tabs, .filter-bar, .canvas-bar, .actions');
  const texts = [...(await bars.allInnerTexts()), ...(await labels().allInnerTexts())];
  const words = texts.join(' ').matchAll(/\b(?!(?:callqueue|answer|agent)\b)[a-z]{4,}\b/gi);
  return [...words].map(([word]) => word);
}

describe('in simplified Chinese', () => {
  // What a source beside it leaves to the page in a window of 1440 pixels, and in one of 900.
  it.each([541, 271])('no label of any tab is cut in %i pixels', async (width) => {
    const bundle = join(root, 'l10n', 'bundle.l10n.zh-cn.json');
    const strings = JSON.parse(readFileSync(bundle, 'utf8')) as Strings;
    await openIn('zh-cn', strings, { width, height: 776 });
    await page.frame.getByRole('button', { name: '从帧 0 调试' }).waitFor();
    await page.select(1);
    await page.frame.getByRole('button', { name: '从帧 1 调试' }).waitFor();
    for (const [tab, drawn] of Object.entries(tabs)) {
      await showTab(tab, drawn);
      await becomes(async () => [tab, await cutLabels()], [tab, []]);
      await keep(`chinese-${tab}-${width}`);
    }
  });
});

interface Label {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly textContent: string;
}

/** Labels that are wider than their place; those for screen readers alone are a pixel wide. */
async function cutLabels(): Promise<string[]> {
  const isCut = ({ scrollWidth, clientWidth }: Label) =>
    clientWidth > 1 && scrollWidth > clientWidth + 1;
  const measured: Label[] = await labels().evaluateAll((all: Label[]) =>
    all.map(({ scrollWidth, clientWidth, textContent }) => ({
      ...{ scrollWidth, clientWidth, textContent },
    })),
  );
  return measured.filter(isCut).map(({ textContent }) => textContent.trim());
}
