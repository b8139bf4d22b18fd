// The heads of the columns: a click sorts, an edge that is dragged makes the column wider.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Column } from '../../src/editor/tableMessages';
import { icons } from '../icons';
import { t } from '../l10n';
import { cellClass } from './cells';
import type { TableModel } from './tableModel';
import { columnTitle, isSameColumn } from './tableSettings';

/** One element with role columnheader for each column; `beside` stands behind a column's title. */
export function tableHead(
  table: TableModel,
  beside: (column: Column) => unknown = () => nothing,
): TemplateResult {
  return html`${table.columns.map(({ column }) => {
    const order = orderOf(table, column);
    return html`
      <div
        class="${cellClass(column)} head"
        role="columnheader"
        aria-sort=${order ?? nothing}
        title=${headTitle(column)}
        @click=${() => {
          table.sortBy(column);
        }}
      >
        <span class="title">${columnTitle(column)}</span>
        ${beside(column)}
        ${order === undefined ? nothing : order === 'ascending' ? icons.ascending : icons.descending}
        ${edge(table, column)}
      </div>
    `;
  })}`;
}

function orderOf({ settings: { sort } }: TableModel, column: Column) {
  if (!sort || !isSameColumn(sort.column, column)) return undefined;
  return sort.descending ? 'descending' : 'ascending';
}

function headTitle(column: Column): string {
  if (column.kind !== 'change') return t('{0}: click to sort', columnTitle(column));
  return column.since === 'hit'
    ? t('The change of {0} since the hit of this tracepoint before: click to sort', column.text)
    : t('The change of {0} since the row before: click to sort', column.text);
}

/** What is grasped to make a column wider. Its own clicks sort nothing. */
function edge(table: TableModel, column: Column): TemplateResult {
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button === 0) (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const grip = event.currentTarget as HTMLElement;
    const head = grip.parentElement;
    if (!grip.hasPointerCapture(event.pointerId) || head === null) return;
    table.setWidth(column, event.clientX - head.getBoundingClientRect().left);
  };
  const stop = (event: Event): void => {
    event.stopPropagation();
  };
  return html`<span
    class="column-edge"
    @pointerdown=${onPointerDown}
    @pointermove=${onPointerMove}
    @click=${stop}
  ></span>`;
}
