// Plans for a program of the corpus, as packets.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { registerLayout } from '../../../../src/machine/registerLayout';
import { writeDefinition, type DefinitionPacket } from '../../../../src/remote/packets/definitions';
import { listDefinitions } from './definitionListing';
import type { PlannedTracepoint, RecordingPlan } from '../../../../src/remote/record/plan';
import { prepareRecording } from '../../../../src/remote/record/prepareRecording';
import type { RecordingTarget } from '../../../../src/remote/record/resolveLocation';
import { type Program } from '../../../../src/symbols/program';
import { openProgram } from '../../../../src/symbols/openProgram';

const corpus = path.join(import.meta.dirname, '../../../corpus');
const clock = {
  number: 1,
  initialValue: 0n,
  builtin: true,
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
    layout,
    order: 'little',
    modules: [{ program, slide }],
    variables: [clock],
    features: { has: () => true, packetSize: 400 },
    ...given,
  };
}

const tracepoint = (
  location: string,
  given: Partial<PlannedTracepoint> = {},
): PlannedTracepoint => ({
  number: 4,
  kind: 'trap',
  location,
  enabled: true,
  passCount: 0,
  actions: [],
  ...given,
});

const planOf = (...tracepoints: PlannedTracepoint[]): RecordingPlan => ({
  tracepoints,
  variables: [],
  recordTime: false,
});

async function packetsOf(plan: RecordingPlan, target: RecordingTarget) {
  const { definitions, problems } = await prepareRecording(plan, target);
  return {
    packets: definitions.map(writeDefinition),
    problems: problems.map(({ item, message }) => `${item}: ${message}`),
  };
}

/** What each action is, in the order of the packets. */
function actionsOf(definitions: readonly DefinitionPacket[]): string[] {
  return definitions.flatMap((packet) => {
    if (packet.kind !== 'define-actions') return [];
    const kinds = packet.actions.map(({ kind }) => kind);
    const steps = packet.steppingActions.map(({ kind }) => `step ${kind}`);
    return [...kinds, ...(packet.opensStepping ? ['S'] : []), ...steps];
  });
}

describe('a tracepoint', () => {
  it('has its time first, then registers, then the rest in the order of the user', async () => {
    const planned = tracepoint('app.c:13', {
      condition: 'n > 5',
      passCount: 10,
      actions: [
        { action: 'collect', item: 'p->name' },
        { action: 'collect', item: 'n' },
        { action: 'collect', item: '$regs' },
        { action: 'teval', expression: '$hits = $hits + 1' },
      ],
      stepping: { count: 2, actions: [{ action: 'collect', item: '$regs' }] },
    });
    const plan = {
      ...planOf(planned),
      variables: [{ name: 'hits', initialValue: -2n }],
      recordTime: true,
    };
    const target = targetOf('x86_64/app');
    const { definitions, problems, tracepoints } = await prepareRecording(plan, target);
    expect(problems).toEqual([]);
    expect(tracepoints).toEqual([{ number: 4, addresses: [0x40117bn] }]);
    const packets = definitions.map(writeDefinition);
    expect(packets.slice(0, 2)).toEqual([
      'QTDV:1:0000000000000000:1:74726163655f74696d657374616d70',
      'QTDV:2:fffffffffffffffe:0:68697473',
    ]);
    expect(packets[2]).toMatch(/^QTDP:4:000000000040117b:E:2:a:X[\da-f]+,26000622\w+27-$/);
    const kinds = actionsOf(definitions);
    expect(kinds.slice(0, 2)).toEqual(['expression', 'registers']);
    expect(kinds.slice(kinds.indexOf('S'))).toEqual(['S', 'step expression', 'step registers']);
    const texts = definitions.flatMap((packet) =>
      packet.kind === 'define-source' ? [new TextDecoder().decode(packet.text)] : [],
    );
    expect(texts).toEqual([
      'app.c:13',
      'n > 5',
      'collect $trace_timestamp',
      'collect p->name',
      'collect n',
      'collect $regs',
      'teval $hits = $hits + 1',
      'while-stepping 2',
      'collect $trace_timestamp',
      'collect $regs',
      'end',
    ]);
  });

  it('is cut into packets that the target takes', async () => {
    const items = Array.from({ length: 40 }, () => 'n').map(
      (item) => ({ action: 'collect', item }) as const,
    );
    const plan = planOf(tracepoint('app.c:13', { actions: items }));
    for (const packetSize of [400, 0x47ff]) {
      const features = { has: () => false, packetSize };
      const { definitions } = await prepareRecording(plan, targetOf('x86_64/app', { features }));
      const [definition = '', ...actions] = definitions.slice(1).map(writeDefinition);
      expect(definition.endsWith('-')).toBe(true);
      expect(actions.length).toBeGreaterThan(1);
      // Lines of trace files have fewer than 1000 characters, whatever the target takes.
      expect(Math.max(...actions.map(({ length }) => length))).toBeLessThan(
        Math.min(packetSize, 1000),
      );
      expect(actions.map((packet) => packet.endsWith('-'))).toEqual(
        actions.map((_, i) => i < actions.length - 1),
      );
      expect(actionsOf(definitions).filter((kind) => kind === 'expression')).toHaveLength(40);
    }
  });

  it('lies where the program lies', async () => {
    const plan = planOf(tracepoint('helper', { actions: [{ action: 'collect', item: '$args' }] }));
    const [here, there] = await Promise.all(
      [0n, 0x5555_5555_4000n].map((slide) =>
        prepareRecording(plan, targetOf('x86_64/app-pie', {}, slide)),
      ),
    );
    const [low, high] = [here, there].map((each) => each?.tracepoints[0]?.addresses[0] ?? 0n);
    expect((high ?? 0n) - (low ?? 0n)).toBe(0x5555_5555_4000n);
  });

  it('is a jump only where that fits', async () => {
    const plan = planOf(tracepoint('app.c:13', { kind: 'fast' }));
    const prepare = (given: Partial<RecordingTarget>) =>
      packetsOf(plan, targetOf('x86_64/app', given));
    const instructionLength = () => Promise.resolve(4);
    const fits = await prepare({ instructionLength, shortestFastInstruction: 4 });
    expect(fits.packets[1]).toBe('QTDP:4:000000000040117b:E:0:0:F4');
    expect(fits.problems).toEqual([]);
    const short = await prepare({ instructionLength, shortestFastInstruction: 5 });
    expect(short.packets[1]).toBe('QTDP:4:000000000040117b:E:0:0');
    expect(short.problems).toEqual([
      "app.c:13: At 0x40117b it is an ordinary tracepoint: the instruction there has 4 bytes, and the target's jump needs 5.",
    ]);
    const features = { has: (name: string) => name !== 'FastTracepoints', packetSize: 400 };
    expect((await prepare({ instructionLength, features })).problems).toEqual([
      'app.c:13: At 0x40117b it is an ordinary tracepoint: the target has no fast tracepoints.',
    ]);
  });

  it('keeps strings without /s, which no file of gdb may have', async () => {
    const actions = [{ action: 'collect', item: 'p->name', strings: 20 }] as const;
    const { packets, problems } = await packetsOf(
      planOf(tracepoint('app.c:13', { actions })),
      targetOf('x86_64/app'),
    );
    expect(problems).toEqual([]);
    const kept = packets.find((packet) => packet.includes(':cmd:')) ?? '';
    expect(kept.endsWith(Buffer.from('collect p->name').toString('hex'))).toBe(true);
  });
});

describe('what cannot be', () => {
  it('is said, and the rest is recorded', async () => {
    const planned = tracepoint('app.c:13', {
      actions: [
        { action: 'collect', item: 'nothing' },
        { action: 'collect', item: 'p->w[0] * 2.0' },
        { action: 'collect', item: '$_sdata' },
        { action: 'teval', expression: 'n = 3' },
        { action: 'collect', item: 'n' },
      ],
    });
    const elsewhere = [
      tracepoint('nowhere.c:1'),
      tracepoint('app.c:13', { condition: '$_streq(p->name, "x")' }),
      tracepoint('*0x401136'),
    ];
    const variables = [{ name: 'trace_timestamp', initialValue: 0n }];
    const plan = { ...planOf(planned, ...elsewhere), variables, recordTime: true };
    const target = targetOf('x86_64/app', { variables: [] });
    const { definitions, tracepoints, problems } = await prepareRecording(
      plan,
      targetOf('x86_64/app'),
    );
    expect(problems.map(({ item, message }) => `${item}: ${message}`)).toEqual([
      '$trace_timestamp: There is one of that name already; this one is left out.',
      'collect nothing: No symbol "nothing" in current context.',
      'collect $_sdata: Only static tracepoints have data of their own.',
      'teval n = 3: A target sets nothing but trace state variables.',
      `nowhere.c:1: There is no code at nowhere.c:1 in ${path.join(corpus, 'x86_64/app')}.`,
      '$_streq(p->name, "x"): $_streq is a function of the debugger: a target cannot call it. Without its condition nothing is recorded at 0x40117b.',
    ]);
    expect(tracepoints.map(({ addresses }) => addresses.length)).toEqual([1, 0, 0, 1]);
    expect(actionsOf(definitions).length).toBeGreaterThan(3);
    const untimed = await prepareRecording({ ...planOf(), recordTime: true }, target);
    expect(untimed.problems.map(({ message }) => message)).toEqual([
      'The target has no clock for traces: hits are recorded without their time.',
    ]);
  });

  it('is left out of what is optimized', async () => {
    const actions = [
      { action: 'collect', item: '$locals' },
      { action: 'collect', item: '$args' },
    ] as const;
    const plan = planOf(tracepoint('helper', { actions }));
    const { definitions, problems } = await prepareRecording(plan, targetOf('x86_64/app-O2'));
    expect(problems).toEqual([]);
    expect(actionsOf(definitions)).toContain('registers');
  });
});

describe('the listing', () => {
  it('has words beside the operations', async () => {
    const actions = [{ action: 'collect', item: 'n' }] as const;
    const plan = planOf(tracepoint('app.c:13', { condition: 'n > 5', actions }));
    const { definitions } = await prepareRecording(plan, targetOf('x86_64/app'));
    const register = (number: number) => (number === 6 ? 'rbp' : undefined);
    expect(listDefinitions(definitions, { register })).toEqual([
      'variable 1: $trace_timestamp = 0',
      'tracepoint 4 at 0x40117b',
      '  if 5 < *(int32_t *) ($rbp - 36)',
      '      0  reg 6',
      '      3  const8 36',
      '      5  sub',
      '      6  ref32',
      '      7  ext 32',
      '      9  const8 5',
      '     11  swap',
      '     12  less_signed',
      '     13  end',
      '  collect registers $rbp',
      '  collect 4 bytes at $rbp - 36',
      '      0  reg 6',
      '      3  const8 36',
      '      5  sub',
      '      6  const8 4',
      '      8  trace',
      '      9  end',
    ]);
  });
});
