// The frames at which the debugger stopped, in the order of the visits: back and forward, as a browser goes.

/** More visits than this are not remembered. */
const mostVisits = 1000;

/** Remembers frames, by number. */
export class VisitedFrames {
  private visits: number[] = [];
  private at = -1;

  /** Says that a frame is looked at. What lay forward is forgotten, unless the frame is where this one stands. */
  visit(frame: number): void {
    if (this.visits[this.at] === frame) return;
    this.visits = [...this.visits.slice(0, this.at + 1), frame].slice(-mostVisits);
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
