// The frames as a grid of any length. Only the rows in sight exist: a pool of elements that moves
// from one end to the other as the grid scrolls (scrollModel.ts says why it scrolls by itself).
// Roles and keys follow WAI-ARIA Authoring Practices, "Grid Pattern".
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { rowForKey, typeNumber } from './gridKeys';
import { t } from './l10n';
import { onMenuKey } from './menu';
import { Redraw } from './redraw';
import { Scrollbar } from './scrollbar';
import { ScrollModel } from './scrollModel';
import { countText } from './text';

/** How the columns are laid out, in CSS. */
export interface GridLayout {
  /** The value of grid-template-columns. */
  readonly template: string;
  /** The width below which the grid scrolls sideways. */
  readonly leastWidth: string;
}

/** What a grid shows, and what it tells of the user's acts. Rows count from 0. */
interface GridContent {
  readonly label: string;
  /** What the ids of its elements begin with. */
  readonly name: string;
  readonly rowCount: number;
  /** A row, where the selected one is known. */
  readonly selected: number | undefined;
  /** How many numbers can be typed to go to, from 0; none where numbers mean nothing. */
  readonly numbers: number;
  readonly layout: GridLayout;
  /** The heads of the columns, one element with role columnheader for each. */
  heads(): TemplateResult;
  /** Whether a row is marked. */
  isMarked(row: number): boolean;
  /** The cells of a row, one element with role gridcell for each column. */
  cells(row: number): TemplateResult;
  /** These rows are in sight, `end` exclusive. */
  inSight(first: number, end: number): void;
  /** The user scrolled. */
  scrolled?(): void;
  /** The user selected a row. */
  select(row: number): void;
  /** The user typed a number to go to. */
  goTo(number: number): void;
  /** The grid is so many characters wide. */
  resized(characters: number): void;
  /** Where several rows may be selected. */
  readonly several?: SeveralRows;
  /** The user opened the selected row. */
  open(): void;
  /** What the context menu is told of a row: the value of `data-vscode-context`. */
  menu(row: number): string | undefined;
  /** The user copies a row, or its cell in a column. */
  copy(row: number, column: number | undefined): void;
}

/** Rows that are selected beside the one that the keyboard is at. */
interface SeveralRows {
  has(row: number): boolean;
  /** Selects from where the selection began to a row, and goes there. */
  extendTo(row: number): void;
  toggle(row: number): void;
  selectAll(): void;
  /** Selects a row for its context menu. */
  selectForMenu(row: number): void;
}

/** A row element and the row that it shows. */
interface Slot {
  readonly element: HTMLElement;
  row: number;
}

export class VirtualGrid {
  readonly element = document.createElement('div');
  private readonly grid: HTMLElement;
  private readonly head: HTMLElement;
  private readonly probe: HTMLElement;
  private readonly viewport: HTMLElement;
  private readonly rowgroup: HTMLElement;
  private readonly numberBox: HTMLElement;
  private readonly scrollbar: Scrollbar;

  private readonly scroll = new ScrollModel();
  private readonly slots: Slot[] = [];
  private readonly redraw = new Redraw(() => {
    this.paint();
  });
  private rowHeight = 22;
  private viewportHeight = 0;
  private target: { readonly row: number; readonly atTop: boolean } | undefined;
  private typedNumber = '';
  /** The column that the keyboard has gone to; none while it goes from row to row. */
  private column: number | undefined;
  /** A column to be brought in sight, until the user scrolls. */
  private columnToReveal: number | undefined;
  private touchY = 0;

  constructor(private readonly content: GridContent) {
    this.element.className = 'grid-frame';
    render(skeleton(content), this.element);
    this.grid = this.part('grid');
    this.head = this.part('grid-heads');
    this.probe = this.part('grid-probe');
    this.viewport = this.part('grid-viewport');
    this.rowgroup = this.part('grid-rows');
    this.numberBox = this.part('number-box');
    this.scrollbar = new Scrollbar(this.scroll, this.scrolled);
    this.element.append(this.scrollbar.element);
    this.addSlot();
    this.listen();
  }

  /** Shows the content as it is now. */
  draw(): void {
    this.redraw.now();
  }

  /** Brings a row in sight with the next paint. */
  reveal(row: number): void {
    this.target = { row, atTop: false };
    this.redraw.soon();
  }

  /** Puts a row at the top with the next paint. */
  scrollTo(row: number): void {
    this.target = { row, atTop: true };
    this.redraw.soon();
  }

  /** Brings a column in sight, as wide as it becomes. */
  revealColumn(column: number): void {
    this.columnToReveal = column;
    this.redraw.soon();
  }

  /** Takes the keyboard's focus. */
  focus(): void {
    this.grid.focus();
  }

  private paint(): void {
    if (this.viewportHeight === 0) return;
    this.moveToTarget();
    this.paintHead();
    const { firstRow, endRow, remainder } = this.scroll;
    this.content.inSight(firstRow, endRow);
    this.assignSlots(firstRow, endRow - firstRow);
    for (const slot of this.slots) this.paintSlot(slot);
    this.rowgroup.style.transform = `translateY(${-Math.round(remainder)}px)`;
    this.scrollbar.paint();
    this.paintNumberBox();
    this.describe();
  }

  private paintHead(): void {
    const { template, leastWidth } = this.content.layout;
    this.grid.style.setProperty('--columns', template);
    this.grid.style.setProperty('--least-width', leastWidth);
    render(this.content.heads(), this.head);
    const revealed = this.columnToReveal;
    if (revealed === undefined) return;
    this.head.children[revealed]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private part(className: string): HTMLElement {
    const found = this.element.querySelector<HTMLElement>(`.${className}`);
    if (found === null) throw new Error(`The grid's skeleton has no ${className}.`);
    return found;
  }

  private listen(): void {
    const sizes = new ResizeObserver(() => {
      this.measure();
    });
    sizes.observe(this.viewport);
    for (const { element } of this.slots) sizes.observe(element);
    this.grid.addEventListener('keydown', this.onKey);
    this.grid.addEventListener('blur', this.forgetNumber);
    this.grid.addEventListener('contextmenu', (event) => {
      onMenuKey(event, this.active);
    });
    this.viewport.addEventListener('mousedown', this.onMouseDown);
    this.viewport.addEventListener('dblclick', this.onDoubleClick);
    this.viewport.addEventListener('copy', this.onCopy);
    this.viewport.addEventListener('pointerdown', this.onTouchStart);
    this.viewport.addEventListener('pointermove', this.onTouchMove);
    this.element.addEventListener('wheel', this.onWheel, { passive: false });
  }

  /** Takes the sizes as they are now; a selected row that was in sight stays there. */
  private measure(): void {
    const { selected } = this.content;
    if (selected !== undefined && this.isInSight(selected)) {
      this.target ??= { row: selected, atTop: false };
    }
    this.viewportHeight = this.viewport.clientHeight;
    const probe = this.probe.getBoundingClientRect().width;
    if (probe > 0) this.content.resized(Math.floor((this.grid.clientWidth / probe) * probeLength));
    const height = this.slots[0]?.element.getBoundingClientRect().height ?? 0;
    if (height > 0) this.rowHeight = height;
    this.paint();
  }

  private isInSight(row: number): boolean {
    return row >= this.scroll.firstRow && row < this.scroll.endRow;
  }

  private moveToTarget(): void {
    const { rowHeight, viewportHeight, target } = this;
    const { rowCount } = this.content;
    this.scroll.resize({ rowCount, rowHeight, viewportHeight });
    this.target = undefined;
    if (target === undefined) return;
    if (target.atTop) this.scroll.scrollToRow(target.row);
    else this.scroll.reveal(target.row);
  }

  /** Gives `count` slots the rows from `first`; those that stay in sight keep their element. */
  private assignSlots(first: number, count: number): void {
    while (this.slots.length < count) this.addSlot();
    this.turnPool(first - (this.slots[0]?.row ?? 0));
    this.slots.forEach((slot, i) => {
      slot.row = first + i;
      slot.element.hidden = i >= count;
    });
  }

  private addSlot(): void {
    const element = document.createElement('div');
    element.className = 'row';
    element.id = `${this.content.name}-${this.slots.length}`;
    element.setAttribute('role', 'row');
    this.rowgroup.append(element);
    this.slots.push({ element, row: (this.slots.at(-1)?.row ?? -1) + 1 });
  }

  /** Elements that scrolled out at one end go to the other: document order stays row order. */
  private turnPool(rows: number): void {
    if (Math.abs(rows) >= this.slots.length) return;
    if (rows > 0) {
      for (const slot of this.slots.splice(0, rows)) {
        this.slots.push(slot);
        this.rowgroup.append(slot.element);
      }
    } else if (rows < 0) {
      for (const slot of this.slots.splice(rows).reverse()) {
        this.slots.unshift(slot);
        this.rowgroup.prepend(slot.element);
      }
    }
  }

  private paintSlot({ element, row }: Slot): void {
    if (element.hidden) {
      // What stood here is not found in the page any more.
      element.removeAttribute('aria-rowindex');
      element.removeAttribute('aria-selected');
      render(nothing, element);
      return;
    }
    element.setAttribute('aria-rowindex', (row + 2).toString());
    const isPicked = row === this.content.selected || this.content.several?.has(row) === true;
    element.setAttribute('aria-selected', isPicked ? 'true' : 'false');
    element.classList.toggle('marked', this.content.isMarked(row));
    const menu = this.content.menu(row);
    if (menu === undefined) delete element.dataset['vscodeContext'];
    else element.dataset['vscodeContext'] = menu;
    render(this.content.cells(row), element);
    const isSelected = row === this.content.selected;
    [...element.children].forEach((cell, column) => {
      cell.id = `${element.id}-${column}`;
      cell.classList.toggle('cursor', isSelected && column === this.column);
    });
  }

  /**
   * What the keyboard is at: the selected row, or a cell in it; undefined where it is not in sight.
   */
  private get active(): Element | undefined {
    const { selected } = this.content;
    const slot = this.slots.find(({ element, row }) => row === selected && !element.hidden);
    return (
      (this.column === undefined ? undefined : slot?.element.children[this.column]) ?? slot?.element
    );
  }

  private paintNumberBox(): void {
    const { typedNumber } = this;
    const { numbers } = this.content;
    this.numberBox.hidden = typedNumber === '';
    if (typedNumber === '') this.numberBox.textContent = '';
    else if (Number(typedNumber) < numbers) {
      this.numberBox.textContent = t('Enter goes to frame {0}', typedNumber);
    } else {
      this.numberBox.textContent = t(
        'No frame {0}: there are {1}, counted from 0',
        typedNumber,
        countText(numbers, 'frame'),
      );
    }
  }

  /** Tells assistive technology what the pool of rows does not show. */
  private describe(): void {
    this.grid.setAttribute('aria-rowcount', (this.content.rowCount + 1).toString());
    const { active } = this;
    if (active === undefined) this.grid.removeAttribute('aria-activedescendant');
    else this.grid.setAttribute('aria-activedescendant', active.id);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.target !== this.grid) return;
    this.columnToReveal = undefined;
    if (this.takeCopyKey(event) || this.takeAllKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.metaKey) return;
    if (this.takeColumnKey(event)) event.preventDefault();
    else if (this.takeNumberKey(event) || this.takeRowKey(event)) event.preventDefault();
  };

  private takeRowKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { selected, rowCount, several } = this.content;
    if (key === 'Enter') {
      this.content.open();
      return true;
    }
    if (key === ' ' && selected !== undefined) {
      this.reveal(selected);
      return true;
    }
    const row = rowForKey(key, { selected, rowCount, rowsPerPage: this.scroll.rowsPerPage });
    if (row === undefined) return false;
    this.forgetNumber();
    if (shiftKey && several) several.extendTo(row);
    else this.content.select(row);
    return true;
  }

  /**
   * Copies the selected row, or the cell that the keyboard is at; text that is marked is VS Code's
   * to copy.
   */
  private takeCopyKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const { selected } = this.content;
    const isCopy = key.toLowerCase() === 'c' && (ctrlKey || metaKey) && !altKey;
    if (!isCopy || selected === undefined) return false;
    if (!(document.getSelection()?.isCollapsed ?? true)) return false;
    this.content.copy(selected, this.column);
    return true;
  }

  private takeAllKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const { several } = this.content;
    if (!several || key.toLowerCase() !== 'a' || !(ctrlKey || metaKey) || altKey) return false;
    several.selectAll();
    return true;
  }

  /**
   * Left and Right go from cell to cell of the selected row; left of the first one is the row
   * itself.
   */
  private takeColumnKey({ key, ctrlKey }: KeyboardEvent): boolean {
    const last = this.head.childElementCount - 1;
    const isLeft = key === 'ArrowLeft';
    if (ctrlKey || (!isLeft && key !== 'ArrowRight')) return false;
    const at = this.column ?? -1;
    const next = Math.min(at + (isLeft ? -1 : 1), last);
    this.column = next < 0 ? undefined : next;
    this.redraw.soon();
    requestAnimationFrame(() => {
      this.active?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    return true;
  }

  /** Digits, then Enter: goes to the frame with that number. */
  private takeNumberKey({ key, ctrlKey }: KeyboardEvent): boolean {
    const typed =
      ctrlKey || this.content.numbers === 0 ? undefined : typeNumber(this.typedNumber, key);
    if (typed !== undefined) {
      this.typedNumber = typed;
      this.redraw.soon();
      return true;
    }
    if (this.typedNumber === '' || (key !== 'Enter' && key !== 'Escape')) return false;
    if (key === 'Enter') this.content.goTo(Number(this.typedNumber));
    this.forgetNumber();
    return true;
  }

  private readonly forgetNumber = (): void => {
    if (this.typedNumber === '') return;
    this.typedNumber = '';
    this.redraw.soon();
  };

  private readonly onMouseDown = (event: MouseEvent): void => {
    const row = this.rowAt(event);
    if (row === undefined || event.altKey) return;
    const { several, selected } = this.content;
    // The second click of two opens the row, which the first one selected.
    if (event.detail > 1 && row === selected) return;
    this.columnToReveal = undefined;
    if (event.button === 2) several?.selectForMenu(row);
    if (event.button !== 0) return;
    this.column = undefined;
    if (several && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      // No text is marked.
      event.preventDefault();
      this.focus();
      if (event.shiftKey) several.extendTo(row);
      else several.toggle(row);
    } else {
      this.content.select(row);
    }
  };

  private readonly onDoubleClick = (event: MouseEvent): void => {
    if (this.rowAt(event) !== undefined) this.content.open();
  };

  private rowAt({ target }: MouseEvent): number | undefined {
    return this.slots.find(({ element }) => target instanceof Node && element.contains(target))
      ?.row;
  }

  /** Marked rows are copied as lines with tabs between the cells. */
  private readonly onCopy = (event: ClipboardEvent): void => {
    const marked = document.getSelection();
    const rows = this.slots.filter(({ element }) => marked?.containsNode(element, true));
    if (rows.length < 2) return;
    const lines = rows.map(({ element }) =>
      Array.from(element.children, (cell) => cell.textContent.trim().replace(/\s+/g, ' ')).join(
        '\t',
      ),
    );
    event.clipboardData?.setData('text/plain', lines.join('\n'));
    event.preventDefault();
  };

  private readonly onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) return;
    event.preventDefault();
    this.columnToReveal = undefined;
    const unit = this.wheelUnit(event.deltaMode);
    const isAside = event.shiftKey && event.deltaX === 0;
    this.grid.scrollLeft += (isAside ? event.deltaY : event.deltaX) * unit;
    if (!isAside) this.scrollBy(event.deltaY * unit);
  };

  /** Pixels of one unit of a wheel event. */
  private wheelUnit(mode: number): number {
    if (mode === WheelEvent.DOM_DELTA_LINE) return this.rowHeight;
    return mode === WheelEvent.DOM_DELTA_PAGE ? this.viewportHeight : 1;
  }

  private readonly onTouchStart = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    this.viewport.setPointerCapture(event.pointerId);
    this.touchY = event.clientY;
  };

  private readonly onTouchMove = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    this.scrollBy(this.touchY - event.clientY);
    this.touchY = event.clientY;
  };

  private scrollBy(pixels: number): void {
    this.scroll.scrollBy(pixels);
    this.scrolled();
  }

  private readonly scrolled = (): void => {
    this.content.scrolled?.();
    this.redraw.soon();
  };
}

/** Characters of the probe by which the width of one is measured. */
const probeLength = 100;

function skeleton({ label, several }: GridContent): TemplateResult {
  return html`
    <div
      class="grid"
      role="grid"
      tabindex="0"
      aria-label=${label}
      aria-multiselectable=${several ? 'true' : 'false'}
    >
      <div class="grid-head" role="rowgroup">
        <div class="row grid-heads" role="row" aria-rowindex="1"></div>
      </div>
      <div class="grid-viewport"><div class="grid-rows" role="rowgroup"></div></div>
    </div>
    <div class="grid-probe" aria-hidden="true">${'0'.repeat(probeLength)}</div>
    <div class="number-box" role="status" hidden></div>
  `;
}
