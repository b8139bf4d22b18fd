// From a line of the source to the frames of a recording, as a person goes: by the menu of the line
// numbers, the view "Tracepoints" and the pickers. In one window: each test finds the tracepoints
// and the recordings that those before it left.
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import type { Locator } from 'playwright-core';
import { DebugViews } from '../../../scripts/vscode/debugViews.mjs';
import { eventually, tried, write } from '../../../scripts/vscode/waiting.mjs';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { becomes, reads } from '../../onScreen';
import {
  endProgram,
  lineMenu,
  openPane,
  openPrograms,
  picture,
  record,
  recordingRows,
  removeTracepoints,
  saysInNotifications,
  startAt,
  startProgram,
  startWith,
  statusText,
  step,
  type,
} from './recordingViews';
import { closeVscode, writeFiles } from './openVscode';
import { TracePage } from './tracePage';

const source = `#include <stdio.h>
#include <unistd.h>
struct call { int id; const char *from; }; char *getenv(const char *);
static int total;
static int *hook;
int take(const struct call *c, int line)
{
  int weight = (getenv("DOUBLED") ? 4 : 2) * line;
  total += weight;
  return total;
}
int main(int argc, char **argv)
{
  struct call calls[] = {{1, "anna"}, {2, "bert"}};
  const char *file = argc > 1 && *argv[1] != 'f' ? argv[1] : 0;
  if (file && !fopen(file, "r")) return 2;
  for (int i = 0; i < 20; i++) take(&calls[i % 2], i);
  if (file) return *hook;
  if (argc > 1) for (;;) { take(&calls[0], 1); usleep(argc > 2 ? 300000 : 20000); }
  return 0;
}
`;

/** Line of `total += weight`. */
const addingLine = 9;

describe('a recording', () => {
  let vscode: Workbench;
  let rows: Locator;

  before(async () => {
    vscode = await openPrograms({ calls: source }, { 'data/there.txt': '' });
  });
  after(() => closeVscode(vscode));

  // The first one: names are known before anything was recorded.
  it('has what is chosen, while the condition holds, until it is stopped', async () => {
    await startAt(vscode, 'calls.c');
    await lineMenu(vscode, addingLine, 'Add Tracepoint if…');
    await type(vscode, 'line +');
    await becomes(() => validation(vscode), "Column 7: A syntax error in expression, near `'.");
    await type(vscode, 'line == 1');
    await vscode.quickInput.input.press('Enter');
    await becomes(() => gutterIcons(vscode), 1);

    await lineMenu(vscode, addingLine, 'Edit Tracepoint…');
    await step(vscode, 'Tracepoint 1 at calls.c:9');
    await vscode.quickInput.pick('Collect');
    await step(vscode, 'Tracepoint 1 at calls.c:9: Collect');
    await keepsWhatIsChosen(vscode);
    await vscode.quickInput.add('/s c->from');
    await vscode.quickInput.add('$seen = $seen + 1');
    await vscode.quickInput.input.press('Enter');
    await step(vscode, 'Tracepoint 1 at calls.c:9');
    const listed = vscode.page.locator('.quick-input-list .monaco-list-row');
    await reads(async () => (await listed.allInnerTexts()).join('\n'), /total.*weight/s);
    await vscode.page.keyboard.press('Escape');
    await becomes(
      () => tracepointsIn(vscode),
      [
        'calls.c:9if line == 1',
        'Trace State Variables',
        '$seen= 0',
        'Time of Each Hit$trace_timestamp',
      ],
    );

    await recordOn(vscode, 'forever');
    await becomes(
      async () => (await statusText(vscode)).some((text) => / · \d+ %$/.test(text)),
      true,
    );
    const isCounted = async () =>
      /[1-9]\d* hits.*\$seen= [1-9]/.test((await tracepointsIn(vscode)).join());
    await becomes(isCounted, true);
    await vscode.command('GDB Trace: Stop Recording and Open Trace');
    const page = await TracePage.of(vscode);
    await becomes(async () => (await page.frameCount()) > 1, true);
    await endProgram(vscode);
    rows = await recordingRows(vscode);
    await becomes(() => rows.count(), 1);
    await removeTracepoints(vscode);
    await becomes(() => tracepointsIn(vscode), []);
  });

  it('begins at a line number, is listed, made again, renamed, compared, and deleted after a question', async () => {
    await startAt(vscode, 'calls.c');
    await lineMenu(vscode, addingLine, 'Add Tracepoint');
    await becomes(() => gutterIcons(vscode), 1);
    await saysInNotifications(vscode, /Tracepoint 1 was added at calls\.c:9\./);
    await vscode.page.getByRole('button', { name: 'Record Trace…' }).click();
    await step(vscode, 'Record Trace: Target');
    await becomes(() => tracepointsIn(vscode), ['calls.c:9', 'Time of Each Hit$trace_timestamp']);

    const page = await record(vscode, 'calls');
    await becomes(() => page.frameCount(), 20);
    await saysInNotifications(vscode, /20 frames were recorded\. The trace is in calls-.*\.tf/);
    await page.select(3);
    await reads(() => page.details(), /weight/);
    const told = /20 frames · The program exited\. · calls · /;
    rows = await recordingRows(vscode);
    await becomes(() => rows.count(), 2);
    await reads(() => rows.first().innerText(), told);

    await rows.first().hover();
    await rows.first().locator('[aria-label="Record Again"]').click();
    await becomes(() => rows.count(), 3);
    const isTold = async () => (await rows.allInnerTexts()).map((row) => told.test(row));
    await becomes(isTold, [true, true, false]);

    const menus = new DebugViews(vscode);
    const { input } = vscode.quickInput;
    // The trace that opens now takes the focus, and with it the box.
    await tried('the new name', async (timeout) => {
      await menus.pickInMenuOf(rows.first(), 'Rename Recording…');
      await write(input, 'the second', timeout);
      await input.press('Enter', { timeout });
      const isRenamed = async () => (await rows.first().innerText()).startsWith('the second');
      await eventually('it', isRenamed, timeout);
    });

    const [other = ''] = /calls-[\d-]{17}/.exec(await rows.nth(1).innerText()) ?? [];
    const second = rows.filter({ hasText: /^the second/ });
    // A view that is written anew, or the focus that goes elsewhere, ends what was asked.
    await tried('the comparison', async (timeout) => {
      await menus.pickInMenuOf(second, 'Compare Recordings…');
      await write(input, other, timeout);
      await input.press('Enter', { timeout });
      const tab = vscode.page.locator('.tab', { hasText: /the second\.tf ↔ calls-/ });
      await tab.waitFor({ timeout });
    });
    const comparison = await vscode.webview('[data-testid="comparison"]');
    await reads(() => comparison.locator('[data-testid="divergence"]').innerText(), /differ|equal/);

    await menus.pickInMenuOf(rows.first(), 'Delete Recording…');
    await reads(() => vscode.dialog().innerText(), /Delete the recording the second\?/);
    await vscode.dialog().getByText('Cancel').click();
    await becomes(() => rows.count(), 3);
    await menus.pickInMenuOf(rows.first(), 'Delete Recording…');
    await vscode.dialog().getByText('Delete', { exact: true }).click();
    await becomes(() => rows.count(), 2);
    await reads(() => rows.first().innerText(), /^calls-/);
  });

  it('starts the program as it is told, says where that crashed, and opens at the last frame', async () => {
    await vscode.clear();
    const parts = startedWith(vscode);
    await startWith(vscode, 'calls', parts);
    await picture(vscode, 'how-to-start');
    await vscode.quickInput.pick('Record');
    const page = await TracePage.of(vscode);
    await becomes(() => page.frameCount(), 20);
    await becomes(() => page.selected(), 19);
    await reads(() => page.details(), /weight\W+int\W+76\b/);
    const said = 'The program was stopped by SIGSEGV at calls.c:\\d+ \\(main\\)';
    await saysInNotifications(vscode, new RegExp(`${said}; 20 frames were recorded`));
    await reads(() => page.text('[data-testid="trace-editor"]'), new RegExp(said));
    rows = await recordingRows(vscode);
    await reads(() => rows.first().innerText(), new RegExp(`20 frames · ${said}`));
    await endProgram(vscode);
  });

  it('remembers how the program was started, and says its exit code', async () => {
    await vscode.command('GDB Trace: Record Trace…', startProgram, 'calls');
    await step(vscode, 'Record Trace: Start calls');
    const told = () => vscode.page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    for (const text of Object.values(startedWith(vscode))) {
      await becomes(async () => (await told()).some((row) => row.includes(text)), true);
    }
    await startWith(vscode, 'calls', { Arguments: 'nosuch.txt' });
    await vscode.quickInput.pick('Record');
    await saysInNotifications(vscode, /The program exited with code 2; 0 frames were recorded/);
    await reads(() => rows.first().innerText(), /0 frames · The program exited with code 2\. · /);
  });

  it('that goes on is seen as it grows, and its end is followed until the user scrolls', async () => {
    await startAt(vscode, 'calls.c');
    await recordOn(vscode, 'forever slowly');
    const page = await TracePage.of(vscode);
    const isFollowing = () =>
      page.frame.locator('[data-testid="follow-end"]').getAttribute('aria-pressed');
    await becomes(isFollowing, 'true');
    const begin = await page.frameCount();
    /** It reaches each end: where the trace ends by then, it may not be yet. */
    const followsTo = (end: number) => becomes(async () => (await page.selected()) >= end, true);
    await becomes(async () => (await page.frameCount()) > begin + 5, true);
    await followsTo((await page.frameCount()) - 1);
    await becomes(async () => (await page.details()).includes('calls.c:9'), true);

    await page.frame.locator('.frames-table [role="grid"]').hover();
    await tried('scrolling to the first row', async (timeout) => {
      await vscode.page.mouse.wheel(0, -100_000);
      await page.row(0).waitFor({ timeout });
    });
    await becomes(isFollowing, 'false');
    const seen = await page.frameCount();
    await becomes(async () => (await page.frameCount()) > seen + 5, true);
    await becomes(() => page.row(0).isVisible(), true);

    await page.frame.locator('[data-testid="follow-end"]').click();
    await followsTo((await page.frameCount()) - 1);
    await picture(vscode, 'growing-beside-source');
    await endProgram(vscode);
    await becomes(async () => (await page.frameCount()) > seen, true);
  });

  it('that would have no data is not made before it is asked what to collect', async () => {
    await startAt(vscode, 'calls.c');
    await collectNothing(vscode);
    await becomes(() => gutterIcons(vscode), 1);
    await lineMenu(vscode, addingLine, 'Remove Tracepoint');
    await becomes(() => gutterIcons(vscode), 0);
    await lineMenu(vscode, addingLine, 'Add Tracepoint');
    await becomes(async () => (await tracepointsIn(vscode))[0], 'calls.c:9collects nothing');
    await vscode.command('GDB Trace: Record Trace…');
    const choose = vscode.page.getByText('Choose What to Collect…', { exact: true });
    await vscode.commandUntil('Notifications: Show Notifications', () => choose.isVisible());
    await reads(
      async () => (await vscode.notifications()).join('\n'),
      /No tracepoint collects anything/,
    );
    await picture(vscode, 'without-data');
    await choose.click();
    await step(vscode, 'Tracepoint 1 at calls.c:9');
    await vscode.quickInput.pick('Collect');
    await step(vscode, 'Tracepoint 1 at calls.c:9: Collect');
    await vscode.quickInput.add('total');
    await vscode.quickInput.input.press('Enter');
    await step(vscode, 'Tracepoint 1 at calls.c:9');
    await vscode.page.keyboard.press('Escape');
    await becomes(async () => (await tracepointsIn(vscode))[0], 'calls.c:9');
    await vscode.command('GDB Trace: Record Trace…');
    await step(vscode, 'Record Trace: Target');
  });
});

/** How the program is started that reads a file, and crashes then. */
function startedWith({ folder }: Workbench): Record<string, string> {
  return {
    Arguments: 'there.txt',
    Environment: 'DOUBLED=1',
    'Working Folder': join(folder, 'data'),
  };
}

/** Records the program, with arguments, on a target that is typed. */
async function recordOn(vscode: Workbench, words: string): Promise<void> {
  await vscode.command('GDB Trace: Record Trace…');
  await step(vscode, 'Record Trace: Target');
  await type(vscode, `| gdbserver --once - ${join(vscode.folder, 'calls')} ${words}`);
  await vscode.quickInput.input.press('Enter');
}

/** Sets, for this folder, that new tracepoints collect nothing. */
async function collectNothing(vscode: Workbench): Promise<void> {
  const settings = { 'tracefile.recording.collect': [], 'files.exclude': { data: true } };
  const excluded = vscode.explorerRow('data');
  await excluded.waitFor();
  // VS Code tells an extension of settings before the commands that come after they are in force.
  await tried('the settings in force', async (timeout) => {
    writeFiles(vscode.folder, { '.vscode/settings.json': JSON.stringify(settings) });
    await excluded.waitFor({ state: 'hidden', timeout });
  });
}

/** In the list of what is collected: what is chosen stays so when more is added, in either way. */
async function keepsWhatIsChosen(vscode: Workbench): Promise<void> {
  const rows = vscode.page.locator('.quick-input-list .monaco-list-row');
  await type(vscode, 'nosuch');
  await reads(() => rows.allInnerTexts().then(String), /No symbol "nosuch" in current context/);
  await vscode.quickInput.input.press('Enter');
  await type(vscode, '');
  await becomes(async () => (await chosenActions(vscode)).length > 1, true);
  const before = await chosenActions(vscode);
  for (const [action, take] of [
    ['total', () => rows.first().click()],
    ['weight', () => vscode.quickInput.input.press('Enter')],
  ] as const) {
    await type(vscode, action);
    await becomes(() => rows.count(), 1);
    await take();
    await becomes(async () => (await rows.count()) > 1, true);
  }
  await becomes(() => chosenActions(vscode), [...before, 'total', 'weight']);
}

/** What is checked in the list that is open. */
async function chosenActions({ page }: Workbench): Promise<string[]> {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const checked = rows.filter({ has: page.locator('[aria-checked="true"]') });
  return checked.locator('.label-name').allInnerTexts();
}

async function validation({ page }: Workbench): Promise<string> {
  return page.locator('.quick-input-message').innerText();
}

/** The rows of the view "Tracepoints" that are on the screen. */
async function tracepointsIn(vscode: Workbench): Promise<string[]> {
  const pane = await openPane(vscode, 'Tracepoints');
  const rows = await pane.locator('.monaco-list-row .monaco-icon-label-container').allInnerTexts();
  return rows.map((row) => row.replaceAll(/\s*\n\s*/g, ''));
}

async function gutterIcons({ page }: Workbench): Promise<number> {
  return page
    .locator('.glyph-margin-widgets .cgmr[class*="ced-"], .margin .cgmr[class*="ced-"]')
    .count();
}
