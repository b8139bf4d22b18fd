// A line below a list that is not shown to its end.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from './l10n';
import { grouped } from './text';

export function leftOutLine(count = 0): TemplateResult | typeof nothing {
  return count === 0 ? nothing : html`<p class="dim">${t('and {0} more', grouped(count))}</p>`;
}
