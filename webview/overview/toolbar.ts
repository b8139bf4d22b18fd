// The line above the lanes: opens and closes them, chooses the axis, goes to a time, and acts on the frames marked.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icons } from '../icons';
import { t } from '../l10n';
import { stoppableProgress } from '../progress';
import { countText, grouped } from '../text';
import { timeText } from './axisText';
import type { OverviewModel } from './overviewModel';

/** `toggle` opens or closes the overview. */
export function overviewToolbar(
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
    ${lateNote(model)}
  `;
}

function lateNote({ viewport, times }: OverviewModel): TemplateResult | typeof nothing {
  const late = times.all?.late ?? 0;
  if (viewport.axis === 'frame' || late === 0) return nothing;
  return html`<span class="dim"
    >${t('{0} with an earlier clock than the frame before, drawn beside it', countText(late, 'frame'))}</span
  >`;
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
