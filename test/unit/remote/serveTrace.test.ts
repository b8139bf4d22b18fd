// A served trace, asked packet by packet: what gdb does not ask, or asks otherwise.
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { fromHex } from '../../../src/bytes/hex';
import { Clients, serveTrace } from '../../../src/remote/serve/serveTrace';
import { framePacket } from '../../../src/remote/packetFraming';
import { openFile } from '../../../src/platform/fileSource';
import { Trace } from '../../../src/trace/trace';
import { eventually } from '../../eventually';
import { header, maker, bytes } from '../format/traceBytes';
import { tracedBy } from '../trace/tracedPrograms';
import { PacketClient } from './packetClient';

const noFiles = () => Promise.resolve({ problem: 'There are no files.' });

function clientOf(trace: Trace): PacketClient {
  const client = new PacketClient();
  serveTrace(trace, client.transport, noFiles);
  return client;
}

/** A client of a trace of test/corpus/x86_64 with its program. */
async function appClient(): Promise<{ client: PacketClient; trace: Trace }> {
  const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
  return { client: clientOf(trace), trace };
}

async function traceOfBytes(...parts: Uint8Array[]): Promise<Trace> {
  const opened = await Trace.open(new MemorySource(bytes(...parts)), 'made.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}

describe('memory', () => {
  it('is what the frame collected, else what the program holds that does not change, else an error', async () => {
    const { client, trace } = await appClient();
    expect(await client.ask('QTFrame:0')).toBe('F0T4');
    const { memory } = await trace.machine(0);
    const [range] = memory.ranges;
    expect(await client.ask(`m${range?.address.toString(16) ?? ''},4`)).toMatch(/^[\da-f]{8}$/);
    const code = await client.ask('m401159,4');
    expect(fromHex(code)).toHaveLength(4);
    expect(await client.ask('m10,4')).toBe('E01');
    expect(await client.ask('m,')).toBe('E01');
  });

  it('ends where it is not known', async () => {
    const { client, trace } = await appClient();
    await client.ask('QTFrame:0');
    const [range] = (await trace.machine(0)).memory.ranges;
    const end = (range?.address ?? 0n) + BigInt(range?.length ?? 0);
    expect(fromHex(await client.ask(`m${(end - 3n).toString(16)},10`))).toHaveLength(3);
  });

  it('comes from the ranges of a QTro, and no others', async () => {
    const { client } = await appClient();
    await client.ask('QTFrame:0');
    const code = await client.ask('m401159,4');
    expect(await client.ask('QTro:0000000000401000,0000000000401159')).toBe('OK');
    expect(await client.ask('m401159,4')).toBe('E01');
    expect(await client.ask('m401155,8')).toHaveLength(8);
    expect(await client.ask('QTro:0000000000401000,000000000040115b')).toBe('OK');
    expect(await client.ask('m401159,4')).toBe(code.slice(0, 4));
    expect(await client.ask('QTro')).toBe('OK');
    expect(await client.ask('m401155,8')).toBe('E01');
  });

  it('without a frame is what the program holds', async () => {
    const { client } = await appClient();
    expect(await client.ask('m401159,4')).toMatch(/^[\da-f]{8}$/);
    expect(await client.ask('m7fffffffe4b0,4')).toBe('E01');
  });
});

describe('registers', () => {
  it('are one by one what they are together', async () => {
    const { client } = await appClient();
    await client.ask('QTFrame:0');
    const all = await client.ask('g');
    expect(all).not.toContain('x');
    expect(await client.ask('p10')).toBe(all.slice(256, 272));
    expect(await client.ask('pffff')).toBe('E01');
    expect(await client.ask('p')).toBe('E01');
  });

  it('that were not collected are x, but for a PC that can be inferred', async () => {
    const trace = await tracedBy('x86_64/app-memory-only.tf', 'x86_64/app');
    const client = clientOf(trace);
    await client.ask('QTFrame:0');
    const all = await client.ask('g');
    expect(all).toHaveLength(2 * 0x330);
    expect(all.slice(256, 272)).toBe('7b11400000000000');
    expect(all.slice(0, 256) + all.slice(272)).toMatch(/^x+$/);
  });
});

describe('a file that gdb refuses', () => {
  const make = maker('little');
  const frame = make.frame(1, make.memory(0x404000n, [1, 2, 3, 4]), make.variable(2, -5n));

  it('may have no R line', async () => {
    const client = clientOf(await traceOfBytes(header('tp T1:401000:E:0:0'), frame, frame));
    expect(await client.ask('qTStatus')).toBe('T0;tunknown:0;tframes:2');
    expect(await client.ask('QTFrame:1')).toBe('F1T1');
    expect(await client.ask('m404001,2')).toBe('0203');
    expect(await client.ask('qTV:2')).toBe('Vfffffffffffffffb');
    expect(await client.ask('qTV:3')).toBe('U');
  });

  it('may end in the middle of a frame', async () => {
    const whole = bytes(header('R 8', 'tp T1:401000:E:0:0'), frame, frame);
    const client = clientOf(await traceOfBytes(whole.subarray(0, whole.length - 5)));
    expect(await client.ask('QTFrame:0')).toBe('F0T1');
    expect(await client.ask('m404000,4')).toBe('01020304');
    expect(await client.ask('QTFrame:7')).toBe('F-1');
  });

  it('has its frames in the buffer, one behind the other', async () => {
    const client = clientOf(await traceOfBytes(header('R 8'), frame, frame));
    const [first, second, none] = [
      await client.ask('qTBuffer:0,10'),
      await client.ask('qTBuffer:10,ffff'),
      await client.ask(`qTBuffer:${(2 * frame.length).toString(16)},10`),
    ];
    expect(fromHex(first + second)).toEqual(bytes(frame, frame));
    expect(none).toBe('l');
    expect(await client.ask('qTBuffer:0,4')).toBe(first.slice(0, 8));
  });
});

describe('a download', () => {
  it('that gdb would save with another size of register blocks is refused', async () => {
    const make = maker('little');
    const registers = ['rax', 'rbx'].map((name) => `<reg name="${name}" bitsize="64"/>`).join('');
    const lines = [
      '<target><architecture>i386:x86-64</architecture><feature name="org.gnu.gdb.i386.core">',
      registers,
      '</feature></target>',
    ];
    const tdesc = lines.map((line) => `tdesc ${line}`);
    const frame = make.frame(1, make.registers(8));
    const client = clientOf(
      await traceOfBytes(header('R 8', ...tdesc, 'tp T1:401000:E:0:0'), frame, frame),
    );
    expect(await client.ask('qTBuffer:0,10')).toMatch(
      /^E\.The trace has register blocks of 8 bytes/,
    );
    await client.ask('QTFrame:0');
    expect(await client.ask('g')).toBe(`${'11'.repeat(8)}${'xx'.repeat(8)}`);
  });
});

describe('what a trace cannot do', () => {
  it.each([
    'G00',
    'P1=00',
    'M401000,1:00',
    'X401000,1:a',
    'QTinit',
    'QTStart',
    'QTStop',
    'QTDP:1:401000:E:0:0',
    'QTFrame:pc:',
  ])('is said: %s', async (packet) => {
    const { client } = await appClient();
    expect(await client.ask(packet)).toMatch(/^E\../);
  });

  it.each(['c', 's', 'C05', 'vCont;c', 'bs'])('is said where it would run: %s', async (packet) => {
    const { client } = await appClient();
    const said = await client.ask(packet);
    expect(new TextDecoder().decode(fromHex(said.slice(1)))).toMatch(/^A trace does not run/);
    expect(await client.reply()).toBe('T05replaylog:end;thread:1;');
  });

  it.each([
    'QTSave:61',
    'qTMinFTPILen',
    'Qbtrace:bts',
    'vCont?',
    'jThreadExtendedInfo',
    'qSymbol::',
    '',
  ])('and is not known gets no answer: %s', async (packet) => {
    const { client } = await appClient();
    expect(await client.ask(packet)).toBe('');
  });
});

describe('a connection', () => {
  it('acknowledges until both sides agree not to', async () => {
    const { client } = await appClient();
    client.sendRaw('$qC#b4');
    expect(await client.next()).toEqual({ kind: 'acknowledged' });
    expect(await client.next()).toEqual({ kind: 'packet', body: 'QC1', intact: true });
    client.sendRaw('$qC#00');
    expect(await client.next()).toEqual({ kind: 'rejected' });
    client.sendRaw('-');
    expect(await client.next()).toMatchObject({ body: 'QC1' });
    expect(await client.ask('QStartNoAckMode')).toBe('OK');
    client.sendRaw('$qC#b4');
    expect(await client.next()).toMatchObject({ body: 'QC1' });
  });

  it('answers in order, however fast it is asked', async () => {
    const { client } = await appClient();
    const replies = Array.from({ length: 50 }, (_, frame) =>
      client.ask(`QTFrame:${frame.toString(16)}`),
    );
    const found = await Promise.all(replies);
    expect(found.map((reply) => Number.parseInt(reply.slice(1), 16))).toEqual(
      Array.from({ length: 50 }, (_, frame) => frame),
    );
  });

  it('is not read on before its packets are answered and the answers taken', async () => {
    const { client } = await appClient();
    let take: () => void = () => undefined;
    client.taking = new Promise((resolve) => {
      take = resolve;
    });
    client.sendRaw(framePacket('qC').repeat(3));
    expect(client.isHeard).toBe(false);
    expect(await client.reply()).toBe('QC1');
    let answered = 0;
    const others = [client.reply(), client.reply()].map(async (reply) => {
      expect(await reply).toBe('QC1');
      answered++;
    });
    // One that takes its answers has all of them, though it asks later.
    const taking = await appClient();
    taking.client.sendRaw(framePacket('qC').repeat(3));
    for (let n = 0; n < 3; n++) expect(await taking.client.reply()).toBe('QC1');
    expect(answered).toBe(0);
    expect(client.isHeard).toBe(false);
    take();
    await Promise.all(others);
    await eventually(() => {
      expect(client.isHeard).toBe(true);
    });
  });

  it('sends a packet again once for rejections that come together', async () => {
    const { client } = await appClient();
    expect(await client.ask('qC')).toBe('QC1');
    client.sendRaw('-'.repeat(10_000));
    expect(await client.next()).toMatchObject({ body: 'QC1' });
    expect(await client.ask('QStartNoAckMode')).toBe('OK');
  });

  it('ends where answers are left for a minute', async () => {
    const { client } = await appClient();
    vi.useFakeTimers();
    client.taking = new Promise(() => undefined);
    client.sendRaw(framePacket('qC'));
    expect(await client.reply()).toBe('QC1');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(client.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(client.closed).toBe(true);
    vi.useRealTimers();
  });

  it('that asks nothing for a minute makes room for another; one that asked may rest', async () => {
    const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
    vi.useFakeTimers();
    const clients = new Clients(trace, noFiles);
    const [silent, asking] = [new PacketClient(), new PacketClient()];
    clients.serve(silent.transport);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(silent.closed).toBe(true);
    clients.serve(asking.transport);
    expect(await asking.ask('qC')).toBe('QC1');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asking.closed).toBe(false);
    clients.dispose();
    vi.useRealTimers();
  });

  it('that is refused and asks nothing ends after seconds', async () => {
    const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
    vi.useFakeTimers();
    const clients = new Clients(trace, noFiles);
    const [first, second] = [new PacketClient(), new PacketClient()];
    clients.serve(first.transport);
    clients.serve(second.transport);
    await vi.advanceTimersByTimeAsync(6000);
    expect([first.closed, second.closed]).toEqual([false, true]);
    clients.dispose();
    vi.useRealTimers();
  });

  it.each(['D', 'k', 'vKill;1'])('ends with %s', async (packet) => {
    const { client } = await appClient();
    expect(await client.ask(packet)).toBe('OK');
    await Promise.resolve();
    expect(client.closed).toBe(true);
  });

  it('is for one client at a time', async () => {
    const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
    const clients = new Clients(trace, noFiles);
    const [first, second, third] = [new PacketClient(), new PacketClient(), new PacketClient()];
    clients.serve(first.transport);
    clients.serve(second.transport);
    expect(await second.ask('qSupported')).toMatch(/^E\.Another client/);
    expect(second.closed).toBe(true);
    expect(await first.ask('qC')).toBe('QC1');
    first.close();
    await Promise.resolve();
    clients.serve(third.transport);
    expect(await third.ask('qC')).toBe('QC1');
    clients.dispose();
    expect(third.closed).toBe(true);
  });

  it('leaves the trace as it was', async () => {
    const { client, trace } = await appClient();
    await client.ask('QTFrame:3');
    await client.ask('QTro');
    expect(trace.cursor.frame).toBe(0);
    expect(await client.ask('m401159,4')).toBe('E01');
    const { bytes: code } = await (await trace.machine(3)).memory.read(0x401159n, 4);
    expect(code.some((byte) => byte !== 0)).toBe(true);
  });
});

describe('files', () => {
  it('are those of the programs, to be read', async () => {
    const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
    const [program] = trace.modules.current.all;
    const client = new PacketClient();
    const onDisk = path.join(import.meta.dirname, '../../corpus/x86_64/app');
    serveTrace(trace, client.transport, () => openFile(onDisk));
    const name = Buffer.from(program?.program.path ?? '').toString('hex');
    expect(await client.ask(`vFile:open:${name},1,0`)).toBe('F-1,1e');
    expect(await client.ask(`vFile:open:${name},0,0`)).toBe('F1');
    expect(await client.ask('vFile:pread:1,4,0')).toBe('F4;\x7fELF');
    expect(await client.ask('vFile:fstat:1')).toMatch(/^F40;/);
    expect(await client.ask('vFile:close:1')).toBe('F0');
    expect(await client.ask('vFile:pread:1,4,0')).toBe('F-1,9');
    const other = Buffer.from('/etc/passwd').toString('hex');
    expect(await client.ask(`vFile:open:${other},0,0`)).toBe('F-1,2');
  });
});

describe('random packets', () => {
  it('get an answer each', async () => {
    const { client } = await appClient();
    const alphabet = 'QqTFramegpmXPMGHvCont?:;,0123456789abcdef-+';
    let state = 5;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % below;
    };
    for (let round = 0; round < 2000; round++) {
      const length = 1 + random(12);
      const body = Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('');
      if (/^(D|k|vKill|QStartNoAck)/.test(body)) continue;
      const reply = await client.ask(body);
      if (reply.startsWith('O') && reply !== 'OK') await client.reply();
    }
    expect(client.closed).toBe(false);
    expect(await client.ask('qC')).toBe('QC1');
  });
});
