// What the table shows of a frame: a cell for each column.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Cell, FrameRow } from '../../src/editor/messages';
import type { Column } from '../../src/editor/pageMessages';
import { icons } from '../icons';
import type { PageModel } from '../pageModel';
import { collectedLabel, collectedWords, placeText } from '../text';
import { swatch } from '../tracepointColour';

/** The cells of a row; of one that is still on its way, placeholders. */
export function cellsOf(model: PageModel, row: number): TemplateResult {
  const { table } = model;
  const shown = table.get(row);
  let own = 0;
  return html`${table.columns.map(({ column }) => {
    const isOwn = column.kind === 'value' || column.kind === 'change';
    const cell = isOwn ? shown?.values[own++] : undefined;
    return html`<div class=${cellClass(column)} role="gridcell">
      ${shown === undefined ? unloaded(model, column, row) : loaded(model, column, shown, cell)}
    </div>`;
  })}`;
}

/** The class of a column's cells, which gives their alignment. */
export function cellClass({ kind }: Column): string {
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
        ${row.stepping ? html`<span class="dim">↳ step</span>` : nothing}
      </span>`;
    case 'where':
      return where(row);
    case 'pc':
      return programCounter(row);
    case 'collected':
      return collected(row);
    case 'size':
      return html`${row.size}`;
    case 'value':
    case 'change':
      return ownCell(cell);
  }
}

function frameNumber(model: PageModel, frame: number): TemplateResult {
  const isHere = frame === model.debuggedFrame;
  return html`${
    isHere
      ? html`<span
          class="debugger-here"
          role="img"
          aria-label="debugger"
          title="The debugger is here"
          >${icons.play}</span
        >`
      : nothing
  }${frame}`;
}

function where(row: FrameRow): TemplateResult {
  const { functionName, place } = row;
  return html`<span class="where" title=${whereTitle(row)}>
    ${functionName === undefined ? nothing : html`<span class="function">${functionName}</span>`}
    ${place === undefined ? nothing : html`<span class="place dim">${placeText(place)}</span>`}
  </span>`;
}

function collected(row: FrameRow): TemplateResult {
  return html`${row.collected.map(
    (each) => html`
      <span class="chip" title=${collectedWords(each)}>${collectedLabel(each)}</span>
    `,
  )}
  ${
    row.damaged
      ? html`<span class="chip damaged" title="Its blocks cannot all be read">damaged</span>`
      : nothing
  }`;
}

/** `–` where there is no value; why, to who asks. */
function ownCell(cell: Cell | undefined): TemplateResult {
  if (cell?.text !== undefined) return html`<span title=${cell.text}>${cell.text}</span>`;
  return html`<span class="dim" title=${cell?.problem ?? 'No value'}>–</span>`;
}

function programCounter({ pc, pcInferred }: FrameRow): TemplateResult {
  if (pc === undefined) {
    return html`<span class="dim" title="The program counter was not collected">–</span>`;
  }
  return pcInferred
    ? html`<span class="dim" title="Not collected: inferred from where the tracepoint is"
        >(${pc})</span
      >`
    : html`${pc}`;
}

function whereTitle({ functionName, place }: FrameRow): string {
  const at = place === undefined ? [] : [`${place.file}:${place.line}`];
  return [...(functionName === undefined ? [] : [functionName]), ...at].join('\n');
}
