// A row of bytes: the offset, the bytes, and their text. What a byte belongs to is told by colour, by the rules where
// parts and fields begin, and in words under the grid.
import { html, type TemplateResult } from 'lit/html.js';
import type { BytesModel } from './bytesModel';

/** The row that begins at an offset; `digits` of the offset are shown. */
export function hexRow(
  model: BytesModel,
  start: number,
  rowBytes: number,
  digits: number,
): TemplateResult {
  const { size } = model.cache;
  const offsets = Array.from({ length: Math.min(rowBytes, size - start) }, (_, i) => start + i);
  const shown = offsets.map((offset) => ({ offset, classes: classesOf(model, offset) }));
  const selected = (offset: number) => (isSelected(model, offset) ? 'true' : 'false');
  return html`
    <div class="hex-row" role="row" aria-rowindex=${start / rowBytes + 1}>
      <span class="hex-offset" role="rowheader">${start.toString(16).padStart(digits, '0')}</span>
      <span class="hex-bytes" role="presentation"
        >${shown.map(
          ({ offset, classes }, i) =>
            html`<span
              id="byte-${offset}"
              class="byte ${classes}"
              role="gridcell"
              aria-colindex=${i + 2}
              aria-selected=${selected(offset)}
              data-offset=${offset}
              >${hexDigits(model.cache.byteAt(offset))}</span
            >`,
        )}</span
      >
      <span class="hex-text" role="gridcell" aria-colindex=${rowBytes + 2}
        >${shown.map(
          ({ offset, classes }) =>
            html`<span class="character ${classes}" data-offset=${offset}
              >${character(model.cache.byteAt(offset))}</span
            >`,
        )}</span
      >
    </div>
  `;
}

function classesOf(model: BytesModel, offset: number): string {
  const part = model.cache.partAt(offset);
  const damage = model.damageOf(offset);
  return [
    part ? `part-${part.kind}` : '',
    part?.offset === offset ? 'part-start' : '',
    part?.fields.some((field) => field.offset === offset) ? 'field-start' : '',
    damage ? `damage-${damage.severity}` : '',
    model.find.holds(offset) ? 'found' : '',
    isSelected(model, offset) ? 'selected' : '',
    model.selection.cursor === offset ? 'cursor' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function isSelected(model: BytesModel, offset: number): boolean {
  const { anchor, cursor } = model.selection;
  return offset >= Math.min(anchor, cursor) && offset <= Math.max(anchor, cursor);
}

function hexDigits(byte: number | undefined): string {
  return byte === undefined ? '··' : byte.toString(16).padStart(2, '0');
}

function character(byte: number | undefined): string {
  if (byte === undefined) return ' ';
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}
