// What the user chose of the table: filter, order and columns. Kept for the trace by the host, as
// JSON that another version may have written: what does not fit is left out.
import type { Column } from '../../src/ask/table/tableMessages';
import { readGrouping, type Grouping } from '../groups/grouping';
import { t } from '../l10n';

/** A column of the table, with its width if the user gave it one. */
export interface TableColumn {
  readonly column: Column;
  /** Pixels. */
  readonly width?: number;
}

export interface TableSettings {
  /** A frame condition; empty for none. */
  readonly filter: string;
  /** Frames that do not match are hidden; otherwise those that match are marked. */
  readonly hide: boolean;
  readonly sort?: { readonly column: Column; readonly descending: boolean };
  /** Absent while frames are shown one by one. */
  readonly grouping?: Grouping;
  readonly columns: readonly TableColumn[];
  /** Filters used before, the last one first. */
  readonly recent: readonly string[];
}

export const builtInColumns = [
  'frame',
  'tracepoint',
  'where',
  'time',
  'elapsed',
  'pc',
  'collected',
  'size',
] as const satisfies readonly Column['kind'][];

const builtInTitles: Record<(typeof builtInColumns)[number], string> = {
  frame: t('Frame'),
  tracepoint: t('Tracepoint'),
  where: t('Where'),
  time: t('Time'),
  elapsed: t('Δ time'),
  pc: t('PC'),
  collected: t('Collected'),
  size: t('Size'),
};

/** The columns at first; without any times in the trace, that of times is left out. */
const initialKinds = builtInColumns.filter((kind) => kind !== 'elapsed');
export const initialColumns: readonly TableColumn[] = initialKinds.map((kind) => ({
  column: { kind },
}));

export const initialSettings: TableSettings = {
  filter: '',
  hide: true,
  columns: initialColumns,
  recent: [],
};

/** Filters that are remembered. */
const recentFilters = 20;
/** The narrowest that a column can be made, in pixels. */
const narrowest = 24;
const widest = 2000;

/** Reads saved settings. */
export function readSettings(saved: unknown): TableSettings {
  const { filter, hide, sort, grouping: savedGrouping, columns, recent } = fieldsOf(saved);
  const grouping = readGrouping(savedGrouping);
  const sortColumn = readColumn(fieldsOf(sort).column);
  const read = Array.isArray(columns) ? columns.flatMap(readTableColumn) : [];
  return {
    filter: typeof filter === 'string' ? filter : initialSettings.filter,
    hide: typeof hide === 'boolean' ? hide : initialSettings.hide,
    ...(sortColumn && {
      sort: { column: sortColumn, descending: fieldsOf(sort).descending === true },
    }),
    ...(grouping && { grouping }),
    columns: isChoice(read) ? read : initialColumns,
    recent: Array.isArray(recent)
      ? recent.filter((each) => typeof each === 'string').slice(0, recentFilters)
      : [],
  };
}

/** Whether the user chose such columns, rather than leave them as they were at first. */
function isChoice(columns: readonly TableColumn[]): boolean {
  if (columns.length !== initialColumns.length) return columns.length > 0;
  return columns.some(
    ({ column, width }, i) => width !== undefined || column.kind !== initialKinds[i],
  );
}

/** The settings with a filter put in front of those used before. */
export function withRecent({ recent }: TableSettings, filter: string): readonly string[] {
  if (filter === '') return recent;
  return [filter, ...recent.filter((each) => each !== filter)].slice(0, recentFilters);
}

/** The settings with frames grouped so, or shown one by one. */
export function withGrouping(settings: TableSettings, grouping?: Grouping): TableSettings {
  if (grouping) return { ...settings, grouping };
  const ungrouped: Mutable<TableSettings> = { ...settings };
  delete ungrouped.grouping;
  return ungrouped;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The width within its limits, in pixels. */
export function limitWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, narrowest), widest));
}

/** Whether two columns show the same. */
export function isSameColumn(one: Column, other: Column): boolean {
  return columnKey(one) === columnKey(other);
}

/** A text that only this column has. */
export function columnKey(column: Column): string {
  if (column.kind === 'value') return `value ${column.text}`;
  return column.kind === 'change' ? `change ${column.since} ${column.text}` : column.kind;
}

/** What is above a column: `where`, `req->n`, `Δ req->n`. */
export function columnTitle(column: Column): string {
  if (column.kind === 'value') return column.text;
  return column.kind === 'change' ? `Δ ${column.text}` : builtInTitles[column.kind];
}

function readTableColumn(saved: unknown): TableColumn[] {
  const { column: savedColumn, width } = fieldsOf(saved);
  const column = readColumn(savedColumn);
  if (!column) return [];
  return [{ column, ...(typeof width === 'number' && { width: limitWidth(width) }) }];
}

function readColumn(saved: unknown): Column | undefined {
  const { kind, text, since } = fieldsOf(saved);
  const builtIn = builtInColumns.find((each) => each === kind);
  if (builtIn) return { kind: builtIn };
  if (typeof text !== 'string') return undefined;
  if (kind === 'value') return { kind, text };
  if (kind !== 'change' || (since !== 'frame' && since !== 'hit')) return undefined;
  return { kind, text, since };
}

function fieldsOf(saved: unknown): Record<string, unknown> {
  return typeof saved === 'object' && saved !== null ? (saved as Record<string, unknown>) : {};
}
