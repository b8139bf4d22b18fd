// The plots drawn by uPlot: made anew when plots, shapes or colours change, else only given what is
// in sight.
import uPlot from 'uplot';
import { tickText } from '../overview/axisText';
import type { OverviewModel } from '../overview/overviewModel';
import { onWheel } from '../overview/pointer';
import { drawUntimedRegions, type Colours } from '../overview/drawLanes';
import { readColours, watchTheme } from '../overview/themeColours';
import type { Plot, PlotsModel } from './plotsModel';
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { Column } from '../../src/editor/tableMessages';
import { t } from '../l10n';
import { grouped } from '../text';
import { sparkBox, type Sparklines } from './sparklines';

/** Patterns of lines, so that colour is not all that tells plots apart. */
const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const clickRoom = 4;

/** The dash pattern of a plot. */
function dashOf(index: number): readonly number[] {
  return dashes[index % dashes.length] ?? [];
}

export class Chart {
  readonly element = document.createElement('div');
  private chart: uPlot | undefined;
  private made = '';
  private shown = -1;
  /** Where the mouse was pressed, and where it is, in pixels of the window. */
  private pressedAt = 0;
  private pointerAt = 0;
  private colours: Colours | undefined;

  constructor(
    private readonly plots: PlotsModel,
    private readonly overview: OverviewModel,
    changed: () => void,
  ) {
    const { element } = this;
    element.className = 'chart';
    watchTheme(() => {
      this.colours = undefined;
      this.made = '';
      changed();
    });
    new ResizeObserver(() => {
      plots.setWidth(element.clientWidth * window.devicePixelRatio);
      this.chart?.setSize(this.size);
    }).observe(element);
    element.addEventListener('wheel', (event) => {
      const over = this.chart?.over;
      if (over) onWheel(overview, over)(event);
    });
  }

  /** Draws what the models have; the element is on the page already. */
  draw(): void {
    const { plots, overview, element } = this;
    if (!element.isConnected || element.clientWidth === 0) return;
    const { viewport } = overview;
    const recipe = JSON.stringify([
      plots.plots.map(({ text, shape }) => [text, shape]),
      viewport.axis,
    ]);
    if (!this.chart || recipe !== this.made) this.make(recipe);
    const { chart } = this;
    if (!chart) return;
    chart.batch(() => {
      if (this.shown !== plots.version) chart.setData(this.data, false);
      chart.setScale('x', { min: viewport.from, max: viewport.to });
    });
    this.shown = plots.version;
    this.showCursor(chart);
  }

  private get size(): { width: number; height: number } {
    const { clientWidth: width, clientHeight: height } = this.element;
    return { width, height };
  }

  private get data(): uPlot.AlignedData {
    const { places, values } = this.plots.points;
    const shown = this.plots.plots.map((_, i) => [...(values[i] ?? places.map(() => undefined))]);
    return [[...places], ...shown];
  }

  private make(recipe: string): void {
    const { plots, overview } = this;
    this.chart?.destroy();
    this.colours = readColours();
    const { colours } = this;
    const axis = {
      stroke: colours.text,
      grid: { show: !colours.isHighContrast, stroke: colours.line, width: 1 },
      ticks: { show: false },
      font: colours.font,
    };
    const options: uPlot.Options = {
      ...this.size,
      legend: { show: false },
      padding: [6, 8, 0, 0],
      cursor: { drag: { x: true, y: false, setScale: false, dist: clickRoom }, y: false },
      scales: { x: { time: false, auto: false }, y: { auto: true } },
      axes: [
        {
          ...axis,
          size: 22,
          values: (_, places) => places.map((at) => tickText(overview.viewport.axis, at)),
        },
        { ...axis, size: axisWidth },
      ],
      series: [{}, ...plots.plots.map((plot, i) => seriesOf(plot, i, colours))],
      hooks: {
        drawClear: [
          (chart) => {
            this.drawUntimed(chart);
          },
        ],
        setSelect: [
          (chart) => {
            this.brushed(chart);
          },
        ],
        drawSeries: [
          (chart, index) => {
            if (index === 1) this.drawSelected(chart);
          },
        ],
        ready: [
          (chart) => {
            this.listen(chart);
          },
        ],
      },
    };
    this.chart = new uPlot(options, this.data, this.element);
    this.made = recipe;
    this.shown = plots.version;
  }

  private listen(chart: uPlot): void {
    const { over } = chart;
    over.addEventListener('mousemove', ({ clientX }) => {
      this.pointerAt = clientX;
      this.plots.point(chart.posToVal(clientX - over.getBoundingClientRect().left, 'x'));
    });
    over.addEventListener('mouseleave', () => {
      this.plots.point(undefined);
    });
    over.addEventListener('mousedown', ({ clientX }) => {
      this.pressedAt = clientX;
    });
    over.addEventListener('mouseup', ({ clientX }) => {
      this.pointerAt = clientX;
    });
    over.addEventListener('click', () => {
      if (this.isClick) this.plots.goThere();
    });
    over.addEventListener('dblclick', (event) => {
      event.stopImmediatePropagation();
      this.overview.viewport.showWhole();
      this.overview.move();
    });
  }

  /**
   * A press and a release at one place; the chart itself may have moved in between, as it does when
   * a source opens beside it.
   */
  private get isClick(): boolean {
    return Math.abs(this.pointerAt - this.pressedAt) <= clickRoom;
  }

  private brushed(chart: uPlot): void {
    const { left, width } = chart.select;
    if (width === 0) return;
    if (!this.isClick) {
      this.plots.brush(chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x'));
    }
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  /** Where frames lie that have no time, behind the lines. */
  private drawUntimed(chart: uPlot): void {
    const { timedPlaces, viewport } = this.overview;
    if (!timedPlaces || !this.colours) return;
    const { ctx, bbox } = chart;
    const scale = { width: bbox.width, from: viewport.from, to: viewport.to };
    ctx.save();
    ctx.translate(bbox.left, bbox.top);
    drawUntimedRegions(ctx, timedPlaces, scale, bbox.height, this.colours);
    ctx.restore();
  }

  /** A line where the selected frame is. */
  private drawSelected(chart: uPlot): void {
    const { selected } = this.overview;
    const place = selected === undefined ? undefined : this.overview.placeOf(selected);
    if (place === undefined || !this.colours) return;
    const { ctx, bbox } = chart;
    const at = chart.valToPos(place, 'x', true);
    if (at < bbox.left || at > bbox.left + bbox.width) return;
    ctx.fillStyle = this.colours.focus;
    ctx.fillRect(
      Math.round(at),
      bbox.top,
      Math.max(1, Math.round(window.devicePixelRatio)),
      bbox.height,
    );
  }

  private showCursor(chart: uPlot): void {
    const { cursor, points } = this.plots;
    const place = cursor === undefined ? undefined : points.places[cursor];
    const left = place === undefined ? -10 : chart.valToPos(place, 'x');
    chart.setCursor({ left, top: place === undefined ? -10 : 0 }, false);
  }
}

function seriesOf({ text, shape }: Plot, index: number, colours: Colours): uPlot.Series {
  const stroke = colours.tracepoints[index % colours.tracepoints.length] ?? colours.text;
  const { linear, stepped } = uPlot.paths;
  const line = {
    label: text,
    stroke,
    width: colours.isHighContrast ? 2 : 1.5,
    dash: [...dashOf(index)],
  };
  switch (shape) {
    case 'line':
      return { ...line, ...(linear && { paths: linear() }) };
    case 'steps':
      return { ...line, ...(stepped && { paths: stepped({ align: 1 }) }) };
    case 'scatter':
      return { ...line, paths: () => null, points: { show: true, size: 4, fill: stroke } };
  }
}

/** Room for the longest number on the axis of values, in pixels. */
function axisWidth(_: uPlot, values: string[] | null): number {
  const longest = Math.max(4, ...(values ?? []).map(({ length }) => length));
  return 14 + 7 * longest;
}

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
