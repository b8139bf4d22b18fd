// The tracks on the page: heads next to a canvas, the axis above. They are one slider for the
// keyboard and for screen readers (WAI-ARIA Authoring Practices, "Slider Pattern"): its value is
// the selected frame.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { ExpressionBox } from '../expression/expressionBox';
import { icons } from '../icons';
import { inlineStyles } from '../inlineStyles';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { countText, grouped } from '../text';
import { Canvas } from './canvasElement';
import type { ShownLanes } from './canvasModel';
import { canvasToolbar, timeNotes, timeProblem } from './canvasToolbar';
import { drawIntervals } from './drawIntervals';
import { drawLane, laneEdges } from './drawLane';
import { axisHeight, drawMap, mapHeight } from './drawMap';
import {
  drawAxis,
  drawBookmarks,
  drawMatches,
  drawPosition,
  type MarkPositions,
} from './drawMarks';
import { drawNumbers } from './drawNumbers';
import { drawStates } from './drawStates';
import { colourOf, type Colours, drawUntimedRegions, type Scale } from './drawing';
import { keyHelp, takeKey } from './keys';
import { laneWords } from './laneWords';
import { frameLines, pointerCard } from './pointerCard';
import { listenToPointer } from './pointer';
import { tracksSash } from './sash';
import { readColours, watchTheme } from './themeColours';
import { expressionColour, trackHead } from './trackHeads';
import { trackTable } from './trackTable';
import { heightOf, type PlacedTrack, roomIn } from './tracks';

export class CanvasView {
  readonly element = document.createElement('section');
  private readonly tracks = new Canvas('canvas-drawing');
  private readonly axis = new Canvas('canvas-axis');
  private readonly map = new Canvas('canvas-map');
  private readonly mapWindow = document.createElement('div');
  /** What the map was drawn from. */
  private mapped: readonly unknown[] = [];
  private readonly box: ExpressionBox;
  private colours: Colours | undefined;
  private placed: readonly PlacedTrack[] = [];
  /** A low window, as above VS Code's panel, is the table's until the user unfolds the tracks. */
  private readonly low = window.matchMedia('(max-height: 560px)');

  constructor(
    private readonly model: PageModel,
    changed: () => void,
  ) {
    const { canvas } = model;
    this.element.className = 'canvas';
    this.element.dataset['testid'] = 'canvas';
    this.element.setAttribute('aria-label', t('Tracks'));
    this.box = new ExpressionBox(model, 'track-expression', changed);
    watchTheme(() => {
      this.colours = undefined;
      changed();
    });
    this.mapWindow.className = 'map-window';
    this.map.element.append(this.mapWindow);
    this.low.addEventListener('change', changed);
    window.addEventListener('resize', changed);
    this.tracks.onResize(() => {
      canvas.setWidth(this.tracks.width * window.devicePixelRatio);
      changed();
    });
    const { tracks, axis, map } = this;
    listenToPointer(canvas, tracks.element, axis.element, map.element, () => this.placed);
  }

  /** Shows the tracks as they are now; the element is on the page. */
  draw(): void {
    if (!this.element.isConnected) return;
    render(this.view(), this.element);
    this.paint();
  }

  private view(): TemplateResult {
    const { model, isOpen } = this;
    const { canvas } = model;
    canvas.space = roomIn(window.innerHeight, canvas.room);
    this.placed = canvas.tracks;
    const toggle = () => {
      model.setSection('canvas', !this.isOpen);
    };
    return html`
      ${canvasToolbar(canvas, isOpen, toggle, () => this.adder())}
      ${isOpen ? html`${this.messages()} ${this.content()}` : nothing}
    `;
  }

  private get isOpen(): boolean {
    return this.model.state.sections['canvas'] ?? !this.low.matches;
  }

  private paint(): void {
    const { canvas } = this.model;
    const { viewport, timedPlaces } = canvas;
    if (!this.tracks.element.isConnected) return;
    this.colours ??= readColours();
    const { colours, placed } = this;
    const scale: Scale = { width: this.tracks.width, from: viewport.from, to: viewport.to };
    const marks = this.marks();
    const height = Math.max(20, heightOf(placed));
    this.tracks.draw(height, (context) => {
      if (timedPlaces) drawUntimedRegions(context, timedPlaces, scale, height, colours);
      this.paintTracks(context, scale, marks, colours);
      drawPosition(context, marks, viewport.axis, scale, height, colours);
    });
    const axisRoom = viewport.isWhole ? axisHeight : axisHeight - mapHeight;
    this.axis.draw(axisRoom, (context) => {
      drawAxis(context, viewport.axis, scale, axisRoom, colours);
    });
    if (!viewport.isWhole) this.paintMap(scale.width, colours);
  }

  /** Its rows are drawn when others are to be seen; what is in sight is moved over them. */
  private paintMap(width: number, colours: Colours): void {
    const { viewport, wholeLanes } = this.model.canvas;
    const { from, to, first, length, axis } = viewport;
    const share = (place: number) => `${(100 * (place - first)) / length}%`;
    this.mapWindow.style.left = share(from);
    this.mapWindow.style.width = share(first + to - from);
    const drawnFrom = [wholeLanes, axis, width, colours, window.devicePixelRatio];
    if (drawnFrom.every((each, i) => each === this.mapped[i])) return;
    this.mapped = drawnFrom;
    this.map.draw(mapHeight, (context) => {
      if (wholeLanes?.axis !== axis) return;
      drawMap(context, wholeLanes, { width, from: first, to: first + length }, colours);
    });
  }

  private paintTracks(
    context: CanvasRenderingContext2D,
    scale: Scale,
    marks: MarkPositions,
    colours: Colours,
  ): void {
    const { lanes, intervals } = this.model.canvas;
    const edges = lanes && laneEdges(lanes, scale);
    const { top, bottom } = this.tracks.inSight;
    for (const each of this.placed) {
      if (each.top + each.height < top || each.top > bottom) continue;
      context.fillStyle = colours.line;
      context.fillRect(0, each.top + each.height - 1, scale.width, 1);
      const { track } = each;
      if (track.kind === 'expression')
        this.paintExpression(context, track.text, each, scale, colours);
      else if (track.kind === 'bookmarks') drawBookmarks(context, marks, each, scale, colours);
      else if (intervals.shown && track.kind === 'intervals')
        drawIntervals(context, intervals.shown, each, scale, colours);
      else if (lanes && track.kind === 'matches') drawMatches(context, lanes, each, scale, colours);
      else if (lanes && edges && track.kind === 'lane') {
        drawLane(context, lanes, track.lane, each, edges, scale, colours);
      }
    }
  }

  private paintExpression(
    context: CanvasRenderingContext2D,
    text: string,
    box: PlacedTrack,
    scale: Scale,
    colours: Colours,
  ): void {
    const { canvas } = this.model;
    const numbers = canvas.expressions.numbers(text);
    const shape = canvas.expressions.of(text)?.shape;
    if (!numbers || !shape) return;
    if (numbers.facts.states) {
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      drawStates(context, numbers, box, scale, colours);
    } else {
      const colour = colourOf(colours, expressionColour(canvas, text));
      drawNumbers(context, numbers, box, scale, shape, colour, colours, () => new Path2D());
    }
  }

  private adder(): TemplateResult {
    return html`<form class="track-adder" aria-label=${t('Add track')} @submit=${this.onAdd}>
      ${this.box.input({
        label: t('Add a track of an expression'),
        placeholder: t('Add track'),
      })}
      <button class="bare" type="submit" title=${t('Add track')} aria-label=${t('Add track')}>
        ${icons.add}
      </button>
    </form>`;
  }

  /** They are over the tracks: nothing moves. */
  private messages(): TemplateResult {
    const { canvas } = this.model;
    return html`<div class="canvas-messages">
      ${this.box.mistake()} ${this.problem()} ${timeProblem(canvas)}
    </div>`;
  }

  private problem(): TemplateResult | typeof nothing {
    const { problem } = this.model.canvas.expressions;
    if (problem === undefined) return nothing;
    return html`<div class="filter-problem" id="track-problem" role="alert">${problem}</div>`;
  }

  private content(): TemplateResult {
    const { model, placed } = this;
    const { canvas } = model;
    return html`
      <div class="canvas-top">
        ${corner(canvas)}
        <div>${this.axis.element} ${canvas.viewport.isWhole ? nothing : this.map.element}</div>
      </div>
      <div
        id="canvas-tracks"
        class="canvas-tracks"
        ${inlineStyles({ 'max-height': `${canvas.space}px` })}
        @scroll=${this.onScroll}
      >
        <ul class="track-heads" aria-label=${t('Tracks')}>
          ${placed.map((each) => trackHead(model, each))}
        </ul>
        <div
          class="canvas-slider"
          tabindex="0"
          role="slider"
          aria-label=${t('Timeline of the frames')}
          aria-orientation="horizontal"
          aria-valuemin="0"
          aria-valuemax=${Math.max(0, model.frameCount - 1)}
          aria-valuenow=${canvas.selected ?? 0}
          aria-valuetext=${this.words()}
          aria-describedby="canvas-help"
          @keydown=${this.onKey}
        >
          ${this.tracks.element} ${pointerCard(canvas)}
        </div>
      </div>
      ${trackTable(canvas)} ${tracksSash(canvas, heightOf(canvas.tracksIn(Infinity)))}
      <p id="canvas-help" class="visually-hidden">${keyHelp}</p>
    `;
  }

  /**
   * What is where the keyboard is: `keeps to n, frame 41 of 114, 1.2 ms, #2 main app.c:13,
   * n = 7`.
   */
  private words(): string {
    const { frameCount, canvas } = this.model;
    const { selected, here } = canvas;
    if (selected === undefined) return t('no frame');
    const kept = this.keptWords();
    const [first, ...rest] = here?.frame === selected ? frameLines(here) : [];
    const time = first?.split(' · ')[1];
    return [
      ...(kept === undefined ? [] : [t('keeps to {0}', kept)]),
      t('frame {0} of {1}', grouped(selected), grouped(frameCount)),
      ...(time === undefined ? [] : [time]),
      ...rest,
    ].join(', ');
  }

  private keptWords(): string | undefined {
    const { trace, canvas, table } = this.model;
    const { lanes, times, keptTrack: track, bookmarks } = canvas;
    switch (track?.kind) {
      case undefined:
        return undefined;
      case 'lane':
        return lanes && laneSentence(trace, lanes, track.lane, times);
      case 'expression':
        return track.text;
      case 'intervals':
        return countText(canvas.intervals.found?.total ?? 0, 'interval');
      case 'matches':
        return t('{0} match the filter', grouped(table.matched ?? 0));
      case 'bookmarks':
        return countText(bookmarks.length, 'bookmark');
    }
  }

  private marks(): MarkPositions {
    const { canvas } = this.model;
    const { selected, debugged, range, bookmarks, pointer, pointed } = canvas;
    const place = (frame: number | undefined) =>
      frame === undefined ? undefined : canvas.placeOf(frame);
    const [from, to] = [place(range?.first), place(range?.last)];
    const half = canvas.viewport.axis === 'frame' ? 0.5 : 0;
    return {
      selected: place(selected),
      debugged: place(debugged),
      range: from === undefined || to === undefined ? undefined : [from - half, to + half],
      pointer: pointed ? pointer : undefined,
      bookmarks: bookmarks.flatMap((frame) => place(frame) ?? []),
    };
  }

  private readonly onAdd = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.box.accepted().then(async (text) => {
      if (text === undefined || text === '') return;
      const { expressions } = this.model.canvas;
      await expressions.add(text);
      if (expressions.problem === undefined) this.box.empty(text);
    });
  };

  private readonly onScroll = (): void => {
    this.paint();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const { canvas, frameCount } = this.model;
    if (takeKey(canvas, event, frameCount)) event.preventDefault();
  };
}

/** What the axis is, or which frames it cannot place. */
function corner(canvas: PageModel['canvas']): TemplateResult {
  const notes = timeNotes(canvas);
  return notes.length === 0
    ? html`<span class="canvas-corner dim">${axisName(canvas.viewport.axis)}</span>`
    : html`<span
        class="canvas-corner dim time-note"
        title=${notes.map(({ whole }) => whole).join('; ')}
        >${notes.map(({ brief }) => brief).join(' · ')}</span
      >`;
}

function axisName(axis: 'frame' | 'time'): string {
  return axis === 'frame' ? t('Frame number') : t('Time since the first frame');
}

function laneSentence(
  trace: PageModel['trace'],
  lanes: ShownLanes,
  lane: number,
  times: PageModel['canvas']['times'],
): string {
  return laneWords(trace, lanes, lane, times.all?.rates[lane]).sentence;
}
