// Debugging a branch trace: a position is an instruction.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intelPtFolder, readStreams } from '../oracle/intelPtStreams';
import { corpus, TraceClient } from './client';

const trace = corpus('branches/tree.btrace');
const program = corpus('branches/tree');
const source = corpus('branches/tree.c');
const sourceMap = { '/build/branches': corpus('branches') };

describe('a branch trace', () => {
  let client: TraceClient;

  beforeEach(async () => {
    client = await TraceClient.start();
  });

  afterEach(async () => {
    await client.stop();
  });

  const launch = (more: object = {}) => client.launchTrace({ trace, program, sourceMap, ...more });

  const console = async (expression: string): Promise<string> =>
    (await client.evaluateRequest({ expression, context: 'repl' })).body.result;

  const stack = async (): Promise<string[]> => {
    const { body } = await client.stackTraceRequest({ threadId: 1 });
    return body.stackFrames.map(({ name, line }) => `${name}:${line}`);
  };

  const position = async (): Promise<number> => {
    const { body } = await client.threadsRequest();
    return Number(/instruction (\d+)/.exec(body.threads[0]?.name ?? '')?.[1]);
  };

  /** From instruction 7, as gdb steps there. */
  const stepByLines = async (): Promise<void> => {
    await client.moving(client.nextRequest({ threadId: 1 }));
    expect(await position()).toBe(58);
    await client.moving(client.stepInRequest({ threadId: 1 }));
    expect(await position()).toBe(67);
    await client.moving(client.stepOutRequest({ threadId: 1 }));
    expect(await position()).toBe(136);
    await client.moving(client.stepBackRequest({ threadId: 1 }));
    expect(await position()).toBe(58);
  };

  it('stops at its oldest instruction and says where', async () => {
    const { reason, description } = await launch();
    expect(reason).toBe('entry');
    expect(description).toMatch(/^Instruction 1 of 311 · _start/);
  });

  it('begins where it is asked to, with the callers that the calls tell', async () => {
    await launch({ instruction: 40 });
    expect(await stack()).toEqual([
      'factorial:13',
      'factorial:16',
      'factorial:16',
      'factorial:16',
      'main:83',
      '_start:90',
    ]);
  });

  it('steps by lines and instructions, forward and back, as gdb does', async () => {
    await launch({ instruction: 7 });
    await stepByLines();
    await client.moving(client.nextRequest({ threadId: 1, granularity: 'instruction' }));
    expect(await position()).toBe(59);
    await client.moving(client.stepBackRequest({ threadId: 1, granularity: 'instruction' }));
    expect(await position()).toBe(58);
  });

  it('is debugged in the same way where Intel PT recorded it', async () => {
    await launch({ trace: corpus('branches/tree-pt.btrace'), instruction: 7 });
    await stepByLines();
    expect(await stack()).toEqual(['main:84', '_start:90']);
    expect(await console('info record')).toContain(
      'Recording format: Intel Processor Trace.\nRecorded 310 instructions in 42 functions (0 gaps).',
    );
    expect(await console('record instruction-history 9,9')).toMatch(/^9\t .*<factorial\+1>/);
  });

  it('takes the clocks of the processor that recorded Intel PT, and says the time', async () => {
    const stream = readStreams('times.txt').whole.find(({ name }) => name === 'TSC, MTC, CYC');
    if (!stream) throw new Error('no stream');
    const folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
    const recorded = path.join(folder, 'flow.btrace');
    const raw = Buffer.from(stream.raw).toString('hex');
    writeFileSync(recorded, `<btrace version="1.0"><pt><raw>${raw}</raw></pt></btrace>`);
    const ran = path.join(intelPtFolder, stream.images[0]?.[0] ?? '');
    const at = { trace: recorded, program: ran, instruction: 300 };
    const timeOf = async () => {
      const { body } = await client.scopesRequest({ frameId: 1 });
      const asked = body.scopes.map(({ variablesReference }) =>
        client.variablesRequest({ variablesReference }),
      );
      const variables = (await Promise.all(asked)).flatMap((each) => each.body.variables);
      return variables.find(({ name }) => name === 'time')?.value;
    };
    await launch({ ...at, intelPtClock: '3' }).then(
      () => expect.fail('It was launched.'),
      (error: unknown) => {
        expect(String(error)).toContain('"intelPtClock" must be MTC_FREQ EBX/EAX NOM_FREQ');
      },
    );
    const [mtc = 0, numerator = 0, denominator = 0, nominal = 0] = stream.rates;
    await launch({ ...at, intelPtClock: `${mtc} ${numerator}/${denominator} ${nominal}` });
    const time = await timeOf();
    expect(time).not.toBe('305419896');
    expect(stream.answers.filter((line) => line.endsWith(` ${time}`))).toHaveLength(1);
    await client.stop();
    client = await TraceClient.start();
    await launch(at);
    // Its only TSC packet.
    expect(await timeOf()).toBe('305419896');
    rmSync(folder, { recursive: true });
  });

  it('runs to breakpoints on lines, functions and instructions, both ways', async () => {
    await launch();
    const lines = await client.setBreakpointsRequest({
      source: { path: source },
      breakpoints: [
        { line: 15 },
        { line: 5000 },
        { line: 15, condition: 'n == 1' },
        { line: 15, hitCondition: '2' },
        { line: 15, logMessage: 'here' },
      ],
    });
    expect(lines.body.breakpoints.map(({ verified, line }) => [verified, line])).toEqual([
      [true, 15],
      [false, undefined],
      [false, undefined],
      [false, undefined],
      [false, undefined],
    ]);
    expect(lines.body.breakpoints.slice(1).map(({ message }) => message)).toEqual([
      'No code is here.',
      'A branch trace holds no values: breakpoints have no conditions here.',
      'Breakpoints in a branch trace neither count hits nor log messages.',
      'Breakpoints in a branch trace neither count hits nor log messages.',
    ]);
    const stopped = await client.moving(client.continueRequest({ threadId: 1 }));
    expect(stopped).toMatchObject({
      reason: 'breakpoint',
      hitBreakpointIds: [lines.body.breakpoints[0]?.id],
    });
    expect(await position()).toBe(44);
    await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'add' }] });
    await client.moving(client.continueRequest({ threadId: 1 }));
    expect((await stack())[0]).toBe('add:9');
    await client.moving(client.customRequest('reverseContinue', { threadId: 1 }));
    expect(await position()).toBe(44);
    await client.customRequest('setInstructionBreakpoints', {
      breakpoints: [{ instructionReference: '0x401014' }],
    });
    await client.moving(client.customRequest('reverseContinue', { threadId: 1 }));
    expect(await position()).toBe(38);
  });

  it('stops at the ends of the recording and says so', async () => {
    await launch();
    const end = await client.moving(client.continueRequest({ threadId: 1 }));
    expect(end.description).toMatch(/^Instruction 311 of 311 .* The recording ends here\.$/);
    const begin = await client.moving(client.customRequest('reverseContinue', { threadId: 1 }));
    expect(begin.description).toContain('The recording begins here.');
  });

  it('goes to calls, returns and blocks', async () => {
    await launch();
    const move = async (to: string): Promise<number> => {
      await client.moving(client.customRequest('branchMove', { to }));
      return position();
    };
    expect([await move('nextCall'), await move('nextCall')]).toEqual([4, 8]);
    expect(await move('nextReturn')).toBe(48);
    expect(await move('nextBlock')).toBe(51);
    expect(await move('previousBlock')).toBe(48);
    expect(await move('previousCall')).toBe(38);
    await expect(client.customRequest('branchMove', { to: 'away' })).rejects.toThrow(
      'no such move',
    );
  });

  it('answers gdb’s commands about the recording', async () => {
    await launch();
    expect(await console('info record')).toContain(
      'Recorded 310 instructions in 42 functions (0 gaps).',
    );
    expect(await console('record function-call-history 2,3')).toBe(
      '2\t    main\tinst 4,7\tat tree.c:82,83\n3\t      factorial\tinst 8,17\tat tree.c:13,16',
    );
    expect(await console('record instruction-history 78,78')).toBe(
      '78\t   0x00000000004010bf <fold+45>:\tcall   *%rcx',
    );
    await client.moving(client.evaluateRequest({ expression: 'record goto 100', context: 'repl' }));
    expect(await position()).toBe(100);
    await expect(console('record goto 5000')).rejects.toThrow('No such instruction.');
    await expect(console('print sink')).rejects.toThrow('A branch trace holds no values.');
  });

  it('disassembles, reads what the program’s file holds, and says what it does not know', async () => {
    await launch({ instruction: 78 });
    const rows: DebugProtocol.DisassembleResponse = await client.customRequest('disassemble', {
      memoryReference: '0x4010bf',
      instructionOffset: -1,
      instructionCount: 2,
    });
    expect(rows.body?.instructions.map(({ instruction }) => instruction)).toEqual([
      'mov    %eax,%edi',
      'call   *%rcx',
    ]);
    const read: DebugProtocol.ReadMemoryResponse = await client.customRequest('readMemory', {
      memoryReference: '0x4010bf',
      count: 2,
    });
    expect(Buffer.from(read.body?.data ?? '', 'base64').toString('hex')).toBe('ffd1');
    const variables = await client.variablesRequest({ variablesReference: 2 });
    expect(variables.body.variables.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'pc 0x4010bf',
      'others <unavailable>',
    ]);
    const watched = await client.evaluateRequest({ expression: 'total', context: 'watch' });
    expect(watched.body.result).toBe('<unavailable>');
    await expect(client.customRequest('setVariable', {})).rejects.toThrow('no request');
  });

  it('finds the program beside the trace, and where a position-independent one lay', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'branches-'));
    try {
      copyFileSync(corpus('branches/tree-O2'), path.join(folder, 'tree-O2'));
      copyFileSync(corpus('branches/tree-O2.btrace'), path.join(folder, 'x.btrace'));
      await client.launchTrace({ trace: path.join(folder, 'x.btrace'), instruction: 8 });
      expect((await stack()).map((each) => each.split(':')[0])).toEqual([
        'factorial',
        'main',
        '_start',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses what is no branch trace with the line and column', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'branches-'));
    try {
      const file = path.join(folder, 'x.btrace');
      writeFileSync(file, '<btrace version="2.0">\n</btrace>\n');
      await expect(client.launchRequest({ trace: file } as object)).rejects.toThrow(
        /is no branch trace\..*Line 1, column \d+\./,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
