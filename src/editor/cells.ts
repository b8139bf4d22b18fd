// The texts of the columns that a user made: expressions, and how much they changed.
import { ReadFailed } from '../bytes/source';
import type { FrameList } from '../trace/list/frameList';
import type { FrameValue } from '../trace/search/frameValues';
import type { Trace } from '../trace/trace';
import type { Cell, Column } from './tableMessages';

/** Rows looked back through for a value to compare with. */
const rowsBack = 1000;

/** A cell for each column that is not built in. `list` is in the order of the file. */
export function cellTexts(
  trace: Trace,
  list: FrameList,
  frame: number,
  columns: readonly Column[],
  valueOf: (text: string) => Promise<FrameValue>,
): Promise<Cell[]> {
  return Promise.all(
    columns.flatMap((column) => {
      if (column.kind === 'value') {
        return [orWhyNot(valueOf(column.text).then((value) => valueCell(value, frame)))];
      }
      if (column.kind !== 'change') return [];
      const { since } = column;
      const change = valueOf(column.text).then((value) =>
        changeCell(trace, list, frame, value, since),
      );
      return [orWhyNot(change)];
    }),
  );
}

/** A cell whose frame cannot be read says so. */
async function orWhyNot(cell: Promise<Cell>): Promise<Cell> {
  try {
    return await cell;
  } catch (error) {
    if (error instanceof ReadFailed) return { problem: error.message };
    throw error;
  }
}

async function valueCell(value: FrameValue, frame: number): Promise<Cell> {
  const written = await value.textIn(frame);
  return 'problem' in written ? { problem: written.problem } : { text: written.text };
}

/** `+5`, the number minus the one in the nearest earlier row that has it. */
async function changeCell(
  trace: Trace,
  list: FrameList,
  frame: number,
  value: FrameValue,
  since: 'frame' | 'hit',
): Promise<Cell> {
  const number = await value.numberIn(frame);
  const row = list.rowOf(frame);
  if (number === undefined || row === undefined) return {};
  const tracepoint = trace.index.tracepoint(frame);
  for (let earlier = row - 1; earlier >= Math.max(0, row - rowsBack); earlier--) {
    const other = list.frameAt(earlier);
    if (since === 'hit' && trace.index.tracepoint(other) !== tracepoint) continue;
    const before = await value.numberIn(other);
    if (before !== undefined) return { text: signed(number - before) };
  }
  return {};
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change);
}
