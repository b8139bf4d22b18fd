// Two traces compared: recordings of the sample with `if` and with `while`, and two runs of one
// program at different addresses.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { root } from '../../scripts/steps/paths.mjs';
import { becomes, reads } from '../onScreen';
import { openComparison, type AskedOfComparison } from './comparisonPage';
import type { PanelPage } from './panelPage';
import { violationsInThemes } from './violations';

const recordings = join(root, 'test/unit/trace/comparison/recordings');

let page: PanelPage;
let asked: AskedOfComparison;
let folder: string;
const within = (selector: string) => page.frame.locator(selector);
const divergence = () => within('[data-testid="divergence"]').innerText();
const words = () => within('.series-words').innerText();
const heading = (text: string) => within(`h2:has-text("${text}")`).waitFor();

/** Lays a recorded file down by a name; its path. */
function recorded(name: string, as: string, place = folder): string {
  const path = join(place, as);
  writeFileSync(path, gunzipSync(readFileSync(join(recordings, `${name}.gz`))));
  return path;
}

/** The rows of a table by its name, their cells in one line each. */
async function rows(table: string): Promise<string[]> {
  const found = page.frame.getByRole('group', { name: table, exact: true }).locator('tbody tr');
  return (await found.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

describe('two traces compared', () => {
  beforeAll(async () => {
    folder = temporaryFolder('comparison');
    recorded('if.elf', 'if-program');
    recorded('while.elf', 'while-program');
    const [left, right] = [recorded('aslr-one.tf', 'if.tf'), recorded('while.tf', 'while.tf')];
    ({ page, asked } = await openComparison({ left, right }));
  });

  afterAll(() => page.close());

  it('begin with the first divergence', async () => {
    await reads(
      divergence,
      /hit 70 of #4 at callqueue\.c:86: call->state is HUNG_UP on the left, WAITING on the right; 142 hits before are equal/,
    );
    await becomes(
      async () => (await rows('Hits by tracepoint'))[0],
      '#2 callqueue.c:47 arrive 20 1 1 1 176 ↔ 176',
    );
    await heading('Frames 152 ↔ 152');
    const values = () => rows('Values of both frames');
    await becomes(async () => (await values()).includes('≠ call->state HUNG_UP WAITING'), true);
    const differing = await values();
    assert.ok(differing.every((row) => row.startsWith('≠')));
    await page.frame.getByRole('button', { name: 'Show what is equal too' }).press('Enter');
    await becomes(async () => (await values()).length, 47);
    await page.frame.getByRole('button', { name: 'Leave out what is equal' }).press('Enter');
    await becomes(values, differing);
  });

  it('are tracks over one axis: the value that differs first, and any other', async () => {
    await heading('call->state at #4, in both traces');
    await reads(words, /First difference: hit 70: HUNG_UP ↔ WAITING 152 ↔ 152/);
    const plot = within('.series-plot');
    await becomes(() => plot.getAttribute('aria-valuemax'), '110');
    await plot.press('ArrowLeft');
    await reads(words, /^hit 69: WAITING ↔ WAITING/);
    await plot.press('End');
    await reads(words, /^hit 110: — ↔ WAITING — ↔ \d+/);
    const track = page.frame.getByRole('button', { name: 'Track of agent->busyUntil in both' });
    await track.first().press('Enter');
    await heading('agent->busyUntil at #4, in both traces');
  });

  it('keep the links at the end of their rows in sight, as wide as an editor usually is', async () => {
    const values = page.frame.getByRole('group', { name: 'Values that differ', exact: true });
    const last = values.getByRole('button', { name: /^Leave out/ }).first();
    const rightOf = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? assert.fail();
      return x + width;
    };
    const isInSight = async () => (await rightOf(last)) <= (await rightOf(values));
    // With the words of the bars, and without.
    for (const width of [1010, 1110, 1150]) {
      await page.resize({ width, height: 1030 });
      await becomes(isInSight, true);
    }
    await page.resize({ width: 1310, height: 1030 });
  });

  it('lead to the frames of both', async () => {
    await within('[data-testid="divergence"] .link').click();
    await becomes(() => Promise.resolve(asked.shown), [{ left: 152, right: 152 }]);
    await within('.side-left .link').click();
    await becomes(() => Promise.resolve(asked.opened), ['if.tf']);
  });

  it('keep no one out, and are walked through by the keyboard', async () => {
    assert.deepEqual(await violationsInThemes(page.frame), {});
    const hits = page.frame.getByRole('group', { name: 'Hits by tracepoint' });
    await hits.getByRole('link').nth(1).press('Enter');
    await becomes(() => Promise.resolve(asked.shown.at(-1)), { left: 24, right: 24 });
    await heading('Frames 24 ↔ 24');
  });
});

describe('two runs of one program', () => {
  beforeAll(async () => {
    folder = temporaryFolder('comparison');
    recorded('if.elf', 'if-program');
    const [left, right] = [recorded('aslr-two.tf', 'again.tf'), recorded('aslr-one.tf', 'if.tf')];
    ({ page, asked } = await openComparison({ left, right }));
  });

  afterAll(() => page.close());

  it('are equal, whatever their addresses', async () => {
    await reads(divergence, /^No differences: 230 hits and 149 values are equal\.$/);
  });

  it('are saved as Markdown, CSV and JSON', async () => {
    for (const format of ['Markdown', 'CSV', 'JSON']) {
      await within(`[title="Export as ${format}"]`).click();
      const saved = () => asked.saved.map(([as]) => as);
      await becomes(() => Promise.resolve(saved().at(-1)), format.toLowerCase());
      assert.match(JSON.stringify(asked.saved.at(-1)), /No differences: 230 hits/);
    }
  });

  it('are there again, not compared again, after the page was hidden', async () => {
    await page.reload();
    await reads(divergence, /^No differences: 230 hits/);
    await reads(() => within('.header').innerText(), /left: again\.tf 246 frames/);
  });
});

describe('two traces without their programs', () => {
  beforeAll(async () => {
    folder = temporaryFolder('comparison');
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    const [left, right] = [
      recorded('list.tf', 'list.tf'),
      recorded('list-moved.tf', 'list-moved.tf'),
    ];
    const choose = (trace: string) => {
      const program = trace.replace('.tf', '.elf');
      return recorded(program, program, programs);
    };
    ({ page } = await openComparison({ left, right }, choose));
  });

  afterAll(() => page.close());

  it('ask for these, and are compared again with them', async () => {
    const buttons = page.frame.getByRole('button', { name: 'Choose Program of list' });
    for (const left of [2, 1]) {
      await becomes(() => buttons.count(), left);
      await buttons.first().press('Enter');
    }
    await reads(divergence, /^No differences: 12 hits and 12 values are equal\.$/);
    await becomes(() => buttons.count(), 0);
  });
});
