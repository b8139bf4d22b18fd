// Breakpoints, as whole conversations with the adapter (see transcript.ts).
import { describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';
import { golden, Transcript } from './transcript';

const app = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app') };
const source = { path: corpus('x86_64/app.c') };
const thread = { threadId: 1 };

describe('breakpoints', () => {
  it('on lines', async () => {
    const talk = await Transcript.of(app);
    await talk.ask('breakpointLocations', { source, line: 9, endLine: 17 });
    await talk.ask(
      'setBreakpoints',
      { source, breakpoints: [{ line: 13 }, { line: 14 }, { line: 400 }] },
      'breakpoint',
    );
    await talk.ask('continue', thread, 'stopped');
    await talk.ask('continue', thread, 'stopped');
    await talk.ask('reverseContinue', thread, 'stopped');
    await talk.ask('reverseContinue', thread, 'stopped');
    await golden('lines', talk);
  });

  it('with conditions', async () => {
    const talk = await Transcript.of(app);
    const breakpoints = [
      { line: 13, condition: 'n == 3' },
      { line: 13, condition: 'n == 300' },
      { line: 13, condition: 'nothing > 3' },
      { line: 13, condition: 'n ==' },
    ];
    await talk.ask(
      'setBreakpoints',
      { source, breakpoints },
      'breakpoint',
      'breakpoint',
      'breakpoint',
    );
    await talk.ask('continue', thread, 'stopped');
    await talk.ask('evaluate', { expression: 'n', context: 'watch' });
    await talk.ask('continue', thread, 'stopped');
    await golden('conditions', talk);
  });

  it('with hit counts, the same both ways', async () => {
    const talk = await Transcript.of(app);
    const counted = (hitCondition: string) => ({
      source,
      breakpoints: [{ line: 13, hitCondition }],
    });
    await talk.ask('setBreakpoints', counted('%7'), 'breakpoint');
    for (let i = 0; i < 3; i++) await talk.ask('continue', thread, 'stopped');
    for (let i = 0; i < 3; i++) await talk.ask('reverseContinue', thread, 'stopped');
    await talk.ask('setBreakpoints', counted('>= 19'), 'breakpoint');
    for (let i = 0; i < 3; i++) await talk.ask('continue', thread, 'stopped');
    await talk.ask('setBreakpoints', counted('21'), 'breakpoint');
    await talk.ask('setBreakpoints', counted('often'));
    await golden('hitCounts', talk);
  });

  it('that log', async () => {
    const talk = await Transcript.of(app);
    const breakpoints = [
      {
        line: 13,
        condition: 'n < 3',
        logMessage: 'n={n} ({n,x}), buf \\{{buf}\\}, g.x={g.x}, {nothing}',
      },
      { line: 13, condition: 'n == 4' },
    ];
    await talk.ask('setBreakpoints', { source, breakpoints }, 'breakpoint', 'breakpoint');
    await talk.ask('continue', thread, 'stopped');
    await talk.ask('variables', { variablesReference: 2 ** 30 + 4 });
    await talk.ask('locations', { locationReference: 2 ** 30 + 4 }, 'stopped');
    await talk.ask('reverseContinue', thread, 'stopped');
    await golden('logMessages', talk);
  });

  it('on functions and instructions', async () => {
    const talk = await Transcript.of({ ...app, frame: 1 });
    await talk.ask('setFunctionBreakpoints', {
      breakpoints: [{ name: 'helper' }, { name: 'main' }, { name: 'nothing' }],
    });
    await talk.ask('continue', thread, 'stopped');
    await talk.ask('setInstructionBreakpoints', {
      breakpoints: [
        { instructionReference: '0x401201' },
        { instructionReference: '0x401201', offset: 3 },
      ],
    });
    await talk.ask('continue', thread, 'stopped');
    await talk.ask('continue', thread, 'stopped');
    await golden('functionsAndInstructions', talk);
  });
});

describe('data breakpoints', () => {
  const info = async (talk: Transcript, args: object) =>
    ((await talk.ask('dataBreakpointInfo', args)) as { dataId: string | null } | undefined)?.dataId;

  it('on a global, both ways', async () => {
    const talk = await Transcript.of(app);
    const dataId = await info(talk, { name: 'g.x' });
    await talk.ask('setDataBreakpoints', { breakpoints: [{ dataId }] }, 'breakpoint');
    for (let i = 0; i < 3; i++) await talk.ask('continue', thread, 'stopped');
    for (let i = 0; i < 3; i++) await talk.ask('reverseContinue', thread, 'stopped');
    await golden('dataGlobal', talk);
  });

  it('on a local, in its function', async () => {
    const talk = await Transcript.of({ ...app, frame: 1 });
    const dataId = await info(talk, { name: 'n' });
    const breakpoints = [{ dataId, condition: 'n > 3', hitCondition: '%2' }];
    await talk.ask('setDataBreakpoints', { breakpoints }, 'breakpoint');
    for (let i = 0; i < 2; i++) await talk.ask('continue', thread, 'stopped');
    await talk.ask('reverseContinue', thread, 'stopped');
    await golden('dataLocal', talk);
  });

  it('on registers, memory and trace state variables', async () => {
    const talk = await Transcript.of({ ...app, frame: 1 });
    for (const args of [
      { name: '$rdi' },
      { name: '$hits' },
      { name: '0x404064', bytes: 4, asAddress: true },
    ]) {
      const dataId = await info(talk, args);
      await talk.ask('setDataBreakpoints', { breakpoints: [{ dataId }] }, 'breakpoint');
      await talk.ask('continue', thread, 'stopped');
      await talk.ask('reverseContinue', thread, 'stopped');
    }
    await golden('dataOthers', talk);
  });

  it('on what the Variables view shows', async () => {
    const client = await TraceClient.start();
    await client.launchTrace({ ...app, frame: 5 });
    const { body } = await client.stackTraceRequest(thread);
    const levels = body.stackFrames.map(({ id }) => id);
    const describedAs = async (level: number, scope: string, ...path: string[]) => {
      const { body: under } = await client.scopesRequest({ frameId: levels[level] ?? 0 });
      let reference = under.scopes.find(({ name }) => name === scope)?.variablesReference ?? 0;
      for (const name of path.slice(0, -1)) {
        const answer = await client.variablesRequest({ variablesReference: reference });
        const found = answer.body.variables.find((variable) => variable.name === name);
        reference = found?.variablesReference ?? 0;
      }
      const asked = { variablesReference: reference, name: path.at(-1) ?? '' };
      const { body: info } = await client.dataBreakpointInfoRequest(asked);
      return [info.description, info.dataId === null ? 'no' : info.canPersist];
    };
    expect(await describedAs(0, 'Arguments', 'n')).toEqual(['n in helper', false]);
    expect(await describedAs(0, 'Locals', 'buf', '[3]')).toEqual(['buf[3] in helper', false]);
    expect(await describedAs(0, 'Globals', 'g', 'x')).toEqual(['g.x', true]);
    expect(await describedAs(0, 'Registers', 'general', 'rip')).toEqual(['$rip', true]);
    expect(await describedAs(0, 'Trace State Variables', '$hits')).toEqual(['$hits', true]);
    expect(await describedAs(1, 'Locals', 'total')).toEqual([
      expect.stringMatching(/No symbol "total"|innermost/),
      'no',
    ]);
    await client.stop();
  });

  it('on each of several locals of one name', async () => {
    const client = await TraceClient.start();
    const values = corpus('programs/values/values');
    await client.launchTrace({ trace: `${values}.plain.tf`, program: values, frame: 5 });
    const { body } = await client.stackTraceRequest(thread);
    const frameId = body.stackFrames[0]?.id ?? 0;
    const { body: under } = await client.scopesRequest({ frameId });
    const locals = under.scopes.find(({ name }) => name === 'Locals');
    const { variablesReference = 0 } = locals ?? {};
    const { body: rows } = await client.variablesRequest({ variablesReference });
    const named = rows.variables.filter(({ name }) => /^value\b/.test(name));
    expect(named.map(({ value }) => value)).toEqual(['3.5', '2', '1']);
    const ids = new Set<string | null>();
    for (const { name } of named) {
      const { body: info } = await client.dataBreakpointInfoRequest({ variablesReference, name });
      ids.add(info.dataId);
    }
    const dataIds = [...ids].filter((id) => id !== null);
    expect(dataIds).toHaveLength(3);
    const { body: set } = await client.setDataBreakpointsRequest({
      breakpoints: dataIds.map((dataId) => ({ dataId })),
    });
    expect(new Set(set.breakpoints.map(({ id }) => id)).size).toBe(3);
    await client.stop();
  });

  it('on what cannot be followed', async () => {
    const talk = await Transcript.of({ ...app, frame: 1 });
    await info(talk, { name: 'nothing' });
    await info(talk, { name: 'n +' });
    await info(talk, { name: 'helper', bytes: 4, asAddress: true });
    await info(talk, { name: '0x404060', bytes: 0, asAddress: true });
    await info(talk, { name: 'n', variablesReference: 77 });
    const breakpoints = [
      { dataId: 'mine' },
      { dataId: '{"expression":"g.x"}', accessType: 'read' },
      { dataId: '{"expression":"main"}' },
    ];
    await talk.ask('setDataBreakpoints', { breakpoints }, 'breakpoint');
    await golden('dataRefused', talk);
  });
});
