// Recording over DAP against a real gdbserver: attach, the run, pause, and the session on the trace
// that came of it.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { listen } from '../../src/platform/connection';
import { askGdb } from '../oracle/askGdb';
import { frame, StubTarget, variable } from '../unit/remote/client/stubTarget';
import { corpus, TraceClient } from './client';

const folder = mkdtempSync(join(tmpdir(), 'attach-'));
const programs = corpus('extra/x86_64');
const trace = join(folder, 'recorded.tf');
const children: ChildProcess[] = [];

/** A target that gdbserver starts at the other end of a pipe. */
function piped(program: string): string {
  return `| cd ${programs} && exec gdbserver --once --wrapper env -i -- - ./${program}`;
}

/** A target that outlives connections. */
function listening(program: string): Promise<string> {
  const child = spawn('gdbserver', ['localhost:0', `./${program}`], {
    cwd: programs,
    stdio: ['ignore', 'ignore', 'pipe'] as const,
  });
  children.push(child);
  return new Promise((resolve) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /Listening on port (\d+)\n/.exec(said)?.[1];
      if (port !== undefined) resolve(`localhost:${port}`);
    });
  });
}

const commands = [
  'tvariable $sums = 5',
  'trace meter.c:45 if depth == 2',
  'actions',
  'collect $regs, $args, *reading',
  'teval $sums = $sums + depth',
  'collect $sums',
  'end',
];

let client: TraceClient;
beforeEach(async () => {
  client = await TraceClient.start();
});
afterEach(async () => {
  await client.stop();
});
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
});

/** Arguments, which DAP leaves to each adapter. */
function attachment(args: object): DebugProtocol.AttachRequestArguments {
  return args;
}

/** Attaches, and waits for the trace. */
async function record(args: object): Promise<void> {
  const initialized = client.waitForEvent('initialized');
  await client.attachRequest(attachment(args));
  await initialized;
}

describe('attach', () => {
  it.each(['meter', 'meter-pie'])(
    'records %s up to its end, and debugs the trace',
    async (program) => {
      await record({
        target: piped(program),
        program: join(programs, program),
        tracepoints: commands,
        save: trace,
        notes: 'a test',
      });
      expect(existsSync(trace)).toBe(true);
      await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'sum' }] });
      const [stopped] = await Promise.all([client.nextStop(), client.configurationDoneRequest()]);
      expect(stopped.description).toMatch(/^Frame 0 of \d+ · tracepoint 1$/);
      expect((await client.stackFrame()).name).toBe('sum');
      expect(await client.print('depth')).toBe('2');
      expect(await client.print('$sums')).toBe('7');
      const second = await client.moving(client.continueRequest({ threadId: 1 }));
      expect(second.reason).toBe('function breakpoint');
      expect(client.output.join('')).toMatch(/The run is over\. The program exited\.\n/);
      expect(client.output.join('')).toMatch(/recorded\.tf: \d+ frames/);
    },
  );

  it('writes a trace that gdb loads, where gdb has another name for the stack pointer', async () => {
    const tracepoints = ['trace meter.c:45', 'actions', 'collect *(unsigned char *)$sp@64', 'end'];
    const target = piped('meter');
    await record({ target, program: join(programs, 'meter'), tracepoints, save: trace });
    const asked = ['tfind 1', 'x/8xb $sp', 'tdump'];
    const [opened, ...answers] = await askGdb('gdb', join(programs, 'meter'), [
      `target tfile ${trace}`,
      ...asked,
    ]);
    expect(opened).toContain("Created tracepoint 1 for target's tracepoint 1");
    expect(answers[0]).toContain('Found trace frame 1, tracepoint 1');
    expect(answers[2]).toContain('*(unsigned char *)$rsp@64 = ');
  });

  it('is a program that runs until it is paused', async () => {
    const stub = new StubTarget();
    stub.frames = [frame(1, variable(1, 10n)), frame(1, variable(1, 20n))];
    const port = await listen('127.0.0.1', 0, (connection) => {
      connection.onBytes((bytes) => {
        stub.transport.write(bytes);
      });
      stub.transport.onBytes((bytes) => {
        connection.write(bytes);
      });
    });
    const script = join(folder, 'script.gdb');
    writeFileSync(script, 'trace main\n');
    const target = `127.0.0.1:${port.port}`;
    const program = join(programs, 'meter');
    const continued = client.waitForEvent('continued');
    await client.attachRequest(attachment({ target, program, tracepoints: script, save: trace }));
    await continued;
    const { body } = await client.threadsRequest();
    expect(body.threads).toEqual([{ id: 1, name: `recording ${target}` }]);
    await expect(client.scopesRequest({ frameId: 1 })).rejects.toThrow(/A trace is being recorded/);
    const status = await client.evaluateRequest({ expression: 'tstatus', context: 'repl' });
    expect(status.body.result).toBe(
      'Recording: 0 frames · 0 bytes of 4 KiB · tracepoint 1: 2 hits.',
    );
    const initialized = client.waitForEvent('initialized');
    await client.pauseRequest({ threadId: 1 });
    await initialized;
    const [stopped] = await Promise.all([client.nextStop(), client.configurationDoneRequest()]);
    expect(stopped.description).toBe('Frame 0 of 2 · tracepoint 1');
    expect(stub.packets).toContain('QTStop');
    expect(stub.packets.at(-1)).toBe('D');
    port.close();
  });

  const wrong = [
    [{}, /Set "target"/],
    [{ target: 'localhost:1' }, /Set "save"/],
    [{ target: 'x:y', save: 'x.tf' }, /is no target/],
    [{ target: '/nowhere/at/all', save: 'x.tf' }, /cannot be connected to/],
    [{ target: '| exit 3', save: 'x.tf' }, /closed the connection/],
    [{ target: piped('meter'), save: 'x.tf' }, /set "tracepoints"/],
    [{ target: piped('meter'), save: 'x.tf', tracepoints: 7 }, /"tracepoints" must be/],
    [{ target: piped('meter'), save: 'x.tf', tracepoints: '/nowhere' }, /cannot be read/],
    [
      { target: piped('meter'), save: 'x.tf', tracepoints: ['trace nowhere'] },
      /None of the tracepoints/,
    ],
    [{ target: piped('meter'), save: 'x.tf', leave: 'x' }, /"leave" must be/],
  ] as const;
  it.each(wrong)('with %o fails with a sentence', async (args, sentence) => {
    const ended = client.waitForEvent('terminated');
    await expect(client.attachRequest(attachment(args))).rejects.toThrow(sentence);
    await ended;
  });

  it('leaves its target to whoever comes next, and takes the run up', async () => {
    const target = await listening('meter');
    await client.attachRequest(
      attachment({
        target,
        program: join(programs, 'meter'),
        tracepoints: commands,
        save: trace,
        disconnected: true,
        leave: 'disconnect',
        resume: false,
      }),
    );
    await client.disconnectRequest();
    await client.stop();
    rmSync(trace, { force: true });
    client = await TraceClient.start();
    await record({ target, program: join(programs, 'meter'), save: trace, leave: 'kill' });
    const [stopped] = await Promise.all([client.nextStop(), client.configurationDoneRequest()]);
    expect(stopped.description).toMatch(/^Frame 0 of \d+/);
  });
});
