// A table's columns as an export writes them.
import { ownColumn, valueColumn, numberOrText, type ExportColumn } from '../trace/export/columns';
import type { FrameList } from '../trace/list/frameList';
import type { FrameValue } from '../trace/search/frameValues';
import type { Trace } from '../trace/trace';
import { cellTexts } from './cells';
import type { Column } from './tableMessages';

/** The columns of a table over a list of frames, which is in the order of the file; each once. */
export async function exportedColumns(
  trace: Trace,
  list: FrameList,
  columns: readonly Column[],
  valueOf: (text: string) => Promise<FrameValue>,
): Promise<ExportColumn[]> {
  const exported = await Promise.all(
    columns.map(async (column): Promise<ExportColumn[]> => {
      switch (column.kind) {
        case 'where':
          return (['function', 'file', 'line'] as const).map((name) => ownColumn(trace, name));
        case 'value':
          return [valueColumn(await valueOf(column.text))];
        case 'change':
          return [changeColumn(trace, list, column, valueOf)];
        case 'frame':
        case 'tracepoint':
        case 'pc':
        case 'collected':
        case 'size':
          return [ownColumn(trace, column.kind)];
      }
    }),
  );
  return exported.flat();
}

function changeColumn(
  trace: Trace,
  list: FrameList,
  column: Column & { kind: 'change' },
  valueOf: (text: string) => Promise<FrameValue>,
): ExportColumn {
  return {
    heading: column.since === 'hit' ? `Δ ${column.text} (hit)` : `Δ ${column.text}`,
    valueIn: async (frame) => {
      const [cell] = await cellTexts(trace, list, frame, [column], valueOf);
      const text = cell?.text;
      return text === undefined ? undefined : numberOrText(text.replace(/^\+/, ''));
    },
  };
}
