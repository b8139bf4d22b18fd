// A debug session inside VS Code, with the adapter inline and the editor's trace shared.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, eventually, file, isStopped, tabsOf } from './workspace';

interface Stop {
  readonly reason: string;
  readonly description: string;
}

describe('debugging the sample', () => {
  afterEach(closeEverything);

  it('starts on an open trace, without a launch.json', async () => {
    const trace = file('callqueue.tf');
    await vscode.commands.executeCommand('vscode.open', trace, { preview: false });
    await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
    const stops = recordStops();
    await vscode.commands.executeCommand('tracefile.debug');
    await stops.reached(1);
    assert.equal(vscode.debug.activeDebugSession?.type, 'tracefile');
    assert.deepEqual(stops.list[0], {
      reason: 'entry',
      description: 'Frame 0 of 246 · tracepoint 5',
    });
    stops.dispose();
  });

  it('starts once where it is asked for again', async () => {
    const trace = file('callqueue.tf');
    await vscode.commands.executeCommand('vscode.open', trace, { preview: false });
    await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
    const started: vscode.DebugSession[] = [];
    const subscription = vscode.debug.onDidStartDebugSession((session) => started.push(session));
    const press = () => vscode.commands.executeCommand('tracefile.debug');
    await Promise.all([press(), press()]);
    await eventually('the debugger', () => isStopped());
    assert.equal(await evaluate('$trace_frame'), '0');
    await press();
    assert.equal(started.length, 1);
    subscription.dispose();
  });

  it('shows source, registers and memory of the frame, and steps both ways', async () => {
    const stops = await debug({ frame: 152 });
    assert.equal(await evaluate('$trace_frame'), '152');
    assert.equal(await evaluate('$trace_func'), '"answer"');
    const { stackFrames } = await request<{
      stackFrames: { line: number; source: { path: string } }[];
    }>('stackTrace', { threadId: 1 });
    const [top] = stackFrames;
    assert.ok(top, 'no stack frame');
    assert.equal(top.line, 86);
    assert.ok(top.source.path.endsWith(file('callqueue.c').path));
    await vscode.commands.executeCommand('workbench.action.debug.stepBack');
    await stops.reached(2);
    assert.equal(await evaluate('$trace_frame'), '151');
    await vscode.commands.executeCommand('workbench.action.debug.stepInto');
    await stops.reached(3);
    assert.equal(await evaluate('$trace_frame'), '152');
    stops.dispose();
  });

  it('stops at breakpoints of the source editor, forward and backward', async () => {
    const line = new vscode.Location(file('callqueue.c'), new vscode.Position(64, 0));
    const breakpoint = new vscode.SourceBreakpoint(line);
    vscode.debug.addBreakpoints([breakpoint]);
    const stops = await debug({ frame: 0 });
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await stops.reached(2);
    assert.equal(stops.list[1]?.reason, 'breakpoint');
    const first = Number(await evaluate('$trace_frame'));
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await stops.reached(3);
    assert.ok(Number(await evaluate('$trace_frame')) > first);
    await vscode.commands.executeCommand('workbench.action.debug.reverseContinue');
    await stops.reached(4);
    assert.equal(Number(await evaluate('$trace_frame')), first);
    vscode.debug.removeBreakpoints([breakpoint]);
    stops.dispose();
  });

  it('ends cleanly where there is no such trace', async () => {
    // VS Code shows the sentence in a dialog, which it refuses to do in tests.
    const trace = file('nothing.tf').fsPath;
    const start = vscode.debug.startDebugging(undefined, { ...configuration, trace });
    await assert.rejects(async () => start, /nothing\.tf cannot be read: there is no such file/);
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
  await stops.reached(1);
  return stops;
}

/** The stops of a debug session, as VS Code hears of them and then shows them. */
function recordStops() {
  const list: Stop[] = [];
  let isShown = false;
  const subscriptions = [
    vscode.debug.registerDebugAdapterTrackerFactory('tracefile', {
      createDebugAdapterTracker: () => ({
        onDidSendMessage: (message: { event?: string; body: Stop }) => {
          if (message.event !== 'stopped') return;
          isShown = false;
          list.push({ reason: message.body.reason, description: message.body.description });
        },
      }),
    }),
    vscode.debug.onDidChangeActiveStackItem((item) => {
      isShown = item instanceof vscode.DebugStackFrame;
    }),
  ];
  return {
    list,
    reached: (count: number) => eventually(`stop ${count}`, () => list.length === count && isShown),
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
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
