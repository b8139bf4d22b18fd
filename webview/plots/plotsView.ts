// The pane of plots below the table: what is plotted and how, the chart, and the same as a table
// for those who do not see it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PlotExtreme } from '../../src/editor/overviewMessages';
import { ExpressionBox } from '../expression/expressionBox';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { phrase } from '../phrase';
import { progressBar } from '../progress';
import { countText, grouped } from '../text';
import { timeText } from '../overview/axisText';
import { Chart } from './chart';
import { shapes, type Shape } from './plotSettings';
import type { Plot } from './plotsModel';
import type { Column } from '../../src/editor/tableMessages';

const shapeNames: Record<Shape, string> = {
  line: t('line'),
  steps: t('steps'),
  scatter: t('scatter'),
};

/** Points that Page Up and Page Down go by. */
const pagePoints = 10;

export class PlotsView {
  private readonly chart: Chart;
  private readonly box: ExpressionBox;

  constructor(
    private readonly model: PageModel,
    changed: () => void,
  ) {
    this.box = new ExpressionBox(model, 'plot-expression', changed);
    this.chart = new Chart(model.plots, model.overview, changed);
  }

  view(): TemplateResult {
    const { model, isOpen } = this;
    return html`
      <section class="plots" aria-label=${t('Plots')} data-testid="plots">
        <div class="plots-bar">
          <button
            class="bare overview-toggle"
            aria-expanded=${isOpen ? 'true' : 'false'}
            @click=${() => {
              model.setSection('plots', !this.isOpen);
            }}
          >
            <span class="chevron ${isOpen ? 'open' : ''}">${icons.next}</span>${t('Plots')}
          </button>
          ${isOpen ? html`${model.plots.plots.map((plot, i) => this.legend(plot, i))} ${this.adder()}` : nothing}
        </div>
        ${isOpen ? html`${this.box.mistake()} ${this.problem()} ${this.pane()}` : nothing}
      </section>
    `;
  }

  private get isOpen(): boolean {
    return this.model.state.sections['plots'] ?? false;
  }

  /** Draws the chart; the view is on the page already. */
  paint(): void {
    this.chart.draw();
  }

  private legend({ text, shape, progress, problem }: Plot, index: number): TemplateResult {
    const { plots } = this.model;
    const value = plots.valueAt(index);
    return html`<span
      class="plot-legend ${problem === undefined ? '' : 'failed-plot'}"
      title=${problem ?? ''}
    >
      <svg
        class="plot-line tracepoint-${index % 6} dash-${index % 4}"
        viewBox="0 0 24 8"
        aria-hidden="true"
      >
        <path d="M0 4H24" />
      </svg>
      <span class="mono">${text}${value === undefined ? '' : ` = ${value}`}</span>
      ${problem === undefined ? nothing : html`<span class="visually-hidden">${problem}</span>`}
      ${progress === undefined ? nothing : progressBar(t('Reading {0}', text), progress)}
      <select
        aria-label=${t('Shape of {0}', text)}
        @change=${(event: Event) => {
          plots.setShape(text, (event.currentTarget as HTMLSelectElement).value as Shape);
        }}
      >
        ${shapes.map((each) => html`<option value=${each} ?selected=${each === shape}>${shapeNames[each]}</option>`)}
      </select>
      <button
        class="bare"
        title=${t('Remove')}
        aria-label=${t('Remove the plot of {0}', text)}
        @click=${() => {
          plots.remove(text);
        }}
      >
        ${icons.close}
      </button>
    </span>`;
  }

  private adder(): TemplateResult {
    return html`
      <form class="plot-adder" @submit=${this.onSubmit}>
        ${this.box.input({
          label: t('Plot an expression'),
          placeholder: t('plot {0}', 'p->x, $rsp, n * 2'),
        })}
        <button class="secondary" type="submit">${t('Plot')}</button>
      </form>
    `;
  }

  /** Under the bar, the mark under the character that is meant. */
  private problem(): TemplateResult | typeof nothing {
    const { problem } = this.model.plots;
    if (!problem) return nothing;
    const { text, column, problem: words } = problem;
    return html`<div class="filter-problem" id="plot-refused" role="alert">
      ${
        column === undefined
          ? nothing
          : html`<pre class="mono" aria-hidden="true">
${text}
${' '.repeat(Math.max(0, column - 1))}^</pre>`
      }
      <span>${column === undefined ? words : t('{0} (column {1})', words, column)}</span>
    </div>`;
  }

  private pane(): TemplateResult {
    const { plots } = this.model;
    if (plots.plots.length === 0) {
      return html`<p class="empty-note plots-note">
        ${phrase(
          t('Any expression can be plotted over the frames: a variable, a register, {0}.'),
          html`<span class="mono">$hits</span>`,
        )}
      </p>`;
    }
    return html`
      <div
        class="plots-chart"
        tabindex="0"
        role="group"
        aria-roledescription=${t('chart')}
        aria-label=${this.model.overview.viewport.axis === 'time' ? t('Plots over time') : t('Plots over frames')}
        aria-describedby="plots-help"
        @keydown=${this.onKey}
      >
        ${this.chart.element}
        <div class="plots-cursor dim" role="status">${this.words()}</div>
      </div>
      <p id="plots-help" class="visually-hidden">
        ${t('Left and Right go from point to point, Enter goes to the frame. The table after this says the same in numbers.')}
      </p>
      ${this.table()}
    `;
  }

  /** `frame 42, 1.2 ms: n = 7, p->x = 22`. */
  private words(): string {
    const { plots, overview } = this.model;
    const { frame, cursor } = plots;
    if (frame === undefined || cursor === undefined) return '';
    const place = plots.points.places[cursor] ?? 0;
    const time = overview.viewport.axis === 'time' ? `, ${timeText(place)}` : '';
    const values = plots.plots.flatMap(({ text }, i) => {
      const value = plots.valueAt(i);
      return value === undefined ? [] : [`${text} = ${value}`];
    });
    return t('frame {0}{1}: {2}', grouped(frame), time, values.join(', ') || t('not collected'));
  }

  private table(): TemplateResult {
    return html`<table class="visually-hidden">
      <caption>
        ${t('Plots in numbers')}
      </caption>
      <thead>
        <tr>
          ${[t('Expression'), t('Frames'), t('First'), t('Last'), t('Least'), t('Most')].map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${this.model.plots.plots.map(
          ({ text, facts }) =>
            html`<tr>
              <th scope="row">${text}</th>
              <td>${facts ? frameWords(facts) : t('being read')}</td>
              ${[facts?.first, facts?.last, facts?.least, facts?.most].map((each) => html`<td>${extremeText(each)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.box.accepted().then(async (text) => {
      if (text === undefined || text === '') return;
      await this.model.plots.add(text);
      if (!this.model.plots.problem) this.box.empty();
    });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { plots, selected } = this.model;
    const steps: Partial<Record<string, number>> = {
      ...{ ArrowLeft: -1, ArrowRight: 1, PageUp: -pagePoints, PageDown: pagePoints },
      ...{ Home: -Infinity, End: Infinity },
    };
    const by = steps[event.key];
    if (by !== undefined) plots.step(by, selected);
    else if (event.key === 'Enter') plots.goThere();
    else return;
    event.preventDefault();
  };
}

function frameWords({ count, gaps }: { readonly count: number; readonly gaps: number }): string {
  return gaps === 0
    ? countText(count, 'frame')
    : t('{0}, missing in {1}', countText(count, 'frame'), grouped(gaps));
}

function extremeText(extreme: PlotExtreme | undefined): string {
  return extreme ? t('{0} in frame {1}', extreme.value, grouped(extreme.frame)) : t('none');
}

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
