// What gdb's `tsave -ctf` wrote, read as the trace file that `tsave` would have written of the same
// run: a description made of the events that define things, then the frames, made of their packets
// as they are asked for. Two things that gdb does not save are missing: the target description, and
// what was said of the run when it stopped.
import { t } from '@vscode/l10n';
import { type ByteOrder, concat } from '../../bytes/cursor';
import type { Diagnostic } from '../../bytes/diagnostic';
import { partitionPoint } from '../../bytes/arrays';
import { ReadFailed, type ByteSource, type FileStamp } from '../../bytes/source';
import { TRACE_MAGIC, type TraceSource } from '../traceSource';
import { endMarker } from '../writer';
import { DatastreamPass, type Datastream, FrameWriter, type DatastreamRun } from './datastream';
import { EventWalk, magicOrder } from './packets';
import { ctfFileNames, type CtfMetadata } from './metadata';

/** Bytes of the datastream that are read at once. */
const maxRead = 1024 * 1024;

/** A datastream; its reader closes it. */
type OwnedDatastream = ByteSource & { close(): Promise<void> };

/** A trace file made of gdb's CTF. */
export class CtfTraceFile implements TraceSource {
  readonly size: number;
  readonly parts = Object.values(ctfFileNames);
  private readonly writer: FrameWriter;
  /** The range of which a part was asked for last: reads are near each other. */
  private last: { readonly range: DatastreamRun; readonly bytes: Uint8Array } | undefined;

  private constructor(
    private readonly source: OwnedDatastream,
    private readonly metadata: CtfMetadata,
    private readonly datastream: Datastream,
    private readonly description: Uint8Array,
    readonly diagnostics: readonly Diagnostic[],
    order: ByteOrder,
  ) {
    this.size = description.length + datastream.framesLength + endMarker.length;
    this.writer = new FrameWriter(new EventWalk(metadata), metadata.order, order);
  }

  /**
   * Reads the datastream once, as its metadata describes it; `findings`: what was found wrong with
   * that. Rejects only where the medium fails.
   */
  static async open(
    source: OwnedDatastream,
    described: CtfMetadata,
    findings: readonly Diagnostic[],
  ): Promise<CtfTraceFile> {
    const order = magicOrder(await source.read(0, 4)) ?? described.order;
    const metadata = { ...described, order };
    const datastream = await new DatastreamPass(source, metadata).run();
    return new CtfTraceFile(
      ...([source, metadata, datastream] as const),
      descriptionOf(metadata, datastream),
      [
        ...findings,
        ...(order === described.order ? [] : [otherOrder(described.order, order)]),
        ...datastream.diagnostics,
      ],
      datastream.targetOrder ?? order,
    );
  }

  /**
   * The traced program's byte order may differ from the datastream's own; only the registers reveal
   * it.
   */
  inOrder(order: ByteOrder): CtfTraceFile {
    const { source, metadata, datastream, description, diagnostics } = this;
    if (datastream.targetOrder !== undefined) return this;
    return new CtfTraceFile(source, metadata, datastream, description, diagnostics, order);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    await this.readInto(offset, bytes);
    return bytes;
  }

  async readInto(offset: number, into: Uint8Array): Promise<number> {
    const { description, datastream, size } = this;
    const bytes = into.subarray(0, Math.max(0, Math.min(into.length, size - offset)));
    place(bytes, offset, description, 0);
    place(bytes, offset, endMarker, description.length + datastream.framesLength);
    await this.readFrames(bytes, offset - description.length);
    return bytes.length;
  }

  /** What the datastream's stamp says. */
  async stamp(): Promise<FileStamp | undefined> {
    const stamp = await this.source.stamp?.();
    return stamp && { ...stamp, size: this.size };
  }

  /** Closes the datastream. */
  close(): Promise<void> {
    return this.source.close();
  }

  /**
   * Fills in what of `bytes` belongs to frames; the first byte has `offset`, from the first frame
   * on.
   */
  private async readFrames(bytes: Uint8Array, offset: number): Promise<void> {
    const end = offset + bytes.length;
    for (let at = this.stretchAt(offset); ;) {
      const ranges = this.runsFrom(at, end);
      const [first, ...others] = ranges;
      if (!first) return;
      if (others.length === 0 && this.last?.range === first) {
        place(bytes, offset, this.last.bytes, first.offset);
      } else {
        const { end: inputEnd } = others.at(-1) ?? first;
        const input = await this.source.read(first.start, inputEnd - first.start);
        if (input.length < inputEnd - first.start) {
          throw new ReadFailed(t('The datastream has become shorter than it was.'));
        }
        for (const range of ranges) {
          const from = input.subarray(range.start - first.start, range.end - first.start);
          this.make(range, from, bytes, offset);
        }
      }
      at += ranges.length;
    }
  }

  /**
   * Makes what of a range is in `bytes`, whose first one has `offset`, from the first frame on.
   */
  private make(range: DatastreamRun, from: Uint8Array, bytes: Uint8Array, offset: number): void {
    const at = range.offset - offset;
    if (at >= 0 && at + range.length <= bytes.length) {
      const to = bytes.subarray(at, at + range.length).fill(0);
      this.writer.write(range, from, to);
      return;
    }
    const made = new Uint8Array(range.length);
    this.writer.write(range, from, made);
    this.last = { range, bytes: made };
    place(bytes, offset, made, range.offset);
  }

  /**
   * The ranges from one on that a single read of the datastream covers; only those that begin
   * before `end`.
   */
  private runsFrom(at: number, end: number): DatastreamRun[] {
    const { ranges } = this.datastream;
    const first = ranges[at];
    if (!first) return [];
    let after = at;
    for (; after < ranges.length; after++) {
      const range = ranges[after];
      if (!range || range.offset >= end) break;
      if (range !== first && range.end - first.start > maxRead) break;
    }
    return ranges.slice(at, after);
  }

  /**
   * Number of the range that holds an offset, from the first frame on; the first for what comes
   * before.
   */
  private stretchAt(offset: number): number {
    const { ranges } = this.datastream;
    const next = partitionPoint(ranges.length, (i) => (ranges[i]?.offset ?? 0) > offset);
    return Math.max(0, next - 1);
  }
}

/**
 * Copies what of `part`, which begins at `partOffset`, is in `bytes`, whose first byte has
 * `offset`.
 */
function place(
  bytes: Uint8Array,
  offset: number,
  part: Readonly<Uint8Array>,
  partOffset: number,
): void {
  const from = Math.max(0, offset - partOffset);
  const to = Math.min(part.length, offset + bytes.length - partOffset);
  if (from < to) bytes.set(part.subarray(from, to), partOffset + from - offset);
}

/** The description section, the empty line that ends it included. */
function descriptionOf({ registerBlockSize }: CtfMetadata, { lines }: Datastream): Uint8Array {
  const size = registerBlockSize > 0 ? [`R ${registerBlockSize.toString(16)}`] : [];
  const text = [...size, ...lines, '', ''].join('\n');
  return concat([TRACE_MAGIC, new TextEncoder().encode(text)]);
}

function otherOrder(described: ByteOrder, order: ByteOrder): Diagnostic {
  return {
    severity: 'warning',
    code: 'ctf-byte-order',
    message: t(
      'The datastream is of another byte order than its metadata says; it is read in its own.',
    ),
    expected: `${described}-endian`,
    found: `${order}-endian`,
  };
}
