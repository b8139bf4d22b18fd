// The debug console as an editor's: gdb's commands, values that open, finds that move the debugger,
// completions.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

const app = {
  trace: corpus('x86_64/app.tf'),
  program: corpus('x86_64/app'),
  sourceMap: { '/build/app': corpus('x86_64') },
};

let client: TraceClient;

beforeEach(async () => {
  client = await TraceClient.start();
});

afterEach(async () => {
  await client.stop();
});

async function say(expression: string, frameId?: number) {
  const { body } = await client.evaluateRequest({
    expression,
    context: 'repl',
    ...(frameId !== undefined && { frameId }),
  });
  return body;
}

describe('the debug console', () => {
  it('moves with tfind, and says where it stopped as gdb does', async () => {
    await client.launchTrace(app);
    const stopped = client.nextStop();
    const { result } = await say('tfind 5');
    expect(result).toBe(
      [
        'Found trace frame 5, tracepoint 4',
        '#0  helper (n=1, p=0x404060 <g>, c=GREEN) at app.c:12',
        '12\t  snprintf(buf, sizeof buf, "n=%d", n);',
      ].join('\n'),
    );
    expect((await stopped).reason).toBe('goto');
    expect(await client.frame()).toBe(5);
    expect((await say('tfind none')).result).toBe('No longer looking at any trace frame');
    expect(await client.frame()).toBe(5);
  });

  it('finds by place, tracepoint and condition', async () => {
    await client.launchTrace(app);
    for (const [line, frame] of [
      ['tfind line 13', 1],
      ['tfind tracepoint 3', 2],
      ['tfind if $tracepoint == 4 && n == 3', 15],
    ] as const) {
      expect((await say(line)).result).toMatch(new RegExp(`^Found trace frame ${frame},`));
      expect(await client.frame()).toBe(frame);
    }
    await expect(say('tfind 1000')).rejects.toThrow('Target failed to find requested trace frame.');
    expect(await client.frame()).toBe(15);
  });

  it('prints values that open', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const { result, variablesReference } = await say('print *p');
    expect(result).toBe('$1 = {x = 1, y = 2, name = 0x402010 "gp", w = {1.5, 2.5, 3.5}}');
    const { body } = await client.variablesRequest({ variablesReference });
    expect(body.variables.map(({ name }) => name)).toEqual(['x', 'y', 'name', 'w']);
  });

  it('follows the stack frame that is selected', async () => {
    await client.launchTrace(app);
    const { body } = await client.stackTraceRequest({ threadId: 1 });
    const main = body.stackFrames[1]?.id ?? 0;
    expect((await say('frame', main)).result).toMatch(/^#1 {2}0x00000000004012cd in main \(\)/);
    expect((await say('info locals', main)).result).toMatch(/^i = |^total = /m);
    expect((await say('down', main)).result).toMatch(/^#0 {2}helper/);
  });

  it('disassembles', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    expect((await say('x/2i $pc')).result).toBe(
      [
        '=> 0x40117b <helper+53>:\tmov    -0x30(%rbp),%rax',
        '   0x40117f <helper+57>:\tmov    (%rax),%edx',
      ].join('\n'),
    );
    expect((await say('disassemble $pc,+4')).result).toMatch(
      /^Dump of assembler code from 0x40117b/,
    );
  });

  it('moves as the buttons do', async () => {
    await client.launchTrace(app);
    await client.setBreakpointsRequest({
      source: { path: corpus('x86_64/app.c') },
      breakpoints: [{ line: 13, condition: 'n == 2' }],
    });
    const stopped = client.nextStop();
    expect((await say('c')).result).toMatch(/^Found trace frame 11, /);
    expect(await stopped).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [1] });
    expect((await say('rc')).result).toMatch(
      /^Found trace frame 0, tracepoint 4\n[^]*\nThis is the first frame\.$/,
    );
    await expect(say('rc')).rejects.toThrow('This is the first frame.');
    await expect(say('finish')).rejects.toThrow('There is no frame outside of helper');
    expect((await say('advance 16')).result).toMatch(/^Found trace frame /);
  });

  it('advances to a place, and until a later line', async () => {
    await client.launchTrace(app);
    expect((await say('advance app.c:13')).result).toMatch(/^Found trace frame 1, /);
    expect(await client.frame()).toBe(1);
    expect((await say('until')).result).toMatch(/^Found trace frame 2, .*\n0x\w+\t16\t/);
    expect(await client.frame()).toBe(2);
    expect((await say('until 12')).result).toMatch(/^Found trace frame 5, /);
    await expect(say('advance')).rejects.toThrow('Argument required (a location).');
    await expect(say('advance 99')).rejects.toThrow('No line 99 in the current file.');
    await expect(say('until 99')).rejects.toThrow('No line 99 in the current file.');
    expect(await client.frame()).toBe(5);
  });

  it('maps sources as a located one', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'unmapped-'));
    const trace = join(copy, 'app.tf');
    await copyFile(app.trace, trace);
    await client.launchTrace({ trace, program: app.program, frame: 1 });
    await rm(copy, { recursive: true });
    expect((await client.stackFrame()).source).toMatchObject({ path: '/build/app/app.c' });
    expect((await say(`set substitute-path /build/app ${corpus('x86_64')}`)).result).toBe('');
    expect((await client.stackFrame()).source?.path).toBe(corpus('x86_64/app.c'));
    expect((await say('list 13,13')).result).toMatch(/^13\t/);
  });

  it('lists files, sources and shared objects', async () => {
    const pie = (name: string) => corpus(`programs/pie/${name}`);
    const programs = [{ program: pie('libgauge.so') }];
    await client.launchTrace({ trace: pie('harbour.plain.tf'), program: pie('harbour'), programs });
    const files = (await say('info files')).result.split('\n');
    expect(files.slice(1, 3)).toEqual(['Local trace dump file:', "\t`harbour.plain.tf'"]);
    expect(files.some((line) => /^\t0x[0-9a-f]{16} - 0x[0-9a-f]{16} is \.text$/.test(line))).toBe(
      true,
    );
    expect(files.at(-1)).toMatch(/^\t0x00007ffff7fb.* is \.bss in \/.*libgauge\.so$/);
    expect((await say('info sources')).result).toMatch(/\/build\/pie\/harbour\.c, /);
    expect((await say('info sharedlibrary')).result).toMatch(
      /^From {16}To {18}Syms Read {3}Shared Object Library\n0x00007ffff7fb.* Yes .*libgauge\.so$/,
    );
  });

  it('sets breakpoints that stop Continue too, and numbers them with those of the client', async () => {
    await client.launchTrace(app);
    const { body } = await client.setBreakpointsRequest({
      source: { path: corpus('x86_64/app.c') },
      breakpoints: [{ line: 16 }],
    });
    const [first] = body.breakpoints;
    expect((await say('b 13 if n == 2')).result).toMatch(/^Breakpoint 2 at 0x40117b: /);
    const listed = (await say('info breakpoints')).result.split('\n');
    expect(listed.map((line) => line.slice(0, 2))).toEqual([
      'Nu',
      `${first?.id ?? ''} `,
      '2 ',
      '\ts',
    ]);
    await expect(say('condition 1 n == 3')).rejects.toThrow(/VS Code’s list/);
    await client.setBreakpointsRequest({
      source: { path: corpus('x86_64/app.c') },
      breakpoints: [],
    });
    const stop = await client.moving(client.continueRequest({ threadId: 1 }));
    expect(stop.hitBreakpointIds).toEqual([2]);
    expect(await client.frame()).toBe(11);
  });

  it('runs a script that a pause ends', async () => {
    await client.launchTrace(app);
    const isUnderWay = client.waitForEvent('continued');
    const script = 'set $i = 0\nwhile 1\ntfind $i % 90\nset $i = $i + 1\nend';
    const ended = expect(say(script)).rejects.toThrow(/cancelled/);
    await isUnderWay;
    const stopped = client.nextStop();
    await client.pauseRequest({ threadId: 1 });
    await ended;
    expect((await stopped).reason).toBe('pause');
    expect((await say('p 1')).result).toBe('$1 = 1');
  });

  it('names what is not supported, and goes on', async () => {
    await client.launchTrace(app);
    await expect(say('jump 12')).rejects.toThrow(/“jump” is not supported: .*cannot be called/);
    await expect(say('nosuch thing')).rejects.toThrow('Undefined command: "nosuch".');
    expect((await say('tstatus')).result).toMatch(/^Using a trace file\./);
  });

  it('completes', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const labels = async (text: string) => {
      const { body } = await client.completionsRequest({ text, column: text.length + 1 });
      return body.targets.map(({ label }) => label);
    };
    expect(await labels('tfi')).toEqual(['tfind']);
    expect(await labels('info sc')).toEqual(['scope']);
    expect(await labels('print p->')).toEqual(['x', 'y', 'name', 'w']);
    expect(await labels('p $trace_f')).toEqual(['$trace_frame', '$trace_func', '$trace_file']);
  });

  it('answers completions that make no sense', async () => {
    await client.launchTrace(app);
    const { body } = await client.completionsRequest({ text: 'p', column: -5, line: 99 });
    expect(Array.isArray(body.targets)).toBe(true);
    await expect(
      client.completionsRequest({ text: 'p', column: 1, frameId: 999_999 }),
    ).rejects.toThrow(/moved since/);
  });
});
