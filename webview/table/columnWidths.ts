// How wide the columns are: as the user made them, else as what they show wants; where the window
// is narrow, the columns that matter least give way, as long as the user has made no choice.
import type { Cell, FrameRow } from '../../src/ask/table/frameRow';
import type { Column } from '../../src/ask/table/tableMessages';
import { collectedLabel, grouped, milliseconds, placeText } from '../text';
import { columnKey, columnTitle, initialColumns, type TableColumn } from './tableSettings';

/** Characters between which a column is as wide as what it shows. */
interface Width {
  readonly least: number;
  readonly most: number;
}

const widths: Readonly<Record<Column['kind'], Width>> = {
  frame: { least: 7, most: 16 },
  tracepoint: { least: 11, most: 20 },
  where: { least: 16, most: 60 },
  time: { least: 11, most: 20 },
  elapsed: { least: 11, most: 20 },
  pc: { least: 10, most: 20 },
  collected: { least: 10, most: 30 },
  size: { least: 5, most: 12 },
  value: { least: 5, most: 40 },
  change: { least: 5, most: 24 },
};

/** Characters between columns. */
export const columnGap = 1.5;
/** The columns that give way, the first one first. */
const givingWay: readonly Column['kind'][] = ['size', 'pc', 'collected', 'time'];
/** Characters that the scrollbar takes. */
const scrollbarRoom = 3;

/** Characters that the contents of built-in columns take, by kind. */
export type ContentWidths = Readonly<Record<string, number>>;

/** Reads what was saved; what makes no sense is as on a first visit. */
export function readContentWidths(saved: unknown): ContentWidths {
  if (typeof saved !== 'object' || saved === null) return {};
  const isWidth = ([kind, width]: [string, unknown]) =>
    Object.hasOwn(widths, kind) && typeof width === 'number' && width >= 0;
  return Object.fromEntries(Object.entries(saved).filter(isWidth));
}

/** How wide the contents of columns are, as far as rows were seen: a column never gets narrower. */
export class ColumnContents {
  private readonly characters: Map<string, number>;
  private readonly seen = new WeakSet<FrameRow>();

  constructor(saved: ContentWidths) {
    this.characters = new Map(Object.entries(saved));
  }

  /** What is to be saved: a page that is loaded again shows the columns that it showed before. */
  get saved(): ContentWidths {
    return Object.fromEntries([...this.characters].filter(([kind]) => Object.hasOwn(widths, kind)));
  }

  /** Some row had a time. */
  get hasTimes(): boolean {
    return (this.characters.get('time') ?? 0) > withoutTime;
  }

  /** Takes what a row shows; true where a column has become wider. */
  see(row: FrameRow, columns: readonly TableColumn[]): boolean {
    if (this.seen.has(row)) return false;
    this.seen.add(row);
    let own = 0;
    let isWider = false;
    for (const { column } of columns) {
      const isOwn = column.kind === 'value' || column.kind === 'change';
      const length = lengthOf(column, row, isOwn ? row.values[own++] : undefined);
      if (length <= (this.characters.get(columnKey(column)) ?? 0)) continue;
      this.characters.set(columnKey(column), length);
      isWider = true;
    }
    return isWider;
  }

  /** Characters that a column takes. */
  of(column: Column): number {
    const { least, most } = widths[column.kind];
    const title = columnTitle(column).length + titleRoom;
    return Math.min(Math.max(this.shown(column), title, least), most);
  }

  /** Characters that what it shows takes, without its title. */
  shown(column: Column): number {
    return (this.characters.get(columnKey(column)) ?? 0) + 1;
  }
}

/** Characters in place of a time. */
const withoutTime = 1;

/** Characters beside a title, for the arrow of a sorted column. */
const titleRoom = 2;

/** Characters that a cell takes. */
function lengthOf(column: Column, row: FrameRow, cell: Cell | undefined): number {
  switch (column.kind) {
    case 'frame':
      return grouped(row.frame).length + marksRoom;
    case 'tracepoint':
      return String(row.tracepoint).length + 3 + (row.stepping ? 9 : 0);
    case 'where':
      return (
        row.at?.length ??
        (row.functionName?.length ?? 0) + 1 + (row.place ? placeText(row.place).length : 0)
      );
    case 'pc':
      return (row.pc?.length ?? 1) + (row.pcInferred ? 2 : 0);
    case 'time':
      return row.time === undefined ? withoutTime : milliseconds(row.time).length;
    case 'elapsed':
      return row.elapsed === undefined ? 1 : milliseconds(row.elapsed).length + 1;
    case 'collected':
      return row.collected.reduce(
        (sum, each) => sum + collectedLabel(each).length + chipRoom,
        row.damaged ? 11 : 0,
      );
    case 'size':
      return grouped(row.size).length;
    case 'value':
    case 'change':
      return cell?.text?.length ?? 1;
  }
}

/** Characters for the marks in front of a frame's number, and for the border of a chip. */
const marksRoom = 4;
const chipRoom = 1.5;

/** The columns for which there is room in a window so many characters wide. */
export function columnsIn(
  columns: readonly TableColumn[],
  characters: number,
  contents: ColumnContents,
): readonly TableColumn[] {
  if (columns !== initialColumns) return columns;
  let shown = columns.filter(({ column }) => column.kind !== 'time' || contents.hasTimes);
  for (const kind of givingWay) {
    if (wantedWidth(shown, contents) + scrollbarRoom <= characters) break;
    shown = shown.filter(({ column }) => column.kind !== kind);
  }
  return shown;
}

/** The columns as CSS lays out a grid: where there is no room, the place gives way first. */
export function gridTemplate(columns: readonly TableColumn[], contents: ColumnContents): string {
  return columns
    .map(({ column, width }) => {
      if (width !== undefined) return `${width}px`;
      const most = contents.of(column);
      const least = leastOf(column, contents);
      return least < most ? `minmax(${least}ch, ${most}ch)` : `${most}ch`;
    })
    .join(' ');
}

/** The width below which the columns do not go, as CSS. */
export function leastTableWidth(columns: readonly TableColumn[], contents: ColumnContents): string {
  const widthsOf = columns.map(({ column, width }) =>
    width === undefined ? `${leastOf(column, contents)}ch` : `${width}px`,
  );
  return `calc(${[...widthsOf, `${columnGap * columns.length}ch`, '20px'].join(' + ')})`;
}

/** Characters of a function and a place for which other columns give way. */
const wantedPlace = 24;
/** Below so many the table scrolls. */
const leastPlace = 14;

/** A place gives way, from its left, and so does the title of a tracepoint's few digits. */
function leastOf(column: Column, contents: ColumnContents): number {
  const most = contents.of(column);
  if (column.kind === 'tracepoint') return Math.min(most, contents.shown(column));
  return column.kind === 'where' ? Math.min(most, leastPlace) : most;
}

/** Characters that a column wants where others give way for it. */
function wanted(column: Column, contents: ColumnContents): number {
  const most = contents.of(column);
  return column.kind === 'where' ? Math.min(most, wantedPlace) : most;
}

function wantedWidth(columns: readonly TableColumn[], contents: ColumnContents): number {
  return columns.reduce((sum, { column }) => sum + wanted(column, contents) + columnGap, 0);
}
