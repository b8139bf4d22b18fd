// How often each value came in the two traces: bars side by side, and the values between which they
// differ most in words.
import { html, svg, type TemplateResult } from 'lit/html.js';
import type { ShownComparison } from '../../src/ask/comparison/comparedSchema';
import { t } from '../l10n';
import { grouped } from '../text';

type Bars = ShownComparison['values'][number]['histogram'];
type Bar = Bars['bars'][number];

/** Height of the highest bar, in the drawing's units. */
const height = 24;
/** Values that are named. */
const maxNamed = 3;

/** Each trace's bars are a share of its own values. */
export function sideBySide({ bars, isBucketed }: Bars): TemplateResult {
  const total = (side: 'left' | 'right') => bars.reduce((sum, bar) => sum + bar[side], 0);
  const totals = { left: total('left'), right: total('right') };
  const share = (bar: Bar, side: 'left' | 'right') => bar[side] / Math.max(1, totals[side]);
  const most = bars.reduce((so, bar) => Math.max(so, share(bar, 'left'), share(bar, 'right')), 0);
  const drawn = (bar: Bar, place: number, side: 'left' | 'right') => {
    const tall = bar[side] === 0 ? 0 : Math.max(1, (height * share(bar, side)) / most);
    const x = place + (side === 'left' ? 0.08 : 0.5);
    return svg`<rect class="bar-${side}" x=${x} width="0.42" y=${height - tall} height=${tall} />`;
  };
  const words = named(bars, isBucketed);
  return html`
    <svg
      class="side-by-side"
      viewBox="0 0 ${Math.max(bars.length, 4)} ${height}"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${bars.map(
        (bar, place) =>
          svg`<g>${drawn(bar, place, 'left')}${drawn(bar, place, 'right')}
            <title>${barText(bar, isBucketed)}</title></g>`,
      )}
    </svg>
    <span class="cut histogram-words" title=${words}>${words}</span>
  `;
}

function named(bars: readonly Bar[], isBucketed: boolean): string {
  const apart = (bar: Bar) => Math.abs(bar.left - bar.right);
  const first = [...bars].sort((a, b) => apart(b) - apart(a)).slice(0, maxNamed);
  const texts = first.map((bar) => barText(bar, isBucketed));
  return bars.length > maxNamed ? `${texts.join(', ')}, …` : texts.join(', ');
}

/** `WAITING 96 / 110`. */
function barText({ value, left, right }: Bar, isBucketed: boolean): string {
  const counts = `${grouped(left)} / ${grouped(right)}`;
  return isBucketed && typeof value === 'number'
    ? t('from {0}: {1}', grouped(value), counts)
    : `${value} ${counts}`;
}
