// The position in a trace, the frame before it, and the frames that were visited.
import { Emitter, type Disposable } from './emitter';

/** The position moved to another frame. */
export interface Movement {
  readonly frame: number;
  /** Who moved it, so that a mover recognises its own movement. */
  readonly mover: object;
}

/** The frame that a trace shows, the same for all who show the trace. */
export class FrameCursor implements Disposable {
  private readonly moved = new Emitter<Movement>();
  readonly onDidMove = this.moved.event;
  private current = 0;
  private hasMoved = false;

  /** A frame number; 0 at first, also in a trace without frames. */
  get frame(): number {
    return this.current;
  }

  /** Whether anybody has moved it. */
  get isMoved(): boolean {
    return this.hasMoved;
  }

  moveTo(frame: number, mover: object): void {
    this.current = frame;
    this.hasMoved = true;
    this.moved.fire({ frame, mover });
  }

  /** Moves to the last of so many frames if it is beyond them. */
  keepWithin(frames: number): void {
    if (this.current >= frames) this.moveTo(Math.max(0, frames - 1), this);
  }

  dispose(): void {
    this.moved.dispose();
  }
}

/** Remembers the frame before the current one, to show what changed since. */
export class PreviousPosition implements Disposable {
  private before: number | undefined;
  private readonly moves: Disposable;

  /** `current`: the frame that is shown already, if any. */
  constructor(
    cursor: FrameCursor,
    private current?: number,
  ) {
    this.moves = cursor.onDidMove(({ frame }) => {
      if (frame === this.current) return;
      this.before = this.current;
      this.current = frame;
    });
  }

  /** A frame number; undefined until the cursor has moved. */
  get frame(): number | undefined {
    return this.before;
  }

  dispose(): void {
    this.moves.dispose();
  }
}

/** More visits than this are not remembered. */
const maxVisits = 1000;

/** The frames at which the debugger stopped, to go back and forward as in a browser. */
export class VisitedFrames {
  private visits: number[] = [];
  private at = -1;

  /** Adds a frame. Those to go forward to are forgotten, unless it is the current one. */
  visit(frame: number): void {
    if (this.visits[this.at] === frame) return;
    this.visits = [...this.visits.slice(0, this.at + 1), frame].slice(-maxVisits);
    this.at = this.visits.length - 1;
  }

  /** Goes back to the frame visited before; undefined, and stays, at the first one. */
  back(): number | undefined {
    return this.go(-1);
  }

  /** Goes forward again; undefined, and stays, at the last one. */
  forward(): number | undefined {
    return this.go(1);
  }

  private go(by: 1 | -1): number | undefined {
    const frame = this.visits[this.at + by];
    if (frame !== undefined) this.at += by;
    return frame;
  }
}
