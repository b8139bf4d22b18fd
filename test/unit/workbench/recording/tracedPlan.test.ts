import { expect, it } from 'vitest';
import type { Description, Tracepoint } from '../../../../src/format/description';
import { writeCommands } from '../../../../src/remote/record/plan';
import { tracedPlan } from '../../../../src/workbench/recording/tracedPlan';

const location = {
  address: 0x401136n,
  enabled: true,
  kind: 'trace' as const,
  actions: [],
  steppingActions: [],
  fileIndex: 0,
};

function described(tracepoint: Partial<Tracepoint>): Description {
  const plain = { number: 3, locations: [location], enabled: true, step: 0, pass: 0 };
  const source = { commands: [], otherSource: [], fileIndex: 0 };
  return {
    tracepoints: [{ ...plain, ...source, ...tracepoint }],
    variables: [
      { number: 1, name: 'trace_timestamp', initialValue: 0n, builtin: true },
      { number: 2, name: 'hits', initialValue: -1n, builtin: false },
    ],
  } as unknown as Description;
}

it('is what made the trace, under its numbers', () => {
  const commands = ['collect $trace_timestamp', 'collect n, m', 'while-stepping 2'];
  const plan = tracedPlan(
    described({
      at: 'a.c:5',
      condition: 'n > 5',
      pass: 7,
      enabled: false,
      commands: [...commands, 'collect $trace_timestamp', 'collect $regs', 'end'],
    }),
  );
  expect(plan.tracepoints[0]?.number).toBe(3);
  expect(writeCommands(plan)).toBe(`tvariable $hits = -1
trace a.c:5 if n > 5
passcount 7
disable $tpnum
actions
  collect $trace_timestamp
  collect n
  collect m
  while-stepping 2
    collect $trace_timestamp
    collect $regs
  end
end
`);
});

it('has the addresses of tracepoints without their source', () => {
  expect(tracedPlan(described({})).tracepoints).toMatchObject([
    { number: 3, location: '*0x401136', actions: [] },
  ]);
});
