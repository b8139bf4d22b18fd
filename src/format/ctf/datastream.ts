// One pass over gdb's datastream: where its frames are, as ranges, and what it defines. What is
// damaged is passed over and said; every frame that comes whole before or after it is kept.
import { t } from '@vscode/l10n';
import type { ByteOrder } from '../../bytes/cursor';
import type { Diagnostic } from '../../bytes/diagnostic';
import type { ByteSource } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import { FileWindow } from '../fileWindow';
import { Findings } from '../findings';
import { frameHeaderLength, blockTypes } from '../blocks';
import { numberInFrames } from '../tracepointLines';
import {
  EventWalk,
  findPacket,
  packetHeaderLength,
  readPacketHeader,
  type Packet,
  memoryHeader,
} from './packets';
import type { CtfMetadata } from './metadata';
import { RunDefinitions } from './definitions';

/** What a datastream holds. */
export interface Datastream {
  /** The description's lines that it gives, in their order in a trace file. */
  readonly lines: readonly string[];
  readonly ranges: readonly DatastreamRun[];
  /** Bytes of all frames, their headers included. */
  readonly framesLength: number;
  /** The byte order of the traced program, where the registers reveal it. */
  readonly targetOrder: ByteOrder | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes of the datastream from which a range takes no further packet. */
const fullStretch = 32 * 1024;
/**
 * Short packets, events of a long one and definitions, that are taken between two looks at the
 * clock.
 */
const packetsPerYield = 64;
const eventsPerYield = 16_384;
const definitionsPerYield = 1;

type OpenRun = { -readonly [Key in keyof DatastreamRun]: DatastreamRun[Key] };

/** Reads a datastream once, in pieces. */
export class DatastreamPass {
  private readonly findings = new Findings();
  private readonly slice = new TimeSlice();
  private readonly window: FileWindow;
  private readonly walk: EventWalk;
  private readonly definitions: RunDefinitions;
  private readonly targetOrder = new TargetOrder();
  private readonly ranges: OpenRun[] = [];
  /** Whether the last range takes the next packet, if that follows directly. */
  private isOpen = false;
  private frames = 0;
  /** Bytes of the frames so far. */
  private framesLength = 0;
  /** Offset in the datastream of the next packet. */
  private position = 0;
  /**
   * Offset in the datastream from which a packet is looked for where none begins at {@link
   * position}.
   */
  private sound = 0;

  constructor(
    source: ByteSource,
    private readonly metadata: CtfMetadata,
  ) {
    this.window = new FileWindow(source, undefined, true);
    this.walk = new EventWalk(metadata);
    this.definitions = new RunDefinitions(metadata);
  }

  async run(): Promise<Datastream> {
    for (let packets = 0; this.position < this.window.sourceEnd; packets++) {
      await this.takeNext();
      if (packets % packetsPerYield === 0) await this.slice.yieldIfDue();
    }
    if (this.window.sourceEnd === 0) this.findings.add(emptyDatastream());
    this.definitions.conclude(this.findings);
    for (const [i, range] of this.ranges.entries()) {
      range.length = (this.ranges[i + 1]?.offset ?? this.framesLength) - range.offset;
    }
    return {
      lines: this.definitions.lines,
      ranges: this.ranges,
      framesLength: this.framesLength,
      targetOrder: this.targetOrder.order,
      diagnostics: this.findings.list,
    };
  }

  /** Takes the packet at {@link position}, or deals with what is in its place. */
  private async takeNext(): Promise<void> {
    const { window, position } = this;
    const left = window.sourceEnd - position;
    if (!window.holds(position, Math.min(left, packetHeaderLength))) {
      await window.moveTo(position);
    }
    const { view, start } = window;
    const packet = readPacketHeader(view, position - start, start, this.metadata.order);
    if (!packet || packet.contentEnd > window.sourceEnd) {
      await this.passDamage(packet);
      return;
    }
    const reached =
      packet.tracepoint === 0 ? await this.takeEvents(packet) : await this.takeFrame(packet);
    if (reached < packet.contentEnd)
      this.findings.add(unreadableEvent(reached, this.lastFrameOf(packet)));
    this.position = packet.end;
    this.sound = reached < packet.contentEnd ? reached : packet.end;
  }

  /**
   * Takes a packet that holds a frame; returns the offset in the datastream up to which its events
   * can be read.
   */
  private async takeFrame(packet: Packet): Promise<number> {
    const { start } = packet;
    const open = this.isOpen ? this.ranges.at(-1) : undefined;
    const isRoom = open && start - open.start < fullStretch && !isLong(packet);
    const first = isRoom ? open : this.beginStretch(packet, start);
    this.framesLength += frameHeaderLength;
    const reached = await this.takeEvents(packet);
    (this.ranges.at(-1) ?? first).end = reached;
    if (isLong(packet)) {
      first.frameSize = this.framesLength - first.offset - frameHeaderLength;
      this.isOpen = false;
    }
    this.frames++;
    return reached;
  }

  private beginStretch({ start: packet }: Packet, start: number): OpenRun {
    const range = { start, end: start, packet, offset: this.framesLength, length: 0 };
    this.ranges.push(range);
    this.isOpen = true;
    return range;
  }

  /**
   * Takes the events of a packet; returns the offset in the datastream up to which they can be
   * read.
   */
  private async takeEvents(packet: Packet): Promise<number> {
    const { window, slice } = this;
    if (packet.tracepoint === 0) this.isOpen = false;
    let at = packet.events;
    while (at < packet.contentEnd) {
      const next = this.takeEventsHere(packet, at);
      if (next === at) {
        const isAllSeen = at === window.start || window.holds(at, packet.contentEnd - at);
        if (isAllSeen) return at;
        await window.moveTo(at);
      }
      at = next;
      if (slice.usedUp) await slice.yieldIfDue();
    }
    return at;
  }

  /**
   * Takes the events that are in the window whole, up to the first that does not or cannot be read.
   */
  private takeEventsHere(packet: Packet, from: number): number {
    const { walk, window } = this;
    const { view, start } = window;
    const end = Math.min(packet.contentEnd - start, view.byteLength);
    let at = from - start;
    const isFrame = packet.tracepoint !== 0;
    for (let left = isFrame ? eventsPerYield : definitionsPerYield; at < end && left > 0; left--) {
      const next = walk.advance(view, packet.start - start, at, end);
      if (next < 0) break;
      if (isFrame) this.takeBlock(packet, at, next);
      else this.define(packet.start - start, next);
      at = next;
    }
    return start + at;
  }

  /**
   * Takes the event that was just passed as a definition; `packet` and `end` are offsets in the
   * window.
   */
  private define(packet: number, end: number): void {
    const defined = this.definitions.take(this.walk, this.window.view, packet, end);
    if (defined) this.targetOrder.define(numberInFrames(defined.number), defined.address);
  }

  /**
   * Takes the event that was just passed as a block of a frame; `at` and `end` are offsets in the
   * window.
   */
  private takeBlock(packet: Packet, at: number, end: number): void {
    const { walk, window } = this;
    const offset = window.start + at;
    const range = this.ranges.at(-1);
    if (range && isLong(packet) && offset - range.start >= fullStretch) {
      range.end = offset;
      this.beginStretch(packet, offset);
    }
    if (walk.name === 'register') {
      this.targetOrder.look(packet.tracepoint, window.view, walk.fields, end);
    }
    this.framesLength += blockSize(walk, end);
  }

  /**
   * No packet begins where one should, or one that the file does not hold whole: continues at the
   * next.
   */
  private async passDamage(packet: Packet | undefined): Promise<void> {
    const { position, window, metadata } = this;
    const next = await findPacket(window, this.sound, metadata.order, this.slice);
    const end = next ?? window.sourceEnd;
    if (packet?.tracepoint === 0) await this.takeEvents({ ...packet, contentEnd: end });
    this.findings.add(
      next === undefined
        ? cutPacket(position, packet, end)
        : packetsPassedOver(this.sound, next - this.sound, this.frames),
    );
    this.isOpen = false;
    this.position = end;
    this.sound = end;
  }

  private lastFrameOf({ tracepoint }: Packet): number | undefined {
    return tracepoint === 0 ? undefined : this.frames - 1;
  }
}

/** Whether a packet is made of ranges of its own. */
function isLong({ start, contentEnd }: Packet): boolean {
  return contentEnd - start > fullStretch;
}

// Frames of the datastream, rewritten as the frames of a trace file: gdb manual, "Trace File
// Format". The datastream is cut into ranges of some kilobytes, and one at a time is made into
// frames, when it is asked for.

/** A piece of the datastream: whole packets, or a part of a long one. Offsets are in bytes. */
export interface DatastreamRun {
  /** In the datastream. */
  readonly start: number;
  readonly end: number;
  /** In the datastream: where the packet begins in which `start` is. */
  readonly packet: number;
  /** From the first frame of the trace file on. */
  readonly offset: number;
  /** Of what it becomes in the trace file. */
  readonly length: number;
  /** Where the packet is long and begins here: bytes of its frame, without the header. */
  readonly frameSize?: number;
}

/**
 * Bytes in a trace file of the block that the event becomes that was just passed and ends at `end`;
 * 0 where it becomes none.
 */
function blockSize({ name, fields }: EventWalk, end: number): number {
  if (name === 'register' || name === 'memory') return 1 + end - fields;
  return name === 'tsv' ? 1 + 4 + 8 : 0;
}

/** Writes the frames of ranges, in the byte order that the traced program has. */
export class FrameWriter {
  private readonly fromLittle: boolean;
  private readonly toLittle: boolean;

  constructor(
    private readonly walk: EventWalk,
    private readonly from: ByteOrder,
    to: ByteOrder,
  ) {
    this.fromLittle = from === 'little';
    this.toLittle = to === 'little';
  }

  /**
   * Writes the bytes that a range becomes; it has promised how many. Where the datastream has
   * changed since, the remaining bytes are left as they are.
   */
  write(range: DatastreamRun, from: Uint8Array, to: Uint8Array): void {
    const input = new DataView(from.buffer, from.byteOffset, from.byteLength);
    const output = new DataView(to.buffer, to.byteOffset, to.byteLength);
    let written = 0;
    let packet = range.packet - range.start;
    if (packet < 0) this.writeBlocks(input, packet, 0, input.byteLength, output, 0);
    while (packet >= 0 && written < output.byteLength) {
      const header = readPacketHeader(input, packet, 0, this.from);
      if (!header) break;
      const end = Math.min(header.contentEnd, input.byteLength);
      const blocks = written + frameHeaderLength;
      written = this.writeBlocks(input, packet, header.events, end, output, blocks);
      this.writeHeader(output, blocks, header.tracepoint, range.frameSize ?? written - blocks);
      packet = header.end;
    }
  }

  /**
   * Writes the blocks of a packet from `from` on, at `to` in the output; returns where they end
   * there.
   */
  private writeBlocks(
    input: DataView,
    packet: number,
    from: number,
    end: number,
    output: DataView,
    to: number,
  ): number {
    const { walk } = this;
    for (let at = from; ;) {
      const next = walk.advance(input, packet, at, end);
      if (next < 0) return to;
      const size = blockSize(walk, next);
      if (to + size > output.byteLength) return output.byteLength;
      if (size > 0) this.writeBlock(input, next, output, to);
      to += size;
      at = next;
    }
  }

  /** Writes the event that was just passed, which ends at `end`. */
  private writeBlock(input: DataView, end: number, output: DataView, to: number): void {
    const { name, fields } = this.walk;
    if (name === 'register') {
      output.setUint8(to, blockTypes.R);
      copy(input, fields, end, output, to + 1);
    } else if (name === 'memory') {
      output.setUint8(to, blockTypes.M);
      this.copy64(input, fields, output, to + 1);
      output.setUint16(to + 9, input.getUint16(fields + 8, this.fromLittle), this.toLittle);
      copy(input, fields + memoryHeader, end, output, to + 1 + memoryHeader);
    } else {
      output.setUint8(to, blockTypes.V);
      output.setInt32(to + 1, input.getInt32(fields + 8, this.fromLittle), this.toLittle);
      this.copy64(input, fields, output, to + 5);
    }
  }

  private copy64(input: DataView, from: number, output: DataView, to: number): void {
    const { fromLittle, toLittle } = this;
    const [first, second] = fromLittle === toLittle ? [0, 4] : [4, 0];
    output.setUint32(to, input.getUint32(from + first, fromLittle), toLittle);
    output.setUint32(to + 4, input.getUint32(from + second, fromLittle), toLittle);
  }

  /** Writes the header of the frame whose blocks begin at `blocks`. */
  private writeHeader(output: DataView, blocks: number, tracepoint: number, size: number): void {
    if (blocks > output.byteLength) return;
    output.setInt16(blocks - frameHeaderLength, tracepoint, this.toLittle);
    output.setUint32(blocks - frameHeaderLength + 2, size, this.toLittle);
  }
}

/** Copies bytes from `from` to before `end`. */
function copy(input: DataView, from: number, end: number, output: DataView, to: number): void {
  const source = new Uint8Array(input.buffer, input.byteOffset + from, end - from);
  new Uint8Array(output.buffer, output.byteOffset + to, end - from).set(source);
}

// What can be wrong with gdb's datastream, in words. Offsets are in the datastream, in bytes, and
// are in the sentences: those of a diagnostic would be taken for offsets in the trace file that
// is made of it.

/**
 * An event that is of an unknown kind, or longer than its packet; `frame`: the frame that it
 * belongs to.
 */
function unreadableEvent(offset: number, frame: number | undefined): Diagnostic {
  const whose = frame === undefined ? t('the definitions') : `frame ${frame}`;
  return {
    severity: 'error',
    code: 'ctf-event-unreadable',
    message: t(
      'An event at byte {0} of the datastream cannot be read; what follows it in {1} is lost.',
      offset,
      whose,
    ),
    ...(frame !== undefined && { frame }),
  };
}

/** Bytes between damage and the next packet, which holds `frame` or comes before it. */
function packetsPassedOver(offset: number, passed: number, frame: number): Diagnostic {
  return {
    severity: 'error',
    code: 'ctf-bytes-passed-over',
    message: t(
      '{0} bytes from byte {1} of the datastream on are passed over: no packet can be read there. Frame {2} comes after them.',
      passed,
      offset,
      frame,
    ),
    expected: 'a packet',
    found: t('{0} other bytes', passed),
  };
}

function emptyDatastream(): Diagnostic {
  return {
    severity: 'error',
    code: 'ctf-no-packet',
    message: t('The datastream is empty: gdb did not finish to write it, or could not.'),
    expected: 'a packet',
    found: t('the end of the file'),
  };
}

/** No packet comes any more, but bytes do; `packet`: what begins as one and is not there whole. */
function cutPacket(offset: number, packet: Packet | undefined, end: number): Diagnostic {
  if (!packet) {
    return {
      severity: 'error',
      code: 'ctf-no-packet',
      message: t(
        'The datastream holds no packet from byte {0} on; its last {1} bytes are not read.',
        offset,
        end - offset,
      ),
      expected: 'a packet',
      found: t('{0} other bytes', end - offset),
    };
  }
  const what =
    packet.tracepoint === 0
      ? t('its definitions')
      : t('a frame of tracepoint {0}', packet.tracepoint);
  return {
    severity: 'error',
    code: 'ctf-cut-off',
    message: t('The datastream ends within {0}, which begins at byte {1}.', what, offset),
    expected: `${packet.contentEnd - offset} bytes`,
    found: `${end - offset} bytes`,
  };
}

// The byte order of the traced program. gdb's CTF does not hold it: its metadata has the order of
// the machine on which gdb ran, which may differ. But the PC of a hit is the address of its
// tracepoint, and is somewhere among the registers, in the program's order.

/** Register blocks that are looked into. */
const maxBlocks = 256;
/** Bytes of one that are looked into, and addresses of a tracepoint that are looked for. */
const maxBytes = 4096;
const maxAddresses = 16;
/** Bytes of an address that are looked for: a processor may keep flags in the others. */
const lowBytes = 3;

/** Counts the registers that hold a tracepoint's address in either order. */
class TargetOrder {
  /** By tracepoint as frames name it: the low bytes of its addresses, in little-endian order. */
  private readonly addresses = new Map<number, Uint8Array[]>();
  private blocks = 0;
  private little = 0;
  private big = 0;

  /** The order that the registers reveal; undefined where they support both equally. */
  get order(): ByteOrder | undefined {
    if (this.little === this.big) return undefined;
    return this.little > this.big ? 'little' : 'big';
  }

  /** Adds a location of a tracepoint, whose number is as frames have it. */
  define(tracepoint: number, address: bigint): void {
    const bytes = Uint8Array.from({ length: lowBytes }, (_, i) =>
      Number((address >> BigInt(8 * i)) & 0xffn),
    );
    const others = this.addresses.get(tracepoint) ?? [];
    if (others.length < maxAddresses) this.addresses.set(tracepoint, [...others, bytes]);
  }

  /** Looks into the register block that is from `at` to `end` in `view`, in bytes. */
  look(tracepoint: number, { buffer, byteOffset }: DataView, at: number, end: number): void {
    const addresses = this.addresses.get(tracepoint);
    if (!addresses || this.blocks >= maxBlocks) return;
    this.blocks++;
    const registers = new Uint8Array(buffer, byteOffset + at, Math.min(maxBytes, end - at));
    for (const bytes of addresses) {
      if (contains(registers, bytes)) this.little++;
      if (contains(registers, new Uint8Array(bytes).reverse())) this.big++;
    }
  }
}

function contains(bytes: Uint8Array, wanted: Uint8Array): boolean {
  for (let at = 0; ; at++) {
    at = bytes.indexOf(wanted[0] ?? 0, at);
    if (at < 0 || at + wanted.length > bytes.length) return false;
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return true;
  }
}
