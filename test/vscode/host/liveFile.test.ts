// The file of a trace changes on disk while it is debugged.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, debug, eventually, file } from './workspace';

/** Said in the debug console. */
const said: string[] = [];

describe('a file that changes', () => {
  afterEach(closeEverything);

  it('is followed by the debugger: grown, gone, and there again', async () => {
    const whole = await vscode.workspace.fs.readFile(file('callqueue.tf'));
    const trace = file('live.tf');
    await vscode.workspace.fs.writeFile(trace, whole.subarray(0, whole.length >> 1));
    const tracker = vscode.debug.registerDebugAdapterTrackerFactory('tracefile', {
      createDebugAdapterTracker: () => ({
        onDidSendMessage: (message: { event?: string; body?: { output?: string } }) => {
          if (message.event === 'output') said.push(message.body?.output ?? '');
        },
      }),
    });
    try {
      await debug({ trace: trace.fsPath, program: file('callqueue').fsPath });
      await vscode.workspace.fs.writeFile(trace, whole);
      await heard(/live\.tf grew by \d+ frames: it holds 246 now\./);
      await go(245);

      await vscode.workspace.fs.delete(trace);
      await heard(/live\.tf.* cannot be read.*What was read before is shown/);
      await go(100);
      assert.match(await evaluate('$pc'), /0x[0-9a-f]+/);

      await vscode.workspace.fs.writeFile(trace, whole);
      await heard(/live\.tf was written again; its frames are the same\./);
      assert.equal(await evaluate('$trace_frame'), '100');
    } finally {
      tracker.dispose();
    }
  });
});

async function heard(words: RegExp): Promise<void> {
  await eventually(String(words), () => said.some((text) => words.test(text)));
}

async function go(frame: number): Promise<void> {
  await vscode.debug.activeDebugSession?.customRequest('evaluate', {
    expression: `tfind ${frame}`,
    context: 'repl',
  });
  await eventually(`frame ${frame}`, async () => {
    return (await evaluate('$trace_frame')) === String(frame);
  });
}

async function evaluate(expression: string): Promise<string> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  const body: unknown = await session.customRequest('evaluate', { expression });
  return (body as { result: string }).result;
}
