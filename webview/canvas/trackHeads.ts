// The heads of the tracks: what each is, how many frames it has, its least and greatest number. A
// head is dragged to move its track, its lower edge to change the height.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icons, swatch } from '../icons';
import { inlineStyles } from '../inlineStyles';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { progressBar } from '../progress';
import { scopedName } from '../scopedName';
import { countText, grouped } from '../text';
import type { CanvasModel } from './canvasModel';
import { shapes, type Shape } from './canvasSettings';
import type { ExpressionOverFrames } from './expressionTracks';
import { laneWords } from './laneWords';
import type { PlacedTrack } from './tracks';

/** Colours that tracks have; theme/tokens.css has as many. */
const colours = 6;
/** A head as high as this has room for a second line. */
const twoLines = 36;

const shapeNames: Record<Shape, string> = {
  steps: t({ message: 'steps', comment: ['how a track is drawn: level up to the next value'] }),
  line: t('line'),
  scatter: t('points'),
};

export function trackHead(model: PageModel, placed: PlacedTrack): TemplateResult {
  const { canvas } = model;
  const { track, height } = placed;
  const isKept = canvas.kept === track.id;
  return html`<li
    class="track-head ${isKept ? 'kept' : ''}"
    ${inlineStyles({ height: `${height}px` })}
    data-track=${track.id}
    @pointerdown=${onDrag(canvas, placed)}
    data-vscode-context=${headMenu(model, placed)}
  >
    ${headContent(model, placed)}
  </li>`;
}

/** The place of an expression's colour among all tracks'. */
export function expressionColour({ lanes, expressions }: CanvasModel, text: string): number {
  const lane = lanes?.tracepoints.length ?? 0;
  return lane + expressions.all.findIndex((each) => each.text === text);
}

function headMenu({ canvas, selected: frame }: PageModel, { track }: PlacedTrack) {
  if (track.kind === 'expression') {
    return menuData({ value: track.text, ...(frame !== undefined && { frame }) });
  }
  const tracepoint = track.kind === 'lane' ? canvas.lanes?.tracepoints[track.lane] : undefined;
  return tracepoint === undefined ? nothing : menuData({ tracepoint });
}

function headContent(model: PageModel, placed: PlacedTrack): TemplateResult | typeof nothing {
  const { canvas, table } = model;
  const { track, height } = placed;
  switch (track.kind) {
    case 'lane':
      return laneHead(model, track.lane);
    case 'expression': {
      const expression = canvas.expressions.of(track.text);
      return expression ? expressionHead(canvas, expression, height) : nothing;
    }
    case 'intervals':
      return countHead(t('Intervals'), 'interval', undefined, canvas.intervals.found?.total);
    case 'matches':
      return countHead(t('Filter matches'), 'match', canvas.rangeFacts?.matches, table.matched);
    case 'bookmarks': {
      const { bookmarks, range } = canvas;
      const inRange = range && bookmarks.filter((at) => at >= range.first && at <= range.last);
      return countHead(t('Bookmarks'), 'bookmark', inRange?.length, bookmarks.length);
    }
  }
}

function laneHead({ trace, canvas }: PageModel, lane: number): TemplateResult | typeof nothing {
  const { lanes, times, rangeFacts } = canvas;
  if (!lanes) return nothing;
  const words = laneWords(trace, lanes, lane, times.all?.rates[lane]);
  const { tracepoint, name, rest, hits, steps, sentence } = words;
  const inRange = rangeFacts?.lanes[lane];
  return html`<span class="head-line" title=${sentence}>
    ${swatch(trace, tracepoint ?? -1)}
    <span class="lane-number" aria-hidden="true"
      >${tracepoint === undefined ? '' : `#${tracepoint}`}</span
    >
    <span class="lane-name lane-where" aria-hidden="true"
      >${scopedName(name)}${rest === '' ? nothing : html` <span class="lane-place">${rest}</span>`}</span
    >
    <span class="head-figure" aria-hidden="true">${ofAll(inRange, hits + steps)}</span>
    <span class="visually-hidden">${sentence}</span>
  </span>`;
}

function countHead(
  name: string,
  kind: 'interval' | 'match' | 'bookmark',
  inRange: number | undefined,
  all: number | undefined,
): TemplateResult {
  return html`<span class="head-line">
    <span class="swatch swatch-${kind}"></span><span class="lane-name">${name}</span>
    <span class="head-figure">${ofAll(inRange, all ?? 0)}</span>
  </span>`;
}

/** `12 of 97` where a range is selected. */
function ofAll(inRange: number | undefined, all: number): string {
  return inRange === undefined ? grouped(all) : t('{0} of {1}', grouped(inRange), grouped(all));
}

function expressionHead(
  canvas: CanvasModel,
  expression: ExpressionOverFrames,
  height: number,
): TemplateResult {
  const { text, progress, problem } = expression;
  const colour = expressionColour(canvas, text) % colours;
  const isHigh = height >= twoLines;
  const value = valueWords(canvas, text);
  const range = html`<span class="head-figure head-extremes">${extremes(expression)}</span>`;
  const title = problem ?? [factWords(expression), ...(isHigh ? [] : [value])].join('; ');
  return html`<span class="head-line" title=${title}>
      <span class="swatch tracepoint-${colour}"></span>
      <span class="lane-name expression-name mono ${problem === undefined ? '' : 'failed-track'}"
        >${text}</span
      >
      ${problem === undefined ? nothing : html`<span class="visually-hidden">${problem}</span>`}
      ${progress === undefined ? nothing : progressBar(t('Reading {0}', text), progress)}
      ${isHigh ? nothing : lowFigures(canvas, value, range)} ${expressionActs(canvas, expression)}
    </span>
    ${
      isHigh
        ? html`<span class="head-line dim"><span class="head-value">${value}</span>${range}</span>`
        : nothing
    }`;
}

/** In one line with the name: what a selected range comes to, else the value where it has room. */
function lowFigures(
  { rangeFacts }: CanvasModel,
  value: string,
  range: TemplateResult,
): TemplateResult {
  return rangeFacts
    ? html`<span class="head-figure">${value}</span>`
    : html`<span class="whole-or-none dim"><span>${value}</span></span
        >${range}`;
}

/** `0 – 65,535`, of all frames; of states how many there are. */
function extremes({ facts }: ExpressionOverFrames): string {
  if (!facts) return '';
  const { states, least, most } = facts;
  if (states) return t('{0} values', grouped(states.length));
  if (!least || !most) return t('no numbers');
  const [low, high] = [grouped(least.value), grouped(most.value)];
  return low === high ? low : `${low} – ${high}`;
}

/** The summary of the selected range; without one, the value under the pointer or selected. */
function valueWords(canvas: CanvasModel, text: string): string {
  const { expressions, rangeFacts, here, pointed } = canvas;
  if (rangeFacts) {
    const range = rangeFacts.values[rangeFacts.texts.indexOf(text)];
    if (!range) return t('not collected in the selection');
    if (expressions.isState(text)) return countText(range.count, 'frame');
    const [least, mean, most] = [range.least, range.mean, range.most].map(shortNumber);
    return t('min {0}, mean {1}, max {2}', least ?? '', mean ?? '', most ?? '');
  }
  const shown = pointed ?? here;
  const value = shown?.values[shown.texts.indexOf(text)] ?? undefined;
  return value === undefined ? t('not collected') : `= ${value}`;
}

/** Six digits are enough for a mean. */
function shortNumber(value: number): string {
  return Number.isInteger(value) ? grouped(value) : Number(value.toPrecision(6)).toString();
}

function factWords({ text, facts }: ExpressionOverFrames): string {
  if (!facts) return text;
  const { count, gaps, least, most, states } = facts;
  return [
    `${text}: ${countText(count, 'frame')}`,
    ...(gaps === 0 ? [] : [t('missing in {0}', grouped(gaps))]),
    ...(least && most && !states
      ? [
          t('min {0} in frame {1}', grouped(least.value), grouped(least.frame)),
          t('max {0} in frame {1}', grouped(most.value), grouped(most.frame)),
        ]
      : []),
  ].join(', ');
}

function expressionActs(
  { expressions }: CanvasModel,
  { text, shape, facts }: ExpressionOverFrames,
): TemplateResult {
  return html`<span class="head-acts">
    ${
      facts?.states
        ? nothing
        : html`<select
            aria-label=${t('Shape of {0}', text)}
            @change=${(event: Event) => {
              const { value } = event.currentTarget as HTMLSelectElement;
              expressions.setShape(text, shapes.find((each) => each === value) ?? 'steps');
            }}
          >
            ${shapes.map((each) => html`<option value=${each} ?selected=${each === shape}>${shapeNames[each]}</option>`)}
          </select>`
    }
    <button
      class="bare"
      title=${t('Remove')}
      aria-label=${t('Remove the track of {0}', text)}
      @click=${() => {
        expressions.remove(text);
      }}
    >
      ${icons.close}
    </button>
  </span>`;
}

/** Pixels from the lower edge at which a drag changes the height; and that a press may wander. */
const edge = 5;
const pressRoom = 4;

function onDrag(canvas: CanvasModel, { track, height }: PlacedTrack) {
  return (event: PointerEvent): void => {
    const head = event.currentTarget as HTMLElement;
    if (event.button !== 0 || (event.target as Element).closest('button, select')) return;
    const startY = event.clientY;
    const isEdge = head.getBoundingClientRect().bottom - startY <= edge;
    head.setPointerCapture(event.pointerId);
    const onMove = ({ clientY }: PointerEvent) => {
      if (isEdge) canvas.setHeight(track.id, height + clientY - startY);
      else head.style.transform = `translateY(${clientY - startY}px)`;
      head.classList.toggle('dragged', !isEdge);
    };
    const onUp = ({ clientY }: PointerEvent) => {
      head.removeEventListener('pointermove', onMove);
      head.removeEventListener('pointerup', onUp);
      head.removeEventListener('pointercancel', onUp);
      head.style.transform = '';
      head.classList.remove('dragged');
      if (isEdge || Math.abs(clientY - startY) <= pressRoom) return;
      const { tracks } = canvas;
      const at = clientY - (head.parentElement?.getBoundingClientRect().top ?? 0);
      const to = tracks.filter(
        (each) => each.track.id !== track.id && each.top + each.height / 2 < at,
      );
      const from = tracks.findIndex((each) => each.track.id === track.id);
      canvas.moveTrack(track.id, to.length - from);
    };
    head.addEventListener('pointermove', onMove);
    head.addEventListener('pointerup', onUp);
    head.addEventListener('pointercancel', onUp);
  };
}
