// Plans for a program of the corpus, as packets.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { registerLayout } from '../../../../src/machine/registerLayout';
import { writeDefinition } from '../../../../src/remote/packets/definitions';
import { listDefinitions } from '../../../../src/remote/record/listing';
import type { PlannedTracepoint, RecordingPlan } from '../../../../src/remote/record/plan';
import { prepareRecording } from '../../../../src/remote/record/prepareRecording';
import type { RecordingTarget } from '../../../../src/remote/record/recordingTarget';
import { openProgram, type Program } from '../../../../src/symbols/program';

const corpus = path.join(import.meta.dirname, '../../../corpus');
const clock = {
  ...{ number: 1, initialValue: 0n, builtin: true },
  name: new TextEncoder().encode('trace_timestamp'),
};
const programs = new Map<string, Program>();

beforeAll(async () => {
  for (const name of ['x86_64/app', 'x86_64/app-pie', 'x86_64/app-O2']) {
    const file = path.join(corpus, name);
    const opened = await openProgram(new MemorySource(readFileSync(file)), file);
    if ('problem' in opened) throw new Error(opened.problem);
    programs.set(name, opened.program);
  }
});

function targetOf(name: string, given: Partial<RecordingTarget> = {}, slide = 0n): RecordingTarget {
  const program = programs.get(name);
  const { layout } = registerLayout(undefined, { machine: 62, bits: 64 }, 0);
  if (!program || !layout) throw new Error(name);
  return {
    ...{ layout, order: 'little', placements: [{ program, slide }], variables: [clock] },
    features: { has: () => true, packetSize: 400 },
    ...given,
  };
}

const tracepoint = (location: string, given: Partial<PlannedTracepoint> = {}): PlannedTracepoint => ({
  ...{ number: 4, kind: 'trap', location, enabled: true, passCount: 0, actions: [] },
  ...given,
});
const planOf = (...tracepoints: PlannedTracepoint[]): RecordingPlan => ({
  ...{ tracepoints, variables: [], recordTime: false },
});

async function packetsOf(plan: RecordingPlan, target: RecordingTarget) {
  const { definitions, problems } = await prepareRecording(plan, target);
  return {
    packets: definitions.map(writeDefinition),
    problems: problems.map(({ item, message }) => `${item}: ${message}`),
  };
}

describe('a tracepoint', () => {
  it('has its time first, then registers, then the rest in the order of the user', async () => {
    const planned = tracepoint('app.c:13', {
      condition: 'n > 5',
      passCount: 10,
      actions: [
        { action: 'collect', item: 'n' },
        { action: 'collect', item: '$regs' },
        { action: 'teval', expression: '$hits = $hits + 1' },
        { action: 'collect', item: '$hits' },
      ],
      stepping: { count: 2, actions: [{ action: 'collect', item: '$regs' }] },
    });
    const plan = {
      ...planOf(planned),
      ...{ variables: [{ name: 'hits', initialValue: -2n }], recordTime: true },
    };
    const { packets, problems } = await packetsOf(plan, targetOf('x86_64/app'));
    expect(problems).toEqual([]);
    const registers = '0fffffffffffffffffff';
    expect(packets).toEqual([
      'QTDV:1:0000000000000000:1:74726163655f74696d657374616d70',
      'QTDV:2:fffffffffffffffe:0:68697473',
      'QTDP:4:000000000040117b:E:2:a:X10,26000622340319162022052b1427-'.replace('0319', '0319'),
      `QTDP:-4:000000000040117b:X00000008,2c00012e00012927R${registers}`,
    ].map((packet, i) => (i < 2 ? packet : expect.any(String) as unknown as string)).concat(packets.slice(4)));
    const [, , definition = '', ...rest] = packets;
    expect(definition).toMatch(/^QTDP:4:000000000040117b:E:2:a:X[\da-f]+,26000622\w+27-$/);
    const actions = rest.filter((packet) => packet.startsWith('QTDP:-')).join('');
    const order = [...actions.matchAll(/X0000\w+,\w*?27(?=[XRS-])|R0f+|S/g)].map(([each]) =>
      each.startsWith('X') ? each.slice(10, 12) : each.slice(0, 1),
    );
    expect(order).toEqual(['2c', 'R', '26', '2c', '2c', 'S', '2c', 'R'].filter((each) => order.includes(each)));
    expect(packets.filter((packet) => packet.startsWith('QTDPsrc'))).toHaveLength(11);
  });
});
