// Exports frames of a trace in any of the formats, to a sink.
import { TimeSlice } from '../../bytes/timeSlice';
import { unlessAborted } from '../../bytes/unlessAborted';
import { KnownExpressions } from '../../expressions/compile';
import type { TextOptions } from '../../values/text/text';
import type { FrameList } from '../list/frameList';
import { requireIndex } from '../readAnew';
import type { Trace } from '../trace';
import { tdumpLines } from '../words/tdump';
import { valuesIn, type ExportColumn } from './columns';
import { TextSink, type ExportRun, type Sink } from './sink';
import { csv, jsonLines, markdown, type TableFormat } from './tables';
import { writeFramesAsTrace } from './traceFile';

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

/** Writes frames; false where it was cancelled. Rejects where the sink does, or the file is no longer what it was. */
export async function exportFrames(
  trace: Trace,
  { format, frames, columns, text }: Export,
  sink: Sink,
  run: ExportRun = {},
): Promise<boolean> {
  if (format === 'trace') return writeFramesAsTrace(trace, frames, sink, run);
  if (format === 'tdump') {
    const known = new KnownExpressions();
    const dump = (frame: number) => tdumpText(trace, frame, text, known);
    return writeTexts(trace, frames, '', dump, sink, run);
  }
  const table = tables[format];
  const row = async (frame: number) => table.row(columns, await valuesIn(columns, frame));
  return writeTexts(trace, frames, table.head(columns), row, sink, run);
}

/** gdb's `tdump` of a frame, with an empty line after it. */
async function tdumpText(
  trace: Trace,
  frame: number,
  text: TextOptions = {},
  known: KnownExpressions,
): Promise<string> {
  const lines = await tdumpLines(trace, frame, text, known);
  return `${('problem' in lines ? [...lines.before, lines.problem] : lines).join('\n')}\n\n`;
}

async function writeTexts(
  trace: Trace,
  frames: FrameList,
  head: string,
  textOf: (frame: number) => Promise<string>,
  sink: Sink,
  { signal, onProgress }: ExportRun,
): Promise<boolean> {
  const slice = new TimeSlice();
  const texts = new TextSink(sink);
  const { index } = trace;
  await texts.write(head);
  for (let row = 0; row < frames.count; row += framesAtOnce) {
    if (signal?.aborted) return false;
    const count = Math.min(framesAtOnce, frames.count - row);
    const some = Array.from({ length: count }, (_, i) => textOf(frames.frameAt(row + i)));
    const made = await unlessAborted(Promise.all(some), signal);
    if (!made) return false;
    requireIndex(trace, index);
    for (const text of made) await texts.write(text);
    onProgress?.(row + count);
    await slice.breathe();
  }
  await texts.flush();
  return true;
}
