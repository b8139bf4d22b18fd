// The tab "Bytes": the file itself, with what each byte belongs to.
import { html, type TemplateResult } from 'lit/html.js';
import type { BytesModel } from './bytesModel';
import { bytesOutline } from './bytesOutline';
import { bytesStatus } from './bytesStatus';
import { bytesTools } from './bytesTools';
import { HexGrid } from './hexGrid';

export class BytesView {
  private readonly grid: HexGrid;

  constructor(private readonly model: BytesModel) {
    this.grid = new HexGrid(model);
  }

  view(): TemplateResult {
    const { model } = this;
    if (model.cache.size === 0) return html``;
    return html`
      <div class="bytes-view" data-testid="bytes-view">
        ${bytesTools(model)}
        <div class="bytes-panes">${this.grid.element} ${bytesOutline(model)}</div>
        ${bytesStatus(model)}
      </div>
    `;
  }

  /** Draws the bytes, when the view stands in the page. */
  draw(): void {
    if (this.grid.element.isConnected) this.grid.draw();
  }
}
