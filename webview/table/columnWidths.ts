// How wide the columns are: as the user made them, else as what they show wants; where the window
// is narrow, the columns that matter least give way, as long as the user has made no choice.
import type { Column } from '../../src/editor/tableMessages';
import { initialColumns, type TableColumn } from './tableSettings';

interface Width {
  /** Characters. */
  readonly least: number;
  /** A share of what is left over. */
  readonly share?: number;
}

const widths: Readonly<Record<Column['kind'], Width>> = {
  frame: { least: 9 },
  tracepoint: { least: 12 },
  where: { least: 12, share: 1.6 },
  pc: { least: 18 },
  collected: { least: 13, share: 1 },
  size: { least: 8 },
  value: { least: 12, share: 0.6 },
  change: { least: 9 },
};

/** Characters between columns. */
export const columnGap = 1.5;
/** The columns that give way, the first one first. */
const givingWay: readonly Column['kind'][] = ['size', 'pc', 'collected'];
/** Characters that the scrollbar takes. */
const scrollbarRoom = 3;

/** The columns for which there is room in a window so many characters wide. */
export function columnsIn(
  columns: readonly TableColumn[],
  characters: number,
): readonly TableColumn[] {
  if (columns !== initialColumns) return columns;
  let shown = columns;
  for (const kind of givingWay) {
    if (leastWidth(shown) + scrollbarRoom <= characters) break;
    shown = shown.filter(({ column }) => column.kind !== kind);
  }
  return shown;
}

/** The columns as CSS lays out a grid. */
export function gridTemplate(columns: readonly TableColumn[]): string {
  return columns
    .map(({ column, width }) => {
      if (width !== undefined) return `${width}px`;
      const { least, share } = widths[column.kind];
      return share === undefined ? `${least}ch` : `minmax(${least}ch, ${share}fr)`;
    })
    .join(' ');
}

/** The width below which the columns do not go, as CSS. */
export function leastTableWidth(columns: readonly TableColumn[]): string {
  const widthsOf = columns.map(({ column, width }) =>
    width === undefined ? `${widths[column.kind].least}ch` : `${width}px`,
  );
  return `calc(${[...widthsOf, `${columnGap * columns.length}ch`, '20px'].join(' + ')})`;
}

function leastWidth(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, { column }) => sum + widths[column.kind].least + columnGap, 0);
}
