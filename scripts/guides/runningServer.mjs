// Follows docs/guides/runningServer.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { own, spawnChild } from '../steps/childProcesses.mjs';
import { DebugViews } from '../vscode/debugViews.mjs';
import { TraceEditor } from '../vscode/traceEditor.mjs';
import { eventually, tried } from '../vscode/waiting.mjs';
import { guideText } from './guide.mjs';

/** The port that the guide names may be another's here. */
let port = 0;
/** End what was started. @type {(() => void)[]} */
const ends = [];
const here = (/** @type {string} */ text) => text.replaceAll('2345', String(port));

/** @type {import('./guide.mjs').Guide} */
export const runningServer = {
  name: 'runningServer',
  folder: 'desk',
  prepare(folder) {
    const [, source = ''] = /```c\n([^]*?)```/.exec(guideText('runningServer')) ?? [];
    writeFileSync(join(folder, 'desk.c'), source);
  },
  acts: [
    async ({ folder }, { commands }) => {
      port = await freePort();
      const { child, stop } = spawnChild('sh', ['-ec', here(commands)], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stderr?.on('data', (bytes) => (said += String(bytes)));
      await eventually('gdbserver', () => {
        if (child.exitCode !== null) throw new Error(said);
        return said.includes(`Listening on port ${port}`);
      });
      // It outlives gdbserver, which lets it go.
      const pid = Number(/pid = (\d+)/.exec(said)?.[1]);
      const stopProgram = own(() => {
        if (existsSync(`/proc/${pid}`)) process.kill(pid);
      });
      ends.push(stopProgram, stop);
    },
    async (workbench, { code: [source = '', line, , ...collected] }) => {
      const { page, quickInput } = workbench;
      const views = new DebugViews(workbench);
      await workbench.openFromExplorer(source, { keep: true });
      await views.pickInMenuOf(views.lineNumber(Number(line)), 'Add Tracepoint');
      await eventually(
        'its mark',
        async () => (await page.locator('.cgmr[class*="ced-"]').count()) > 0,
      );
      const title = `Tracepoint 1 at ${source}:${line}`;
      await tried('what is collected', async (timeout) => {
        await quickInput.close(timeout);
        await views.pickInMenuOf(views.lineNumber(Number(line)), 'Edit Tracepoint…');
        await quickInput.titled(title, timeout);
        await quickInput.pick('Collect', timeout);
        await quickInput.titled(`${title}: Collect`, timeout);
      });
      for (const expression of collected) await quickInput.add(expression);
      await page.keyboard.press('Enter');
      await quickInput.titled(title);
      await page.keyboard.press('Escape');
    },
    async (workbench, { code: [target = ''] }) => {
      await workbench.commandWithText('GDB Trace: Record Trace…', here(target));
      const editor = new TraceEditor(workbench);
      await eventually('frames', async () => (await editor.frameCount()) > 10);
      await editor.details(/job/);
      await editor.drawn();
    },
    async (workbench, { code: [expression = '', , value = '', condition = ''] }) => {
      const editor = new TraceEditor(workbench);
      await editor.addTrack(expression, new RegExp(`0 – ${value}`));
      const all = await editor.frameCount();
      await editor.filter(condition, (count) => count > 0 && count < all);
    },
    async (workbench, { code: [output = ''] }) => {
      await workbench.command('GDB Trace: Stop Recording and Open Trace');
      await workbench.command('GDB Trace: Leave Target…', 'Detach');
      await eventually('the target to be left', async () =>
        (await workbench.statusBar()).every((text) => !/\d frames?/.test(text)),
      );
      const written = () => readFileSync(join(workbench.folder, output)).length;
      const before = written();
      await eventually('further jobs', () => written() > before);
      await new TraceEditor(workbench).drawn();
    },
    async (workbench, { code: [frame, variable = '', value = ''] }) => {
      const editor = new TraceEditor(workbench);
      // On a slow machine so many frames came that it is not in sight.
      await editor.scrollToTop();
      await editor.select(Number(frame));
      await editor.debug();
      await workbench.stopped();
      await workbench.showDebugView();
      const views = new DebugViews(workbench);
      await eventually('the frame', async () => (await views.whyStopped()).includes(`${frame} of`));
      await views.addWatch(variable);
      await eventually('its value', async () => (await views.watched(variable)) === value);
      for (const end of ends.splice(0)) end();
    },
  ],
};

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
