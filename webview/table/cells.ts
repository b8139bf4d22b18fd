// What the table shows: the heads of its columns, where a click sorts and a dragged edge makes a
// column wider, and a cell of each column for a frame.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MenuPlace } from '../../src/editor/menuMessages';
import type { Cell, FrameRow } from '../../src/ask/table/frameRow';
import type { Column } from '../../src/ask/table/tableMessages';
import { icons, swatch } from '../icons';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { scopedName } from '../scopedName';
import {
  bookmarkWords,
  collectedLabel,
  collectedWords,
  grouped,
  milliseconds,
  placeText,
} from '../text';
import type { TableModel } from './tableModel';
import { columnTitle, isSameColumn } from './tableSettings';

/** The cells of a row; of one that is still on its way, placeholders. */
export function cellsOf(model: PageModel, row: number): TemplateResult {
  const { table } = model;
  const shown = table.get(row);
  const picked = pickedAt(table, row);
  let own = 0;
  return html`${table.columns.map(({ column }) => {
    const isOwn = column.kind === 'value' || column.kind === 'change';
    const cell = isOwn ? shown?.values[own++] : undefined;
    const menu = shown ? cellMenu(column, shown, picked) : undefined;
    return html`<div
      class=${cellClass(column)}
      role="gridcell"
      data-vscode-context=${menu ?? nothing}
    >
      ${shown === undefined ? unloaded(model, column, row) : loaded(model, column, shown, cell)}
    </div>`;
  })}`;
}

/** What the context menu is told of a row. */
export function rowMenu(model: PageModel, row: number): string | undefined {
  const shown = model.table.get(row);
  return shown && menuData({ ...frameOf(shown), ...pickedAt(model.table, row) });
}

/** What the menu does for several rows, where the row is one of them. */
function pickedAt({ selection }: TableModel, row: number): MenuPlace {
  return selection.has(row) ? { selected: true } : {};
}

/** The frame of a row, with all that it can be filtered by. */
function frameOf(row: FrameRow): MenuPlace {
  return { ...whereOf(row), tracepoint: row.tracepoint };
}

function whereOf({ frame, functionName, place }: FrameRow): MenuPlace {
  return {
    frame,
    ...(functionName !== undefined && { function: true }),
    ...(place && { line: true, source: place }),
  };
}

/**
 * A cell offers what it shows; one that shows nothing of the frame but itself, what the row does.
 */
function cellMenu(column: Column, row: FrameRow, picked: MenuPlace): string {
  return menuData({ ...cellPlace(column, row), ...picked });
}

function cellPlace(column: Column, row: FrameRow): MenuPlace {
  const { frame, tracepoint, place } = row;
  switch (column.kind) {
    case 'frame':
    case 'time':
    case 'elapsed':
    case 'collected':
    case 'size':
      return { ...frameOf(row), column };
    case 'tracepoint':
      return { ...(place && { source: place }), frame, tracepoint, column };
    case 'where':
      return { ...whereOf(row), column };
    case 'pc':
      return { ...(place && { source: place }), frame, column, value: '$pc' };
    case 'value':
    case 'change':
      return { frame, column, value: column.text };
  }
}

/** The class of a column's cells, which gives their alignment. */
function cellClass({ kind }: Column): string {
  return `cell-${kind}`;
}

function unloaded(model: PageModel, { kind }: Column, row: number): TemplateResult {
  const frame = model.table.frameAt(row);
  return kind === 'frame' && frame !== undefined
    ? frameNumber(model, frame)
    : html`<span class="placeholder"></span>`;
}

function loaded(
  model: PageModel,
  column: Column,
  row: FrameRow,
  cell: Cell | undefined,
): TemplateResult {
  switch (column.kind) {
    case 'frame':
      return frameNumber(model, row.frame);
    case 'tracepoint':
      return html`<span class="tracepoint ${row.stepping ? 'stepping' : ''}">
        ${swatch(model.trace, row.tracepoint)}<span>${row.tracepoint}</span>
        ${row.stepping ? html`<span class="dim">${t('↳ step')}</span>` : nothing}
      </span>`;
    case 'where':
      return where(row);
    case 'pc':
      return programCounter(row);
    case 'time':
      return time(row.time);
    case 'elapsed':
      return time(row.elapsed, '+');
    case 'collected':
      return collected(row);
    case 'size':
      return html`${grouped(row.size)}`;
    case 'value':
    case 'change':
      return ownCell(cell);
  }
}

function frameNumber(model: PageModel, frame: number): TemplateResult {
  const isHere = frame === model.debuggedFrame;
  return html`${bookmark(model.bookmarks.notes.get(frame))}${
    isHere
      ? html`<span
          class="debugger-here"
          role="img"
          aria-label=${t('debugger')}
          title=${t('The debugger is here')}
          >${icons.play}</span
        >`
      : nothing
  }${grouped(frame)}`;
}

/** A mark, with the note for who asks. */
function bookmark(note: string | undefined): TemplateResult | typeof nothing {
  if (note === undefined) return nothing;
  const label = bookmarkWords(note);
  return html`<span class="bookmarked" role="img" aria-label=${label} title=${note || label}
    >${icons.bookmarked}</span
  >`;
}

function where(row: FrameRow): TemplateResult {
  const { frame, functionName, place, at } = row;
  if (at !== undefined) {
    return html`<span class="where" title=${whereSet}>
      <span class="function dim">${scopedName(at)}</span>
    </span>`;
  }
  return html`<span class="where" title=${whereTitle(row)}>
    ${
      functionName === undefined
        ? nothing
        : html`<span
            class="function"
            data-vscode-context=${menuData({ frame, function: true, text: functionName })}
            >${scopedName(functionName)}</span
          >`
    }
    ${
      place === undefined
        ? nothing
        : html`<span
            class="place dim"
            data-vscode-context=${menuData({ frame, line: true, source: place, text: `${place.file}:${place.line}` })}
            ><bdi>${placeText(place)}</bdi></span
          >`
    }
  </span>`;
}

const whereSet = t('Where the tracepoint was set; no program says more');

/** Milliseconds in every row, so that they can be compared at a glance. */
function time(microseconds: number | undefined, sign = ''): TemplateResult {
  if (microseconds === undefined) {
    return html`<span class="dim" title=${t('The time was not collected')}>–</span>`;
  }
  return html`${microseconds >= 0 ? sign : ''}${milliseconds(microseconds)}`;
}

function collected(row: FrameRow): TemplateResult {
  return html`${row.collected.map(
    (each) => html`
      <span class="chip" title=${collectedWords(each)}>${collectedLabel(each)}</span>
    `,
  )}
  ${
    row.damaged
      ? html`<span class="chip damaged" title=${t('Its blocks cannot all be read')}
          >${t('damaged')}</span
        >`
      : nothing
  }`;
}

/** `–` where there is no value; why, to who asks. */
function ownCell(cell: Cell | undefined): TemplateResult {
  if (cell?.text !== undefined) return html`<span title=${cell.text}>${cell.text}</span>`;
  return html`<span class="dim" title=${cell?.problem ?? t('No value')}>–</span>`;
}

function programCounter({ pc, pcInferred }: FrameRow): TemplateResult {
  if (pc === undefined) {
    return html`<span class="dim" title=${t('The program counter was not collected')}>–</span>`;
  }
  return pcInferred
    ? html`<span class="dim" title=${t('Not collected: inferred from where the tracepoint is')}
        >(${pc})</span
      >`
    : html`${pc}`;
}

function whereTitle({ functionName, place }: FrameRow): string {
  const at = place === undefined ? [] : [`${place.file}:${place.line}`];
  return [...(functionName === undefined ? [] : [functionName]), ...at].join('\n');
}

/** One element with role columnheader for each column; `beside` follows a column's title. */
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
        data-vscode-context=${menuData({ head: column })}
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
