// The way of a new user, in a real VS Code: opens the sample trace, looks at a frame, debugs from
// it. Each stop is looked at by what stands on the screen, then pictured; `npm start -- --check`
// and the README's pictures both come from here.
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { follow } from '../guides/guide.mjs';
import { guides } from '../guides/guides.mjs';
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { extensionId, startsWithVscode } from '../steps/manifest.mjs';
import { samplesFolder } from '../steps/paths.mjs';
import { launchBrowser } from './browser.mjs';
import { DebugViews } from './debugViews.mjs';
import { installExtension, Server } from './server.mjs';
import { oneLine, TraceEditor } from './traceEditor.mjs';
import { eventually } from './waiting.mjs';
import { Workbench } from './workbench.mjs';

/**
 * The frame that is looked at: on the first screen, and with registers, memory and a trace state
 * variable.
 */
const tourFrame = 11;

/** An argument of the function of that frame, with a member of what it points to. */
const tourArgument = { name: 'queue', member: 'waiting' };

/** Drawn over all frames. */
const tourTracks = ['queue->tail - queue->head', '$answered'];

/** What gdb's user types, with what the debug console says to it last. */
const tourCommands = [
  ['bt', 'in main'],
  ['print *call', 'state = WAITING'],
];

/** Shows an editor, a source beside it and the debugger. */
const size = { width: 1560, height: 910 };

/** The trace that a new user sees first. */
export function sampleTrace() {
  const name = readdirSync(samplesFolder).find((each) => /\.(tf|tfile)$/.test(each));
  if (name === undefined) throw new Error(`There is no trace file in ${samplesFolder}.`);
  return join(samplesFolder, name);
}

/**
 * @param {string} vsix the extension to show
 * @param {string} pictures the folder of the pictures: editor.png and debugger.png
 * @returns {Promise<string[]>} what was seen, a sentence for each picture
 * @throws {Error} where something is not on the screen that must be
 */
export function takeTour(vsix, pictures) {
  return inVscode(vsix, pictures, async (open) => tour(await open(samplesFolder), pictures));
}

/**
 * @param {Workbench} workbench
 * @param {string} pictures
 */
async function tour(workbench, pictures) {
  return [
    await visitEditor(workbench, join(pictures, 'editor.png')),
    await visitDebugger(workbench, join(pictures, 'debugger.png')),
  ];
}

/**
 * Takes the tour, and all that README and the manual show beyond it.
 * @param {string} vsix
 * @param {string} pictures the folder of the pictures
 * @param {string} frames the folder of the animation's frames, which the first guide gives
 * @returns {Promise<string[]>} what was seen
 */
export function takePictures(vsix, pictures, frames) {
  return inVscode(vsix, pictures, async (open) => {
    const workbench = await open(samplesFolder);
    const seen = await tour(workbench, pictures);
    await workbench.close();
    const copy = join(temporaryFolder('copy'), basename(samplesFolder));
    cpSync(samplesFolder, copy, { recursive: true });
    const another = await open(copy);
    seen.push(await visitIntervals(another, join(pictures, 'intervals.png')));
    await another.close();
    for (const guide of guides) {
      const folder = join(temporaryFolder('guide'), guide.folder);
      mkdirSync(folder);
      guide.prepare(folder);
      const window = await open(folder);
      const film = guide === guides[0] ? new Film(window, frames) : undefined;
      const words = await follow(guide, window, async (step, isDone) => {
        await film?.take(step.title, isDone);
        if (!isDone) return;
        for (const picture of step.pictures) await window.screenshot(join(pictures, picture));
      });
      seen.push(words);
      await window.close();
    }
    return seen;
  });
}

/** For how many milliseconds the animation shows a step, and a look on the way to its end. */
const shown = { step: 2800, glance: 1200 };

/** Frames of an animation, each with a caption. Their names are in order, and say how long. */
class Film {
  /**
   * @param {Workbench} workbench
   * @param {string} folder
   */
  constructor(workbench, folder) {
    this.workbench = workbench;
    this.folder = folder;
    this.frames = 0;
  }

  /**
   * @param {string} caption
   * @param {boolean} isStep
   */
  async take(caption, isStep) {
    const { page } = this.workbench;
    await page.evaluate(
      `(() => {
        const overlay = document.createElement('div');
        overlay.id = 'caption';
        overlay.textContent = ${JSON.stringify(caption)};
        overlay.style.cssText = 'position: fixed; z-index: 9999; left: 50%; bottom: 48px; ' +
          'transform: translateX(-50%); padding: 12px 28px; border-radius: 8px; ' +
          'font: 600 24px sans-serif; color: white; background: #1f1f1f';
        document.body.append(overlay);
      })()`,
    );
    const number = String(this.frames++).padStart(2, '0');
    const name = `${number}.${isStep ? shown.step : shown.glance}.png`;
    await this.workbench.screenshot(join(this.folder, name));
    await page.evaluate(`document.getElementById('caption').remove()`);
  }
}

/**
 * @param {string} vsix
 * @param {string} pictures where a picture of a failure goes
 * @param {(open: (folder: string) => Promise<Workbench>) => Promise<string[]>} visit given what
 *   opens a folder in a window
 */
async function inVscode(vsix, pictures, visit) {
  const server = await Server.start({ extensionsFolder: await installExtension(vsix) });
  const browser = await launchBrowser();
  /** @type {Workbench | undefined} */
  let last;
  const extension = startsWithVscode ? { extension: extensionId } : {};
  try {
    return await visit(async (folder) => {
      last = await Workbench.create({ browser, server, folder, size, ...extension });
      await last.load();
      return last;
    });
  } catch (error) {
    await last?.screenshot(join(pictures, 'failed.png'));
    throw error;
  } finally {
    await browser.close();
    server.stop();
  }
}

/**
 * @param {Workbench} workbench
 * @param {string} picture
 */
async function visitEditor(workbench, picture) {
  const trace = basename(sampleTrace());
  const editor = new TraceEditor(workbench);
  await workbench.openFile(trace);
  await editor.hasProgram();
  const selected = await editor.select(tourFrame, { place: /\w\.c:\d+/, source: /\{/ });
  await editor.details(new RegExp(tourArgument.name));
  for (const track of tourTracks) await editor.addTrack(track);
  await eventually(
    'hit counts in the source',
    async () =>
      (await workbench.page.locator('.codelens-decoration', { hasText: 'hit in' }).count()) > 0,
  );
  await workbench.screenshot(picture);
  return `${trace} as a table of ${await editor.frameCount()} frames; selected: ${selected}`;
}

/**
 * @param {Workbench} workbench
 * @param {string} picture
 */
async function visitDebugger(workbench, picture) {
  await new TraceEditor(workbench).debug();
  const line = await workbench.stopped();
  await workbench.showDebugView();
  await eventually('the Registers scope', async () =>
    (await workbench.variables()).some((row) => row.startsWith('Registers')),
  );
  await workbench.expandVariable(tourArgument.name);
  await eventually('what the argument points to', async () =>
    (await workbench.variables()).some((row) => row.startsWith(tourArgument.member)),
  );
  let stackFrame = '';
  await eventually('the stack frame', async () => {
    [stackFrame = ''] = await workbench.stackFrames();
    return stackFrame !== '';
  });
  const views = new DebugViews(workbench);
  for (const [command = '', answer = ''] of tourCommands) {
    await views.ask(command);
    await views.consoleRow(answer).waitFor();
  }
  await workbench.screenshot(picture);
  return `the debugger stands in ${oneLine(stackFrame)}, line ${line} is marked`;
}

/**
 * @param {Workbench} workbench
 * @param {string} picture
 */
async function visitIntervals(workbench, picture) {
  await workbench.openFile(basename(sampleTrace()));
  const editor = new TraceEditor(workbench);
  await editor.hasProgram();
  await editor.addTrack('call->state');
  await editor.showTab('Intervals');
  const page = await editor.page();
  await page.getByRole('button', { name: /^#4 answer: .* of each agent/ }).click();
  const count = page.locator('.interval-count');
  await eventually('intervals', async () => /^94 intervals/.test(await count.innerText()));
  await page.locator('[data-testid="longest-interval"]').click();
  await page.locator('.intervals-table [role="gridcell"]', { hasText: '2.701 ms' }).waitFor();
  await workbench.screenshot(picture);
  return oneLine(await count.innerText());
}
