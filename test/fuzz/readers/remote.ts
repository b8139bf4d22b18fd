// What comes over gdb's remote protocol, from either side: packets, replies, a client of a served
// trace, a target that is asked.
import { connectRecording } from '../../../src/remote/client/liveRecording';
import { readLibraries } from '../../../src/remote/client/target';
import { readStop } from '../../../src/remote/client/execution';
import { framePacket, PacketReader } from '../../../src/remote/packetFraming';
import { fromBytes, latin1Bytes, readReply } from '../../../src/remote/packets/fields';
import { readBufferReply, readFoundFrame } from '../../../src/remote/packets/frameSelection';
import { openFile } from '../../../src/platform/fileSource';
import { readFeatures } from '../../../src/remote/packets/features';
import { readPacket, writePacket } from '../../../src/remote/packets/packet';
import {
  readStatusReply,
  readTracepointStatus,
  readVariableValue,
} from '../../../src/remote/packets/run';
import { readDocumentPart } from '../../../src/remote/packets/transfer';
import { readTracepointPiece, readUploadedVariable } from '../../../src/remote/packets/upload';
import { serveTrace } from '../../../src/remote/serve/serveTrace';
import { frame, MemorySink, StubTarget, variable } from '../../unit/remote/client/stubTarget';
import { PacketClient } from '../../unit/remote/packetClient';
import { tracedBy } from '../../unit/trace/tracedPrograms';
import { alterLines, alterText } from '../alter';
import type { Reader } from '../reader';
import { oneOf, type Random } from '../rounds';

/** Packets as gdb sends them, one of most kinds. */
const packets = [
  'QTDP:1:0000000000401136:E:0:0:X6,2603e8140c27-',
  'QTDP:-1:0000000000401136:R03FFFFFFFFFFFFFFFFFF-',
  'QTDP:-1:401136:SRffM-1,7ffe,8X3,220327',
  'QTDPsrc:1:401136:cmd:0:d:636f6c6c656374202472656773',
  'QTDV:1:0:1:74726163655f74696d657374616d70',
  'QTFrame:range:401000:402000',
  'QTFrame:tdp:a',
  'QTro:400000,401000:402000,403000',
  'QTBuffer:circular:1',
  'qTBuffer:0,3fff',
  'QTNotes:user:6d65;notes:;tstop:;',
  'qTStatus',
  'T1;tstop::0;tframes:0;tcreated:0;tfree:500000;tsize:500000;circular:0;disconn:0',
  'qXfer:traceframe-info:read::0,fff',
  'qSupported:multiprocess+;qRelocInsn+;PacketSize=3fff',
];

/** More that gdb sends to a target that stands. */
const machinePackets = [
  '?',
  'g',
  'p10',
  'm4040c0,10',
  'Hg0',
  'qC',
  'vCont?',
  'QTFrame:3',
  'qTV:1',
  'qTP:3:401136',
  'qTfP',
  'qTsP',
  'qTfV',
  'qTsV',
  'qXfer:features:read:target.xml:0,ffb',
  'vFile:open:2f746d70,0,1c0',
  'vFile:pread:1,10,0',
  'QTFrame:outside:0:ffff',
  'qCRC:401000,10',
  'X4040c0,1:a',
  'M4040c0,1:00',
];

const words =
  ': , ; - - E D S R03 M1,8,8 X3,222703 ffffffffffffffff 10000000000000000 0 -1 # $ } * % + l m tdp range outside'.split(
    ' ',
  );

/** Packets are Latin-1. */
const ofLatin1 = (input: Uint8Array, random: Random): Uint8Array =>
  latin1Bytes(alterText(fromBytes(input), random, words).replaceAll(/[^\0-\u00ff]/g, ''));

const packet: Reader = {
  name: 'packet',
  rounds: 6000,
  seeds: () => Promise.resolve([...packets, ...machinePackets].map(latin1Bytes)),
  alter: ofLatin1,
  read: (input) => {
    const read = readPacket(fromBytes(input));
    if (read === undefined || read.kind === 'malformed') return read;
    const written = writePacket(read);
    if (writePacket(readPacket(written) as typeof read) !== written) throw new Error(written);
    return { read, written };
  },
};

const stream: Reader = {
  name: 'packetStream',
  rounds: 800,
  seeds: () =>
    Promise.resolve([latin1Bytes(packets.map((each) => `+${framePacket(each)}`).join(''))]),
  alter: ofLatin1,
  read: (input) => {
    const pieces = (length: number) => {
      const reader = new PacketReader();
      const events = [];
      for (let at = 0; at < input.length; at += length) {
        events.push(...reader.take(fromBytes(input.subarray(at, at + length))));
      }
      return events;
    };
    const [whole, inPieces] = [pieces(input.length + 1), pieces(7)];
    if (JSON.stringify(whole) !== JSON.stringify(inPieces))
      throw new Error('pieces read otherwise');
    return whole;
  },
};

const replies: Reader = {
  name: 'replies',
  rounds: 3000,
  seeds: () =>
    Promise.resolve(
      [
        'OK',
        'E01',
        'E.text',
        'F2T3',
        'V2:26',
        'V7',
        'l',
        'mabc',
        'T05thread:1;',
        'W00',
        'X0b',
        'T05library:;',
        '1:0:1:74',
        'T1:401000:E:0:0',
        'A1:401000:R03',
        'Z1:401000:at:0:1:66',
        'PacketSize=200;QNonStop+',
        'T0;tnotrun:0;tframes:0;circular:0',
        '6162',
        '<library-list-svr4 version="1.0"><library name="/lib/x.so" lm="0x1" l_addr="0x2" l_ld="0x3"/></library-list-svr4>',
      ].map(latin1Bytes),
    ),
  alter: ofLatin1,
  read: (input) => {
    const text = fromBytes(input);
    return [
      readReply(text),
      readBufferReply(text),
      readFeatures(text),
      readFoundFrame(text),
      readStatusReply(text),
      readTracepointStatus(text),
      readVariableValue(text),
      readDocumentPart(text),
      readTracepointPiece(text),
      readUploadedVariable(text),
      readStop(text),
      readLibraries(text),
    ];
  },
};

const served = tracedBy('x86_64/app-memory-only.tf', 'x86_64/app');

/**
 * A client that says one packet a line; what it is answered, and that it is still answered at the
 * end.
 */
const servedTrace: Reader = {
  name: 'servedTrace',
  rounds: 250,
  seeds: () =>
    Promise.resolve([
      latin1Bytes(machinePackets.join('\n')),
      latin1Bytes([...packets, ...machinePackets].join('\n')),
    ]),
  alter: (input, random) =>
    random(3) === 0 ? latin1Bytes(alterLines(fromBytes(input), random)) : ofLatin1(input, random),
  read: async (input) => {
    const client = new PacketClient();
    const connection = serveTrace(await served, client.transport, openFile);
    const answers: string[] = [];
    for (const said of fromBytes(input).split('\n').slice(0, 60)) {
      // What begins or ends a packet makes another of it: that is packetStream's.
      const line = said.replaceAll(/[$#}*\x03]/g, '_');
      if (client.closed) break;
      // Those after which gdb waits for more than one answer, or for none.
      if (!/^(c|C|s|S|i|I|bc|bs|r|R|vCont;|vRun|D|k|vKill|QStartNoAckMode)/.test(line)) {
        answers.push(await client.ask(line));
      }
    }
    if (!client.closed) answers.push(await client.ask('qTStatus'));
    connection.dispose();
    return answers;
  },
};

/** A target that answers as a line says, `PACKET=REPLY`, and otherwise as gdbserver does. */
const target: Reader = {
  name: 'target',
  rounds: 120,
  seeds: () =>
    Promise.resolve([
      latin1Bytes(
        'qTStatus=T0;tstop::0;tframes:2;tcreated:2;tfree:f00;tsize:1000;circular:0;disconn:0\nqTfV=1:0:1:74',
      ),
      latin1Bytes(
        'qTfP=T1:401000:E:0:0\nqTsP=A1:401000:R03\nqTBuffer:0=0100050000005601000000\nqSupported=PacketSize=40',
      ),
      latin1Bytes(
        '?=T05thread:1;\nqXfer:features:read:target.xml:0=l<target><architecture>arm</architecture></target>\nvCont=vCont;c;t',
      ),
    ]),
  alter: (input, random) => {
    const more = oneOf(
      ['qTBuffer', 'qTfP', 'qTsP', 'qTP', 'qTV', 'qXfer', 'QTFrame', 'm', 'g', 'vStopped', 'Hg'],
      random,
    );
    const text =
      random(3) === 0 ? `${fromBytes(input)}\n${more}=${oneOf(packets, random)}` : fromBytes(input);
    return ofLatin1(latin1Bytes(text), random);
  },
  read: async (input) => {
    const lines = fromBytes(input)
      .split('\n')
      .map((line) => /^([^=]+)=(.*)$/s.exec(line));
    // A line is said once.
    const stub = new StubTarget((asked) => {
      const at = lines.findIndex((line) => line?.[1] !== undefined && asked.startsWith(line[1]));
      return at < 0 ? undefined : lines.splice(at, 1)[0]?.[2];
    });
    stub.frames = [frame(1, variable(1, 10n)), frame(1, variable(1, 20n))];
    stub.status = 'tstop::0;tframes:2;tcreated:2;tfree:f00;tsize:1000;circular:0;disconn:0';
    const timeouts = { silence: 30, answer: 60_000 };
    const connected = await connectRecording(stub.transport, { timeouts });
    if ('problem' in connected) return connected.problem.replace(/for \d+ seconds/, 'for a while');
    const { recording } = connected;
    const sink = new MemorySink();
    const cancel = new AbortController();
    // A target whose buffer never ends is one that a person gives up on.
    const onProgress = () => {
      if (sink.bytes.length > 100_000) cancel.abort();
    };
    const downloaded = await recording.download(sink, { signal: cancel.signal, onProgress });
    const { xml, variables } = recording.target;
    recording.dispose();
    return { xml, variables, downloaded: Object.keys(downloaded), length: sink.bytes.length };
  },
};

export const remoteReaders: readonly Reader[] = [packet, stream, replies, servedTrace, target];
