// One pass over gdb's datastream: where its frames are, as stretches, and what it defines. What is damaged is passed over
// and said; every frame that comes whole before or after it is kept.
import type { ByteOrder } from '../../bytes/cursor';
import type { Diagnostic } from '../../bytes/diagnostic';
import type { ByteSource } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import { FileWindow } from '../fileWindow';
import { Findings } from '../findings';
import { frameHeaderLength } from '../framing';
import { numberInFrames } from '../tracepointLines';
import { cutPacket, emptyDatastream, packetsPassedOver, unreadableEvent } from './damage';
import { EventWalk } from './events';
import type { CtfMetadata } from './metadata';
import { findPacket, packetHeaderLength, readPacketHeader, type Packet } from './packets';
import { RunDefinitions } from './runDefinitions';
import { blockSize, type DatastreamPiece } from './datastreamPiece';
import { TargetOrder } from './targetOrder';

/** What a datastream holds. */
export interface Datastream {
  /** The description's lines that it gives, in their order in a trace file. */
  readonly lines: readonly string[];
  readonly stretches: readonly DatastreamPiece[];
  /** Bytes of all frames, their headers included. */
  readonly framesLength: number;
  /** The byte order of the traced program, where the registers tell it. */
  readonly targetOrder: ByteOrder | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes of the datastream from which a stretch takes no further packet. */
const fullStretch = 32 * 1024;
/** Short packets, events of a long one and definitions, that are taken between two looks at the clock. */
const packetsPerBreath = 64;
const eventsPerBreath = 16_384;
const definitionsPerBreath = 1;

type OpenStretch = { -readonly [Key in keyof DatastreamPiece]: DatastreamPiece[Key] };

/** Reads a datastream once, in pieces. */
export class DatastreamPass {
  private readonly findings = new Findings();
  private readonly slice = new TimeSlice();
  private readonly window: FileWindow;
  private readonly walk: EventWalk;
  private readonly definitions: RunDefinitions;
  private readonly targetOrder = new TargetOrder();
  private readonly stretches: OpenStretch[] = [];
  /** Whether the last stretch takes the next packet, if that follows directly. */
  private isOpen = false;
  private frames = 0;
  /** Bytes of the frames so far. */
  private framesLength = 0;
  /** Offset in the datastream of the next packet. */
  private position = 0;
  /** Offset in the datastream from which a packet is looked for where none begins at {@link position}. */
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
      if (packets % packetsPerBreath === 0) await this.slice.breathe();
    }
    if (this.window.sourceEnd === 0) this.findings.add(emptyDatastream());
    this.definitions.conclude(this.findings);
    for (const [i, stretch] of this.stretches.entries()) {
      stretch.length = (this.stretches[i + 1]?.offset ?? this.framesLength) - stretch.offset;
    }
    return {
      lines: this.definitions.lines,
      stretches: this.stretches,
      framesLength: this.framesLength,
      targetOrder: this.targetOrder.order,
      diagnostics: this.findings.list,
    };
  }

  /** Takes the packet at {@link position}, or deals with what stands in its place. */
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

  /** Takes a packet that holds a frame; returns the offset in the datastream up to which its events can be read. */
  private async takeFrame(packet: Packet): Promise<number> {
    const { start } = packet;
    const open = this.isOpen ? this.stretches.at(-1) : undefined;
    const isRoom = open && start - open.start < fullStretch && !isLong(packet);
    const first = isRoom ? open : this.beginStretch(packet, start);
    this.framesLength += frameHeaderLength;
    const reached = await this.takeEvents(packet);
    (this.stretches.at(-1) ?? first).end = reached;
    if (isLong(packet)) {
      first.frameSize = this.framesLength - first.offset - frameHeaderLength;
      this.isOpen = false;
    }
    this.frames++;
    return reached;
  }

  private beginStretch({ start: packet }: Packet, start: number): OpenStretch {
    const stretch = { start, end: start, packet, offset: this.framesLength, length: 0 };
    this.stretches.push(stretch);
    this.isOpen = true;
    return stretch;
  }

  /** Takes the events of a packet; returns the offset in the datastream up to which they can be read. */
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
      if (slice.usedUp) await slice.breathe();
    }
    return at;
  }

  /** Takes the events that lie in the window whole, up to the first that does not or cannot be read. */
  private takeEventsHere(packet: Packet, from: number): number {
    const { walk, window } = this;
    const { view, start } = window;
    const end = Math.min(packet.contentEnd - start, view.byteLength);
    let at = from - start;
    const isFrame = packet.tracepoint !== 0;
    for (
      let left = isFrame ? eventsPerBreath : definitionsPerBreath;
      at < end && left > 0;
      left--
    ) {
      const next = walk.advance(view, packet.start - start, at, end);
      if (next < 0) break;
      if (isFrame) this.takeBlock(packet, at, next);
      else this.define(packet.start - start, next);
      at = next;
    }
    return start + at;
  }

  /** Takes the event that was just passed as a definition; `packet` and `end` are offsets in the window. */
  private define(packet: number, end: number): void {
    const defined = this.definitions.take(this.walk, this.window.view, packet, end);
    if (defined) this.targetOrder.define(numberInFrames(defined.number), defined.address);
  }

  /** Takes the event that was just passed as a block of a frame; `at` and `end` are offsets in the window. */
  private takeBlock(packet: Packet, at: number, end: number): void {
    const { walk, window } = this;
    const offset = window.start + at;
    const stretch = this.stretches.at(-1);
    if (stretch && isLong(packet) && offset - stretch.start >= fullStretch) {
      stretch.end = offset;
      this.beginStretch(packet, offset);
    }
    if (walk.name === 'register') {
      this.targetOrder.look(packet.tracepoint, window.view, walk.fields, end);
    }
    this.framesLength += blockSize(walk, end);
  }

  /** No packet begins where one should, or one that the file does not hold whole: goes on at the next. */
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

/** Whether a packet is made of stretches of its own. */
function isLong({ start, contentEnd }: Packet): boolean {
  return contentEnd - start > fullStretch;
}
