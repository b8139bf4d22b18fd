// A row of the frame table.
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { wholeNumber } from '../question';
import { sourcePlace } from './tableMessages';
import type { Recording } from '../../trace/recording';
import type { ModuleList } from '../../trace/moduleList';
import { hexAddress } from '../../bytes/hex';
import { ifReadable, ReadFailed } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Frame } from '../../format/frame';
import type { Trace } from '../../trace/trace';
import type { Column, SourcePlace } from './tableMessages';
import type { FrameList } from '../../trace/list/frameList';
import type { FrameValue } from '../../trace/search/frameValues';
import { notAvailable } from '../../expressions/problem';

/** How many blocks of a kind a frame holds. */
const collectedBlocks = v.strictObject({
  kind: v.picklist(['R', 'M', 'V', 'S', '?']),
  count: wholeNumber,
});
export type Collected = v.InferOutput<typeof collectedBlocks>;

/** A value in a column that the user made; neither where there is nothing to say. */
const cell = v.strictObject({
  text: v.exactOptional(v.string()),
  /** Why there is no value, in gdb's words. */
  problem: v.exactOptional(v.string()),
});
export type Cell = v.InferOutput<typeof cell>;

/** A row of a page's table. */
export const tableRow = v.strictObject({
  frame: wholeNumber,
  tracepoint: v.number(),
  stepping: v.boolean(),
  /** Hexadecimal with `0x`; absent where it was not collected and cannot be inferred. */
  pc: v.exactOptional(v.string()),
  /** True where gdb's rule gave the PC, not a register block. */
  pcInferred: v.boolean(),
  functionName: v.exactOptional(v.string()),
  place: v.exactOptional(sourcePlace),
  /** Without a program: where the user set the tracepoint, as the file has it. */
  at: v.exactOptional(v.string()),
  /** Microseconds since the first frame with a time; absent where it was not collected. */
  time: v.exactOptional(v.number()),
  /** Microseconds since the nearest row before with a time, where that column is asked for. */
  elapsed: v.exactOptional(v.number()),
  collected: v.array(collectedBlocks),
  /** Bytes of its blocks. */
  size: wholeNumber,
  damaged: v.boolean(),
  /** For the columns that the user made, in their order. */
  values: v.array(cell),
  /** The filter, which hides nothing now, lets it through. */
  matches: v.boolean(),
});
export type FrameRow = Immutable<v.InferOutput<typeof tableRow>>;

/** What the table's own columns show of a frame; where it cannot be read, what the index knows. */
export async function frameRow(
  trace: Trace,
  number: number,
): Promise<Omit<FrameRow, 'values' | 'matches'>> {
  const at = trace.recording.pc(number);
  const fromIndex = {
    frame: number,
    tracepoint: trace.recording.index.tracepoint(number),
    stepping: trace.recording.stepping.isStep(number),
    ...(at && { pc: hexAddress(at.pc) }),
    pcInferred: at?.inferred ?? false,
    size: trace.recording.index.size(number),
  };
  const [frame, where] = await Promise.all([
    ifReadable(trace.recording.frame(number)),
    ifReadable(placeOfFrame(trace, number, at?.pc)),
  ]);
  return {
    ...fromIndex,
    ...where,
    collected: frame ? collected(frame) : [],
    ...(frame && { size: frame.bytes.length }),
    damaged: !frame || frame.diagnostics.length > 0,
  };
}

/** Where a frame was collected: as the program has it, else as the tracepoint was set. */
export async function placeOfFrame(
  { recording, modules }: Trace,
  frame: number,
  pc: bigint | undefined,
): Promise<{ functionName?: string; place?: SourcePlace; at?: string }> {
  const where = await placeOfPc(modules.current, pc);
  if (where.functionName !== undefined || where.place || recording.stepping.isStep(frame)) {
    return where;
  }
  const tracepoint = recording.tracepoint(recording.index.tracepoint(frame));
  return tracepoint?.at === undefined ? where : { ...where, at: tracepoint.at };
}

/** Function and place of a run-time address, as far as the program has them. */
export async function placeOfPc(
  modules: ModuleList,
  pc: bigint | undefined,
): Promise<{ functionName?: string; place?: SourcePlace }> {
  if (pc === undefined) return {};
  const { functionName, source } = await modules.locate(pc);
  return {
    ...(functionName !== undefined && { functionName }),
    ...(source && { place: { file: source.file, line: source.line } }),
  };
}

function collected(frame: Frame): Collected[] {
  const counts = new Map<Collected['kind'], number>();
  for (const { kind } of frame.blocks) {
    const letter = kind === 'unknown' ? '?' : kind;
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

/** Rows looked back through for a value to compare with. */
const rowsBack = 1000;

/** A cell for each column that is not built in. `list` is in the order of the file. */
export async function cellTexts(
  recording: Recording,
  list: FrameList,
  frame: number,
  columns: readonly Column[],
  valueOf: (text: string) => Promise<FrameValue>,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  const slice = new TimeSlice();
  for (const column of columns) {
    if (column.kind !== 'value' && column.kind !== 'change') continue;
    const cell = valueOf(column.text).then((value) =>
      column.kind === 'value'
        ? valueCell(value, frame)
        : changeCell(recording, list, frame, value, column.since),
    );
    cells.push(await orWhyNot(cell));
    await slice.yieldIfDue();
  }
  return cells;
}

/** A cell whose frame cannot be read shows the reason. */
async function orWhyNot(cell: Promise<Cell>): Promise<Cell> {
  try {
    return await cell;
  } catch (error) {
    if (error instanceof ReadFailed) return { problem: error.message };
    throw error;
  }
}

/** An expression that the page shows as not collected, in one of the frames that lack it. */
export interface UnavailableCell {
  readonly frame: number;
  readonly expression: string;
}

/**
 * What the columns of rows show as not collected: once for the hits of a tracepoint, or its steps.
 */
export function unavailableCells(
  rows: readonly FrameRow[],
  columns: readonly Column[],
): UnavailableCell[] {
  const own = columns.filter((each) => each.kind === 'value' || each.kind === 'change');
  const found = new Map<string, UnavailableCell>();
  for (const { frame, tracepoint, stepping, values } of rows) {
    for (const [i, { text: expression }] of own.entries()) {
      const key = `${tracepoint} ${stepping} ${expression}`;
      if (!found.has(key) && isUnavailable(values[i])) found.set(key, { frame, expression });
    }
  }
  return [...found.values()];
}

function isUnavailable({ text, problem }: Cell = {}): boolean {
  return problem === notAvailable || (text?.includes('<unavailable>') ?? false);
}

async function valueCell(value: FrameValue, frame: number): Promise<Cell> {
  const written = await value.textIn(frame);
  return 'problem' in written ? { problem: written.problem } : { text: written.text };
}

/** `+5`, the number minus the one in the nearest earlier row that has it. */
async function changeCell(
  recording: Recording,
  list: FrameList,
  frame: number,
  value: FrameValue,
  since: 'frame' | 'hit',
): Promise<Cell> {
  const number = await value.numberIn(frame);
  const row = list.rowOf(frame);
  if (number === undefined || row === undefined) return {};
  const tracepoint = recording.index.tracepoint(frame);
  for (let earlier = row - 1; earlier >= Math.max(0, row - rowsBack); earlier--) {
    const other = list.frameAt(earlier);
    if (since === 'hit' && recording.index.tracepoint(other) !== tracepoint) continue;
    const before = await value.numberIn(other);
    if (before !== undefined) return { text: signed(number - before) };
  }
  return {};
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change);
}
