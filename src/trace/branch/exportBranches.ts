// The calls or the instructions of a branch trace as a table for other programs.
import { hexAddress } from '../../bytes/hex';
import { raceAbort } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import { textOf } from '../../disassembly/instruction';
import {
  csv,
  type ExportedValue,
  jsonLines,
  markdown,
  numberOrText,
  type TableFormat,
} from '../export/tables';
import { type ExportRun, type Sink, TextSink } from '../export/sink';
import { type BranchTrace, type Execution, executedFrom } from './branchTrace';
import type { CallSegment } from './callTree';
import { gapText, linesOf } from './text';

/** What is exported: a row for each call segment, as gdb numbers them, or each instruction. */
export type BranchRows = 'calls' | 'instructions';

const formats = { csv, jsonLines, markdown } satisfies Record<string, TableFormat>;

/** The formats that there are. */
export type BranchExportFormat = keyof typeof formats;

const headings: Readonly<Record<BranchRows, readonly string[]>> = {
  calls: [
    'number',
    'level',
    'function',
    'file',
    'first_line',
    'last_line',
    'first_instruction',
    'last_instruction',
    'time',
    'gap',
  ],
  instructions: ['number', 'address', 'symbol', 'instruction', 'file', 'line', 'time', 'gap'],
};

/** Rows that are made without a look at whether the export is to end. */
const rowsAtOnce = 256;

/** How many rows there are. */
export function rowCount({ blocks, calls }: Execution, rows: BranchRows): number {
  return rows === 'calls' ? calls.count : blocks.count;
}

/**
 * Writes rows; false where it was cancelled. Times are in ticks of the time stamp counter. Rejects
 * where the sink does.
 */
export async function exportBranches(
  trace: BranchTrace,
  execution: Execution,
  { rows, format }: { readonly rows: BranchRows; readonly format: BranchExportFormat },
  sink: Sink,
  { signal, onProgress }: ExportRun = {},
): Promise<boolean> {
  const table = formats[format];
  const columns = headings[rows].map((heading) => ({ heading }));
  const texts = new TextSink(sink);
  const slice = new TimeSlice();
  await texts.write(table.head(columns));
  const values = rows === 'calls' ? callRows(trace, execution) : instructionRows(trace, execution);
  for (let written = 0; ; written++) {
    if (written % rowsAtOnce === 0) onProgress?.(written);
    const next = await raceAbort(values.next(), signal);
    if (!next || signal?.aborted) return false;
    if (next.done === true) break;
    await texts.write(table.row(columns, next.value));
    await slice.yieldIfDue();
  }
  await texts.flush();
  return true;
}

async function* callRows(
  trace: BranchTrace,
  execution: Execution,
): AsyncGenerator<ExportedValue[], void> {
  const { calls } = execution;
  for (let place = 0; place < calls.count; place++) {
    yield callRow(trace, execution, calls.at(place));
  }
}

async function callRow(
  trace: BranchTrace,
  execution: Execution,
  segment: CallSegment,
): Promise<ExportedValue[]> {
  const { number, level, first, last, gap } = segment;
  const isGap = gap !== 0;
  const lines = isGap ? undefined : await linesOf(trace, execution, segment);
  return [
    number,
    level,
    isGap ? undefined : segment.function.name,
    ...[lines?.file, lines?.first, lines?.last],
    ...[first, last],
    timeOf(execution, first),
    isGap ? gapText(gap) : undefined,
  ];
}

async function* instructionRows(
  trace: BranchTrace,
  execution: Execution,
): AsyncGenerator<ExportedValue[], void> {
  const described = new Described(trace);
  for (const executed of executedFrom(execution, 1)) {
    const { number } = executed;
    const time = timeOf(execution, number);
    yield executed.kind === 'gap'
      ? [number, ...Array<undefined>(5).fill(undefined), time, gapText(executed.gap)]
      : [number, ...(await described.at(executed.address)), time, undefined];
  }
}

function timeOf({ blocks }: Execution, instruction: number): ExportedValue {
  const time = blocks.timeAt(instruction);
  return time === undefined ? undefined : numberOrText(String(time));
}

/** Addresses whose description is kept at most. */
const maxDescribed = 1 << 16;

/** What is said of addresses; a loop asks for few of them many times. */
class Described {
  private readonly known = new Map<bigint, readonly ExportedValue[]>();
  private readonly disassembler;

  constructor(private readonly trace: BranchTrace) {
    this.disassembler = trace.disassembler('att');
  }

  async at(address: bigint): Promise<readonly ExportedValue[]> {
    let values = this.known.get(address);
    if (!values) {
      values = await this.describe(address);
      if (this.known.size === maxDescribed) this.known.clear();
      this.known.set(address, values);
    }
    return values;
  }

  private async describe(address: bigint): Promise<readonly ExportedValue[]> {
    const { trace, disassembler } = this;
    const [row] = (await disassembler?.from(address, 1)) ?? [];
    const isThere = row && row.kind !== 'unavailable';
    const text = isThere ? await textOf(row, (at) => trace.symbolOf(at)) : undefined;
    const { source } = await trace.modules.current.locate(address);
    return [
      hexAddress(address),
      await trace.symbolOf(address),
      text?.replaceAll('\t', ' '),
      source?.file,
      source?.line,
    ];
  }
}
