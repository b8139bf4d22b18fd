// Reads packets one by one or looks ahead at them, no more of them at a time than it may: there can
// be millions before the next that answers a query.
import type { PtClock } from './clock';
import { DecodeError } from './decodeError';
import { type PacketQuestion, PacketScan, tellsNothing } from './packetScan';
import { type OpenBlock, type PtPacket, readPtPacket } from './packets';

/** 0, or minus a {@link DecodeError}, or {@link unfinished}. */
export type Status = number;

/** What was asked is not known with the packets that may be read at a time: ask it again. */
export const unfinished = -0x10000;

/** Reads packets, and counts them. */
export class PtPacketReader {
  /** Bytes from the beginning: of the packet that comes next. */
  position = 0;
  /** Packets that were read so far, some of them more than once. */
  packets = 0;
  /** How many may have been read before something is {@link unfinished}. */
  mostPackets = Infinity;
  protected block: OpenBlock = 0;
  /** A look ahead that goes on, and what others of the same packet answered. */
  private scan: PacketScan | undefined;
  private readonly answers = new Map<PacketQuestion<unknown>, unknown>();

  constructor(protected readonly bytes: Uint8Array) {}

  /** What a copy has of its own. */
  protected copiedLook(): object {
    return { scan: this.scan?.copy(), answers: new Map(this.answers) };
  }

  /** Whether a look ahead goes on. */
  protected get isLooking(): boolean {
    return this.scan !== undefined;
  }

  /** The packet at a position; undefined where the data ends before its opcode does. */
  protected peek(position: number): PtPacket | undefined {
    if (position >= this.bytes.length) return undefined;
    const packet = readPtPacket(this.bytes, position, this.block);
    const isCut = packet.kind === 'bad' && packet.error === DecodeError.endOfStream;
    return isCut && packet.of === undefined ? undefined : packet;
  }

  protected fetchError(): Status {
    return this.peek(this.position) ? -DecodeError.internal : -DecodeError.endOfStream;
  }

  /** Whether one packet more may be read now; it counts then. */
  protected mayRead(): boolean {
    if (this.packets >= this.mostPackets) return false;
    this.packets++;
    return true;
  }

  /** Asks the packets from a position on; what was answered is known until it is forgotten. */
  protected ask<Answer>(
    question: PacketQuestion<Answer>,
    clock: PtClock,
    from = this.position,
  ): Answer | typeof unfinished {
    if (this.answers.has(question)) return this.answers.get(question) as Answer;
    this.scan ??= new PacketScan(from, clock);
    const { scan } = this;
    while (this.mayRead()) {
      const answer = scan.take(this.bytes, question);
      if (answer === tellsNothing) continue;
      this.scan = undefined;
      this.answers.set(question, answer);
      return answer;
    }
    return unfinished;
  }

  protected forget(): void {
    this.scan = undefined;
    if (this.answers.size > 0) this.answers.clear();
  }
}
