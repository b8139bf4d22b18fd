// What a recorded flow is asked of its packets: is a conditional branch taken, where does an
// indirect one lead, what happened meanwhile.
import { DecodeError } from './decodeError';
import { EventDecoder, type Status } from './eventDecoder';
import { kindOf } from './packets';
import { nextPsb, psbSize } from './packets';
import type { PtEvent } from './ptEvent';

/** What an answer says beside itself: flags of {@link PtQuery.flags}. */
export const Pending = { event: 1, ip: 2, end: 4 } as const;

/** Answers queries from packets. */
export class PtQuery extends EventDecoder {
  /** The address that the last query gave. */
  ip: bigint | undefined;
  /** The time at the packet that answered last, in ticks of the time stamp counter. */
  time: bigint | undefined;
  /** Where the PSB is at which it synchronised. */
  private sync: number | undefined;

  /** A query that goes on from here by itself. */
  copy(): PtQuery {
    const copy = new PtQuery(this.bytes, this.errata, this.rates);
    return Object.assign(copy, this, this.copiedState());
  }

  /**
   * Goes on at the next PSB. Returns flags, or minus an error; `ip` is where the code is, if
   * {@link Pending.ip} is not among the flags.
   */
  synchronise(): Status {
    const from = this.position === this.sync ? this.position + psbSize : this.position;
    // A packet that was read wrongly may have taken the beginning of the PSB.
    const found = nextPsb(this.bytes, Math.max(0, from - psbSize + 1));
    if (found === undefined) return -DecodeError.endOfStream;
    this.reset();
    this.time = undefined;
    this.sync = found;
    this.position = found;
    const started = this.decodePsb();
    if (started < 0) return started;
    const ip = this.lastIp.ip;
    const read = this.readAhead();
    if (read < 0) return read;
    this.ip = ip ?? this.lastIp.ip;
    return this.flags() | (this.ip === undefined ? Pending.ip : 0);
  }

  /** 1 for a branch that is taken, 0 for one that is not, or minus an error. */
  conditionalBranch(): Status {
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
    for (;;) {
      const packet = this.next;
      if (!packet) return this.fetchError();
      if (this.willEvent(packet)) return -DecodeError.badQuery;
      if (kindOf(packet) === 'tnt' && this.bitsLeft > 0) return -DecodeError.badQuery;
      const status = this.decode(packet);
      if (status < 0) return status;
      if (this.event) return -DecodeError.eventIgnored;
      if (kindOf(packet) === 'tip') break;
      const read = this.readAhead();
      if (read < 0) return read;
    }
    this.ip = this.lastIp.ip;
    this.time = this.clock.time;
    const missing = this.ip === undefined ? Pending.ip : 0;
    const status = this.readAheadToEnd();
    return status < 0 ? status : missing | this.flags();
  }

  /** The next event, or minus an error; {@link flags} then has what follows. */
  takeEvent(): PtEvent | Status {
    if (this.bitsLeft > 0) return -DecodeError.badQuery;
    for (;;) {
      const packet = this.next;
      if (!packet) return this.fetchError();
      const kind = kindOf(packet);
      if ((kind === 'tip' || kind === 'tnt') && !this.willEvent(packet)) {
        return -DecodeError.badQuery;
      }
      const status = this.decode(packet);
      if (status < 0) return status;
      if (this.event) {
        const { event } = this;
        this.time = this.clock.time;
        const read = this.readAheadToEnd();
        return read < 0 ? read : event;
      }
      const read = this.readAhead();
      if (read < 0) return read;
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
      if (kindOf(packet) === 'tnt') {
        this.time = this.clock.time;
        return this.readAheadToEnd();
      }
      const read = this.readAhead();
      if (read < 0) return read;
    }
  }
}
