// A look at the packets behind a place, one after another, until one tells what is asked. There may
// be millions of them, so it can be left and gone on with.
import type { PtClock } from './clock';
import { type IpPacketKind, type PacketOf, type PtPacket, readPtPacket } from './packets';

/** Where to go on after an overflow: at an address, or where nothing is recorded yet. */
export interface Resumption {
  /** Bytes from the beginning. */
  readonly position: number;
  readonly ip: PacketOf<IpPacketKind> | undefined;
  /** The time there. */
  readonly clock: PtClock;
}

/** The answer of a packet that does not tell. */
export const tellsNothing = 'tells nothing';

/** What is asked of the packets behind a place. */
export interface PacketQuestion<Answer> {
  /** What a packet answers; one that is bad always tells. */
  readonly of: (
    packet: PtPacket,
    scan: PacketScan,
    bytes: Uint8Array,
  ) => Answer | typeof tellsNothing;
  /** The answer where the data ends. */
  readonly atEnd: Answer;
}

/** How far a look has come. */
export class PacketScan {
  /** Where a transaction's state was told first. */
  transaction: Omit<Resumption, 'ip'> | undefined;
  private own: PtClock | undefined;

  constructor(
    /** Bytes from the beginning: of the packet that comes next. */
    private position: number,
    /** The clock there. */
    private readonly from: PtClock,
  ) {}

  /** The clock at the packet that is asked. */
  get clock(): PtClock {
    this.own ??= this.from.copy();
    return this.own;
  }

  /** A scan that goes on by itself. */
  copy(): PacketScan {
    const { transaction } = this;
    const copy = new PacketScan(this.position, this.clock.copy());
    copy.transaction = transaction && { ...transaction, clock: transaction.clock.copy() };
    return copy;
  }

  /** Asks the next packet. */
  take<Answer>(
    bytes: Uint8Array,
    { of, atEnd }: PacketQuestion<Answer>,
  ): Answer | typeof tellsNothing {
    if (this.position >= bytes.length) return atEnd;
    const packet = readPtPacket(bytes, this.position);
    this.position += packet.size;
    return of(packet, this, bytes);
  }
}
