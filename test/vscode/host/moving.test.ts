// The commands that move, as a person runs them: by the debugger, and in the trace editor.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  accepting,
  closeEverything,
  debug,
  eventually,
  file,
  isStopped,
  tabsOf,
} from './workspace';

/** The sample holds frames 0 to 245. */
const last = 245;

describe('moving', () => {
  afterEach(closeEverything);

  it('by the debugger: to the ends, hits, frames of a function, and back', async () => {
    await debugAt(0);
    await arrive('tracefile.lastFrame', (frame) => frame === last);
    await arrive('tracefile.goBack', (frame) => frame === 0);
    await arrive('tracefile.goForward', (frame) => frame === last);
    const hit = await arrive('tracefile.previousHit', (frame) => frame < last);
    await arrive('tracefile.nextHit', (frame) => frame > hit);
    await arrive('tracefile.firstFrame', (frame) => frame === 0);
    const name = await evaluate('$trace_func');
    await arrive('tracefile.nextInFunction', (frame) => frame > 0);
    assert.equal(await evaluate('$trace_func'), name);
    await arrive('tracefile.previousInFunction', (frame) => frame === 0);
  });

  // The last two are what version 0.1.0 called them: people have keys for them.
  for (const command of ['lastChange', 'allChanges', 'previousChange', 'nextChange']) {
    it(`by ${command}, to the frame before a change`, async () => {
      await debugAt(214);
      const menu = {
        sessionId: vscode.debug.activeDebugSession?.id,
        variable: { evaluateName: 'queue->waiting' },
      };
      const asked = vscode.commands.executeCommand(`tracefile.${command}`, menu);
      await accepting(command, async () => (await position()) !== 214);
      await asked;
      assert.equal(await position(), /last|previous/.test(command) ? 213 : 0);
    });
  }

  it('in the trace editor, where nothing is debugged', async () => {
    const trace = file('callqueue.tf');
    await vscode.commands.executeCommand('vscode.open', trace, { preview: false });
    await eventually('the trace editor', () => tabsOf(trace).includes('custom 1'));
    await vscode.commands.executeCommand('tracefile.lastFrame');
    await vscode.commands.executeCommand('tracefile.previousHit');
    await vscode.commands.executeCommand('tracefile.debug');
    await eventually('the debugger', () => isStopped());
    const frame = await position();
    assert.ok(frame > 0 && frame < last, `stopped at ${frame}`);
  });

  it('leaves the debugger where it is when there is no such frame', async () => {
    await debugAt(last);
    await vscode.commands.executeCommand('tracefile.nextHit');
    await eventually('the debugger', () => isStopped());
    assert.equal(await position(), last);
    await vscode.commands.executeCommand('tracefile.lastChange', { variable: { name: 'x' } });
    assert.equal(await position(), last);
  });
});

async function debugAt(frame: number): Promise<void> {
  await debug({ trace: file('callqueue.tf').fsPath, frame });
}

/** Runs a command, and waits until the debugger stands at a frame that is right; its number. */
async function arrive(
  command: string,
  isRight: (frame: number) => boolean,
  ...args: unknown[]
): Promise<number> {
  await vscode.commands.executeCommand(command, ...args);
  await eventually(command, async () => isStopped() && isRight(await position()));
  return position();
}

async function position(): Promise<number> {
  return Number(await evaluate('$trace_frame'));
}

async function evaluate(expression: string): Promise<string> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  const body: unknown = await session.customRequest('evaluate', { expression });
  return (body as { result: string }).result;
}
