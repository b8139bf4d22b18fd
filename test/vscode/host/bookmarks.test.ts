// Bookmarks on frames, by their commands.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, debug, eventually, file } from './workspace';

describe('bookmarks', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('tracefile.removeAllBookmarks');
    await closeEverything();
  });

  it('lead the debugger from one marked frame to the next, and are links to others', async () => {
    await debug({ trace: file('callqueue.tf').fsPath, frame: 3 });
    await vscode.commands.executeCommand('tracefile.toggleBookmark');
    await go(200);
    await vscode.commands.executeCommand('tracefile.toggleBookmark');
    await go(100);
    await vscode.commands.executeCommand('tracefile.nextBookmark');
    await stands(200);
    await vscode.commands.executeCommand('tracefile.previousBookmark');
    await stands(3);
    await vscode.commands.executeCommand('tracefile.previousBookmark');
    await stands(3);

    await vscode.commands.executeCommand('tracefile.copyLink');
    const link = await vscode.env.clipboard.readText();
    const query = `file=${encodeURIComponent(file('callqueue.tf').fsPath)}&frame=3`;
    assert.equal(link, `${vscode.env.uriScheme}://gdb-trace-files.gdb-tracefile/open?${query}`);
  });
});

async function go(frame: number): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  await session?.customRequest('evaluate', { expression: `tfind ${frame}`, context: 'repl' });
  await stands(frame);
}

async function stands(frame: number): Promise<void> {
  await eventually(`frame ${frame}`, async () => {
    const session = vscode.debug.activeDebugSession;
    assert.ok(session, 'no debug session');
    const body: unknown = await session.customRequest('evaluate', { expression: '$trace_frame' });
    return (body as { result: string }).result === String(frame);
  });
}
