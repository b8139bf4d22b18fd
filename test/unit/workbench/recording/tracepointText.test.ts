import { describe, expect, it, vi } from 'vitest';
import type { PlannedTracepoint } from '../../../../src/remote/record/plan';
import { parseVariable } from '../../../../src/workbench/recording/prompts';
import {
  endText,
  statusLines,
  statusText,
} from '../../../../src/workbench/recording/recordingStatus';
import {
  actionDetail,
  actionsLine,
  conditionsLine,
  countersLine,
} from '../../../../src/workbench/recording/tracepointText';
import type { RecordingStatus } from '../../../../src/remote/client/recording';
import { readStatusReply } from '../../../../src/remote/packets/run';

vi.mock('vscode', async () => ({ l10n: (await import('./vscodeWords')).l10n }));

const tracepoint: PlannedTracepoint = {
  number: 1,
  kind: 'trap',
  location: 'main.c:3',
  enabled: true,
  condition: 'n > 5',
  passCount: 7,
  actions: [
    { action: 'collect', item: '$regs' },
    { action: 'collect', item: '*(unsigned char *)$sp@64' },
    { action: 'collect', item: 'name', strings: 80 },
    { action: 'teval', expression: '$n = 1' },
  ],
  stepping: { count: 4, actions: [] },
};

describe('a tracepoint in words', () => {
  it('says what it does in a line', () => {
    expect(conditionsLine(tracepoint)).toBe('if n > 5 · ends the run at hit 7 · 4 steps');
    expect(actionsLine(tracepoint.actions)).toBe(
      'registers, 64 bytes of stack, name with its text, $n = 1',
    );
    expect(tracepoint.actions.map(actionDetail)).toEqual([
      '$regs',
      '*(unsigned char *)$sp@64',
      'collect /s80',
      'teval',
    ]);
    expect(actionsLine([])).toBe('nothing');
    const bare = { ...tracepoint, actions: [] };
    expect(conditionsLine(bare)).toBe(
      'collects nothing · if n > 5 · ends the run at hit 7 · 4 steps',
    );
    const collecting = { count: 4, actions: tracepoint.actions };
    expect(conditionsLine({ ...bare, stepping: collecting })).not.toMatch('nothing');
  });

  it('says how it stands in a run', () => {
    expect(countersLine(1, 0)).toBe('1 hit');
    expect(countersLine(12, 900)).toBe('12 hits · 900 bytes');
  });
});

describe('a run in words', () => {
  const status = (reply: string, phase: RecordingStatus['phase']): RecordingStatus => {
    const run = readStatusReply(reply);
    if ('kind' in run) throw new Error(run.expected);
    return {
      phase,
      program: 'running',
      isLive: true,
      run,
      tracepoints: [],
      variables: [],
      findings: [],
    };
  };
  const running = 'T1;tnotrun:0;tframes:1e;tcreated:1e;tfree:4c0000;tsize:500000;circular:1';

  it('says how far it is', () => {
    expect(statusText(status(running, 'tracing'))).toBe('$(record) 30 frames · 5 %');
    expect(statusLines(status(running, 'tracing'))).toEqual([
      'Recording',
      '30 frames',
      'Buffer: 256 KiB of 5 MiB, circular',
      'The program runs.',
      'The trace shows the frames as they come.',
    ]);
    const unseen = 'The frames are shown after the run.';
    expect(statusLines({ ...status(running, 'tracing'), unseen }).at(-1)).toBe(unseen);
    expect(statusText(status('T0;tfull:0;tframes:1', 'ended'))).toBe('$(debug-stop) 1 frame');
    expect(statusText(status('T0;tfull:0', 'closed'))).toBe('');
    // A target that does not count its frames.
    expect(statusText(status('T1;tnotrun:0', 'tracing'))).toBe('$(record) Recording');
    expect(statusText(status('T0;tfull:0', 'ended'))).toBe('$(debug-stop) Recording has stopped');
  });

  it.each([
    ['T0;tfull:0', 'The run ended: the buffer is full.'],
    ['T0;tpasscount:3', 'The run ended by the pass count of tracepoint 3.'],
    ['T0;terror:646976696465:2', 'The run ended by an error: divide.'],
    ['T0;tstop::0', 'The run was stopped.'],
  ])('says why it ended: %s', (reply, sentence) => {
    expect(endText(status(reply, 'ended'))).toBe(sentence);
  });

  it.each([
    ['leaving', {}, 'The program exited.'],
    ['leaving', { exitCode: 0 }, 'The program exited.'],
    ['leaving', { exitCode: 3 }, 'The program exited with code 3.'],
    ['ended', { exitCode: 3 }, 'The program exited with code 3.'],
    ['ended', { signal: 'SIGKILL' }, 'SIGKILL ended the program.'],
    [
      'stopped',
      { signal: 'SIGSEGV at calls.c:7 (take)' },
      'The program was stopped by SIGSEGV at calls.c:7 (take).',
    ],
  ] as const)('says how the program ended it: %s %j', (program, how, sentence) => {
    expect(endText({ ...status('T0;tstop::0', 'ended'), program, ...how })).toBe(sentence);
  });

  it('says in the tooltip what the program does', () => {
    const line = (program: RecordingStatus['program'], how: Partial<RecordingStatus>) =>
      statusLines({ ...status('T0;tstop::0', 'ended'), program, ...how })[1];
    expect(line('stopped', {})).toBe('The program is stopped.');
    expect(line('stopped', { signal: 'SIGSEGV' })).toBe('The program was stopped by SIGSEGV.');
    expect(line('leaving', { exitCode: 3 })).toBe('The program is held where it is about to exit.');
    expect(line('ended', { exitCode: 3 })).toBe('The program exited with code 3.');
  });
});

describe('a trace state variable', () => {
  it.each([
    ['$a', { name: 'a', initialValue: 0n }],
    [' $a = -0x10 ', { name: 'a', initialValue: -16n }],
    ['$a=9223372036854775807', { name: 'a', initialValue: 2n ** 63n - 1n }],
  ])('%s is read as tvariable takes it', (text, variable) => {
    expect(parseVariable(text)).toEqual(variable);
  });

  it.each(['a = 1', '$a = ', '$a = b', '$1 = 1', '$a = 9223372036854775808', ''])(
    '%j is none',
    (text) => {
      expect(parseVariable(text)).toBeUndefined();
    },
  );
});
