// Follows docs/guides/fieldTrace.md.
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { samplesFolder } from '../steps/paths.mjs';
import { DebugViews } from '../vscode/debugViews.mjs';
import { TraceEditor } from '../vscode/traceEditor.mjs';
import { eventually, tried } from '../vscode/waiting.mjs';

/** @typedef {import('../vscode/workbench.mjs').Workbench} Workbench */

/** What the customer did not send: beside the folder that is open. @param {Workbench} workbench */
const archived = ({ folder }, /** @type {string} */ path) => join(dirname(folder), path);

/** @type {import('./guide.mjs').Guide} */
export const fieldTrace = {
  name: 'fieldTrace',
  folder: 'field',
  prepare(folder) {
    const archive = join(dirname(folder), 'archive');
    mkdirSync(archive);
    cpSync(join(samplesFolder, 'callqueue.tf'), join(folder, 'callqueue.tf'));
    for (const name of ['callqueue', 'callqueue.c'])
      cpSync(join(samplesFolder, name), join(archive, name));
  },
  acts: [
    async (workbench, { code: [name = '', place = '', frame] }) => {
      await workbench.openFromExplorer(name, { keep: true });
      const editor = new TraceEditor(workbench);
      await editor.select(Number(frame), { place: new RegExp(place) });
      await editor.details(/trace state variables/i);
    },
    async (workbench, { code: [program = '', ...variables] }) => {
      const editor = new TraceEditor(workbench);
      await tried('the program', async (timeout) => {
        await workbench.quickInput.close(timeout);
        await (await editor.page()).locator('button.program').click({ timeout });
        await workbench.quickInput.input.waitFor({ timeout });
        await workbench.quickInput.answerFileDialog(archived(workbench, program));
      });
      await editor.hasProgram();
      for (const variable of variables) await editor.details(new RegExp(`\\b${variable}\\b`));
    },
    async (workbench) => {
      await new TraceEditor(workbench).debug();
      await new DebugViews(workbench).instruction('call').waitFor();
      await workbench.showDebugView();
    },
    async (workbench, { code: [source = '', line] }) => {
      await workbench.command('GDB Trace: Locate Source File…');
      await workbench.quickInput.answerFileDialog(archived(workbench, source));
      await eventually('the line', async () => (await workbench.stopped()) === Number(line));
    },
  ],
};
