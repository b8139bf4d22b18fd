// The tab "Bytes": the file itself, with what each byte belongs to.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { HexGrid } from '../hex/hexGrid';
import { inspector } from '../hex/inspector';
import { t } from '../l10n';
import { grouped } from '../text';
import type { BytesModel } from './bytesModel';
import { bytesTools } from './bytesTools';
import { offsetText } from './offsetInput';
import { outlineOf, type OutlineItem } from './parts';

export class BytesView {
  private readonly grid: HexGrid;
  /** Drawn with the bytes: scrolling changes it, and nothing else of the page. */
  private readonly outline = document.createElement('div');
  /** Where the part begins that the outline was scrolled to. */
  private outlined: number | undefined;

  constructor(private readonly model: BytesModel) {
    this.outline.className = 'bytes-outline';
    this.grid = new HexGrid(model, () => {
      this.drawOutline();
    });
  }

  /** `more`: what is behind the search and "go to". */
  view(more: TemplateResult | typeof nothing = nothing): TemplateResult {
    const { model } = this;
    if (model.cache.size === 0) return html``;
    return html`
      <div class="bytes-view hex-container" data-testid="bytes-view">
        ${bytesTools(model, more)}
        <div class="hex-view">
          ${this.grid.element} ${this.outline}
          <div class="hex-side">${fileInspector(model)}</div>
        </div>
      </div>
    `;
  }

  /** Draws the bytes, when the view is in the page. */
  draw(): void {
    this.grid.draw();
  }

  private drawOutline(): void {
    render(bytesOutline(this.model), this.outline);
    const { offset } = this.model.part ?? {};
    if (offset === this.outlined) return;
    this.outlined = offset;
    const selected = this.outline.querySelector('[aria-selected=true]');
    if (selected) reveal(selected, this.outline);
  }
}

function fileInspector(model: BytesModel): TemplateResult {
  const { offset, length } = model.range;
  const { pointer, symbol, order } = model;
  const damage = model.damageOf(model.selection.cursor);
  return inspector({
    address: offsetText(offset),
    count: length,
    facts: [
      model.path.join(' › '),
      ...(damage ? [html`<span class=${damage.severity}>${damage.message}</span>`] : []),
    ],
    bytes: model.inspected,
    order,
    pointer: { value: pointer, symbol },
    actions: fileActions(model),
    copy: (format) => {
      model.copy(format);
    },
    copyAddress: () => {
      model.copyAddress();
    },
  });
}

function fileActions(model: BytesModel): TemplateResult {
  const { otherFrame: frame } = model;
  return html`${
    frame === undefined
      ? nothing
      : html`<button
          class="secondary"
          title=${t('Select the frame of these bytes (Enter)')}
          @click=${() => {
            model.open();
          }}
        >
          ${t('Select Frame {0}', grouped(frame))}
        </button>`
  }
  ${
    model.hasHexEditor
      ? html`<button
          class="tool"
          @click=${() => {
            model.openInHexEditor();
          }}
        >
          ${t('Reveal in Hex Editor')}
        </button>`
      : nothing
  }`;
}

/** Brings an element in sight of what scrolls it; what is around that stays where it is. */
function reveal(element: Element, scroller: Element): void {
  const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom;
}

/** The parts that are in sight, by name: WAI-ARIA Authoring Practices, "Tree View Pattern". */
function bytesOutline(model: BytesModel): TemplateResult {
  const { start, end } = model.inSight;
  const items = outlineOf(model.cache.partsIn(start, end));
  const current = model.part;
  const isCurrent = ({ part }: OutlineItem) =>
    part !== undefined && current !== undefined && part.offset === current.offset;
  const active = items.findIndex(isCurrent);
  const onKey = (event: KeyboardEvent): void => {
    const which = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (which === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (which === undefined) model.open();
    else model.selectPart(which);
  };
  return html`
    <div
      class="outline"
      role="tree"
      tabindex="0"
      aria-label=${t('Parts of the file in sight')}
      aria-busy=${items.length === 0 ? 'true' : 'false'}
      aria-activedescendant=${active < 0 ? nothing : `bytes-part-${active}`}
      @keydown=${onKey}
    >
      ${items.map((item, i) => treeItem(model, item, i, i === active))}
    </div>
  `;
}

function treeItem(
  model: BytesModel,
  item: OutlineItem,
  place: number,
  isActive: boolean,
): TemplateResult {
  const { level, name, part, frame } = item;
  const onClick = (): void => {
    if (part) model.show(part);
    else if (frame !== undefined) void model.showFrame(frame);
  };
  return html`
    <div
      id="bytes-part-${place}"
      class="outline-item ${part ? `part-${part.kind}` : 'outline-group'}"
      role="treeitem"
      aria-level=${level}
      aria-selected=${isActive ? 'true' : 'false'}
      title=${name}
      @click=${onClick}
    >
      ${name}
    </div>
  `;
}
