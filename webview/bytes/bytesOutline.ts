// The parts that are in sight, by name: WAI-ARIA Authoring Practices, "Tree View Pattern".
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import type { BytesModel } from './bytesModel';
import { outlineOf, type OutlineItem } from './partOutline';

export function bytesOutline(model: BytesModel): TemplateResult {
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
