// Has the host keep what the user does with the page: at once, and then a moment after the last change, since a column that
// is dragged wider changes with every move.

/** Milliseconds without a change. */
const restMs = 400;

export class DebouncedSave {
  private resting: ReturnType<typeof setTimeout> | undefined;
  private posted = '';

  constructor(private readonly post: (text: string) => void) {}

  /** `text` yields what to keep; it is not posted where it was before. */
  keep(text: () => string): void {
    if (this.resting === undefined) this.give(text());
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = undefined;
      this.give(text());
    }, restMs);
  }

  private give(text: string): void {
    if (text === this.posted) return;
    this.posted = text;
    this.post(text);
  }
}
