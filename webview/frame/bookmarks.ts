// The frames that the user marked, and their notes. No DOM in here.
import type { Act } from '../../src/editor/pageMessages';

export class PageBookmarks {
  /** By frame; empty where nothing was noted. */
  notes: ReadonlyMap<number, string> = new Map();
  /** The frame whose note is being written. */
  noting: number | undefined;

  constructor(
    private readonly post: (message: Act) => void,
    private readonly changed: () => void,
  ) {}

  /** Takes all that there are now. */
  take(bookmarks: readonly { readonly frame: number; readonly note: string }[]): void {
    this.notes = new Map(bookmarks.map(({ frame, note }) => [frame, note]));
  }

  toggle(frame: number): void {
    this.post({ type: 'toggleBookmark', frame });
  }

  /**
   * Begins to write a note on a frame, or ends it; `note` is what was written, if it is to be kept.
   */
  write(frame: number | undefined, note?: string): void {
    const { noting } = this;
    this.noting = frame;
    if (note !== undefined && noting !== undefined && note !== (this.notes.get(noting) ?? '')) {
      this.post({ type: 'setNote', frame: noting, note });
    }
    this.changed();
  }
}
