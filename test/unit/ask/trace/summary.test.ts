import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { problems, summarizeDiagnostic } from '../../../../src/ask/trace/problems';
import { runWith } from '../../../../src/ask/run';
import { summarize } from '../../../../src/ask/trace/summary';
import { Trace } from '../../../../src/trace/trace';
import { header } from '../../format/traceBytes';
import { traceWithProgram } from '../../trace/programInUse';
import { traceOf } from '../../trace/tracedPrograms';

/** The summary of a trace without frames, of these lines. */
async function summaryOf(...lines: string[]) {
  const opened = await Trace.open(new MemorySource(header(...lines)), 'x.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return summarize(opened.trace);
}

describe('the summary of a trace', () => {
  it('says what the run was and why it ended', async () => {
    const summary = await summarize(await traceOf('extra/x86_64/meter.circular.tf'));
    expect(summary).toMatchObject({
      name: 'meter.circular.tf',
      fileSize: 19559,
      stopReason: 'Stopped by user',
      buffer: { free: 11, size: 4000, circular: true },
      duration: '6.55 ms',
      frameCount: 34,
      complete: true,
    });
    expect(summary.status).toEqual([
      { label: 'Ended', text: 'Stopped by user' },
      { label: 'Frames in the buffer', text: '34' },
      { label: 'Frames created', text: '50' },
      { label: 'Buffer size', text: '3.91 KiB' },
      { label: 'Buffer free', text: '11 bytes' },
      { label: 'Buffer', text: 'circular: the oldest frames are overwritten' },
      { label: 'Started', text: "3020.704156 s on the target's clock" },
      { label: 'Stopped', text: "3020.710702 s on the target's clock" },
      { label: 'Run time', text: '6.55 ms' },
    ]);
    expect(summary.diagnostics.map(({ offset, frame }) => [offset, frame])).toEqual([
      ['0x441b', undefined],
      ['0x441b', 16],
      ['0x4c0d', undefined],
    ]);
  });

  it('has user, notes and what no reader knows', async () => {
    const disabled = await summarize(await traceOf('extra/x86_64/meter.disabled.tf'));
    expect(disabled.status).toContainEqual({ label: 'User', text: 'Zoë; of: lab 2' });
    expect(disabled.status).toContainEqual({ label: 'Notes', text: 'cellar; second try: 50%' });
    const odd = await summaryOf('R 20', 'status 0;tstop::0;disconn:1;colour:7', 'extra line');
    expect(odd.status).toContainEqual({ label: 'If gdb disconnects', text: 'tracing goes on' });
    expect(odd.status.find(({ label }) => label === 'Unknown field')?.text).toContain('colour');
    expect(odd.unknownLines).toEqual(['extra line']);
  });

  it('has what the file says where that is no count, and a problem', async () => {
    const summary = await summaryOf('R 20', 'status 0;tstop::0;tframes:zz;tcreated:50');
    expect(summary.status).toContainEqual({ label: 'Frames in the buffer', text: 'zz' });
    const [problem] = summary.diagnostics;
    expect(problem).toMatchObject({ message: 'tframes is no count.', found: 'zz' });
  });

  it('has no status where the file has none', async () => {
    const summary = await summaryOf('R 20');
    expect(summary.status).toEqual([]);
    expect(summary).not.toHaveProperty('buffer');
    expect(summary).not.toHaveProperty('duration');
  });

  it('has a duration where the run stopped after it had started', async () => {
    const ran = (start: string, stop: string) =>
      summaryOf('R 20', `status 0;tstop::0;starttime:${start};stoptime:${stop}`);
    expect(await ran('f4240', '1e8480')).toHaveProperty('duration');
    expect(await ran('1e8480', 'f4240')).not.toHaveProperty('duration');
  });

  it('has the first locations of a tracepoint, and how many are left', async () => {
    const at = (i: number) => (0x401000 + i).toString(16);
    const lines = Array.from({ length: 103 }, (_, i) => `tp T1:${at(i)}:E:0:0`);
    const [tracepoint] = (await summaryOf('R 20', ...lines)).tracepoints;
    expect([tracepoint?.locations.length, tracepoint?.locationsLeft]).toEqual([100, 3]);
  });

  it('has tracepoints with what they collect, where they are and how often they were hit', async () => {
    const app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    const { tracepoints, variables, program } = await summarize(app);
    expect(tracepoints.map(({ number, frames }) => [number, frames])).toEqual([
      [2, 20],
      [3, 74],
      [4, 20],
    ]);
    expect(tracepoints[1]).toEqual({
      number: 3,
      enabled: true,
      kind: 'trace',
      locations: [
        {
          address: '0x401201',
          enabled: true,
          functionName: 'helper',
          place: { file: '/build/app/app.c', line: 16 },
        },
      ],
      at: 'app.c:16',
      condition: 'n > 5',
      commands: [
        'collect $regs',
        'collect $args',
        'while-stepping 3',
        'collect $regs',
        'collect n',
        'end',
      ],
      actions: [
        'collect registers',
        ...new Array<string>(3).fill('evaluate an agent expression of 15 bytes'),
        'while-stepping',
        '  collect registers',
        '  evaluate an agent expression of 15 bytes',
      ],
      step: 3,
      pass: 0,
      hits: 14,
      usage: 62044,
      frames: 74,
    });
    expect(variables).toEqual([
      { name: 'trace_timestamp', initialValue: '0', builtin: true },
      { name: 'hits', initialValue: '3', builtin: false },
    ]);
    expect(program).toMatchObject({ state: 'placed', name: 'app', path: 'x86_64/app' });
  });

  it('says of a tracepoint without source text what its bytes are', async () => {
    const { tracepoints } = await summaryOf(
      'R 20',
      'tp T5:401000:D:0:0:F5:X3,260027',
      'tp A5:401000:R03',
      'tp A5:401000:M-1,404010,4',
      'tp A5:401000:M7,8,10',
      'tp A5:401000:L',
      'tp A5:401000:X00000003,220427',
    );
    expect(tracepoints).toMatchObject([
      {
        number: 5,
        enabled: false,
        kind: 'fast',
        conditionBytes: 3,
        commands: [],
        actions: [
          'collect registers',
          'collect 4 bytes at 0x404010',
          'collect 16 bytes at $7 + 0x8',
          'collect $_sdata',
          'evaluate an agent expression of 3 bytes',
        ],
      },
    ]);
  });

  it('has the registers as they stand in a block', async () => {
    const { registerSet } = await summarize(await traceOf('s390x/t1-regs.tf'));
    expect(registerSet).toMatchObject({
      architecture: 's390:64-bit',
      from: 'target-description',
      order: 'big',
    });
    const general = registerSet?.groups.find(({ name }) => name === 'general');
    expect(general?.registers).toContain('r15');
    const { registerSet: none } = await summaryOf('R 20');
    expect(none).toBeUndefined();
  });

  it('says that no program is chosen', async () => {
    const { program } = await summaryOf('R 20');
    expect(program).toEqual({ state: 'none', explanation: 'No program is chosen.' });
  });
});

describe('a diagnostic', () => {
  it('beyond those that are listed is counted', async () => {
    const diagnostic = { severity: 'info', code: 'x', message: 'A thing.' } as const;
    const diagnostics = Array.from({ length: 1001 }, () => diagnostic);
    const asked = { trace: { recording: { indexed: Promise.resolve(), diagnostics } } };
    const answer = await problems.answer(asked as never, {}, runWith());
    expect([answer.total, answer.problems.length]).toEqual([1001, 1000]);
  });

  it('has its offset as text, and nothing that it does not say', () => {
    expect(summarizeDiagnostic({ severity: 'info', code: 'x', message: 'A thing.' })).toEqual({
      severity: 'info',
      message: 'A thing.',
    });
    const full = { severity: 'error', code: 'x', message: 'm', offset: 0, frame: 0 } as const;
    expect(summarizeDiagnostic({ ...full, expected: 'a', found: 'b' })).toEqual({
      severity: 'error',
      message: 'm',
      offset: '0x0',
      expected: 'a',
      found: 'b',
      frame: 0,
    });
  });
});
