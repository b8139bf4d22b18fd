// Where a list of fixed-height rows is. Browsers cap an element's height at about 33 million
// pixels (1.5 million rows), so the grid does not scroll natively: it keeps the first visible row
// and the pixels of it that are out of sight, and draws a thumb of its own. No DOM in here.

/** Pixels below which the thumb never shrinks, so that it can be grasped. */
const minimumThumb = 24;

interface Extent {
  readonly rowCount: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** Pixels. */
  readonly viewportHeight: number;
}

/** The scroll position over `rowCount` rows. All heights and distances are pixels. */
export class ScrollModel {
  private extent: Extent = { rowCount: 0, rowHeight: 22, viewportHeight: 0 };
  private first = 0;
  private hidden = 0;

  /** The topmost row that is at least partly in sight. */
  get firstRow(): number {
    return this.first;
  }

  /** Pixels of the first row that are above the viewport. */
  get remainder(): number {
    return this.hidden;
  }

  /** One past the last row that is at least partly in sight. */
  get endRow(): number {
    const { rowCount, rowHeight, viewportHeight } = this.extent;
    const rows = Math.ceil((viewportHeight + this.hidden) / rowHeight);
    return Math.min(rowCount, this.first + rows);
  }

  /** Rows that fit the viewport whole; at least one. */
  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.extent.viewportHeight / this.extent.rowHeight));
  }

  /** Takes a new extent and keeps the first row where it can stay. */
  resize(extent: Extent): void {
    this.hidden *= extent.rowHeight / this.extent.rowHeight;
    this.extent = extent;
    this.moveTo(this.top);
  }

  scrollBy(pixels: number): void {
    this.moveTo(this.top + pixels);
  }

  /** Puts `row` at the top, as far as there are rows below it. */
  scrollToRow(row: number): void {
    this.moveTo(row * this.extent.rowHeight);
  }

  /** Scrolls as little as brings `row` fully into view; a far row is centred. */
  reveal(row: number): void {
    const { rowHeight, viewportHeight } = this.extent;
    const above = row * rowHeight - this.top;
    const below = above + rowHeight - viewportHeight;
    if (above >= 0 && below <= 0) return;
    if (above < -viewportHeight || below > viewportHeight) {
      this.scrollBy(above - Math.floor((viewportHeight - rowHeight) / 2));
    } else {
      this.scrollBy(above < 0 ? above : below);
    }
  }

  /** The thumb on a track of the same height as the viewport; undefined where all rows fit. */
  get thumb(): { readonly top: number; readonly height: number } | undefined {
    const { rowCount, rowHeight, viewportHeight } = this.extent;
    if (this.maximumTop === 0) return undefined;
    const share = viewportHeight / (rowCount * rowHeight);
    const height = Math.min(viewportHeight, Math.max(minimumThumb, viewportHeight * share));
    return { top: ((viewportHeight - height) * this.top) / this.maximumTop, height };
  }

  /** Scrolls so that the thumb's top is `top` pixels below the track's. */
  moveThumb(top: number): void {
    const { thumb } = this;
    if (thumb === undefined) return;
    const way = this.extent.viewportHeight - thumb.height;
    this.moveTo(way > 0 ? Math.min(Math.max(top / way, 0), 1) * this.maximumTop : 0);
  }

  /** Pixels from the top of row 0 to the top of the viewport: exact up to 2^53. */
  private get top(): number {
    return this.first * this.extent.rowHeight + this.hidden;
  }

  private get maximumTop(): number {
    const { rowCount, rowHeight, viewportHeight } = this.extent;
    return Math.max(0, rowCount * rowHeight - viewportHeight);
  }

  private moveTo(top: number): void {
    const clamped = Math.min(Math.max(0, top), this.maximumTop);
    this.first = Math.floor(clamped / this.extent.rowHeight);
    this.hidden = clamped - this.first * this.extent.rowHeight;
  }
}
