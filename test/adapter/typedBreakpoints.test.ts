// Breakpoints that are typed in the console and those of the client's list, as far as the protocol
// carries them from one to the other.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually';
import { corpus, TraceClient } from './client';

const source = { path: corpus('x86_64/app.c') };
const sourceMap = { '/build/app': corpus('x86_64') };

let client: TraceClient;
let told: DebugProtocol.BreakpointEvent['body'][];

beforeEach(async () => {
  client = await TraceClient.start('vscode');
  told = [];
  client.on('breakpoint', ({ body }: DebugProtocol.BreakpointEvent) => told.push(body));
  const trace = corpus('x86_64/app.tf');
  await client.launchTrace({ trace, program: corpus('x86_64/app'), sourceMap });
});

afterEach(async () => {
  await client.stop();
});

async function type(expression: string): Promise<string> {
  return (await client.evaluateRequest({ expression, context: 'repl' })).body.result;
}

/** What the client lists of the source, as it sends it; the ids in the answer. */
async function send(...lines: (number | DebugProtocol.SourceBreakpoint)[]): Promise<unknown[]> {
  const breakpoints = lines.map((line) => (typeof line === 'number' ? { line } : line));
  const { body } = await client.setBreakpointsRequest({ source, breakpoints });
  return body.breakpoints.map(({ id }) => id);
}

describe('a typed breakpoint', () => {
  it('is added to the client’s list, and is the same when the client sends it back', async () => {
    await type('break 13');
    const breakpoint = { id: 1, verified: true, source, line: 13 };
    expect(told).toEqual([{ reason: 'new', breakpoint }]);
    expect(await send(13, 14)).toEqual([1, 2]);
    expect(await type('info breakpoints')).toMatch(/^Num.*\n1 .*app\.c:13\n2 .*app\.c:14$/);
    const { description } = await client.moving(client.continueRequest({ threadId: 1 }));
    expect(description).toMatch(/^Breakpoint 1 at/);
  });

  it('keeps its condition, which the client hears of in words', async () => {
    await type('break 13');
    await type('condition 1 n == 3');
    await eventually(() => {
      expect(told.at(-1)).toMatchObject({
        reason: 'changed',
        breakpoint: { id: 1, verified: true, message: 'Debug console: if n == 3' },
      });
    });
    expect(await send(13)).toEqual([1]);
    await client.moving(client.continueRequest({ threadId: 1 }));
    expect(await client.print('n')).toBe('3');
  });

  it('is listed with its line where it is a function or an address, and keeps its meaning', async () => {
    await type('break helper');
    const { line } = told[0]?.breakpoint ?? {};
    expect(told).toMatchObject([{ reason: 'new', breakpoint: { id: 1, source } }]);
    expect(await send(line ?? 0)).toEqual([1]);
    expect(await type('delete 1')).toBe('');
    expect(told.at(-1)).toMatchObject({ reason: 'removed', breakpoint: { id: 1 } });
    await type('break *$pc');
    expect(told.at(-1)).toMatchObject({ reason: 'new', breakpoint: { id: 2, source } });
  });

  it('goes from the client’s list when it is hit once, disabled or deleted', async () => {
    await type('tbreak 13');
    await type('break 16');
    await type('disable 2');
    await type('enable 2');
    await type('clear 16');
    await type('continue');
    expect(told.map(({ reason, breakpoint: { id } }) => `${reason} ${id ?? ''}`)).toEqual([
      'new 1',
      'new 2',
      'removed 2',
      'new 2',
      'removed 2',
      'removed 1',
    ]);
  });

  it('goes from both lists when the Continue button hits it once', async () => {
    await type('tbreak 13');
    await client.moving(client.continueRequest({ threadId: 1 }));
    await eventually(() => {
      expect(told.at(-1)).toMatchObject({ reason: 'removed', breakpoint: { id: 1 } });
    });
    expect(await type('info breakpoints')).toBe('No breakpoints or watchpoints.');
  });

  it('goes when the client takes it out of its list, or gives it terms of its own', async () => {
    await type('break 13');
    expect(await send(14)).toEqual([2]);
    expect(await type('info breakpoints 1')).toMatch(/^No breakpoint or watchpoint/);
    await type('break 13');
    expect(await send({ line: 13, condition: 'n == 3' })).toEqual([4]);
    expect(await type('info breakpoints')).toMatch(/\n4 .*\n\tstop only if n == 3$/);
  });

  it('does not come back when the client takes it out while it changes', async () => {
    await type('break 13');
    // The change finds no breakpoint where the request overtakes it.
    const changing = type('condition 1 n == 3').catch(() => '');
    expect(await send()).toEqual([]);
    await changing;
    expect(await type('info breakpoints')).toBe('No breakpoints or watchpoints.');
    expect(told.filter(({ reason }) => reason === 'new')).toHaveLength(1);
  });

  it('is not listed twice where the client has a breakpoint', async () => {
    await send(13);
    await type('break 13');
    expect(told).toEqual([]);
  });

  it('is the console’s alone where it watches a value', async () => {
    await type('watch g.x');
    expect(told.filter(({ reason }) => reason === 'new')).toEqual([]);
  });
});

describe('a breakpoint of the client', () => {
  it('is deleted by its number', async () => {
    expect(await send(13, 16)).toEqual([1, 2]);
    expect(await type('delete 1')).toBe('');
    expect(told).toMatchObject([{ reason: 'removed', breakpoint: { id: 1 } }]);
    expect(await type('info breakpoints')).toMatch(/^Num.*\n2 .*app\.c:16$/);
  });

  it('keeps terms that only the client can change', async () => {
    await send(13);
    await expect(type('condition 1 n == 3')).rejects.toThrow(/VS Code’s list/);
  });

  it('is not deleted where the client does not hear of it', async () => {
    const instructionReference = await client.print('$pc');
    const breakpoints = [{ instructionReference: instructionReference.split(' ')[0] ?? '' }];
    await client.customRequest('setInstructionBreakpoints', { breakpoints });
    expect(await type('delete 1')).toMatch(/VS Code’s list/);
  });
});
