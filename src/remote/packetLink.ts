// One side of a connection: packets in and out, with their acknowledgements. gdb manual, "Packet
// Acknowledgment": both sides confirm each packet until they have agreed on a connection that loses nothing.
import { framePacket, PacketReader, type StreamEvent } from './framing';
import { fromBytes, toBytes } from './latin1';
import type { Transport } from './transport';

/** Sends packets, and tells of those that come. Notifications are read over: gdb asks for none. */
export class PacketLink {
  private readonly reader = new PacketReader();
  private acknowledges = true;
  /** The packet sent last, to be sent again when the other side rejects it. */
  private sent = '';

  constructor(
    private readonly transport: Transport,
    /** Called with the body of each packet, in order. */
    private readonly onPacket: (body: string) => void,
    /** Called when the other side wants a running program to stop. */
    private readonly onInterrupt: () => void = () => undefined,
  ) {
    transport.onBytes((bytes) => {
      for (const event of this.reader.take(fromBytes(bytes))) this.handle(event);
    });
  }

  /** Sends a packet; long runs of a character are shortened. */
  send(body: string): void {
    this.sent = framePacket(body, true);
    this.transport.write(toBytes(this.sent));
  }

  /** From now on nothing is acknowledged, since both sides agreed (QStartNoAckMode). */
  stopAcknowledging(): void {
    this.acknowledges = false;
  }

  private handle(event: StreamEvent): void {
    switch (event.kind) {
      case 'packet':
        if (this.acknowledges) this.transport.write(toBytes(event.intact ? '+' : '-'));
        if (event.intact) this.onPacket(event.body);
        return;
      case 'rejected':
        if (this.acknowledges && this.sent !== '') this.transport.write(toBytes(this.sent));
        return;
      case 'interrupt':
        this.onInterrupt();
        return;
      case 'acknowledged':
      case 'notification':
        return;
    }
  }
}
