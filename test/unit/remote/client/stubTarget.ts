// A target of the tests' own: it answers as gdbserver does with a program that stands and a buffer
// of frames, and in each test otherwise where the test says so.
import { toHex } from '../../../../src/bytes/hex';
import type { Sink } from '../../../../src/trace/export/sink';
import type { Experiment } from '../../../../src/remote/client/recording';
import { framePacket, PacketReader } from '../../../../src/remote/packetFraming';
import { fromBytes, latin1Bytes } from '../../../../src/remote/packets/fields';
import type { Transport } from '../../../../src/remote/rspConnection';

/** What a target does on a packet: answers, says nothing, or acts by itself. */
export type Reaction = string | undefined | (() => void);
type Answers = (packet: string) => Reaction;

/** `tracepoint` and the bytes of its blocks, as a frame of a target in little-endian order. */
export function frame(tracepoint: number, blocks: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(6 + blocks.length);
  const view = new DataView(bytes.buffer);
  view.setInt16(0, tracepoint, true);
  view.setUint32(2, blocks.length, true);
  bytes.set(blocks, 6);
  return bytes;
}

/** A V block. */
export function variable(number: number, value: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(13));
  view.setUint8(0, 0x56);
  view.setInt32(1, number, true);
  view.setBigInt64(5, value, true);
  return new Uint8Array(view.buffer);
}

const place = { number: 1, address: 0x401000n } as const;

/** A tracepoint. */
export const defineTracepoint = {
  ...place,
  kind: 'define-tracepoint',
  enabled: true,
  step: 0,
  pass: 0,
  isStatic: false,
  more: true,
} as const;

/** It collects registers. */
export const defineActions = {
  ...place,
  kind: 'define-actions',
  opensStepping: false,
  actions: [{ kind: 'registers', mask: '03' }],
  steppingActions: [],
  more: false,
} as const;

/** Its source. */
export const defineSource = {
  ...place,
  kind: 'define-source',
  type: 'at',
  start: 0,
  length: 1,
  text: Uint8Array.of(0x66),
} as const;

export function experimentOf(...definitions: Experiment['definitions']): Experiment {
  return { definitions, programs: [] };
}

const targetXml =
  '<?xml version="1.0"?><target><architecture>i386:x86-64</architecture><xi:include href="core.xml"/></target>';
const coreXml =
  '<?xml version="1.0"?>\n<!DOCTYPE feature SYSTEM "gdb-target.dtd">\n<feature name="org.gnu.gdb.i386.core"><reg name="rip" bitsize="64" type="code_ptr"/><reg name="rax" bitsize="64"/></feature>';

/** A target at the other end of a connection. */
export class StubTarget {
  /** Every packet that came. */
  readonly packets: string[] = [];
  /** `+`, `-` and interrupts that came. */
  readonly marks: string[] = [];
  readonly transport: Transport;
  features =
    'PacketSize=200;QStartNoAckMode+;QNonStop+;QCatchSyscalls+;ConditionalTracepoints+;TracepointSource+;qXfer:features:read+;qXfer:traceframe-info:read+;EnableDisableTracepoints+';
  /** qTStatus, without its running flag. */
  status = 'tnotrun:0;tframes:0;tcreated:0;tfree:1000;tsize:1000;circular:0;disconn:0';
  isRunning = false;
  frames: Uint8Array[] = [];
  isClosed = false;
  /** What it does when its program is to stop. */
  onInterrupt: () => void = () => undefined;
  private readonly reader = new PacketReader();
  private deliver: (bytes: Uint8Array) => void = () => undefined;
  private readonly closers: (() => void)[] = [];
  private pieces: string[] = [];

  /**
   * `otherwise`: answers of this test's target; what it leaves undefined is answered as usual,
   * `null` with nothing at all.
   */
  constructor(private readonly otherwise: (packet: string) => Reaction | null = () => undefined) {
    this.transport = {
      onBytes: (listener) => {
        this.deliver = listener;
      },
      onClose: (listener) => this.closers.push(listener),
      write: (bytes) => {
        for (const event of this.reader.take(fromBytes(bytes))) {
          if (event.kind === 'packet') this.take(event.body);
          else {
            this.marks.push(event.kind);
            if (event.kind === 'interrupt') this.onInterrupt();
          }
        }
      },
      drained: () => Promise.resolve(),
      pause: () => undefined,
      resume: () => undefined,
      close: () => {
        this.close();
      },
    };
  }

  /** Bytes of the target's, as they are. */
  say(text: string): void {
    queueMicrotask(() => {
      if (!this.isClosed) this.deliver(latin1Bytes(text));
    });
  }

  send(body: string): void {
    this.say(framePacket(body));
  }

  notify(body: string): void {
    this.say(`%${framePacket(body).slice(1)}`);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const closer of this.closers) closer();
  }

  private take(packet: string): void {
    this.packets.push(packet);
    const special = this.otherwise(packet);
    if (special === null) return;
    const reaction = special ?? this.usual(packet);
    if (typeof reaction === 'function') reaction();
    else this.send(reaction ?? '');
  }

  private readonly usual: Answers = (packet) => {
    if (packet.startsWith('qSupported')) return this.features;
    if (packet === '?') return 'T05thread:1;';
    if (packet === 'vStopped') return 'OK';
    if (packet === 'vCont?') return 'vCont;c;C;t';
    if (packet === 'vCont;t') {
      return () => {
        this.send('OK');
        this.notify('Stop:T00thread:1;');
      };
    }
    if (packet === 'qTStatus') return `T${this.isRunning ? 1 : 0};${this.status}`;
    if (packet === 'qTfP') this.pieces = ['T1:401000:E:0:0', 'A1:401000:R03'];
    if (/^qT[fs]P$/.test(packet)) return this.pieces.shift() ?? 'l';
    if (/^qT[fs]V$/.test(packet)) return packet === 'qTfV' ? '1:0:1:74' : 'l';
    if (packet.startsWith('qTP:')) return 'V2:26';
    if (packet.startsWith('qTV:')) return 'V7';
    if (packet === 'QTStart') this.isRunning = true;
    if (packet === 'QTStop') this.isRunning = false;
    if (packet.startsWith('qXfer:features:read:')) {
      return part(packet, packet.includes('core.xml') ? coreXml : targetXml);
    }
    if (packet.startsWith('qTBuffer:')) return this.buffer(packet);
    return /^(Q|Hg|vCont;|D$)/.test(packet) ? 'OK' : '';
  };

  private buffer(packet: string): string {
    const match = /:([\da-f]+),([\da-f]+)/.exec(packet);
    const offset = Number.parseInt(match?.[1] ?? '', 16);
    const all = Buffer.concat(this.frames);
    const piece = all.subarray(offset, offset + Number.parseInt(match?.[2] ?? '', 16));
    return piece.length === 0 ? 'l' : toHex(piece);
  }
}

function part(packet: string, document: string): string {
  const match = /:([\da-f]+),([\da-f]+)$/.exec(packet);
  const offset = Number.parseInt(match?.[1] ?? '', 16);
  const end = offset + Number.parseInt(match?.[2] ?? '', 16);
  return (end >= document.length ? 'l' : 'm') + document.slice(offset, end);
}

/** A file in memory. */
export class MemorySink implements Sink {
  bytes: Uint8Array = new Uint8Array(0);

  write(bytes: Uint8Array): Promise<void> {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    return Promise.resolve();
  }
}
