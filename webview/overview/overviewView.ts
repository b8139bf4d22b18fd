// The overview on the page: labels beside a canvas of lanes, the axis below. It is one slider for
// the keyboard and for screen readers (WAI-ARIA Authoring Practices, "Slider Pattern"): its value
// is the selected frame.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { grouped, countText } from '../text';
import { swatch, icons } from '../icons';
import { timeText } from './axisText';
import { type Colours, drawLanes, drawUntimedRegions, laneHeight, type Scale } from './drawLanes';
import { readColours, watchTheme } from './themeColours';
import { axisHeight, drawAxis, drawPosition, rowHeight, type MarkPositions } from './drawMarks';
import { keyHelp, takeKey } from './keys';
import { laneOrder, laneWords } from './laneWords';
import type { ShownLanes, OverviewModel } from './overviewModel';
import { listenToPointer } from './pointer';
import { stoppableProgress } from '../progress';

export class OverviewView {
  private readonly lanes = new Canvas('overview-canvas');
  private readonly axis = new Canvas('overview-axis');
  private colours: Colours | undefined;
  private order: readonly number[] = [];
  /** A low window, as above VS Code's panel, is the table's until the user opens the overview. */
  private readonly low = window.matchMedia('(max-height: 560px)');

  constructor(
    private readonly model: PageModel,
    changed: () => void,
  ) {
    const { overview } = model;
    watchTheme(() => {
      this.colours = undefined;
      changed();
    });
    this.low.addEventListener('change', changed);
    this.lanes.onResize(() => {
      overview.setWidth(this.lanes.width * window.devicePixelRatio);
      changed();
    });
    listenToPointer(overview, this.lanes.element, this.axis.element, {
      laneAt: (y) => this.order[Math.floor(y / laneHeight)],
    });
  }

  view(): TemplateResult {
    const { model } = this;
    const { isOpen } = this;
    const { lanes } = model.overview;
    this.order = lanes ? laneOrder(lanes) : [];
    return html`
      <section class="overview" aria-label=${t('Overview')} data-testid="overview">
        ${overviewToolbar(model.overview, isOpen, () => {
          model.setSection('overview', !this.isOpen);
        })}
        ${isOpen ? this.timeline(lanes) : nothing}
      </section>
    `;
  }

  private get isOpen(): boolean {
    return this.model.state.sections['overview'] ?? !this.low.matches;
  }

  /** Paints the canvases; the view is on the page already. */
  paint(): void {
    const { overview } = this.model;
    const { viewport, lanes } = overview;
    if (!this.lanes.element.isConnected) return;
    this.colours ??= readColours();
    const { colours, order } = this;
    const scale: Scale = { width: this.lanes.width, from: viewport.from, to: viewport.to };
    const places = this.places();
    const height = Math.max(1, order.length) * laneHeight;
    this.lanes.draw(height, (context) => {
      const { timedPlaces } = overview;
      if (timedPlaces) drawUntimedRegions(context, timedPlaces, scale, height, colours);
      if (lanes) drawLanes(context, lanes, order, scale, colours, this.lanes.inSight);
      drawPosition(context, places, viewport.axis, scale, height, colours);
    });
    const rows = (lanes?.matches ? 1 : 0) + (places.bookmarks.length > 0 ? 1 : 0);
    this.axis.draw(rows * rowHeight + axisHeight, (context) => {
      drawAxis(context, lanes, places, viewport.axis, scale, colours);
    });
  }

  private timeline(lanes: ShownLanes | undefined): TemplateResult {
    const { model } = this;
    const { selected } = model.overview;
    return html`
      <div id="overview-lanes" class="overview-lanes" @scroll=${this.onScroll}>
        <ul class="lane-labels" aria-label=${t('Tracepoints')}>
          ${lanes ? this.order.map((lane) => this.label(lanes, lane)) : nothing}
        </ul>
        <div
          class="overview-slider"
          tabindex="0"
          role="slider"
          aria-label=${t('Timeline of the frames')}
          aria-orientation="horizontal"
          aria-valuemin="0"
          aria-valuemax=${Math.max(0, model.frameCount - 1)}
          aria-valuenow=${selected ?? 0}
          aria-valuetext=${this.words()}
          aria-describedby="overview-help"
          @keydown=${this.onKey}
        >
          ${this.lanes.element}
        </div>
      </div>
      <div class="overview-foot">
        <div class="lane-labels">${this.rowLabels(lanes)}</div>
        ${this.axis.element}
      </div>
      <p id="overview-help" class="visually-hidden">${keyHelp}</p>
    `;
  }

  private label(lanes: ShownLanes, lane: number): TemplateResult {
    const { trace, overview } = this.model;
    const rate = overview.times.all?.rates[lane];
    const { tracepoint, name, hits, sentence } = laneWords(trace, lanes, lane, rate);
    const isKept = overview.lane === lane;
    return html`<li
      class="lane-label ${isKept ? 'kept' : ''}"
      title=${sentence}
      data-vscode-context=${tracepoint === undefined ? nothing : menuData({ tracepoint })}
    >
      ${swatch(trace, tracepoint ?? -1)}
      <span class="lane-number" aria-hidden="true">${tracepoint ?? ''}</span>
      <span class="lane-name" aria-hidden="true">${name}</span>
      <span class="lane-hits dim" aria-hidden="true">${grouped(hits)}</span>
      <span class="visually-hidden">${sentence}</span>
    </li>`;
  }

  private rowLabels(lanes: ShownLanes | undefined): TemplateResult {
    const { overview, table } = this.model;
    const matches = lanes?.matches && t('{0} match the filter', grouped(table.matched ?? 0));
    const { length } = overview.bookmarks;
    return html`
      ${matches === undefined ? nothing : html`<span title=${matches}>${matches}</span>`}
      ${length === 0 ? nothing : html`<span>${t('{0} bookmarked', grouped(length))}</span>`}
    `;
  }

  /**
   * What stands where the keyboard is: `frame 41 of 114, tracepoint 2 app.c:13 if n > 5, 1.2 ms`.
   */
  private words(): string {
    const { trace, overview, details, frameCount } = this.model;
    const { selected, lanes, lane, times } = overview;
    if (selected === undefined) return t('no frame');
    const time = times.of(selected)?.time;
    const row = details?.frame === selected ? details : undefined;
    const kept =
      lanes && lane !== undefined && laneWords(trace, lanes, lane, times.all?.rates[lane]);
    return [
      ...(kept ? [t('keeps to {0}', kept.sentence)] : []),
      t('frame {0} of {1}', grouped(selected), grouped(frameCount)),
      ...(row ? [t('tracepoint {0}', row.tracepoint)] : []),
      ...(time === undefined || Number.isNaN(time) ? [] : [timeText(time)]),
    ].join(', ');
  }

  private places(): MarkPositions {
    const { overview } = this.model;
    const { selected, debugged, range, bookmarks } = overview;
    const place = (frame: number | undefined) =>
      frame === undefined ? undefined : overview.placeOf(frame);
    const [from, to] = [place(range?.first), place(range?.last)];
    const half = overview.viewport.axis === 'frame' ? 0.5 : 0;
    return {
      selected: place(selected),
      debugged: place(debugged),
      range: from === undefined || to === undefined ? undefined : [from - half, to + half],
      bookmarks: bookmarks.flatMap((frame) => place(frame) ?? []),
    };
  }

  private readonly onScroll = (): void => {
    this.paint();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { overview, frameCount } = this.model;
    if (takeKey(overview, event, this.order, frameCount)) event.preventDefault();
  };
}

/** A canvas as wide as its place on the page and as sharp as the screen. */
class Canvas {
  readonly element = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private shownWidth = 0;

  constructor(className: string) {
    this.element.className = className;
    this.canvas.setAttribute('aria-hidden', 'true');
    this.element.append(this.canvas);
  }

  /** Pixels of CSS. */
  get width(): number {
    return this.shownWidth;
  }

  /** The heights between which the canvas is in sight, where what holds it scrolls. */
  get inSight(): { readonly top: number; readonly bottom: number } {
    const frame = this.element.closest('.overview-lanes');
    const top = frame?.scrollTop ?? 0;
    return { top, bottom: top + (frame?.clientHeight ?? 0) };
  }

  /** Calls `resized` when there is another width, or another screen. */
  onResize(resized: () => void): void {
    new ResizeObserver(() => {
      const width = this.element.clientWidth;
      if (width === this.shownWidth) return;
      this.shownWidth = width;
      resized();
    }).observe(this.element);
  }

  /** Draws anew, in pixels of CSS, so high. */
  draw(height: number, drawing: (context: CanvasRenderingContext2D) => void): void {
    const { canvas } = this;
    const width = this.element.clientWidth;
    const ratio = window.devicePixelRatio;
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== columns) canvas.width = columns;
    if (canvas.height !== rows) canvas.height = rows;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext('2d');
    if (!context || columns === 0) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawing(context);
  }
}

/** `toggle` opens or closes the overview. */
function overviewToolbar(
  model: OverviewModel,
  isOpen: boolean,
  toggle: () => void,
): TemplateResult {
  return html`
    <div class="overview-bar" role="group" aria-label=${t('Overview')}>
      <button
        class="bare overview-toggle"
        aria-expanded=${isOpen ? 'true' : 'false'}
        aria-controls="overview-lanes"
        @click=${toggle}
      >
        <span class="chevron ${isOpen ? 'open' : ''}">${icons.next}</span>${t('Overview')}
      </button>
      ${isOpen ? html`${axisChoice(model)} ${goToTime(model)} ${delta(model)} ${rangeActs(model)}` : nothing}
      ${
        isOpen && !model.viewport.isWhole
          ? act(t('Show all'), () => {
              model.viewport.showWhole();
              model.move();
            })
          : nothing
      }
    </div>
  `;
}

function act(label: string, onClick: () => void): TemplateResult {
  return html`<button class="link-button" @click=${onClick}>${label}</button>`;
}

function axisChoice(model: OverviewModel): TemplateResult {
  const { viewport, times } = model;
  const choice = (axis: 'frame' | 'time', label: string) =>
    html`<button
      aria-pressed=${viewport.axis === axis ? 'true' : 'false'}
      @click=${() => void model.setAxis(axis)}
    >
      ${label}
    </button>`;
  return html`
    <span class="choice" role="group" aria-label=${t('Axis')}>
      ${choice('frame', t('Frames'))}${choice('time', t('Time'))}
    </span>
    ${
      times.progress === undefined
        ? nothing
        : stoppableProgress(
            t('Reading the times of the frames'),
            times.progress,
            () => {
              times.stop();
            },
            t('Stop reading times'),
          )
    }
    ${timeNote(model)}
  `;
}

/** What the axis of time cannot say of frames. */
function timeNote({ viewport, times: { all }, lanes }: OverviewModel) {
  if (viewport.axis === 'frame' || !all) return nothing;
  const untimed = (lanes?.counted ?? all.timed) - all.timed;
  const notes = [
    ...(untimed > 0
      ? [
          t(
            '{0} without a time, drawn faintly between or beyond those with one',
            countText(untimed, 'frame'),
          ),
        ]
      : []),
    ...(all.late > 0
      ? [
          t(
            '{0} with an earlier clock than the frame before, drawn beside it',
            countText(all.late, 'frame'),
          ),
        ]
      : []),
  ];
  return notes.map((note) => html`<span class="dim time-note">${note}</span>`);
}

function goToTime(model: OverviewModel): TemplateResult {
  const problem = model.problem ?? model.times.problem;
  return html`
    <form
      class="go-to-time"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget as HTMLFormElement).get('time');
        if (typeof typed === 'string' && typed.trim() !== '') void model.goToTime(typed);
      }}
    >
      <label for="go-to-time">${t('Go to time')}</label>
      <input
        id="go-to-time"
        name="time"
        class="mono"
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${'1.2 s, +12.5 ms'}
        title=${t('A time since the first frame, or with + or - since the selected frame')}
        aria-invalid=${model.problem === undefined ? 'false' : 'true'}
        aria-describedby=${problem === undefined ? nothing : 'time-problem'}
      />
    </form>
    ${
      problem === undefined
        ? nothing
        : html`<span id="time-problem" class="time-problem" role="alert">${problem}</span>`
    }
  `;
}

/** How far the selected frame is from the one selected before. */
function delta({ selected, before, times }: OverviewModel): TemplateResult | typeof nothing {
  if (selected === undefined || before === undefined || selected === before) return nothing;
  const [now, then] = [times.of(selected)?.time, times.of(before)?.time];
  const isTimed = now !== undefined && then !== undefined && !Number.isNaN(now - then);
  const sign = selected > before ? '+' : '−';
  const frames = `${sign}${countText(Math.abs(selected - before), 'frame')}`;
  const text = isTimed ? `${sign}${timeText(Math.abs(now - then))}, ${frames}` : frames;
  return html`<span
    class="delta dim"
    title=${t('From frame {0} to frame {1}', grouped(before), grouped(selected))}
    >Δ ${text}</span
  >`;
}

function rangeActs(model: OverviewModel): TemplateResult | typeof nothing {
  const { range, times } = model;
  if (!range) return nothing;
  const frames = range.last - range.first + 1;
  const [start, end] = [times.of(range.first)?.time, times.of(range.last)?.time];
  const length =
    start === undefined || end === undefined || Number.isNaN(end - start)
      ? ''
      : `, ${timeText(end - start)}`;
  return html`<span class="range-acts">
    <span
      >${t('frames {0}–{1} ({2})', grouped(range.first), grouped(range.last), grouped(frames) + length)}</span
    >
    ${act(t('Show only these'), () => {
      model.showOnlyRange();
    })}
    ${act(t('Zoom to them'), () => {
      model.zoomToRange();
    })}
    ${act(t('Mark none'), () => {
      model.setRange(undefined);
    })}
  </span>`;
}
