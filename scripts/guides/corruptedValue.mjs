// Follows docs/guides/corruptedValue.md.
import { cpSync } from 'node:fs';
import { samplesFolder } from '../steps/paths.mjs';
import { DebugViews } from '../vscode/debugViews.mjs';
import { TraceEditor } from '../vscode/traceEditor.mjs';
import { eventually, tried } from '../vscode/waiting.mjs';

/** @type {import('./guide.mjs').Guide} */
export const corruptedValue = {
  name: 'corruptedValue',
  folder: 'samples',
  prepare: (folder) => cpSync(samplesFolder, folder, { recursive: true }),
  acts: [
    async (workbench, { code: [trace = ''] }) => {
      await workbench.openFromExplorer(trace, { keep: true });
      await new TraceEditor(workbench).hasProgram();
    },
    async (workbench, { code: [value = '', , max = ''] }) => {
      await new TraceEditor(workbench).addTrack(value, new RegExp(`– ${max}`));
    },
    async (workbench, { code: [condition = '', , count, first] }, glance) => {
      const editor = new TraceEditor(workbench);
      await editor.filter(condition, (frames) => frames === Number(count));
      await glance();
      await editor.select(Number(first), { source: /waiting/ });
    },
    async (workbench, { code: [pointer = '', , , member = '', value = '', command = ''] }) => {
      await new TraceEditor(workbench).debug();
      await workbench.stopped();
      await workbench.showDebugView();
      await workbench.expandVariable(pointer);
      const views = new DebugViews(workbench);
      await eventually('its value', async () =>
        (await views.variable(member).innerText()).endsWith(value),
      );
      await views.ask(command);
      await views.consoleRow(`= ${value}`).waitFor();
    },
    async (workbench, { code: [member = '', place = ''] }) => {
      const views = new DebugViews(workbench);
      await tried('the last change', async (timeout) => {
        await workbench.quickInput.close(timeout);
        await views.pickInMenuOf(views.variable(member), 'Go to Last Change');
        await workbench.quickInput.row(place).waitFor({ timeout });
      });
    },
    async (workbench, { code: [place = '', frame = '', member = '', value = '', line] }) => {
      const views = new DebugViews(workbench);
      await workbench.quickInput.row(place).click();
      await eventually('the frame', async () => (await views.whyStopped()).includes(`${frame} of`));
      await eventually('the line', async () =>
        (await workbench.stoppedLines()).includes(Number(line)),
      );
      await eventually('the value', async () =>
        (await views.variable(member).innerText()).endsWith(value),
      );
    },
    async (workbench, { code: [condition = '', , frame, command = '', state = ''] }, glance) => {
      const editor = new TraceEditor(workbench);
      await editor.filter(condition, (frames) => frames === 1);
      await glance();
      await editor.select(Number(frame));
      const views = new DebugViews(workbench);
      await eventually('the frame', async () => (await views.whyStopped()).includes(`${frame} of`));
      await views.ask(command);
      await views.consoleRow(state).waitFor();
    },
  ],
};
