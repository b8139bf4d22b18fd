// The bottom of the page: where in the trace the selection stands.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from './l10n';
import type { PageModel } from './pageModel';
import { countText, grouped } from './text';

export function statusBar(model: PageModel): TemplateResult {
  return html`
    <footer class="status dim">
      <span>${standing(model)}</span>
      ${model.frameCount > 0 ? hint : nothing}
    </footer>
  `;
}

const hint = html`
  <span class="hint">${t('type a number to go to its frame · Enter to debug from it')}</span>
`;

/** `frame 42 of 114 · tracepoint 2 · offset 0x9c4e · 1,093 bytes`. */
function standing({ selected, frameCount, details }: PageModel): string {
  if (selected === undefined) return countText(frameCount, 'frame');
  const parts = [t('frame {0} of {1}', grouped(selected), grouped(frameCount))];
  if (details?.frame === selected) {
    parts.push(
      t('tracepoint {0}', details.tracepoint),
      t('offset {0}', details.offset),
      countText(details.size, 'byte'),
    );
  }
  return parts.join(' · ');
}
