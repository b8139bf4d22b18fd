// The bar of the tracks: the axis, going to a time, and what can be done with the selected frames.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icons } from '../icons';
import { t } from '../l10n';
import { stoppableProgress } from '../progress';
import { countText, grouped } from '../text';
import { timeText } from './axisText';
import type { CanvasModel } from './canvasModel';

/** One line: `toggle` folds and unfolds the tracks, `adder` adds one. */
export function canvasToolbar(
  model: CanvasModel,
  isOpen: boolean,
  toggle: () => void,
  adder: () => TemplateResult,
): TemplateResult {
  return html`
    <div class="canvas-bar" role="group" aria-label=${t('Tracks')}>
      <button
        class="bare canvas-toggle"
        aria-expanded=${isOpen ? 'true' : 'false'}
        aria-controls="canvas-tracks"
        @click=${toggle}
      >
        <span class="chevron ${isOpen ? 'open' : ''}">${icons.next}</span>${t('Tracks')}
      </button>
      ${isOpen ? openedBar(model, adder) : nothing}
    </div>
  `;
}

/** A selected range takes the place of what is typed, where there is no room for both. */
function openedBar(model: CanvasModel, adder: () => TemplateResult): TemplateResult {
  return html`${axisChoice(model)} ${rangeActs(model)}
    ${
      model.viewport.isWhole
        ? nothing
        : act(t('Zoom out fully'), () => {
            model.viewport.showWhole();
            model.move();
          })
    }
    <span class="canvas-typed ${model.range ? 'beside-range' : ''}"
      >${adder()} ${goToTime(model)}</span
    >
    ${delta(model)}`;
}

function act(label: string, onClick: () => void): TemplateResult {
  return html`<button class="link-button" @click=${onClick}>${label}</button>`;
}

function axisChoice(model: CanvasModel): TemplateResult {
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
  `;
}

/** What the axis of time cannot say of frames. */
export function timeNotes({ viewport, times: { all }, lanes }: CanvasModel): Note[] {
  if (viewport.axis === 'frame' || !all) return [];
  const untimed = (lanes?.counted ?? all.timed) - all.timed;
  const notes = [
    {
      count: untimed,
      brief: t('{0} without a time', grouped(untimed)),
      whole: t(
        '{0} without a time, drawn faintly between or beyond those with one',
        countText(untimed, 'frame'),
      ),
    },
    {
      count: all.late,
      brief: t('{0} with an earlier clock', grouped(all.late)),
      whole: t(
        '{0} with an earlier clock than the frame before, drawn beside it',
        countText(all.late, 'frame'),
      ),
    },
  ];
  return notes.filter(({ count }) => count > 0);
}

/** What is said of frames, as briefly as beside the axis, and in full. */
interface Note {
  readonly brief: string;
  readonly whole: string;
}

function goToTime(model: CanvasModel): TemplateResult {
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
      <input
        id="go-to-time"
        name="time"
        class="mono"
        type="text"
        autocomplete="off"
        spellcheck="false"
        aria-label=${t('Go to time')}
        placeholder=${t('Time: {0}', '+1.2 ms')}
        title=${t('A time since the first frame, or with + or - since the selected frame')}
        aria-invalid=${model.problem === undefined ? 'false' : 'true'}
        aria-describedby=${problem === undefined ? nothing : 'time-problem'}
      />
    </form>
  `;
}

/** Why there is no way to a time; it is over the tracks. */
export function timeProblem(model: CanvasModel): TemplateResult | typeof nothing {
  const problem = model.problem ?? model.times.problem;
  if (problem === undefined) return nothing;
  return html`<div id="time-problem" class="filter-problem" role="alert">${problem}</div>`;
}

/** How far the selected frame is from the one selected before. */
function delta({
  selected,
  before,
  times,
  viewport,
}: CanvasModel): TemplateResult | typeof nothing {
  if (selected === undefined || before === undefined || selected === before) return nothing;
  const [now, then] = [times.of(selected)?.time, times.of(before)?.time];
  const isTimed = now !== undefined && then !== undefined && !Number.isNaN(now - then);
  const sign = selected > before ? '+' : '−';
  const frames = `${sign}${countText(Math.abs(selected - before), 'frame')}`;
  const text = isTimed ? `${sign}${timeText(Math.abs(now - then))}, ${frames}` : frames;
  return html`<span
    class="delta dim ${viewport.isWhole ? '' : 'beside-zoom'}"
    title=${t('From frame {0} to frame {1}', grouped(before), grouped(selected))}
    ><span class="in-full">${t('{0} from the previous selection', text)}</span
    ><span class="in-short">${text}</span></span
  >`;
}

function rangeActs(model: CanvasModel): TemplateResult | typeof nothing {
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
    ${act(t('Show only selection'), () => {
      model.showOnlyRange();
    })}
    ${act(t('Zoom to selection'), () => {
      model.zoomToRange();
    })}
    ${act(t('Clear selection'), () => {
      model.setRange(undefined);
    })}
  </span>`;
}
