// What the menu of a column's head does: sorts, hides, groups, adds a track, sums up. No DOM in
// here.
import type { PageAct } from '../../src/editor/menuMessages';
import type { Column } from '../../src/ask/table/tableMessages';
import type { Grouping } from '../groups/grouping';
import { t } from '../l10n';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import { countText, grouped } from '../text';
import type { TableModel } from './tableModel';

const acts = [
  'sortAscending',
  'sortDescending',
  'hideColumn',
  'groupByColumn',
  'columnStatistics',
] as const satisfies readonly PageAct[];

/** An act on a column. */
export type ColumnAct = (typeof acts)[number];

export function isColumnAct(act: PageAct): act is ColumnAct {
  return acts.some((each) => each === act);
}

export class ColumnActs {
  constructor(
    private readonly ask: Ask,
    private readonly table: TableModel,
    private readonly groups: { choose(grouping: Grouping): void },
    private readonly frames: { readonly frameCount: number },
  ) {}

  /** Does what was chosen from the menu of a head. */
  async take(act: ColumnAct, column: Column | undefined): Promise<void> {
    if (!column) return;
    switch (act) {
      case 'sortAscending':
      case 'sortDescending':
        this.table.choose({ sort: { column, descending: act === 'sortDescending' } });
        break;
      case 'hideColumn':
        this.table.hideColumn(column);
        break;
      case 'groupByColumn': {
        const by = groupedBy(column);
        if (by) this.groups.choose({ by, measured: '' });
        break;
      }
      case 'columnStatistics':
        await this.sumUp(column);
        break;
    }
  }

  /** Says beside the table what the numbers of a column come to in all frames. */
  private async sumUp(column: Column): Promise<void> {
    const text = expressionOf(column);
    if (text === undefined) return;
    try {
      const { count, least, most } = await this.ask('plotValues', { text });
      const range = { first: 0, last: Math.max(0, this.frames.frameCount - 1) };
      const { values } = await this.ask('trackRange', { ...range, texts: [text] });
      const mean = values[0]?.mean;
      this.table.say(
        least && most && mean !== undefined
          ? t(
              '{0}: {1}; min {2} in frame {3}, mean {4}, max {5} in frame {6}',
              text,
              countText(count, 'frame'),
              ...[grouped(least.value), grouped(least.frame), meanText(mean)],
              ...[grouped(most.value), grouped(most.frame)],
            )
          : t('{0}: no numbers', text),
      );
    } catch (error) {
      if (error instanceof RequestError) this.table.say(error.message);
    }
  }
}

/** The column of an expression's values. */
export function expressionColumn(text: string): Column {
  return { kind: 'value', text };
}

/** The expression whose values a column shows. */
export function expressionOf(column: Column | undefined): string | undefined {
  if (column?.kind === 'value' || column?.kind === 'change') return column.text;
  return column?.kind === 'pc' ? '$pc' : undefined;
}

/** How frames are grouped by what a column shows; undefined where that is of each frame its own. */
export function groupedBy(column: Column): Grouping['by'] | undefined {
  if (column.kind === 'tracepoint') return { kind: 'tracepoint' };
  if (column.kind === 'where') return { kind: 'line' };
  const text = expressionOf(column);
  return text === undefined ? undefined : { kind: 'value', text };
}

/** Six digits are enough for a mean. */
function meanText(mean: number): string {
  return Number.isInteger(mean) ? grouped(mean) : grouped(Number(mean.toPrecision(6)));
}
