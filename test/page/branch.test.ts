// The page of branch traces.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import type { BranchTrace } from '../../src/trace/branch/branchTrace';
import { becomes, reads } from '../onScreen';
import { corpus } from '../vscode/browser/tracePage';
import { openBranchPage } from './branchPage';
import type { PanelPage } from './panelPage';
import { violationsInThemes } from './violations';

let page: PanelPage;
let frame: Frame;
let trace: BranchTrace;

/** Opens a file for the tests of a `describe`, and closes it after them. */
function onPageOf(fileOf: () => string): void {
  beforeAll(async () => {
    ({ page, trace } = await openBranchPage(fileOf()));
    frame = page.frame;
  });

  afterAll(() => page.close());
}

const within = (selector: string) => frame.locator(selector);
const part = (id: string) => within(`[data-testid="${id}"]`);
const position = () => part('branch-position').innerText();
const header = () => within('.header').innerText();
const listHead = () => within('.list-head').innerText();
const choose = (name: string) => frame.getByRole('button', { name, exact: true }).click();

/** The tree or the list as text, a line for each row in sight. */
async function rows(): Promise<string[]> {
  const texts = await within('.list-row').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

async function row(at: number): Promise<string> {
  return (await rows())[at] ?? '';
}

/** What axe finds in any theme, and in a narrow window, where the list still stands. */
async function keepsNoOneOut(): Promise<void> {
  assert.deepEqual(await violationsInThemes(frame), {});
  await page.resize({ width: 640, height: 750 });
  await within('.list-row').first().waitFor();
  assert.deepEqual(await violationsInThemes(frame), {});
  await page.resize({ width: 1300, height: 850 });
}

describe('a branch trace', () => {
  onPageOf(() => corpus('branches/tree.btrace'));

  it('shows its program, what was recorded, and the calls as a tree', async () => {
    await reads(
      header,
      /tree[^]*61 blocks · 311 instructions · 42 stretches in functions · 9 levels/,
    );
    await becomes(
      async () => (await rows()).slice(0, 4),
      [
        '_start 1–3 3 305',
        'main tree.c:82-83 4–7 4 53',
        'factorial tree.c:13-16 8–17 10 46',
        'factorial tree.c:13-16 18–27 10 33',
      ],
    );
    const levels = await Promise.all(
      [0, 1, 2, 3].map((at) => within('.list-row').nth(at).getAttribute('aria-level')),
    );
    assert.deepEqual(levels, ['2', '3', '4', '5']);
  });

  it('collapses and expands with the keyboard, and goes where a row is selected', async () => {
    await within('.list-row').nth(2).click();
    await becomes(position, 'instruction 8');
    const tree = within('[role="treegrid"]');
    await tree.press('ArrowLeft');
    await reads(() => row(3), / 54–56 /);
    await tree.press('ArrowRight');
    await reads(() => row(3), / 18–27 /);
    await tree.press('End');
    await becomes(position, 'instruction 309');
    await tree.press('Home');
    await becomes(position, 'instruction 1');
  });

  it('goes to calls, returns, lines and blocks, and shows the source beside', async () => {
    for (const [move, to] of [
      ['nextCall', 'instruction 4'],
      ['nextLine', 'instruction 6'],
      ['nextReturn', 'instruction 48'],
      ['nextBlock', 'instruction 51'],
      ['previousInstruction', 'instruction 50'],
    ] as const) {
      await part(move).press('Enter');
      await becomes(position, to);
    }
    await becomes(() => Promise.resolve(page.asked.sources.at(-1)?.line), 17);
    await reads(() => within('.instruction.here').innerText(), /50\s+factorial\+42\s+ret/);
    await reads(() => within('.instructions').innerText(), /tree\.c:16\s+return n \* factorial/);
  });

  it('lists blocks with their addresses', async () => {
    await choose('Blocks');
    await within('[role="treegrid"].blocks').press('Home');
    await becomes(() => row(0), '1 0x401219 – 0x40121f _start tree.c:90 1–3 3');
    await choose('Calls');
  });

  it('is debugged from where it stands, and follows the debugger', async () => {
    await within('[role="treegrid"]').press('Home');
    await becomes(position, 'instruction 1');
    await part('nextCall').press('Enter');
    await becomes(position, 'instruction 4');
    await part('branch-debug').press('Enter');
    await becomes(() => Promise.resolve(page.asked.debugged), [4]);
    trace.moveTo(57, 'the debugger');
    await becomes(position, 'instruction 57');
    await reads(() => within('.instruction.here').innerText(), /^57\s/);
  });

  it('keeps no one out', keepsNoOneOut);
});

describe('a branch trace of Intel PT', () => {
  onPageOf(() => corpus('branches/tree-pt-gaps.btrace'));

  it('shows the program that its packets fit, its calls, and why some are missing', async () => {
    await reads(header, /bytes of packets · GenuineIntel 6\/78\/3 · .* 233 instructions/);
    await reads(header, /tree/);
    // The first number is that of a gap.
    await becomes(position, 'instruction 2, tick 0');
    await becomes(() => within('.gap-line .number').first().innerText(), '1');
    await reads(
      async () => (await rows()).join('\n'),
      /\[overflow\][^]*\[decode error \(-13\): no memory mapped at this address\][^]*\[disabled\]/,
    );
  });

  it('brings the position in sight once the list has a height', async () => {
    const list = within('.row-list');
    await list.evaluate((element: { hidden: boolean }) => (element.hidden = true));
    trace.moveTo(233, 'the debugger');
    await becomes(position, 'instruction 233, tick 4,541');
    trace.moveTo(2, 'the debugger');
    await becomes(position, 'instruction 2, tick 0');
    await reads(() => within('.instruction.here').innerText(), /^2\s/);
    await list.evaluate((element: { hidden: boolean }) => (element.hidden = false));
    await reads(() => row(0), /\[overflow\]/);
  });

  it('shows gaps in time where nothing is known to have run', async () => {
    const timeline = part('branch-timeline');
    await choose('Time');
    await reads(async () => {
      await timeline.hover({ position: { x: 200, y: 10 } });
      return (await timeline.getAttribute('title')) ?? '';
    }, /^tick [\d,]+ · \[decode error \(-13\)/);
    await choose('Instructions');
    await becomes(() => timeline.getAttribute('aria-valuemax'), '233');
  });

  it('lists its blocks, and gaps among them', async () => {
    await choose('Blocks');
    await reads(async () => (await rows()).join('\n'), /\? .*\[overflow\]/);
    await choose('Calls');
  });

  it('keeps no one out', keepsNoOneOut);
});

describe('a branch trace of Intel PT with times', () => {
  onPageOf(() => corpus('branches/tree-pt-times.btrace'));

  it('shows when calls and blocks ran, and where the position is in time', async () => {
    await reads(header, /310 instructions .* · [\d,]+ ticks/);
    await reads(listHead, /At tick\s+Ticks/);
    // A click on a row that is not here yet is forgotten where the tree has other rows then.
    await reads(() => row(3), /\d/);
    await within('.list-row').nth(3).click();
    await reads(position, /^instruction 18, tick [\d,]+$/);
    await choose('Blocks');
    await reads(listHead, /Count\s+At tick/);
    await choose('Calls');
  });

  it('has a timeline by time: a click and the keys go to what ran then', async () => {
    const timeline = part('branch-timeline');
    await choose('Time');
    await becomes(() => timeline.getAttribute('aria-label'), 'Depth of the calls over time');
    await reads(async () => {
      await timeline.hover({ position: { x: 1, y: 10 } });
      return (await timeline.getAttribute('title')) ?? '';
    }, /^tick \d · levels 1–6$/);
    const { width = 0 } = (await timeline.boundingBox()) ?? {};
    await timeline.click({ position: { x: Math.floor(0.5 * width), y: 10 } });
    // What ran last before that time, and until 4,676.
    await becomes(position, 'instruction 136, tick 3,129');
    await becomes(() => timeline.getAttribute('aria-valuetext'), 'tick 3,129 of 7,032');
    await timeline.press('ArrowLeft');
    await becomes(position, 'instruction 135, tick 3,119');
    await timeline.press('End');
    await becomes(position, 'instruction 310, tick 7,032');
  });

  it('keeps no one out', keepsNoOneOut);
});

describe('a branch trace of Intel PT without a whole packet', () => {
  onPageOf(() => {
    const cpu = '<cpu vendor="GenuineIntel" family="6" model="61" stepping="4"/>';
    const file = join(temporaryFolder('branch'), 'pt.btrace');
    const pt = `<pt><pt-config>${cpu}</pt-config><raw>0282</raw></pt>`;
    writeFileSync(file, `<btrace version="1.0">${pt}</btrace>`);
    return file;
  });

  it('says so, with what it holds', async () => {
    const text = () => part('branch-editor').innerText();
    await reads(text, /holds no packets that can be followed/);
    await reads(text, /2 bytes of packets · GenuineIntel 6\/61\/4/);
  });
});
