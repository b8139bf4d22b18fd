// The rows that are selected beside the one that the keyboard is at: ranges, since all of millions
// may be. No DOM in here.

/** Rows from the first to the last one, both of them in it. */
export type RowRange = readonly [first: number, last: number];

export class RowSelection {
  /** In their order, apart from each other; none where a single row is selected. */
  ranges: readonly RowRange[] = [];
  /** The row from which Shift selects. */
  private anchor: number | undefined;
  /** The row that the keyboard was at. */
  private followed: number | undefined;
  /** The ranges before Shift selected from the anchor. */
  private before: readonly RowRange[] = [];

  /** Rows that are selected. */
  get count(): number {
    return this.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  /** Where another row was selected elsewhere, several no longer are. */
  follow(row: number | undefined): void {
    if (row === this.followed) return;
    this.followed = row;
    if (row !== undefined && !this.has(row)) this.clear(row);
  }

  has(row: number): boolean {
    return this.ranges.some(([first, last]) => row >= first && row <= last);
  }

  /** Forgets them; Shift selects from this row. */
  clear(anchor?: number): void {
    this.ranges = this.before = [];
    this.anchor = anchor;
  }

  /** Selects from the anchor to a row, which may lie before it. */
  extendTo(row: number, from = row): void {
    this.anchor ??= from;
    const range: RowRange = [Math.min(this.anchor, row), Math.max(this.anchor, row)];
    this.ranges = united([...this.before, range]);
  }

  /** Adds a row, or takes it away; `selected` is the single one before. */
  toggle(row: number, selected: number | undefined): void {
    const some: readonly RowRange[] =
      this.ranges.length === 0 && selected !== undefined ? [[selected, selected]] : this.ranges;
    const isSelected = some.some(([first, last]) => row >= first && row <= last);
    this.ranges = isSelected ? without(some, row) : united([...some, [row, row]]);
    this.before = this.ranges;
    this.anchor = row;
  }

  selectAll(rowCount: number): void {
    this.ranges = rowCount > 0 ? [[0, rowCount - 1]] : [];
    this.before = [];
  }
}

function united(ranges: readonly RowRange[]): RowRange[] {
  const all: RowRange[] = [];
  for (const [first, last] of [...ranges].sort(([one], [other]) => one - other)) {
    const end = all.at(-1);
    if (end && first <= end[1] + 1) all[all.length - 1] = [end[0], Math.max(end[1], last)];
    else all.push([first, last]);
  }
  return all;
}

function without(ranges: readonly RowRange[], row: number): RowRange[] {
  return ranges.flatMap(([first, last]): RowRange[] => {
    if (row < first || row > last) return [[first, last]];
    return [
      ...(row > first ? [[first, row - 1] as const] : []),
      ...(row < last ? [[row + 1, last] as const] : []),
    ];
  });
}
