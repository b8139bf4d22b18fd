// What a recorded flow is asked of its packets: is a conditional branch taken, where does an
// indirect one lead, what happened meanwhile.
import { DecodeError } from './decodeError';
import { EventDecoder } from './eventDecoder';
import { type Status, unfinished } from './ptPacketReader';
import { kindOf, nextPsb, psbSize } from './packets';
import type { PtEvent } from './ptEvent';

/** What an answer says beside itself: flags of {@link PtQuery.flags}. */
export const Pending = { event: 1, ip: 2, end: 4 } as const;

/** Bytes in which a PSB is looked for, by packets that are read in the time. */
const searchedAtOnce = 64;

/**
 * Answers queries from packets. Those that are {@link unfinished} go on where they were when they
 * are asked again.
 */
export class PtQuery extends EventDecoder {
  /** The address that the last query gave. */
  ip: bigint | undefined;
  /** The time at the packet that answered last, in ticks of the time stamp counter. */
  time: bigint | undefined;
  /** The same before the event that was taken last. */
  timeBefore: bigint | undefined;
  /** Where the PSB is at which it synchronised. */
  private sync: number | undefined;
  /** From where a PSB is to be looked for. */
  private searched: number | undefined;
  /** Whether the indirect branch that is asked for was found. */
  private indirect: 'sought' | 'found' | undefined;
  /** The event that was taken, while it is on the way to the packet that comes next. */
  private taken: PtEvent | undefined;

  /** A query that goes on from here by itself. */
  copy(): PtQuery {
    const copy = new PtQuery(this.bytes, this.errata, this.rates);
    const taken = this.taken && { ...this.taken };
    return Object.assign(copy, this, this.copiedState(), { taken });
  }

  /**
   * Goes on at the next PSB. Returns flags, or minus an error; `ip` is where the code is, if
   * {@link Pending.ip} is not among the flags.
   */
  synchronise(): Status {
    if (!this.isReading) {
      const started = this.psb === undefined ? this.findPsb() : this.decodePsb();
      if (started < 0) return started;
      this.ip = this.lastIp.ip;
    }
    const read = this.readAhead();
    if (read < 0) return read;
    this.ip ??= this.lastIp.ip;
    return this.flags() | (this.ip === undefined ? Pending.ip : 0);
  }

  /** Looks for the next PSB, and begins there. */
  private findPsb(): Status {
    const from = this.position === this.sync ? this.position + psbSize : this.position;
    // A packet that was read wrongly may have taken the beginning of the PSB.
    this.searched ??= Math.max(0, from - psbSize + 1);
    while (this.mayRead()) {
      const end: number = this.searched + searchedAtOnce;
      const found = nextPsb(this.bytes, this.searched, end);
      if (found !== undefined) return this.beginAt(found);
      this.searched = end;
      if (end >= this.bytes.length) {
        this.searched = undefined;
        return -DecodeError.endOfStream;
      }
    }
    return unfinished;
  }

  private beginAt(psb: number): Status {
    this.reset();
    this.searched = undefined;
    this.time = undefined;
    this.sync = psb;
    this.position = psb;
    return this.decodePsb();
  }

  /** 1 for a branch that is taken, 0 for one that is not, or minus an error. */
  conditionalBranch(): Status {
    // It was asked before, and is none.
    if (this.indirect) return -DecodeError.badQuery;
    if (this.isReading) {
      const status = this.readAheadToEnd();
      if (status < 0) return status;
    }
    if (this.bitsLeft === 0) {
      const status = this.readTnt();
      if (status < 0) return status;
    }
    this.bitsLeft--;
    const { bits, bitsLeft } = this;
    return (bitsLeft < 31 ? bits >> bitsLeft : bits / 2 ** bitsLeft) & 1;
  }

  /** Where an indirect branch leads: flags, or minus an error. */
  indirectBranch(): Status {
    const status = this.seekIndirect();
    if (status === unfinished) return unfinished;
    this.indirect = undefined;
    return status < 0 ? status : this.flags() | (this.ip === undefined ? Pending.ip : 0);
  }

  private seekIndirect(): Status {
    this.indirect ??= 'sought';
    if (this.indirect === 'sought') {
      const status = this.findTip();
      if (status < 0) return status;
      this.ip = this.lastIp.ip;
      this.time = this.clock.time;
      this.indirect = 'found';
    }
    return this.readAheadToEnd();
  }

  private findTip(): Status {
    for (;;) {
      const read = this.isReading ? this.readAhead() : 0;
      if (read < 0) return read;
      const packet = this.next;
      if (!packet) return this.fetchError();
      if (this.willEvent(packet)) return -DecodeError.badQuery;
      if (kindOf(packet) === 'tnt' && this.bitsLeft > 0) return -DecodeError.badQuery;
      const status = this.decode(packet);
      if (status < 0) return status;
      if (this.event) return -DecodeError.eventIgnored;
      if (kindOf(packet) === 'tip') return 0;
      this.isReading = true;
    }
  }

  /** The next event, or minus an error; {@link flags} then has what follows. */
  takeEvent(): PtEvent | Status {
    if (!this.taken) {
      const status = this.findEvent();
      if (status < 0) return status;
      this.timeBefore = this.time;
      this.time = this.clock.time;
      this.taken = this.event;
    }
    const status = this.readAheadToEnd();
    if (status === unfinished) return unfinished;
    const { taken } = this;
    this.taken = undefined;
    return status < 0 || !taken ? status : taken;
  }

  private findEvent(): Status {
    if (this.bitsLeft > 0) return -DecodeError.badQuery;
    for (;;) {
      const read = this.isReading ? this.readAhead() : 0;
      if (read < 0) return read;
      const packet = this.next;
      if (!packet) return this.fetchError();
      const kind = kindOf(packet);
      if ((kind === 'tip' || kind === 'tnt') && !this.willEvent(packet)) {
        return -DecodeError.badQuery;
      }
      const status = this.decode(packet);
      if (status < 0) return status;
      if (this.event) return 0;
      this.isReading = true;
    }
  }

  /** What comes next, once the branches that were read are used up. */
  flags(): number {
    if (this.bitsLeft > 0) return 0;
    if (this.next) return this.willEvent(this.next) ? Pending.event : 0;
    return this.peek(this.position) ? 0 : Pending.end;
  }

  private readTnt(): Status {
    for (;;) {
      const packet = this.next;
      if (!packet) return this.fetchError();
      if (this.willEvent(packet) || kindOf(packet) === 'tip') return -DecodeError.badQuery;
      const status = this.decode(packet);
      if (status < 0) return status;
      if (this.event) return -DecodeError.eventIgnored;
      const isRead = kindOf(packet) === 'tnt';
      if (isRead) this.time = this.clock.time;
      const read = this.readAheadToEnd();
      if (read < 0 || isRead) return read;
    }
  }
}
