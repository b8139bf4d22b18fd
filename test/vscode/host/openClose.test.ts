// The editor, opened and closed many times in the real extension host: nothing stays, by count of
// open files and of the objects that are alive. What ships has no names of classes that a person
// could read: they are known by properties.
import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { heapCountsOf } from '../../unit/liveObjects';
import { closeEverything, eventually, file, seldom, traceCopy } from './workspace';

const times = 5;

/** Properties that objects of these classes have, and of no others. */
const classes = {
  Trace: ['frameIndex', 'steppingFrames', 'cancelIndexing'],
  TraceReloader: ['debounce', 'trace', 'ended'],
  TracePanel: ['wire', 'views', 'menu'],
  TableView: ['arranged', 'tableColumns', 'values'],
} as const;
const names = Object.keys(classes) as (keyof typeof classes)[];

describe('the editor', () => {
  after(closeEverything);

  it(`is opened and closed ${times} times, and nothing of it stays`, async () => {
    const trace = await traceCopy('openClose.tf');
    const before = await heapCountsOf(classes);
    await openIt(trace);
    const open = await heapCountsOf(classes);
    for (const name of names) assert.ok(open[name] > 0, `${name} is not known by its properties`);
    await closeIt(trace);
    for (let i = 1; i < times; i++) {
      await openIt(trace);
      await closeIt(trace);
    }
    // Files close a moment after their traces.
    let left = open;
    const areGone = async () => {
      left = await heapCountsOf(classes);
      return names.every((name) => left[name] <= before[name]);
    };
    await eventually('no more objects than before', areGone, seldom).catch(() => {
      assert.deepEqual(left, before);
    });
  });
});

async function openIt(trace: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', trace, 'tracefile.option');
  await eventually('the trace and its program to be open', () => filesOf(trace).every(isOpen));
}

async function closeIt(trace: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  await eventually('them to be closed', () => !filesOf(trace).some(isOpen));
}

function filesOf(trace: vscode.Uri): vscode.Uri[] {
  return [trace, file('callqueue')];
}

/** Whether this process, the extension host, has a file open. */
function isOpen({ fsPath }: vscode.Uri): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === fsPath;
    } catch {
      return false;
    }
  });
}
