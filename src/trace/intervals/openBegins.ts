// The begins that wait for their ends. An end belongs to the last begin of its key that is open;
// where the stack says in which call both are, to that of its own call, and calls that the stack
// was unwound past without an end are over.

/** A row in which something is not known, or nothing is. */
export const noRow = 0xffff_ffff;

/** The calls of begins and ends. */
export interface EventCalls {
  /** The number of each row's call, {@link noRow} where it is not known. */
  readonly calls: Uint32Array;
  /** The canonical frame address of each call. */
  readonly cfas: readonly number[];
}

/** Bytes of a stack, by default: stack frames that are further apart are of two threads. */
const stackBytes = 8 << 20;

export class OpenBegins {
  private readonly isOpen: Uint8Array;
  /** The last begin of each key, and below each begin the one before. */
  private readonly last: Uint32Array;
  private readonly below: Uint32Array;
  /** How many are open, by key. */
  private readonly counts: Uint32Array;
  /** The last begin of a call of a key, and of each begin the one before in its call. */
  private readonly lastInCall = new Map<number, number>();
  private readonly belowInCall: Uint32Array;

  constructor(
    rows: number,
    keys: number,
    private readonly known: EventCalls | undefined,
  ) {
    this.isOpen = new Uint8Array(rows);
    this.last = new Uint32Array(keys).fill(noRow);
    this.below = new Uint32Array(rows);
    this.counts = new Uint32Array(keys);
    this.belowInCall = new Uint32Array(known ? rows : 0);
  }

  /** Takes a begin; how many of its key are open around it. */
  begin(row: number, key: number): number {
    this.unwind(row, key);
    this.below[row] = this.last[key] ?? noRow;
    this.last[key] = row;
    this.isOpen[row] = 1;
    const call = this.callOf(row, key);
    if (call !== undefined) {
      this.belowInCall[row] = this.lastInCall.get(call) ?? noRow;
      this.lastInCall.set(call, row);
    }
    const depth = this.counts[key] ?? 0;
    this.counts[key] = depth + 1;
    return depth;
  }

  /** Takes an end; the row of its begin, or {@link noRow}. */
  end(row: number, key: number): number {
    this.unwind(row, key);
    const call = this.callOf(row, key);
    let begin = call === undefined ? this.last[key] : this.lastInCall.get(call);
    const below = call === undefined ? this.below : this.belowInCall;
    while (begin !== undefined && begin !== noRow && this.isOpen[begin] === 0) begin = below[begin];
    begin ??= noRow;
    if (call === undefined) this.last[key] = begin;
    else this.lastInCall.set(call, begin);
    if (begin !== noRow) this.close(begin, key);
    return begin;
  }

  private close(begin: number, key: number): void {
    this.isOpen[begin] = 0;
    this.counts[key] = (this.counts[key] ?? 0) - 1;
  }

  /** Calls further down the stack than that of a row are over. */
  private unwind(row: number, key: number): void {
    const cfa = this.cfaOf(row);
    if (cfa === undefined) return;
    for (let top = this.last[key] ?? noRow; top !== noRow; top = this.last[key] ?? noRow) {
      const room = cfa - (this.cfaOf(top) ?? NaN);
      if (this.isOpen[top] !== 0) {
        if (!(room > 0 && room < stackBytes)) return;
        this.close(top, key);
      }
      this.last[key] = this.below[top] ?? noRow;
    }
  }

  private cfaOf(row: number): number | undefined {
    const call = this.known?.calls[row] ?? noRow;
    return call === noRow ? undefined : this.known?.cfas[call];
  }

  /** The call as one of a key. */
  private callOf(row: number, key: number): number | undefined {
    if (!this.known) return undefined;
    const call = this.known.calls[row] ?? noRow;
    return call === noRow ? undefined : key * this.known.cfas.length + call;
  }
}
