// Rows of the tree of calls, as it is expanded.
import * as v from 'valibot';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Outline } from '../../trace/branch/outline';
import { gapText, lineText, linesOf } from '../../trace/branch/text';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';
import { OutlineView } from './outlineView';

/** Rows that one question gives at most. */
export const maxRows = 500;

const segmentRow = v.strictObject({
  /** Its number, from 1. */
  segment: wholeNumber,
  /** From 0. */
  level: wholeNumber,
  /** Whether what it calls is shown below it; absent where it calls nothing. */
  expanded: v.exactOptional(v.boolean()),
  /** What is missing there, of a gap. */
  gap: v.exactOptional(v.string()),
  functionName: v.string(),
  /** `tree.c:83-84` */
  lines: v.exactOptional(v.string()),
  first: wholeNumber,
  last: wholeNumber,
  /** Instructions with those of what it calls. */
  total: wholeNumber,
  /** Ticks of the time stamp counter since the recording's first time. */
  ticks: v.exactOptional(v.number()),
  /** Ticks that passed until what follows, with what it calls. */
  totalTicks: v.exactOptional(v.number()),
});

/** A range of instructions in one function. */
export type SegmentRow = v.InferOutput<typeof segmentRow>;

export const callRows = question({
  input: v.strictObject({ view: wholeNumber, first: wholeNumber, count: wholeNumber }),
  result: v.array(segmentRow),
  answer: async (asked: BranchAsked, { view, first, count }) => {
    const { outline } = asked.views.get(OutlineView, view);
    const rows: SegmentRow[] = [];
    const slice = new TimeSlice();
    const end = Math.min(outline.count, first + Math.min(count, maxRows));
    for (let row = first; row < end; row++) {
      rows.push(await rowAt(asked, outline, outline.placeAt(row)));
      await slice.yieldIfDue();
    }
    return rows;
  },
});

async function rowAt(
  { trace, execution }: BranchAsked,
  outline: Outline,
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
