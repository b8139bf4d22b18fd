// Expressions over the frames, with the pointer.
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes } from './openVscode';
import { type OpenedSample } from './openSample';
import { sampleOpened } from './sharedWindow';

let opened: OpenedSample;
const within = (selector: string) => opened.page.frame.locator(selector);
const words = () => within('.plots-cursor').innerText();

async function plot(text: string): Promise<void> {
  await within('#plot-expression').fill(text);
  // The browser's own list of completions may take Enter for itself.
  await within('.plots').getByRole('button', { name: 'Plot', exact: true }).click();
  await within('.plots table')
    .getByRole('rowheader', { name: text, exact: true })
    .waitFor({ state: 'attached' });
}

/** A place in the chart, as a share of its width. */
async function at(share: number) {
  const box = await within('.plots .u-over').boundingBox();
  assert.ok(box);
  return { x: box.width * share, y: box.height / 2 };
}

describe('plots', () => {
  before(async () => {
    opened = await sampleOpened();
    await opened.page.frame.getByRole('button', { name: 'Plots', exact: true }).click();
    await plot('minute');
    await plot('$answered');
  });

  it('say the frame and the values under the pointer', async () => {
    await within('.plots .u-over').hover({ position: await at(0.5) });
    await eventually('the values', async () =>
      /^frame \d+: (minute|\$answered) = \d+/.test(await words()),
    );
    const first = Number(/^frame (\d+)/.exec(await words())?.[1]);
    assert.ok(first > 110 && first < 136, `frame ${first}`);
  });

  it('go to the frame that is clicked', async () => {
    await within('.plots .u-over').click({ position: await at(0.25) });
    const frame = async () => Number(/^frame (\d+)/.exec(await words())?.[1]);
    await eventually('a frame at this place', async () => Math.abs((await frame()) - 61) < 14);
    await becomes(() => opened.page.selected(), await frame());
  });

  it('are drawn in another shape, and taken away', async () => {
    await opened.page.frame.getByLabel('Shape of minute').selectOption('scatter');
    await opened.page.frame.getByRole('button', { name: 'Remove the plot of $answered' }).click();
    await becomes(() => within('.plots tbody tr').count(), 1);
  });

  it('filter the table by a brush', async () => {
    const mouse = opened.vscode.page.mouse;
    const over = within('.plots .u-over');
    await over.hover({ position: await at(0.4) });
    await mouse.down();
    await over.hover({ position: await at(0.5) });
    await over.hover({ position: await at(0.6) });
    await mouse.up();
    await eventually('the filter', async () =>
      /^\$trace_frame >= \d+ && \$trace_frame <= \d+$/.test(await within('#filter').inputValue()),
    );
    await eventually('fewer frames', async () =>
      /^\d\d of 246$/.test(await opened.page.text('.filter-count')),
    );
  });
});
