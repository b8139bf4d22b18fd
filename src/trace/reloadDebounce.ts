// When to read a changed file again: once it is quiet, for a file is written in many steps; and
// less and less often while it cannot be read, for it may come back.

/** Milliseconds of quiet that are waited for. */
const quiet = 200;
/** Milliseconds after which a file that is never quiet is read nevertheless. */
const maxUnquiet = 2000;
/** Milliseconds before the first try after one that failed, and at most before a later one. */
const tries = { first: 1000, last: 30_000 };

/** Calls `look` when it is time. Whoever made it disposes of it. */
export class ReloadDebounce {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since: number | undefined;
  private pause = tries.first;
  private disposed = false;

  constructor(private readonly look: () => void) {}

  /** The file changed: looks when it is quiet again. */
  whenQuiet(): void {
    const now = Date.now();
    this.since ??= now;
    this.lookIn(Math.max(0, Math.min(quiet, this.since + maxUnquiet - now)));
  }

  /** The file cannot be read: tries again later. */
  afterFailure(): void {
    if (this.since !== undefined) return;
    this.lookIn(this.pause);
    this.pause = Math.min(2 * this.pause, tries.last);
  }

  /** The file was read. */
  succeeded(): void {
    this.pause = tries.first;
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.timer);
  }

  private lookIn(milliseconds: number): void {
    clearTimeout(this.timer);
    if (this.disposed) return;
    this.timer = setTimeout(() => {
      this.since = undefined;
      this.look();
    }, milliseconds);
    // No reason for a program to go on, where timers can be one.
    const timer: { unref?: () => void } = Object(this.timer) as object;
    timer.unref?.();
  }
}
