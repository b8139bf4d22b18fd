// The focus of a page through which the debugger is moved. VS Code puts it into the source at each
// stop, and tells of a stop some time later.
import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { pageWindow } from '../../../src/editor/pageWindow';
import { Emitter } from '../../../src/trace/emitter';

const debug = vi.hoisted(() => ({ listen: undefined as unknown }));

vi.mock('vscode', () => ({
  DebugStackFrame: class {
    constructor(
      readonly session: unknown,
      readonly frameId: number,
    ) {}
  },
  debug: {
    onDidChangeActiveStackItem: (listener: unknown) =>
      (debug.listen as (listener: unknown) => unknown)(listener),
  },
  extensions: {},
}));

const { DebugStackFrame } = (await import('vscode')) as unknown as {
  DebugStackFrame: new (session: unknown, frameId: number) => vscode.DebugStackFrame;
};

function fixture() {
  const shown = new Emitter<vscode.DebugStackFrame>();
  debug.listen = shown.event;
  const revealed: string[] = [];
  const window = pageWindow({
    reveal: () => revealed.push('page'),
    webview: {},
  } as unknown as vscode.WebviewPanel);
  const session = {
    id: 'one',
    // Stack frames of this stop have ids from 5 on.
    customRequest: (_: string, { frameId }: { readonly frameId: number }) =>
      frameId < 5 ? Promise.reject(new Error('moved since')) : Promise.resolve({ scopes: [] }),
  } as unknown as vscode.DebugSession;
  const restore = window.focusAfterStop(session, () => revealed.push('focus'));
  const show = async (frameId: number, of: unknown = session) => {
    shown.fire(new DebugStackFrame(of, frameId));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { show, restore, revealed };
}

it('comes back at the stop of the last move, not at an earlier one', async () => {
  const { show, revealed } = fixture();
  await show(2);
  expect(revealed).toEqual([]);
  await show(5);
  expect(revealed).toEqual(['page', 'focus']);
});

it('comes back once: a stack frame that is selected afterwards keeps it', async () => {
  const { show, revealed } = fixture();
  await show(5);
  await show(6);
  expect(revealed).toEqual(['page', 'focus']);
});

it('stays where the user puts it once nothing waits for a stop', async () => {
  const { show, restore, revealed } = fixture();
  const showing = show(5);
  restore.dispose();
  await showing;
  expect(revealed).toEqual([]);
});

it('is no matter of another debug session', async () => {
  const { show, revealed } = fixture();
  await show(5, { id: 'two' });
  expect(revealed).toEqual([]);
});
