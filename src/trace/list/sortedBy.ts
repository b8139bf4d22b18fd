// A list of frames, sorted by a column.
import type { Trace } from '../trace';
import { ReversedFrames, SortedFrames, type FrameList } from './frameList';
import { sortRows } from './sort';
import { reverseKeys, sortKeys, type RowsDone, type SortColumn } from './sortKeys';

/** What to sort by. */
export interface SortOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/**
 * The frames of a list, which is in the order of the file, in another order. Frames whose value is not known come last, either way; frames of equal value in
 * the order of the file. Undefined where it was cancelled.
 */
export async function sortedBy(
  trace: Trace,
  list: FrameList,
  { column, descending }: SortOrder,
  cancelled?: AbortSignal,
  done?: RowsDone,
): Promise<FrameList | undefined> {
  if (column.kind === 'frame') return descending ? new ReversedFrames(list) : list;
  const keys = await sortKeys(trace, list, column, cancelled, done);
  if (!keys) return undefined;
  const { columns, known } = keys;
  if (descending) reverseKeys(columns);
  const frames = columns.frames.subarray(0, known);
  const sorted = await sortRows({ ...columns, frames }, cancelled);
  return sorted ? new SortedFrames(columns.frames) : undefined;
}
