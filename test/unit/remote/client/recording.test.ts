// A recording on a target of the tests' own: its acts, and everything that a target can do wrong.
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/bytes/hex';
import { MemorySource } from '../../../../src/bytes/source';
import { ProgramControl } from '../../../../src/remote/client/execution';
import { connectRecording } from '../../../../src/remote/client/liveRecording';
import type { TargetRecording } from '../../../../src/remote/client/recording';
import { negotiateFeatures, RspClient } from '../../../../src/remote/client/rspClient';
import { framePacket } from '../../../../src/remote/packetFraming';
import { Trace } from '../../../../src/trace/trace';
import { eventually } from '../../../eventually';
import {
  defineActions,
  defineSource,
  defineTracepoint,
  experimentOf,
  frame,
  MemorySink,
  StubTarget,
  variable,
} from './stubTarget';

const soon = { silence: 40, answer: 60_000 };

const experiment = experimentOf(
  { ...defineTracepoint, conditionBytecode: Uint8Array.of(0x22, 1, 0x27) },
  defineActions,
  defineSource,
);

const frames = [frame(1, variable(1, 10n)), frame(1, variable(1, 20n)), frame(1, variable(1, 30n))];
const over = 'tstop::0;tframes:3;tcreated:3;tfree:f00;tsize:1000;circular:0;disconn:0';

async function connect(target: StubTarget): Promise<TargetRecording> {
  const connected = await connectRecording(target.transport, { timeouts: soon });
  if ('problem' in connected) throw new Error(connected.problem);
  return connected.recording;
}

/** A target whose run is over, with three frames. */
function withFrames(otherwise?: ConstructorParameters<typeof StubTarget>[0]): StubTarget {
  const target = new StubTarget(otherwise);
  target.frames = frames;
  target.status = over;
  return target;
}

async function opened({ bytes }: MemorySink): Promise<Trace> {
  const trace = await Trace.open(new MemorySource(bytes), 'x.tf');
  if ('problem' in trace) throw new Error(trace.problem);
  await trace.trace.recording.indexed;
  return trace.trace;
}

describe('a recording', () => {
  it('describes its target', async () => {
    const target = new StubTarget();
    const { target: described, status } = await connect(target);
    expect(described.xml).toBe(
      '<?xml version="1.0"?><target><architecture>i386:x86-64</architecture><feature name="org.gnu.gdb.i386.core"><reg name="rip" bitsize="64" type="code_ptr"/><reg name="rax" bitsize="64"/></feature></target>',
    );
    expect(described.layout?.size).toBe(16);
    expect(described.executable).toBeUndefined();
    expect(described.variables.map(({ number, builtin }) => [number, builtin])).toEqual([
      [1, true],
    ]);
    expect(status).toMatchObject({
      phase: 'ready',
      program: 'stopped',
      isLive: true,
      findings: [],
    });
    expect(target.packets.slice(0, 3)).toEqual([
      expect.stringMatching(/^qSupported:.*xmlRegisters=/),
      'QStartNoAckMode',
      'QNonStop:1',
    ]);
  });

  it('starts, switches, stops with a note, and writes a trace', async () => {
    const target = new StubTarget();
    const recording = await connect(target);
    target.packets.length = 0;
    const options = {
      circular: true,
      bufferSize: 0x800,
      disconnected: true,
      user: 'u',
      notes: 'n',
    };
    expect(await recording.start(experiment, options)).toBeUndefined();
    expect(target.packets.filter((packet) => /^(QT|QC|vCont)/.test(packet))).toEqual([
      'QCatchSyscalls:1;e7',
      'QTinit',
      'QTDP:1:0000000000401000:E:0:0:X3,220127-',
      'QTDP:-1:0000000000401000:R03',
      'QTDPsrc:1:401000:at:0:1:66',
      'QTBuffer:circular:1',
      'QTBuffer:size:800',
      'QTDisconnected:1',
      'QTNotes:user:75;notes:6e;',
      'QTStart',
      'vCont;c',
    ]);
    expect(recording.status).toMatchObject({ phase: 'tracing', program: 'running', findings: [] });
    expect(await recording.enable(1, false)).toBeUndefined();
    expect(target.packets).toContain('QTDisable:1:0000000000401000');
    expect(recording.status.tracepoints).toEqual([
      { number: 1, address: 0x401000n, enabled: false, hits: 2, usage: 26 },
    ]);
    expect(recording.status.variables).toEqual([{ number: 1, name: 't', value: 7n }]);
    target.frames = frames;
    target.status = over;
    expect(await recording.stop('enough')).toBeUndefined();
    expect(target.packets).toContain('QTNotes:tstop:656e6f756768;');
    expect(recording.status.phase).toBe('ended');
    const sink = new MemorySink();
    const seen: number[] = [];
    const result = await recording.download(sink, {
      onProgress: (progress) => seen.push(progress.frames),
    });
    expect(result).toEqual({
      frames: 3,
      bytes: sink.bytes.length,
      isComplete: true,
      byFrame: false,
      findings: [],
    });
    expect(seen.at(-1)).toBe(3);
    const trace = await opened(sink);
    expect(trace.recording.index.count).toBe(3);
    expect([...trace.recording.description.lines].map(({ text }) => text)).toEqual([
      'R 10',
      expect.stringMatching(/^tdesc <target>/),
      'status 0;tstop::0;tframes:3;tcreated:3;tfree:f00;tsize:1000',
      'tsv 1:0:1:74',
      'tp T1:401000:E:0:0',
      'tp A1:401000:R03',
      'tp Z1:401000:at:0:1:66',
      'tp V1:401000:2:26',
    ]);
    expect(await recording.leave('detach')).toBeUndefined();
    expect(target.packets.at(-1)).toBe('D');
    expect(recording.status).toMatchObject({ phase: 'closed' });
    expect(recording.status.problem).toBeUndefined();
    expect(target.isClosed).toBe(true);
  });

  it('refuses acts that make no sense, in sentences', async () => {
    const recording = await connect(new StubTarget());
    expect(await recording.stop()).toEqual({ problem: 'No run goes on.' });
    expect(await recording.enable(1, true)).toMatchObject({
      problem: expect.stringMatching(/No run/) as string,
    });
    expect(await recording.download(new MemorySink())).toMatchObject({
      problem: expect.stringMatching(/stop it first/) as string,
    });
    await recording.start(experiment);
    expect(await recording.start(experiment)).toMatchObject({
      problem: expect.stringMatching(/goes on already/) as string,
    });
    expect(await recording.enable(9, true)).toEqual({ problem: 'The run has no tracepoint 9.' });
    await recording.leave('disconnect');
    expect(await recording.refresh()).toMatchObject({
      problem: expect.stringMatching(/closed/) as string,
    });
  });

  it('takes up a run that goes on, and one that is over', async () => {
    const target = new StubTarget((packet) => (packet === '?' ? 'OK' : undefined));
    target.isRunning = true;
    const running = await connect(target);
    expect(running.status).toMatchObject({ phase: 'tracing', program: 'running' });
    expect(running.status.tracepoints).toHaveLength(1);
    const ended = await connect(withFrames());
    expect(ended.status.phase).toBe('ended');
    running.dispose();
  });

  it('hears when the run ends by itself', async () => {
    const target = new StubTarget();
    const recording = await connect(target);
    await recording.start(experiment);
    target.isRunning = false;
    target.status = over.replace('tstop::0', 'tfull:0');
    await recording.refresh();
    expect(recording.status).toMatchObject({ phase: 'ended', run: { stopReason: 'buffer-full' } });
  });
});

describe('the program', () => {
  it('is held at its end, and the run stopped', async () => {
    const target = new StubTarget();
    const recording = await connect(target);
    await recording.start(experiment);
    const phases: string[] = [];
    const ended = new Promise<void>((resolve) => {
      recording.onDidChangeStatus(({ phase }) => {
        phases.push(phase);
        if (phase === 'ended') resolve();
      });
    });
    target.notify('Stop:T05syscall_entry:e7;thread:1;');
    await ended;
    expect(recording.status.program).toBe('leaving');
    expect(target.packets).toContain('QTStop');
  });

  it.each([
    ['0300000000000000', 3, 'The program exited with code 3.'],
    // exit(-1): the system keeps the low eight bits.
    ['ffffffff00000000', 255, 'The program exited with code 255.'],
    ['0000000000000000', 0, 'The program exited.'],
    ['xxxxxxxxxxxxxxxx', undefined, 'The program exited.'],
  ])('whose first argument of exit_group is %s: %s', async (rdi, exitCode, sentence) => {
    const core =
      '<feature name="org.gnu.gdb.i386.core"><reg name="rip" bitsize="64"/><reg name="rdi" bitsize="64"/></feature>';
    const target = new StubTarget((packet) => {
      if (packet.startsWith('qXfer:features:read:core.xml')) return `l${core}`;
      return packet === 'g' ? `3412400000000000${rdi}` : undefined;
    });
    const recording = await connect(target);
    await recording.start(experiment);
    target.notify('Stop:T05syscall_entry:e7;thread:7;');
    await until(() => recording.status.phase === 'ended');
    expect(recording.status.exitCode).toBe(exitCode);
    expect(target.packets.slice(0, target.packets.indexOf('g'))).toContain('Hg7');
    const note = toHex(Buffer.from(sentence));
    expect(target.packets.filter((packet) => packet.endsWith(`:${note};`))).toHaveLength(1);
  });

  it('ends by the thread that stopped first, whatever calls others are in', async () => {
    const core =
      '<feature name="org.gnu.gdb.i386.core"><reg name="rip" bitsize="64"/><reg name="rdi" bitsize="64"/></feature>';
    let thread = '';
    const target = new StubTarget((packet) => {
      if (packet.startsWith('qXfer:features:read:core.xml')) return `l${core}`;
      if (packet.startsWith('Hg')) thread = packet.slice(2);
      // The other one stops while the registers of the first are read.
      if (packet === 'Hg7') target.notify('Stop:T05syscall_return:e7;thread:8;');
      return packet === 'g'
        ? `34124000000000000${thread === '7' ? 9 : 2}00000000000000`
        : undefined;
    });
    const recording = await connect(target);
    await recording.start(experiment);
    target.notify('Stop:T05syscall_entry:e7;thread:7;');
    await until(() => recording.status.phase === 'ended');
    await recording.leave('kill');
    expect(recording.status.exitCode).toBe(9);
    expect(target.packets).toContain('vStopped');
    expect(target.packets).not.toContain('Hg8');
  });

  it('ends by the call that ends it, and by no other that its target tells of', async () => {
    const core =
      '<feature name="org.gnu.gdb.i386.core"><reg name="rip" bitsize="64"/><reg name="rdi" bitsize="64"/></feature>';
    let thread = '';
    const queued: string[] = [];
    const target = new StubTarget((packet) => {
      if (packet.startsWith('qXfer:features:read:core.xml')) return `l${core}`;
      if (packet.startsWith('Hg')) thread = packet.slice(2);
      if (packet === 'vStopped') return queued.shift() ?? 'OK';
      return packet === 'g'
        ? `34124000000000000${thread === '7' ? 9 : 2}00000000000000`
        : undefined;
    });
    const recording = await connect(target);
    await recording.start(experiment);
    target.packets.length = 0;
    target.notify('Stop:T05syscall_entry:e;thread:1;');
    await until(() => target.packets.includes('vCont;c'));
    expect(recording.status).toMatchObject({ phase: 'tracing', program: 'running' });
    target.packets.length = 0;
    queued.push('T05syscall_entry:e7;thread:7;');
    target.notify('Stop:T05syscall_entry:e;thread:1;');
    await until(() => recording.status.phase === 'ended');
    await recording.leave('kill');
    expect(recording.status).toMatchObject({ program: 'leaving', exitCode: 9 });
    expect(target.packets).not.toContain('vCont;c');
  });

  it('stops once more while its target is asked for further stops', async () => {
    let meanwhile: string | undefined;
    const target = new StubTarget((packet) => {
      if (packet === 'vStopped' && meanwhile !== undefined) {
        target.notify(meanwhile);
        meanwhile = undefined;
      }
      return undefined;
    });
    const recording = await connect(target);
    await recording.start(experiment);
    target.packets.length = 0;
    meanwhile = 'Stop:T05syscall_entry:e7;thread:7;';
    target.notify('Stop:T0ethread:1;');
    await until(() => recording.status.phase === 'ended');
    await recording.leave('kill');
    expect(recording.status.program).toBe('leaving');
    expect(target.packets.filter((packet) => packet.startsWith('vCont'))).toEqual([]);
  });

  it('gives each thread its signal, and is held where one would end it', async () => {
    const queued: string[] = [];
    const registers = `34124000000000000000000000000000`;
    const target = new StubTarget((packet) => {
      if (packet === 'vStopped') return queued.shift() ?? 'OK';
      return packet === 'g' ? registers : undefined;
    });
    const recording = await connect(target);
    await recording.start(experiment);
    queued.push('T14thread:2;');
    target.notify('Stop:T0ethread:1;');
    await until(() => target.packets.includes('vCont;C0e:1;C14:2;c'));
    queued.push('T0ethread:2;');
    target.notify('Stop:T0bthread:1;');
    await until(() => recording.status.phase === 'ended');
    expect(recording.status).toMatchObject({ program: 'stopped', signal: 'SIGSEGV at 0x401234' });
    expect(target.packets).toContain('Hg1');
    expect(target.packets).not.toContain('Hg2');
    await recording.resume();
    expect(target.packets).toContain('vCont;C0b:1;C0e:2;c');
  });

  it('is about to end where a client before had it held', async () => {
    const held = new StubTarget((packet) => {
      return packet === '?' ? 'T05syscall_entry:e7;thread:7;' : undefined;
    });
    expect((await connect(held)).status.program).toBe('leaving');
    const running = new StubTarget((packet) => (packet === '?' ? 'OK' : undefined));
    running.isRunning = true;
    const recording = await connect(running);
    running.notify('Stop:T05syscall_entry:e7;thread:7;');
    await until(() => recording.status.phase === 'ended');
    expect(recording.status.program).toBe('leaving');
    await recording.leave('kill');
  });

  it('stays stopped where a thread gets a signal then, and has it when it goes on', async () => {
    const target = new StubTarget();
    const client = new RspClient(target.transport);
    const control = await ProgramControl.begin(client, await negotiateFeatures(client, true));
    await control.resume();
    await control.halt();
    target.packets.length = 0;
    target.notify('Stop:T0ethread:2;');
    await until(() => target.packets.includes('vStopped'));
    await client.request('?');
    expect(control.now).toEqual({ state: 'stopped' });
    await control.resume();
    expect(target.packets).toEqual(['vStopped', '?', 'vCont;C0e:2;c']);
    // A thread tells late that it was stopped with the others.
    target.notify('Stop:T00thread:3;');
    await until(() => target.packets.at(-1) === 'vCont;c');
    expect(control.now).toEqual({ state: 'running' });
    control.dispose();
    client.dispose();
  });

  it('keeps its own signals, and is held where one would end it', async () => {
    const target = new StubTarget();
    const recording = await connect(target);
    await recording.start(experiment);
    target.notify('Stop:T0ethread:1;');
    await until(() => target.packets.includes('vCont;C0e:1;c'));
    expect(recording.status.program).toBe('running');
    target.notify('Stop:T0bthread:1;');
    await until(() => recording.status.program === 'stopped');
    expect(recording.status.signal).toBe('SIGSEGV');
    await recording.resume();
    expect(target.packets).toContain('vCont;C0b:1;c');
  });

  it('keeps a signal of debuggers that it got from elsewhere, and ends at its own trap', async () => {
    const target = new StubTarget();
    const recording = await connect(target);
    await recording.start(experiment);
    target.notify('Stop:T11thread:1;');
    await until(() => target.packets.includes('vCont;C11:1;c'));
    expect(recording.status.program).toBe('running');
    target.notify('Stop:T05thread:1;');
    await until(() => recording.status.phase === 'ended');
    expect(recording.status).toMatchObject({ program: 'stopped', signal: 'SIGTRAP' });
  });

  it('ends at such a signal, with the place in its note', async () => {
    const registers = `34124000000000000000000000000000`;
    const target = new StubTarget((packet) => (packet === 'g' ? registers : undefined));
    const recording = await connect(target);
    await recording.start(experiment);
    target.notify('Stop:T0bthread:1;');
    await until(() => recording.status.phase === 'ended');
    expect(recording.status.signal).toBe('SIGSEGV at 0x401234');
    const note = toHex(Buffer.from('The program was stopped by SIGSEGV at 0x401234.'));
    expect(target.packets.filter((packet) => packet.includes(note))).toHaveLength(1);
  });

  it('that was fetched whole has no problem when its target goes', async () => {
    for (const [isFetched, problem] of [
      [true, undefined],
      [false, expect.any(String) as string],
    ] as const) {
      const target = withFrames();
      const recording = await connect(target);
      if (isFetched) await recording.download(new MemorySink());
      target.close();
      await until(() => recording.status.phase === 'closed');
      expect(recording.status.problem).toEqual(problem);
    }
  });

  const gone = [
    ['W00', 'The program exited.'],
    ['W03', 'The program exited with code 3.'],
    ['X09', 'SIGKILL ended the program.'],
  ] as const;

  it.each(gone)('is lost with its frames where the target forgets them: %s', async (how, said) => {
    let isGone = false;
    const target = new StubTarget((packet) => (isGone && packet === 'qTStatus' ? '' : undefined));
    const recording = await connect(target);
    await recording.start(experiment);
    isGone = true;
    target.notify(`Stop:${how}`);
    await until(() => recording.status.phase === 'closed');
    expect(recording.status.program).toBe('ended');
    const lost = `${said} The frames that were not fetched are gone with it.`;
    expect(recording.status.problem).toBe(lost);
  });

  it.each(gone)('ends its run where the target remembers its frames: %s', async (how, said) => {
    const target = new StubTarget();
    const recording = await connect(target);
    await recording.start(experiment);
    target.notify(`Stop:${how}`);
    await until(() => recording.status.phase === 'ended');
    const note = toHex(Buffer.from(said));
    expect(target.packets.filter((packet) => packet.endsWith(`:${note};`))).toHaveLength(1);
  });

  it('is interrupted for questions where the target answers only then', async () => {
    const target: StubTarget = new StubTarget((packet) =>
      packet === 'vCont;c' ? null : undefined,
    );
    target.features = target.features.replace('QNonStop+;', '');
    const recording = await connect(target);
    await recording.start(experiment);
    expect(recording.status).toMatchObject({ isLive: false, program: 'running' });
    const packets = target.packets.length;
    await recording.refresh();
    expect(target.packets).toHaveLength(packets);
    const enabled = recording.enable(1, false);
    await until(() => target.marks.includes('interrupt'));
    target.send('T02thread:1;');
    expect(await enabled).toBeUndefined();
    expect(target.packets).toContain('QTDisable:1:0000000000401000');
    expect(target.packets.at(-1)).toBe('vCont;c');
    const stopped = recording.stop();
    await until(() => target.marks.filter((mark) => mark === 'interrupt').length === 2);
    target.send('T02thread:1;');
    expect(await stopped).toBeUndefined();
    expect(recording.status.phase).toBe('ended');
  });
});

describe('a target that cannot', () => {
  const features = [
    ['QTinit', 'The target cannot record: the target does not know QTinit.'],
    ['QTDP', 'Tracepoint 1 at 0x401000 cannot be defined: the target does not know QTDP.'],
    ['QTStart', 'The run does not start: the target does not know QTStart.'],
  ] as const;
  it.each(features)('know %s is left with a sentence', async (name, problem) => {
    const recording = await connect(
      new StubTarget((packet) => (packet.startsWith(name) ? '' : undefined)),
    );
    expect(await recording.start(experiment)).toEqual({ problem });
    expect(recording.status.phase).toBe('ready');
  });

  const errors = [
    ['E01', 'error 01'],
    ['E.In-process agent not loaded', 'In-process agent not loaded'],
  ] as const;
  it.each(errors)('do it answers %s', async (reply, said) => {
    const recording = await connect(
      new StubTarget((packet) => (packet === 'QTStart' ? reply : undefined)),
    );
    expect(await recording.start(experiment)).toEqual({
      problem: `The run does not start: the target refused QTStart (${said}).`,
    });
  });

  it('do what is asked for says so, and records all the same', async () => {
    const target = new StubTarget((packet) =>
      /^(QTBuffer|QTDisconnected|QTNotes|QTDPsrc|QCatch)/.test(packet) ? '' : undefined,
    );
    target.features = 'PacketSize=200;QNonStop+';
    const recording = await connect(target);
    const options = { circular: true, bufferSize: 100, disconnected: true, notes: 'n' };
    expect(await recording.start(experiment, options)).toBeUndefined();
    expect(recording.status.findings.map(({ code }) => code)).toEqual([
      'not-held',
      'no-conditions',
      ...Array<string>(5).fill('target-cannot'),
    ]);
    expect(target.packets).toContain('QTDP:1:0000000000401000:E:0:0-');
    expect(recording.status.phase).toBe('tracing');
  });

  it('know tracepoints at all says so', async () => {
    const recording = await connect(
      new StubTarget((packet) => (/^[qQ]T/.test(packet) ? '' : undefined)),
    );
    expect(recording.status.findings.map(({ code }) => code)).toEqual(['no-tracepoints']);
  });

  it('switch tracepoints while a run goes on says so', async () => {
    const recording = await connect(
      new StubTarget((packet) => (packet.startsWith('QTDisable') ? '' : undefined)),
    );
    await recording.start(experiment);
    expect(await recording.enable(1, false)).toMatchObject({
      problem: expect.stringMatching(/cannot be switched.*does not know QTDisable/) as string,
    });
    expect(recording.status.tracepoints[0]?.enabled).toBe(true);
  });

  it('take a packet of that length is not sent it', async () => {
    const target = new StubTarget();
    const recording = await connect(target);
    const [definition] = experiment.definitions;
    if (definition?.kind !== 'define-tracepoint') throw new Error('no tracepoint');
    const long = { ...definition, conditionBytecode: new Uint8Array(300) };
    expect(await recording.start({ definitions: [long], programs: [] })).toMatchObject({
      problem: expect.stringMatching(
        /needs a packet of \d+ characters, and the target takes 512/,
      ) as string,
    });
    expect(target.packets.every((packet) => packet.length <= 512)).toBe(true);
  });
});

describe('a download', () => {
  it('of a wrapped circular buffer fetches frame by frame', async () => {
    const target = withFrames(oneByOne);
    target.status = over.replace('tcreated:3', 'tcreated:9').replace('circular:0', 'circular:1');
    const recording = await connect(target);
    const sink = new MemorySink();
    const result = await recording.download(sink);
    expect(result).toMatchObject({ frames: 3, isComplete: true, byFrame: true });
    expect(target.packets.some((packet) => packet.startsWith('qTBuffer'))).toBe(false);
    expect(target.packets).toContain('QTFrame:ffffffff');
    const trace = await opened(sink);
    expect(trace.recording.index.count).toBe(3);
    const { blocks, bytes } = await trace.recording.frame(1);
    expect(blocks.map(({ kind, offset, length }) => [kind, offset, length])).toEqual([
      ['R', 1, 16],
      ['M', 28, 4],
      ['V', expect.any(Number), expect.any(Number)],
    ]);
    expect([...bytes.subarray(28, 32)]).toEqual([1, 2, 3, 4]);
    expect((await trace.recording.frame(2)).blocks.map(({ kind }) => kind)).toEqual(['M', 'V']);
  });

  it('goes frame by frame where the buffer is not handed out', async () => {
    const target = withFrames((packet) => (packet.startsWith('qTBuffer') ? '' : oneByOne(packet)));
    const recording = await connect(target);
    const result = await recording.download(new MemorySink());
    expect(result).toMatchObject({ frames: 3, isComplete: true, byFrame: true });
    expect('findings' in result && result.findings.map(({ code }) => code)).toEqual([
      'buffer-not-handed-out',
    ]);
  });

  it('can be cancelled, and leaves a trace of the frames that came', async () => {
    const target = withFrames();
    target.frames = Array<Uint8Array>(100).fill(frame(1, variable(1, 5n)));
    const recording = await connect(target);
    const cancel = new AbortController();
    const sink = new MemorySink();
    const result = await recording.download(sink, {
      signal: cancel.signal,
      onProgress: (progress) => {
        if (progress.frames > 0) cancel.abort();
      },
    });
    expect(result).toMatchObject({ isComplete: false });
    const { index, isSound } = (await opened(sink)).recording;
    expect(index.count).toBe('frames' in result ? result.frames : -1);
    expect(index.count).toBeGreaterThan(0);
    expect(index.count).toBeLessThan(100);
    expect(isSound).toBe(true);
  });

  it('whose connection is lost keeps what came, and says so', async () => {
    let pieces = 0;
    const target: StubTarget = withFrames((packet) => {
      if (!packet.startsWith('qTBuffer') || pieces++ === 0) return undefined;
      return () => {
        target.close();
      };
    });
    target.frames = Array<Uint8Array>(100).fill(frame(1, variable(1, 5n)));
    target.status = over.replace('tframes:3', 'tframes:64');
    const recording = await connect(target);
    const sink = new MemorySink();
    const result = await recording.download(sink);
    const kept = 13;
    expect(result).toMatchObject({ frames: kept, isComplete: false });
    expect('findings' in result && result.findings).toEqual([
      {
        severity: 'error',
        code: 'download-broken-off',
        message: `The target has closed the connection. The file holds ${kept} of 100 frames.`,
      },
    ]);
    expect((await opened(sink)).recording.index.count).toBe(kept);
    expect(recording.status).toMatchObject({
      phase: 'closed',
      problem: 'The target has closed the connection.',
    });
  });

  it('of a damaged buffer keeps the good prefix and says so', async () => {
    const target = withFrames();
    target.frames = [...frames, Uint8Array.of(1, 0, 0xff, 0xff, 0, 0, 1)];
    const recording = await connect(target);
    const sink = new MemorySink();
    const result = await recording.download(sink);
    expect(result).toMatchObject({ frames: 3, isComplete: false });
    expect('findings' in result && result.findings[0]?.code).toBe('buffer-damaged');
    expect((await opened(sink)).recording.index.count).toBe(3);
  });

  it('whose file cannot be written says why', async () => {
    const recording = await connect(withFrames());
    const full = { write: () => Promise.reject(new Error('the disk is full')) };
    expect(await recording.download(full)).toEqual({ problem: 'the disk is full' });
  });
});

describe('a connection', () => {
  it('that answers nothing is given up', async () => {
    const silent = new StubTarget(() => null);
    const connected = await connectRecording(silent.transport, { timeouts: soon });
    expect(connected).toMatchObject({
      problem: expect.stringMatching(/has not answered qSupported/) as string,
    });
    expect(silent.marks).toEqual(['rejected', 'rejected', 'rejected']);
    expect(silent.isClosed).toBe(true);
  });

  it('that is slow is waited for while bytes come', async () => {
    const text = framePacket('PacketSize=200;QNonStop+');
    let sent = 0;
    const target: StubTarget = new StubTarget((packet) => {
      if (!packet.startsWith('qSupported')) return undefined;
      return () => {
        const timer = setInterval(() => {
          target.say(text.charAt(sent++));
          if (sent === text.length) clearInterval(timer);
        }, 10);
      };
    });
    const timeouts = { silence: 150, answer: 60_000 };
    const connected = await connectRecording(target.transport, { timeouts });
    expect(connected).toHaveProperty('recording');
    expect(sent).toBe(text.length);
  });

  it('that drips without end is given up', async () => {
    let timer: NodeJS.Timeout | undefined;
    const target: StubTarget = new StubTarget(() => () => {
      timer = setInterval(() => {
        target.say('$');
      }, 5);
    });
    const timeouts = { silence: 100, answer: 150 };
    expect(await connectRecording(target.transport, { timeouts })).toMatchObject({
      problem: expect.stringMatching(/has not answered/) as string,
    });
    clearInterval(timer);
  });

  it('asks again for a packet that came damaged', async () => {
    let damaged = 0;
    const target: StubTarget = new StubTarget((packet) => {
      if (packet !== 'qTStatus' || damaged++ > 0) return undefined;
      return () => {
        target.say('$T0;tnotrun:0#00');
        target.send('T0;tnotrun:0;tframes:0');
      };
    });
    target.features = target.features.replace('QStartNoAckMode+;', '');
    const recording = await connect(target);
    expect(target.marks.filter((mark) => mark === 'rejected')).toHaveLength(1);
    expect(recording.status.phase).toBe('ready');
  });

  it('sends a packet again that did not arrive', async () => {
    let rejected = 0;
    const target: StubTarget = new StubTarget((packet) => {
      if (packet !== 'qTStatus' || rejected++ > 0) return undefined;
      return () => {
        target.say('-');
      };
    });
    target.features = target.features.replace('QStartNoAckMode+;', '');
    await connect(target);
    expect(target.packets.filter((packet) => packet === 'qTStatus')).toHaveLength(2);
  });

  it('reads a piece again that came damaged where nothing is acknowledged', async () => {
    let pieces = 0;
    const target: StubTarget = withFrames((packet) => {
      if (!packet.startsWith('qTBuffer') || pieces++ > 0) return undefined;
      return () => {
        target.say('$0100#00');
      };
    });
    const recording = await connect(target);
    expect(await recording.download(new MemorySink())).toMatchObject({
      frames: 3,
      isComplete: true,
    });
  });

  it('skips what a program writes, and what nobody asked for', async () => {
    const target: StubTarget = new StubTarget((packet) => {
      if (packet !== 'qTStatus') return undefined;
      return () => {
        target.send('O48');
        target.notify('Unknown:1');
        target.send('T0;tnotrun:0');
        target.send('T9');
      };
    });
    const recording = await connect(target);
    expect(recording.status.phase).toBe('ready');
    expect(recording.status.findings).toEqual([]);
  });

  const nonsense = ['T2;x', 'hello', 'T0;tframes', '}', `T0;${'x'.repeat(600)}`];
  it.each(nonsense)(
    'to a target that answers qTStatus with %s ends with a sentence',
    async (reply) => {
      const target = new StubTarget((packet) => (packet === 'qTStatus' ? reply : undefined));
      expect(await connectRecording(target.transport, { timeouts: soon })).toMatchObject({
        problem: expect.stringMatching(/answer to qTStatus makes no sense/) as string,
      });
      expect(target.isClosed).toBe(true);
    },
  );

  it('survives any answers', async () => {
    const answers = [
      '',
      'OK',
      'E01',
      'E.x',
      'l',
      'm',
      'F0T1',
      'V1:2',
      'T05',
      'W00',
      'xxxx',
      '0000',
      'S',
      '*',
      'T1;',
    ];
    let connections = 0;
    for (const answer of answers) {
      for (const other of answers) {
        let turn = 0;
        const target = new StubTarget((packet) =>
          packet.startsWith('qSupported') ? undefined : turn++ % 2 === 0 ? answer : other,
        );
        const connected = await connectRecording(target.transport, {
          timeouts: { silence: 10, answer: 60_000 },
        });
        connections++;
        if ('problem' in connected) continue;
        await connected.recording.start(experiment);
        await connected.recording.stop();
        await connected.recording.download(new MemorySink());
        await connected.recording.leave('kill');
      }
    }
    expect(connections).toBe(answers.length ** 2);
  });
});

/**
 * Three frames that are shown one at a time: two with registers, one without, and its PC inferred.
 */
function oneByOne(packet: string): string | undefined {
  if (packet === 'QTFrame:ffffffff') return 'OK';
  const number = /^QTFrame:(\d)$/.exec(packet)?.[1];
  if (number !== undefined) {
    selected = Number(number);
    return selected < 3 ? `F${number}T1` : 'F-1';
  }
  if (packet === 'g')
    return selected < 2 ? '0010400000000000'.padEnd(32, '0') : '0010400000000000'.padEnd(32, 'x');
  if (packet.startsWith('m')) return packet === 'm500,4' ? '0102' : '0304';
  if (!packet.startsWith('qXfer:traceframe-info')) return undefined;
  return 'l<traceframe-info><memory start="0x500" length="4"/><tvar id="1"/></traceframe-info>';
}

let selected = 0;

function until(condition: () => boolean): Promise<void> {
  return eventually(() => {
    expect(condition()).toBe(true);
  });
}
