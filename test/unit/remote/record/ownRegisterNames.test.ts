// gdb collects registers under the processor's own names alone.
import { expect, it } from 'vitest';
import { architectures } from '../../../../src/machine/arch';
import { withOwnRegisterNames } from '../../../../src/remote/record/prepareRecording';
import type { RecordingPlan } from '../../../../src/remote/record/plan';

const plan: RecordingPlan = {
  tracepoints: [
    {
      number: 1,
      kind: 'trap',
      location: '*$pc',
      enabled: true,
      passCount: 0,
      condition: '$sp > 0 && $spare == 1',
      actions: [
        { action: 'collect', item: '*(unsigned char *)$sp@512' },
        { action: 'teval', expression: '$seen = $fp - $ps' },
      ],
      stepping: { count: 2, actions: [{ action: 'collect', item: '$pc' }] },
    },
  ],
  variables: [],
  recordTime: true,
};

function texts(machine: number, bits: number): unknown[] {
  const architecture = architectures.find(
    (each) => each.bits === bits && each.elfMachines.includes(machine),
  );
  if (!architecture) throw new Error('There is no such processor.');
  return withOwnRegisterNames(plan, architecture).tracepoints.flatMap(
    ({ location, condition, actions, stepping }) => [
      location,
      condition,
      ...[...actions, ...(stepping?.actions ?? [])].map((action) =>
        action.action === 'collect' ? action.item : action.expression,
      ),
    ],
  );
}

it('of x86-64', () => {
  expect(texts(62, 64)).toEqual([
    '*$rip',
    '$rsp > 0 && $spare == 1',
    '*(unsigned char *)$rsp@512',
    '$seen = $rbp - $eflags',
    '$rip',
  ]);
});

it('of aarch64', () => {
  expect(texts(183, 64)).toEqual([
    '*$pc',
    '$sp > 0 && $spare == 1',
    '*(unsigned char *)$sp@512',
    '$seen = $x29 - $ps',
    '$pc',
  ]);
});
