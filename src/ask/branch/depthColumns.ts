// How deep calls were, in equal parts of a branch trace: of its instructions, or of the time in
// which they ran.
import { TimeSlice } from '../../bytes/timeSlice';
import type { Execution } from '../../trace/branch/branchTrace';
import type { CallTree } from '../../trace/branch/callTree';
import type { Moment } from '../../trace/branch/blockIndex';
import { gapText } from '../../trace/branch/text';
import * as v from 'valibot';
import { wholeNumber } from '../question';

export const depthColumn = v.strictObject({
  /** Levels, from 0. */
  least: wholeNumber,
  most: wholeNumber,
  /** The first that began there, or what ran then. */
  instruction: wholeNumber,
  /** Why nothing is known to have run there. */
  gap: v.exactOptional(v.string()),
});

/** How deep calls were in a part of the recording. */
export type DepthColumn = v.InferOutput<typeof depthColumn>;

const mostColumns = 4000;

/** What the depth is read from. */
type Calls = Pick<Execution, 'blocks' | 'calls'>;

/** How many columns are made for a page that asks for some. */
function countOfColumns(asked: number): number {
  return Math.min(Math.max(1, Math.floor(asked)), mostColumns);
}

/** How deep calls were, in equal parts of the instructions. */
export async function depthByInstruction(
  { blocks, calls }: Calls,
  columns: number,
): Promise<DepthColumn[]> {
  const slice = new TimeSlice();
  const count = Math.min(countOfColumns(columns), Math.max(1, blocks.count));
  const made: DepthColumn[] = [];
  for (let column = 0; column < count; column++) {
    const from = 1 + Math.floor((column * blocks.count) / count);
    const to = Math.floor(((column + 1) * blocks.count) / count);
    made.push({ instruction: from, ...(await levelsOf(calls, from, to, slice)) });
    await slice.yieldIfDue();
  }
  return made;
}

/** The lowest and the greatest level from one number to another. */
async function levelsOf(
  calls: CallTree,
  from: number,
  to: number,
  slice: TimeSlice,
): Promise<Pick<DepthColumn, 'least' | 'most'>> {
  let least = Infinity;
  let most = 0;
  for (
    let place = calls.placeOf(from);
    place < calls.count && calls.firstOf(place) <= to;
    place++
  ) {
    const level = calls.level(place);
    least = Math.min(least, level);
    most = Math.max(most, level);
    if ((place & 0xffff) === 0) await slice.yieldIfDue();
  }
  return { least: least === Infinity ? 0 : least, most };
}

/**
 * How deep calls were, in equal parts of the time. What ran until another time was told is in all
 * parts up to that; of a part in which something ran, it is not said that some is missing.
 */
export async function depthByTime(execution: Calls, columns: number): Promise<DepthColumn[]> {
  const { blocks } = execution;
  const slice = new TimeSlice();
  const made = new TimeColumns(execution, columns);
  let last: (Moment & { readonly tick: number }) | undefined;
  for (const moment of blocks.moments((from, to) => made.columnOf(from) === made.columnOf(to))) {
    // A time that is not told, or is told to be earlier, is that of before.
    const tick: number = Math.max(last?.tick ?? 0, moment.tick ?? 0);
    if (last?.tick === tick && last.gap === moment.gap) continue;
    if (last) await made.add(last, moment.number, tick, slice);
    if (last !== undefined || moment.tick !== undefined) last = { ...moment, tick };
    await slice.yieldIfDue();
  }
  if (last) await made.add(last, blocks.count + 1, blocks.ticks ?? 0, slice);
  return made.all;
}

const nothing: DepthColumn = { least: 0, most: 0, instruction: 0 };

/** Equal parts of the time of a recording. */
class TimeColumns {
  readonly all: DepthColumn[];
  /** Whether a moment began in each. */
  private readonly begun: Uint8Array;
  private readonly ticks: number;

  constructor(
    private readonly execution: Calls,
    columns: number,
  ) {
    this.ticks = Math.max(1, execution.blocks.ticks ?? 1);
    const count = countOfColumns(columns);
    this.all = new Array<DepthColumn>(count).fill(nothing);
    this.begun = new Uint8Array(count);
  }

  columnOf(tick: number): number {
    return Math.min(this.all.length - 1, Math.floor((tick / this.ticks) * this.all.length));
  }

  /** Adds a moment until the number and the tick of the next. */
  async add(
    { number, tick, gap }: Moment & { readonly tick: number },
    nextNumber: number,
    nextTick: number,
    slice: TimeSlice,
  ): Promise<void> {
    const { all, execution } = this;
    if (gap !== 0 && nextTick === tick) return;
    const from = this.columnOf(tick);
    const to = Math.max(from, Math.ceil((nextTick / this.ticks) * all.length) - 1);
    if (gap !== 0) {
      const instruction = await execution.blocks.pastGap(number);
      const missing = { ...nothing, instruction, gap: gapText(gap) };
      for (let at = from; at <= to; at++) if (all[at] === nothing) all[at] = missing;
      return;
    }
    const levels = await levelsOf(execution.calls, number, nextNumber - 1, slice);
    for (let at = from; at <= to; at++) {
      const before = all[at] ?? nothing;
      const isFirst = at === from && this.begun[at] === 0;
      all[at] = joined(before, { ...levels, instruction: number }, isFirst);
    }
    this.begun[from] = 1;
  }
}

/** What ran in a part, with what ran there before. `isFirst`: nothing began there before. */
function joined(before: DepthColumn, column: DepthColumn, isFirst: boolean): DepthColumn {
  if (before === nothing || before.gap !== undefined) return column;
  return {
    least: Math.min(before.least, column.least),
    most: Math.max(before.most, column.most),
    instruction: isFirst ? column.instruction : before.instruction,
  };
}
