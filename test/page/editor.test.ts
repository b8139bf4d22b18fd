// The trace editor, clicked through.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { becomes, reads } from '../onScreen';
import { bytesOf, corpus } from '../vscode/browser/tracePage';
import { TestedPage } from './testedPage';

let page: TestedPage;

describe('the trace editor', () => {
  beforeAll(async () => {
    page = await TestedPage.open();
  });

  afterAll(() => page.close());

  it('shows the run, its tracepoints and its frames', async () => {
    await becomes(() => page.frameCount(), 246);
    const whole = () => page.text('[data-testid="trace-editor"]');
    await reads(whole, /Stopped by user: “end of the shift”/);
    await reads(whole, /4 tracepoints/);
    // Its load offset is 0, as it is for every program that cannot be moved: nothing to say.
    await becomes(() => page.text('.program-placed'), 'callqueue');
    await reads(() => page.row(1).innerText(), /answer\s+callqueue\.c:86/);
    await page.showTab('Tracepoints');
    await reads(() => page.details(), /queue->waiting >= 5[^]*while-stepping 2/);
    await page.showTab('Trace');
    await reads(() => page.details(), /i386:x86-64/);
  });

  it('asks for the source of the frame that is selected, and keeps the focus', async () => {
    const line = () => Promise.resolve(page.asked.sources.at(-1)?.line);
    await page.select(1);
    await becomes(line, 86);
    await page.keyboard.press('ArrowDown');
    await becomes(() => page.selected(), 2);
    await page.keyboard.press('End');
    await becomes(() => page.selected(), 245);
    await becomes(line, 47);
    await becomes(() => page.hasFocus(), true);
  });

  it('asks for the source again where the selected frame is clicked again', async () => {
    const { sources } = page.asked;
    await page.goTo(1);
    await becomes(() => Promise.resolve(sources.at(-1)?.line), 86);
    const asked = sources.length;
    await page.select(1);
    await becomes(() => Promise.resolve(sources.length), asked + 1);
  });

  it('shows registers, memory with origins, and memory anywhere', async () => {
    await page.goTo(1);
    await page.showTab('Frame 1');
    await page.openSection('Registers: general');
    await reads(() => page.details(), /rip\s+0x4013a7/);
    await page.openSection('Memory');
    const box = page.frame.locator('#memory-address');
    await box.fill('$rip + 4');
    await box.press('Enter');
    await reads(() => page.details(), /\$rip \+ 4 = 0x4013ab/);
    await box.fill('$nothing');
    await box.press('Enter');
    await reads(() => page.details(), /is no address/);
  });

  it('comes back as it was left', async () => {
    const first = () =>
      page.frame.locator('.grid-rows [role="row"]').first().getAttribute('aria-rowindex');
    await page.goTo(3);
    await page.showTab('Tracepoints');
    await page.frame.locator('.frames-table [role="grid"]').hover();
    await page.mouse.wheel(0, 1500);
    let scrolled: string | null = null;
    // What is kept is where the table came to rest.
    await becomes(async () => {
      scrolled = await first();
      const frame = Number(scrolled) - 2;
      return frame > 28 && new RegExp(`\\b${frame}\\b`).test(await page.place());
    }, true);
    await page.reload();
    await page.frame.locator('#tab-tracepoints[aria-selected="true"]').waitFor();
    await becomes(first, scrolled);
    await reads(() => page.text('.status'), /^frame 3 of 246/);
    await reads(() => page.details(), /while-stepping 2/);
  });
});

describe('the trace editor of a file', () => {
  const app = bytesOf(corpus('x86_64/app.tf'));

  async function open(bytes: Uint8Array): Promise<void> {
    const file = join(temporaryFolder('file'), 'app.tf');
    writeFileSync(file, bytes);
    page = await TestedPage.open({ file });
  }

  afterEach(() => page.close());

  it('that is cut off says what is damaged, and keeps the good frames', async () => {
    await open(app.subarray(0, 60_000));
    await becomes(async () => {
      const count = await page.frameCount();
      return count > 10 && count < 114;
    }, true);
    await page.showTab('Problems');
    await reads(() => page.details(), /0x[0-9a-f]+/);
  });

  it('without a program says where tracepoints were set, and what is missing', async () => {
    await open(app);
    await reads(() => page.row(0).locator('.cell-where').innerText(), /^\w+/);
    await page.showTab('Frame 0');
    const missing = page.frame.locator('[data-testid="without-program"]');
    await reads(() => missing.innerText(), /no source lines, no call stack and no variables/);
    await missing.getByRole('link').click();
    await becomes(() => Promise.resolve(page.asked.programs), 1);
  });
});
