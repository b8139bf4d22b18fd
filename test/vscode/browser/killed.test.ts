// The extension host is killed in the middle of an export, a recording, an index: nothing that was
// there is lost, and nothing half done stays.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { eventually } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { extensionHosts, isReading, killExtensionHosts, processesWith } from './extensionHosts';
import { becomes, reads } from '../../onScreen';
import { closeVscode } from './openVscode';
import { lineMenu, openPrograms, recordingRows, startAt, step, type } from './recordingViews';
import { sample, TracePage } from './tracePage';

/** The sample with its frames so many times over. */
function longSample(times: number): Buffer {
  const { head, frames, end } = partsOf(readFileSync(sample));
  return Buffer.concat([head, ...Array.from({ length: times }, () => frames), end]);
}

const sampleFrames = 246;

/** The sample with so many frames that hold nothing. */
function emptyFrames(count: number): Buffer {
  const { head, end } = partsOf(readFileSync(sample));
  const frame = Buffer.from([4, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.alloc(count * frame.length, frame), end]);
}

/** The parts of a trace file; its last four bytes say that there are no more frames. */
function partsOf(bytes: Buffer) {
  const begin = bytes.indexOf('\n\n') + 2;
  const [head, frames] = [bytes.subarray(0, begin), bytes.subarray(begin, -4)];
  return { head, frames, end: bytes.subarray(-4) };
}

async function hostKilled(vscode: Workbench): Promise<void> {
  const before = extensionHosts(vscode);
  await killExtensionHosts(vscode);
  await eventually('another extension host', () => {
    const now = extensionHosts(vscode);
    return Promise.resolve(now.length > 0 && now.every((pid) => !before.includes(pid)));
  });
}

/** What is half written in the window's folder. */
const partsIn = ({ folder }: Workbench) =>
  readdirSync(folder).filter((name) => name.endsWith('.part'));

describe('an extension host that is killed', () => {
  const times = 200;
  const manyFrames = 10_000_000;
  let vscode: Workbench;

  before(async () => {
    vscode = await openPrograms(
      { ticks },
      {
        'long.tf': longSample(times),
        'long-frames.txt': 'of before',
        'many.tf': emptyFrames(manyFrames),
      },
    );
  });
  after(() => closeVscode(vscode));

  it('in an export: the files and the selected frame are as they were, and the next export is whole', async () => {
    const long = longSample(times);
    await vscode.openFromExplorer('long.tf');
    await becomes(async () => (await TracePage.of(vscode)).frameCount(), times * sampleFrames);
    await (await TracePage.of(vscode)).select(9);
    await becomes(async () => (await TracePage.of(vscode)).selected(), 9);
    await exportAs(vscode, 'tdump', 'long-frames.txt');
    await vscode.page.getByText('long-frames.txt already exists.').waitFor();
    await vscode.quickInput.input.press('Enter');
    await eventually('a part with contents', () => {
      const [part] = partsIn(vscode);
      return Promise.resolve(part !== undefined && statSync(join(vscode.folder, part)).size > 0);
    });
    await hostKilled(vscode);
    await becomes(() => Promise.resolve(partsIn(vscode)), []);
    assert.equal(readFileSync(join(vscode.folder, 'long-frames.txt'), 'utf8'), 'of before');
    assert.ok(readFileSync(join(vscode.folder, 'long.tf')).equals(long));

    await becomes(async () => (await TracePage.of(vscode)).frameCount(), times * sampleFrames);
    await becomes(async () => (await TracePage.of(vscode)).selected(), 9);
    await exportAs(vscode, 'Trace File', 'long-frames.tf');
    const copy = join(vscode.folder, 'long-frames.tf');
    // Its status counts all frames.
    const { frames } = partsOf(long);
    const isWhole = () => existsSync(copy) && partsOf(readFileSync(copy)).frames.equals(frames);
    await becomes(() => Promise.resolve(isWhole()), true);
    assert.deepEqual(partsIn(vscode), []);
  });

  // In one test: VS Code starts no third one by itself.
  it('in a recording and an index: its frames are kept, nothing goes on running, and the other trace opens with all of its', async () => {
    await startAt(vscode, 'ticks.c');
    await lineMenu(vscode, tickLine, 'Add Tracepoint');
    await vscode.command('GDB Trace: Record Trace…');
    await step(vscode, 'Record Trace: Target');
    const program = join(vscode.folder, 'ticks');
    await type(vscode, `| gdbserver --once - ${program}`);
    await vscode.quickInput.input.press('Enter');
    let page = await TracePage.of(vscode);
    await becomes(async () => (await page.frameCount()) > 5, true);
    assert.ok(processesWith(program).length > 0);

    const seen = await page.frameCount();
    await page.markAsLost();
    const names = readdirSync(vscode.folder);
    const opened = vscode.openFromExplorer('many.tf');
    await eventually('an extension host that reads it', () =>
      Promise.resolve(isReading(vscode, 'many.tf')),
    );
    assert.ok(processesWith(program).length > 0);
    await hostKilled(vscode);
    await becomes(() => Promise.resolve(processesWith(program)), []);
    await opened;
    await becomes(async () => (await TracePage.of(vscode)).frameCount(), manyFrames);
    assert.deepEqual(readdirSync(vscode.folder), names);

    const tab = vscode.page.locator('.tab[data-resource-name^="ticks-"]');
    await eventually('a new page of the recording', async () => {
      // The other one is opened again by the host that starts, maybe after the click.
      const isActive = (await tab.getAttribute('aria-selected')) === 'true';
      if (!isActive) await tab.click();
      page = await TracePage.loadedAgain(vscode);
      return (await page.frameCount()) !== manyFrames;
    });
    await becomes(async () => (await page.frameCount()) >= seen, true);
    await reads(() => page.details(), /ticks\.c:6/);
    const rows = await recordingRows(vscode);
    await becomes(() => rows.count(), 1);
    await reads(() => rows.first().innerText(), /The run was stopped\./);
    await becomes(() => recordingOf(vscode), []);
  });
});

const ticks = `#include <unistd.h>
static int total;
int tick(int by)
{
  total += by;
  return total;
}
int main(void)
{
  for (;;) { tick(2); usleep(20000); }
}
`;

/** Line of `return total`. */
const tickLine = 6;

/** Exports all frames of the trace in front under the name that is proposed. */
async function exportAs(vscode: Workbench, format: string, name: string): Promise<void> {
  const { page } = vscode;
  // VS Code's own dialog for files, as it is in a browser.
  const box = page.locator('.quick-input-widget input').first();
  await vscode.command('GDB Trace: Export Frames…', 'All Frames', format);
  await reads(() => box.inputValue(), new RegExp(`/${name}$`));
  await box.press('Enter');
}

/** What the status bar says of a recording. */
async function recordingOf(vscode: Workbench): Promise<string[]> {
  const items = await vscode.page.locator('.statusbar-item').allInnerTexts();
  return items.filter((text) => /frames?$|%$/.test(text));
}
