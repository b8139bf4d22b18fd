import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

const app = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app') };

let client: TraceClient;
beforeEach(async () => {
  client = await TraceClient.start();
});
afterEach(async () => {
  await client.stop();
});

describe('moving through frames', () => {
  it('begins at the frame it is told to', async () => {
    const stopped = await client.launchTrace({ ...app, frame: 41 });
    expect(stopped.reason).toBe('entry');
    expect(stopped.description).toBe('Frame 41 of 114 · tracepoint 3');
    expect(await client.frame()).toBe(41);
  });

  it('begins where the client has moved before its configuration ended', async () => {
    const stops: DebugProtocol.StoppedEvent[] = [];
    client.on('stopped', (event: DebugProtocol.StoppedEvent) => stops.push(event));
    await client.customRequest('launch', { ...app, frame: 41 });
    await client.moving(client.customRequest('traceFrame', { frame: 7 }));
    await client.configurationDoneRequest();
    await client.moving(client.stepInRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(8);
    expect(stops.length).toBe(2);
  });

  it('steps into, over, out and back', async () => {
    // Frames 18 to 21 are a hit of tracepoint 3 (n = 6) with its three steps.
    const hit = await firstHitOf3();
    await client.launchTrace({ ...app, frame: hit });
    await client.moving(client.stepInRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(hit + 1);
    await client.moving(client.nextRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(hit + 4);
    await client.moving(client.stepBackRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(hit + 3);
    await client.moving(client.stepOutRequest({ threadId: 1 }));
    expect(await client.print('$tracepoint')).not.toBe('3');
  });

  it('stops on the same frame at either end, and says so', async () => {
    await client.launchTrace(app);
    const first = await client.moving(client.stepBackRequest({ threadId: 1 }));
    expect(first.description).toContain('This is the first frame.');
    expect(await client.frame()).toBe(0);
    const end = await client.moving(client.continueRequest({ threadId: 1 }));
    expect(end.description).toContain('This is the last frame.');
    expect(await client.frame()).toBe(113);
    await client.moving(client.nextRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(113);
    await client.moving(client.reverseContinueRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(0);
  });

  it('restarts at frame 0', async () => {
    await client.launchTrace({ ...app, frame: 7 });
    await client.moving(client.customRequest('restart'));
    expect(await client.frame()).toBe(0);
  });

  it('goes to a frame by its number, from the console and by request', async () => {
    await client.launchTrace(app);
    const repl = (expression: string) => client.evaluateRequest({ expression, context: 'repl' });
    const found = await repl('tfind 12');
    expect(found.body.result).toMatch(/^Found trace frame 12, tracepoint 3\n/);
    expect((await repl('tfind')).body.result).toMatch(/^Found trace frame 13, tracepoint 3\n/);
    expect((await repl('tfind -')).body.result).toMatch(/^Found trace frame 12,/);
    expect((await repl('tfind start')).body.result).toMatch(/^Found trace frame 0,/);
    await client.moving(client.customRequest('traceFrame', { frame: 99 }));
    expect(await client.frame()).toBe(99);
    await expect(repl('tfind 114')).rejects.toThrow(/failed to find/);
    const past = client.customRequest('traceFrame', { frame: 114 });
    await expect(past).rejects.toThrow(/holds frames 0 to 113/);
    await expect(client.customRequest('traceFrame', { frame: 1.5 })).rejects.toThrow();
    expect(await client.frame()).toBe(99);
  });

  async function firstHitOf3(): Promise<number> {
    const probe = await TraceClient.start();
    await probe.launchTrace(app);
    await probe.customRequest('setInstructionBreakpoints', {
      breakpoints: [{ instructionReference: '0x401201' }],
    });
    await probe.moving(probe.continueRequest({ threadId: 1 }));
    const frame = await probe.frame();
    await probe.stop();
    return frame;
  }
});

describe('breakpoints', () => {
  it('stop at lines, both ways', async () => {
    await client.launchTrace(app);
    const { body } = await client.setBreakpointsRequest({
      source: { path: corpus('x86_64/app.c') },
      breakpoints: [{ line: 13 }, { line: 400 }],
    });
    expect(body.breakpoints.map(({ verified }) => verified)).toEqual([true, false]);
    const stopped = await client.moving(client.continueRequest({ threadId: 1 }));
    expect(stopped.reason).toBe('breakpoint');
    expect(stopped.description).toBe('Breakpoint 1 at helper, app.c:13 · frame 1 of 114');
    await client.moving(client.continueRequest({ threadId: 1 }));
    const third = await client.frame();
    await client.moving(client.reverseContinueRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(1);
    expect(third).toBeGreaterThan(1);
  });

  it('stop at functions, or say that there is none', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const { body } = await client.setFunctionBreakpointsRequest({
      breakpoints: [{ name: 'helper' }, { name: 'nothing' }],
    });
    expect(body.breakpoints[0]?.verified).toBe(true);
    expect(body.breakpoints[1]?.message).toMatch(/No function nothing/);
    await client.moving(client.continueRequest({ threadId: 1 }));
    expect(await client.print('$tracepoint')).toBe('4');
  });

  it('say why they are not verified', async () => {
    await client.launchTrace(app);
    const { body } = await client.setBreakpointsRequest({
      source: { path: '/elsewhere/other.c' },
      breakpoints: [{ line: 1 }],
    });
    expect(body.breakpoints[0]).toMatchObject({
      verified: false,
      message: 'app has no code from other.c.',
    });
  });
});

describe('a stopped frame', () => {
  it('has one thread and one stack frame with its source', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const threads = await client.threadsRequest();
    expect(threads.body.threads).toEqual([{ id: 1, name: 'app.tf · frame 1' }]);
    expect(await client.stackFrame()).toMatchObject({
      name: 'helper',
      line: 13,
      source: { path: corpus('x86_64/app.c') },
      instructionPointerReference: '0x40117b',
    });
  });

  it('has the scopes of the program and of the frame', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const { id } = await client.stackFrame();
    const { body } = await client.scopesRequest({ frameId: id });
    expect(body.scopes.filter(({ expensive }) => expensive).map(({ name }) => name)).toEqual([
      'Globals',
    ]);
    expect(body.scopes.map(({ name, presentationHint }) => [name, presentationHint])).toEqual([
      ['Arguments', 'arguments'],
      ['Locals', 'locals'],
      ['Globals', undefined],
      ['Registers', 'registers'],
      ['Trace State Variables', undefined],
      ['Collected Memory', undefined],
      ['Tracepoint', undefined],
    ]);
    const general = await client.variables('Registers', 'general');
    expect(general.find(({ name }) => name === 'rip')?.value).toBe('0x40117b');
    expect(general.find(({ name }) => name === 'eflags')?.value).toBe('0x202 [ IF ]');
    const lanes = await client.variables('Registers', 'other', 'xmm0', 'v4_int32');
    expect(lanes.map(({ name }) => name)).toEqual(['[0]', '[1]', '[2]', '[3]']);
    const variables = await client.variables('Trace State Variables');
    expect(variables.map(({ name, value }) => [name, value])).toEqual([
      ['$trace_timestamp', '<unavailable>'],
      ['$hits', '4'],
    ]);
    const memory = await client.variables('Collected Memory');
    expect(memory.map(({ name }) => name)).toContain('0x404060 <g>');
    const tracepoint = await client.variables('Tracepoint');
    expect(tracepoint).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'set at', value: 'app.c:13' }),
        expect.objectContaining({ name: 'hits', value: '20' }),
        expect.objectContaining({ name: 'usage', value: '23060 bytes' }),
      ]),
    );
  });

  it('refuses references from before two moves', async () => {
    await client.launchTrace(app);
    const { body } = await client.scopesRequest({ frameId: 1 });
    const variablesReference = body.scopes[0]?.variablesReference ?? 0;
    await client.moving(client.nextRequest({ threadId: 1 }));
    await client.variablesRequest({ variablesReference });
    await client.scopesRequest({ frameId: (await client.stackFrame()).id });
    await client.moving(client.nextRequest({ threadId: 1 }));
    await expect(client.variablesRequest({ variablesReference })).rejects.toThrow(/moved/);
  });

  it('evaluates registers, variables and addresses', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    expect(await client.print('$rax')).toBe('0x3');
    expect(await client.print('$sp + 0x10')).toBe('(void *) 0x7fffffffe4c0');
    expect(await client.print('$hits')).toBe('4');
    expect(await client.print('$trace_func')).toBe('"helper"');
    expect(await client.print('$trace_line')).toBe('13');
    expect(await client.print('$nothing')).toBe('void');
    await expect(client.print('$rax +')).rejects.toThrow(/Column 7/);
    await expect(client.print('nothing')).rejects.toThrow(
      'No symbol "nothing" in current context.',
    );
  });
});

describe('memory', () => {
  const read = async (memoryReference: string, count: number, offset = 0) =>
    (await client.readMemory({ memoryReference, count, offset })).body;

  it('comes from the frame, from the program’s read-only ranges, or not at all', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const collected = await read('0x404060', 8);
    expect(Buffer.from(collected?.data ?? '', 'base64').toString('hex')).toBe('0100000002000000');
    const transparent = await read('0x402010', 3);
    expect(Buffer.from(transparent?.data ?? '', 'base64').toString()).toBe('gp\0');
    expect(await read('0x404058', 4)).toMatchObject({ data: '', unreadableBytes: 4 });
  });

  it('keeps gaps as gaps', async () => {
    await client.launchTrace({ ...app, frame: 1 });
    const before = await read('0x404060', 16, -8);
    expect(before).toEqual({ address: '0x404058', data: '', unreadableBytes: 16 });
    const across = await read('0x404080', 24);
    expect(Buffer.from(across?.data ?? '', 'base64')).toHaveLength(8);
    expect(across?.unreadableBytes).toBe(16);
  });

  it('answers a probe, and refuses nonsense', async () => {
    await client.launchTrace(app);
    expect(await read('0x404060', 0)).toEqual({ address: '0x404060', data: '' });
    await expect(read('helper', 4)).rejects.toThrow(/not an address/);
    await expect(read('0x404060', -1)).rejects.toThrow(/count/);
  });

  it('is off where the launch says so, and where a range says so', async () => {
    await client.launchTrace({ ...app, frame: 1, transparent: 'off' });
    expect((await read('0x402010', 3))?.unreadableBytes).toBe(3);
    await client.disconnectRequest();
    await client.stop();
    client = await TraceClient.start();
    const transparent = [{ start: '0x402010', end: '0x402012' }];
    await client.launchTrace({ ...app, frame: 1, transparent });
    const ranged = await read('0x402010', 3);
    expect(Buffer.from(ranged?.data ?? '', 'base64').toString()).toBe('gp');
    expect(ranged?.unreadableBytes).toBe(1);
  });
});

describe('what cannot be debugged', () => {
  const launch = (args: object) => client.launchRequest(args);

  it.each([
    [{}, /names no trace file/],
    [{ trace: corpus('x86_64/nothing.tf') }, /no such file/],
    [{ trace: corpus('x86_64/app.c') }, /not a (gdb )?trace file/],
    [{ ...app, frame: 500 }, /There is no frame 500: app.tf holds frames 0 to 113/],
    [{ ...app, slide: 'here' }, /"slide" must be/],
  ])('%j is one sentence, and the end of the session', async (args, problem) => {
    const terminated = client.waitForEvent('terminated');
    await expect(launch(args)).rejects.toThrow(problem);
    await terminated;
  });

  it.each([
    [{ program: corpus('x86_64/gone') }, /no such file/],
    [{ program: corpus('x86_64/app.c') }, /not an ELF file/],
    [{ program: corpus('s390x/app') }, /another machine/],
  ])('without %j the session goes on, and says why', async (args, sentence) => {
    await client.launchTrace({ ...app, ...args });
    expect(client.output.join('')).toMatch(sentence);
    expect(await client.stackFrame()).toMatchObject({ name: '0x401159' });
    await client.moving(client.nextRequest({ threadId: 1 }));
    expect(await client.frame()).toBe(1);
  });

  it('a program that is named is used where it does not match, with a note', async () => {
    await client.launchTrace({ ...app, program: corpus('x86_64/app-O2') });
    expect(client.output.join('')).toMatch(
      /app-O2 does not match the trace: .* It is used all the same, because it was asked for\./,
    );
    expect(await client.stackFrame()).toMatchObject({ name: '_start' });
  });

  it('a position-independent program that cannot be placed is not placed yet, and never foreign', async () => {
    const trace = await withoutSources(corpus('x86_64/app-pie.tf'));
    const pie = { trace, program: corpus('x86_64/app-pie') };
    await client.launchTrace(pie);
    expect(client.output.join('')).toMatch(/position-independent and not placed yet/);
    expect(await client.stackFrame()).toMatchObject({ name: '0x55555555518e' });
    await client.stop();
    client = await TraceClient.start();
    await client.launchTrace({ ...pie, slide: '0x555555554000' });
    expect(await client.stackFrame()).toMatchObject({ name: 'helper', line: 13 });
  });

  it('a source that is nowhere is explained in its place', async () => {
    await client.launchTrace({
      ...app,
      sourceMap: { '/build/app/app.c': '/nowhere/app.c' },
      trace: await copyAlone(app.trace),
    });
    const { source } = await client.stackFrame();
    expect(source?.sourceReference).toBeGreaterThan(0);
    const { body } = await client.sourceRequest({ sourceReference: source?.sourceReference ?? 0 });
    expect(body.content).toContain('/nowhere/app.c');
    expect(body.content).toContain('Locate Source File');
  });

  /** A copy in which no tracepoint says where the user set it. */
  async function withoutSources(trace: string): Promise<string> {
    const { readFile, writeFile } = await import('node:fs/promises');
    const copy = await copyAlone(trace);
    const text = await readFile(trace, 'latin1');
    await writeFile(copy, text.replaceAll(/^tp Z.*:at:.*\n/gm, ''), 'latin1');
    return copy;
  }

  async function copyAlone(trace: string): Promise<string> {
    const { copyFile, mkdtemp } = await import('node:fs/promises');
    const folder = await mkdtemp('/tmp/trace-');
    await copyFile(trace, `${folder}/app.tf`);
    return `${folder}/app.tf`;
  }
});

describe('a position-independent program', () => {
  const gears = { trace: corpus('extra/pie/gears.both.tf'), program: corpus('extra/pie/gears') };
  const library = corpus('extra/pie/libgearbox.so');
  // Frame 3 is in the program, frame 5 in its shared object.
  const inProgram = { name: 'turn', line: 19, source: { path: corpus('extra/pie/gears.c') } };
  const inLibrary = { name: 'shift', line: 24, source: { path: corpus('extra/pie/gearbox.c') } };

  async function at(frame: number) {
    await client.moving(client.customRequest('traceFrame', { frame }));
    return client.stackFrame();
  }

  it('is placed by what the trace says', async () => {
    await client.launchTrace({ ...gears, frame: 3 });
    expect(client.output.join('')).not.toContain('not placed');
    expect(await client.stackFrame()).toMatchObject(inProgram);
    expect(await at(5)).toMatchObject({ name: '0x7ffff7fbc1aa' });
  });

  it('is placed where the launch says, and the trace is said to say otherwise', async () => {
    await client.launchTrace({ ...gears, slide: '0x555555553000' });
    expect(client.output.join('')).toMatch(
      /gears is placed at 0x555555553000, as it was asked to be, against the trace/,
    );
  });

  it('has further programs beside it, each at a slide of its own', async () => {
    await client.launchTrace({ ...gears, frame: 3, programs: [{ program: library }] });
    expect(await client.stackFrame()).toMatchObject(inProgram);
    expect(await at(5)).toMatchObject(inLibrary);
    const { body } = await client.setBreakpointsRequest({
      source: { path: corpus('extra/pie/gearbox.c') },
      breakpoints: [{ line: 7 }],
    });
    expect(body.breakpoints).toMatchObject([{ verified: true }]);
    await client.moving(client.continueRequest({ threadId: 1 }));
    expect(await client.stackFrame()).toMatchObject({ name: 'ratio', line: 7 });
    // The shared object's constants: "neutral".
    const { body: memory } = await client.readMemory({
      memoryReference: '0x7ffff7fbd000',
      count: 8,
    });
    expect(Buffer.from(memory?.data ?? '', 'base64').toString()).toBe('neutral\0');
  });

  it('has further programs at slides that the launch gives, or says why not', async () => {
    const programs = [
      { program: library, slide: '0x7ffff7fbb000' },
      { program: corpus('x86_64/app-pie') },
      { program: corpus('extra/pie/gone.so') },
    ];
    await client.launchTrace({ ...gears, frame: 5, programs });
    expect(await client.stackFrame()).toMatchObject(inLibrary);
    const output = client.output.join('');
    expect(output).toMatch(/app-pie is position-independent and not placed yet/);
    expect(output).toMatch(/gone\.so/);
  });

  it('has a file that was never linked beside it, by the addresses of its sections', async () => {
    const program = corpus('extra/pie/module.ko');
    const programs = [
      { program, sections: { '.text': '0xffffffffc0401000' } },
      { program, sections: { '.txet': 0 } },
      { program: library, sections: { '.text': 0 } },
    ];
    await client.launchTrace({ ...gears, programs });
    const { body } = await client.setFunctionBreakpointsRequest({
      breakpoints: [{ name: 'wake' }],
    });
    expect(body.breakpoints).toMatchObject([{ verified: false }]);
    expect(body.breakpoints[0]?.message).toMatch(/^No frame is in this function\. Frames are in /);
    const output = client.output.join('');
    expect(output).toMatch(/module\.ko has no section \.txet/);
    expect(output).toMatch(/libgearbox\.so is linked: its sections cannot be placed one by one/);
  });

  it('is found with its shared object', async () => {
    await client.launchTrace({ trace: gears.trace, frame: 3 });
    expect(await client.stackFrame()).toMatchObject(inProgram);
    expect(await at(5)).toMatchObject(inLibrary);
  });
});

describe('without being told the program', () => {
  it.each([
    ['x86_64/app.tf', 'helper'],
    ['x86_64/app-O2.tf', 'helper'],
    ['x86_64/app-pie.tf', 'helper'],
    ['aarch64/t1-regs.tf', 'helper'],
    ['aarch64/t4-O2.tf', 'helper'],
    ['s390x/t1-regs.tf', 'helper'],
  ])('finds the one beside %s that matches', async (trace, name) => {
    await client.launchTrace({ trace: corpus(trace) });
    expect((await client.stackFrame()).name).toBe(name);
  });
});
