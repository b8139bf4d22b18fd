// The trace editor, clicked through.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import { becomes, reads } from '../../onScreen';
import { sharedWindow } from './sharedWindow';
import { bytesOf, corpus, TracePage } from './tracePage';

describe('the trace editor', () => {
  const shared = sharedWindow({
    files: {
      'cut.tfile': bytesOf(corpus('x86_64/app.tf')).subarray(0, 60_000),
      'notes.tfile': 'these are notes\n',
      'alone.tf': bytesOf(corpus('x86_64/app.tf')),
      // Its first byte was lost.
      'damaged.tf': bytesOf(corpus('x86_64/app.tf')).subarray(1),
    },
  });

  it('shows the run, its tracepoints and its frames', async () => {
    const { page } = await shared.freshSample();
    await becomes(() => page.frameCount(), 246);
    const header = await page.text('[data-testid="trace-editor"]');
    assert.match(header, /Stopped by user: “end of the shift”/);
    assert.match(header, /4 tracepoints/);
    // Its load offset is 0, as it is for every program that cannot be moved: nothing to say.
    await becomes(() => page.text('.program-placed'), 'callqueue');
    await eventually('the functions', async () =>
      /answer\s+callqueue\.c:86/.test(await page.row(1).innerText()),
    );
    await page.showTab('Tracepoints');
    const tracepoints = await page.details();
    assert.match(tracepoints, /queue->waiting >= 5/);
    assert.match(tracepoints, /while-stepping 2/);
    await page.showTab('Trace');
    await reads(() => page.details(), /i386:x86-64/);
  });

  it('opens the source of the selected frame beside, and keeps the focus', async () => {
    const { vscode, page, name } = await shared.freshSample();
    await page.select(1);
    await vscode.tab('callqueue.c').waitFor();
    await vscode.page.keyboard.press('ArrowDown');
    await becomes(() => page.selected(), 2);
    await vscode.page.keyboard.press('End');
    await becomes(() => page.selected(), 245);
    await eventually('the details', async () => (await page.details()).includes('Frame 245'));
    const tabs = await vscode.tabs();
    assert.deepEqual(
      tabs.map(({ name, group }) => [name, group]),
      [
        [name, 0],
        ['callqueue.c', 1],
      ],
    );
  });

  it('opens the source again where the selected frame is clicked again', async () => {
    const { vscode, page } = await shared.freshSample();
    const source = vscode.tab('callqueue.c');
    await page.select(1);
    await source.waitFor();
    await source.locator('.tab-actions .action-label').click();
    await source.waitFor({ state: 'detached' });
    await page.select(1);
    await source.waitFor();
  });

  it('shows registers, memory with origins, and memory anywhere', async () => {
    const { page } = await shared.freshSample();
    await page.select(1);
    await page.openSection('Registers: general');
    await eventually('the registers', async () => /rip\s+0x4013a7/.test(await page.details()));
    await page.openSection('Memory');
    const box = page.frame.locator('#memory-address');
    await box.fill('$rip + 4');
    await box.press('Enter');
    await eventually('the code', async () =>
      (await page.details()).includes('$rip + 4 = 0x4013ab'),
    );
    await box.fill('$nothing');
    await box.press('Enter');
    await eventually('the problem', async () => (await page.details()).includes('is no address'));
  });

  it('comes back as it was left', async () => {
    const { vscode, page, name } = await shared.freshSample();
    await page.select(5);
    await vscode.tab('callqueue.c').waitFor();
    await page.showTab('Tracepoints');
    await vscode.openFromExplorer('README.md', { keep: true });
    await vscode.openFromExplorer(name, { keep: true });
    const again = await TracePage.of(vscode);
    await becomes(() => again.selected(), 5);
    await eventually('the tab', async () => /while-stepping 2/.test(await again.details()));
    const names = async () => (await vscode.tabs()).map(({ name }) => name).sort();
    await becomes(names, ['README.md', 'callqueue.c', name].sort());
  });

  it('says what is damaged, and keeps the good frames', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('cut.tfile', { keep: true });
    const page = await TracePage.of(vscode);
    const count = await page.frameCount();
    assert.ok(count > 10 && count < 114, `${count} frames`);
    await page.showTab('Problems');
    await reads(() => page.details(), /0x[0-9a-f]+/);
  });

  it('offers to open what looks like a damaged trace, whose problems VS Code lists too', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('damaged.tf', { keep: true });
    await vscode.commandUntil('Notifications: Show Notifications', async () =>
      (await vscode.notifications()).some((text) =>
        /looks like a damaged trace file: open it as one\?/.test(text),
      ),
    );
    await vscode.page.getByRole('button', { name: 'Open as GDB Trace' }).click();
    const page = await TracePage.of(vscode);
    await becomes(() => page.frameCount(), 114);
    await vscode.command('View: Toggle Problems');
    const problem = vscode.page.locator('.markers-panel .monaco-list-row', {
      hasText: 'The first line is damaged',
    });
    await problem.waitFor();
    await vscode.command('View: Close All Editors');
    await problem.waitFor({ state: 'hidden' });
  });

  it('without a program says where tracepoints were set, and what a debugger will miss', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('alone.tf', { keep: true });
    const page = await TracePage.of(vscode);
    await reads(() => page.row(0).locator('.cell-where').innerText(), /^\w+/);
    await page.showTab('Frame 0');
    const missing = page.frame.locator('[data-testid="without-program"]');
    await reads(() => missing.innerText(), /no source lines, no call stack and no variables/);
    await missing.getByRole('link').click();
    // VS Code's own dialog for files, as it is in a browser.
    const box = vscode.page.locator('.quick-input-widget input').first();
    await reads(() => box.inputValue(), /\/work\/?$/);
    await vscode.quickInput.close(5000);
  });

  it('comes back as it was left when it is opened anew', async () => {
    const { vscode, page, name } = await shared.freshSample();
    await page.select(5);
    await becomes(() => page.selected(), 5);
    await page.showTab('Tracepoints');
    await vscode.command('View: Close All Editors');
    await becomes(async () => (await vscode.tabs()).length, 0);
    await vscode.openFromExplorer(name);
    const again = await TracePage.of(vscode);
    await becomes(() => again.selected(), 5);
    await eventually('the tab', async () => /while-stepping 2/.test(await again.details()));
  });

  it('comes back as it was left in a preview that another file took', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('alone.tf');
    const page = await TracePage.of(vscode);
    await page.select(3);
    await becomes(() => page.selected(), 3);
    await page.showTab('Tracepoints');
    await page.frame.locator('.frames-table [role="grid"]').hover();
    await page.frame.page().mouse.wheel(0, 1500);
    const first = () =>
      page.frame.locator('.grid-rows [role="row"]').first().getAttribute('aria-rowindex');
    await eventually('rows further down', async () => Number(await first()) > 30);
    const scrolled = await first();
    // The page says where it is every so often; this timer is behind that one.
    await page.frame.evaluate('new Promise((done) => setTimeout(done, 1000))');
    await vscode.openFromExplorer('README.md');
    await becomes(async () => (await vscode.tabs()).map(({ name }) => name), ['README.md']);
    await vscode.openFromExplorer('alone.tf');
    const again = await TracePage.of(vscode);
    await again.frame.locator('#tab-tracepoints[aria-selected="true"]').waitFor();
    await becomes(
      () => again.frame.locator('.grid-rows [role="row"]').first().getAttribute('aria-rowindex'),
      scrolled,
    );
    await reads(() => again.text('.status'), /^frame 3 of 114/);
  });

  it('has a tab with an icon of its own, and a menu with what is done with the trace', async () => {
    const { vscode, name } = await shared.freshSample();
    const icon = `[...document.querySelectorAll('.tab[data-resource-name="${name}"] *')].map(
      (each) => (each.src ?? '') + getComputedStyle(each, '::before').backgroundImage +
        getComputedStyle(each).backgroundImage).join(' ')`;
    await reads(() => vscode.page.evaluate(icon), /trace-light\.svg/);
    await vscode.command('GDB Trace: Table Columns');
    const page = await TracePage.of(vscode);
    await page.frame.locator('#columns').waitFor();
    await vscode.command('GDB Trace: Compare Frames');
    await page.frame.locator('#tab-compare[aria-selected="true"]').waitFor();
  });

  it('says that a file is no trace, and opens it as text', async () => {
    const { vscode } = shared;
    await vscode.openFromExplorer('notes.tfile', { keep: true });
    const view = await vscode.webview('button:has-text("Open as Text")');
    await reads(() => view.locator('body').innerText(), /not a (gdb )?trace file/);
    await view.getByRole('button', { name: 'Open as Text' }).click();
    await becomes(() => vscode.textEditors(), ['these are notes']);
    await becomes(async () => (await vscode.tabs()).length, 1);
  });

  it('is readable in every kind of theme, and narrow', async () => {
    const { vscode, page } = await shared.freshSample();
    for (const [theme, kind, bodyClass] of [
      ['Dark Modern', 'vs-dark', 'vscode-dark'],
      ['Light Modern', 'vs', 'vscode-light'],
      ['Dark High Contrast', 'hc-black', 'vscode-high-contrast'],
      ['Light High Contrast', 'hc-light', 'vscode-high-contrast-light'],
    ] as const) {
      await vscode.setTheme(theme, kind);
      await page.frame.locator(`body.${bodyClass}`).waitFor();
      const contrast = await contrastOfText(page);
      assert.ok(contrast >= 4.5, `${theme}: a contrast of ${contrast.toFixed(1)}`);
    }
    await vscode.resize({ width: 800, height: 700 });
    await eventually('the grid in the window', async () => {
      const box = await page.row(0).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 800;
    });
  });
});

/** What is asked of an element in the page; tests are compiled without the DOM's types. */
interface StyledElement {
  readonly ownerDocument: {
    readonly defaultView: {
      getComputedStyle(element: StyledElement): {
        readonly color: string;
        getPropertyValue(name: string): string;
      };
    } | null;
  };
}

/** The contrast of the table's text to the page, as WCAG 2 computes it. */
async function contrastOfText(page: TracePage): Promise<number> {
  const row = page.frame.locator('.frames-table [role="row"][aria-selected="false"]').first();
  const colours: string[] = await row.evaluate((element: StyledElement) => {
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return [style?.color ?? '', style?.getPropertyValue('--vscode-editor-background') ?? ''];
  });
  const [text = '', background = ''] = colours;
  const [light = 0, dark = 0] = [luminance(text), luminance(background)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Of a colour as `rgb(1, 2, 3)` or `#010203`. */
function luminance(colour: string): number {
  const parts = colour.startsWith('#')
    ? (colour.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16))
    : (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
