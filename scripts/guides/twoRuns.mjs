// Follows docs/guides/twoRuns.md.
import { cpSync } from 'node:fs';
import { samplesFolder } from '../steps/paths.mjs';
import { run } from '../steps/run.mjs';
import { TraceEditor } from '../vscode/traceEditor.mjs';
import { eventually } from '../vscode/waiting.mjs';

const comparison = '[data-testid="divergence"]';

/** @type {import('./guide.mjs').Guide} */
export const twoRuns = {
  name: 'twoRuns',
  folder: 'samples',
  prepare: (folder) => cpSync(samplesFolder, folder, { recursive: true }),
  acts: [
    async ({ folder }, { commands }) => {
      await run('sh', ['-ec', commands], { cwd: folder });
    },
    async (workbench, { code: [left = '', right = '', sentence = ''] }) => {
      await workbench.openFromExplorer(left, { keep: true });
      await new TraceEditor(workbench).hasProgram();
      await workbench.command('GDB Trace: Compare Traces…', right);
      const page = await workbench.webview(comparison);
      await eventually('the sentence', async () =>
        (await page.locator(comparison).innerText()).includes(sentence),
      );
      await page.getByRole('group', { name: 'Values of both frames' }).waitFor();
    },
    async (workbench, { code: [tracepoint = ''] }) => {
      const page = await workbench.webview(comparison);
      const hits = page.getByRole('group', { name: 'Hits by tracepoint' });
      await hits.getByRole('row', { name: tracepoint }).getByText('20', { exact: true }).waitFor();
    },
    async (workbench) => {
      const page = await workbench.webview(comparison);
      await page.locator('.series-plot').scrollIntoViewIfNeeded();
      await page.getByRole('group', { name: 'Values that differ', exact: true }).waitFor();
    },
    async (workbench, { code: [frames = ''] }) => {
      const page = await workbench.webview(comparison);
      await page.locator(`${comparison} .link`, { hasText: frames }).click();
      const [frame] = frames.split(' ');
      for (const side of ['callqueue.tf', 'fixed.tf']) {
        await eventually(`frame ${frame} of ${side}`, async () => {
          const trace = await workbench.webview(`h1:text-is("${side}")`);
          const selected = trace.locator(
            '.frames-table [role="row"][aria-selected="true"]:not([hidden])',
          );
          return (await selected.innerText()).startsWith(`${frame}`);
        });
      }
    },
  ],
};
