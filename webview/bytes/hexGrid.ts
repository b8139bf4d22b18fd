// The bytes of the file as a grid of any length: only the rows in sight exist (scrollModel.ts says why it scrolls by
// itself). Roles and keys follow WAI-ARIA Authoring Practices, "Grid Pattern".
import { html, render, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import { Redraw } from '../redraw';
import { Scrollbar } from '../scrollbar';
import { ScrollModel } from '../scrollModel';
import type { BytesModel } from './bytesModel';
import { offsetText } from './offsetInput';
import { partPath } from './partPath';

/** Bytes of a row, the widest first that fits. */
const rowWidths = [32, 16, 8] as const;
/** Characters of the probe by which the width of one is measured. */
const probeLength = 100;

export class HexGrid {
  readonly element = document.createElement('div');
  private readonly grid: HTMLElement;
  private readonly viewport: HTMLElement;
  private readonly rows: HTMLElement;
  private readonly probe: HTMLElement;
  private readonly scroll = new ScrollModel();
  private readonly scrollbar: Scrollbar;
  private readonly redraw = new Redraw(() => {
    this.paint();
  });
  private rowBytes = 16;
  private rowHeight = 22;
  private viewportHeight = 0;
  private touchY = 0;

  constructor(
    private readonly model: BytesModel,
    /** Other bytes may be in sight now. */
    private readonly painted: () => void,
  ) {
    this.element.className = 'hex-frame';
    render(skeleton, this.element);
    this.grid = this.partOf('hex-grid');
    this.viewport = this.partOf('hex-viewport');
    this.rows = this.partOf('hex-rows');
    this.probe = this.partOf('hex-probe');
    this.scrollbar = new Scrollbar(this.scroll, this.redraw.soon, () =>
      offsetText(this.scroll.firstRow * this.rowBytes),
    );
    this.element.append(this.scrollbar.element);
    this.listen();
  }

  /** Shows the bytes as they are known now. */
  draw(): void {
    this.redraw.now();
  }

  focus(): void {
    this.grid.focus();
  }

  private paint(): void {
    if (this.viewportHeight === 0) return;
    const { model, scroll, rowBytes, rowHeight, viewportHeight } = this;
    const { size } = model.cache;
    const rowCount = Math.ceil(size / rowBytes);
    scroll.resize({ rowCount, rowHeight, viewportHeight });
    if (model.target !== undefined) scroll.reveal(Math.floor(model.target / rowBytes));
    model.target = undefined;
    const { firstRow, endRow, remainder } = scroll;
    model.setInSight(firstRow * rowBytes, Math.min(size, endRow * rowBytes));
    const shown = Array.from({ length: Math.max(0, endRow - firstRow) }, (_, i) =>
      hexRow(model, (firstRow + i) * rowBytes, rowBytes, this.offsetDigits),
    );
    render(shown, this.rows);
    this.rows.style.transform = `translateY(${-Math.round(remainder)}px)`;
    this.grid.style.setProperty('--bytes', rowBytes.toString());
    this.grid.setAttribute('aria-rowcount', rowCount.toString());
    this.grid.setAttribute('aria-colcount', (rowBytes + 2).toString());
    this.describeCursor();
    this.scrollbar.paint();
    this.painted();
  }

  /** Digits of an offset of this file. */
  private get offsetDigits(): number {
    return Math.max(8, this.model.cache.size.toString(16).length);
  }

  private describeCursor(): void {
    const id = `byte-${this.model.selection.cursor}`;
    if (this.rows.querySelector(`#${id}`) === null)
      this.grid.removeAttribute('aria-activedescendant');
    else this.grid.setAttribute('aria-activedescendant', id);
  }

  private partOf(className: string): HTMLElement {
    const found = this.element.querySelector<HTMLElement>(`.${className}`);
    if (found === null) throw new Error(`The skeleton has no ${className}.`);
    return found;
  }

  private listen(): void {
    const sizes = new ResizeObserver(() => {
      this.measure();
    });
    for (const element of [this.viewport, this.probe]) sizes.observe(element);
    this.grid.addEventListener('keydown', this.onKey);
    this.grid.addEventListener('copy', this.onCopy);
    this.viewport.addEventListener('pointerdown', this.onPointerDown);
    this.viewport.addEventListener('pointermove', this.onPointerMove);
    this.viewport.addEventListener('pointerover', this.onPointerOver);
    this.element.addEventListener('wheel', this.onWheel, { passive: false });
  }

  /** Takes the sizes as they are now; the row at the top stays there. */
  private measure(): void {
    this.viewportHeight = this.viewport.clientHeight;
    const { width, height } = this.probe.getBoundingClientRect();
    if (width === 0) return;
    this.rowHeight = height;
    const first = this.scroll.firstRow * this.rowBytes;
    const characters = (this.viewport.clientWidth / width) * probeLength;
    const fits = (bytes: number) => this.offsetDigits + 6 + 4 * bytes <= characters;
    const rowBytes = rowWidths.find(fits) ?? 8;
    if (rowBytes !== this.rowBytes) {
      this.rowBytes = rowBytes;
      const rowCount = Math.ceil(this.model.cache.size / rowBytes);
      const { rowHeight, viewportHeight } = this;
      this.scroll.resize({ rowCount, rowHeight, viewportHeight });
      this.scroll.scrollToRow(Math.floor(first / rowBytes));
    }
    this.redraw.soon();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (this.takeKey(event)) event.preventDefault();
  };

  private takeKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const { model } = this;
    if (altKey) {
      const which = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
      if (which !== undefined) void model.selectPart(which);
      return which !== undefined;
    }
    const control = ctrlKey || metaKey;
    const { rowBytes } = this;
    const layout = { rowBytes, rowsPerPage: this.scroll.rowsPerPage };
    if (model.moveByKey(key, control, shiftKey, layout)) return true;
    if (control && key === 'a') model.selectAll();
    else if (!control && key === 'Enter') model.selectFrame();
    else if (!control && key === ' ') void model.selectPart(0);
    else return false;
    return true;
  }

  private readonly onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    void this.model.copy('hex');
  };

  private readonly onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') this.touchY = event.clientY;
    const offset = offsetUnder(event.target);
    if (event.button !== 0 || offset === undefined) return;
    this.grid.focus();
    event.preventDefault();
    this.viewport.setPointerCapture(event.pointerId);
    this.model.moveTo(offset, event.shiftKey);
  };

  /** Drags the selection; above and below the rows it scrolls. A finger scrolls. */
  private readonly onPointerMove = (event: PointerEvent): void => {
    if (!this.viewport.hasPointerCapture(event.pointerId)) return;
    if (event.pointerType === 'touch') {
      this.scrollBy(this.touchY - event.clientY);
      this.touchY = event.clientY;
      return;
    }
    const { top, bottom } = this.viewport.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (y < top || y >= bottom) this.scrollBy(y < top ? -this.rowHeight : this.rowHeight);
    const inside = Math.min(Math.max(y, top + 1), bottom - 1);
    const offset = offsetUnder(document.elementFromPoint(x, inside));
    if (offset !== undefined && offset !== this.model.selection.cursor) {
      this.model.moveTo(offset, true);
    }
  };

  /** Says what a byte is where the pointer rests on it. */
  private readonly onPointerOver = ({ target }: PointerEvent): void => {
    const offset = offsetUnder(target);
    if (offset === undefined || !(target instanceof HTMLElement)) return;
    const path = partPath(this.model.cache.partAt(offset), offset).join(' › ');
    const damage = this.model.damageOf(offset);
    target.title = [offsetText(offset), path, damage?.message ?? ''].filter(Boolean).join('\n');
  };

  private readonly onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) return;
    event.preventDefault();
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? this.rowHeight
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? this.viewportHeight
          : 1;
    this.scrollBy(event.deltaY * unit);
  };

  private scrollBy(pixels: number): void {
    this.scroll.scrollBy(pixels);
    this.redraw.soon();
  }
}

/** The byte that an element shows. */
function offsetUnder(target: EventTarget | null): number | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-offset]') : null;
  const offset = element?.dataset['offset'];
  return offset === undefined ? undefined : Number(offset);
}

const skeleton: TemplateResult = html`
  <div
    class="hex-grid mono"
    role="grid"
    tabindex="0"
    aria-label=${t('Bytes of the file')}
    aria-multiselectable="true"
  >
    <div class="hex-viewport"><div class="hex-rows" role="rowgroup"></div></div>
  </div>
  <div class="hex-probe mono" aria-hidden="true">${'0'.repeat(probeLength)}</div>
`;

/** The row that begins at an offset; `digits` of the offset are shown. */
function hexRow(
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
