// The rows that the page of a branch trace shows, made when they come in sight.
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { textOf } from '../../disassembly/instruction';
import {
  type BranchTrace,
  type Execution,
  executedFrom,
  type Executed,
} from '../../trace/branch/branchTrace';
import type { TracedBlock } from '../../trace/branch/blockIndex';
import type { Outline } from '../../trace/branch/outline';
import { gapText, linesOf, type LineRange } from '../../trace/branch/text';
import { baseName } from '../../trace/paths';
import type { BlockRow, InstructionRow, SegmentRow } from './messages';

/** Rows that one request gives at most. */
const maxRows = 500;
/** Instructions that are shown on each side of one. */
const instructionsAround = 60;

/** What rows are made of. */
export interface RowSource {
  readonly trace: BranchTrace;
  readonly execution: Execution;
  readonly outline: Outline;
  /** A line of a source; undefined where that is not on this machine. */
  sourceLine(file: string, line: number): Promise<string | undefined>;
}

/** Rows of the tree. */
export async function segmentRows(
  from: RowSource,
  first: number,
  count: number,
): Promise<SegmentRow[]> {
  const { outline } = from;
  const rows: SegmentRow[] = [];
  const slice = new TimeSlice();
  const behind = Math.min(outline.count, first + Math.min(count, maxRows));
  for (let row = Math.max(0, first); row < behind; row++) {
    rows.push(await segmentRow(from, outline.placeAt(row)));
    await slice.yieldIfDue();
  }
  return rows;
}

async function segmentRow(
  { trace, execution, outline }: RowSource,
  place: number,
): Promise<SegmentRow> {
  const { blocks, calls } = execution;
  const segment = calls.at(place);
  const end = outline.endOf(place);
  const next = end < calls.count ? calls.firstOf(end) : blocks.count + 1;
  const expanded = outline.stateOf(place);
  const lines = segment.gap === 0 ? await linesOf(trace, execution, segment) : undefined;
  const ticks = blocks.ticksAt(segment.first);
  const ticksAfter = blocks.ticksAt(Math.min(next, blocks.count));
  return {
    segment: segment.number,
    level: segment.level,
    ...(expanded !== undefined && { expanded }),
    ...(segment.gap !== 0 && { gap: gapText(segment.gap) }),
    functionName: segment.function.name,
    ...(lines && { lines: lineText(lines) }),
    first: segment.first,
    last: segment.last,
    total: next - segment.first,
    ...(ticks !== undefined && { ticks }),
    ...(ticks !== undefined && ticksAfter !== undefined && { totalTicks: ticksAfter - ticks }),
  };
}

/** Rows of blocks, the oldest first. */
export async function blockRows(
  { trace, execution }: RowSource,
  first: number,
  count: number,
): Promise<BlockRow[]> {
  const { blocks, calls } = execution;
  const rows: Promise<BlockRow>[] = [];
  const end = Math.min(blocks.blockCount, first + Math.min(count, maxRows));
  for (let number = Math.max(0, first); number < end; number++) {
    const block = blocks.at(number);
    if (block) rows.push(blockRow(trace, execution, number, block));
  }
  return calls.count === 0 ? [] : Promise.all(rows);
}

async function blockRow(
  trace: BranchTrace,
  execution: Execution,
  number: number,
  block: TracedBlock,
): Promise<BlockRow> {
  const { blocks, calls } = execution;
  const { begin, end, first, count, gap, isGap } = block;
  const [from, to] = await Promise.all([
    trace.modules.current.locate(begin === 0n && !isGap ? end : begin),
    isGap ? undefined : trace.modules.current.locate(end),
  ]);
  const segment = calls.at(calls.placeOf(first));
  const ticks = blocks.ticksAt(first);
  const lines =
    from.source && to?.source && from.source.file === to.source.file
      ? orderedLines(from.source.file, from.source.line, to.source.line)
      : undefined;
  return {
    block: number + 1,
    begin: begin === 0n ? '?' : hexAddress(begin),
    end: isGap ? '?' : hexAddress(end),
    functionName: from.functionName ?? segment.function.name,
    ...(lines && { lines: lineText(lines) }),
    ...(ticks !== undefined && { ticks }),
    first,
    count,
    ...(gap !== 0 && { gap: gapText(gap) }),
  };
}

/** Instructions around one, with the source lines that begin there. */
export async function instructionRows(from: RowSource, around: number): Promise<InstructionRow[]> {
  const { trace, execution } = from;
  const first = Math.max(1, around - instructionsAround);
  const shown: Executed[] = [];
  for (const executed of executedFrom(execution, first)) {
    if (executed.number > around + instructionsAround) break;
    shown.push(executed);
  }
  const rows: InstructionRow[] = [];
  let before: string | undefined;
  for (const executed of shown) {
    if (executed.kind === 'gap') {
      rows.push({ number: executed.number, address: '', text: '', gap: gapText(executed.gap) });
      before = undefined;
      continue;
    }
    const row = await instructionRow(trace, executed.number, executed.address);
    const at = row.place && `${row.place.file}:${row.place.line}`;
    const source =
      row.place && at !== before
        ? await from.sourceLine(row.place.file, row.place.line)
        : undefined;
    const ticks = execution.blocks.ticksAt(executed.number);
    rows.push({
      ...row,
      ...(ticks !== undefined && { ticks }),
      ...(source !== undefined && { source }),
    });
    before = at;
  }
  return rows;
}

async function instructionRow(
  trace: BranchTrace,
  number: number,
  address: bigint,
): Promise<InstructionRow> {
  const [row] = (await trace.disassembler('att')?.from(address, 1)) ?? [];
  const symbol = await trace.symbolOf(address);
  const { source } = await trace.modules.current.locate(address);
  const isThere = row && row.kind !== 'unavailable';
  const text = isThere ? await textOf(row, (at) => trace.symbolOf(at)) : '<unavailable>';
  return {
    number,
    address: hexAddress(address),
    text: text.replaceAll('\t', ' '),
    ...(symbol !== undefined && { symbol }),
    ...(source && source.line > 0 && { place: { file: source.file, line: source.line } }),
  };
}

function orderedLines(file: string, one: number, other: number): LineRange {
  return { file, first: Math.min(one, other), last: Math.max(one, other) };
}

function lineText({ file, first, last }: LineRange): string {
  return `${baseName(file)}:${first}${first === last ? '' : `-${last}`}`;
}
