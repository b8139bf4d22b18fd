import { it } from 'vitest';
import { fixedWaits } from '../../../scripts/lint/fixedWaits.mjs';
import { expectToldOf } from './plantedLines';

/** Each line, and whether it waits by time, or by a limit of its own. */
const lines: Readonly<Record<string, boolean>> = {
  'await sleep(100);': true,
  'await sleep(settling);': true,
  'await new Promise((resolve) => setTimeout(resolve, 20));': true,
  'await page.waitForTimeout(500);': true,
  'await vi.waitFor(seen);': true,
  'await expect.poll(seen).toBe(true);': true,
  'await row.click({ timeout: 5000 });': true,
  "it('is soon there', seen, 60_000);": true,
  'beforeAll(seen, 60_000);': true,
  "await eventually('the row', seen, 5000);": true,
  "await page.evaluate('new Promise((done) => setTimeout(done, 500))');": true,
  'await page.evaluate(`new Promise((done) => setTimeout(done, ${time}))`);': true,
  'await new Promise((resolve) => setTimeout(resolve, 0));': false,
  "await page.evaluate('new Promise((done) => setTimeout(done, 0))');": false,
  'await new Promise((resolve) => setTimeout(resolve));': false,
  'await eventually(seen);': false,
  "await eventually('the row', seen, timeout);": false,
  'await row.click({ timeout });': false,
  "spawnSync('gdb', [], { timeout: 500_000 });": false,
  "it('is there', seen);": false,
};

it('waits that end by time are refused, those for what is observable are not', () => {
  expectToldOf(fixedWaits, lines);
});
