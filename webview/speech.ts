// What a screen reader says as the selection moves and the table changes. No DOM in here.
import type { PageModel } from './pageModel';
import { bookmarkWords, spokenRow, countText, grouped } from './text';
import { t } from './l10n';
import { columnTitle } from './table/tableSettings';

/** Milliseconds for which the selection must rest. */
const restMs = 250;

/** A held key selects many frames a second: only the one that it rests on is spoken. */
export class RowSpeech {
  /** The words spoken last. */
  text = '';
  private followed: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly model: PageModel,
    private readonly onSpeak: () => void,
  ) {}

  /** Call with each draw: speaks of the selected frame, once. */
  follow(): void {
    const { selected } = this.model;
    if (selected === this.followed) return;
    this.followed = selected;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
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

/**
 * Says what came of filter and order, once. How far they have come is the progress bar's to say,
 * and a mistake is an alert next to the filter.
 */
export class TableSpeech {
  /** The words spoken last. */
  text = '';
  private said: string | undefined;

  constructor(private readonly model: Pick<PageModel, 'table' | 'frameCount' | 'indexing'>) {}

  /** Call with each draw; nothing is said of how the table is when it is shown first. */
  follow(): void {
    const { table, indexing } = this.model;
    if (table.isBusy || table.problem || !indexing.complete) return;
    const words = this.words();
    if (words === undefined || words === this.said) return;
    this.text = this.said === undefined ? '' : words;
    this.said = words;
  }

  /** Undefined while it is not known how many frames match. */
  private words(): string | undefined {
    const { table, frameCount } = this.model;
    const { filter, sort } = table.settings;
    if (filter !== '' && table.matched === undefined) return undefined;
    const shown =
      table.matched === undefined
        ? t('{0} shown', countText(frameCount, 'frame'))
        : t('{0} of {1} match', grouped(table.matched), countText(frameCount, 'frame'));
    if (!sort) return shown;
    const title = columnTitle(sort.column);
    const order = sort.descending ? t('descending by {0}', title) : t('ascending by {0}', title);
    return `${shown}, ${order}`;
  }
}
