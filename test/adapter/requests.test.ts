// Requests that make no sense, come at the wrong time, or are not for a trace: each gets an error, and the session goes on.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

const app = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app') };

let client: TraceClient;

beforeEach(async () => {
  client = await TraceClient.start();
  await client.launchTrace({ ...app, frame: 1 });
});

afterEach(async () => {
  await client.stop();
});

const nonsense: readonly (readonly [string, object])[] = [
  ['stackTrace', { threadId: 1, startFrame: 'x', levels: {} }],
  ['scopes', {}],
  ['scopes', { frameId: 'x' }],
  ['scopes', { frameId: 1.5 }],
  ['scopes', { frameId: -1 }],
  ['scopes', { frameId: 1e300 }],
  ['variables', { variablesReference: -7 }],
  ['variables', { variablesReference: 'x' }],
  ['evaluate', {}],
  ['evaluate', { expression: '$rip', frameId: {} }],
  ['evaluate', { expression: '(((', context: 'watch' }],
  ['readMemory', { memoryReference: 'zz', count: 4 }],
  ['readMemory', { memoryReference: '0x404060', count: Number.NaN }],
  ['setInstructionBreakpoints', { breakpoints: [{ instructionReference: 'zz' }] }],
  ['setInstructionBreakpoints', { breakpoints: [{ instructionReference: '' }] }],
  ['setBreakpoints', {}],
  ['setFunctionBreakpoints', {}],
  ['traceFrame', { frame: 'first' }],
  ['source', { sourceReference: 99 }],
  ['attach', {}],
  ['setVariable', { variablesReference: 1, name: 'n', value: '1' }],
  ['goto', { threadId: 1 }],
  ['goto', { threadId: 1, targetId: 0 }],
  ['goto', { threadId: 1, targetId: 1e15 }],
  ['goto', { threadId: 1, targetId: 'x' }],
  ['gotoTargets', {}],
  ['gotoTargets', { source: {}, line: 'x' }],
  ['gotoTargets', { source: { path: 'app.c' }, line: 1e300 }],
  ['setBreakpoints', { source: {}, breakpoints: 7 }],
  ['setBreakpoints', { source: {}, breakpoints: [{}] }],
  ['setBreakpoints', { source: {}, breakpoints: [{ line: 1, condition: {} }] }],
  ['setBreakpoints', { source: {}, breakpoints: [{ line: 1, hitCondition: 3 }] }],
  ['setFunctionBreakpoints', { breakpoints: [{ name: 7 }] }],
  ['setFunctionBreakpoints', { breakpoints: { length: 1e9 } }],
  ['setInstructionBreakpoints', { breakpoints: [{ instructionReference: '0x1', offset: 0.5 }] }],
  ['setInstructionBreakpoints', { breakpoints: [{}] }],
  ['setDataBreakpoints', {}],
  ['setDataBreakpoints', { breakpoints: [null] }],
  ['dataBreakpointInfo', {}],
  ['dataBreakpointInfo', { name: 'n', variablesReference: -1 }],
  ['dataBreakpointInfo', { name: 'n', variablesReference: 1e9 }],
  ['dataBreakpointInfo', { name: 'n', frameId: 1e9 }],
  ['breakpointLocations', {}],
  ['breakpointLocations', { source: {}, line: 0.5 }],
  ['locations', {}],
  ['locations', { locationReference: -1 }],
  ['locations', { locationReference: 7 }],
  ['locations', { locationReference: 2 ** 30 + 114 }],
  ['locations', { locationReference: 2 ** 52 }],
  ['traceMove', {}],
  ['traceMove', { to: 'toString' }],
  ['traceMove', { to: 'nextChange' }],
  ['traceMove', { to: 'nextChange', expression: '((((' }],
  ['cancel', {}],
  ['cancel', { requestId: 1e9 }],
  ['cancel', { progressId: 'move 1' }],
  ['writeMemory', { memoryReference: '0x404060', data: '' }],
  ['nothing', {}],
];

describe('a request that makes no sense', () => {
  it.each(nonsense.filter(([command]) => command !== 'stackTrace'))(
    '%s %j is an error, and the session goes on',
    async (command, args) => {
      await expect(client.customRequest(command, args)).rejects.toThrow(/\w/);
      expect(await client.frame()).toBe(1);
    },
  );

  it('has its numbers kept to what there is', async () => {
    const { body } = await client.stackTraceRequest({ threadId: 1, startFrame: -5, levels: -1 });
    expect(body.stackFrames[0]?.name).toBe('helper');
    const past = await client.stackTraceRequest({ threadId: 1, startFrame: 9, levels: 1 });
    expect(past.body.stackFrames).toEqual([]);
  });

  it('does not launch a second trace over the first', async () => {
    await expect(client.customRequest('launch', app)).rejects.toThrow(/already/);
    expect(await client.frame()).toBe(1);
  });
});

describe('cancelling', () => {
  it('ends a request that is not answered yet, and nothing else', async () => {
    const { request_seq: number } = await client.threadsRequest();
    const source = { path: corpus('x86_64/app.c') };
    const [targets, cancel] = await Promise.allSettled([
      client.customRequest('gotoTargets', { source, line: 13 }),
      client.customRequest('cancel', { requestId: number + 1 }),
    ]);
    expect(targets).toMatchObject({ status: 'rejected', reason: { message: 'cancelled' } });
    expect(cancel.status).toBe('fulfilled');
    expect(await client.frame()).toBe(1);
    const again = client.customRequest('cancel', { requestId: number + 1 });
    await expect(again).rejects.toThrow(/Nothing is under way/);
  });
});

describe('pausing', () => {
  it('ends a search where the debugger stands', async () => {
    const stops: string[] = [];
    client.on('stopped', ({ body }: { body: { reason: string } }) => stops.push(body.reason));
    await Promise.all([
      client.waitForEvent('stopped'),
      client.continueRequest({ threadId: 1 }),
      client.pauseRequest({ threadId: 1 }),
    ]);
    await client.threadsRequest();
    expect(stops.at(-1)).toBe('pause');
    expect(await client.frame()).toBe(1);
  });
});

describe('breakpoints', () => {
  it('follow the sources, and the client hears of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sources-'));
    const copy = join(folder, 'app.c');
    await copyFile(corpus('x86_64/app.c'), copy);
    const { body } = await client.setBreakpointsRequest({
      source: { path: copy },
      breakpoints: [{ line: 13 }],
    });
    expect(body.breakpoints[0]?.verified).toBe(false);
    const [changed] = await Promise.all([
      client.waitForEvent('breakpoint'),
      client.customRequest('refreshSources', { sourceMap: { '/build/app': folder } }),
    ]);
    await rm(folder, { recursive: true });
    expect(changed.body).toMatchObject({
      reason: 'changed',
      breakpoint: { id: body.breakpoints[0]?.id, verified: true, line: 13 },
    });
  });
});

describe('a client that says little', () => {
  it('is taken to send paths', async () => {
    const little = new TraceClient(
      'node',
      resolve(import.meta.dirname, '../../dist/stdio.js'),
      'x',
    );
    await little.start();
    const response: unknown = await little.customRequest('initialize');
    expect(response).toMatchObject({ body: { supportsStepBack: true } });
    await little.stop();
  });

  it('ends the adapter when it disconnects', async () => {
    const adapter = spawn(process.execPath, [resolve(import.meta.dirname, '../../dist/stdio.js')]);
    const text = JSON.stringify({ seq: 1, type: 'request', command: 'disconnect' });
    adapter.stdin.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
    expect(await once(adapter, 'exit')).toEqual([0, null]);
  });

  it('hears why nothing was launched before it hears of the end', async () => {
    const adapter = spawn(process.execPath, [resolve(import.meta.dirname, '../../dist/stdio.js')]);
    const text = JSON.stringify({ seq: 1, type: 'request', command: 'launch' });
    adapter.stdin.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
    let said = '';
    for await (const chunk of adapter.stdout.setEncoding('utf8')) {
      said += chunk as string;
      if (said.includes('terminated')) break;
    }
    adapter.kill();
    expect(said).toMatch(/names no trace file.*"event":"terminated"/s);
  });
});
