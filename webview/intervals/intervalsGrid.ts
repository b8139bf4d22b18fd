// The intervals as a grid like that of the frames: a row leads to the frame at which its interval
// begins; Enter, a double click and the end's own link lead to the one at which it ends.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { IntervalColumn } from '../../src/ask/time/arrangeIntervals';
import type { IntervalSummary } from '../../src/ask/time/findIntervals';
import type { IntervalRow } from '../../src/ask/time/foundIntervals';
import { VirtualGrid, type GridLayout } from '../grid';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { columnGap } from '../table/columnWidths';
import { grouped } from '../text';
import { shownDuration } from './durations';
import type { IntervalsModel } from './intervalsModel';

/** The grid; it shows what the model has at each draw. */
export function intervalsGrid(model: PageModel): VirtualGrid {
  const { intervals } = model;
  return new VirtualGrid({
    label: t('Intervals'),
    name: 'interval',
    numbers: 0,
    get rowCount() {
      return intervals.count;
    },
    get selected() {
      return intervals.selected ?? (intervals.count > 0 ? -1 : undefined);
    },
    get layout() {
      return layoutOf(columnsOf(intervals));
    },
    heads: () => html`${columnsOf(intervals).map((column) => head(intervals, column))}`,
    isMarked: () => false,
    cells: (row) => cells(model, intervals.row(row)),
    inSight: (first, end) => {
      intervals.want(first, end);
    },
    select: (row) => {
      void intervals.selectRow(row);
    },
    goTo: () => undefined,
    resized: () => undefined,
    open: () => {
      intervals.openEnd();
    },
    menu: () => undefined,
    copy: (row) => {
      const interval = intervals.row(row);
      if (interval) model.act('copyText', { text: copied(interval) });
    },
  });
}

/** How wide each column is: at least so many characters, and a share of what is left over. */
const widths: Readonly<Record<IntervalColumn, { readonly least: number; readonly share: number }>> =
  {
    begin: { least: 7, share: 0.5 },
    end: { least: 7, share: 0.5 },
    duration: { least: 11, share: 0.8 },
    key: { least: 16, share: 3 },
    depth: { least: 7, share: 0.3 },
  };

function layoutOf(columns: readonly IntervalColumn[]): GridLayout {
  const template = columns.map((column) => {
    const { least, share } = widths[column];
    return `minmax(${least}ch, ${share}fr)`;
  });
  const sum = columns.reduce((total, column) => total + widths[column].least + columnGap, 0);
  return { template: template.join(' '), leastWidth: `calc(${sum}ch + 20px)` };
}

function columnsOf({ state }: IntervalsModel): readonly IntervalColumn[] {
  return state.key === ''
    ? ['begin', 'end', 'duration', 'depth']
    : ['begin', 'end', 'duration', 'key', 'depth'];
}

/** A button: there is no list of these columns through which the keyboard could sort. */
function head(intervals: IntervalsModel, column: IntervalColumn): TemplateResult {
  const { by, descending, key } = intervals.state;
  const isSorted = by === column;
  const order = descending ? 'descending' : 'ascending';
  const titles = {
    begin: t('begin'),
    end: t('end'),
    duration: t('duration'),
    key,
    depth: t('depth'),
  };
  return html`<div
    class="head interval-${column}"
    role="columnheader"
    aria-sort=${isSorted ? order : nothing}
  >
    <button
      class="head-button"
      title=${t('{0}: click to sort', titles[column])}
      @click=${() => {
        intervals.sortBy(column);
      }}
    >
      <span class="title">${titles[column]}</span>${isSorted ? icons[order] : nothing}
    </button>
  </div>`;
}

function cells(model: PageModel, interval: IntervalRow | undefined): TemplateResult {
  const { intervals } = model;
  const unit = intervals.found?.unit ?? 'frames';
  return html`${columnsOf(intervals).map(
    (column) =>
      html`<div class="interval-${column}" role="gridcell">
        ${interval && cell(model, interval, column, unit)}
      </div>`,
  )}`;
}

function cell(
  model: PageModel,
  interval: IntervalRow,
  column: IntervalColumn,
  unit: IntervalSummary['unit'],
): unknown {
  const { duration, key } = interval;
  switch (column) {
    case 'begin':
    case 'depth':
      return grouped(interval[column]);
    case 'end':
      return html`<span
        class="link"
        title=${t('Select frame {0}', interval.end)}
        @mousedown=${(event: MouseEvent) => {
          event.stopPropagation();
          model.select(interval.end);
        }}
        >${grouped(interval.end)}</span
      >`;
    case 'duration':
      return duration === undefined
        ? html`<span class="dim">${t('not known')}</span>`
        : shownDuration(duration, unit);
    case 'key':
      return html`<span title=${key ?? ''}>${withoutCast(key ?? '')}</span>`;
  }
}

/** `(struct p *) 0x4040 <p>` has the same type in every row, and little room. */
function withoutCast(text: string): string {
  return text.replace(/^\([^()]*\*\) /, '');
}

function copied({ begin, end, depth, duration, key }: IntervalRow): string {
  return [begin, end, duration ?? '', ...(key === undefined ? [] : [key]), depth].join('\t');
}
