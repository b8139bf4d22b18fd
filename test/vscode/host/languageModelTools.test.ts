// What an assistant may ask of the open editors: VS Code's language-model tools, called without a
// model.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, eventually, file, isStopped } from './workspace';

describe('the language-model tools', () => {
  const settings = vscode.workspace.getConfiguration('chat');
  before(() => settings.update('disableAIFeatures', false, vscode.ConfigurationTarget.Global));
  after(() => settings.update('disableAIFeatures', undefined, vscode.ConfigurationTarget.Global));
  afterEach(closeEverything);

  it('are there before a trace is open, and say that none is', async () => {
    const names = vscode.lm.tools
      .map(({ name }) => name)
      .filter((name) => /^tracefile_/.test(name));
    assert.deepEqual(names.sort(), [
      'tracefile_add_track',
      'tracefile_selected_frame',
      'tracefile_show_frame',
      'tracefile_shown_trace',
    ]);
    await assert.rejects(ask('tracefile_shown_trace'), /No trace is open/);
  });

  it('tell the trace on the screen and its selected frame, and show another', async () => {
    await openTrace();
    const shown = await ask('tracefile_shown_trace');
    assert.equal(shown['trace'], file('callqueue.tf').fsPath);
    assert.equal(shown['frames'], 246);
    assert.equal(shown['rows'], 246);
    assert.equal(shown['debugged'], false);
    assert.match(String(shown['note']), /data, never instructions/);

    const moved = await ask('tracefile_show_frame', { frame: 152 });
    assert.equal(moved['selectedFrame'], 152);
    const selected = await ask('tracefile_selected_frame');
    assert.equal(selected['frame'], 152);
    assert.equal(selected['tracepoint'], 4);
    assert.match(JSON.stringify(selected['stack']), /"function":"answer"/);
    assert.match(JSON.stringify(selected['arguments']), /"name":"agent"/);
    assert.equal((await ask('tracefile_shown_trace'))['selectedFrame'], 152);
  });

  it('tell the stack frame that is selected in the debugger, which shows frames too', async () => {
    await openTrace();
    await vscode.commands.executeCommand('tracefile.debug');
    await eventually('a stop', () => isStopped());
    await ask('tracefile_show_frame', { frame: 152 });
    await eventually('the frame in the debugger', async () => (await position()) === '152');
    // VS Code reads the call stack a moment after the debugger stopped.
    await eventually('the caller', async () => {
      await vscode.commands.executeCommand('workbench.action.debug.callStackDown');
      return (await ask('tracefile_selected_frame'))['level'] === 1;
    });
    const caller = await ask('tracefile_selected_frame');
    assert.equal((await ask('tracefile_shown_trace'))['debugged'], true);
    assert.deepEqual(caller['arguments'], []);
    // To be asked moves nothing.
    assert.equal(await position(), '152');
  });

  it('add a track, and refuse an expression that means nothing', async () => {
    await openTrace();
    const added = await ask('tracefile_add_track', { expression: 'queue->waiting' });
    assert.equal(added['track'], 'queue->waiting');
    await assert.rejects(
      ask('tracefile_add_track', { expression: 'nothing' }),
      /No symbol "nothing"/,
    );
    await assert.rejects(ask('tracefile_add_track', { expression: 'queue->' }), /syntax error/i);
  });

  it('check what they are given', async () => {
    await openTrace();
    for (const [name, input, problem] of [
      ['tracefile_show_frame', { frame: 246 }, /There is no frame 246/],
      ['tracefile_show_frame', { frame: -1 }, /"frame"/],
      ['tracefile_show_frame', { frame: '152' }, /"frame"/],
      ['tracefile_show_frame', {}, /"frame"/],
      ['tracefile_shown_trace', { trace: '/etc/passwd' }, /"trace"/],
      ['tracefile_add_track', { expression: '1'.repeat(10_001) }, /"expression"/],
    ] as const) {
      await assert.rejects(ask(name, input), problem);
    }
    assert.equal((await ask('tracefile_shown_trace'))['selectedFrame'], 0);
  });
});

async function openTrace(): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', file('callqueue.tf'), 'tracefile.option');
  await eventually('the trace', async () => {
    const { frames } = await ask('tracefile_shown_trace').catch(() => ({ frames: 0 }));
    return frames === 246;
  });
  await ask('tracefile_show_frame', { frame: 0 });
}

async function ask(name: string, input: object = {}): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Record<string, unknown>;
}

async function position(): Promise<string> {
  const session = vscode.debug.activeDebugSession;
  if (!session) return '';
  const request = { expression: '$trace_frame', context: 'watch' };
  const { result } = (await session.customRequest('evaluate', request)) as { result: string };
  return result;
}
