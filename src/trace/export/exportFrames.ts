// Exports frames of a trace in any of the formats, to a sink.
import { t } from '@vscode/l10n';
import { type Recording, requireCurrentIndex } from '../recording';
import { TimeSlice } from '../../bytes/timeSlice';
import { raceAbort } from '../../bytes/source';
import { withoutSteering } from '../../bytes/text';
import { KnownExpressions } from '../../expressions/compile';
import type { TextOptions } from '../../values/text/text';
import type { FrameList } from '../list/frameList';
import type { Trace } from '../trace';
import { tdumpLines } from '../text/tdump';
import { valuesIn, type ExportColumn, csv, jsonLines, markdown, type TableFormat } from './tables';
import { TextSink, type ExportRun, type Sink, ExportProblem } from './sink';
import type { Frame } from '../../format/frame';
import { collectedItems, writeTraceframeInfo } from '../../format/traceframeInfo';
import { FrameFlags, frameHeaderLength } from '../../format/blocks';
import { descriptionBytes, endMarker, frameHeader } from '../../format/writer';
import type { FrameIndex } from '../../format/frameIndex';

/** `trace`: a trace file, which gdb reads. `tdump`: gdb's words for each frame. */
export type ExportFormat = 'trace' | 'csv' | 'jsonLines' | 'markdown' | 'tdump';

/** What is exported. */
export interface Export {
  readonly format: ExportFormat;
  /** Frames of the index, in the order in which they are written. */
  readonly frames: FrameList;
  /** Of a table; the other formats have none. */
  readonly columns: readonly ExportColumn[];
  /** How values are written in `tdump`. */
  readonly text?: TextOptions;
}

const tables = { csv, jsonLines, markdown } satisfies Record<string, TableFormat>;

/** Frames that are written at the same time: their reads from the file overlap. */
const framesAtOnce = 32;
/** Characters of a frame's text beyond which frames are written one by one. */
const longText = 1 << 14;

/**
 * Writes frames; false where it was cancelled. Rejects where the sink does, or if the file has
 * changed.
 */
export async function exportFrames(
  trace: Trace,
  { format, frames, columns, text }: Export,
  sink: Sink,
  run: ExportRun = {},
): Promise<boolean> {
  if (format === 'trace') return writeFramesAsTrace(trace.recording, frames, sink, run);
  if (format === 'tdump') {
    const known = new KnownExpressions();
    const dump = (frame: number) => tdumpText(trace, frame, text, known);
    return writeTexts(trace.recording, frames, '', dump, sink, run);
  }
  const table = tables[format];
  const row = async (frame: number) => table.row(columns, await valuesIn(columns, frame));
  return writeTexts(trace.recording, frames, table.head(columns), row, sink, run);
}

/** gdb's `tdump` of a frame, with an empty line after it. */
async function tdumpText(
  trace: Trace,
  frame: number,
  text: TextOptions = {},
  known: KnownExpressions,
): Promise<string> {
  const lines = await tdumpLines(trace, frame, text, known);
  const said = 'problem' in lines ? [...lines.before, lines.problem] : lines;
  return withoutSteering(`${said.join('\n')}\n\n`);
}

async function writeTexts(
  recording: Recording,
  frames: FrameList,
  head: string,
  textOf: (frame: number) => Promise<string>,
  sink: Sink,
  { signal, onProgress }: ExportRun,
): Promise<boolean> {
  const slice = new TimeSlice();
  const texts = new TextSink(sink);
  const { index } = recording;
  await texts.write(head);
  let count = 0;
  let atOnce = 1;
  for (let row = 0; row < frames.count; row += count) {
    if (signal?.aborted) return false;
    count = Math.min(atOnce, frames.count - row);
    const some = Array.from({ length: count }, (_, i) => textOf(frames.frameAt(row + i)));
    const made = await raceAbort(Promise.all(some), signal);
    if (!made) return false;
    requireCurrentIndex(recording, index);
    const isLong = made.some(({ length }) => length > longText);
    atOnce = isLong ? 1 : Math.min(framesAtOnce, 2 * atOnce);
    for (const text of made) {
      await texts.write(text);
      await slice.yieldIfDue();
    }
    onProgress?.(row + count);
  }
  await texts.flush();
  return true;
}

// What one frame collected, as the XML document that gdb asks a target for: gdb manual, "Traceframe
// Info Format".

/** The document for a frame, with the document type that the manual gives it. */
export function frameInfoXml(frame: Frame): string {
  return xmlHead + writeTraceframeInfo(collectedItems(frame));
}

const xmlHead = `<?xml version="1.0"?>
<!DOCTYPE traceframe-info PUBLIC "+//IDN gnu.org//DTD GDB Memory Map V1.0//EN" "http://sourceware.org/gdb/gdb-traceframe-info.dtd">
`;

// Frames as a trace file of their own, which gdb reads: gdb manual, "Trace File Format". The
// description is kept but for the count of frames; a frame's bytes are copied as they are,
// whatever they mean.

/** Bytes that are copied at a time. */
const pieceSize = 1 << 20;
/** Frames that are made ready without a look at the clock. */
const framesPerBreath = 4096;

/** Bytes of the original that are together. */
interface Range {
  /** Offset in the original, in bytes. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /**
   * What precedes them in the copy; nothing where they begin with a header of the original.
   */
  readonly header?: Uint8Array;
  /** Frames that are written when the range is. */
  readonly frames: number;
}

/**
 * Writes frames, in the order of the list, as a trace file. Rejects with an {@link ExportProblem}
 * if the original has changed; false where it was cancelled.
 */
async function writeFramesAsTrace(
  recording: Recording,
  frames: FrameList,
  sink: Sink,
  { signal, onProgress }: ExportRun = {},
): Promise<boolean> {
  const slice = new TimeSlice();
  const { index } = recording;
  await sink.write(descriptionBytes(recording.description, recording.frameLayout, frames.count));
  let written = 0;
  for (const range of ranges(recording, frames)) {
    if (signal?.aborted) return false;
    if (range.header) await sink.write(range.header);
    if (!(await copy(recording, index, range, sink, signal))) return false;
    written += range.frames;
    onProgress?.(written);
    await slice.yieldIfDue();
  }
  await sink.write(new Uint8Array(endMarker));
  return true;
}

/** False where it was cancelled. */
async function copy(
  recording: Recording,
  index: FrameIndex,
  range: Range,
  sink: Sink,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (let at = range.start; at < range.end; at += pieceSize) {
    const wanted = Math.min(pieceSize, range.end - at);
    const bytes = await raceAbort(recording.bytes.read(at, wanted), signal);
    if (!bytes) return false;
    requireCurrentIndex(recording, index);
    if (bytes.length < wanted) {
      throw new ExportProblem(
        t('{0} has become shorter than it was: {1} bytes are missing.', recording.name, wanted),
      );
    }
    await sink.write(bytes);
  }
  return true;
}

/** The bytes of the frames; those of frames that follow each other in the file come together. */
function* ranges(recording: Recording, frames: FrameList): Generator<Range> {
  const { index, frameLayout } = recording;
  let start = 0;
  let end = 0;
  let together = 0;
  for (let row = 0; row < frames.count; row++) {
    const frame = frames.frameAt(row);
    const offset = index.offset(frame);
    const size = index.size(frame);
    const isDamaged = (index.flags(frame) & FrameFlags.damage) !== 0;
    const goesOn = offset === end && together < framesPerBreath && end - start < pieceSize;
    if (together > 0 && (isDamaged || !goesOn)) {
      yield { start, end, frames: together };
      together = 0;
    }
    if (isDamaged) {
      // Its header may claim bytes that belong to the frame after it.
      const header = frameHeader(index.tracepoint(frame), size, frameLayout);
      const blocks = offset + frameHeaderLength;
      yield { start: blocks, end: blocks + size, header, frames: 1 };
      continue;
    }
    if (together === 0) start = offset;
    end = offset + frameHeaderLength + size;
    together++;
  }
  if (together > 0) yield { start, end, frames: together };
}
