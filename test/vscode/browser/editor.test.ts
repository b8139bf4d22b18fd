// The trace editor in VS Code: sources beside it, its tab, its commands. test/page has what its
// page does by itself.
import { describe, it } from 'mocha';
import { becomes, reads } from '../../onScreen';
import { sharedWindow, wide } from './sharedWindow';
import { bytesOf, corpus, TracePage } from './tracePage';

describe('the trace editor', () => {
  const shared = sharedWindow({
    files: {
      'notes.tfile': 'these are notes\n',
      // Its first byte was lost.
      'damaged.tf': bytesOf(corpus('x86_64/app.tf')).subarray(1),
    },
  });

  it('has an icon and commands, and the source of the selected frame beside it', async () => {
    const { vscode, page, name } = await shared.freshSample();
    const icon = `[...document.querySelectorAll('.tab[data-resource-name="${name}"] *')].map(
      (each) => (each.src ?? '') + getComputedStyle(each, '::before').backgroundImage +
        getComputedStyle(each).backgroundImage).join(' ')`;
    await reads(() => vscode.page.evaluate(icon), /trace-light\.svg/);
    const source = vscode.tab('callqueue.c');
    await page.select(1);
    await source.waitFor();
    await vscode.page.keyboard.press('End');
    await becomes(() => page.selected(), 245);
    await reads(() => page.details(), /Frame 245/);
    await becomes(
      async () => (await vscode.tabs()).map(({ name, group }) => [name, group]),
      [
        [name, 0],
        ['callqueue.c', 1],
      ],
    );
    await source.locator('.tab-actions .action-label').click();
    await source.waitFor({ state: 'detached' });
    await page.select(245);
    await source.waitFor();
    await vscode.tab(name).click();
    await vscode.command('GDB Trace: Table Columns');
    await page.frame.locator('#columns').waitFor();
    await vscode.command('GDB Trace: Compare Frames');
    await page.frame.locator('#tab-compare[aria-selected="true"]').waitFor();
  });

  it('opens its bytes as one further tab, and a tracepoint’s source at its line', async () => {
    const { vscode, page } = await shared.freshSample();
    // A narrow page has no room for its table beside the bytes.
    await vscode.resize(wide);
    await page.select(4);
    await becomes(() => page.selected(), 4);
    await page.showTab('Bytes');
    const tabs = async () => (await vscode.tabs()).filter(({ group }) => group === 0).length;
    await becomes(tabs, 1);
    await page.frame.getByRole('button', { name: 'Open the bytes in an editor' }).click();
    await (await vscode.webview('.bytes-alone .hex-row')).locator('.hex-row').first().waitFor();
    await becomes(tabs, 2);
    await vscode.command('View: Close Editor');
    await becomes(tabs, 1);
    const again = await TracePage.of(vscode);
    await becomes(() => again.selected(), 4);
    await again.showTab('Tracepoints');
    await again.frame.locator('[data-testid="tracepoint-3"] .locations .link').first().click();
    await vscode.tab('callqueue.c').waitFor();
    // Further down than what is in sight of a file that opens at its start.
    await reads(async () => (await vscode.textEditors()).join('\n'), /call->state = HUNG_UP;/);
  });

  it('comes back as it was left: hidden, closed, or a preview that another file took', async () => {
    const { vscode, page, name } = await shared.freshSample();
    const names = async () => (await vscode.tabs()).map((tab) => tab.name).sort();
    const isAsLeft = async () => {
      const again = await TracePage.of(vscode);
      await becomes(() => again.selected(), 5);
      await reads(() => again.details(), /while-stepping 2/);
    };
    await page.select(5);
    await vscode.tab('callqueue.c').waitFor();
    await page.showTab('Tracepoints');
    await vscode.openFromExplorer('README.md', { keep: true });
    await vscode.openFromExplorer(name, { keep: true });
    await isAsLeft();
    await becomes(names, ['README.md', 'callqueue.c', name].sort());
    await vscode.command('View: Close All Editors');
    await becomes(names, []);
    await vscode.openFromExplorer(name);
    await isAsLeft();
    await vscode.openFromExplorer('README.md');
    await becomes(names, ['README.md']);
    await vscode.openFromExplorer(name);
    await isAsLeft();
  });

  it('is offered for a damaged trace, and a file that is none is opened as text', async () => {
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
    await vscode.openFromExplorer('notes.tfile', { keep: true });
    const view = await vscode.webview('button:has-text("Open as Text")');
    await reads(() => view.locator('body').innerText(), /not a (gdb )?trace file/);
    await view.getByRole('button', { name: 'Open as Text' }).click();
    await becomes(() => vscode.textEditors(), ['these are notes']);
    await becomes(async () => (await vscode.tabs()).length, 1);
  });
});
