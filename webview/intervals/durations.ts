// Durations as the page shows them.
import { html, type TemplateResult } from 'lit/html.js';
import type { IntervalSummary } from '../../src/ask/time/findIntervals';
import { t } from '../l10n';
import { countText, measuredText, milliseconds } from '../text';

/** `1.274 ms`, or `12 frames`. */
export function shownDuration(duration: number, unit: IntervalSummary['unit']): string {
  if (unit === 'time') return milliseconds(duration);
  return Number.isInteger(duration)
    ? countText(duration, 'frame')
    : t('{0} frames', measuredText(duration));
}

/** Min, mean, median, percentiles and max. */
export function durationFigures(
  { min, mean, median, p95, p99, max }: NonNullable<IntervalSummary['durations']>,
  unit: IntervalSummary['unit'],
): TemplateResult {
  const figures = [
    ...[[t('min'), min] as const, [t('mean'), mean] as const, [t('median'), median] as const],
    ...[['p95', p95] as const, ['p99', p99] as const, [t('max'), max] as const],
  ];
  return html`<dl class="duration-figures">
    ${figures.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${shownDuration(value, unit)}</dd>
        </div>`,
    )}
  </dl>`;
}
