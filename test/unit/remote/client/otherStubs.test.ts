// Targets that are not gdbserver: one with the least that the manual demands, as embedded stubs
// have it (frames by QTFrame, registers and memory alone; no QTDPsrc, no qTBuffer, no non-stop
// mode), and stubs that lie. Each comes to an end with a sentence, and nothing that came is lost.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { connectRecording } from '../../../../src/remote/client/liveRecording';
import type { Action } from '../../../../src/format/description';
import type { DefinitionPacket } from '../../../../src/remote/packets/definitions';
import { Trace } from '../../../../src/trace/trace';
import { gdbstubTarget, hex } from './gdbstubTarget';
import {
  defineActions,
  defineSource,
  defineTracepoint,
  experimentOf,
  frame,
  MemorySink,
  StubTarget,
  variable,
  type Reaction,
} from './stubTarget';

const soon = { silence: 200, answer: 5000 };
const experiment = experimentOf(defineTracepoint, defineActions, defineSource);

/** Two frames, each with its number in the second register; what a test changes comes first. */
function leastStub(otherwise: (packet: string) => Reaction | null = () => undefined): StubTarget {
  let selected = -1;
  const target = new StubTarget((packet) => {
    const special = otherwise(packet);
    if (special !== undefined) return special;
    const number = /^QTFrame:([\da-f]+)$/.exec(packet)?.[1];
    if (number !== undefined) {
      selected = Number.parseInt(number, 16) < 2 ? Number.parseInt(number, 16) : -1;
      return selected < 0 ? 'F-1' : `F${selected}T1`;
    }
    if (packet === 'g')
      return `0010400000000000${selected.toString(16).padStart(2, '0')}00000000000000`;
    if (/^(QTDPsrc|qTBuffer|QTBuffer|QTNotes|QTDisconnected|QTro|qTP|qTf|qTs)/.test(packet))
      return '';
    return undefined;
  });
  target.features = 'PacketSize=200;qXfer:features:read+';
  target.status = 'tstop::0;tframes:2';
  return target;
}

async function recorded(target: StubTarget) {
  const started = performance.now();
  const connected = await connectRecording(target.transport, { timeouts: soon });
  if ('problem' in connected) return { problem: connected.problem };
  const { recording } = connected;
  const sink = new MemorySink();
  const begun = await recording.start(experiment, { resume: false });
  if (begun) return { problem: begun.problem };
  const stopped = await recording.stop();
  const result = stopped ?? (await recording.download(sink));
  recording.dispose();
  expect(performance.now() - started).toBeLessThan(5000);
  const trace = await Trace.open(new MemorySource(sink.bytes), 'x.tf');
  if ('problem' in trace) return { problem: 'problem' in result ? result.problem : trace.problem };
  await trace.trace.recording.indexed;
  const codes = 'problem' in result ? [result.problem] : result.findings.map(({ code }) => code);
  return { trace: trace.trace, codes, findings: recording.status.findings };
}

describe('a stub with the least that the manual demands', () => {
  it('is recorded, frame by frame, and what it cannot do is said', async () => {
    const { trace, codes, findings } = await recorded(leastStub());
    expect(codes).toEqual(['buffer-not-handed-out', 'memory-not-told']);
    expect(findings?.map(({ message }) => message)).toEqual([
      'The target cannot hold the program at its end: stop the run before, or its frames are gone.',
      'The target keeps no source of tracepoints: who connects to it later does not see what was asked for.',
    ]);
    expect(trace?.recording.index.count).toBe(2);
    const registers = (await trace?.machine(1))?.registers;
    expect([...(registers?.read('rax')?.bytes ?? [])]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('that refuses tracepoints is left with a sentence', async () => {
    const refusing = leastStub((packet) => (packet.startsWith('QT') ? '' : undefined));
    expect((await recorded(refusing)).problem).toMatch(
      /The target cannot record: the target does not know QTinit/,
    );
  });
});

describe('a stub of the gdbstub crate', () => {
  const address = 0x401000n;
  const text = Buffer.from('gdb\0and what follows');
  const hits = [7n, 8n].map((rax) => ({
    rax,
    memory: new Map([
      [0x404000n + rax, Uint8Array.of(1, 2, 3, 4)],
      [0x402000n, Uint8Array.from(text)],
    ]),
  }));
  const [opening, , ...others] = experiment.definitions;
  /** Memory at a register; a string; what is not there; a variable. */
  const actions: readonly Action[] = [
    { kind: 'registers', mask: '03' },
    // reg 1, const32 0x404000, add, const8 4, trace, end
    { kind: 'expression', bytecode: hex('26 0001 24 00404000 02 22 04 0c 27') },
    // const32 0x402000, const8 64, tracenz, end
    { kind: 'expression', bytecode: hex('24 00402000 22 40 2f 27') },
    { kind: 'memory', baseRegister: 1, offset: 0x404001n, length: 2 },
    { kind: 'memory', baseRegister: undefined, offset: 0x500000n, length: 8 },
    // tracev 1, end
    { kind: 'expression', bytecode: hex('2e 0001 27') },
  ];
  const definitions: readonly DefinitionPacket[] = [
    ...(opening ? [opening] : []),
    ...actions.map((action) => ({
      number: 1,
      address,
      kind: 'define-actions' as const,
      opensStepping: false,
      actions: [action],
      steppingActions: [],
      more: false,
    })),
    ...others,
  ];

  it('gives each frame the memory that was to be collected', async () => {
    const target = gdbstubTarget(hits);
    const connected = await connectRecording(target.transport, { timeouts: soon });
    if ('problem' in connected) throw new Error(connected.problem);
    const { recording } = connected;
    expect(await recording.start({ definitions, programs: [] })).toBeUndefined();
    expect(recording.status).toMatchObject({ isLive: false, program: 'running' });
    expect(recording.status.unseen).toBe(
      'The target answers only when its program stops: the frames are shown after the run.',
    );
    expect(await recording.stop()).toBeUndefined();

    const sink = new MemorySink();
    expect(await recording.download(sink)).toMatchObject({ frames: 2, isComplete: true });
    await recording.leave('detach');
    recording.dispose();
    const opened = await Trace.open(new MemorySource(sink.bytes), 'x.tf');
    if ('problem' in opened) throw new Error(opened.problem);
    const { trace } = opened;
    await trace.recording.indexed;
    const { status } = trace.recording.description;
    expect(status?.stopReason).toBe('stop-command');
    for (const [number, { rax }] of hits.entries()) {
      const machine = await trace.machine(number);
      expect(machine.registers?.read('rax')?.bytes?.[0]).toBe(Number(rax));
      expect(machine.memory.ranges).toEqual([
        { address: 0x402000n, length: 4 },
        { address: 0x404000n + rax, length: 4 },
      ]);
      const read = await machine.memory.read(0x404000n + rax, 4);
      expect([...read.bytes]).toEqual([1, 2, 3, 4]);
    }
  });

  it('that has a buffer and refuses to hand it out is asked frame by frame', async () => {
    const refusing = leastStub((packet) => (packet.startsWith('qTBuffer') ? 'E01' : undefined));
    const { trace, codes } = await recorded(refusing);
    expect(codes).toContain('buffer-not-handed-out');
    expect(trace?.recording.index.count).toBe(2);
  });
});

describe('the frames of a run that goes on', () => {
  const two = [frame(1, variable(1, 10n)), frame(1, variable(1, 20n))];

  /** What was fetched after each of several questions; `status` is the run's, besides its flag. */
  async function meanwhile(target: StubTarget, status: string, grow: () => void) {
    const connected = await connectRecording(target.transport, { timeouts: soon });
    if ('problem' in connected) throw new Error(connected.problem);
    const { recording } = connected;
    target.status = status;
    expect(await recording.start(experiment, { holdAtExit: false })).toBeUndefined();
    const sink = new MemorySink();
    const first = await recording.fetchMeanwhile(sink);
    grow();
    await recording.refresh();
    const second = await recording.fetchMeanwhile(sink);
    const { unseen } = recording.status;
    recording.dispose();
    return { first, second, unseen, bytes: sink.bytes };
  }
  const linear = (frames: number) =>
    `tnotrun:0;tframes:${frames};tcreated:${frames};tfree:f00;tsize:1000;circular:0;disconn:0`;

  it('are there as they come, whole, after the description', async () => {
    const target = new StubTarget();
    target.frames = two.slice(0, 1);
    const { first, second, bytes } = await meanwhile(target, linear(1), () => {
      target.frames = two;
      target.status = linear(2);
    });
    expect([first, second]).toEqual([1, 2]);
    const opened = await Trace.open(new MemorySource(bytes), 'x.tf');
    if ('problem' in opened) throw new Error(opened.problem);
    await opened.trace.recording.indexed;
    expect(opened.trace.recording.index.count).toBe(2);
    expect(opened.trace.recording.description.status?.running).toBe(true);
    expect(opened.trace.recording.diagnostics.map(({ severity }) => severity)).toEqual(['info']);
  });

  it.each([
    ['a circular buffer', linear(1).replace('circular:0', 'circular:1'), /circular buffer/],
    ['a target without qTBuffer', linear(1), /does not hand out its buffer/],
    ['a target that answers nothing then', linear(1), /answers only when its program stops/],
    ['a target with more bytes than its buffer', linear(9), /more bytes than its buffer holds/],
  ])('of %s are said to be shown after the run', async (what, status, sentence) => {
    const target = new StubTarget((packet) => {
      if (!packet.startsWith('qTBuffer:')) return undefined;
      if (what.includes('without')) return '';
      return what.includes('more bytes') ? '0100f0ff0000'.padEnd(200, '0') : undefined;
    });
    if (what.includes('nothing')) target.features = target.features.replace('QNonStop+;', '');
    target.frames = two;
    const { first, unseen } = await meanwhile(target, status, () => undefined);
    expect(first).toMatchObject({ problem: expect.stringMatching(sentence) as string });
    expect(unseen).toMatch(sentence);
    expect(unseen).toMatch(/shown after the run\.$/);
  });
});

describe('a stub that lies', () => {
  it('of a frame that is as big as no buffer keeps those before it', async () => {
    const good = Buffer.from(frame(1, variable(1, 10n))).toString('hex');
    const target = leastStub((packet) =>
      packet.startsWith('qTBuffer:')
        ? `${packet.startsWith('qTBuffer:0,') ? good : ''}0100ffffffff${'00'.repeat(100)}`
        : undefined,
    );
    target.status = 'tstop::0;tframes:2;tfree:0;tsize:1000';
    const { trace, codes } = await recorded(target);
    expect(codes).toEqual(['buffer-endless']);
    expect(trace?.recording.index.count).toBe(1);
  });

  it.each([
    ['F5T1', 'download-broken-off'],
    ['Fxyz', 'download-broken-off'],
    ['F0T1;more', 'download-broken-off'],
    ['OK', 'frames-missing'],
  ])('of which frame it shows, as %s, is not believed', async (reply, code) => {
    const { codes } = await recorded(
      leastStub((packet) => (/^QTFrame:[01]$/.test(packet) ? reply : undefined)),
    );
    expect(codes).toContain(code);
  });

  it.each(['QTFrame:1', 'g', 'qTBuffer'])(
    'and falls silent at %s is lost in seconds',
    async (silent) => {
      const { codes, problem } = await recorded(
        leastStub((packet) => (packet.startsWith(silent) ? null : undefined)),
      );
      expect(codes ?? [problem]).toContain('download-broken-off');
    },
  );
});
