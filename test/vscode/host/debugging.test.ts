// A debug session inside VS Code, with the adapter inline and the editor's trace shared.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, eventually, file, tabsOf } from './workspace';

interface Stop {
  readonly reason: string;
  readonly description: string;
}

describe('debugging the sample', () => {
  afterEach(closeEverything);

  it('starts with F5 on an open trace, without a launch.json', async () => {
    const trace = file('callqueue.tf');
    await vscode.commands.executeCommand('vscode.open', trace, { preview: false });
    await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
    const stops = recordStops();
    await vscode.commands.executeCommand('workbench.action.debug.start');
    await eventually('a stop', () => stops.list.length > 0);
    assert.equal(vscode.debug.activeDebugSession?.type, 'tracefile');
    assert.deepEqual(stops.list[0], {
      reason: 'entry',
      description: 'Frame 0 of 246 · tracepoint 5',
    });
    stops.dispose();
  });

  it('shows source, registers and memory of the frame, and steps both ways', async () => {
    const stops = await debug({ frame: 152 });
    assert.equal(await evaluate('$trace_frame'), '152');
    assert.equal(await evaluate('$trace_func'), '"answer"');
    const { stackFrames } = await request<{
      stackFrames: { line: number; source: { path: string } }[];
    }>('stackTrace', { threadId: 1 });
    assert.equal(stackFrames[0]?.line, 86);
    assert.equal(stackFrames[0]?.source.path, file('callqueue.c').fsPath);
    await vscode.commands.executeCommand('workbench.action.debug.stepBack');
    await eventually('the step back', () => stops.list.length === 2);
    assert.equal(await evaluate('$trace_frame'), '151');
    await vscode.commands.executeCommand('workbench.action.debug.stepInto');
    await eventually('the step', () => stops.list.length === 3);
    assert.equal(await evaluate('$trace_frame'), '152');
    stops.dispose();
  });

  it('stops at breakpoints of the source editor, forward and backward', async () => {
    const line = new vscode.Location(file('callqueue.c'), new vscode.Position(64, 0));
    const breakpoint = new vscode.SourceBreakpoint(line);
    vscode.debug.addBreakpoints([breakpoint]);
    const stops = await debug({ frame: 0 });
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await eventually('the breakpoint', () => stops.list.length === 2);
    assert.equal(stops.list[1]?.reason, 'breakpoint');
    const first = Number(await evaluate('$trace_frame'));
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await eventually('the next', () => stops.list.length === 3);
    assert.ok(Number(await evaluate('$trace_frame')) > first);
    await vscode.commands.executeCommand('workbench.action.debug.reverseContinue');
    await eventually('the first again', () => stops.list.length === 4);
    assert.equal(Number(await evaluate('$trace_frame')), first);
    vscode.debug.removeBreakpoints([breakpoint]);
    stops.dispose();
  });

  it('ends cleanly where there is no such trace', async () => {
    const started = await vscode.debug.startDebugging(undefined, {
      ...configuration,
      trace: file('nothing.tf').fsPath,
    });
    assert.equal(started, false);
    assert.equal(vscode.debug.activeDebugSession, undefined);
  });
});

const configuration = { type: 'tracefile', request: 'launch', name: 'test' };

async function debug(more: object) {
  const stops = recordStops();
  const trace = file('callqueue.tf').fsPath;
  const started = await vscode.debug.startDebugging(undefined, {
    ...configuration,
    trace,
    ...more,
  });
  assert.equal(started, true);
  await eventually('the first stop', () => stops.list.length === 1);
  return stops;
}

function recordStops() {
  const list: Stop[] = [];
  const tracker = vscode.debug.registerDebugAdapterTrackerFactory('tracefile', {
    createDebugAdapterTracker: () => ({
      onDidSendMessage: (message: { event?: string; body: Stop }) => {
        if (message.event !== 'stopped') return;
        list.push({ reason: message.body.reason, description: message.body.description });
      },
    }),
  });
  return {
    list,
    dispose: () => {
      tracker.dispose();
    },
  };
}

async function request<T>(command: string, args: object): Promise<T> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  return (await session.customRequest(command, args)) as T;
}

async function evaluate(expression: string): Promise<string> {
  const { result } = await request<{ result: string }>('evaluate', { expression });
  return result;
}
