// Which range of the axis is in sight, of all tracks. The axis is frame
// numbers, where frame n takes up n to n + 1, or microseconds since the first time; frames without
// a time may be before that.
import type { Axis } from '../../src/ask/tracks/axis';

/** How far one can zoom in, in frames and in microseconds. */
const shortest = { frame: 4, time: 4 };

/** The number between 0 and `most` that is nearest to a value. */
export function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

export class Viewport {
  private shownAxis: Axis = 'frame';
  private start = 0;
  private end = 1;
  private begin = 0;
  private whole = 1;

  get axis(): Axis {
    return this.shownAxis;
  }

  get from(): number {
    return this.start;
  }

  get to(): number {
    return this.end;
  }

  /** Where the whole axis begins. */
  get first(): number {
    return this.begin;
  }

  /** The length of the whole axis, at least 1. */
  get length(): number {
    return this.whole;
  }

  get isWhole(): boolean {
    return this.start === this.begin && this.end === this.begin + this.whole;
  }

  /** Shows the whole of another axis. */
  setAxis(axis: Axis, length: number, first = 0): void {
    this.shownAxis = axis;
    this.begin = first;
    this.whole = Math.max(1, length);
    this.showWhole();
  }

  /** The axis is so long now; where all of it was shown, all is shown. */
  setLength(length: number): void {
    const wasWhole = this.isWhole;
    this.whole = Math.max(1, length);
    if (wasWhole) this.showWhole();
    else this.show(this.start, this.end);
  }

  showWhole(): void {
    this.start = this.begin;
    this.end = this.begin + this.whole;
  }

  /** Shows a range, or the nearest that there is. */
  show(from: number, to: number): void {
    const least = Math.min(shortest[this.shownAxis], this.whole);
    const length = Math.min(Math.max(to - from, least), this.whole);
    const middle = (from + to) / 2;
    this.start = this.limited(middle - length / 2, length);
    this.end = this.start + length;
    // Zooming in and out again ends where it began, but for rounding.
    if (length > this.whole * (1 - 1e-9)) this.showWhole();
  }

  /** Shows `factor` times as much, with the place `at` where it is. */
  zoom(factor: number, at: number): void {
    const least = Math.min(shortest[this.shownAxis], this.whole);
    const length = Math.min(Math.max((this.end - this.start) * factor, least), this.whole);
    const share = (at - this.start) / (this.end - this.start);
    this.show(at - share * length, at + (1 - share) * length);
  }

  /** Moves along the axis. */
  pan(by: number): void {
    const length = this.end - this.start;
    const start = this.limited(this.start + by, length);
    if (!this.isWhole) this.show(start, start + length);
  }

  /** Brings a place in sight, into the middle where it is not. */
  reveal(at: number): void {
    if (at < this.start || at > this.end) this.centre(at);
  }

  /** Brings a place into the middle. */
  centre(at: number): void {
    const half = (this.end - this.start) / 2;
    this.show(at - half, at + half);
  }

  /** Where a place is drawn, 0 at the left and 1 at the right. */
  share(at: number): number {
    return (at - this.start) / (this.end - this.start);
  }

  /** The place that is drawn there. */
  at(share: number): number {
    return this.start + share * (this.end - this.start);
  }

  /** Where a range may begin. */
  private limited(start: number, length: number): number {
    return Math.min(Math.max(this.begin, start), this.begin + this.whole - length);
  }
}
