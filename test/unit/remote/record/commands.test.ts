import { describe, expect, it } from 'vitest';
import { writeCommands, type RecordingPlan } from '../../../../src/remote/record/plan';
import { splitItems, readCommands } from '../../../../src/remote/record/readCommands';

const plan: RecordingPlan = {
  tracepoints: [
    {
      number: 1,
      kind: 'trap',
      location: 'app.c:13',
      enabled: true,
      passCount: 0,
      condition: 'n > 5 && p->name[0] != 0',
      actions: [
        { action: 'collect', item: '$regs' },
        { action: 'collect', item: 'p->name', strings: 0 },
        { action: 'collect', item: 'f(a, b)[1]', strings: 80 },
        { action: 'teval', expression: '$hits = $hits + 1' },
      ],
      stepping: { count: 3, actions: [{ action: 'collect', item: '$locals' }] },
    },
    {
      number: 2,
      kind: 'fast',
      location: '*0x401136',
      enabled: false,
      passCount: 7,
      actions: [],
    },
    {
      number: 3,
      kind: 'static',
      location: '-m ust/bar',
      enabled: true,
      passCount: 0,
      actions: [{ action: 'collect', item: '$_sdata' }],
      stepping: { count: 1, actions: [] },
    },
  ],
  variables: [
    { name: 'hits', initialValue: -3n },
    { name: 'sum', initialValue: 1n << 40n },
  ],
  recordTime: false,
};

const text = `tvariable $hits = -3
tvariable $sum = 1099511627776
trace app.c:13 if n > 5 && p->name[0] != 0
actions
  collect $regs
  collect /s p->name
  collect /s80 f(a, b)[1]
  teval $hits = $hits + 1
  while-stepping 3
    collect $locals
  end
end
ftrace *0x401136
passcount 7
disable $tpnum
strace -m ust/bar
actions
  collect $_sdata
  while-stepping 1
  end
end
`;

describe('a plan', () => {
  it('is written as gdb takes it', () => {
    expect(writeCommands(plan)).toBe(text);
  });

  it('comes back', () => {
    expect(readCommands(text)).toEqual({ plan, problems: [] });
    const [first] = plan.tracepoints;
    const timed = { ...plan, tracepoints: first ? [first] : [], recordTime: true };
    const written = writeCommands(timed);
    expect(written.match(/collect \$trace_timestamp/g)).toHaveLength(2);
    expect(readCommands(written)).toEqual({ plan: timed, problems: [] });
  });
});

describe('commands as people type them', () => {
  it('are understood', () => {
    const typed = `# set up
tp main
actions
collect $regs, $args,f(1, "a,b")
ws 5
coll $locals
end
end

tr loop.c:9 if i == 3
condition 1 argc > 1
pass 4 1
tvar $x
tvar $x = 0x10
act 2
collect/s name
teval $x = 1, $x = 2
end
dis 1
disable tracepoints 2
enable 2`;
    const { plan: read, problems } = readCommands(typed.replaceAll('\n', '\r\n'));
    expect(problems).toEqual([]);
    expect(read.variables).toEqual([{ name: 'x', initialValue: 16n }]);
    expect(read.tracepoints).toEqual([
      {
        number: 1,
        kind: 'trap',
        location: 'main',
        enabled: false,
        passCount: 4,
        condition: 'argc > 1',
        actions: [
          { action: 'collect', item: '$regs' },
          { action: 'collect', item: '$args' },
          { action: 'collect', item: 'f(1, "a,b")' },
        ],
        stepping: { count: 5, actions: [{ action: 'collect', item: '$locals' }] },
      },
      {
        number: 2,
        kind: 'trap',
        location: 'loop.c:9',
        enabled: true,
        passCount: 0,
        condition: 'i == 3',
        actions: [
          { action: 'collect', item: 'name', strings: 0 },
          { action: 'teval', expression: '$x = 1' },
          { action: 'teval', expression: '$x = 2' },
        ],
      },
    ]);
  });

  it('that are not of a recording are told with their lines', () => {
    const { plan: read, problems } = readCommands(
      'break main\ntrace f\npasscount 2 9\nactions\nprint x\ncollect y\ntstart\nend\ncontinue\nactions 7\ncollect z\nend',
    );
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [1, 'Line 1 is no command of a recording: break main'],
      [3, 'Line 3 is no command of a recording: passcount 2 9'],
      [5, 'Line 5 is no command of a recording: print x'],
      [7, 'Line 7 is no command of a recording: tstart'],
      [9, 'Line 9 is no command of a recording: continue'],
      [10, 'Line 10 is no command of a recording: actions 7'],
      [11, 'Line 11 is no command of a recording: collect z'],
    ]);
    expect(read.tracepoints).toMatchObject([{ actions: [{ item: 'y' }] }]);
  });

  it('split at commas alone that part items', () => {
    expect(splitItems('a, b[c, d], "x,\\"y", \',\', f(g(1, 2), 3)')).toEqual([
      'a',
      'b[c, d]',
      '"x,\\"y"',
      "','",
      'f(g(1, 2), 3)',
    ]);
  });
});
