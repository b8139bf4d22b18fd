// What a screen reader says as the selection moves. A held key selects many frames a second: only
// the one that it rests on is spoken.
import type { PageModel } from './pageModel';
import { bookmarkWords, spokenRow } from './text';

/** Milliseconds for which the selection must rest. */
const restMs = 250;

export class RowSpeech {
  /** The words spoken last. */
  text = '';
  private followed: number | undefined;
  private timer: number | undefined;

  constructor(
    private readonly model: PageModel,
    private readonly onSpeak: () => void,
  ) {}

  /** Call with each draw: speaks of the selected frame, once. */
  follow(): void {
    const { selected } = this.model;
    if (selected === this.followed) return;
    this.followed = selected;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.speak();
    }, restMs);
  }

  /** Where the row is still on its way, the draw that follows its arrival tries again. */
  private speak(): void {
    const { selectedRow, table } = this.model;
    const row = selectedRow === undefined ? undefined : table.get(selectedRow);
    if (row === undefined) {
      this.followed = undefined;
      return;
    }
    const note = this.model.bookmarks.notes.get(row.frame);
    this.text = [spokenRow(row), ...(note === undefined ? [] : [bookmarkWords(note)])].join(', ');
    this.onSpeak();
  }
}
