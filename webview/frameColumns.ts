// What the grid shows of a frame.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameRow } from '../src/editor/messages';
import type { GridColumn } from './grid';
import { icons } from './icons';
import type { PageModel } from './pageModel';
import { collectedLabel, collectedWords, placeText } from './text';
import { swatch } from './tracepointColour';

export const frameColumns: readonly GridColumn[] = [
  { title: 'frame', className: 'cell-frame' },
  { title: 'tracepoint', className: 'cell-tracepoint' },
  { title: 'where', className: 'cell-where' },
  { title: 'pc', className: 'cell-pc' },
  { title: 'collected', className: 'cell-collected' },
  { title: 'size', className: 'cell-size' },
];

/** The cells of a frame; of one whose row is still on its way, its number alone. */
export function frameCells(model: PageModel, frame: number): TemplateResult {
  const row = model.rows.get(frame);
  return html`
    <div class="cell-frame" role="gridcell">${debuggerMark(model, frame)}${frame}</div>
    ${row === undefined ? placeholders : loadedCells(model, row)}
  `;
}

const placeholders = html`${frameColumns
  .slice(1)
  .map(
    ({ className }) =>
      html`<div class=${className} role="gridcell"><span class="placeholder"></span></div>`,
  )}`;

function debuggerMark(model: PageModel, frame: number): TemplateResult | typeof nothing {
  return frame === model.debuggedFrame
    ? html`<span class="debugger-here" role="img" aria-label="debugger" title="The debugger is here"
        >${icons.play}</span
      >`
    : nothing;
}

function loadedCells(model: PageModel, row: FrameRow): TemplateResult {
  return html`
    <div class="cell-tracepoint ${row.stepping ? 'stepping' : ''}" role="gridcell">
      ${swatch(model.trace, row.tracepoint)}
      <span>${row.tracepoint}</span>
      ${row.stepping ? html`<span class="dim">↳ step</span>` : nothing}
    </div>
    <div class="cell-where" role="gridcell" title=${whereTitle(row)}>
      ${
        row.functionName === undefined
          ? nothing
          : html`<span class="function">${row.functionName}</span>`
      }
      ${
        row.place === undefined
          ? nothing
          : html`<span class="place dim">${placeText(row.place)}</span>`
      }
    </div>
    <div class="cell-pc" role="gridcell">${programCounter(row)}</div>
    <div class="cell-collected" role="gridcell">
      ${row.collected.map(
        (collected) => html`
          <span class="chip" title=${collectedWords(collected)}>${collectedLabel(collected)}</span>
        `,
      )}
      ${
        row.damaged
          ? html`<span class="chip damaged" title="Its blocks cannot all be read">damaged</span>`
          : nothing
      }
    </div>
    <div class="cell-size" role="gridcell">${row.size}</div>
  `;
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
  const where = place === undefined ? [] : [`${place.file}:${place.line}`];
  return [...(functionName === undefined ? [] : [functionName]), ...where].join('\n');
}
