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
