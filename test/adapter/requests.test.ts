// Requests that make no sense, come at the wrong time, or are not for a trace: each gets an error,
// and the session goes on.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { corpus, TraceClient } from './client';
import { RawAdapter, type RawMessage } from './rawAdapter';
import { adapterHere } from './runningAdapter';

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
  ['valueChanges', {}],
  ['valueChanges', { expression: '((((' }],
  ['valueChanges', { expression: 'main', last: true }],
  ['valueChanges', { expression: 'n', frameId: 1e9 }],
  ['possibleStores', { expression: 'n' }],
  ['possibleStores', { expression: 'n', before: 7, after: 3 }],
  ['possibleStores', { expression: 7, before: 3, after: 7 }],
  ['cancel', {}],
  ['cancel', { requestId: 1e9 }],
  ['cancel', { progressId: 'move 1' }],
  ['writeMemory', { memoryReference: '0x404060', data: '' }],
  ['nothing', {}],
];

const withoutArguments: Readonly<Record<string, readonly string[]>> = {
  breakpointLocations: ['source', 'line'],
  completions: ['text', 'column'],
  dataBreakpointInfo: ['name'],
  disassemble: ['memoryReference', 'instructionCount'],
  evaluate: ['expression'],
  goto: ['targetId'],
  gotoTargets: ['source', 'line'],
  readMemory: ['memoryReference', 'count'],
  scopes: ['frameId'],
  setBreakpoints: ['source'],
  setDataBreakpoints: ['breakpoints'],
  source: ['sourceReference'],
  variables: ['variablesReference'],
};

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
    const [targets, cancel] = await client.atOnce(() =>
      Promise.allSettled([
        client.customRequest('gotoTargets', { source, line: 13 }),
        client.customRequest('cancel', { requestId: number + 1 }),
      ]),
    );
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
    await client.atOnce(() =>
      Promise.all([
        client.waitForEvent('stopped'),
        client.continueRequest({ threadId: 1 }),
        client.pauseRequest({ threadId: 1 }),
      ]),
    );
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
    const little = new TraceClient(adapterHere());
    const response: unknown = await little.customRequest('initialize');
    expect(response).toMatchObject({ body: { supportsStepBack: true } });
    await little.stop();
  });

  it('hears why nothing was launched before it hears of the end', async () => {
    const said: RawMessage[] = [];
    const running = adapterHere();
    const ended = new Promise<void>((heard) => {
      const adapter = new RawAdapter(running, (message) => {
        said.push(message);
        if (message.event === 'terminated') heard();
      });
      void adapter.ask('launch', undefined);
    });
    await ended;
    running.end();
    expect(said).toMatchObject([
      { type: 'request' },
      { success: false, message: expect.stringContaining('names no trace file') as string },
      { event: 'terminated' },
    ]);
  });
});

describe('an error', () => {
  it.each(Object.entries(withoutArguments))('names what %s is missing', async (command, names) => {
    await expect(client.customRequest(command, {})).rejects.toThrow(
      `Missing argument "${names[0] ?? ''}".`,
    );
  });

  it('has its braces taken for text', async () => {
    for (const name of ['{vtable}', '{_vptr}']) {
      const failed = client.customRequest(name, {});
      await expect(failed).rejects.toThrow(`There is no request ${name}.`);
    }
    const bytes = client.evaluateRequest({ expression: '{_nothing} 1', context: 'watch' });
    await expect(bytes).rejects.toThrow('_nothing');
  });
});

describe('what was handed out at the stop before', () => {
  it('is taken for the innermost stack frame, by a command that is typed fast too', async () => {
    const { id } = await client.stackFrame();
    await client.moving(client.nextRequest({ threadId: 1 }));
    for (const context of ['watch', 'repl', 'hover']) {
      const asked = { expression: '$trace_frame', frameId: id, context };
      expect((await client.evaluateRequest(asked)).body.result).toBe('2');
    }
    await expect(client.scopesRequest({ frameId: id })).rejects.toThrow(/moved/);
    const info = { name: 'g.x', frameId: id } as DebugProtocol.DataBreakpointInfoArguments;
    expect((await client.dataBreakpointInfoRequest(info)).body.dataId).not.toBeNull();
  });

  it('keeps its values', async () => {
    const { body } = await client.scopesRequest({ frameId: (await client.stackFrame()).id });
    const variablesReference = body.scopes[0]?.variablesReference ?? 0;
    const values = async () =>
      (await client.variablesRequest({ variablesReference })).body.variables.map(
        ({ name, value }) => `${name} = ${value}`,
      );
    const before = await values();
    expect(before).toContain('n = 0');
    await client.moving(client.stepOutRequest({ threadId: 1 }));
    expect(await values()).toEqual(before);
  });
});

describe('a row of Collected Memory', () => {
  it('can be copied as an expression, and followed', async () => {
    const { body } = await client.scopesRequest({ frameId: (await client.stackFrame()).id });
    const scope = body.scopes.find(({ name }) => name === 'Collected Memory');
    const ranges = await client.variablesRequest({
      variablesReference: scope?.variablesReference ?? 0,
    });
    const range = ranges.body.variables.find(({ indexedVariables = 0 }) => indexedVariables > 2);
    const variablesReference = range?.variablesReference ?? 0;
    const rows = (await client.variablesRequest({ variablesReference })).body.variables;
    const row = rows[2];
    const expression = row?.evaluateName ?? '';
    const read = await client.evaluateRequest({
      expression: `(${expression})[0]`,
      context: 'watch',
    });
    const [first = ''] = row?.value.split(' ') ?? [];
    expect(parseInt(read.body.result)).toBe(parseInt(first, 16));
    const { body: info } = await client.dataBreakpointInfoRequest({
      name: row?.name ?? '',
      variablesReference,
    });
    expect(info.dataId).toContain(row?.name);
    const { body: none } = await client.dataBreakpointInfoRequest({
      name: 'nothing',
      variablesReference,
    });
    expect(none).toEqual({ dataId: null, description: 'There is no nothing.' });
  });
});

describe('the start of a completion', () => {
  it.each([
    ['vscode', 6],
    ['emacs', 7],
  ])('counts for %s as it takes it', async (clientID, start) => {
    const other = new TraceClient(adapterHere());
    await other.initializeRequest({ adapterID: 'x', clientID, columnsStartAt1: true });
    await other.launchTrace(app);
    const { body } = await other.completionsRequest({ text: 'print $trace_fr', column: 16 });
    await other.stop();
    expect(body.targets).toMatchObject([{ label: '$trace_frame', start, length: 9 }]);
  });
});
