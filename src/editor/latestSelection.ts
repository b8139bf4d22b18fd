// The frame that a page shows: the one that was selected last.

/** A frame that a page selects. */
export interface Selection {
  readonly frame: number;
  /** The user selected it, not the page by itself. */
  readonly byUser: boolean;
}

/** After so many milliseconds a frame is no longer waited for. */
const patienceMs = 3000;

/**
 * Shows selected frames, at most one at a time. A held arrow key selects faster than frames are
 * read: only the selection that is left when one has been shown is shown next.
 */
export class LatestSelection {
  /** The frame under way, and when it was begun on the clock; undefined where none is. */
  private current: { readonly since: number } | undefined;
  private next: Selection | undefined;

  /**
   * `show` does not reject; `isCurrent` turns false where another was not kept waiting for it.
   * `now` is a clock in milliseconds.
   */
  constructor(
    private readonly show: (selection: Selection, isCurrent: () => boolean) => Promise<void>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Shows a frame instead of any that waits. What the user selected and is not shown yet stays the
   * user's, as when the trace grows meanwhile.
   */
  select({ frame, byUser }: Selection): void {
    const isUsers = this.next?.frame === frame && this.next.byUser;
    this.next = { frame, byUser: byUser || isUsers };
    const { current } = this;
    if (!current || this.now() - current.since >= patienceMs) void this.showNext();
  }

  private async showNext(): Promise<void> {
    const { next } = this;
    this.next = undefined;
    const current = next && { since: this.now() };
    this.current = current;
    if (!next) return;
    const isCurrent = (): boolean => this.current === current;
    await this.show(next, isCurrent);
    if (isCurrent()) await this.showNext();
  }
}
