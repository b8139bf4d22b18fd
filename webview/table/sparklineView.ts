// The sparkline in the head of a column, and what can be made of a column: a track, a sparkline.
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { Column } from '../../src/ask/table/tableMessages';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { grouped } from '../text';
import { sparkBox, type Sparklines } from './sparklines';

/** The sparkline of a column, where the user asked for one. */
export function sparkline(lines: Sparklines, column: Column): TemplateResult | typeof nothing {
  const line = column.kind === 'value' ? lines.of(column.text) : undefined;
  if (!line) return nothing;
  const { facts, path = '', problem } = line;
  const words =
    problem ??
    (facts?.least && facts.most
      ? t(
          'min {0} in frame {1}, max {2} in frame {3}',
          facts.least.value,
          grouped(facts.least.frame),
          facts.most.value,
          grouped(facts.most.frame),
        )
      : facts
        ? t('no numbers')
        : t('being read'));
  return html`<svg
    class="sparkline"
    viewBox="0 0 ${sparkBox.width} ${sparkBox.height}"
    role="img"
    aria-label=${words}
  >
    <title>${words}</title>
    ${svg`<path d=${path} />`}
  </svg>`;
}

/** Buttons of a column in the list of columns. */
export function columnActs(model: PageModel, column: Column): TemplateResult | typeof nothing {
  if (column.kind !== 'value') return nothing;
  const { text } = column;
  const hasLine = model.sparklines.of(text) !== undefined;
  const lineLabel = hasLine ? t('Hide the sparkline') : t('Show a sparkline');
  return html`<button
      class="bare"
      title=${t('Add track')}
      aria-label=${t('Add track: {0}', text)}
      @click=${() => {
        model.addTrack(text);
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
