// A grid of bytes of any length: only the rows in sight exist (scrollModel.ts says why it scrolls
// by itself). Roles and keys follow WAI-ARIA Authoring Practices, "Grid Pattern", with the focus on
// the grid itself.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { CopyFormat } from '../../src/ask/bytes/copyBytes';
import type { Endian } from '../../src/workbench/memoryView/messages';
import { onMenuKey } from '../menu';
import { Redraw } from '../redraw';
import { Scrollbar } from '../scrollbar';
import { ScrollModel } from '../scrollModel';
import { bytesWidth, rowBytesIn, type HexRow } from './hexLayout';
import type { HexSelection, SelectedPlaces } from './hexSelection';

/** The bytes that a grid shows, and what is done with them. */
export interface HexContents {
  readonly selection: HexSelection;
  /** Name of the grid, for a screen reader. */
  readonly label: string;
  /** What the ids of its elements begin with. */
  readonly name: string;
  /** The order in which the bytes of a group are digits of a number. */
  readonly order: Endian;
  /** Two characters for a byte that is not known. */
  readonly unknown: string;
  /** An address as it is shown, always of the same width or narrower than the last one. */
  addressText(address: bigint): string;
  /** The byte at a place; undefined where it is not known. */
  byteAt(place: number): number | undefined;
  /** CSS classes of a byte. */
  classesOf(place: number): string;
  /** A byte in words. */
  wordsOf(place: number): string;
  /** The text above or below a range. */
  textOf?(kind: 'head' | 'foot', range: number): TemplateResult;
  /** The names of what is at places. */
  labelsOf?(places: SelectedPlaces): readonly { readonly kind: string; readonly text: string }[];
  /** The value of `data-vscode-context` for a range. */
  menuOf?(range: number): string | undefined;
  /** These places are in sight. */
  setInSight?(places: SelectedPlaces): void;
  /** Goes where the byte at the cursor leads. */
  open(): void;
  /** Selects what the cursor is in, or what is before or after that. */
  selectPart(which: -1 | 0 | 1): void;
  copy(format: CopyFormat): void;
}

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
  /** Characters that fit a row. */
  private characters = 80;
  private rowHeight = 22;
  private viewportHeight = 0;
  private touchY = 0;

  constructor(
    private readonly contents: HexContents,
    /** Other bytes may be in sight now. */
    private readonly painted: () => void = () => undefined,
  ) {
    this.element.className = 'hex-frame';
    render(skeleton(contents), this.element);
    this.grid = this.partOf('hex-grid');
    this.viewport = this.partOf('hex-viewport');
    this.rows = this.partOf('hex-rows');
    this.probe = this.partOf('hex-probe');
    this.scrollbar = new Scrollbar(this.scroll, this.redraw.soon, () => {
      const { layout } = contents.selection;
      const { start } = layout.rowAt(this.scroll.firstRow);
      return contents.addressText(layout.addressOf(start));
    });
    this.element.append(this.scrollbar.element);
    this.listen();
  }

  /** Shows the bytes as they are known now, where the grid is in the page. */
  draw(): void {
    if (this.element.isConnected) this.redraw.now();
  }

  private paint(): void {
    this.fit();
    const { contents, scroll, rowHeight, viewportHeight } = this;
    const { selection } = contents;
    const { layout } = selection;
    const { rowCount } = layout;
    this.element.style.setProperty('--rows', rowCount.toString());
    if (viewportHeight === 0) return;
    scroll.resize({ rowCount, rowHeight, viewportHeight });
    const { target } = selection;
    if (target !== undefined) scroll.reveal(layout.rowOf(target));
    selection.target = undefined;
    const { firstRow, endRow, remainder } = scroll;
    const shown = Array.from({ length: Math.max(0, endRow - firstRow) }, (_, i) =>
      layout.rowAt(firstRow + i),
    );
    contents.setInSight?.({ start: shown[0]?.start ?? 0, end: shown.at(-1)?.end ?? 0 });
    const places = selection.places;
    render(
      shown.map((row, i) => rowView(contents, row, firstRow + i, places)),
      this.rows,
    );
    this.rows.style.transform = `translateY(${-Math.round(remainder)}px)`;
    this.setSizes();
    this.describeCursor(target !== undefined);
    this.scrollbar.paint();
    this.viewport.style.touchAction = scroll.thumb ? 'none' : 'auto';
    this.painted();
  }

  /** Lays out as many bytes in a row as fit; the row at the top stays there. */
  private fit(): void {
    const { contents, scroll, rowHeight, viewportHeight } = this;
    const { selection } = contents;
    const rowBytes = rowBytesIn(this.characters, {
      addressWidth: this.addressWidth,
      groupSize: selection.groupSize,
      hasLabels: contents.labelsOf !== undefined,
    });
    const { layout } = selection;
    if (rowBytes === layout.rowBytes) return;
    const { start } = layout.rowAt(scroll.firstRow);
    selection.setRowBytes(rowBytes);
    const { rowCount } = selection.layout;
    scroll.resize({ rowCount, rowHeight, viewportHeight });
    scroll.scrollToRow(selection.layout.rowOf(start));
  }

  /** Characters of the longest address. */
  private get addressWidth(): number {
    const { layout } = this.contents.selection;
    const last = layout.ranges.map(({ start, length }) => start + BigInt(length));
    const highest = last.reduce((high, each) => (each > high ? each : high), 0n);
    return this.contents.addressText(highest).length;
  }

  private setSizes(): void {
    const { layout, groupSize } = this.contents.selection;
    const { style } = this.grid;
    style.setProperty('--address-width', this.addressWidth.toString());
    style.setProperty('--bytes-width', bytesWidth(layout.rowBytes, groupSize).toString());
    style.setProperty('--row-bytes', layout.rowBytes.toString());
    this.grid.setAttribute('aria-rowcount', layout.rowCount.toString());
    const others = this.contents.labelsOf ? 3 : 2;
    const cells = layout.rowBytes / groupSize;
    this.grid.setAttribute('aria-colcount', (cells + others).toString());
  }

  /** `isMoved`: the cursor is to be in sight of whatever scrolls the grid. */
  private describeCursor(isMoved: boolean): void {
    const cursor = this.cursorElement;
    if (!cursor) {
      this.grid.removeAttribute('aria-activedescendant');
      return;
    }
    this.grid.setAttribute('aria-activedescendant', cursor.id);
    if (isMoved && document.activeElement === this.grid) {
      cursor.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  private get cursorElement(): HTMLElement | null {
    return this.rows.querySelector<HTMLElement>(`#${this.contents.name}-cursor`);
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
    this.grid.addEventListener('contextmenu', this.onContextMenu);
    this.viewport.addEventListener('pointerdown', this.onPointerDown);
    this.viewport.addEventListener('pointermove', this.onPointerMove);
    this.viewport.addEventListener('dblclick', this.onDoubleClick);
    this.element.addEventListener('wheel', this.onWheel, { passive: false });
  }

  /** Takes the sizes as they are now. */
  private measure(): void {
    const { width, height } = this.probe.getBoundingClientRect();
    if (width === 0) return;
    this.viewportHeight = this.viewport.clientHeight;
    this.rowHeight = height;
    this.characters = Math.floor((this.grid.clientWidth / width) * probeLength);
    this.redraw.soon();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    // A button in a row has keys of its own.
    if (event.target === this.grid && this.takeKey(event)) event.preventDefault();
  };

  private takeKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const { contents } = this;
    const { selection } = contents;
    if (altKey) {
      const which = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
      if (which !== undefined) contents.selectPart(which);
      return which !== undefined;
    }
    const control = ctrlKey || metaKey;
    if (selection.moveByKey(key, control, shiftKey, this.scroll.rowsPerPage)) return true;
    // Caps Lock makes letters upper-case.
    const letter = control ? key.toLowerCase() : '';
    if (letter === 'a') selection.selectAll();
    else if (letter === 'c' && selection.cursor >= 0) contents.copy('hex');
    else if (!control && key === 'Escape' && selection.cursor >= 0) selection.clear();
    else if (!control && key === 'Enter') contents.open();
    else if (!control && key === ' ') contents.selectPart(0);
    else return false;
    return true;
  }

  private readonly onCopy = (event: ClipboardEvent): void => {
    if (this.contents.selection.cursor < 0) return;
    event.preventDefault();
    this.contents.copy('hex');
  };

  private readonly onContextMenu = (event: MouseEvent): void => {
    onMenuKey(event, this.cursorElement ?? this.rows.querySelector('.hex-row'));
  };

  private readonly onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') this.touchY = event.clientY;
    const place = placeUnder(event.target);
    if (event.button === 2) this.selectForMenu(place);
    if (event.button !== 0 || place === undefined) return;
    this.grid.focus({ preventScroll: true });
    event.preventDefault();
    this.viewport.setPointerCapture(event.pointerId);
    this.contents.selection.moveTo(place, event.shiftKey);
  };

  /** A menu is of the byte under it, or of the selected ones; it opens before the next frame. */
  private selectForMenu(place: number | undefined): void {
    const { selection } = this.contents;
    const { start, end } = selection.places;
    if (place === undefined || (place >= start && place < end)) return;
    selection.moveTo(place, false);
    this.redraw.now();
  }

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
    const place = placeUnder(document.elementFromPoint(x, inside));
    const { selection } = this.contents;
    if (place !== undefined && place !== selection.cursor) selection.moveTo(place, true);
  };

  private readonly onDoubleClick = ({ target }: MouseEvent): void => {
    if (placeUnder(target) !== undefined) this.contents.open();
  };

  /** At the ends the wheel scrolls what is around the grid. */
  private readonly onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) return;
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? this.rowHeight
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? this.viewportHeight
          : 1;
    const { firstRow, remainder } = this.scroll;
    this.scrollBy(event.deltaY * unit);
    const isMoved = this.scroll.firstRow !== firstRow || this.scroll.remainder !== remainder;
    if (isMoved) event.preventDefault();
  };

  private scrollBy(pixels: number): void {
    this.scroll.scrollBy(pixels);
    this.redraw.soon();
  }
}

/** The place of the byte that an element shows. */
function placeUnder(target: EventTarget | null): number | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  const place = element?.dataset['place'];
  return place === undefined ? undefined : Number(place);
}

function skeleton({ label, name }: HexContents): TemplateResult {
  return html`
    <div
      class="hex-grid mono"
      role="grid"
      tabindex="0"
      aria-label=${label}
      aria-readonly="true"
      aria-multiselectable="true"
      data-testid=${name}
    >
      <div class="hex-viewport"><div class="hex-rows" role="rowgroup"></div></div>
    </div>
    <div class="hex-probe mono" aria-hidden="true">${'0'.repeat(probeLength)}</div>
  `;
}

function rowView(
  contents: HexContents,
  row: HexRow,
  index: number,
  selected: SelectedPlaces,
): TemplateResult {
  const menu = contents.menuOf?.(row.range) ?? nothing;
  if (row.kind !== 'bytes') {
    return html`<div
      class="hex-row"
      role="row"
      aria-rowindex=${index + 1}
      data-vscode-context=${menu}
    >
      <div role="gridcell">${contents.textOf?.(row.kind, row.range) ?? nothing}</div>
    </div>`;
  }
  const { layout, groupSize } = contents.selection;
  const groups = Array.from({ length: Math.ceil((row.end - row.start) / groupSize) }, (_, i) => {
    const start = row.start + i * groupSize;
    const places = { start, end: Math.min(start + groupSize, row.end) };
    return groupView(contents, places, i + 2, selected);
  });
  const cells = layout.rowBytes / groupSize;
  return html`
    <div class="hex-row" role="row" aria-rowindex=${index + 1} data-vscode-context=${menu}>
      <span class="hex-address" role="rowheader"
        >${contents.addressText(layout.addressOf(row.start))}</span
      >
      <span class="hex-bytes" role="presentation">${groups}</span>
      <span class="hex-text" role="gridcell" aria-colindex=${cells + 2}
        >${placesIn(row).map((place) => characterView(contents, place, selected))}</span
      >
      ${contents.labelsOf ? labelsView(contents.labelsOf(row), cells + 3) : nothing}
    </div>
  `;
}

function placesIn({ start, end }: SelectedPlaces): readonly number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

/** A group of one byte is one element. */
function groupView(
  contents: HexContents,
  { start, end }: SelectedPlaces,
  column: number,
  selected: SelectedPlaces,
): TemplateResult {
  const { cursor } = contents.selection;
  const isCursor = cursor >= start && cursor < end;
  const isSelected = start >= selected.start && start < selected.end;
  const marks = `${isSelected ? ' selected' : ''}${isCursor ? ' cursor' : ''}`;
  const bytes = placesIn({ start, end });
  const isOne = bytes.length === 1;
  return html`<span
    id=${isCursor ? `${contents.name}-cursor` : nothing}
    class="group${isOne ? ` byte ${contents.classesOf(start)}` : ''}${marks}"
    role="gridcell"
    aria-colindex=${column}
    aria-selected=${isSelected ? 'true' : 'false'}
    title=${isOne ? contents.wordsOf(start) : nothing}
    data-place=${start}
    >${
      isOne
        ? digits(contents, start)
        : (contents.order === 'little' ? [...bytes].reverse() : bytes).map(
            (place) =>
              html`<span
                class="byte ${contents.classesOf(place)}"
                title=${contents.wordsOf(place)}
                data-place=${place}
                >${digits(contents, place)}</span
              >`,
          )
    }</span
  >`;
}

function digits(contents: HexContents, place: number): string {
  return contents.byteAt(place)?.toString(16).padStart(2, '0') ?? contents.unknown;
}

function characterView(
  contents: HexContents,
  place: number,
  selected: SelectedPlaces,
): TemplateResult {
  const byte = contents.byteAt(place);
  const isSelected = place >= selected.start && place < selected.end;
  const marks = `${isSelected ? ' selected' : ''}${place === contents.selection.cursor ? ' cursor' : ''}`;
  return html`<span
    class="character ${contents.classesOf(place)}${marks}"
    title=${contents.wordsOf(place)}
    data-place=${place}
    >${byte === undefined ? ' ' : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'}</span
  >`;
}

function labelsView(
  labels: readonly { readonly kind: string; readonly text: string }[],
  column: number,
): TemplateResult {
  const all = labels.map(({ text }) => text).join(' ');
  return html`<span class="hex-labels" role="gridcell" aria-colindex=${column} title=${all}
    >${labels.map(({ kind, text }) => html`<span class="label-${kind}">${text}</span> `)}</span
  >`;
}
