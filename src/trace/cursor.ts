// The frame that was looked at before the one at hand, to tell what changed since.
import type { Disposable } from './emitter';
import type { Trace } from './trace';

/** Follows a trace from frame to frame. */
export class PreviousPosition implements Disposable {
  private before: number | undefined;
  private readonly moves: Disposable;

  /** `current`: the frame that is looked at already; absent where none was yet. */
  constructor(
    trace: Trace,
    private current?: number,
  ) {
    this.moves = trace.onDidMove(({ frame }) => {
      if (frame === this.current) return;
      this.before = this.current;
      this.current = frame;
    });
  }

  /** A frame number; undefined until the trace has moved. */
  get frame(): number | undefined {
    return this.before;
  }

  dispose(): void {
    this.moves.dispose();
  }
}

// The frames at which the debugger stopped, in the order of the visits: back and forward, as a browser goes.

/** More visits than this are not remembered. */
const maxVisits = 1000;

/** Remembers frames, by number. */
export class VisitedFrames {
  private visits: number[] = [];
  private at = -1;

  /** Says that a frame is looked at. What lay forward is forgotten, unless the frame is where this one stands. */
  visit(frame: number): void {
    if (this.visits[this.at] === frame) return;
    this.visits = [...this.visits.slice(0, this.at + 1), frame].slice(-maxVisits);
    this.at = this.visits.length - 1;
  }

  /** Goes back to the frame visited before; undefined, and stays, where there is none. */
  back(): number | undefined {
    return this.go(-1);
  }

  /** Goes forward again; undefined, and stays, where there is nothing to go forward to. */
  forward(): number | undefined {
    return this.go(1);
  }

  private go(by: 1 | -1): number | undefined {
    const frame = this.visits[this.at + by];
    if (frame !== undefined) this.at += by;
    return frame;
  }
}
