// Requests to a target, one after the other, each with its reply: gdb manual, "Overview" of the
// remote protocol. A target that is silent for too long, or whose connection ends, is lost: then
// every request fails, and none hangs.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../../bytes/requestFailed';
import { Emitter, type Disposable } from '../../trace/emitter';
import { maxBodyLength } from '../packetFraming';
import { RspConnection, type Transport } from '../rspConnection';
import { readReply } from '../packets/fields';
import { readFeatures, writeSupported, type Feature } from '../packets/features';
import { readDocumentPart, writeTransfer } from '../packets/transfer';

/** How long a target is waited for, in milliseconds. */
export interface Timeouts {
  /** Without a byte from it. */
  readonly silence: number;
  /** For a whole answer, besides the time that its bytes take at {@link slowestRate}. */
  readonly answer: number;
}

const defaultTimeouts: Timeouts = { silence: 10_000, answer: 20_000 };
/** Bytes a millisecond of a serial line of 9600 baud. */
const slowestRate = 0.96;
/** For the answer that comes when a running program stops. */
export const noTimeouts: Timeouts = { silence: Infinity, answer: Infinity };

/** Times that a packet is asked for again, where the one that came was damaged or none did. */
const maxRepeats = 3;
/** The longest that a timer takes. */
const maxTimer = 0x7fff_ffff;

/** The question that waits for its answer. */
interface Waiting {
  readonly packet: string;
  readonly timeouts: Timeouts;
  readonly since: number;
  /** Bytes that came of the answer. */
  received: number;
  repeats: number;
  timer: NodeJS.Timeout | undefined;
  readonly resolve: (reply: string) => void;
  readonly reject: (problem: TargetProblem) => void;
}

/** A connection on which packets are answered. */
export class RspClient implements Disposable {
  private readonly connection: RspConnection;
  private readonly notified = new Emitter<string>();
  private readonly ended = new Emitter<string>();
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Waiting | undefined;
  private loss: string | undefined;

  /** Notifications (`%…`), as they come. */
  readonly onNotification = this.notified.event;
  /** The connection ended; a sentence why. */
  readonly onLost = this.ended.event;

  constructor(
    private readonly transport: Transport,
    private readonly timeouts: Timeouts = defaultTimeouts,
  ) {
    const heard: Transport = {
      ...transport,
      onBytes: (listener) => {
        transport.onBytes((bytes) => {
          if (this.waiting) this.waiting.received += bytes.length;
          listener(bytes);
          this.watch();
          this.limit();
        });
      },
      write: (bytes) => {
        transport.write(bytes);
      },
    };
    this.connection = new RspConnection(
      heard,
      (body) => {
        this.answered(body);
      },
      {
        onNotification: (body) => {
          if (this.waiting) this.waiting.received = 0;
          this.notified.fire(body);
        },
        onDamaged: () => {
          this.damaged();
        },
      },
    );
    transport.onClose(() => {
      this.lose(t('The target has closed the connection.'));
    });
  }

  /** Why the connection ended; undefined while it has not. */
  get lost(): string | undefined {
    return this.loss;
  }

  /**
   * Asks once those before are answered. Rejects with a {@link TargetProblem} where no answer
   * comes.
   */
  request(packet: string, timeouts = this.timeouts): Promise<string> {
    const answer = this.last.then(() => this.put(packet, timeouts));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /** Asks for an `OK`; `what` the packet is good for begins the sentence where it does not come. */
  async requireOk(
    packet: string,
    what: string,
    ask = (asked: string) => this.request(asked),
  ): Promise<void> {
    const reply = readReply(await ask(packet));
    switch (reply.kind) {
      case 'ok':
        return;
      case 'unsupported':
        throw new TargetProblem(
          'unsupported',
          t('{0}: the target does not know {1}.', what, nameOf(packet)),
        );
      case 'error': {
        const said = 'text' in reply ? reply.text : `error ${reply.code}`;
        throw new TargetProblem(
          'refused',
          t('{0}: the target refused {1} ({2}).', what, nameOf(packet), said),
        );
      }
      case 'data':
        throw malformed(packet, reply.text, 'OK');
    }
  }

  /** Wants a running program to stop; the question that let it run is answered then. */
  interrupt(): void {
    this.connection.interrupt();
  }

  stopAcknowledging(): void {
    this.connection.stopAcknowledging();
  }

  /** Ends the connection after what was written has left. */
  dispose(): void {
    this.lose(t('The connection was closed.'));
  }

  private put(packet: string, timeouts: Timeouts): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.loss !== undefined) {
        reject(new TargetProblem('lost', this.loss));
        return;
      }
      const since = performance.now();
      const untilNow = { since, received: 0, repeats: 0, timer: undefined };
      this.waiting = { packet, timeouts, ...untilNow, resolve, reject };
      this.watch();
      this.connection.send(packet, false);
    });
  }

  private answered(body: string): void {
    const { waiting } = this;
    if (!waiting) return;
    // A program's own words on gdb's console come before the answer, and are no part of it.
    if (/^O(?!K$)([\da-f]{2})+$/i.test(body)) {
      waiting.received = 0;
      return;
    }
    this.settle(waiting);
    waiting.resolve(body);
  }

  /** Where packets are acknowledged, the link has asked again; else the question is put again. */
  private damaged(): void {
    const { waiting } = this;
    if (!waiting) return;
    if (++waiting.repeats > maxRepeats) {
      this.lose(t("The target's answers to {0} come damaged.", nameOf(waiting.packet)));
    } else if (!this.connection.isAcknowledging) {
      this.settle(waiting);
      const problem = t('The answer to {0} came damaged.', nameOf(waiting.packet));
      waiting.reject(new TargetProblem('malformed', problem));
    }
  }

  /** Waits again for the next byte. */
  private watch(): void {
    const { waiting } = this;
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const { answer } = waiting.timeouts;
    const taken = Math.min(waiting.received, maxPacketSize) / slowestRate;
    const left = waiting.since + answer + taken - performance.now();
    const time = Math.max(0, Math.min(waiting.timeouts.silence, left));
    if (time > maxTimer) return;
    waiting.timer = setTimeout(() => {
      this.silent(waiting, left <= time);
    }, time);
  }

  /** Ends with what no answer can be: more bytes than any packet has. */
  private limit(): void {
    const { waiting } = this;
    if (!waiting || waiting.received <= 2 * maxBodyLength) return;
    this.lose(t("The target's answer to {0} has no end.", nameOf(waiting.packet)));
  }

  private silent(waiting: Waiting, isLast: boolean): void {
    if (this.connection.isAcknowledging && !isLast && waiting.repeats++ < maxRepeats) {
      this.connection.reject();
      this.watch();
      return;
    }
    const seconds = Math.round((performance.now() - waiting.since) / 1000);
    this.lose(
      t('The target has not answered {0} for {1} seconds.', nameOf(waiting.packet), seconds),
    );
  }

  private settle(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.waiting = undefined;
  }

  private lose(sentence: string): void {
    if (this.loss !== undefined) return;
    this.loss = sentence;
    const { waiting } = this;
    if (waiting) {
      this.settle(waiting);
      waiting.reject(new TargetProblem('lost', sentence));
    }
    this.transport.close();
    this.ended.fire(sentence);
  }
}

/** The name of a packet, without what it says. */
function nameOf(packet: string): string {
  return (
    /^(qXfer:[\w-]+:read|QTBuffer:\w+|vFile:\w+|[vqQ]\w+)/.exec(packet)?.[0] ??
    `“${packet.charAt(0)}”`
  );
}

/** A reply that is not what the packet is answered with. */
export function malformed(packet: string, reply: string, expected: string): TargetProblem {
  const shown = reply.length > 40 ? `${reply.slice(0, 40)}…` : reply;
  const found = t(
    "The target's answer to {0} makes no sense: “{1}”, not {2}.",
    nameOf(packet),
    shown,
    expected,
  );
  return new TargetProblem('malformed', found);
}

// What goes wrong with a target, in a sentence to show. It is thrown inside this room; a
// recording's acts turn it into their outcome.

/**
 * `lost`: the connection is gone. `unsupported`: the target does not know the packet. `refused`:
 * it answered with an error.
 */
type TargetProblemKind = 'lost' | 'unsupported' | 'refused' | 'malformed';

/** A packet that did not do what it was sent for. */
export class TargetProblem extends RequestFailed {
  constructor(
    readonly kind: TargetProblemKind,
    message: string,
  ) {
    super(message);
  }
}

// What a target can do: gdb manual, "General Query Packets", qSupported.

/** Characters of a packet where the target does not say; the least that gdb takes for granted. */
const leastPacketSize = 400;
/** Longer packets gain nothing. */
const maxPacketSize = 1 << 18;

/**
 * What this client can do that targets ask about. gdbserver describes vector registers only to
 * clients that read XML.
 */
const ours: readonly Feature[] = [
  ...['swbreak', 'hwbreak', 'qRelocInsn', 'vContSupported', 'no-resumed'].map((name): Feature => ({
    name,
    state: 'yes',
  })),
  { name: 'xmlRegisters', state: { value: 'i386,arm,mips' } },
];

/** A target's answer to qSupported. */
export class TargetFeatures {
  private readonly states: ReadonlyMap<string, Feature['state']>;

  constructor(features: readonly Feature[]) {
    this.states = new Map(features.map(({ name, state }) => [name, state]));
  }

  has(name: string): boolean {
    return this.states.get(name) === 'yes';
  }

  /** Characters that a packet may have at most, without what frames it. */
  get packetSize(): number {
    const state = this.states.get('PacketSize');
    const size = typeof state === 'object' ? Number.parseInt(state.value, 16) : leastPacketSize;
    return size >= leastPacketSize ? Math.min(size, maxPacketSize) : leastPacketSize;
  }

  /** Bytes that a reply holds as hexadecimal digits, with room for what surrounds them. */
  get bytesInReply(): number {
    return (this.packetSize - 16) >> 1;
  }
}

/**
 * Asks a target what it can do. Acknowledgements end where both sides can do without; `reliable`
 * tells that the connection loses and changes nothing. A target that knows no qSupported has no
 * features.
 */
export async function negotiateFeatures(
  client: RspClient,
  reliable: boolean,
): Promise<TargetFeatures> {
  const read = readFeatures(
    await client.request(writeSupported({ kind: 'supported', features: ours })),
  );
  const features = new TargetFeatures('features' in read ? read.features : []);
  if (reliable && features.has('QStartNoAckMode')) {
    const answer = await client.request('QStartNoAckMode');
    if (answer === 'OK') client.stopAcknowledging();
  }
  return features;
}

// Documents of a target, read part by part: gdb manual, "General Query Packets", qXfer.

/** Characters of a document that are read at most, and parts. */
const maxDocumentLength = 1 << 24;
const maxDocumentParts = 1 << 16;

/** Reads a document, one UTF-16 unit a byte; undefined where the target has none of that name. */
export async function requestDocument(
  client: RspClient,
  features: TargetFeatures,
  object: string,
  annex = '',
): Promise<string | undefined> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of documentParts(client, features, object, annex)) {
    if (part === undefined) return undefined;
    parts.push(part);
    length += part.length;
    if (length >= maxDocumentLength || parts.length >= maxDocumentParts) {
      throw new TargetProblem('malformed', t("The target's document “{0}” has no end.", object));
    }
  }
  return parts.join('');
}

/**
 * The parts of a document, one UTF-16 unit a byte; undefined ends them where the target has none,
 * or no more, to give.
 */
export async function* documentParts(
  client: RspClient,
  features: TargetFeatures,
  object: string,
  annex = '',
): AsyncGenerator<string | undefined, void> {
  const length = features.bytesInReply;
  for (let offset = 0; ;) {
    const packet = writeTransfer({ kind: 'read-object', object, annex, offset, length });
    const reply = await client.request(packet);
    const { kind } = readReply(reply);
    if (kind === 'unsupported' || kind === 'error') {
      yield undefined;
      return;
    }
    const part = readDocumentPart(reply);
    if ('kind' in part) throw malformed(packet, reply, part.expected);
    yield part.data;
    offset += part.data.length;
    if (part.last) return;
    if (part.data === '') throw malformed(packet, reply, t('a part of the document'));
  }
}
