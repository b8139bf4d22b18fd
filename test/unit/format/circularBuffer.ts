// A circular trace buffer as gdbserver keeps it, and what gdb saves of one that wrapped: gdb asks
// for 2000 bytes at a time (QTBuffer), and gdbserver answers with bytes that stand together in its
// memory. The answer that begins before the place where the buffer wrapped goes on with what stands
// behind that place, an end marker and stale bytes, and the bytes that should have come are left
// out. As gdbserver also counts the bytes behind that place, as many stale ones follow the last
// frame.

/** Bytes that gdb asks for at once. */
const answer = 2000;
/** Bytes that gdbserver writes behind its last block. */
const endOfBuffer = 6;

/**
 * A frame's header, or a block: gdbserver finds room for each by itself, so that a frame may go on
 * at the beginning.
 */
interface Piece {
  readonly bytes: Uint8Array;
  /** Offset in the buffer. */
  readonly at: number;
  readonly frame: number;
}

/** A frame that is saved as it was. */
interface WholeFrame {
  /** Offset in the bytes saved. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What is saved of a buffer. */
interface SavedBuffer {
  readonly bytes: Uint8Array;
  /** Frames that were in the buffer. */
  readonly frames: number;
  readonly whole: readonly WholeFrame[];
  /**
   * The bytes that should not be there, in the middle: from where the buffer wrapped to the end of
   * an answer.
   */
  readonly stale: { readonly start: number; readonly end: number } | undefined;
}

/** Keeps the newest frames that fit. */
export class CircularBuffer {
  private readonly memory: Uint8Array;
  private pieces: Piece[] = [];
  private frame = 0;
  private free = 0;
  /** Where the pieces of the lap before end, if the buffer has wrapped. */
  private wrap: number | undefined;

  constructor(private readonly size: number) {
    // What stands behind the buffer is of something else.
    this.memory = new Uint8Array(size + answer).fill(0xee, size);
  }

  /** Adds a frame: its header and its blocks. */
  add(...parts: readonly Uint8Array[]): void {
    this.frame++;
    for (const part of parts) this.put(part);
  }

  save(): SavedBuffer {
    const start = this.pieces[0]?.at ?? 0;
    const wrapped = (this.wrap ?? this.size) - start;
    const room = this.end - this.free;
    const total = this.wrap === undefined ? this.free - start : this.size - room;
    const saved = new Uint8Array(total);
    for (let offset = 0; offset < total; offset += answer) {
      const at = offset < wrapped ? start + offset : offset - wrapped;
      saved.set(this.memory.subarray(at, at + Math.min(answer, total - offset)), offset);
    }
    const end = Math.min(total, Math.ceil(wrapped / answer) * answer);
    const stale = this.wrap !== undefined && end > wrapped ? { start: wrapped, end } : undefined;
    const offsetOf = ({ at }: Piece) => (at >= start ? at - start : wrapped + at);
    const frames = [...new Set(this.pieces.map(({ frame }) => frame))];
    const whole = frames.flatMap((number) => {
      const pieces = this.pieces.filter(({ frame }) => frame === number);
      const isSent = pieces.every((piece) => {
        const offset = offsetOf(piece);
        return !stale || offset + piece.bytes.length <= stale.start || offset >= stale.end;
      });
      const [first] = pieces;
      const bytes = Buffer.concat(pieces.map((piece) => piece.bytes));
      return first && isSent ? [{ offset: offsetOf(first), bytes }] : [];
    });
    return { bytes: saved, frames: frames.length, whole, stale };
  }

  /** Where the room for the next piece ends. */
  private get end(): number {
    return this.wrap === undefined ? this.size : (this.pieces[0]?.at ?? this.size);
  }

  private put(bytes: Uint8Array): void {
    while (this.free + bytes.length + endOfBuffer > this.end) {
      if (this.wrap === undefined) [this.wrap, this.free] = [this.free, 0];
      else this.dropOldest();
    }
    this.memory.set(bytes, this.free);
    this.pieces.push({ bytes, at: this.free, frame: this.frame });
    this.free += bytes.length;
    this.memory.fill(0, this.free, this.free + endOfBuffer);
  }

  private dropOldest(): void {
    const oldest = this.pieces[0]?.frame;
    this.pieces = this.pieces.filter(({ frame }) => frame !== oldest);
    // The rest is of the lap that has begun: nothing is wrapped any more.
    if ((this.pieces[0]?.at ?? 0) < this.free) this.wrap = undefined;
  }
}
