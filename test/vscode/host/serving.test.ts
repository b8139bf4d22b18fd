// A real gdb connects to a trace that VS Code serves.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, file } from './workspace';

const run = promisify(execFile);

describe('serving a trace', () => {
  afterEach(closeEverything);

  it('lets gdb look at its frames, on this machine alone', async () => {
    const command = await vscode.commands.executeCommand('tracefile.serve', file('callqueue.tf'));
    assert.match(String(command), /^target remote localhost:\d+$/);
    const again = await vscode.commands.executeCommand('tracefile.serve', file('callqueue.tf'));
    assert.equal(again, command);
    // gdb ends with an error after the frame that is not there.
    const gdb = run('gdb', [
      '-q',
      '-nx',
      '-batch',
      '-ex',
      // A reply after gdb's two seconds would be taken for the next one.
      'set remotetimeout 500',
      '-ex',
      String(command),
      '-ex',
      'tstatus',
      '-ex',
      'tfind 245',
      '-ex',
      'print $trace_frame',
      '-ex',
      'tfind 246',
      file('callqueue').fsPath,
    ]);
    const { stdout } = await gdb.catch((failed: unknown) => failed as { stdout: string });
    assert.match(stdout, /Collected 246 trace frames/);
    assert.match(stdout, /\$1 = 245/);
    const port = Number(String(command).split(':').at(-1));
    assert.equal(await reaches('127.0.0.2', port), false);
    assert.equal(await reaches('127.0.0.1', port), true);
  });
});

/** Another address of this machine stands for any but the one that is listened at. */
async function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}
