// What was asked of the target: conditions, actions, their bytecode, and what came of them.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../onScreen';
import { TestedPage } from './testedPage';

let page: TestedPage;
const card = (tracepoint: number) => page.frame.locator(`[data-testid="tracepoint-${tracepoint}"]`);

describe('a tracepoint', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
    await page.showTab('Tracepoints');
  });

  afterAll(() => page.close());

  it('has its place, condition and actions as they were typed', async () => {
    await reads(
      () => card(5).innerText(),
      /callqueue\.c:94[^]*if minute % 2 == 0[^]*collect agents, total, queue\.waiting/,
    );
    await reads(() => card(3).innerText(), /while-stepping 2[\s\S]*then 2 single steps/);
  });

  it('has the bytecode that the target runs', async () => {
    await card(5).locator('summary', { hasText: 'Agent expression (bytecode)' }).click();
    const condition = card(5).locator('.action').first();
    await condition.waitFor();
    await reads(() => condition.innerText(), /if .*% 2 == 0|if .* % 2/);
    await condition.locator('.bytecode summary').click();
    const listing = condition.locator('.bytecode pre');
    await listing.waitFor();
    await reads(() => listing.innerText(), /const8[\s\S]*rem_\w+[\s\S]*end/);
  });

  it('says in how many frames each action collected', async () => {
    await card(4).locator('summary', { hasText: 'Agent expression (bytecode)' }).click();
    await card(4)
      .getByRole('button', { name: /^Look into all frames/ })
      .click();
    await eventually('the count', async () =>
      (await card(4).innerText()).includes('collected in 97 of 97 frames'),
    );
  });

  it('leads to its source, and to its frames', async () => {
    await card(3).locator('.locations .link').first().click();
    await becomes(() => Promise.resolve(page.asked.sources.at(-1)?.line), 65);
    await card(3).locator('.frames-of .link').click();
    await becomes(() => page.frame.locator('#filter').inputValue(), '$tracepoint == 3');
    await becomes(() => page.text('.filter-count'), '24 of 246');
  });
});
