// The editor of branch traces, used as a person does.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { resultsFolder } from '../../../scripts/steps/paths.mjs';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { violationsIn } from './axe';
import { becomes, reads } from '../../onScreen';
import { sharedWindow, windowWith } from './sharedWindow';
import { violationsInThemes } from './themes';
import { bytesOf, corpus } from './tracePage';

async function open(vscode: Workbench, name: string): Promise<Frame> {
  await vscode.openFromExplorer(name, { keep: true });
  return vscode.webview('[data-testid="branch-editor"], [data-testid="branch-failed"]');
}

/** The tree or the list as text, a line for each row in sight. */
async function rows(page: Frame): Promise<string[]> {
  const texts = await page.locator('.list-row').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

const position = (page: Frame): Promise<string> =>
  page.locator('[data-testid="branch-position"]').innerText();

describe('a branch trace', () => {
  let vscode: Workbench;
  let page: Frame;

  before(async () => {
    const settings = { 'tracefile.sourceMap': { '/build/branches': '.' } };
    const files = ['tree', 'tree.c', 'tree.btrace'].map(
      (name) => [name, bytesOf(corpus(`branches/${name}`))] as const,
    );
    vscode = await windowWith(
      { ...Object.fromEntries(files), '.vscode/settings.json': JSON.stringify(settings) },
      { width: 1600, height: 900 },
    );
    page = await open(vscode, 'tree.btrace');
    await page.locator('.instruction', { hasText: '_start+6' }).waitFor();
  });

  it('shows its program, what was recorded, and the calls as a tree', async () => {
    const header = await page.locator('.header').innerText();
    assert.match(header, /61 blocks · 311 instructions · 42 stretches in functions · 9 levels/);
    assert.match(header, /tree/);
    await becomes(
      async () => (await rows(page)).slice(0, 4),
      [
        '_start 1–3 3 305',
        'main tree.c:82-83 4–7 4 53',
        'factorial tree.c:13-16 8–17 10 46',
        'factorial tree.c:13-16 18–27 10 33',
      ],
    );
    const levels = await Promise.all(
      [0, 1, 2, 3].map((row) => page.locator('.list-row').nth(row).getAttribute('aria-level')),
    );
    assert.deepEqual(levels, ['2', '3', '4', '5']);
  });

  it('collapses and expands with the keyboard, and goes where a row is selected', async () => {
    await page.locator('.list-row').nth(2).click();
    await becomes(() => position(page), 'instruction 8');
    const tree = page.locator('[role="treegrid"]');
    await tree.press('ArrowLeft');
    await eventually(
      'the collapsed row',
      async () => (await rows(page))[3]?.includes('54–56') ?? false,
    );
    await tree.press('ArrowRight');
    await eventually(
      'the expanded row',
      async () => (await rows(page))[3]?.includes('18–27') ?? false,
    );
    await tree.press('End');
    await becomes(() => position(page), 'instruction 309');
    await tree.press('Home');
    await becomes(() => position(page), 'instruction 1');
  });

  it('goes to calls, returns, lines and blocks, and shows the source beside', async () => {
    for (const [move, to] of [
      ['nextCall', 'instruction 4'],
      ['nextLine', 'instruction 6'],
      ['nextReturn', 'instruction 48'],
      ['nextBlock', 'instruction 51'],
      ['previousInstruction', 'instruction 50'],
    ] as const) {
      await page.locator(`[data-testid="${move}"]`).click();
      await becomes(() => position(page), to);
    }
    await vscode.tab('tree.c').waitFor();
    const here = page.locator('.instruction.here');
    await reads(() => here.innerText(), /50\s+factorial\+42\s+ret/);
    await reads(
      () => page.locator('.instructions').innerText(),
      /tree\.c:16\s+return n \* factorial/,
    );
  });

  it('lists blocks with their addresses', async () => {
    await page.getByRole('button', { name: 'Blocks', exact: true }).click();
    await page.locator('[role="treegrid"].blocks').focus();
    await page.locator('[role="treegrid"].blocks').press('Home');
    await eventually(
      'the first block',
      async () => (await rows(page))[0] === '1 0x401219 – 0x40121f _start tree.c:90 1–3 3',
    );
    await page.getByRole('button', { name: 'Calls', exact: true }).click();
  });

  it('is for everyone, in any theme', async () => {
    assert.deepEqual(await violationsInThemes(vscode, page), {});
    await vscode.screenshot(join(resultsFolder, 'views', 'branch.png'));
  });

  it('fits a narrow window', async () => {
    await vscode.resize({ width: 700, height: 800 });
    await page.locator('.list-row').first().waitFor();
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-narrow.png'));
    assert.deepEqual(await violationsIn(page), []);
    await vscode.resize({ width: 1600, height: 900 });
  });

  it('is debugged from where it stands: the page follows the debugger', async () => {
    await page.locator('[role="treegrid"]').press('Home');
    await page.locator('[data-testid="nextCall"]').click();
    await page.locator('[data-testid="nextCall"]').click();
    await becomes(() => position(page), 'instruction 8');
    await page.locator('[data-testid="branch-debug"]').click();
    await vscode.stopped();
    await reads(async () => (await vscode.stackFrames()).join(' '), /factorial.*main.*_start/s);
    await vscode.debugButton('Step Out');
    await becomes(() => position(page), 'instruction 57');
    await vscode.debugButton('Step Back');
    await becomes(() => position(page), 'instruction 6');
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-debugged.png'));
  });
});

describe('a branch trace of Intel PT', () => {
  let vscode: Workbench;
  let page: Frame;

  before(async () => {
    const settings = { 'tracefile.sourceMap': { '/build/branches': '.' } };
    const files = ['tree', 'tree.c', 'tree-pt-gaps.btrace'].map(
      (name) => [name, bytesOf(corpus(`branches/${name}`))] as const,
    );
    vscode = await windowWith(
      { ...Object.fromEntries(files), '.vscode/settings.json': JSON.stringify(settings) },
      { width: 1600, height: 900 },
    );
    page = await open(vscode, 'tree-pt-gaps.btrace');
    await page.locator('.instruction').first().waitFor();
  });

  it('shows the program that its packets fit, its calls, and why some are missing', async () => {
    const header = () => page.locator('.header').innerText();
    await reads(header, /bytes of packets · GenuineIntel 6\/78\/3 · .* 233 instructions/);
    await reads(header, /tree/);
    // The first number is that of a gap.
    await becomes(() => position(page), 'instruction 2, tick 0');
    await becomes(() => page.locator('.gap-line .number').first().innerText(), '1');
    await reads(
      async () => (await rows(page)).join('\n'),
      /\[overflow\][^]*\[decode error \(-13\): no memory mapped at this address\][^]*\[disabled\]/,
    );
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-pt.png'));
  });

  it('shows gaps in time where nothing is known to have run', async () => {
    const axis = page.locator('[data-testid="branch-axis"]');
    const timeline = page.locator('[data-testid="branch-timeline"]');
    await axis.getByRole('button', { name: 'Time', exact: true }).click();
    await eventually('the gap', async () => {
      await timeline.hover({ position: { x: 200, y: 10 } });
      const title = await timeline.getAttribute('title');
      return /^tick [\d,]+ · \[decode error \(-13\)/.test(title ?? '');
    });
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-pt-time.png'));
    await axis.getByRole('button', { name: 'Instructions', exact: true }).click();
    await becomes(() => timeline.getAttribute('aria-valuemax'), '233');
  });

  it('lists its blocks, and gaps among them', async () => {
    await page.getByRole('button', { name: 'Blocks', exact: true }).click();
    await reads(async () => (await rows(page)).join('\n'), /\? .*\[overflow\]/);
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-pt-blocks.png'));
    await page.getByRole('button', { name: 'Calls', exact: true }).click();
  });

  it('is for everyone, in any theme, and fits a narrow window', async () => {
    assert.deepEqual(await violationsInThemes(vscode, page), {});
    await vscode.resize({ width: 700, height: 800 });
    await page.locator('.list-row').first().waitFor();
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-pt-narrow.png'));
    await vscode.resize({ width: 1600, height: 900 });
  });

  it('is debugged instruction by instruction', async () => {
    await page.locator('[data-testid="branch-debug"]').click();
    await vscode.stopped();
    await reads(async () => (await vscode.stackFrames()).join(' '), /\w+/);
    await becomes(() => position(page), 'instruction 2, tick 0');
  });
});

describe('a branch trace of Intel PT with times', () => {
  let vscode: Workbench;
  let page: Frame;

  before(async () => {
    const files = ['tree', 'tree-pt-times.btrace'].map(
      (name) => [name, bytesOf(corpus(`branches/${name}`))] as const,
    );
    vscode = await windowWith(Object.fromEntries(files), { width: 1600, height: 900 });
    page = await open(vscode, 'tree-pt-times.btrace');
    await page.locator('.instruction').first().waitFor();
  });

  it('shows when calls and blocks ran, and where the position is in time', async () => {
    await reads(() => page.locator('.header').innerText(), /310 instructions .* · [\d,]+ ticks/);
    await reads(() => page.locator('.list-head').innerText(), /At tick\s+Ticks/);
    await page.locator('.list-row').nth(3).click();
    await reads(() => position(page), /^instruction 18, tick [\d,]+$/);
    await page.getByRole('button', { name: 'Blocks', exact: true }).click();
    await reads(() => page.locator('.list-head').innerText(), /Count\s+At tick/);
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-times-blocks.png'));
    await page.getByRole('button', { name: 'Calls', exact: true }).click();
  });

  it('has a timeline by time: a click and the keys go to what ran then', async () => {
    const axis = page.locator('[data-testid="branch-axis"]');
    const timeline = page.locator('[data-testid="branch-timeline"]');
    await axis.getByRole('button', { name: 'Time', exact: true }).click();
    await becomes(() => timeline.getAttribute('aria-label'), 'Depth of the calls over time');
    await eventually('the columns of the time', async () => {
      await timeline.hover({ position: { x: 1, y: 10 } });
      return /^tick \d · levels 1–6$/.test((await timeline.getAttribute('title')) ?? '');
    });
    const { width = 0 } = (await timeline.boundingBox()) ?? {};
    await timeline.click({ position: { x: Math.floor(0.5 * width), y: 10 } });
    // What ran last before that time, and until 4,676.
    await becomes(() => position(page), 'instruction 136, tick 3,129');
    await reads(
      async () => (await timeline.getAttribute('aria-valuetext')) ?? '',
      /^tick 3,129 of 7,032$/,
    );
    await timeline.press('ArrowLeft');
    await becomes(() => position(page), 'instruction 135, tick 3,119');
    await timeline.press('End');
    await becomes(() => position(page), 'instruction 310, tick 7,032');
    await timeline.click({ position: { x: Math.floor(0.5 * width), y: 10 } });
  });

  it('is for everyone, in any theme, and fits a narrow window', async () => {
    assert.deepEqual(await violationsInThemes(vscode, page), {});
    for (const [name, kind] of [
      ['Dark Modern', 'vs-dark'],
      ['Light Modern', 'vs'],
      ['Dark High Contrast', 'hc-black'],
    ] as const) {
      await vscode.setTheme(name, kind);
      await vscode.screenshot(join(resultsFolder, 'views', `branch-times-${kind}.png`));
    }
    await vscode.resize({ width: 700, height: 800 });
    await page.locator('.list-row').first().waitFor();
    await vscode.screenshot(join(resultsFolder, 'views', 'branch-times-narrow.png'));
    await vscode.resize({ width: 1600, height: 900 });
  });
});

describe('a document that is no branch trace', () => {
  const shared = sharedWindow({
    files: {
      'bad.btrace': '<btrace version="1.0">\n<block begin="0x1"\n',
      'pt.btrace':
        '<btrace version="1.0"><pt><pt-config><cpu vendor="GenuineIntel" family="6" model="61" stepping="4"/></pt-config><raw>0282</raw></pt></btrace>',
    },
  });

  it('says where it is wrong, and opens as text', async () => {
    const { vscode } = shared;
    const page = await open(vscode, 'bad.btrace');
    await page.getByText(/Line 3, column \d+/).click();
    await eventually('the text', async () =>
      (await vscode.textEditors()).some((text) => text.includes('<block begin=')),
    );
  });

  it('of Intel PT without a whole packet says so, with what it holds', async () => {
    const page = await open(shared.vscode, 'pt.btrace');
    const text = () => page.locator('[data-testid="branch-editor"]').innerText();
    await reads(text, /holds no packets that can be followed/);
    await reads(text, /2 bytes of packets · GenuineIntel 6\/61\/4/);
  });
});
