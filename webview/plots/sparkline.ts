// A sparkline as it stands in a column's head.
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { Column } from '../../src/editor/tableMessages';
import { t } from '../l10n';
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
          'least {0} in frame {1}, most {2} in frame {3}',
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
