// Targets that never come to an end, each in another way: what SECURITY.md says of a target is held
// against each of them by a test, and measured by a bench (test/bench/floods.mjs).
import { MemorySource } from '../../../../src/bytes/source';
import { connectRecording } from '../../../../src/remote/client/liveRecording';
import type { Timeouts } from '../../../../src/remote/client/rspClient';
import { framePacket } from '../../../../src/remote/packetFraming';
import { Trace } from '../../../../src/trace/trace';
import {
  defineActions,
  defineTracepoint,
  experimentOf,
  frame,
  MemorySink,
  StubTarget,
  variable,
  type Reaction,
} from './stubTarget';

/** A target that floods, and how it is left. */
export interface Flood {
  readonly name: string;
  /** One of the sentences that are said. */
  readonly said: RegExp;
  /** Frames that are kept. */
  readonly kept: number;
  target(): StubTarget;
}

/** A tracepoint that collects registers. */
const experiment = experimentOf(defineTracepoint, defineActions);

const two = [frame(1, variable(1, 10n)), frame(1, variable(1, 20n))];
const over = 'tstop::0;tframes:2;tcreated:2;tfree:f00;tsize:1000;circular:0;disconn:0';

/** A target with two frames, which answers as usual but to some packets. */
function answering(
  otherwise: (packet: string, target: StubTarget) => Reaction | null,
): () => StubTarget {
  return () => {
    const target: StubTarget = new StubTarget((packet) => otherwise(packet, target));
    target.frames = two;
    target.status = over;
    return target;
  };
}

/** Says something again and again, once it is asked `packet`, until the connection is closed. */
function endless(packet: string, text: string): () => StubTarget {
  return answering((asked, target) => {
    if (!asked.startsWith(packet)) return undefined;
    return () => {
      const go = (): void => {
        if (target.isClosed) return;
        target.say(text);
        setImmediate(go);
      };
      go();
    };
  });
}

const oneByOne = (packet: string): Reaction => {
  if (packet.startsWith('qTBuffer')) return '';
  const number = /^QTFrame:([\da-f]{1,7})$/.exec(packet)?.[1];
  if (number === undefined) return undefined;
  return Number.parseInt(number, 16) < 2 ? `F${number}T1` : 'F-1';
};

const registers = '0010400000000000'.padEnd(32, '0');
const hugeMemory =
  'l<traceframe-info><memory start="0x1000" length="0xffffffff"/></traceframe-info>';

export const floods: readonly Flood[] = [
  {
    name: 'silence when the frames are asked for',
    said: /has not answered qTBuffer/,
    kept: 0,
    target: answering((packet) => (packet.startsWith('qTBuffer') ? null : undefined)),
  },
  {
    name: 'an answer that drips',
    said: /has not answered qTBuffer/,
    kept: 0,
    target: answering((packet, target) => {
      if (!packet.startsWith('qTBuffer')) return undefined;
      return () => {
        const drip = setInterval(() => {
          target.say('$0');
          if (target.isClosed) clearInterval(drip);
        }, 50);
      };
    }),
  },
  {
    name: 'an answer without an end',
    said: /answer to qTBuffer has no end/,
    kept: 0,
    target: endless('qTBuffer', `$${'0'.repeat(1 << 16)}`),
  },
  {
    name: 'acknowledgements without an end',
    said: /answer to qTBuffer has no end/,
    kept: 0,
    target: endless('qTBuffer', '+'.repeat(1 << 16)),
  },
  {
    name: 'a program that writes without an end',
    said: /has not answered qTBuffer/,
    kept: 0,
    target: endless('qTBuffer', framePacket(`O${'41'.repeat(100)}`).repeat(20)),
  },
  {
    name: 'notifications of stops without an end',
    said: /has not answered qTBuffer/,
    kept: 0,
    target: endless('qTBuffer', `%${framePacket('Stop:T05thread:1;').slice(1)}`.repeat(20)),
  },
  {
    name: 'threads that stop without an end',
    said: /^$/,
    kept: 2,
    target: answering((packet) => (packet === 'vStopped' ? 'T05thread:1;' : undefined)),
  },
  {
    name: 'a document in parts of one byte',
    said: /document “features” has no end/,
    kept: 0,
    target: answering((packet) => (packet.startsWith('qXfer:features') ? 'm ' : undefined)),
  },
  {
    name: 'documents that include each other',
    said: /^$/,
    kept: 2,
    target: answering((packet) =>
      packet.startsWith('qXfer:features')
        ? 'l<?xml version="1.0"?><target><xi:include href="target.xml"/></target>'
        : undefined,
    ),
  },
  {
    name: 'documents that begin and include without an end',
    said: /^$/,
    kept: 2,
    target: answering((packet) => {
      if (!packet.startsWith('qXfer:features')) return undefined;
      return packet.includes('target.xml')
        ? `l<target><xi:include href="core.xml"/>${'<xi:include href=""'.repeat(20_000)}</target>`
        : `l<!DOCTYPE${'a'.repeat(400_000)}`;
    }),
  },
  {
    name: 'tracepoints without an end',
    said: /^$/,
    kept: 2,
    target: answering((packet) => (/^qT[fs]P$/.test(packet) ? 'A1:401000:R03' : undefined)),
  },
  {
    name: 'variables without an end',
    said: /^$/,
    kept: 2,
    target: answering((packet) => (/^qT[fs]V$/.test(packet) ? '1:0:1:74' : undefined)),
  },
  {
    name: 'a buffer without an end',
    said: /more bytes than its buffer holds/,
    kept: 430,
    target: answering((packet) =>
      packet.startsWith('qTBuffer:')
        ? Buffer.from(frame(1, variable(1, 10n)))
            .toString('hex')
            .repeat(10)
        : undefined,
    ),
  },
  {
    name: 'frames without an end',
    said: /more frames than it counts/,
    kept: 2,
    target: answering((packet) => {
      const number = /^QTFrame:([\da-f]{1,7})$/.exec(packet)?.[1];
      return number === undefined ? oneByOne(packet) : `F${number}T1`;
    }),
  },
  {
    name: 'a frame with more memory than the buffer',
    said: /a frame with more bytes than its buffer holds/,
    kept: 0,
    target: answering((packet) => {
      if (packet === 'g') return registers;
      if (packet.startsWith('qXfer:traceframe-info')) return hugeMemory;
      return packet.startsWith('m') ? '00'.repeat(200) : oneByOne(packet);
    }),
  },
  {
    name: 'more frames counted than there are',
    said: /2 frames were there of the 2147483647 that the target counts/,
    kept: 2,
    target: () => {
      const target = answering((packet) => (packet === 'g' ? registers : oneByOne(packet)))();
      target.status = 'tstop::0;tframes:7fffffff';
      return target;
    },
  },
  {
    name: 'pieces of the buffer that are longer than asked for',
    said: /answer to qTBuffer makes no sense/,
    kept: 0,
    target: answering((packet) => (packet.startsWith('qTBuffer') ? '00'.repeat(5000) : undefined)),
  },
  {
    name: 'a run that goes on when it is stopped',
    said: /goes on recording although it was told to stop/,
    kept: 0,
    target: answering((packet) => (packet === 'qTStatus' ? `T1;${over}` : undefined)),
  },
];

/** What came of a flood. */
export interface Held {
  /** All that was said. */
  readonly said: string;
  readonly kept: number;
  /** Seconds. */
  readonly seconds: number;
}

/** Records on a target that floods, to its end. */
export async function hold(flood: Flood, timeouts?: Timeouts): Promise<Held> {
  const began = performance.now();
  const sink = new MemorySink();
  const said = await recordedOn(flood.target(), sink, timeouts);
  const seconds = (performance.now() - began) / 1000;
  const opened = await Trace.open(new MemorySource(sink.bytes), 'x.tf');
  if ('problem' in opened) return { said, kept: 0, seconds };
  await opened.trace.recording.indexed;
  return { said, kept: opened.trace.recording.index.count, seconds };
}

async function recordedOn(
  target: StubTarget,
  sink: MemorySink,
  timeouts: Timeouts | undefined,
): Promise<string> {
  const connected = await connectRecording(target.transport, timeouts && { timeouts });
  if ('problem' in connected) return connected.problem;
  const { recording } = connected;
  const problem =
    recording.status.phase === 'ready'
      ? await recording.start(experiment, { resume: false, holdAtExit: false })
      : undefined;
  target.notify('Stop:T05thread:1;');
  const stopped = recording.status.phase === 'tracing' ? await recording.stop() : problem;
  const result = stopped ?? (await recording.download(sink));
  await recording.leave('kill');
  recording.dispose();
  if ('problem' in result) return result.problem;
  return result.findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ message }) => message)
    .join(' ');
}
