// A client that speaks to a served trace packet by packet, over a transport that is two queues.
import { framePacket, PacketReader, type StreamEvent } from '../../../src/remote/packetFraming';
import { fromBytes, latin1Bytes } from '../../../src/remote/packets/fields';
import type { Transport } from '../../../src/remote/rspConnection';

/** One end of a connection for the server, the other for a test. */
export class PacketClient {
  readonly transport: Transport;
  /** True once either side has closed. */
  closed = false;
  /** Whether the server reads what comes. */
  isHeard = true;
  /** Resolves when the client has taken what was sent to it. */
  taking: Promise<void> = Promise.resolve();
  private readonly reader = new PacketReader();
  private readonly events: StreamEvent[] = [];
  private readonly waiting: ((event: StreamEvent) => void)[] = [];
  private deliver: (bytes: Uint8Array) => void = () => undefined;
  private readonly closers: (() => void)[] = [];

  constructor() {
    this.transport = {
      onBytes: (listener) => {
        this.deliver = listener;
      },
      onClose: (listener) => this.closers.push(listener),
      write: (bytes) => {
        for (const event of this.reader.take(fromBytes(bytes))) {
          const waiter = this.waiting.shift();
          if (waiter) waiter(event);
          else this.events.push(event);
        }
      },
      drained: () => this.taking,
      pause: () => {
        this.isHeard = false;
      },
      resume: () => {
        this.isHeard = true;
      },
      close: () => {
        this.close();
      },
    };
  }

  /** Sends bytes as they are. */
  sendRaw(text: string): void {
    this.deliver(latin1Bytes(text));
  }

  /** The next thing that the server sends. */
  async next(): Promise<StreamEvent> {
    return this.events.shift() ?? new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Sends a packet, and gives the body of the reply. */
  async ask(body: string): Promise<string> {
    this.sendRaw(framePacket(body));
    return this.reply();
  }

  /** The body of the next packet. */
  async reply(): Promise<string> {
    for (;;) {
      const event = await this.next();
      if (event.kind === 'packet') return event.body;
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const closer of this.closers) closer();
  }
}
