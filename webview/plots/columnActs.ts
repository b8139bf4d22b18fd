// What can be done with a column of values in the list of columns: plot it, or show its sparkline.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Column } from '../../src/editor/tableMessages';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';

export function columnActs(model: PageModel, column: Column): TemplateResult | typeof nothing {
  if (column.kind !== 'value') return nothing;
  const { text } = column;
  const hasLine = model.sparklines.of(text) !== undefined;
  const lineLabel = hasLine ? t('Hide the sparkline') : t('Show a sparkline');
  return html`<button
      class="bare"
      title=${t('Plot')}
      aria-label=${t('Plot: {0}', text)}
      @click=${() => {
        model.setSection('plots', true);
        void model.plots.add(text);
      }}
    >
      ${icons.plot}
    </button>
    <button
      class="bare"
      title=${lineLabel}
      aria-label="${lineLabel}: ${text}"
      aria-pressed=${hasLine ? 'true' : 'false'}
      @click=${() => {
        model.sparklines.toggle(text);
      }}
    >
      ${icons.sparkline}
    </button>`;
}
