// A folder that gdb's `tsave -ctf` wrote, opened by the command and by its metadata, and debugged.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  closeEverything,
  debug,
  eventually,
  file,
  isStopped,
  tabsAreClaimed,
  tabsOf,
} from './workspace';

const folder = () => file('app.ctf');
const metadata = () => vscode.Uri.joinPath(folder(), 'metadata');

describe('a folder with gdb’s CTF', () => {
  before(async () => {
    const extension = vscode.extensions.getExtension('gdb-trace-files.gdb-tracefile');
    assert.ok(extension, 'no extension');
    for (const name of ['app', 'app.c', 'app.ctf']) {
      const recorded = vscode.Uri.joinPath(extension.extensionUri, 'test/corpus/x86_64', name);
      await vscode.workspace.fs.copy(recorded, file(name), { overwrite: true });
    }
  });
  afterEach(closeEverything);

  it('opens by the command, and is debugged', async () => {
    await vscode.commands.executeCommand('tracefile.open', folder());
    await eventually('the trace editor', () => tabsOf(metadata()).includes('custom 1'));
    await vscode.commands.executeCommand('tracefile.debug');
    await eventually('the debugger', () => isStopped());
    const session = vscode.debug.activeDebugSession;
    assert.match(String(session?.configuration['trace']), /app\.ctf$/);
    assert.equal(await evaluate('$trace_frame'), '0');
    assert.equal(await evaluate('$trace_func'), '"helper"');
    await vscode.commands.executeCommand('workbench.action.debug.stepInto');
    await eventually('frame 1', async () => (await evaluate('$trace_frame')) === '1');
  });

  it('opens by its metadata as an option, which stays text unless asked', async () => {
    await vscode.commands.executeCommand('vscode.open', metadata(), { preview: false });
    await tabsAreClaimed();
    assert.deepEqual(tabsOf(metadata()), ['text 1']);
    await closeEverything();
    await vscode.commands.executeCommand('vscode.openWith', metadata(), 'tracefile.option');
    await eventually('the trace editor', () => tabsOf(metadata()).includes('custom 1'));
  });

  it('is debugged by either name, sharing the trace of the editor', async () => {
    await vscode.commands.executeCommand('tracefile.open', folder());
    for (const trace of [folder(), metadata()]) {
      await debug({ trace: trace.fsPath, program: file('app').fsPath, frame: 40 });
      assert.equal(await evaluate('$trace_frame'), '40');
      assert.equal(await evaluate('n'), '7');
      await vscode.debug.stopDebugging();
      await eventually('the end', () => vscode.debug.activeDebugSession === undefined);
    }
  });

  it('says why another folder is none', async () => {
    const trace = vscode.Uri.joinPath(folder(), '..').fsPath;
    const start = vscode.debug.startDebugging(undefined, {
      type: 'tracefile',
      request: 'launch',
      name: 'test',
      trace,
    });
    await assert.rejects(async () => start, /metadata cannot be read.*tsave -ctf/);
  });
});

async function evaluate(expression: string): Promise<string> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  const body: unknown = await session.customRequest('evaluate', { expression });
  return (body as { result: string }).result;
}
