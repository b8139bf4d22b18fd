// Frames of the datastream, rewritten as the frames of a trace file: gdb manual, "Trace File Format". The datastream is
// cut into stretches of some kilobytes, and one at a time is made into frames, when it is asked for.
import type { ByteOrder } from '../../bytes/cursor';
import { blockTypes } from '../blocks';
import { frameHeaderLength } from '../framing';
import { memoryHeader, type EventWalk } from './events';
import { readPacketHeader } from './packets';

/** A piece of the datastream: whole packets, or a part of a long one. Offsets are in bytes. */
export interface DatastreamPiece {
  /** In the datastream. */
  readonly start: number;
  readonly end: number;
  /** In the datastream: where the packet begins in which `start` lies. */
  readonly packet: number;
  /** From the first frame of the trace file on. */
  readonly offset: number;
  /** Of what it becomes in the trace file. */
  readonly length: number;
  /** Where the packet is long and begins here: bytes of its frame, without the header. */
  readonly frameSize?: number;
}

/** Bytes in a trace file of the block that the event becomes that was just passed and ends at `end`; 0 where it becomes none. */
export function blockSize({ name, fields }: EventWalk, end: number): number {
  if (name === 'register' || name === 'memory') return 1 + end - fields;
  return name === 'tsv' ? 1 + 4 + 8 : 0;
}

/** Writes the frames of stretches, in the byte order that the traced program has. */
export class StretchWriter {
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
   * Writes what a stretch's bytes become, into as many bytes as it says. Where the datastream is no longer what it was, the
   * rest of them is left as it is.
   */
  write(stretch: DatastreamPiece, from: Uint8Array, to: Uint8Array): void {
    const input = new DataView(from.buffer, from.byteOffset, from.byteLength);
    const output = new DataView(to.buffer, to.byteOffset, to.byteLength);
    let written = 0;
    let packet = stretch.packet - stretch.start;
    if (packet < 0) this.writeBlocks(input, packet, 0, input.byteLength, output, 0);
    while (packet >= 0 && written < output.byteLength) {
      const header = readPacketHeader(input, packet, 0, this.from);
      if (!header) break;
      const end = Math.min(header.contentEnd, input.byteLength);
      const blocks = written + frameHeaderLength;
      written = this.writeBlocks(input, packet, header.events, end, output, blocks);
      this.writeHeader(output, blocks, header.tracepoint, stretch.frameSize ?? written - blocks);
      packet = header.end;
    }
  }

  /** Writes the blocks of a packet from `from` on, at `to` in the output; returns where they end there. */
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
