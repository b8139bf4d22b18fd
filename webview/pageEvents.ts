// Events of the page's model other than a new drawing.
import type { TableSettings } from './table/tableSettings';

/** What the model of the page tells the page. */
export interface PageEvents {
  /** Something to draw has changed. */
  readonly changed: () => void;
  /** Something of the tracks has changed, and nothing else. */
  readonly canvasChanged: () => void;
  /** Bring this row in sight, scrolling as little as possible. */
  reveal(row: number): void;
  /** Put this row at the top of the grid. */
  scrollTo(row: number): void;
  /** Take the keyboard's focus: to where it was on the page, else to the table. */
  focus(): void;
  /** Open the list of the table's columns. */
  showColumns(): void;
  /** The user chose something of the table. */
  chosen(settings: TableSettings): void;
}
