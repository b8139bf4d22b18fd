// The calls and blocks as a tree of any length, and their cells: only the rows in sight exist.
// Roles and keys follow WAI-ARIA Authoring Practices, "Treegrid Pattern".
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { rowForKey } from '../gridKeys';
import { Redraw } from '../redraw';
import { Scrollbar } from '../scrollbar';
import { ScrollModel } from '../scrollModel';
import { t } from '../l10n';
import { grouped } from '../text';
import type { BranchModel } from './model';

/** A row as it is drawn. */
export interface ShownRow {
  /** Undefined while it is fetched. */
  readonly cells: TemplateResult | undefined;
  /** From 1. */
  readonly level: number;
  readonly expanded?: boolean;
}

/** What a list shows, and what it tells of the user's acts. Rows count from 0. */
interface RowListContent {
  readonly label: string;
  readonly rowCount: number;
  readonly selected: number | undefined;
  readonly heads: readonly string[];
  /** CSS classes of the list: how its columns are laid out. */
  readonly layout: string;
  row(row: number): ShownRow;
  inSight(first: number, end: number): void;
  select(row: number): void;
  expand(row: number, expanded: boolean): void;
  parent(row: number): number;
}

export class RowList {
  readonly element = document.createElement('div');
  private readonly scroll = new ScrollModel();
  private readonly scrollbar: Scrollbar;
  private readonly redraw = new Redraw(() => {
    this.paint();
  });
  private target: number | undefined;
  private height = 0;
  private rowHeight = 22;

  constructor(
    private readonly content: RowListContent,
    place: () => string,
  ) {
    this.element.className = 'row-list';
    this.scrollbar = new Scrollbar(this.scroll, this.redraw.soon, place);
    this.element.addEventListener('wheel', this.onWheel, { passive: false });
    this.element.addEventListener('keydown', this.onKey);
    new ResizeObserver(() => {
      this.redraw.soon();
    }).observe(this.element);
  }

  /** Shows the content as it is now. */
  draw(): void {
    this.redraw.now();
  }

  /** Brings a row in sight with the next paint. */
  reveal(row: number): void {
    this.target = row;
    this.redraw.soon();
  }

  /** The first row in sight. */
  get firstRow(): number {
    return this.scroll.firstRow;
  }

  private paint(): void {
    const { content, scroll } = this;
    this.measure();
    const { rowCount } = content;
    scroll.resize({ rowCount, rowHeight: this.rowHeight, viewportHeight: this.height });
    this.moveToTarget();
    content.inSight(scroll.firstRow, scroll.endRow);
    render(this.view(), this.element);
    const shown = this.element.querySelector<HTMLElement>('.list-rows');
    if (shown) shown.style.transform = `translateY(${-Math.round(scroll.remainder)}px)`;
    this.scrollbar.paint();
  }

  private moveToTarget(): void {
    // The list has no height until it has been laid out.
    if (this.target === undefined || this.height === 0) return;
    this.scroll.reveal(this.target);
    this.target = undefined;
  }

  private measure(): void {
    const viewport = this.element.querySelector('.row-list-viewport');
    this.height = viewport?.clientHeight ?? 0;
    const height = this.element.querySelector('.list-row')?.getBoundingClientRect().height ?? 0;
    if (height > 0) this.rowHeight = height;
  }

  private view(): TemplateResult {
    const { content, scroll } = this;
    const rows = Array.from(
      { length: scroll.endRow - scroll.firstRow },
      (_, i) => scroll.firstRow + i,
    );
    const { selected } = content;
    const isSelectedHere = selected !== undefined && rows.includes(selected);
    return html`
      <div
        class="treegrid ${content.layout}"
        role="treegrid"
        tabindex="0"
        aria-label=${content.label}
        aria-rowcount=${content.rowCount + 1}
        aria-activedescendant=${isSelectedHere ? `list-row-${selected}` : nothing}
      >
        <div class="list-head" role="row" aria-rowindex="1">
          ${content.heads.map((head) => html`<span role="columnheader">${head}</span>`)}
        </div>
        <div class="row-list-viewport">
          <div class="list-rows">${rows.map((row) => this.row(row))}</div>
        </div>
      </div>
      ${this.scrollbar.element}
    `;
  }

  private row(row: number): TemplateResult {
    const { cells, level, expanded } = this.content.row(row);
    return html`
      <div
        class="list-row"
        id="list-row-${row}"
        role="row"
        aria-rowindex=${row + 2}
        aria-level=${level}
        aria-expanded=${expanded === undefined ? nothing : String(expanded)}
        aria-selected=${row === this.content.selected ? 'true' : 'false'}
        @click=${() => {
          this.content.select(row);
        }}
      >
        ${cells ?? html`<span role="gridcell" class="dim">…</span>`}
      </div>
    `;
  }

  private readonly onWheel = (event: WheelEvent): void => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? this.rowHeight : 1;
    this.scroll.scrollBy(event.deltaY * unit);
    event.preventDefault();
    this.redraw.soon();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { content } = this;
    const { selected, rowCount } = content;
    const row = rowForKey(event.key, { selected, rowCount, rowsPerPage: this.scroll.rowsPerPage });
    if (row !== undefined) this.select(row);
    else if (!this.takeTreeKey(event.key, selected)) return;
    event.preventDefault();
  };

  private takeTreeKey(key: string, row: number | undefined): boolean {
    if (row === undefined || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
    const { expanded } = this.content.row(row);
    if (key === 'ArrowRight') {
      if (expanded === false) this.content.expand(row, true);
      else if (expanded === true) this.select(row + 1);
    } else if (expanded === true) {
      this.content.expand(row, false);
    } else {
      this.select(this.content.parent(row));
    }
    return true;
  }

  private select(row: number): void {
    this.content.select(row);
    this.reveal(row);
  }
}

/** A range in a function, indented by its depth. */
export function callRow(model: BranchModel, row: number): ShownRow {
  const segment = model.segment(row);
  if (!segment) return { cells: undefined, level: 1 };
  const { level, expanded, gap, functionName, lines, first, last, total } = segment;
  const { ticks, totalTicks } = segment;
  const mark = expanded === undefined ? '' : expanded ? 'open' : 'closed';
  const cells = html`
    <span role="gridcell" class="call mono">
      ${indents[Math.min(level, deepestIndent)]}<span
        class="twistie ${mark}"
        aria-hidden="true"
        @click=${(event: MouseEvent) => {
          event.stopPropagation();
          model.expand(row, expanded !== true);
        }}
      ></span>
      <span class=${gap === undefined ? '' : 'gap-text'}>${gap ?? functionName}</span>
      ${level > deepestIndent ? html`<span class="dim">${t('level {0}', level)}</span>` : nothing}
    </span>
    <span role="gridcell" class="mono dim">${lines ?? ''}</span>
    <span role="gridcell" class="number mono">${range(first, last)}</span>
    <span role="gridcell" class="number mono"
      >${gap === undefined ? grouped(last - first + 1) : ''}</span
    >
    <span role="gridcell" class="number mono dim">
      ${gap === undefined && expanded !== undefined ? grouped(total) : ''}
    </span>
    ${model.hasTimes ? [ticksCell(ticks), ticksCell(totalTicks)] : nothing}
  `;
  return { cells, level: level + 1, ...(expanded !== undefined && { expanded }) };
}

/** A page sets no style of its own: indented text follows so many elements. */
const indents = Array.from({ length: 25 }, (_, level) =>
  Array.from({ length: level }, () => html`<span class="indent" aria-hidden="true"></span>`),
);

/** Levels that are indented; deeper ones are told by their number. */
const deepestIndent = indents.length - 1;

/** The heads of {@link callRow}. */
export const callHeads = ({ hasTimes }: BranchModel): readonly string[] => [
  t('Function'),
  t('Lines'),
  t('Instructions'),
  t('Count'),
  t('With calls'),
  ...(hasTimes ? [t('At tick'), t('Ticks')] : []),
];

/** Ticks of the time stamp counter; empty where they are not known. */
function ticksCell(ticks: number | undefined): TemplateResult {
  const text = ticks === undefined ? '' : grouped(ticks);
  return html`<span role="gridcell" class="number mono dim">${text}</span>`;
}

/** A range of code without a branch. */
export function blockRow(model: BranchModel, row: number): ShownRow {
  const block = model.block(row);
  if (!block) return { cells: undefined, level: 1 };
  const { begin, end, functionName, lines, first, count, gap } = block;
  const cells = html`
    <span role="gridcell" class="number mono dim">${grouped(block.block)}</span>
    <span role="gridcell" class="mono">${begin} – ${end}</span>
    <span role="gridcell" class="mono">${functionName}</span>
    <span role="gridcell" class="mono dim">
      ${lines ?? ''} ${gap === undefined ? nothing : html`<span class="gap-text">${gap}</span>`}
    </span>
    <span role="gridcell" class="number mono">${range(first, first + Math.max(1, count) - 1)}</span>
    <span role="gridcell" class="number mono">${grouped(count)}</span>
    ${model.hasTimes ? ticksCell(block.ticks) : nothing}
  `;
  return { cells, level: 1 };
}

/** The heads of {@link blockRow}. */
export const blockHeads = ({ hasTimes }: BranchModel): readonly string[] => [
  t('Block'),
  t('Addresses'),
  t('Function'),
  t('Lines'),
  t('Instructions'),
  t('Count'),
  ...(hasTimes ? [t('At tick')] : []),
];

function range(first: number, last: number): string {
  return first === last ? grouped(first) : `${grouped(first)}–${grouped(last)}`;
}
