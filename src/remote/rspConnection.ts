// One side of a connection: packets in and out, with their acknowledgements. gdb manual, "Packet
// Acknowledgment": both sides confirm each packet until they have agreed on a connection that
// loses nothing.
import { framePacket, PacketReader, type StreamEvent } from './packetFraming';
import { fromBytes, latin1Bytes } from './packets/fields';

/** What arrives apart from packets; events without a listener are skipped. */
interface ConnectionListeners {
  /** The other side wants a running program to stop. */
  readonly onInterrupt?: () => void;
  readonly onNotification?: (body: string) => void;
  /**
   * A packet came whose checksum is wrong. Where packets are acknowledged, it was asked for
   * again.
   */
  readonly onDamaged?: () => void;
}

const interrupt = Uint8Array.of(0x03);

/** Sends packets, and tells of those that come. */
export class RspConnection {
  private readonly reader = new PacketReader();
  private acknowledges = true;
  /** The packet sent last, to be sent again when the other side rejects it. */
  private sent = '';
  /** Whether it was sent again for the bytes that came last. */
  private sentAgain = false;

  constructor(
    private readonly transport: Transport,
    /** Called with the body of each packet, in order. */
    private readonly onPacket: (body: string) => void,
    private readonly listeners: ConnectionListeners = {},
  ) {
    transport.onBytes((bytes) => {
      this.sentAgain = false;
      for (const event of this.reader.take(fromBytes(bytes))) this.handle(event);
    });
  }

  /** Whether packets are acknowledged, and those that were damaged come again. */
  get isAcknowledging(): boolean {
    return this.acknowledges;
  }

  /**
   * Sends a packet; with `runLength`, long runs of a character are shortened, which only clients
   * understand.
   */
  send(body: string, runLength = true): void {
    this.sent = framePacket(body, runLength);
    this.transport.write(latin1Bytes(this.sent));
  }

  /** Asks for the last packet again. */
  reject(): void {
    this.transport.write(latin1Bytes('-'));
  }

  /** Asks for a running program to stop. */
  interrupt(): void {
    this.transport.write(interrupt);
  }

  /** From now on nothing is acknowledged, since both sides agreed (QStartNoAckMode). */
  stopAcknowledging(): void {
    this.acknowledges = false;
  }

  /** Once for the bytes that came together: rejections cost one byte each, packets thousands. */
  private sendAgain(): void {
    if (!this.acknowledges || this.sent === '' || this.sentAgain) return;
    this.sentAgain = true;
    this.transport.write(latin1Bytes(this.sent));
  }

  private handle(event: StreamEvent): void {
    switch (event.kind) {
      case 'packet':
        if (this.acknowledges) this.transport.write(latin1Bytes(event.intact ? '+' : '-'));
        if (event.intact) this.onPacket(event.body);
        else this.listeners.onDamaged?.();
        return;
      case 'rejected':
        this.sendAgain();
        return;
      case 'interrupt':
        this.listeners.onInterrupt?.();
        return;
      case 'notification':
        this.listeners.onNotification?.(event.body);
        return;
      case 'acknowledged':
        return;
    }
  }
}

// What carries the remote protocol's bytes: a socket, a pipe, the two ends that a test holds.

/** A connection to one peer, in both directions. */
export interface Transport {
  /**
   * Calls `listener` with the bytes that come, in order. One listener is set, before any byte can
   * come.
   */
  onBytes(listener: (bytes: Uint8Array) => void): void;
  /** Calls `listener` once, when either side has closed. */
  onClose(listener: () => void): void;
  write(bytes: Uint8Array): void;
  /** Resolves when most of what was written has left, or the connection has closed. */
  drained(): Promise<void>;
  /** No bytes come from now on, until {@link resume}: the peer has to wait with what it sends. */
  pause(): void;
  resume(): void;
  /** Closes after what was written has left; a peer that does not take it is not waited for. */
  close(): void;
}
