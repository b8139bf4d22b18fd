// The tab "Bytes": the file itself, with what each byte belongs to.
import { html, render, type TemplateResult } from 'lit/html.js';
import type { BytesModel } from './bytesModel';
import { bytesOutline } from './bytesOutline';
import { bytesStatus } from './bytesStatus';
import { bytesTools } from './bytesTools';
import { HexGrid } from './hexGrid';

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

  view(): TemplateResult {
    const { model } = this;
    if (model.cache.size === 0) return html``;
    return html`
      <div class="bytes-view" data-testid="bytes-view">
        ${bytesTools(model)}
        <div class="bytes-panes">${this.grid.element} ${this.outline}</div>
        ${bytesStatus(model)}
      </div>
    `;
  }

  /** Draws the bytes, when the view stands in the page. */
  draw(): void {
    if (this.grid.element.isConnected) this.grid.draw();
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

/** Brings an element in sight of what scrolls it; what stands around that stays where it is. */
function reveal(element: Element, scroller: Element): void {
  const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom;
}
