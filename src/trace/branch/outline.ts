// The segments of a branch trace as an outline that the user expands and collapses: what a function
// called is below it, until a segment at its level or above follows.
import { partitionPoint } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import type { CallTree } from './callTree';

/** What is shown of a call tree. */
export class Outline {
  /** For each segment, the index after the last one that is below it. */
  private readonly ends: Int32Array;
  private readonly collapsed: Uint8Array;
  private shown: Int32Array | undefined;

  private constructor(
    private readonly calls: CallTree,
    ends: Int32Array,
  ) {
    this.ends = ends;
    this.collapsed = new Uint8Array(calls.count);
    if (calls.count > expandedAtFirst) this.setAll(false);
  }

  /** The outline of a tree; big ones begin collapsed. */
  static async of(calls: CallTree): Promise<Outline> {
    return new Outline(calls, await endsOf(calls));
  }

  /** How many rows are shown. */
  get count(): number {
    return this.rows.length;
  }

  /** The place of the segment in a row; -1 if none exists. */
  placeAt(row: number): number {
    return this.rows[row] ?? -1;
  }

  /** The row of a segment, after expanding what it is in. */
  reveal(place: number): number {
    for (let at = place - 1; at >= 0; at--) {
      if (this.collapsed[at] === 1 && (this.ends[at] ?? 0) > place) this.set(at, true);
    }
    return this.rowOf(place);
  }

  /** The index after everything below a segment. */
  endOf(place: number): number {
    return this.ends[place] ?? place + 1;
  }

  /** Whether anything is below a segment, and whether that is shown. */
  stateOf(place: number): boolean | undefined {
    if (this.endOf(place) === place + 1) return undefined;
    return this.collapsed[place] === 0;
  }

  set(place: number, expanded: boolean): void {
    this.collapsed[place] = expanded ? 0 : 1;
    this.shown = undefined;
  }

  setAll(expanded: boolean): void {
    this.collapsed.fill(expanded ? 0 : 1);
    this.shown = undefined;
  }

  private rowOf(place: number): number {
    const { rows } = this;
    return Math.max(0, partitionPoint(rows.length, (row) => (rows[row] ?? 0) > place) - 1);
  }

  private get rows(): Int32Array {
    this.shown ??= this.shownNow();
    return this.shown;
  }

  private shownNow(): Int32Array {
    const rows = new Int32Array(this.calls.count);
    let count = 0;
    for (let at = 0; at < this.calls.count;) {
      rows[count++] = at;
      at = this.collapsed[at] === 1 ? this.endOf(at) : at + 1;
    }
    return rows.slice(0, count);
  }
}

/** Outlines of up to so many segments begin expanded. */
const expandedAtFirst = 2000;

async function endsOf(calls: CallTree): Promise<Int32Array> {
  const slice = new TimeSlice();
  const ends = new Int32Array(calls.count);
  const open: { readonly place: number; readonly level: number }[] = [];
  for (let place = 0; place < calls.count; place++) {
    const level = calls.level(place);
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      ends[last.place] = place;
      open.pop();
    }
    open.push({ place, level });
    if ((place & 0xfff) === 0) await slice.yieldIfDue();
  }
  for (const { place } of open) ends[place] = calls.count;
  return ends;
}
