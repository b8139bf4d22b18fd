// What a screen reader says of filter and order: what came of them, once. How far they have come is the progress bar's to
// say, and a mistake is an alert beside the filter. No DOM in here.
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { countText, grouped } from '../text';
import { columnTitle } from './tableSettings';

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
