// A value of both traces over the hits of its tracepoint: two lines on one axis, with the first
// hit that differs marked. A click goes to the frames of both; for the keyboard it is a slider.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';
import type { Side } from '../../src/editor/comparison/messages';
import { t } from '../l10n';
import { phrase } from '../phrase';
import { section } from '../section';
import { countText, grouped } from '../text';
import { framesLink } from './framesLink';
import type { ComparisonModel, PlottedValue } from './model';

type Series = NonNullable<PlottedValue['series']>;
type Part = Series['parts'][number];

/** The drawing's units: its height, and the room above and below the lines. */
const height = 60;
const margin = 6;

export function plotView(model: ComparisonModel): TemplateResult | typeof nothing {
  const { plotted } = model;
  if (!plotted) return nothing;
  const { value, series } = plotted;
  const title = t('{0} at #{1}, in both traces', value.expression, value.tracepoint);
  const note = series && countText(series.count, value.atSteps ? 'step' : 'hit');
  return section(model, { name: 'plot', title, ...(note && { note }), open: true }, () =>
    series ? plot(model, series) : html`<p>${t('It has too many different values.')}</p>`,
  );
}

function plot(model: ComparisonModel, series: Series): TemplateResult {
  const { parts } = series;
  const [low, high] = range(parts);
  const firstDiffering = parts.findIndex(({ differing }) => differing > 0);
  const first = parts[firstDiffering];
  const at = model.plottedPart ?? (firstDiffering < 0 ? 0 : firstDiffering);
  const shown = parts[at];
  const partAt = (event: MouseEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    return Math.floor(((event.clientX - left) / Math.max(1, width)) * parts.length);
  };
  return html`
    <div class="series">
      <div class="series-scale dim" aria-hidden="true">
        <span>${levelText(series, high)}</span><span>${levelText(series, low)}</span>
      </div>
      <div
        class="series-plot"
        tabindex="0"
        role="slider"
        aria-label=${t('Hits of both traces')}
        aria-valuemin="1"
        aria-valuemax=${series.count}
        aria-valuenow=${(shown?.first ?? 0) + 1}
        aria-valuetext=${shown ? partText(shown) : ''}
        @pointermove=${(event: PointerEvent) => {
          model.pointAt(partAt(event));
        }}
        @pointerleave=${() => {
          model.pointAt(undefined);
        }}
        @click=${(event: MouseEvent) => {
          goTo(model, parts[partAt(event)]);
        }}
        @keydown=${(event: KeyboardEvent) => {
          const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: parts.length }[
            event.key
          ];
          if (event.key === 'Enter') goTo(model, shown);
          else if (to === undefined) return;
          else model.pointAt(to);
          event.preventDefault();
        }}
      >
        <svg viewBox="0 0 ${parts.length} ${height}" preserveAspectRatio="none" aria-hidden="true">
          ${differing(parts)} ${line(parts, 'left', low, high)} ${line(parts, 'right', low, high)}
          ${first ? mark('first-divergence', firstDiffering) : nothing}
          ${model.plottedPart === undefined ? nothing : mark('pointed-hit', at)}
        </svg>
      </div>
    </div>
    <p class="series-words">
      ${
        shown
          ? phrase(
              model.plottedPart === undefined && first ? t('First difference: {0}') : '{0}',
              html`${partText(shown)} ${framesLink(model, shown.frames)}`,
            )
          : nothing
      }
    </p>
  `;
}

function goTo(model: ComparisonModel, part: Part | undefined): void {
  if (part) model.goTo(part.frames);
}

/** The least and the greatest number of both. */
function range(parts: readonly Part[]): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { left, right } of parts) {
    for (const each of [left, right]) {
      if (each) [low, high] = [Math.min(low, each[0]), Math.max(high, each[1])];
    }
  }
  return low > high ? [0, 0] : [low, high];
}

function levelText({ states }: Series, level: number): string {
  return states ? (states[level] ?? '') : grouped(level);
}

/** The hits whose values differ, as a shade. */
function differing(parts: readonly Part[]): SVGTemplateResult[] {
  return parts.flatMap((part, at) => {
    if (part.differing === 0) return [];
    return svg`<rect class="series-differing" x=${at} y="0" width="1" height=${height} />`;
  });
}

/** Steps; where a part has several values, all that it has. It ends where nothing was collected. */
function line(parts: readonly Part[], side: Side, low: number, high: number): SVGTemplateResult {
  const room = height - 2 * margin;
  // Halved first: the range of the greatest numbers is no number.
  const share = (value: number) =>
    high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0.5;
  const y = (value: number) => (height - margin - share(value) * room).toFixed(2);
  let path = '';
  for (const [at, part] of parts.entries()) {
    const values = part[side];
    if (!values) continue;
    const [least, most] = values;
    path += parts[at - 1]?.[side] ? `V${y(least)}` : `M${at} ${y(least)}`;
    if (most > least) path += `V${y(most)}V${y(least)}`;
    path += `H${at + 1}`;
  }
  return svg`<path class="series-${side}" d=${path} />`;
}

function mark(name: string, at: number): SVGTemplateResult {
  return svg`<path class=${name} d=${`M${at + 0.5} 0V${height}`} />`;
}

/** `hit 70: HUNG_UP ↔ WAITING`; of several the first, or the first that differs. */
function partText({ first, count, differing: differ, leftText, rightText }: Part): string {
  const texts = `${leftText ?? '—'} ↔ ${rightText ?? '—'}`;
  if (count === 1) return t('hit {0}: {1}', grouped(first + 1), texts);
  return t(
    'hits {0} to {1}, {2} differ: {3}',
    ...[grouped(first + 1), grouped(first + count), grouped(differ), texts],
  );
}
