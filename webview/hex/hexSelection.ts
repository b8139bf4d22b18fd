// Which bytes of a hex view are selected, and the keys that select them: WAI-ARIA Authoring
// Practices, "Grid Pattern". No DOM in here.
import { HexLayout, type HexRange } from './hexLayout';

/** What becomes of a cursor whose byte is not shown any more. */
type LostCursor = 'none' | 'first' | 'nearest';

/** Places from `start` to before `end`. */
export interface SelectedPlaces {
  readonly start: number;
  readonly end: number;
}

/** The selection reaches from the anchor to the cursor, both included, in either order. */
export class HexSelection {
  layout = new HexLayout([], 16);
  /** The place that keys move; -1 for none. */
  cursor: number;
  /** The place to bring in sight with the next paint. */
  target: number | undefined;
  private anchor: number;
  private group = 1;

  constructor(
    private readonly lost: LostCursor,
    /** The selection is another one. */
    private readonly changed: () => void,
  ) {
    this.cursor = this.anchor = lost === 'none' ? -1 : 0;
  }

  /** Bytes that are selected together. */
  get groupSize(): number {
    return this.group;
  }

  /** The selected places, in whole groups; both -1 where no byte is selected. */
  get places(): SelectedPlaces {
    const { layout, group } = this;
    if (this.cursor < 0 || layout.size === 0) return { start: -1, end: -1 };
    const last = this.snapped(Math.max(this.anchor, this.cursor));
    const { end } = layout.placesOf(layout.rangeOf(last));
    const start = this.snapped(Math.min(this.anchor, this.cursor));
    return { start, end: Math.min(last + group, end) };
  }

  /** The address of the first selected byte. */
  get address(): bigint | undefined {
    const { start } = this.places;
    return start < 0 ? undefined : this.layout.addressOf(start);
  }

  /**
   * So many places from the first selected one on, as long as their addresses follow each other.
   */
  contiguous(count: number): number[] {
    const { layout } = this;
    const { start } = this.places;
    const found: number[] = [];
    for (let at = start; at >= 0 && at < Math.min(start + count, layout.size); at++) {
      if (at > start && layout.addressOf(at) !== layout.addressOf(at - 1) + 1n) break;
      found.push(at);
    }
    return found;
  }

  /** The selected places, cut where their addresses do not follow each other. */
  runs(): SelectedPlaces[] {
    const { layout } = this;
    const { start, end } = this.places;
    const runs: { start: number; end: number }[] = [];
    for (let at = start; at >= 0 && at < end;) {
      const to = Math.min(end, layout.placesOf(layout.rangeOf(at)).end);
      const last = runs.at(-1);
      if (last && layout.addressOf(last.end - 1) + 1n === layout.addressOf(at)) last.end = to;
      else runs.push({ start: at, end: to });
      at = to;
    }
    return runs;
  }

  /** Shows other ranges. The selection stays at its addresses, where they are still shown. */
  show(ranges: readonly HexRange[]): void {
    const { layout } = this;
    const addresses = [this.anchor, this.cursor].map((place) =>
      place < 0 || place >= layout.size ? undefined : layout.addressOf(place),
    );
    this.layout = new HexLayout(ranges, layout.rowBytes);
    const [anchor = -1, cursor = -1] = addresses.map((address) =>
      address === undefined ? -1 : this.layout.placeOf(address),
    );
    this.cursor = cursor < 0 ? this.placeWhenLost() : cursor;
    this.anchor = anchor < 0 ? this.cursor : anchor;
  }

  setRowBytes(rowBytes: number): void {
    this.layout = new HexLayout(this.layout.ranges, rowBytes);
  }

  setGroupSize(size: number): void {
    this.group = size;
  }

  /** Selects bytes without saying so: it was not the user who did. */
  place(cursor: number, anchor = cursor): void {
    this.cursor = cursor;
    this.anchor = anchor;
  }

  /** Puts the cursor at a byte; `extend` keeps the other end of the selection. */
  moveTo(place: number, extend: boolean): void {
    if (place < 0 || place >= this.layout.size) return;
    this.select(place, extend && this.anchor >= 0 ? this.anchor : place);
  }

  /** Selects bytes, and brings the cursor's in sight. */
  select(cursor: number, anchor: number): void {
    this.place(cursor, anchor);
    this.target = cursor;
    this.changed();
  }

  /** Moves the cursor by a key; false for a key that does not move it. */
  moveByKey(key: string, control: boolean, extend: boolean, rowsPerPage: number): boolean {
    const to = this.destination(key, control, Math.max(1, rowsPerPage - 1));
    if (to === undefined) return false;
    this.moveTo(this.cursor < 0 ? 0 : to, extend);
    return true;
  }

  selectAll(): void {
    const { size } = this.layout;
    if (size === 0) return;
    this.place(0, size - 1);
    this.changed();
  }

  /** Selects the range of the cursor, or the one before or after it. */
  selectRange(which: -1 | 0 | 1): void {
    const { layout } = this;
    const { start, end } = layout.placesOf(layout.rangeOf(this.cursor) + which);
    if (end > start) this.select(start, end - 1);
  }

  /** Leaves nothing selected, or the cursor alone where there is always one. */
  clear(): void {
    this.place(this.lost === 'none' ? -1 : this.cursor);
    this.changed();
  }

  private placeWhenLost(): number {
    if (this.lost === 'none') return -1;
    return this.lost === 'first' ? 0 : Math.max(0, Math.min(this.cursor, this.layout.size - 1));
  }

  /** The first place of the group of a place. */
  private snapped(place: number): number {
    const { start } = this.layout.placesOf(this.layout.rangeOf(place));
    return place - ((place - start) % this.group);
  }

  private destination(key: string, control: boolean, pageRows: number): number | undefined {
    const { layout, cursor } = this;
    const last = layout.size - 1;
    const row = layout.rowAt(layout.rowOf(cursor));
    const at = this.snapped(cursor);
    switch (key) {
      case 'ArrowLeft':
        return at === 0 ? at : this.snapped(at - 1);
      case 'ArrowRight':
        return this.after(at);
      case 'ArrowUp':
        return layout.placeByRows(at, -1);
      case 'ArrowDown':
        return layout.placeByRows(at, 1);
      case 'PageUp':
        return layout.placeByRows(at, -pageRows);
      case 'PageDown':
        return layout.placeByRows(at, pageRows);
      case 'Home':
        return control ? 0 : row.start;
      case 'End':
        return this.snapped(control ? last : row.end - 1);
      default:
        return undefined;
    }
  }

  /** The next group, if there is one. */
  private after(place: number): number {
    const { layout } = this;
    const { end } = layout.placesOf(layout.rangeOf(place));
    const next = Math.min(place + this.group, end);
    return next < layout.size ? next : place;
  }
}
