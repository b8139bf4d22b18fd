// What packets of Intel Processor Trace mean: branches, and events that take effect at another
// packet or at an address (Intel SDM volume 3, "Decoding the Intel PT Packets"). Packets are read
// ahead up to the next that answers a query, so that what happens at an address is known before it
// is reached; in the same steps as libipt, so that what is wrong is found at the same place.
import { type ClockRates, PtClock } from './clock';
import { DecodeError } from './decodeError';
import type { Errata } from './errata';
import {
  disabledByApl12,
  headerFupIsVoid,
  overflowFup,
  resumptionApl11,
  resumptionBehind,
  resumptionSkd010,
} from './overflow';
import { PtPacketReader, type Status, unfinished } from './ptPacketReader';
import type { Resumption } from './packetScan';
import { LastIp } from './lastIp';
import {
  IpCompression,
  eventPackets,
  inHeaders,
  kindOf,
  type PtPacket,
  type PacketOf,
  type IpPacketKind,
  psbSize,
} from './packets';
import { newEvent, type PtEvent, type PtEventKind } from './ptEvent';

/** The packet kind at which an event takes effect. */
type Binding = 'psbend' | 'tip' | 'fup';

/** Events that wait at most, as in libipt. */
const maxWaiting = 6;

/** Bytes of PAD that are passed as one packet. */
const padsAtOnce = 64;

/** Decodes packets one by one, and keeps the events that they give until they take effect. */
export class EventDecoder extends PtPacketReader {
  protected event: PtEvent | undefined;
  /** Branches of the last TNT packet, and how many of them are left. */
  protected bits = 0;
  protected bitsLeft = 0;
  /** The packet at the position; undefined where its opcode cannot be read. */
  protected next: PtPacket | undefined;
  /** Whether it is on the way to the next packet that answers a query. */
  protected isReading = false;
  /** Where the PSB is whose PSBEND was not found yet. */
  protected psb: number | undefined;
  private isEnabled = false;
  private consumesPacket = false;
  protected readonly lastIp = new LastIp();
  /** The time at the position. */
  protected clock: PtClock;
  private waiting: Record<Binding, PtEvent[]> = { psbend: [], tip: [], fup: [] };

  constructor(
    bytes: Uint8Array,
    protected readonly errata: Errata,
    protected readonly rates: ClockRates,
  ) {
    super(bytes);
    this.clock = new PtClock(rates, errata.skl168);
  }

  /** What a copy has of its own. */
  protected copiedState(): object {
    const { psbend, tip, fup } = this.waiting;
    const copied = (events: readonly PtEvent[]) => events.map((event) => ({ ...event }));
    return {
      event: this.event && { ...this.event },
      lastIp: this.lastIp.copy(),
      clock: this.clock.copy(),
      ...this.copiedLook(),
      waiting: { psbend: copied(psbend), tip: copied(tip), fup: copied(fup) },
    };
  }

  protected reset(): void {
    this.isEnabled = false;
    this.consumesPacket = false;
    this.event = undefined;
    this.isReading = false;
    this.psb = undefined;
    this.forget();
    this.lastIp.reset();
    this.bitsLeft = 0;
    this.block = 0;
    this.clock = new PtClock(this.rates, this.errata.skl168);
    this.waiting = { psbend: [], tip: [], fup: [] };
  }

  /** Whether decoding a packet gives an event. */
  protected willEvent(packet: PtPacket): boolean {
    const kind = kindOf(packet);
    if (kind === undefined) return false;
    if (eventPackets.has(kind)) return true;
    return kind in this.waiting && this.waiting[kind as Binding].length > 0;
  }

  /** Goes on to the next packet that answers a query. */
  protected readAhead(): Status {
    this.isReading = true;
    for (;;) {
      if (this.psb === undefined && !this.mayRead()) return unfinished;
      const status = this.psb === undefined ? this.readNext() : this.decodePsb();
      if (status === unfinished) return unfinished;
      if (status !== 0) this.isReading = false;
      if (status > 0) return 0;
      if (status === -DecodeError.endOfStream && this.next) {
        // The last packet is cut.
        this.position = this.bytes.length;
        this.next = undefined;
      }
      if (status < 0) return status;
    }
  }

  /** Reads a packet; 1 where it answers a query, so that it is the next. */
  private readNext(): Status {
    // There may be millions of PAD.
    const end = this.block === 0 ? this.position + padsAtOnce : 0;
    while (this.position < end && this.bytes[this.position] === 0) this.position++;
    if (this.position === end) return 0;
    const packet = this.peek(this.position);
    this.next = packet;
    if (!packet) return -DecodeError.endOfStream;
    const kind = kindOf(packet);
    if (kind === 'tip' || kind === 'tnt' || this.willEvent(packet)) return 1;
    return this.decode(packet);
  }

  protected readAheadToEnd(): Status {
    const status = this.readAhead();
    return status === -DecodeError.endOfStream ? 0 : status;
  }

  protected decode(packet: PtPacket): Status {
    this.event = undefined;
    switch (packet.kind) {
      case 'bad':
        return this.skipBad(packet);
      case 'psb':
        return this.decodePsb();
      case 'psbend':
        if (!this.takePsbEvent()) this.position += packet.size;
        return 0;
      case 'tnt':
        if (this.bitsLeft > 0) return -DecodeError.unexpectedContext;
        this.bits = packet.bits;
        this.bitsLeft = packet.count;
        break;
      case 'tip':
        return this.decodeTip(packet);
      case 'tip.pge':
        return this.decodeEnable(packet);
      case 'tip.pgd':
        return this.decodeDisable(packet);
      case 'fup':
        return this.decodeFup(packet);
      case 'ovf':
        return this.decodeOverflow(packet);
      case 'pip':
        return this.decodePaging(packet);
      case 'vmcs':
        return this.decodeVmcs(packet);
      case 'mode.exec':
        return this.bind(packet, 'tip', newEvent('execMode', { mode: packet.mode }));
      case 'mode.tsx': {
        const event = newEvent('tsx', { aborted: packet.aborted });
        if (this.isEnabled) return this.bind(packet, 'fup', event);
        this.event = event;
        break;
      }
      case 'exstop':
        if (packet.hasIp) return this.bind(packet, 'fup', newEvent('exstop'));
        this.event = newEvent('exstop');
        break;
      case 'mwait':
        return this.bind(packet, 'fup', newEvent('mwait'));
      case 'ptw':
        if (packet.hasIp) return this.bind(packet, 'fup', newEvent('ptwrite'));
        this.event = newEvent('ptwrite');
        break;
      case 'bep':
      case 'cfe':
        this.block = 0;
        if (packet.hasIp) return this.bind(packet, 'fup', newEvent('note'));
        break;
      case 'stop':
        this.event = newEvent('stop');
        break;
      case 'cbr':
        this.event = newEvent('note');
        return this.takeTime(packet, false);
      case 'mnt':
      case 'pwre':
      case 'pwrx':
        this.event = newEvent('note');
        break;
      case 'cyc':
        if (this.errata.skd007 && this.hidesOverflow(packet)) {
          this.position++;
          return 0;
        }
        return this.takeTime(packet, false);
      case 'bbp':
        this.block = packet.itemSize;
        break;
      case 'tsc':
      case 'tma':
      case 'mtc':
        return this.takeTime(packet, false);
      case 'pad':
      case 'bip':
      case 'evd':
        break;
    }
    this.position += packet.size;
    return 0;
  }

  private takeTime(packet: PtPacket, inHeader: boolean): Status {
    const status = this.clock.take(packet, inHeader);
    if (status === 0) this.position += packet.size;
    return status;
  }

  private skipBad({ of, error, size }: Extract<PtPacket, { kind: 'bad' }>): Status {
    if (!this.errata.skz84 || of !== 'tma' || error !== DecodeError.unknownPacket) return -error;
    // One byte more, as libipt.
    this.position += size + 1;
    return 0;
  }

  /** Erratum SKD007: a CYC of two bytes of which the second begins an OVF. */
  private hidesOverflow({ cycles, offset, size }: PacketOf<'cyc'>): boolean {
    return size === 2 && (cycles & ~0x1fn) === 0x20n && this.bytes[offset + 2] === 0xf3;
  }

  /** Reads a PSB and what belongs to it, up to its PSBEND. */
  protected decodePsb(): Status {
    this.psb ??= this.position;
    const { psb } = this;
    const status = this.position === psb ? this.beginPsb() : this.readHeader();
    if (status === unfinished) return unfinished;
    this.psb = undefined;
    if (status < 0) {
      this.position = psb;
      this.waiting.psbend = [];
      this.next = this.peek(psb);
    }
    return status;
  }

  private beginPsb(): Status {
    const packet = this.peek(this.position);
    if (packet?.kind === 'bad') return -packet.error;
    this.clock.atPsb();
    this.position += psbSize;
    this.block = 0;
    this.lastIp.reset();
    return this.readHeader();
  }

  private readHeader(): Status {
    for (;;) {
      if (!this.isLooking && !this.mayRead()) return unfinished;
      const packet = this.peek(this.position);
      if (!packet) return -DecodeError.endOfStream;
      const kind = kindOf(packet);
      if (kind === 'psbend' || kind === 'ovf') return 0;
      const status = this.decodeHeader(packet);
      if (status < 0) return status;
    }
  }

  private decodeHeader(packet: PtPacket): Status {
    const kind = kindOf(packet);
    if (kind !== undefined && !inHeaders.has(kind)) return -DecodeError.unexpectedContext;
    if (packet.kind === 'fup') return this.decodeHeaderFup(packet);
    if (packet.kind === 'pip') return this.bind(packet, 'psbend', newEvent('asyncPaging'));
    if (packet.kind === 'vmcs') return this.bind(packet, 'psbend', newEvent('asyncVmcs'));
    if (packet.kind === 'mode.exec') {
      return this.bind(packet, 'psbend', newEvent('execMode', { mode: packet.mode }));
    }
    if (packet.kind === 'mode.tsx') {
      return this.bind(packet, 'psbend', newEvent('tsx', { aborted: packet.aborted }));
    }
    if (packet.kind === 'mnt') return this.bind(packet, 'psbend', newEvent('note'));
    if (packet.kind === 'cbr') {
      const status = this.clock.take(packet, true);
      return status < 0 ? status : this.bind(packet, 'psbend', newEvent('note'));
    }
    return packet.kind === 'tsc' ? this.takeTime(packet, true) : this.decode(packet);
  }

  private decodeHeaderFup(packet: PacketOf<IpPacketKind>): Status {
    const end = packet.offset + packet.size;
    const isVoid =
      this.errata.bdm70 && !this.isEnabled && this.ask(headerFupIsVoid, this.clock, end);
    if (isVoid !== unfinished) this.forget();
    if (typeof isVoid === 'number') return isVoid;
    if (!isVoid) {
      this.lastIp.update(packet);
      if (packet.compression !== IpCompression.suppressed) this.isEnabled = true;
    }
    this.position = end;
    return 0;
  }

  private decodeTip(packet: PacketOf<IpPacketKind>): Status {
    this.lastIp.update(packet);
    const event = this.waiting.tip.shift();
    if (event) {
      if (event.kind === 'asyncBranch') this.consumesPacket = true;
      else if (!tipEvents.has(event.kind)) return -DecodeError.unexpectedContext;
      event.ip = this.lastIp.ip;
      this.event = event;
      if (this.waiting.tip.length > 0 || !this.consumesPacket) return 0;
      this.consumesPacket = false;
    }
    this.position += packet.size;
    return 0;
  }

  private decodeEnable(packet: PacketOf<IpPacketKind>): Status {
    this.lastIp.update(packet);
    const ip = this.lastIp.ip;
    if (!this.consumesPacket) {
      if (ip === undefined) return -DecodeError.unknownPacket;
      this.event = newEvent('enabled', { ip });
      this.bitsLeft = 0;
      this.consumesPacket = true;
      this.isEnabled = true;
    } else {
      const event = this.waiting.tip.shift();
      if (!event) return -DecodeError.internal;
      if (event.kind !== 'execMode') return -DecodeError.unexpectedContext;
      event.ip = ip;
      this.event = event;
    }
    if (this.waiting.tip.length > 0) return 0;
    this.consumesPacket = false;
    this.position += packet.size;
    return 0;
  }

  private decodeDisable(packet: PacketOf<IpPacketKind>): Status {
    this.lastIp.update(packet);
    const event = this.waiting.tip.shift() ?? newEvent('disabled');
    if (event.kind === 'asyncBranch') event.kind = 'asyncDisabled';
    if (event.kind === 'asyncDisabled' || event.kind === 'disabled') event.ip = this.lastIp.ip;
    else if (!tipEvents.has(event.kind)) return -DecodeError.unexpectedContext;
    this.event = event;
    if (this.waiting.tip.length > 0) return 0;
    this.isEnabled = false;
    this.position += packet.size;
    return 0;
  }

  private decodeFup(packet: PacketOf<IpPacketKind>): Status {
    this.lastIp.update(packet);
    const event = this.waiting.fup.shift();
    if (!event) {
      const from = this.lastIp.ip;
      if (from === undefined) return this.ipError;
      return this.bind(packet, 'tip', newEvent('asyncBranch', { from }));
    }
    event.ip = this.lastIp.ip;
    if (event.kind === 'overflow' && event.ip === undefined) return this.ipError;
    if (event.kind !== 'tsx' || !event.aborted) this.consumesPacket = true;
    this.event = event;
    if (this.waiting.fup.length > 0 || !this.consumesPacket) return 0;
    this.consumesPacket = false;
    this.position += packet.size;
    return 0;
  }

  private decodePaging(packet: PacketOf<'pip'>): Status {
    if (this.waiting.tip.some(({ kind }) => kind === 'asyncBranch')) {
      return this.bind(packet, 'tip', newEvent('asyncPaging'));
    }
    this.event = newEvent('paging');
    this.position += packet.size;
    return 0;
  }

  private decodeVmcs(packet: PacketOf<'vmcs'>): Status {
    const { tip } = this.waiting;
    const paging = tip.find(({ kind }) => kind === 'asyncPaging');
    if (paging) {
      const status = this.bind(packet, 'tip', newEvent('asyncPaging'));
      if (status === 0) paging.kind = 'asyncVmcs';
      return status;
    }
    if (tip.some(({ kind }) => kind === 'asyncBranch')) {
      return this.bind(packet, 'tip', newEvent('asyncVmcs'));
    }
    this.event = newEvent('vmcs');
    this.position += packet.size;
    return 0;
  }

  private decodeOverflow(packet: PtPacket): Status {
    if (this.position === packet.offset) {
      if (this.takePsbEvent()) return 0;
      const { clock } = this;
      clock.resetCalibration();
      this.reset();
      this.clock = clock;
      this.position += packet.size;
    }
    const status = this.goOnBehindOverflow();
    if (status !== unfinished) this.forget();
    return status;
  }

  private goOnBehindOverflow(): Status {
    const { clock, position, errata } = this;
    const fup = this.ask(overflowFup, clock);
    if (fup === unfinished) return unfinished;
    if (fup > 0) return this.overflowAt(fup);
    const resumed = errata.skd010 ? this.ask(resumptionSkd010, clock) : undefined;
    if (resumed !== undefined) return this.resume(resumed);
    if (errata.apl11 && fup === -DecodeError.unexpectedContext) {
      const disabled = this.ask(resumptionApl11, clock);
      if (disabled !== undefined) return this.resume(disabled);
    }
    if (fup < 0 && fup !== -DecodeError.endOfStream) return fup;
    return this.resume({ position, ip: undefined, clock });
  }

  /** Goes on after an overflow at the FUP that ends at a position. */
  private overflowAt(fupEnd: number): Status {
    const { errata, clock } = this;
    const isDisabled = errata.apl12 && this.ask(disabledByApl12, clock, fupEnd);
    if (typeof isDisabled === 'number') return isDisabled;
    if (isDisabled) return this.resume(this.ask(resumptionBehind(fupEnd), clock));
    this.isEnabled = true;
    return this.bindOr('fup', newEvent('overflow'), DecodeError.internal);
  }

  private resume(resumed: Resumption | Status): Status {
    if (typeof resumed === 'number') return resumed;
    const { position, ip, clock } = resumed;
    if (ip) {
      this.lastIp.update(ip);
      if (this.lastIp.ip === undefined) return -DecodeError.unexpectedContext;
    }
    this.position = position;
    this.clock = clock;
    this.isEnabled = ip !== undefined;
    this.event = newEvent('overflow', { ip: ip && this.lastIp.ip });
    return 0;
  }

  /** The next of the events of a PSB; false where there is none. */
  private takePsbEvent(): boolean {
    const event = this.waiting.psbend.shift();
    if (!event) return false;
    event.isStatus = event.kind !== 'note';
    event.ip = this.lastIp.ip;
    this.event = event;
    return true;
  }

  /** Lets an event wait for the packet at which it takes effect, and passes its own packet. */
  private bind(packet: PtPacket, to: Binding, event: PtEvent): Status {
    const error = internalIfFull.has(event.kind) ? DecodeError.internal : DecodeError.noMemory;
    const status = this.bindOr(to, event, error);
    if (status === 0) this.position += packet.size;
    return status;
  }

  private bindOr(to: Binding, event: PtEvent, error: DecodeError): Status {
    if (this.waiting[to].length >= maxWaiting) return -error;
    this.waiting[to].push(event);
    return 0;
  }

  private get ipError(): Status {
    return this.lastIp.state === 'none' ? -DecodeError.noIp : -DecodeError.ipSuppressed;
  }
}

/** Events that take effect at a TIP without being its branch. */
const tipEvents: ReadonlySet<PtEventKind> = new Set(['asyncPaging', 'asyncVmcs', 'execMode']);

/** Events that libipt calls an internal error where too many wait. */
const internalIfFull: ReadonlySet<PtEventKind> = new Set(['exstop', 'mwait', 'ptwrite']);
