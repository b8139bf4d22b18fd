// How many intervals have which durations: bars over which a range is dragged. The keyboard has two
// boxes for it.
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { IntervalSummary } from '../../src/ask/time/findIntervals';
import { t } from '../l10n';
import { countText } from '../text';
import { shownDuration } from './durations';
import type { DurationRange, IntervalsModel } from './intervalsModel';

type Bins = NonNullable<IntervalSummary['histogram']>;

/** Height of the highest bar, in the drawing's units. */
const height = 48;

export class DurationHistogram {
  /** Where dragging began, while it goes on. */
  private anchor: number | undefined;

  constructor(private readonly model: IntervalsModel) {}

  view({
    histogram,
    durations,
    unit,
  }: Pick<IntervalSummary, 'histogram' | 'durations' | 'unit'>): TemplateResult | typeof nothing {
    if (!histogram || !durations) return nothing;
    const { counts, isLogarithmic } = histogram;
    const { min, max } = durations;
    return html`
      <figure class="histogram">
        <svg
          viewBox="0 0 ${counts.length} ${height}"
          preserveAspectRatio="none"
          role="img"
          aria-label=${t('Histogram of durations')}
          @pointerdown=${(event: PointerEvent) => {
            this.begin(event, histogram);
          }}
          @pointermove=${(event: PointerEvent) => {
            this.drag(event, histogram);
          }}
          @pointerup=${this.end}
          @pointercancel=${this.end}
        >
          ${counts.map((_, bin) => this.bar(histogram, bin, unit))}
        </svg>
        <figcaption class="dim">
          <span>${shownDuration(min, unit)}</span>
          <span>${isLogarithmic ? t('logarithmic') : ''}</span>
          <span>${shownDuration(max, unit)}</span>
        </figcaption>
        ${this.range([min, max], unit)}
      </figure>
    `;
  }

  private bar(
    { edges, counts }: Bins,
    bin: number,
    unit: IntervalSummary['unit'],
  ): ReturnType<typeof svg> {
    const count = counts[bin] ?? 0;
    const most = counts.reduce((one, other) => Math.max(one, other), 1);
    const tall = count === 0 ? 0 : Math.max(1.5, (height * count) / most);
    const [from = 0, to = 0] = [edges[bin], edges[bin + 1]];
    const { durations } = this.model;
    const isIn = !durations || (to - 1 >= durations[0] && from <= durations[1]);
    const title = t(
      '{0} to {1}: {2}',
      shownDuration(from, unit),
      shownDuration(to - 1, unit),
      countText(count, 'interval'),
    );
    return svg`<g class=${isIn ? '' : 'left-out'}>
      <rect class="histogram-bin" x=${bin} width="1" height=${height}><title>${title}</title></rect>
      <rect class="histogram-bar" x=${bin + 0.06} width="0.88" y=${height - tall} height=${tall} />
    </g>`;
  }

  /** The same by the keyboard. */
  private range(all: DurationRange, unit: IntervalSummary['unit']): TemplateResult {
    const { durations } = this.model;
    const [least, most] = all;
    const [from, to] = durations ?? all;
    const unitText = unit === 'time' ? 'µs' : t('frames');
    const box = (label: string, value: number, set: (value: number) => void) =>
      html`<label
        >${label}
        <input
          class="mono"
          type="number"
          min=${least}
          max=${most}
          .value=${String(value)}
          @change=${(event: Event) => {
            const typed = (event.currentTarget as HTMLInputElement).valueAsNumber;
            set(Number.isSafeInteger(typed) && typed >= 0 ? typed : value);
          }}
        />
      </label>`;
    return html`<div class="duration-range" role="group" aria-label=${t('Listed durations')}>
      ${box(t('Durations from ({0})', unitText), from, (value) => {
        this.model.setDurations([value, Math.max(value, to)]);
      })}
      ${box(t('to ({0})', unitText), to, (value) => {
        this.model.setDurations([Math.min(from, value), value]);
      })}
      ${
        durations === undefined
          ? nothing
          : html`<button
              class="link-button"
              type="button"
              @click=${() => {
                this.model.setDurations(undefined);
              }}
            >
              ${t('All durations')}
            </button>`
      }
    </div>`;
  }

  private begin(event: PointerEvent, bins: Bins): void {
    if (event.button !== 0) return;
    this.anchor = binAt(event, bins);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.model.setDurations(rangeOf(bins, this.anchor, this.anchor));
  }

  private drag(event: PointerEvent, bins: Bins): void {
    if (this.anchor === undefined) return;
    const range = rangeOf(bins, this.anchor, binAt(event, bins));
    const { durations } = this.model;
    if (durations?.[0] !== range[0] || durations[1] !== range[1]) this.model.setDurations(range);
  }

  private readonly end = (): void => {
    this.anchor = undefined;
  };
}

function binAt({ clientX, currentTarget }: PointerEvent, { counts }: Bins): number {
  const { left, width } = (currentTarget as Element).getBoundingClientRect();
  const bin = Math.floor(((clientX - left) / Math.max(1, width)) * counts.length);
  return Math.min(Math.max(bin, 0), counts.length - 1);
}

/** The durations of two bins and those between them. */
function rangeOf({ edges }: Bins, one: number, other: number): DurationRange {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  return [edges[first] ?? 0, (edges[last + 1] ?? 1) - 1];
}
