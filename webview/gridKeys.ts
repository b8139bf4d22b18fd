// The keys of the grid: WAI-ARIA Authoring Practices, "Grid Pattern", for a grid that selects rows.

interface Standing {
  /** The selected row; undefined while none is. */
  readonly selected: number | undefined;
  readonly rowCount: number;
  readonly rowsPerPage: number;
}

/** The row that a key selects; undefined for a key that selects none. */
export function rowForKey(key: string, standing: Standing): number | undefined {
  const { selected, rowCount } = standing;
  const row = target(key, selected ?? -1, standing);
  return row === undefined || rowCount === 0 ? undefined : Math.min(Math.max(row, 0), rowCount - 1);
}

function target(key: string, row: number, standing: Standing): number | undefined {
  const page = Math.max(1, standing.rowsPerPage - 1);
  switch (key) {
    case 'ArrowDown':
      return row + 1;
    case 'ArrowUp':
      return row - 1;
    case 'PageDown':
      return row + page;
    case 'PageUp':
      return row - page;
    case 'Home':
      return 0;
    case 'End':
      return standing.rowCount - 1;
    default:
      return undefined;
  }
}

/** Frame numbers have no more digits than this. */
const maxDigits = 15;

/** The text in "go to frame" after a key; undefined if the key does not belong there. */
export function typeNumber(typed: string, key: string): string | undefined {
  if (/^[0-9]$/.test(key)) return (typed + key).slice(0, maxDigits);
  if (key === 'Backspace' && typed !== '') return typed.slice(0, -1);
  return undefined;
}
